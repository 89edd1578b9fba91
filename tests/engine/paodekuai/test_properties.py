"""What holds whatever is dealt and however it is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from engine.game import evolve
from engine.paodekuai.cards import PACK, RANKS
from engine.paodekuai.combinations import PLAYS, Play, answers_in, held_in, leaving
from engine.paodekuai.game import GAME
from tests.engine.random_deals import Played, played

hands = st.sets(st.sampled_from(PACK.codes), min_size=1, max_size=16).map(sorted)
seeds = st.integers(0, 2**32 - 1)


def plays_of(hand: list[str]) -> Iterator[tuple[str, ...]]:
    """Section 3, read from the book once more: every play of a hand, as ranks."""
    counts = Counter(code[:-1] for code in hand)
    for copies, least in ((1, 5), (2, 2)):
        for start in range(len(RANKS)):
            for end in range(start + least, len(RANKS) + 1):
                run = RANKS[start:end]
                if "2" not in run and all(counts[rank] >= copies for rank in run):
                    yield tuple(rank for rank in run for _ in range(copies))
    for rank, count in counts.items():
        for copies in range(1, count + 1):
            yield (rank,) * copies


def bomb(ranks: tuple[str, ...]) -> int:
    """3.4 How high a bomb is; 0 for what is none."""
    if ranks == ("A", "A", "A"):
        return 100
    return 1 + RANKS.index(ranks[0]) if len(ranks) == 4 and len(set(ranks)) == 1 else 0


def beats_by_the_book(answer: tuple[str, ...], play: tuple[str, ...]) -> bool:
    if play == ("3",) * 4 or answer == ("3",) * 4:
        return False
    if bomb(answer) or bomb(play):
        return bomb(answer) > bomb(play)
    same_shape = len(answer) == len(play) and len(set(answer)) == len(set(play))
    return same_shape and RANKS.index(answer[0]) > RANKS.index(play[0])


def tokens(plays: Iterator[tuple[str, ...]]) -> list[str]:
    return sorted("play:" + ",".join(ranks) for ranks in plays)


@given(hands)
def test_a_leader_may_play_exactly_the_shapes_of_his_hand(hand: list[str]) -> None:
    assert sorted(held_in(PACK.mask(hand))) == tokens(plays_of(hand))


@given(hands, st.sampled_from(list(PLAYS.values())))
def test_answers_are_exactly_the_shapes_that_beat(hand: list[str], play: Play) -> None:
    ranks = tuple(play.token.removeprefix("play:").split(","))
    expected = tokens(answer for answer in plays_of(hand) if beats_by_the_book(answer, ranks))
    assert sorted(answers_in(PACK.mask(hand), play)) == expected


@given(hands, st.data())
def test_what_leaves_a_hand_are_the_ranks_named_and_the_first_cards_of_each(
    hand: list[str], data: st.DataObject
) -> None:
    mask = PACK.mask(hand)
    token = data.draw(st.sampled_from(held_in(mask)))
    left = leaving(mask, PLAYS[token])
    assert [code[:-1] for code in PACK.names(left)] == token.removeprefix("play:").split(",")
    assert not left & ~mask
    for code in PACK.names(mask & ~left):
        earlier = [other for other in PACK.names(left) if other[:-1] == code[:-1]]
        assert all("SCDH".index(other[-1]) < "SCDH".index(code[-1]) for other in earlier)


@given(seeds)
def test_a_pass_stands_alone_and_rounds_end_with_two(seed: int) -> None:
    deal = played(GAME, seed)
    for state in deal.states[:-1]:
        assert ("pass" in GAME.legal(state)) <= (GAME.legal(state) == ("pass",))
        if state.trick:
            assert state.trick[0]
            assert state.trick[-2:] != (0, 0)
    *rounds, last = deal.last.rounds
    for over in rounds:
        assert over.plays[-2:] == (0, 0)
        assert over.plays[-3]
        assert over.winner == (over.leader + len(over.plays) - 3) % 3
    assert last.plays[-1]
    assert last.winner == (last.leader + len(last.plays) - 1) % 3


@given(seeds)
def test_each_winner_leads_the_next_round_and_the_last_is_out(seed: int) -> None:
    last = played(GAME, seed).last
    for one, following in zip(last.rounds, last.rounds[1:], strict=False):
        assert following.leader == one.winner
    winner = last.result.details["winner"]
    assert [seat for seat, hand in enumerate(last.hands) if not hand] == [winner]
    assert last.rounds[-1].winner == winner


@given(seeds)
def test_scores_are_what_the_details_say(seed: int) -> None:
    result = played(GAME, seed).last.result
    seats, winner = result.details["seats"], result.details["winner"]
    bombs = [seat["bombs_scored"] for seat in seats]
    for number, score in enumerate(result.scores):
        received = sum(seat["penalty"] for seat in seats) if number == winner else -seats[number]["penalty"]
        assert score == received + 30 * bombs[number] - 10 * sum(bombs)
    assert sum(result.scores) == 0


@given(seeds)
def test_only_an_answer_of_a_bomb_that_stood_to_the_end_of_its_round_is_paid(seed: int) -> None:
    deal = played(GAME, seed)
    expected = []
    for over in GAME.view(deal.last, None).tricks:
        plays = [tuple(code[:-1] for code in cards) for cards in over.plays if cards]
        if len(plays) > 1 and bomb(plays[-1]):
            expected.append(over.winner)
    assert [stood.seat for stood in deal.last.stood] == expected


@given(seeds)
def test_hidden_hands_dealt_anew_leave_a_view_as_it_was(seed: int) -> None:
    rng = Random(seed)
    deal: Played = played(GAME, seed)
    state = rng.choice(deal.states[:-1])
    for viewer in (None, 0, 1, 2):
        others = [seat for seat in range(3) if seat != viewer]
        hidden = [code for seat in others for code in PACK.names(state.hands[seat])]
        rng.shuffle(hidden)
        hands = list(state.hands)
        for seat in others:
            size = hands[seat].bit_count()
            hands[seat], hidden = PACK.mask(hidden[:size]), hidden[size:]
        assert GAME.view(evolve(state, hands=tuple(hands)), viewer) == GAME.view(state, viewer)

"""What bots know of Tarocchino. In a trick the last card is an opponent's, the one before the partner's."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from engine.game import evolve
from engine.tarocchino.cards import PACK
from engine.tarocchino.combinations import holding
from engine.tarocchino.game import GAME
from engine.tarocchino.play import playable
from engine.tarocchino.state import Tarocchino
from engine.tricks import Taken
from protocol import say
from server.bots import decide
from server.bots.tarocchino import CRAFT
from server.bots.tarocchino.play import worths
from tests.engine.deals import cards, deal
from tests.engine.tarocchino.positions import before, opened, settled
from tests.server.bots.tarocchino_positions import playing


def played(hand: str, trick: str = "") -> str:
    """The card that the policy plays to this trick; the others hold as many cards as it does."""
    return CRAFT.policy(spread(hand, trick)).removeprefix("play:")


def spread(hand: str, trick: str = "") -> Tarocchino:
    """Seat 0 is to play to this trick; the others hold as many of the other cards."""
    state = before(hand, trick)
    elsewhere = [code for code in PACK.codes if code not in cards(f"{hand} {trick}")]
    number = len(cards(hand))
    on_table = len(cards(trick))
    others = [PACK.mask(elsewhere[seat * 15 :][: number - (seat > 3 - on_table)]) for seat in (1, 2, 3)]
    return evolve(state, hands=(state.hands[0], *others))


def worth(state: Tarocchino, code: str) -> float:
    """What it seems worth to play this card."""
    found = {card: worth for worth, card in worths(state, playable(state.hand, state.trick))}
    return found[PACK.index[code]]


def test_a_deal_is_worth_by_how_much_it_is_better_than_for_the_opponents() -> None:
    over = settled("8S 9S 10S")
    ours, theirs = over.side(0)["total"], over.side(1)["total"]
    assert [CRAFT.value(over.state, seat) for seat in range(4)] == [ours - theirs, theirs - ours] * 2


def test_it_declares_what_it_can() -> None:
    assert CRAFT.policy(opened(["AN MO LU T16"])) == "declare:all"


def test_a_dealer_lays_a_bare_queen_aside_rather_than_a_trump_or_a_court_that_it_declares() -> None:
    hand = "KS NS JS AS QB T16 T15 T14 T13 T12 6C 7C 8C 9C 6D 7D 8D"
    assert CRAFT.policy(deal(GAME, 0, [hand])) == "discard:QB"


def test_it_gives_its_partner_a_dear_card_when_the_trick_is_his_for_certain() -> None:
    assert played("QS 8S 7S", "6S KS 9S") == "QS"
    assert played("KC 7C 8D", "6S AN 9S") == "KC"


def test_it_throws_the_opponents_nothing() -> None:
    assert played("QS 8S 7S", "6S 9S KS") in ("8S", "7S")
    assert played("KC 7C 8D", "6S 9S AN") in ("7C", "8D")


def test_it_lays_matto_into_a_dear_trick_that_it_would_lose_a_king_to() -> None:
    assert played("KS MA", "9S JS T6") == "MA"


def test_it_keeps_matto_while_it_has_a_card_that_costs_nothing() -> None:
    assert played("8S 7S MA", "9S 10S T6") in ("8S", "7S")


def test_it_does_not_trump_a_trick_that_its_partner_is_winning_as_the_last_to_play() -> None:
    assert played("T16 T5 KC", "6S QS 7S") in ("T16", "T5")  # it must
    assert played("T16 8S 7S", "6S QS 9S") in ("8S", "7S")
    assert played("T16 T5 MA", "6S QS 7S") == "MA"


def test_it_captures_a_king_with_the_trump_that_is_enough() -> None:
    assert played("AN T6 8C", "6S 9S KS") == "T6"


def test_it_saves_begato_where_an_opponent_is_sure_to_take_it() -> None:
    assert played("BE T6 T7", "T8 T9 AN") in ("T6", "T7")


def test_it_trusts_what_the_others_declared() -> None:
    """Seat 1, the next to play, has shown the king of cups."""
    state = opened(["QC 7C 8C", "KC NC JC AC"])
    shown = evolve(state, phase="play", declared=(0, PACK.mask(cards("KC NC JC AC")), 0, 0))
    assert worth(shown, "QC") < worth(evolve(state, phase="play"), "QC")


def test_it_knows_who_is_out_of_a_suit() -> None:
    """Seat 1 trumped a sword, and can follow no other one."""
    state = opened(["KS 6B 7B 8B 9B 10B 6C 7C 8C 9C 10C 6D 7D 8D 9D"])
    ruffed = Taken(0, tuple(PACK.index[code] for code in cards("6S T5 7S 8S")), 1)
    followed = Taken(0, tuple(PACK.index[code] for code in cards("6S 10S 7S 8S")), 1)
    out, not_out = (evolve(state, phase="play", tricks=(taken,)) for taken in (ruffed, followed))
    assert worth(out, "KS") < worth(not_out, "KS")


def test_who_was_not_asked_holds_no_combination_and_who_declared_holds_just_those() -> None:
    view = playing("7C 8C 9C 10C 6D 7D 8D 9B 8B 7B T5 T7 T9 T12", "10S 8S 9S 7S", shown="1: KC QC NC")
    for imagined in islice(CRAFT.imagine(view, Random(2)), 40):
        hands = [PACK.mask(hand) for hand in imagined.layout["hands"]]
        assert [bool(holding(hands[seat]).cards) for seat in (1, 2)] == [True, False]
        assert holding(hands[1]).cards == PACK.mask(cards("KC QC NC"))


def reason(hand: str, trick: str = "") -> str:
    """Why the policy plays what it plays to this trick."""
    state = spread(hand, trick)
    return say(CRAFT.why(state, CRAFT.policy(state)), CRAFT.labels, lambda seat: f"Seat {seat}")


def test_it_says_why() -> None:
    assert reason("AN T6 8C", "6S 9S KS") == "It takes the trick, and all that lies in it."
    assert reason("QS 8S 7S", "6S KS 9S").startswith("The partner is ahead")
    assert reason("QS 8S 7S", "6S 9S KS").startswith("An opponent is ahead")
    assert reason("T16 T5 MA", "6S QS 7S").startswith("Matto keeps")


@pytest.mark.parametrize("seed", range(20))
def test_it_plays_whole_deals_legally_and_the_same_way_twice(seed: int) -> None:
    state: Tarocchino = GAME.deal(Random(seed), seed % 4)
    while state.to_act is not None:
        view = GAME.view(state, state.to_act)
        token = decide(view, Random(seed))
        assert token == decide(view, Random(seed))
        state = GAME.apply(state, token)


def test_it_scores_well_over_players_who_choose_at_random() -> None:
    won = 0
    for seed in range(40):
        rng = Random(seed)
        state = GAME.deal(rng, seed % 4)
        while state.to_act is not None:
            by_bot = state.to_act % 2 == 0
            token = decide(GAME.view(state, state.to_act), rng) if by_bot else rng.choice(GAME.legal(state))
            state = GAME.apply(state, token)
        assert state.result is not None
        won += state.result.details["winner"] == 0
    assert won >= 27

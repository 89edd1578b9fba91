"""Hearts are trumps in every position here; the last card of a trick is an opponent's, the one before the partner's."""

from __future__ import annotations

import pytest

from engine.belote.game import GAME
from engine.belote.state import Belote
from engine.errors import IllegalAction
from engine.notes import Note
from engine.view import Trick
from tests.engine.belote.hands import before, playable, winner
from tests.engine.deals import act, deal

PARTNER_WINS = "AS 7S"
OPPONENT_WINS = "7S AS"


def refused(hand: str, trick: str, card: str) -> IllegalAction:
    """The refusal of this card."""
    with pytest.raises(IllegalAction) as error:
        GAME.apply(before(hand, trick), f"play:{card}")
    return error.value


def why(hand: str, trick: str, card: str) -> str:
    """The clause under which this card is refused."""
    return refused(hand, trick, card).clause


def taken(hands: list[str], *, stock: str = "", upcard: str = "9H") -> Belote:
    """Seat 0 takes hearts; seat 3 has dealt."""
    state: Belote = act(GAME, deal(GAME, 3, hands, stock=stock, upcard=upcard), "take:H")
    return state


def said(state: Belote, tokens: str) -> list[list[tuple[str, int | None]]]:
    """What is said besides the cards, play by play."""
    heard = []
    for token in tokens.split():
        after = GAME.apply(state, token)
        heard.append([(note.key, note.seat) for note in GAME.events(state, token, after) if note.key != "played"])
        state = after
    return heard


def test_3_1_dealers_right_leads_whoever_has_taken() -> None:
    assert GAME.to_act(act(GAME, deal(GAME, 3, upcard="9H"), "pass pass take:H")) == 0
    assert GAME.to_act(act(GAME, deal(GAME, 1, upcard="9H"), "take:H")) == 2


def test_3_1_the_winner_of_a_trick_leads_the_next() -> None:
    state = act(GAME, taken(["7S", "8S", "AS", "10S"]), "play:7S play:8S play:AS play:10S")
    assert GAME.to_act(state) == 2
    assert GAME.view(state, None).tricks == (Trick(0, (("7S",), ("8S",), ("AS",), ("10S",)), 2),)


def test_3_2_follow_the_suit_led() -> None:
    assert playable("7S KS AC JH", "9S") == {"7S", "KS"}
    assert why("7S KS AC JH", "9S", "AC") == "3.2"
    assert why("7S KS AC JH", "9S", "JH") == "3.2"


def test_3_2_in_a_plain_suit_nobody_has_to_beat() -> None:
    assert playable("7S AS", "9S KS") == {"7S", "AS"}


def test_3_2_following_also_when_the_trick_is_already_trumped() -> None:
    assert playable("7S AS JH", "9S 7H") == {"7S", "AS"}
    assert why("7S AS JH", "9S 7H", "JH") == "3.2"


def test_3_2_trumps_led_are_followed_with_trumps() -> None:
    assert playable("7H AS AC", "JH") == {"7H"}
    assert why("7H AS AC", "JH", "AS") == "3.2"


def test_3_3_must_beat_the_highest_trump() -> None:
    assert playable("7H QH AH JH", "10H") == {"AH", "JH"}
    assert playable("7H QH AH JH", "7H 9H 8H") == {"JH"}
    assert why("7H QH AH JH", "10H", "QH") == "3.3"


def test_3_3_must_beat_the_highest_trump_even_a_partners() -> None:
    assert playable("7H AH", "KH 8H") == {"AH"}
    assert why("7H AH", "KH 8H", "7H") == "3.3"


def test_3_3_who_cannot_beat_it_plays_any_trump() -> None:
    assert playable("7H QH AH", "9H") == {"7H", "QH", "AH"}
    assert playable("7H QH AH AS", "8H 9H KH") == {"7H", "QH", "AH"}


def test_3_4_must_trump_when_an_opponent_is_winning() -> None:
    assert playable("7H QH AC", OPPONENT_WINS) == {"7H", "QH"}
    assert playable("7H QH AC", "9S") == {"7H", "QH"}
    assert why("7H QH AC", "9S", "AC") == "3.4"


def test_3_4_must_overtrump_an_opponent() -> None:
    assert playable("7H KH 9H AC", "9S 10H") == {"9H"}
    assert why("7H KH 9H AC", "9S 10H", "KH") == "3.4"


def test_3_4_must_undertrump_when_no_trump_is_higher() -> None:
    assert playable("7H KH AC", "9S 10H") == {"7H", "KH"}
    assert why("7H KH AC", "9S 10H", "AC") == "3.4"


def test_3_4_the_highest_trump_counts_also_when_the_partner_played_it_and_was_beaten() -> None:
    assert playable("7H KH 10H AC", "9S QH 8S 9H") == {"7H", "KH", "10H"}
    assert playable("7H QH JH AC", "9S KH 9H") == {"JH"}


def test_3_5_discarding_is_free_while_the_partner_is_winning() -> None:
    assert playable("7C AC 10D", PARTNER_WINS) == {"7C", "AC", "10D"}
    assert playable("7H JH AC 7D", PARTNER_WINS) == {"7H", "JH", "AC", "7D"}


def test_3_5_whoever_trumps_his_partners_trump_must_beat_it() -> None:
    assert playable("7H JH AC", "9S 10H 8S") == {"JH", "AC"}
    assert why("7H JH AC", "9S 10H 8S", "7H") == "3.5"


def test_3_5_whoever_cannot_beat_it_may_discard_or_undertrump() -> None:
    assert playable("7H KH AC", "9S 10H 8S") == {"7H", "KH", "AC"}
    assert playable("7H KH", "9S 10H 8S") == {"7H", "KH"}


def test_3_5_with_nothing_but_trumps_one_that_beats_the_partners_must_be_played() -> None:
    assert playable("7H KH JH", "9S 10H 8S") == {"JH"}


def test_3_6_with_neither_suit_nor_trump_play_anything() -> None:
    assert playable("7C AD", "9S") == {"7C", "AD"}
    assert playable("7C AD", "9S 10H") == {"7C", "AD"}
    assert playable("7C AD", "JH") == {"7C", "AD"}


@pytest.mark.parametrize(
    ("trick", "card", "why"),
    [
        ("9C", "AS", "You hold the suit led, and must follow it. (3.2)"),
        ("10H", "7H", "Trumps are led and you can beat the highest in the trick, so you must. (3.3)"),
        ("9D", "AS", "You cannot follow and an opponent is winning, so you must play a trump. (3.4)"),
        ("9D 10H", "7H", "You hold a higher trump than the highest in the trick, and must play one. (3.4)"),
        ("9D 10H 8D", "7H", "If you trump your partner, you must beat the highest trump in the trick. (3.5)"),
        ("9D", "KD", "You do not hold that card. (C.4)"),
        ("9D", "ZZ", "'play:ZZ' is not a choice now: play a card. (C.4)"),
    ],
)
def test_3_6_what_is_not_free_is_refused_with_the_duty(trick: str, card: str, why: str) -> None:
    assert str(refused("7H JH AS 7C", trick, card)) == why


@pytest.mark.parametrize(
    ("trick", "card"),
    [
        ("10S KS AS 7S", "AS"),
        ("7S AC AD KC", "7S"),
        ("AS 7H 10S KS", "7H"),
        ("AS AH 9H 10H", "9H"),
        ("9H JH AH 10H", "JH"),
        ("7H AS AC AD", "7H"),
    ],
)
def test_3_7_the_highest_trump_wins_or_else_the_highest_of_the_suit_led(trick: str, card: str) -> None:
    assert winner(trick) == card


def test_3_7_a_king_of_another_suit_does_not_beat_the_jack_led() -> None:
    assert winner("JS KC 9S 7S") == "JS"


def test_3_8_belote_is_announced_with_the_first_of_the_pair_and_rebelote_with_the_second() -> None:
    # Seat 1 holds king and queen of hearts, and jack of spades besides.
    state = taken(["7H 8H AS 10S 7C", "KH QH JS 8C 9C", "7S 8S 7D 8D 9D", "AH 10H 9S QS KS"])
    assert state.belote == 1
    heard = said(state, "play:7H play:QH play:7S play:AH play:9S play:AS play:JS play:8S play:8H play:KH play:7D")
    announced = [[note for note in notes if note[0] != "trick"] for notes in heard]
    assert announced == [[], [("belote", 1)], *[[]] * 7, [("rebelote", 1)], []]


def test_3_8_either_of_the_two_may_be_the_first() -> None:
    state = taken(["7H 8H", "KH QH"])
    assert said(state, "play:7H play:KH")[1] == [("belote", 1)]
    assert said(state, "play:7H play:QH")[1] == [("belote", 1)]


def test_3_8_what_was_announced_stands_and_is_never_announced_again() -> None:
    state = taken(["7H 8H AS", "KH QH JS"])
    for viewer in (0, 1, 2, 3, None):
        assert announcements(state, viewer) == []
    state = act(GAME, state, "play:7H play:QH")
    while state.result is None:
        keys = [note.key for note in announcements(state, None)]
        assert keys in (["belote"], ["belote", "rebelote"])
        token = GAME.legal(state)[0]
        after = GAME.apply(state, token)
        events = [note.key for note in GAME.events(state, token, after)]
        assert "belote" not in events
        assert ("rebelote" in events) == (token == "play:KH")
        state = after
    assert announcements(state, None) == [Note("belote", 1), Note("rebelote", 1)]


def announcements(state: Belote, viewer: int | None) -> list[Note]:
    return [note for note in GAME.view(state, viewer).facts if note.key in ("belote", "rebelote")]


def test_3_8_the_final_eight_cards_count_and_not_the_first_five() -> None:
    through_the_upcard = act(GAME, deal(GAME, 3, ["QH"], upcard="KH"), "take:H")
    assert through_the_upcard.belote == 0
    through_the_stock = taken(["", "QH"], stock="7S 8S KH")
    assert through_the_stock.belote == 1


def test_3_8_king_and_queen_in_two_hands_or_of_a_plain_suit_are_no_belote() -> None:
    state = taken(["KH", "QH", "KS QS"])
    assert state.belote is None
    while state.result is None:
        state = GAME.apply(state, GAME.legal(state)[0])
        assert announcements(state, None) == []
    assert state.result.details["belote"] is None


def test_3_8_nobody_else_knows_of_a_belote_before_it_is_announced() -> None:
    together = taken(["7H 8H AS", "KH QH 9S", "JS 7D"])
    apart = taken(["7H 8H AS", "KH 7D 9S", "JS QH"])
    assert (together.belote, apart.belote) == (1, None)
    for viewer in (0, 3, None):
        assert GAME.view(together, viewer) == GAME.view(apart, viewer)
    played = "play:AS play:9S play:JS"
    for viewer in (0, 3, None):
        assert GAME.view(act(GAME, together, played), viewer) == GAME.view(act(GAME, apart, played), viewer)


def test_3_8_the_second_gives_twenty_to_its_side() -> None:
    state = taken(["7H 8H", "KH QH"])
    while state.result is None:
        state = GAME.apply(state, GAME.legal(state)[0])
    (line,) = [line for line in state.result.account if line.note.key == "count.belote"]
    assert (line.note.seat, line.clause, line.amounts) == (1, "3.8", (0, 20, 0, 20))
    assert state.result.details["belote"] == "defence"

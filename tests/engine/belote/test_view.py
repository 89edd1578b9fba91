from __future__ import annotations

from engine.belote.cards import PACK
from engine.belote.game import GAME
from engine.belote.state import Belote
from engine.notes import Note
from engine.view import Trick
from tests.engine.deals import act, deal, fact

VIEWERS = (0, 1, 2, 3, None)


def half_a_trick() -> Belote:
    """Seat 0 takes hearts and leads; seat 1 wins the first trick and leads the second, which is half played."""
    hands = ["7S 9S JH 7C 8C", "AS 8S 9C JC QC", "10S KS 7D 8D 9D", "QS JS JD QD KD"]
    state: Belote = act(
        GAME, deal(GAME, 3, hands, upcard="9H"), "take:H play:9S play:AS play:10S play:QS play:9C play:10C"
    )
    return state


def test_a_view_tells_the_trick_who_is_winning_it_and_the_points_so_far() -> None:
    view = GAME.view(half_a_trick(), None)
    assert view.trick == Trick(1, (("9C",), ("10C",)), winner=2)
    assert fact(view, "points") == Note("points", args={"taker": 0, "defence": 24})
    assert fact(view, "contract") == Note("contract", 0, ("9H",), {"trumps": "H"})
    assert view.counts == (7, 6, 6, 7)
    assert view.sides == (0, 1, 0, 1)


def test_points_so_far_are_told_from_the_takers_side() -> None:
    hands = ["7S", "AS", "10S", "QS"]
    for tokens, counted in (
        ("take:H", {"taker": 0, "defence": 24}),
        ("pass take:H", {"taker": 24, "defence": 0}),
    ):
        state = act(GAME, deal(GAME, 3, hands, upcard="9H"), f"{tokens} play:7S play:AS play:10S play:QS")
        assert fact(GAME.view(state, None), "points") == Note("points", args=counted)


def test_trumps_lie_in_their_own_order_in_the_hand() -> None:
    state = deal(GAME, 3, ["JH 7H 9H AS 10S"], upcard="AH", stock="QH KS")
    assert GAME.view(state, 0).hand == ("10S", "AS", "7H", "9H", "JH")
    state = act(GAME, state, "take:H")
    assert GAME.view(state, 0).hand == ("KS", "10S", "AS", "7H", "QH", "AH", "9H", "JH")


def test_only_the_seat_to_act_is_asked_and_offered_anything() -> None:
    state = half_a_trick()
    asked = [viewer for viewer in VIEWERS if GAME.view(state, viewer).ask]
    offered = [viewer for viewer in VIEWERS if GAME.view(state, viewer).legal]
    assert asked == offered == [3]


def test_the_question_of_each_round_names_the_card_and_the_suit() -> None:
    state = deal(GAME, 3, upcard="9H")
    assert GAME.view(state, 0).ask == Note("ask.first_round", cards=("9H",), args={"suit": "H"})
    state = act(GAME, state, "pass pass pass pass")
    assert GAME.view(state, 0).ask == Note("ask.second_round", cards=("9H",), args={"suit": "H"})
    assert fact(GAME.view(state, 2), "second_round") == Note("second_round", args={"suit": "H"})


def test_the_auction_is_told_call_by_call() -> None:
    state = deal(GAME, 3, upcard="9H")
    heard: list[Note] = []
    for token in ("pass", "pass", "pass", "pass", "take:S"):
        after = GAME.apply(state, token)
        heard += GAME.events(state, token, after)
        state = after
    assert heard == [
        *[Note("passed", seat) for seat in range(4)],
        Note("second_round", args={"suit": "H"}),
        Note("takes", 0, ("9H",), {"trumps": "S"}),
    ]


def test_all_eight_cards_are_uncovered_once_the_deal_is_settled() -> None:
    state = half_a_trick()
    dealt = {seat: set(hand) | {"9S", "AS", "10S", "QS"} for seat, hand in enumerate(map(PACK.names, state.hands))}
    while state.result is None:
        assert fact(GAME.view(state, 0), "hand", 1) is None
        state = GAME.apply(state, GAME.legal(state)[0])
    shown = [fact(GAME.view(state, None), "hand", seat).cards for seat in range(4)]
    assert [len(hand) for hand in shown] == [8, 8, 8, 8]
    assert sorted(card for hand in shown for card in hand) == sorted(PACK.codes)
    assert all(dealt[seat] - {"9S", "AS", "10S", "QS"} <= set(shown[seat]) for seat in range(4))


def test_the_cards_of_an_annulled_deal_stay_covered() -> None:
    state = act(GAME, deal(GAME, 3, ["AS"], upcard="9H"), " ".join(["pass"] * 8))
    assert {note.key for note in GAME.view(state, 2).facts} == {"upcard", "second_round"}

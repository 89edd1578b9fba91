from __future__ import annotations

from dataclasses import replace

from client.model import reduce, seated
from client.text import words
from client.viewmodel import shown
from protocol import Line, Note, Result, Trick
from protocol.from_server import Seat, Update
from tests.client.tables import ABOUT, model, seen, table, view, welcome


def test_people_are_listed_from_the_viewer_on_in_the_order_of_play() -> None:
    guest = replace(model(view(viewer=2, to_act=2)), seat=2)
    assert [player.name for player in shown(guest).players] == ["Clara", "Dédé", "Anna", "Bruno"]


def test_every_seat_has_its_marks() -> None:
    marks = {player.name: player.marks for player in seen().players}
    assert marks == {
        "Anna": ("you", "taker"),
        "Bruno": ("dealer",),
        "Clara": ("bot",),
        "Dédé": ("bot",),
    }


def test_a_bots_seat_says_how_well_it_plays() -> None:
    seats = (*table().seats[:3], Seat(kind="bot", name="Léa", level="strong"))
    at_table = replace(model(view()), table=table().model_copy(update={"seats": seats}))
    assert shown(at_table).players[3].marks == ("strong bot",)


def test_partners_are_marked() -> None:
    marks = {player.name: player.marks for player in seen(view(facts=(), sides=(0, 1, 0, 1))).players}
    assert "with you" in marks["Clara"]
    assert "with you" not in marks["Anna"]


def test_cards_tricks_and_turn_of_each_seat() -> None:
    anna, bruno, *_ = seen().players
    assert (anna.cards, anna.tricks, anna.turn) == (11, "1 trick", True)
    assert (bruno.cards, bruno.tricks, bruno.turn) == (11, "", False)


def test_the_trick_is_told_in_the_order_of_play() -> None:
    assert [(play.name, play.cards) for play in seen().trick] == [("Clara", "K♥"), ("Dédé", "2♥")]
    assert [(play.name, play.leads) for play in seen().last_trick] == [
        ("Clara", False), ("Dédé", False), ("Anna", True), ("Bruno", False),
    ]  # fmt: skip


def test_a_finished_trick_lies_there_until_the_next_is_led() -> None:
    between = seen(view(trick=None))
    assert between.trick_heading == "Anna wins trick 1"
    assert [play.cards for play in between.trick] == ["4♣", "5♣", "K♣", "2♣"]
    assert between.last_trick == ()


def test_an_empty_play_is_a_pass() -> None:
    assert [play.cards for play in seen(view(trick=Trick(2, (("KH", "KS"), ())))).trick] == ["K♥ K♠", "pass"]


def test_of_several_plays_of_the_winner_the_last_leads() -> None:
    round_of_two = view(trick=Trick(2, (("3H",), ("4H",), ("AH",), (), ("2S",), ()), 2))
    assert [play.leads for play in seen(round_of_two).trick] == [False, False, False, False, True, False]


def test_calls_stand_beside_those_who_made_them() -> None:
    auction = view(phase="auction", trick=None, tricks=(), calls=("bid:pass", "bid:garde"), facts=())
    assert [player.call for player in seen(auction).players] == ["", "", "Pass", "Garde"]
    assert [player.call for player in seen(view(calls=("bid:pass",))).players] == [""] * 4, "not once play has begun"


def test_cards_that_are_not_legal_are_barred_but_can_be_pointed_at() -> None:
    cells = {cell.code: cell.choice for group in seen().hand for cell in group.cells}
    king, seven = cells["KS"], cells["7H"]
    assert king
    assert seven
    assert (king.legal, seven.legal) == (False, True)
    assert king.tokens == ("play:KS",)


def test_nothing_is_barred_while_no_card_is_asked_for() -> None:
    bidding = seen(view(phase="auction", legal=("bid:pass", "bid:garde"), ask=Note("ask.auction")))
    assert not any(cell.choice for group in bidding.hand for cell in group.cells)
    assert [choice.text for choice in bidding.menu] == ["Pass", "Garde"]


def test_the_hand_lies_in_groups_trumps_first() -> None:
    groups = [(group.sign, [cell.text for cell in group.cells]) for group in seen().hand]
    assert groups == [
        ("T", ["1", "9", "21", "EX"]),
        ("♠", ["2", "K"]),
        ("♥", ["7", "10", "Q"]),
        ("♣", ["3"]),
        ("♦", ["J"]),
    ]


def test_a_hand_that_is_played_by_ranks_lies_by_rank() -> None:
    by_rank = replace(ABOUT, by_rank=True, labels={**ABOUT.labels, "trick.now": "Round {number}"})
    hand = ("3S", "3H", "10D", "QC", "2S")
    lead = reduce(seated(welcome(about=by_rank)), Update(seq=1, events=(), view=view(hand=hand, legal=("play:3,3",))))
    (cards,) = shown(lead).hand
    assert [cell.text for cell in cards.cells] == ["3♠", "3♥", "10♦", "Q♣", "2♠"]
    assert [cell.suit for cell in cards.cells] == ["spades", "hearts", "diamonds", "clubs", "spades"]
    assert [cell.choice and cell.choice.legal for cell in cards.cells] == [True, True, False, False, False]
    assert shown(lead).trick_heading == "Round 2"


def test_the_account_has_an_amount_for_each_seat() -> None:
    made = Line(Note("made", args={"contract": "garde"}), "8.1", (174, -58, -58, -58.5))
    result = Result(
        "played", (174, -58, -58, -58.5), account=(Line(Note("made", args={"contract": "garde"}), "1.1"), made)
    )
    over = seen(view(phase="settled", to_act=None, hand=(), legal=(), trick=None, ask=None, result=result))
    assert over.account is not None
    assert over.mode == "over"
    explained, paid = over.account.rows
    assert (explained.text, explained.clause, explained.amounts) == ("Garde made", "1.1", ())
    assert paid.amounts == ("+174", "−58", "−58", "−58.5")


def test_scores_of_the_match_stand_with_the_names_once_there_are_some() -> None:
    assert [player.score for player in seen().players] == [""] * 4
    later = reduce(model(), table(deals=1, scores=(174, -58, -58, -58)))
    assert [player.score for player in shown(later).players] == ["+174", "−58", "−58", "−58"]


def test_before_the_first_deal_it_says_how_to_start() -> None:
    waiting = shown(seated(welcome()))
    assert waiting.mode == "waiting"
    assert "Press s " in waiting.ask


def test_whose_turn_it_is_is_said_in_words() -> None:
    assert seen(view(to_act=2, legal=(), ask=None)).ask == "Waiting for Clara."


def test_a_label_that_does_not_fit_is_told_by_its_key() -> None:
    odd = reduce(model(), Update(seq=2, events=(Note("contract", 0),), view=view()))
    assert shown(odd).log[-1] == "contract"


def test_the_account_names_those_who_have_played_the_deal_whoever_sits_there_now() -> None:
    result = Result("played", (3, -1, -1, -1), account=(Line(Note("made"), "8.1", (3, -1, -1, -1)),))
    over = view(phase="settled", to_act=None, hand=(), legal=(), trick=None, ask=None, result=result)
    anna, bruno, clara, _ = table().seats
    eva = Seat(kind="person", name="Eva")
    counted = reduce(model(over), table("over", deals=1, scores=(3, -1, -1, -1), seats=(anna, bruno, clara, eva)))
    moved = reduce(counted, table("over", deals=1, scores=(-1, 3, -1, -1), seats=(bruno, anna, clara, eva)))
    account = shown(moved).account
    assert account is not None
    assert account.names == ("Anna", "Bruno", "Clara", "Dédé")
    assert account.match == ("+3", "−1", "−1", "−1")
    assert account.deals == 1


def test_a_name_is_never_taken_for_a_word_of_the_game() -> None:
    named = Note("seat.taken", args={"name": "trick"})
    assert words(model(view())).note(named) == "trick sits down."

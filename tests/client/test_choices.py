from __future__ import annotations

import pytest

from client.choices import Choice, decision, meant
from client.text import Words
from protocol import Note, Offer
from tests.client.tables import ABOUT, NAMES, seen, view

EVERYTHING = ("KH", "QH", "NH", "JH", "10H", "AH", "KS", "QD", "QS", "T1", "T2", "T12", "T21", "EX")
OPEN = seen(view(hand=EVERYTHING, legal=tuple(f"play:{card}" for card in EVERYTHING), trick=None))


def tokens(typed: str, choices: tuple[Choice, ...] = OPEN.choices) -> set[str]:
    return {token for choice in meant(choices, typed) for token in choice.tokens}


@pytest.mark.parametrize("typed", ["KH", "kh", "K♥", "RH", "r♥", "K h", "king of hearts", "play:KH"])
def test_a_king_by_any_of_its_names(typed: str) -> None:
    assert tokens(typed) == {"play:KH"}


@pytest.mark.parametrize(
    ("typed", "card"),
    [("DH", "QH"), ("CH", "NH"), ("VH", "JH"), ("1H", "AH"), ("AH", "AH"), ("10♥", "10H"), ("DD", "QD")],
)
def test_french_letters_of_the_ranks(typed: str, card: str) -> None:
    assert tokens(typed) == {f"play:{card}"}


@pytest.mark.parametrize(
    ("typed", "card"),
    [("T21", "T21"), ("21", "T21"), ("1", "T1"), ("petit", "T1"), ("trump 12", "T12"), ("EX", "EX"), ("Excuse", "EX")],
)
def test_trumps_and_cards_with_names(typed: str, card: str) -> None:
    assert tokens(typed) == {f"play:{card}"}


def test_what_begins_several_names_means_all_of_them() -> None:
    assert tokens("d") == {"play:QH", "play:QD", "play:QS"}
    assert tokens("2") == {"play:T2"}, "a whole name goes before the beginning of another"
    assert tokens("") == set()
    assert tokens("zz") == set()


def test_what_is_not_legal_is_named_in_full_or_by_a_rank_or_suit_of_which_nothing_is_legal() -> None:
    """So that whoever tries it hears the rule that forbids it."""
    assert tokens("ks", seen().choices) == {"play:KS"}
    assert tokens("k", seen().choices) == {"play:KS"}
    assert tokens("2", seen().choices) == {"play:2S"}
    assert tokens("king of", seen().choices) == set()
    assert tokens("clubs", seen().choices) == tokens("♣", seen().choices) == {"play:3C"}
    assert tokens("spades", seen().choices) == {"play:2S", "play:KS"}
    assert tokens("q", seen().choices) == {"play:QH"}
    assert tokens("hearts", seen().choices) == {"play:7H", "play:10H", "play:QH"}
    assert tokens("k", seen(view(hand=("KS", "KH"), legal=("play:KH",))).choices) == {"play:KH"}


def test_the_verb_of_a_token_names_no_card() -> None:
    """In French `d` is for dame and `p` for pique, whatever verb a token begins with."""
    assert tokens("p", OPEN.choices) == {"play:T1"}, "the Petit"
    assert tokens("play", OPEN.choices) == set()
    assert tokens("bid", seen(view(phase="auction", legal=("bid:pass", "bid:garde"))).choices) == set()
    assert tokens("play:kh", OPEN.choices) == {"play:KH"}


def test_a_number_is_a_rank_where_that_is_allowed_and_the_trump_is_not() -> None:
    hand = ("T5", "5H", "5S", "10H", "T10")
    discarding = seen(view(hand=hand, legal=("discard:5H", "discard:10H"))).choices
    assert tokens("5", discarding) == {"discard:5H"}
    assert tokens("10", discarding) == {"discard:10H"}
    assert tokens("t5", discarding) == {"discard:T5"}, "which is refused, with the reason"
    assert tokens("5", seen(view(hand=hand, legal=("discard:T5", "discard:5H"))).choices) == {"discard:T5"}
    assert tokens("5", seen(view(hand=hand, legal=("play:5H", "play:5S"))).choices) == {"play:5H", "play:5S"}


def test_words_of_the_menu_by_label_or_token() -> None:
    bids = seen(view(phase="auction", legal=("bid:pass", "bid:garde", "bid:garde_sans"))).choices
    assert tokens("garde", bids) == {"bid:garde"}
    assert tokens("bid:garde", bids) == {"bid:garde"}
    assert tokens("garde s", bids) == {"bid:garde_sans"}
    assert tokens("p", bids) == {"bid:pass"}


def test_a_token_without_a_label_is_readable() -> None:
    take, odd, shape = seen(view(legal=("take:H", "call_it_off", "play:3,3,10"))).menu
    assert (take.text, odd.text, shape.text) == ("hearts", "call it off", "3 3 10")
    assert meant((shape,), "3310") == (shape,)


def test_a_hand_that_is_played_by_ranks() -> None:
    lead = seen(view(hand=("3S", "5S", "3C", "4H"), legal=("play:3", "play:4", "play:3,3"))).choices
    assert [(choice.card, choice.rank, choice.legal) for choice in lead if choice.card] == [
        ("3S", "3", True), ("5S", "5", False), ("3C", "3", True), ("4H", "4", True),
    ]  # fmt: skip
    assert lead[0].full == "3", "not of which suit"
    assert [choice.tokens for choice in seen(view(hand=("3S", "3C"), legal=("play:3", "play:3,3"))).menu] == [
        ("play:3,3",)
    ]
    assert tokens("33", lead) == {"play:3,3"}
    assert tokens("3", lead) == {"play:3"}


def test_the_cards_of_a_combination_name_it_however_they_are_written() -> None:
    hand = ("3S", "3H", "4S", "10H", "KS", "KD")
    lead = seen(view(hand=hand, legal=("play:3", "play:3,3", "play:K,K", "play:3,3,4", "play:3,3,10"))).choices
    for typed in ("3s 3h", "3♠ 3♥", "3h,3s", "3 of spades; 3 of hearts", "3,3", "3 3"):
        assert tokens(typed, lead) == {"play:3,3"}, typed
    assert tokens("rs k♦", lead) == tokens("ks kd", lead) == {"play:K,K"}
    assert tokens("4s 3h 3s", lead) == {"play:3,3,4"}
    assert tokens("10h 3h 3s", lead) == {"play:3,3,10"}
    assert tokens("3s 3s", lead) == set(), "a card is there once"
    assert tokens("3s 9h", lead) == set()


def test_cards_that_are_no_combination_are_tried_and_refused_with_the_rule() -> None:
    lead = seen(view(hand=("3S", "3H", "4S"), legal=("play:3", "play:3,3"))).choices
    (tried,) = meant(lead, "3s 4s")
    assert (tried.tokens, tried.text, tried.legal) == (("play:3,4",), "3♠ 4♠", False)
    follow = seen(view(hand=("3S", "3H", "5S", "5H"), legal=("play:5,5",))).choices
    assert tokens("5", follow) == {"play:5,5"}, "a card that cannot be played alone is not what is meant"
    for typed in ("3", "play:3", "play:5,5", "3♠"):
        assert len(meant(follow, typed)) == 1, typed
    assert tokens("3", follow) == {"play:3"}, "it does not matter which of them"
    assert tokens("3 3", follow) == {"play:3,3"}


def test_a_decision_for_a_rank_names_no_card_of_it() -> None:
    words = Words(ABOUT, NAMES)
    assert decision(view(hand=("3C", "3H", "QS"), legal=("play:3", "play:Q")), "play:3", words) == "3"
    assert decision(view(hand=("3C", "QS"), legal=("play:3", "play:Q")), "play:Q", words) == "Q"
    assert decision(view(hand=("3C",), legal=("play:3C",)), "play:3C", words) == "3♣"


def test_a_number_that_has_a_label_is_no_rank() -> None:
    asked = seen(view(hand=("10S", "10H"), legal=("poignee:none", "poignee:10")))
    assert all(choice.card is None for choice in asked.choices)


def test_offers_stand_beside_the_free_choice() -> None:
    hiding = seen(
        view(
            legal=("hide:T1", "hide:T9", "hide:T21"),
            offers=(Offer(Note("offer.highest", args={"number": 2}), ("hide:T9", "hide:T21")),),
        )
    )
    assert [choice.text for choice in hiding.menu] == ["Hold back the highest 2"]
    assert hiding.menu[0].tokens == ("hide:T9", "hide:T21")
    assert any(choice.tokens == ("hide:T1",) for choice in hiding.choices)


def test_an_offer_of_one_card_stands_beside_that_card() -> None:
    asked = view(
        legal=("hide:T1", "hide:T9", "hide:T21"),
        ask=Note("Hold back {left}", args={"left": 1}),
        offers=(Offer(Note("offer.highest", args={"number": 1}), ("hide:T21",)),),
    )
    assert [choice.text for choice in seen(asked).menu] == ["Hold back the highest 1"]
    assert decision(asked, "hide:T21", Words(ABOUT, NAMES)) == "21", "who has chosen it chose that card"

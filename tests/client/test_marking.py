"""Cards that are put aside one after the other: nothing of it is final before all of it is."""

from __future__ import annotations

from dataclasses import replace

from client import desk as desks
from client.answers import unclear
from client.desk import Choose, Desk, Layout, Order
from client.keys import Action
from client.screens.frame import picture
from client.viewmodel import Shown
from protocol import Note, Offer
from protocol.from_server import Refused, Update
from tests.client.tables import HAND, seen, view
from tests.client.test_plain import conversation
from tests.client.test_screen import ENTER, terminal

LEGAL = ("2S", "7H", "10H", "QH", "3C", "JD")


def discarding(left: int, legal: tuple[str, ...] = LEGAL, **changes: object) -> dict[str, object]:
    """Anna is to put so many cards aside."""
    ask = Note("Discard {left} more", args={"left": left})
    return {"phase": "discard", "legal": tuple(f"discard:{card}" for card in legal), "ask": ask, **changes}


TURN = seen(view(**discarding(3)))


def press(desk: Desk, *actions: Action, at: Shown = TURN) -> tuple[Desk, Order | None]:
    row = tuple((2 * number, choice) for number, choice in enumerate(at.choices))
    order = None
    for action in actions:
        desk, order = desks.pressed(desk, action, at, Layout((row,)))
        desk = desks.settle(desk, at)
    return desk, order


def typed(desk: Desk, *names: str, at: Shown = TURN) -> tuple[Desk, Order | None]:
    order = None
    for name in names:
        desk, order = press(desks.typed(desk, name, at)[0], "choose", at=at)
    return desk, order


def drawn(desk: Desk, columns: int = 80, rows: int = 24, at: Shown = TURN) -> str:
    lines = picture(at, desks.settle(desk, at), columns, rows).lines
    return " ".join(" ".join("".join(text for _, text in line) for line in lines).split())


def test_as_many_are_wanted_as_the_question_says_but_no_more_than_there_are() -> None:
    assert TURN.wanted == 3
    assert seen(view(**discarding(6, LEGAL[:4]))).wanted == 4, "the others are asked for when these are put aside"
    assert seen(view(**discarding(6, LEGAL[:4]))).ask == "Discard 4 more", "the number of the marks"
    assert seen(view(**discarding(1))).wanted == 0, "a single one is chosen at once"
    assert seen().wanted == 0


def test_enter_and_space_mark_and_only_the_last_enter_is_final() -> None:
    desk, order = press(desks.settle(Desk(), TURN), "choose", "right", "right", "mark")
    assert order is None
    assert desk.marked == {"2S", "7H"}
    desk, order = press(desk, "right", "choose")
    assert (order, len(desk.marked)) == (None, 3)
    assert press(desk, "choose")[1] == Choose(("discard:2S", "discard:7H", "discard:10H"))


def test_what_is_marked_can_be_taken_back_until_then() -> None:
    desk, _ = typed(Desk(), "2s", "7h", "qh")
    assert desk.marked == {"2S", "7H", "QH"}
    assert press(desk, "mark")[0].marked == {"2S", "7H"}, "the cursor is on the card that was named last"
    assert typed(desk, "7h")[0].marked == {"2S", "QH"}
    full = typed(desk, "jd")[0]
    assert (full.marked, full.message) == (desk.marked, "No more than 3 can be marked; left out: J♦.")
    assert typed(full, "7h")[0].message == ""
    cleared, order = press(desk, "leave")
    assert (cleared.marked, cleared.leaving, order) == (frozenset(), False, None)


def test_a_card_that_is_not_allowed_is_said_to_the_server_which_knows_why_and_the_marks_stay() -> None:
    desk, order = typed(typed(Desk(), "2s")[0], "ks")
    assert order == Choose(("discard:KS",))
    waiting = seen(view(**discarding(3), to_act=1))
    assert desks.settle(desk, waiting).marked == {"2S"}
    hand = tuple(card for card in HAND if card != "2S")
    assert desks.settle(desk, seen(view(**discarding(2), hand=hand))).marked == frozenset()


def test_a_line_says_what_will_go_away_and_the_footer_what_enter_does() -> None:
    desk, _ = typed(Desk(), "2s", "7h")
    for size in ((80, 24), (60, 20), (40, 12)):
        assert "Marked (2 of 3): 2♠ 7♥." in drawn(desk, *size)
        whole = drawn(typed(desk, "jd")[0], *size)
        assert "Marked (3 of 3): 2♠ 7♥ J♦. Enter makes it final; before that, each can be taken back." in whole
        assert "Enter the 3 marked cards, for good" in whole
        assert "▸ Discard 3 more:" in drawn(Desk(), *size)
        assert "▸ Discard 1 more:" in drawn(desk, *size), "what is marked is asked for no more"
        assert "▸ All of them are marked:" in whole
    assert "Enter take back 7 of hearts" in drawn(desk)
    assert "Enter mark jack of diamonds" in drawn(Desk(cursor=("JD",)))


def test_an_offer_is_taken_at_once_and_tells_its_cards() -> None:
    offer = Offer(Note("offer.highest", args={"number": 2}), ("hide:T9", "hide:T21"))
    legal = ("hide:T1", "hide:T9", "hide:T21")
    hiding = seen(view(legal=legal, ask=Note("Hold back {left}", args={"left": 2}), offers=(offer,)))
    assert hiding.wanted == 2
    assert hiding.menu[0].full == "Hold back the highest 2: 9 21"
    desk = Desk(cursor=hiding.menu[0].key)
    assert press(desk, "choose", at=hiding)[1] == Choose(offer.tokens)


def test_of_several_cards_the_one_that_is_not_clear_is_told() -> None:
    assert unclear("2s 9s 7h", TURN).startswith("“9s” is none of the choices; ")
    assert unclear("2s, q", TURN) == "“q” may be Q♥."
    lead = seen(view(hand=("3S", "3C"), legal=("play:3", "play:3,3")))
    assert unclear("3s 4s", lead).startswith("“4s” is none of the choices; ")
    assert unclear("king of", seen()).startswith("“king of” is none of the choices; ")


async def test_on_the_screen_the_cards_are_sent_one_after_the_other() -> None:
    async with terminal() as at:
        at.link.tell(Update(seq=2, events=(), view=view(**discarding(2))))
        await at.shows("Discard 2 more")
        at.press("2s" + ENTER + "7h" + ENTER + "7h" + ENTER + "jd" + ENTER)
        await at.shows("Marked (2 of 2): 2♠ J♦.")
        assert at.link.sent == []
        at.press(ENTER)
        await at.sends("discard:2S")
        at.link.accept()
        hand = tuple(card for card in HAND if card != "2S")
        at.link.tell(Update(seq=2, events=(), view=view(**discarding(1, LEGAL[1:]), hand=hand)))
        await at.sends("discard:2S", "discard:JD")


async def test_the_text_mode_marks_too_and_yes_is_final() -> None:
    async with conversation() as talk:
        talk.link.tell(Update(seq=2, events=(), view=view(**discarding(3))))
        await talk.heard("Discard 3 more")
        talk.say("yes", "2s", "7H jd")
        await talk.heard("Nothing is marked: 3 cards are wanted.")
        await talk.heard("Marked (1 of 3): 2♠.")
        await talk.heard("Marked (3 of 3): 2♠ 7♥ J♦. Say yes to make it final, or name one of them, to take it back.")
        talk.say("jd", "qh", "ks")
        await talk.heard("Marked (3 of 3): 2♠ 7♥ Q♥. Say yes")
        await talk.sends("discard:KS")
        talk.link.tell(Refused(id="1", code="illegal", message="Kings are never discarded.", clause="3.2"))
        await talk.heard("Kings are never discarded. (3.2)")
        talk.say("yes")
        await talk.sends("discard:KS", "discard:2S")
        talk.link.accept()
        talk.link.tell(Update(seq=2, events=(), view=view(**discarding(2, LEGAL[1:]), hand=HAND[1:])))
        await talk.sends("discard:KS", "discard:2S", "discard:7H")


async def test_in_lines_nothing_that_concerns_the_marks_is_kept_from_who_set_them() -> None:
    async with conversation() as talk:
        talk.link.tell(Update(seq=2, events=(), view=view(**discarding(3))))
        await talk.heard("Discard 3 more")
        talk.say("1, 4", "yes", "hand", "3 2 5 6")
        await talk.heard("Marked (2 of 3): 2♠ Q♥.")
        await talk.until(lambda: talk.text.count("Marked (2 of 3): 2♠ Q♥.") == 2)
        await talk.until(lambda: talk.text.count("Marked (2 of 3): 2♠ Q♥.") == 3)
        assert "Discard 1 more" in talk.text, "what is marked is asked for no more"
        await talk.heard("No more than 3 can be marked; left out: 7♥ 3♣ J♦.")
        await talk.heard("Marked (3 of 3): 2♠ 10♥ Q♥. Say yes")
        talk.say("ks")
        await talk.sends("discard:KS")
        talk.link.tell(Refused(id="1", code="illegal", message="Kings are never discarded.", clause="3.2"))
        await talk.heard("Kings are never discarded. (3.2)")
        await talk.until(lambda: talk.text.count("Marked (3 of 3): 2♠ 10♥ Q♥. Say yes") == 2)
        assert "All of them are marked:" in talk.text


async def test_what_was_marked_for_one_question_is_not_for_another() -> None:
    async with conversation() as talk:
        talk.link.tell(Update(seq=2, events=(), view=view(**discarding(3))))
        await talk.heard("Discard 3 more")
        talk.say("2s 7h")
        await talk.heard("Marked (2 of 3)")
        talk.link.tell(Update(seq=3, events=(), view=view(**discarding(2, LEGAL[2:]), hand=HAND[3:])))
        await talk.heard("Discard 2 more")
        assert "Nothing is marked" not in talk.text, "nor is it told of those any more"
        talk.say("yes")
        await talk.heard("Nothing is marked: 2 cards are wanted.")


async def test_numbers_are_those_of_the_list_however_they_are_put() -> None:
    legal = ("hide:T1", "hide:T9", "hide:T14", "hide:T21")
    for line in ("1 4", "1, 4", "1,4", "T1; T21"):
        async with conversation() as talk:
            hand = ("T1", "T9", "T14", "T21")
            asked = view(hand=hand, legal=legal, ask=Note("Hold back {left}", args={"left": 2}))
            talk.link.tell(Update(seq=2, events=(), view=asked))
            await talk.heard("Hold back 2")
            talk.say(line)
            await talk.heard("Marked (2 of 2): T1 T21. Say yes")


async def test_what_is_ready_made_is_listed_first_with_its_cards() -> None:
    legal = ("hide:T1", "hide:T9", "hide:T21")
    offer = Offer(Note("offer.highest", args={"number": 2}), ("hide:T9", "hide:T21"))
    async with conversation() as talk:
        asked = view(legal=legal, ask=Note("Hold back {left}", args={"left": 2}), offers=(offer,))
        talk.link.tell(Update(seq=2, events=(), view=asked))
        await talk.heard("1) Hold back the highest 2: T9 T21, 2) T1, 3) T9, 4) T21")
        talk.say("1", "1")  # the Petit is in the hand as well
        await talk.sends("hide:T9")


def test_marks_that_were_refused_together_are_there_again_and_those_that_were_played_are_not() -> None:
    hand = ("3S", "5S", "3C", "4H")
    lead = seen(view(hand=hand, legal=("play:3", "play:4", "play:3,3")))
    sent, order = desks.pressed(Desk(marked=frozenset({"3S", "4H"})), "choose", lead, Layout())
    assert order == Choose(("play:3,4",))
    sent = desks.settle(sent, seen(view(hand=hand, to_act=1, legal=())))
    assert sent.marked == frozenset()
    again = desks.settle(sent, replace(lead, refusal="Those do not go together."))
    assert again.marked == {"3S", "4H"}
    assert desks.settle(replace(again, marked=frozenset()), lead).marked == frozenset(), "once"
    assert desks.settle(sent, lead).marked == frozenset()


def test_several_cards_may_be_typed_at_once_on_the_screen_too() -> None:
    for names in ("2s, 7h", "2s 7h", "2 of spades, 7h", "2S; 7 of hearts"):
        desk = desks.typed(Desk(), names, TURN)[0]
        assert "Enter mark 2 of spades, 7 of hearts" in drawn(desk)
        marked, order = press(desk, "choose")
        assert marked.marked == {"2S", "7H"}
        assert (marked.typed, order) == ("", None)
    assert desks.several(desks.typed(Desk(), "2s zz", TURN)[0], TURN) == []
    lead = seen(view(hand=("3S", "5S", "3C"), legal=("play:3", "play:3,3")))
    assert press(desks.typed(Desk(), "3s 3c", lead)[0], "choose", at=lead)[1] == Choose(("play:3,3",))
    begun = press(desks.typed(Desk(), "3s 5s", lead)[0], "choose", at=lead)[0]
    assert begun.marked == {"3S", "5S"}, "more may be marked"
    assert press(begun, "choose", at=lead)[1] == Choose(("play:3,5",))

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from client import desk as desks
from client.choices import Choice
from client.desk import Choose, Desk, Layout, Leave, PutAway, Say, Start
from client.keys import USUAL, Action, Page
from client.model import reduce, seated, started
from client.options import Option
from client.screens.foot import foot, hint, keys
from client.viewmodel import Shown, shown
from protocol import Result
from protocol.from_client import Close
from tests.client.tables import model, seen, table, view, welcome

TURN = seen()
WAITING = shown(seated(welcome()))
AFTER = model(view(to_act=None, legal=(), result=Result("played", (0, 0, 0, 0))))
OVER = shown(reduce(AFTER, table("over")))
REFUSED = replace(TURN, refusal="You must follow the suit led. (5.2)", clause="5.2")
TOGETHER = seen(view(hand=("3S", "3C", "4S"), legal=("play:3", "play:3,3", "play:4")))
BY_CARD = {choice.card: choice for choice in TURN.choices}
LAYOUT = Layout(
    rows=(
        tuple(zip((2, 5, 8, 12), (BY_CARD[card] for card in ("T1", "T9", "T21", "EX")), strict=True)),
        tuple(zip((2, 5, 12, 15, 19), (BY_CARD[card] for card in ("2S", "KS", "7H", "10H", "QH")), strict=True)),
    ),
    furthest=3,
)


def press(desk: Desk, *actions: Action, at: Shown = TURN) -> tuple[Desk, desks.Order | None]:
    order = None
    for action in actions:
        desk, order = desks.pressed(desk, action, at, LAYOUT)
    return desk, order


def ready(at: Shown = TURN) -> Desk:
    return desks.settle(Desk(), at)


def on(desk: Desk) -> str | None:
    choice: Choice | None = desks.pointed(desk, TURN)
    return choice.card if choice else None


def test_the_cursor_begins_on_something_legal() -> None:
    assert on(ready()) == "7H"


def test_on_a_menu_it_begins_where_the_game_does() -> None:
    chelem = seen(view(legal=("chelem:no", "chelem:yes")))
    assert ready(chelem).cursor == ("chelem:no",)


def test_the_cursor_goes_through_all_cards_in_a_ring() -> None:
    assert on(press(ready(), "right")[0]) == "10H"
    assert on(press(ready(), "left")[0]) == "KS"
    assert on(press(ready(), "right", "right", "right")[0]) == "T1"


def test_up_and_down_go_to_the_nearest_card_of_the_next_line() -> None:
    assert on(press(ready(), "up")[0]) == "EX"
    assert on(press(ready(), "up", "down")[0]) == "7H"
    assert on(press(ready(), "left", "up")[0]) == "T9"


def test_the_cursor_stays_where_it_is_while_that_can_be_chosen() -> None:
    moved, _ = press(ready(), "right")
    assert desks.settle(moved, TURN) == moved
    shorter = seen(view(hand=("7H", "QH"), legal=("play:7H", "play:QH")))
    assert desks.settle(moved, shorter).cursor == ("7H",)


def test_enter_chooses_what_the_cursor_is_on() -> None:
    assert press(ready(), "choose")[1] == Choose(("play:7H",))


def test_enter_sends_a_barred_card_too_for_the_server_knows_the_rules() -> None:
    assert press(ready(), "left", "choose")[1] == Choose(("play:KS",))


def test_what_is_typed_goes_before_the_cursor() -> None:
    desk, order = desks.typed(ready(), "qh", TURN)
    assert order is None
    desk, order = press(desk, "choose")
    assert order == Choose(("play:QH",))
    assert desk.typed == ""


def test_one_letter_may_be_enough() -> None:
    assert press(desks.typed(ready(), "e", TURN)[0], "choose")[1] == Choose(("play:EX",))


def test_what_may_mean_several_cards_is_asked_back() -> None:
    kings = seen(view(trick=None, hand=("KS", "KH"), legal=("play:KS", "play:KH")))
    desk, order = desks.pressed(desks.typed(ready(kings), "k", kings)[0], "choose", kings, Layout())
    assert order is None
    assert desk.message == "“k” may be K♠ or K♥."
    assert desk.typed == "k"


def test_what_means_nothing_is_said_and_forgotten() -> None:
    desk, order = press(desks.typed(ready(), "xyz", TURN)[0], "choose")
    assert order is None
    assert "xyz" in desk.message
    assert desk.typed == ""


def test_tab_completes_as_far_as_all_that_it_may_be_is_the_same() -> None:
    bids = seen(view(phase="auction", legal=("bid:pass", "bid:garde", "bid:garde_sans"), trick=None))
    assert press(desks.typed(Desk(), "g", bids)[0], "complete", at=bids)[0].typed == "Garde"
    assert hint(bids, desks.typed(Desk(), "g", bids)[0]) == "Garde, Garde sans le chien"
    assert press(desks.typed(Desk(), "zz", bids)[0], "complete", at=bids)[0].typed == "zz"


def test_tab_completes_what_can_only_be_one_card() -> None:
    assert press(desks.typed(ready(), "10", TURN)[0], "complete")[0].typed == "10♥"
    assert press(desks.typed(ready(), "zz", TURN)[0], "complete")[0].typed == "zz"


def test_letters_are_taken_back_and_escape_takes_back_all() -> None:
    desk, _ = desks.typed(ready(), "qh", TURN)
    assert press(desk, "erase")[0].typed == "q"
    desk, order = press(desk, "leave")
    assert (desk.typed, desk.leaving, order) == ("", False, None)


def test_control_characters_are_not_letters() -> None:
    assert desks.typed(ready(), "\x1b[31m", TURN)[0].typed == ""


def test_leaving_a_deal_is_asked_first() -> None:
    desk, order = press(ready(), "leave")
    assert desk.leaving
    assert order is None
    assert desks.typed(desk, "y", TURN)[1] == Leave()
    assert desks.typed(desk, "n", TURN) == (ready(), None)
    assert press(desk, "choose") == (ready(), None)


def test_a_second_ctrl_c_leaves() -> None:
    assert press(ready(), "quit")[1] is None
    assert press(ready(), "quit", "quit")[1] == Leave()


def test_before_and_after_a_match_one_leaves_without_a_question_and_within_one_with_it() -> None:
    for now in (WAITING, shown(reduce(AFTER, table("over", deals=2, deals_wanted=2)))):
        assert press(Desk(), "leave", at=now)[1] == Leave()
        assert press(Desk(), "quit", at=now)[1] == Leave()
    for now in (OVER, shown(reduce(AFTER, table("over", deals=2, deals_wanted=3)))):
        assert press(Desk(), "leave", at=now) == (Desk(leaving=True), None)
        assert press(Desk(), "quit", "quit", at=now)[1] == Leave()


def test_between_deals_too_escape_puts_away_what_one_is_told_before_it_asks() -> None:
    covered, _ = press(Desk(), "look back", at=OVER)
    assert covered.message == "The cards of this deal stay covered."
    assert press(covered, "leave", at=OVER) == (Desk(), PutAway())


def test_s_asks_for_a_deal() -> None:
    assert press(Desk(), "start", at=WAITING)[1] == Start()
    dealing = shown(started(seated(welcome())))
    assert press(Desk(), "start", at=dealing)[1] is None, "not twice"


def test_enter_after_the_last_card_leaves_the_account_where_it_is() -> None:
    assert press(Desk(), "choose", at=OVER)[1] is None
    assert press(Desk(), "choose", at=WAITING)[1] is None
    assert press(Desk(), "start", at=OVER)[1] == Start()


def test_nothing_can_be_chosen_while_others_decide() -> None:
    watching = seen(view(to_act=2, legal=(), ask=None))
    assert press(ready(watching), "choose", "right", at=watching)[1] is None
    assert desks.typed(ready(watching), "k", watching)[0].typed == ""


def test_the_account_scrolls_as_far_as_it_goes() -> None:
    assert press(Desk(), "up", at=OVER)[0].scroll == 0
    assert press(Desk(), *["down"] * 9, at=OVER)[0].scroll == 3  # type: ignore[arg-type]
    assert desks.settle(replace(Desk(), scroll=3), TURN).scroll == 0


def test_cards_that_are_played_together_are_marked() -> None:
    hand = ("3S", "4S", "3C", "4H")
    lead = seen(view(hand=hand, trick=None, legal=("play:3", "play:4", "play:3,3", "play:4,4", "play:3,3,4,4")))
    row = tuple((2 * number, choice) for number, choice in enumerate(lead.choices) if choice.card)

    def press(desk: Desk, *actions: Action) -> tuple[Desk, desks.Order | None]:
        order = None
        for action in actions:
            desk, order = desks.pressed(desk, action, lead, Layout((row,)))
        return desk, order

    desk, order = press(ready(lead), "mark", "right", "right", "mark")
    assert order is None
    assert desk.marked == {"3S", "3C"}
    assert press(desk, "choose")[1] == Choose(("play:3,3",))
    assert press(desk, "right", "mark", "left", "left", "mark", "choose")[1] == Choose(("play:3,3,4,4",))
    assert press(desk, "mark", "choose")[1] == Choose(("play:3",))
    assert press(ready(lead), "choose")[1] == Choose(("play:3",)), "without a mark, the card under the cursor"
    assert press(desks.typed(desk, "44", lead)[0], "choose")[1] == Choose(("play:4,4",)), "what is typed goes first"
    assert hint(lead, desk) == "3 3"
    odd, _ = press(desk, "right", "mark")
    assert hint(lead, odd) == "not allowed: 3♠ 3♣ 4♥"
    sent, order = press(odd, "choose")
    assert order == Choose(("play:3,3,4",)), "no rule of any game is known here"
    on_its_way = desks.settle(sent, seen(view(hand=hand, to_act=2, legal=(), ask=None)))
    again = desks.settle(on_its_way, replace(lead, refusal="These are no shape."))
    assert (again.marked, again.cursor) == (odd.marked, ("4H",)), "where one was when it is refused"


def test_the_cursor_begins_on_something_that_can_be_chosen_as_it_is() -> None:
    answer = seen(view(hand=("JS", "JC", "QH"), legal=("play:J,J",)))
    chosen = desks.pointed(ready(answer), answer)
    assert chosen is not None
    assert chosen.tokens == ("play:J,J",)


def test_a_card_that_is_played_alone_is_not_marked() -> None:
    assert press(ready(), "mark")[0] == ready()


def test_any_key_closes_the_help_but_those_that_scroll() -> None:
    helped, _ = press(ready(), "help")
    assert helped.page == "help"
    assert press(helped, "down")[0].page == "help"
    assert press(helped, "choose")[0].page is None
    assert press(helped, "leave")[0] == ready()


def test_a_key_that_closes_a_page_does_what_it_does_but_chooses_nothing_unseen() -> None:
    helped, _ = press(ready(), "help")
    assert press(helped, "choose") == (ready(), None)
    assert press(helped, "right") == press(ready(), "right")
    assert press(helped, "chat") == press(ready(), "chat")
    assert desks.typed(helped, "x", TURN) == desks.typed(ready(), "x", TURN)
    assert press(Desk(page="ledger"), "start", at=OVER) == (Desk(), Start())


def test_each_page_is_opened_by_its_key_from_any_other_and_closed_by_it() -> None:
    pages: tuple[Page, ...] = get_args(Page)
    for page in pages:
        for before in (None, *pages):
            desk, order = press(Desk(page=before, scroll=2), page)
            assert (desk.page, desk.scroll, order) == (None if page == before else page, 0, None)
    assert press(Desk(page="tricks"), "help", at=REFUSED)[0].page == "rules", "where the clause is"


def test_what_was_pointed_at_is_so_again_when_it_is_refused() -> None:
    sent, order = press(ready(), "left", "choose")
    assert order == Choose(("play:KS",))
    on_its_way = desks.settle(sent, seen(view(to_act=2, legal=(), ask=None)))
    assert on(desks.settle(on_its_way, REFUSED)) == "KS"
    assert on(desks.settle(on_its_way, TURN)) == "7H", "but not another time"


SURE = Option("Close the table", Close(id="1"), "Close the table, for everybody?")


@pytest.mark.parametrize("asked", [Desk(leaving=True), Desk(option=SURE), Desk(page="help"), Desk(chat="Hello")])
def test_while_something_else_is_open_no_key_and_no_click_plays_a_card(asked: Desk) -> None:
    asked = replace(asked, cursor=("7H",))
    closed, order = press(asked, "choose")
    assert (closed.leaving, closed.option, closed.page, closed.chat) == (False, None, None, None)
    assert order in (None, Say("Hello"))
    assert desks.clicked(asked, BY_CARD["7H"], TURN) == (asked, None)


def test_a_click_on_a_whole_combination_plays_that_whatever_is_marked() -> None:
    pair = TOGETHER.menu[0]
    desk = Desk(cursor=pair.key, marked=frozenset({"4S"}))
    assert desks.clicked(desk, pair, TOGETHER)[1] == Choose(("play:3,3",))


def test_who_can_come_back_may_keep_his_seat() -> None:
    asked = Desk(leaving=True)
    kept = replace(TURN, keeps=True)
    assert desks.typed(asked, "k", kept) == (Desk(), Leave(keeping=True))
    assert desks.typed(asked, "y", kept)[1] == Leave()
    assert desks.typed(asked, "n", kept)[1] is None
    assert desks.typed(asked, "k", TURN) == (Desk(), None), "there is nothing to come back to"


@pytest.mark.parametrize(
    ("desk", "now", "word"),
    [
        (Desk(), TURN, "leave"),
        (Desk(), WAITING, "leave"),
        (Desk(), OVER, "leave"),
        (Desk(), REFUSED, "clear"),
        (Desk(), replace(TURN, hint="A strong bot would choose: 7♥."), "clear"),
        (Desk(message="Nothing like that."), TURN, "clear"),
        (Desk(), replace(WAITING, refusal="You are too fast."), "clear"),
        (Desk(marked=frozenset({"3S"})), TOGETHER, "unmark"),
        (Desk(marked=frozenset({"3S"})), replace(TOGETHER, refusal="Not these."), "unmark"),
        (Desk(typed="k"), REFUSED, "take it back"),
        (Desk(page="help"), REFUSED, "back"),
        (Desk(chat="hello"), REFUSED, "back"),
    ],
)
def test_the_footer_says_what_escape_does_now(desk: Desk, now: Shown, word: str) -> None:
    named = next(key for key in keys(now, desk, USUAL) if USUAL.asks(key, "leave", foot(now, desk)))
    assert named.word == word
    after, order = press(desk, "leave", at=now)
    assert (after.leaving or order == Leave()) == (word == "leave")

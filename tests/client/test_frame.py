from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client import desk as desks
from client.desk import Desk
from client.keys import IN_THE_LOBBY, LOOKING_BACK, USUAL, Page
from client.language import LANGUAGES, speaking
from client.model import decided, reduce, seated, started
from client.options import Option
from client.outages import Broken
from client.screens.frame import COMFORTABLE, picture
from client.screens.help import help_page
from client.session import Session
from client.spoken import greeting
from client.text import UNBROKEN, before_answer, cards_counted, line_broken
from client.viewmodel import Shown, shown
from protocol import Line, Note, Result, Trick
from protocol.from_client import Close
from protocol.from_server import Refused, Said, Seat, Update
from protocol.message import LONGEST_SAID
from tests.client.lines import FakeLine
from tests.client.sizes import EVERY_SIZE, filled
from tests.client.tables import ABOUT, NAMES, PACK, model, people, seen, table, view, welcome

A_GROUP = re.compile(r"^ [T♠♥♣♦] (?=[ ·›]\w)")
A_CARD = re.compile(r"([T♠♥♣♦])(?= )|[ ·›](10|2[01]|1\d|[1-9]|[AJNQK]|EX)(?=\W|$)")
LETTERS = dict(zip("♠♥♣♦", "SHCD", strict=True))


def screen(shown: Shown, columns: int, rows: int, desk: Desk | None = None) -> list[str]:
    """The screen as text, line by line, at exactly its size."""
    return filled(picture(shown, desks.settle(desk or Desk(), shown), columns, rows), columns, rows)


def without_gaps(text: str) -> str:
    """A text as it is found on a screen, wherever its lines are broken there."""
    return "".join(text.split())


def read(shown: Shown, columns: int, rows: int, desk: Desk) -> str:
    """All that scrolling brings to light, screen after screen."""
    furthest = picture(shown, desk, columns, rows).layout.furthest
    return "\n".join(
        line for at in range(furthest + 1) for line in screen(shown, columns, rows, replace(desk, scroll=at))
    )


def cards_on(lines: list[str]) -> Counter[str]:
    """The cards of the hand, read off the lines between its first sign and the question."""
    first = next(number for number, line in enumerate(lines) if A_GROUP.match(line))
    found: Counter[str] = Counter()
    sign = ""
    for line in lines[first:-2]:
        for match in A_CARD.finditer(line):
            sign, card = (match[1], "") if match[1] else (sign, match[2])
            if card:
                found[card if card == "EX" else f"T{card}" if sign == "T" else card + LETTERS[sign]] += 1
    return found


@EVERY_SIZE
@given(cards=st.sets(st.sampled_from(PACK), min_size=24, max_size=24), data=st.data())
def test_each_of_24_cards_is_on_the_screen_exactly_once(
    columns: int, rows: int, cards: set[str], data: st.DataObject
) -> None:
    hand = tuple(card for card in PACK if card in cards)
    legal = data.draw(st.lists(st.sampled_from(hand), min_size=1, unique=True))
    taken = seen(view(hand=hand, legal=tuple(f"discard:{card}" for card in legal), phase="discard"))
    assert cards_on(screen(taken, columns, rows)) == Counter(hand)


@pytest.mark.parametrize("won", [2, 10])
def test_what_a_neighbour_holds_and_has_won_is_read_whole_at_80_columns(won: int) -> None:
    tricks = tuple(Trick(seat, (("4C",), ("5C",), ("KC",), ("2C",)), seat) for seat in (1, 3) for _ in range(won))
    lines = "\n".join(screen(seen(view(counts=(17 - won,) * 4, tricks=tricks)), 80, 24))
    assert lines.count(f"{17 - won} cards, {won} tricks") == 2


@EVERY_SIZE
def test_a_long_refusal_hides_no_card(columns: int, rows: int) -> None:
    hand = tuple(card for card in PACK if card[0] in "T7K9" or card == "EX")[:24]
    refused = reduce(
        model(view(hand=hand, legal=("play:7H",))),
        Refused(id="1", code="illegal", clause="5.3", message="You hold a higher trump, and must play one. " * 2),
    )
    lines = screen(shown(refused), columns, rows)
    assert cards_on(lines) == Counter(hand)
    assert "(5.3)" in "".join(lines)


@EVERY_SIZE
def test_a_hand_by_rank_takes_no_more_lines_than_it_needs(columns: int, rows: int) -> None:
    hand = tuple(rank + suit for rank in ("3", "10", "J", "A") for suit in "SCDH")
    by_rank = seated(welcome(about=replace(ABOUT, by_rank=True)))
    lines = screen(
        shown(reduce(by_rank, Update(seq=1, events=(), view=view(hand=hand, legal=("play:3",))))), columns, rows
    )
    rows_of_hand = [line for line in lines if sum(line.count(sign) for sign in "♠♥♣♦") > 6]
    assert len(rows_of_hand) == (2 if columns < 60 else 1)
    cards = "".join(rows_of_hand).translate({ord(sign): " " for sign in "·›"}).split()
    assert " ".join(cards) == "3♠ 3♣ 3♦ 3♥ 10♠ 10♣ 10♦ 10♥ J♠ J♣ J♦ J♥ A♠ A♣ A♦ A♥"


def test_24_cards_at_80_columns_take_a_line_of_trumps_and_two_of_suits() -> None:
    trumps = [f"T{number}" for number in range(1, 13)]
    hand = (*trumps, *(rank + suit for suit in "SHCD" for rank in "23K"))
    lines = screen(seen(view(hand=hand, legal=("play:2H",))), 80, 24)
    assert [line.rstrip() for line in lines[-5:-2]] == [
        " T ·1 ·2 ·3 ·4 ·5 ·6 ·7 ·8 ·9 ·10 ·11 ·12",
        " ♠ ·2 ·3 ·K   ♥ ›2 ·3 ·K",
        " ♣ ·2 ·3 ·K   ♦ ·2 ·3 ·K",
    ]


def test_people_sit_around_the_table_as_they_play() -> None:
    lines = [line[:54] for line in screen(seen(), 80, 24)]
    row = {name: next(number for number, line in enumerate(lines) if name in line) for name in ("Clara", "Dédé")}
    mine = next(number for number, line in enumerate(lines) if "▸ Anna" in line)
    across = lines[row["Dédé"]]
    assert row["Clara"] < row["Dédé"] < mine
    assert across.index("Dédé") < across.index("Bruno"), "the next to play sits on the right"


@EVERY_SIZE
def test_the_turn_the_trick_and_the_question_are_on_every_screen(columns: int, rows: int) -> None:
    text = "\n".join(screen(seen(), columns, rows))
    assert "▸ Anna" in text
    assert "K♥" in text
    assert "2♥" in text
    assert "▸ Your card:" in text
    assert "Garde by Anna" in text


@EVERY_SIZE
def test_the_choice_that_enter_takes_is_named(columns: int, rows: int) -> None:
    lines = screen(seen(), columns, rows)
    assert "7 of hearts" in lines[-1]
    typed = screen(seen(), columns, rows, Desk(typed="ks"))
    assert "not allowed: king of spades" in typed[-1]
    assert "ks" in typed[-2]


@pytest.mark.parametrize("columns", [60, 72, 80, 120])
def test_a_pass_is_whole_between_the_players(columns: int) -> None:
    passed = seen(view(trick=Trick(0, (("KH",), (), (), ()), 0), to_act=0))
    assert "pas…" not in "\n".join(screen(passed, columns, 24))


def test_in_the_auction_a_bid_and_the_marks_of_a_neighbour_are_whole() -> None:
    calls = ("bid:pass", "bid:garde", "bid:pass", "bid:garde_sans")
    bidding = "\n".join(screen(seen(view(calls=calls, trick=None, tricks=(), phase="auction", dealer=3)), 80, 24))
    assert "“Garde” 11 cards" in bidding
    assert "dealer · bot" in bidding


def test_a_card_that_goes_only_with_others_is_named_so() -> None:
    pairs = seen(view(hand=("JS", "JC", "QH"), legal=("play:J,J",)))
    assert "not alone: jack" in screen(pairs, 80, 24, Desk(cursor=("JS",)))[-1]
    assert "not allowed: queen" in screen(pairs, 80, 24, Desk(cursor=("QH",)))[-1]


@EVERY_SIZE
def test_the_menu_is_whole(columns: int, rows: int) -> None:
    bids = ("bid:pass", "bid:garde", "bid:garde_sans")
    bidding = seen(view(phase="auction", legal=bids, ask=Note("ask.auction"), trick=None, tricks=()))
    text = "\n".join(screen(bidding, columns, rows))
    assert "›Pass" in text
    assert "Garde sans le chien" in text


@EVERY_SIZE
def test_before_the_deal_the_seats_and_how_to_start(columns: int, rows: int) -> None:
    free = table("waiting", seats=(*people("Anna"), *[Seat(kind="open")] * 3))
    text = "\n".join(screen(shown(seated(welcome(table=free))), columns, rows))
    assert "Anna" in text
    assert text.count("free seat") >= 3
    assert "start" in text
    assert "dealt" in "\n".join(screen(shown(started(seated(welcome(table=free)))), columns, rows))


@EVERY_SIZE
def test_the_account_can_be_read_to_its_end(columns: int, rows: int) -> None:
    lines = tuple(
        Line(Note(f"line {number} of the account", args={}), f"8.{number}", (30, -10, -10, -10)) for number in range(12)
    )
    result = Result("played", (174, -58, -58, -58), account=lines)
    settled = shown(
        reduce(model(view(to_act=None, hand=(), legal=(), trick=None, result=result)), table("over", deals=1))
    )
    account = read(settled, columns, rows, Desk())
    for number in range(12):
        assert f"(8.{number})" in account
    assert "This deal" in account
    assert "+174" in account


@EVERY_SIZE
def test_the_host_reads_out_how_to_join(columns: int, rows: int) -> None:
    join = "  tapis join 192.168.100.107:7879"
    invited = seated(welcome(), ("French Tarot at “Anna’s table”, 4 seats.", "Others on this network join with:", join))
    waiting = "\n".join(screen(shown(invited), columns, rows))
    assert join in waiting
    assert "Dédé" in waiting
    long = "\n".join(screen(shown(replace(invited, invitation=(join,) * 30)), columns, rows))
    assert all(name in long for name in NAMES), "however much there is to read out"
    playing = shown(reduce(invited, Update(seq=1, events=(), view=view())))
    assert join not in "\n".join(screen(playing, columns, rows))
    assert join in "\n".join(screen(playing, columns, rows, Desk(page="help")))


def test_where_more_stands_than_there_is_room_for_the_tricks_are_still_seen() -> None:
    facts = tuple(Note("poignee", seat, ("T1", "T2", "T3")) for _ in range(10) for seat in range(4))
    lines = screen(seen(view(facts=facts)), 80, 24)
    for told in ("Shown by Anna", " …", "Trick 2", "Clara K♥, Dédé 2♥", "Last trick"):
        assert any(told in line[54:] for line in lines), told


@EVERY_SIZE
def test_no_line_is_missed_from_page_to_page(columns: int, rows: int) -> None:
    first, layout = Desk(page="rules"), picture(seen(), Desk(page="rules"), columns, rows).layout
    second, _ = desks.pressed(first, "page down", seen(), layout)
    above, below = (screen(seen(), columns, rows, desk) for desk in (first, second))
    top = 1 if rows >= COMFORTABLE else 0
    *_, last, _more, _ask, _keys = above
    assert last == below[top]


@EVERY_SIZE
def test_the_last_deal_can_be_read_while_the_next_is_played(columns: int, rows: int) -> None:
    won = Line(Note("made", args={"contract": "garde"}), "8.1", (174, -58, -58, -58))
    result = Result("played", (174, -58, -58, -58), account=(won,))
    uncovered = (Note("contract", 2, args={"contract": "garde"}),)
    over = model(view(to_act=None, hand=(), legal=(), trick=None, result=result, facts=uncovered))
    playing = shown(reduce(reduce(over, table("over", deals=1)), Update(seq=9, events=(), view=view())))
    assert "+174" not in "\n".join(screen(playing, columns, rows))
    page = " ".join(read(playing, columns, rows, Desk(page="last deal")).split())
    for told in ("Garde made (8.1)", "+174", "Garde by Clara", "Anna wins trick 1: Clara 4♣, Dédé 5♣, Anna K♣*"):
        assert told in page
    assert "No deal has ended since you came." in "\n".join(screen(seen(), columns, rows, Desk(page="last deal")))


@EVERY_SIZE
def test_the_help_names_every_key(columns: int, rows: int) -> None:
    page = read(seen(), columns, rows, Desk(page="help"))
    assert "…" not in page
    for key in ("Enter", "Tab", "Esc", "Ctrl-C", "·", "›"):
        assert key in page


@EVERY_SIZE
def test_leaving_is_asked_where_the_question_stood(columns: int, rows: int) -> None:
    assert "Leave?" in screen(seen(), columns, rows, Desk(leaving=True))[-2]


@EVERY_SIZE
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("invitation", [(), ("French Tarot at “Friday”", "Others join with:", "  tapis join 10.1.0.7")])
def test_that_a_seat_is_not_remembered_is_read_with_what_would_help(
    columns: int, rows: int, language: str, invitation: tuple[str, ...]
) -> None:
    line = FakeLine(welcome(table=table("waiting")))
    with speaking(language):
        at = Session(line, line.welcome, invitation, unkept="/home/anna/.local/state/tapis-vert: Read-only file system")
        assert "TAPIS_STATE=" in "\n".join(screen(shown(at.model), columns, rows))
        assert any("TAPIS_STATE=" in told for told in greeting(at.model, "plain", 0.0))


@EVERY_SIZE
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("aside", [False, True])
def test_that_the_line_is_broken_is_read_whatever_one_does(columns: int, rows: int, language: str, aside: bool) -> None:
    known = replace(model(), aside=aside, lasting=True, invitation=("Others join with tapis join 192.168.1.7",))
    said = " ".join(f"word{number}" for number in range(60))[:LONGEST_SAID]
    sure = Option("close the table", Close(id="1"), "Close the table for everybody, whoever sits there?")
    doing = [
        Desk(),
        Desk(typed="K"),
        Desk(message="“x” is nothing that you can choose here."),
        *(Desk(chat=text) for text in ("", "hello", said)),
        *(Desk(page=page, scroll=scroll) for page in get_args(Page) for scroll in (0, 5)),
        *(Desk(option=sure, page=page) for page in (None, "options")),
        *(Desk(leaving=True, page=page) for page in (None, "help")),
    ]
    with speaking(language):
        now = replace(shown(reduce(known, Broken())), hint="A strong bot would choose: Q♥. " * 3)
        for desk in doing:
            read_there = without_gaps("".join(screen(now, columns, rows, desk)))
            assert without_gaps(line_broken()) in read_there
            assert without_gaps(desk.chat or "")[-12:] in read_there


@given(columns=st.integers(20, 200), rows=st.integers(6, 60), seats=st.integers(2, 6))
def test_a_screen_of_any_size_and_a_table_of_any_number_can_be_drawn(columns: int, rows: int, seats: int) -> None:
    sitting = people(*(f"Name {seat} of a player 的" for seat in range(seats)))
    playing = table(seats=sitting, scores=(0,) * seats)
    begun = reduce(seated(welcome(table=playing)), playing)
    screen(shown(begun), columns, rows)
    known = view(counts=(5,) * seats, sides=(None,) * seats, tricks=(), trick=None, facts=(), dealer=0)
    screen(shown(reduce(model(known), playing)), columns, rows)


def test_names_with_wide_signs_keep_the_columns_straight() -> None:
    sitting = people("安娜", "ブルーノさん", "Clara", "Désirée-Marguerite")
    screen(shown(reduce(model(), table(seats=sitting))), 80, 24)


def test_control_characters_of_others_stay_off_the_screen() -> None:
    sitting = people("Anna", "Bru\x1b[2Jno", "Cla\nra", "Dé\u202edé")
    text = "".join(screen(shown(reduce(model(), table(seats=sitting))), 80, 24))
    assert text.isprintable()


def test_the_time_left_stands_before_the_sign_that_ends_the_question() -> None:
    assert before_answer("Which bid?", "12 s") == "Which bid (12 s)?"
    assert before_answer("Your card", "12 s") == "Your card (12 s):"
    assert before_answer("Your card") == "Your card:"


def test_the_last_deal_is_a_key_once_there_is_one() -> None:
    others = seen(view(to_act=1, legal=(), ask=None))
    assert "F3" not in screen(others, 80, 24)[-1]
    settled = view(to_act=None, hand=(), legal=(), result=Result("played", (3, -1, -1, -1)))
    later = reduce(reduce(model(settled), table("playing", deals=1)), Update(seq=2, events=(), view=view(to_act=1)))
    assert "F3" in screen(shown(later), 80, 24)[-1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_in_the_help_touches_its_sentence(language: str) -> None:
    with speaking(language):
        text = ["".join(part for _, part in line) for line in help_page((), USUAL, (), 200)]
        rows = [(*row, f"{row[0]}  ") for row in USUAL.help()]
    for written, told, begins in rows:
        assert any(line.startswith(begins) and line.endswith(f"  {told}") for line in text), written


def test_the_help_tells_what_the_suits_of_the_hand_are_called() -> None:
    with speaking("fr"):
        text = ["".join(part for _, part in line) for line in help_page((), USUAL, seen(view()).hand, 80)]
    named = [line.split() for line in text]
    assert ["♥", "cœur"] in named
    assert ["At", "atouts"] in named


@pytest.mark.parametrize(("language", "said"), [("en", "“Garde”"), ("fr", "«\u00a0Garde\u00a0»"), ("cs", "„Garde“")])
def test_a_call_is_quoted_as_it_is_where_the_language_is_read(language: str, said: str) -> None:
    with speaking(language):
        bidding = screen(
            seen(view(calls=("bid:pass", "bid:garde"), trick=None, tricks=(), phase="auction", dealer=3)), 80, 24
        )
    assert any(said in line for line in bidding)


def test_the_help_at_a_table_names_no_key_of_another_place() -> None:
    text = "\n".join("".join(part for _, part in line) for line in help_page((), USUAL, (), 80))
    for told in (IN_THE_LOBBY["watch"], IN_THE_LOBBY["open"], LOOKING_BACK["advice"], LOOKING_BACK["first"]):
        assert told not in text


def test_on_a_small_screen_too_one_reads_what_was_just_said_until_the_play_goes_on() -> None:
    told = reduce(model(), Said(name="Bruno", seat=1, text="Well played!"))
    assert any("Bruno: Well played!" in line for line in screen(shown(told), 40, 12))
    gone_on = reduce(told, Update(seq=2, events=(Note("played", 1, ("2H",)),), view=view()))
    assert not any("Bruno:" in line for line in screen(shown(gone_on), 40, 12))
    long = "\n".join(screen(shown(reduce(model(), Said(name="Bruno", seat=1, text="words " * 50))), 40, 12))
    assert "Bruno: words" in long
    assert " …" in long
    assert all(name in long for name in ("Anna", "Clara", "Dédé"))


def test_a_name_is_written_as_its_owner_writes_it() -> None:
    seats = people("root", "Bruno", "Clara", "Dédé")
    at = reduce(seated(welcome(table=table("waiting", seats=seats))), table(seats=seats))
    played = reduce(at, Update(seq=1, events=(Note("played", 0, ("7H",)),), view=view()))
    assert shown(played).log == ("root plays 7♥.",)


def test_where_a_menu_is_longer_than_its_room_one_sign_says_so() -> None:
    bids = tuple(f"bid:{number}" for number in range(60))
    lines = screen(seen(view(phase="auction", legal=bids, ask=Note("ask.auction"), trick=None, tricks=())), 40, 12)
    (last,) = (line for line in lines if "…" in line)
    assert last.rstrip().endswith(" …")
    assert last.count("…") == 1


@EVERY_SIZE
def test_while_a_decision_is_on_its_way_nothing_moves_and_nothing_can_be_chosen(columns: int, rows: int) -> None:
    bids = ("bid:pass", "bid:garde", "bid:garde_sans")
    bidding = model(view(phase="auction", legal=bids, ask=Note("ask.auction"), trick=None, tricks=()))
    asked, sent = shown(bidding), shown(decided(bidding, "1"))
    before, after = ([line.replace("›", " ") for line in screen(each, columns, rows)] for each in (asked, sent))
    assert before[:-2] == after[:-2]
    assert "on its way" in after[-2]
    pass_ = asked.menu[0]
    assert desks.clicked(Desk(cursor=pass_.key), pass_, sent) == (Desk(cursor=pass_.key), None)


@pytest.mark.parametrize("desk", [Desk(), Desk(page="help"), Desk(page="ledger")])
@pytest.mark.parametrize("columns", [40, 60, 80])
def test_the_keys_that_scroll_are_named_where_there_is_more_and_only_there(columns: int, desk: Desk) -> None:
    lines = tuple(Line(Note(f"line {number}", args={}), "8.1", (30, -10, -10, -10)) for number in range(12))
    result = Result("played", (174, -58, -58, -58), account=lines)
    over = shown(reduce(model(view(to_act=None, hand=(), legal=(), trick=None, result=result)), table("over", deals=1)))
    over = replace(over, uncovered=True)
    for rows in (12, 60):
        scrolls = picture(over, desk, columns, rows).layout.furthest > 0
        assert ("↑ ↓" in screen(over, columns, rows, desk)[-1]) == scrolls
    assert picture(over, Desk(), columns, 12).layout.furthest > 0


def test_between_deals_no_line_is_empty_between_a_name_and_its_marks() -> None:
    bots = table("waiting", seats=(*people("Anna"), *[Seat(kind="bot", name=name) for name in "BCD"]))
    lines = [line.strip() for line in screen(shown(seated(welcome(table=bots))), 80, 24)]
    for name in "BCD":
        row = next(number for number, line in enumerate(lines) if re.search(rf"\b{name}\b", line[:52]))
        assert "bot" in lines[row + 1]


STRAIGHT = ("3S", "4H", "5C", "6D", "7S", "8H", "9C", "10D", "JS", "QH", "KC")
PAIRS = tuple(rank + suit for rank in "456789" for suit in "SC")


@EVERY_SIZE
@pytest.mark.parametrize("leader", range(3))
@pytest.mark.parametrize("plays", [(STRAIGHT,), (PAIRS, STRAIGHT), (PAIRS, (), STRAIGHT), (("3S",), (), PAIRS)])
def test_of_a_long_play_every_card_is_read_and_beside_it_how_many_are_left(
    columns: int, rows: int, plays: tuple[tuple[str, ...], ...], leader: int
) -> None:
    three = table(seats=people("Anna", "Léa", "Zoé"), scores=(12, -5, -7), deals=1)
    trick = Trick(leader, plays, (leader + len(plays) - 1) % 3)
    sides = {"counts": (1, 5, 9), "sides": (0, 1, 2), "dealer": 2, "facts": (), "tricks": ()}
    known = view(**sides, hand=(), legal=(), to_act=None, trick=trick)
    now = shown(reduce(reduce(seated(welcome(table=three)), three), Update(seq=1, events=(), view=known)))
    text = "\n".join(line.partition("│")[0] for line in screen(now, columns, rows))
    faces = Counter(re.findall(r"(?:10|[2-9]|[AJQK])[♠♥♣♦]|pass\b", text))
    assert faces == Counter(face for play in now.trick for face in play.face.split())
    assert [text.count(left) for left in ("1 card", "5 cards", "9 cards", "*")] == [1, 1, 1, 1]


@EVERY_SIZE
@pytest.mark.parametrize("language", LANGUAGES)
def test_how_many_cards_are_left_stands_beside_everybody_whatever_was_bid(
    columns: int, rows: int, language: str
) -> None:
    bids = ("bid:garde_sans", "bid:pass", "bid:garde_sans", "bid:garde")
    with speaking(language):
        lines = screen(
            seen(view(phase="auction", tricks=(), trick=None, calls=bids, legal=("bid:pass",))), columns, rows
        )
        text = "\n".join(line.partition("│")[0] for line in lines if "──" not in line)
        assert [text.count(cards_counted(cards)) for cards in (10, 11)] == [2, 2]


def test_where_there_are_fewer_lines_than_players_each_has_his_name_and_his_count() -> None:
    hinted = replace(seen(), hint="A strong bot would choose: 7♥. " * 4)
    lines = screen(hinted, 40, 12)
    assert [line.rstrip() for line in lines[:2]] == [
        " ▸ Anna 11 cards      Bruno 11 cards",
        "   Clara 10 cards     Dédé 10 cards",
    ]


def test_facts_on_one_line_are_told_apart() -> None:
    known = view(facts=(*view().facts, Note("poignee", 2, ("T1", "T9", "T21"))))
    assert f"Garde by Anna{UNBROKEN}· Shown by Clara: Petit 9 21" in "".join(screen(seen(known), 60, 20))

"""Who else is at a table: those who watch, who talk, who are away, and whose time runs."""

from __future__ import annotations

from dataclasses import replace

from client import desk as desks
from client.desk import Desk, Layout, Leave, PutAway, Say
from client.keys import USUAL
from client.model import Model, reduce, seated
from client.viewmodel import Shown, shown
from protocol import Result
from protocol.from_server import Said, Update
from protocol.message import LONGEST_SAID
from tests.client.sizes import EVERY_SIZE
from tests.client.tables import model, people, table, view, welcome
from tests.client.test_frame import screen

PUBLIC = view(viewer=None, hand=(), legal=(), ask=None)


def watching(state: str = "playing") -> Model:
    """Walter has no seat at Anna's table."""
    begun = reduce(seated(welcome(seat=None, seat_token=None)), table(state, watching=1))
    return reduce(begun, Update(seq=1, events=(), view=PUBLIC)) if state == "playing" else begun


def press(desk: Desk, at: Shown, *keys: str) -> tuple[Desk, desks.Order | None]:
    """Keys as they come from a terminal of somebody who is writing, or not."""
    order = None
    for key in keys:
        action = USUAL.meaning(key, "writing" if desk.chat is not None else at.mode)
        desk, order = desks.pressed(desk, action, at, Layout()) if action else desks.typed(desk, key, at)
    return desk, order


def test_who_watches_sees_the_table_from_the_first_seat_and_is_nobody_at_it() -> None:
    now = shown(watching())
    assert [player.name for player in now.players] == ["Anna", "Bruno", "Clara", "Dédé"]
    assert all("you" not in player.marks for player in now.players)
    assert now.ask == "Waiting for Anna. You are watching."
    assert now.phase == "Play · 1 watching"
    assert not now.hand
    assert "You are watching" in shown(watching("waiting")).ask
    over = reduce(
        watching(), Update(seq=2, events=(), view=view(viewer=None, to_act=None, result=Result("played", (0,) * 4)))
    )
    assert "You are watching" in shown(over).ask


@EVERY_SIZE
def test_who_watches_is_offered_no_key_that_is_not_his(columns: int, rows: int) -> None:
    for state in ("waiting", "playing"):
        foot = screen(shown(watching(state)), columns, rows)[-1]
        assert " s " not in foot
        assert "leave" in foot


def test_who_watches_begins_nothing_and_leaves_without_a_question() -> None:
    waiting = shown(watching("waiting"))
    assert desks.pressed(Desk(), "start", waiting, Layout())[1] is None
    assert desks.pressed(Desk(), "leave", shown(watching()), Layout())[1] == Leave()


def test_what_becomes_of_a_table_that_one_leaves_is_told_with_what_can_be_done() -> None:
    ours = replace(model(), lasting=True)
    back = "Or keep your seat: `tapis` brings you back to it."
    assert shown(ours).parting == f"A bot plays on for you. {back}"
    alone = replace(ours, table=table(seats=(*people("Anna"), *table().seats[2:], table().seats[3])))
    assert shown(alone).parting == f"Nobody else is here: the match ends with it. {back}"
    between = replace(ours, table=table("over"))
    assert shown(between).parting == f"Your seat is free then. {back}"
    for kept, known in (
        (True, ours),
        (False, model()),
        (False, replace(ours, aside=True)),
        (False, replace(ours, invitation=("Come!",))),
    ):
        assert (shown(known).keeps, "keep your seat" in shown(known).parting) == (kept, kept)
    assert shown(replace(ours, invitation=("Come!",))).parting == "You are the host: the table closes for everybody."


def test_what_is_said_stands_in_the_log_with_the_name() -> None:
    told = reduce(model(), Said(name="Bruno", seat=1, text="garde"))
    assert shown(told).log == ("Bruno: garde",), "a word of the game is a word like any other"


@EVERY_SIZE
def test_no_control_character_of_what_is_said_is_on_the_screen(columns: int, rows: int) -> None:
    told = reduce(model(), Said(name="Bru\x1b[2Jno", seat=1, text="Hel\rlo\u202e \x07{seat}"))
    assert "".join(screen(shown(told), columns, rows)).isprintable()
    assert shown(told).log[-1].isprintable()


@EVERY_SIZE
def test_what_is_said_is_seen_beside_the_account_too(columns: int, rows: int) -> None:
    over = reduce(model(), Update(seq=2, events=(), view=view(to_act=None, result=Result("played", (0, 0, 0, 0)))))
    told = reduce(over, Said(name="Bruno", seat=1, text="Well played!"))
    assert any("Bruno: Well played!" in line for line in screen(shown(told), columns, rows))


def test_a_slash_begins_to_talk_and_then_every_letter_is_one() -> None:
    now = shown(model())
    desk, order = press(Desk(), now, "/", "W", "h", "y", " ", "s", "/", "t", "?")
    assert (desk.chat, order) == ("Why s/t?", None)
    assert press(desk, now, "backspace", "enter") == (Desk(), Say("Why s/t"))


def test_what_is_typed_too_early_is_told_to_nobody() -> None:
    others = shown(model(view(to_act=1, legal=(), ask=None)))
    desk, order = press(Desk(), others, *"ten of spades", "enter")
    assert (desk, order) == (Desk(message="It is not your turn."), None)
    assert press(desk, others, "escape") == (Desk(), PutAway())
    assert press(desk, others, "/")[0].chat == ""
    assert press(Desk(), shown(watching()), "t") == (Desk(), None), "who only watches awaits no turn"


def test_escape_keeps_silent_and_nothing_is_said_of_nothing() -> None:
    now = shown(model())
    assert press(Desk(), now, "/", "a", "escape") == (Desk(), None)
    assert press(Desk(), now, "/", " ", "enter") == (Desk(), None)


def test_a_pasted_text_is_one_line_of_limited_length() -> None:
    desk, _ = press(Desk(), shown(model()), "/", "one\ntwo\x1b" + "x" * 400)
    assert desk.chat is not None
    assert desk.chat.startswith("one two x")
    assert len(desk.chat) == LONGEST_SAID


@EVERY_SIZE
def test_what_is_being_said_stands_where_the_question_stood(columns: int, rows: int) -> None:
    assert any("Say to the table: Hello" in line for line in screen(shown(model()), columns, rows, Desk(chat="Hello")))


def test_what_one_types_outlives_the_turns_of_others() -> None:
    moved = shown(model(view(to_act=1, legal=(), ask=None)))
    assert desks.settle(Desk(chat="Hel"), moved).chat == "Hel"


def away(grace: int, state: str = "playing") -> Model:
    bruno = table().seats[1].model_copy(update={"present": False, "grace": grace})
    return reduce(model(), table(state, seats=(table().seats[0], bruno, *table().seats[2:])), now=100.0)


def test_who_is_away_is_marked_with_who_plays_for_him_and_when() -> None:
    def marks(known: Model, now: float) -> tuple[str, ...]:
        return shown(known, now=now).players[1].marks

    assert marks(away(30), 100.0) == ("away, bot in 30 s", "dealer")
    assert marks(away(30), 112.5) == ("away, bot in 18 s", "dealer")
    assert marks(away(30), 130.0) == ("away, bot plays", "dealer")
    assert marks(away(0), 100.0) == ("away, bot plays", "dealer")
    assert marks(away(30, "over"), 100.0) == ("away", "dealer")
    assert shown(away(30)).ticking


@EVERY_SIZE
def test_the_time_that_is_left_stands_at_the_question(columns: int, rows: int) -> None:
    timed = reduce(model(), Update(seq=2, events=(), view=view(), seconds=60.0), now=100.0)
    assert any("Your card (60 s):" in line for line in screen(shown(timed, now=100.0), columns, rows))
    assert any("Your card (17 s):" in line for line in screen(shown(timed, now=143.2), columns, rows))
    assert shown(timed, now=999.0).clock == "0 s"
    others = reduce(timed, Update(seq=3, events=(), view=view(to_act=1, legal=(), ask=None), seconds=60.0), now=200.0)
    assert any("Waiting for Bruno. 59 s" in line for line in screen(shown(others, now=201.0), columns, rows))
    assert shown(others).ticking


def test_without_a_clock_nothing_ticks() -> None:
    assert (shown(model()).clock, shown(model()).ticking) == ("", False)

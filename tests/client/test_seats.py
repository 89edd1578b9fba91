from __future__ import annotations

import os
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from client.seats import LONG_AGO, Seats, folder, kept, remembered, tables

ANNA, BRUNO = "a" * 32, "b" * 32


def test_a_seat_is_remembered_by_its_server_its_name_and_its_table() -> None:
    with kept("host:7878", "Anna") as seats:
        seats.keep("k3x8", ANNA)
    with kept("host:7878", "Anna") as seats:
        assert seats.token("k3x8") == ANNA
        assert seats.token("other") is None
    for server, name in (("host:7879", "Anna"), ("host:7878", "Bruno")):
        with kept(server, name) as seats:
            assert seats.token() is None


def test_the_last_seat_is_the_one_to_come_back_to() -> None:
    with kept("host:7878", "Anna") as seats:
        seats.keep("k3x8", ANNA)
        seats.keep("p2mc", BRUNO)
        assert seats.token() == BRUNO
        seats.keep("k3x8", ANNA)
        assert seats.token() == ANNA
    with kept("host:7878", "Anna") as seats:
        assert seats.token() == ANNA


def test_a_seat_that_was_given_up_is_forgotten() -> None:
    with kept("host:7878", "Anna") as seats:
        seats.keep("k3x8", ANNA)
        seats.forget(ANNA)
    with kept("host:7878", "Anna") as seats:
        assert seats.token() is None


def test_a_second_client_of_the_same_name_leaves_the_first_its_seat() -> None:
    with kept("host:7878", "Anna") as first:
        first.keep("k3x8", ANNA)
        with kept("host:7878", "Anna") as second:
            assert second.token() is None
            second.keep("k3x8", BRUNO)
    with kept("host:7878", "Anna") as first, kept("host:7878", "Anna") as second:
        assert (first.token(), second.token()) == (ANNA, BRUNO)


def test_or_takes_it_over_if_it_is_told_to() -> None:
    with kept("host:7878", "Anna") as first:
        first.keep("k3x8", ANNA)
        with kept("host:7878", "Anna", taking_over=True) as second:
            assert second.token() == ANNA


def test_where_one_would_have_a_seat_is_known_before_one_goes() -> None:
    assert tables("host:7878", "Anna") == frozenset()
    assert not folder().joinpath("seats").exists(), "a question leaves nothing behind"
    with kept("host:7878", "Anna") as first, kept("host:7878", "Anna") as second:
        first.keep("k3x8", ANNA)
        second.keep("p2mc", BRUNO)
        assert tables("host:7878", "Anna") == frozenset(), "others hold them"
        assert tables("host:7878", "Anna", taking_over=True) == {"k3x8"}
    assert tables("host:7878", "Anna") == {"k3x8"}
    assert tables("host:7878", "Bruno") == tables("host:1", "Anna") == frozenset()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such rights")
def test_nobody_else_can_read_it() -> None:
    with kept("host:7878", "Anna") as seats:
        seats.keep("k3x8", ANNA)
        (path,) = (folder() / "seats").iterdir()
        assert path.stat().st_mode & 0o777 == 0o600
        assert "Anna" not in path.name
        path.chmod(0o644)
    with kept("host:7878", "Anna"):
        assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("text", ["", "{", "[]", '{"k3x8": 7}', '{"k3x8": "../../etc"}', "\udcff"])
def test_a_file_that_cannot_be_read_holds_no_seat(text: str) -> None:
    with kept("host:7878", "Anna"):
        (path,) = (folder() / "seats").iterdir()
    path.write_bytes(os.fsencode(text))
    with kept("host:7878", "Anna") as seats:
        assert seats.token() is None
        seats.keep("k3x8", ANNA)
    with kept("host:7878", "Anna") as seats:
        assert seats.token() == ANNA


def test_where_one_has_seats_is_known_with_the_way_there() -> None:
    with kept("10.1.0.1:7878", "Anna", tls=True, authority="/etc/club.pem") as seats:
        seats.keep("k3x8", ANNA, "Friday, French Tarot")
        seats.keep("p2mc", BRUNO, "The club, Belote")
    with kept("10.1.0.2:7878", "Bruno") as seats:
        seats.keep("k3x8", ANNA, "Another's")
    with kept("10.1.0.3:7878", "Anna") as seats:
        seats.keep("k3x8", ANNA, "Left")
        seats.forget(ANNA)
    now = time.time()
    ours, another = remembered("Anna", now)
    assert (ours.server, ours.last, ours.tls, ours.authority) == (
        "10.1.0.1:7878", "The club, Belote", True, "/etc/club.pem",
    )  # fmt: skip
    assert remembered("Anna", now + LONG_AGO + 60) == ()
    assert (another.server, another.name) == ("10.1.0.2:7878", "Bruno")
    assert remembered("Bruno", now) == (another, ours)


def test_the_last_one_comes_first_and_each_server_once() -> None:
    for number, server in enumerate(("a:1", "b:1", "a:1")):
        with ExitStack() as all_held:
            for _ in range(2):  # two clients of one name
                seats = all_held.enter_context(kept(server, "Anna"))
                seats.keep("k3x8", f"{number}" * 32)
        for path in (folder() / "seats").iterdir():
            if f'"server":"{server}"' in path.read_text("utf-8"):
                os.utime(path, (1000.0 + number, 1000.0 + number))
    assert [ours.server for ours in remembered("Anna", 1010.0)] == ["a:1", "b:1"]


def test_without_a_place_for_files_seats_are_kept_while_the_program_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = tmp_path / "file"
    taken.touch()
    monkeypatch.setenv("TAPIS_STATE", str(taken))
    with kept("host:7878", "Anna") as seats:
        seats.keep("k3x8", ANNA)
        assert seats.token() == ANNA


def test_why_they_are_not_kept_longer_is_said_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("TAPIS_STATE", str(tmp_path / "file" / "state"))
    with kept("host:7878", "Anna") as seats:
        assert not seats.lasting
        assert seats.complaint() == f"{tmp_path}/file/state: Not a directory"
        assert seats.complaint() == ""
    assert Seats().complaint() == "", "nobody wishes to come back to it"


def test_a_seat_that_could_not_be_written_is_not_one_to_come_back_to(tmp_path: Path) -> None:
    (tmp_path / "seats").write_text("")
    with (tmp_path / "seats").open() as never_written:
        seats = Seats(file=never_written)
        assert seats.lasting
        seats.keep("k3x8", ANNA)
        assert not seats.lasting
        assert seats.complaint().startswith(f"{folder()}: ")
        assert seats.token("k3x8") == ANNA, "it is ours all the same"

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from client.seats import folder, kept

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


def test_without_a_place_for_files_seats_are_kept_while_the_program_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = tmp_path / "file"
    taken.touch()
    monkeypatch.setenv("TAPIS_STATE", str(taken))
    with kept("host:7878", "Anna") as seats:
        seats.keep("k3x8", ANNA)
        assert seats.token() == ANNA

"""The file itself: made for its user alone, brought up to date, and never touched where it is not ours."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from server.database import BadJournal, database, reading, transaction

STEPS = ("CREATE TABLE notes (text TEXT)", "ALTER TABLE notes ADD COLUMN author TEXT NOT NULL DEFAULT 'Anna'")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "folder" / "journal.db"


def write(path: Path, text: str, steps: tuple[str, ...] = STEPS[:1]) -> None:
    with database(path, steps) as db, transaction(db):
        db.execute("INSERT INTO notes (text) VALUES (?)", (text,))


def read(path: Path, steps: tuple[str, ...] = STEPS[:1]) -> list[tuple[object, ...]]:
    with reading(path, steps) as db:
        return db.execute("SELECT * FROM notes").fetchall()


def test_what_was_written_is_there(path: Path) -> None:
    write(path, "one")
    write(path, "two")
    assert read(path) == [("one",), ("two",)]


def test_whoever_reads_it_cannot_write(path: Path) -> None:
    write(path, "one")
    with pytest.raises(BadJournal, match="attempt to write a readonly database"), reading(path, STEPS[:1]) as db:
        db.execute("INSERT INTO notes (text) VALUES ('two')")


@pytest.mark.skipif(sys.platform == "win32", reason="modes are a thing of POSIX")
def test_it_is_for_its_user_alone(path: Path) -> None:
    with database(path, STEPS) as db:
        db.execute("INSERT INTO notes (text) VALUES ('one')")
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
    assert modes == dict.fromkeys(("journal.db", "journal.db-wal", "journal.db-shm", "journal.db.lock"), 0o600)


@pytest.mark.skipif(sys.platform == "win32", reason="modes are a thing of POSIX")
def test_a_file_that_was_there_is_for_its_user_alone_from_now_on(path: Path) -> None:
    path.parent.mkdir()
    files = [path.with_name(f"journal.db{end}") for end in ("", "-wal", "-shm")]
    for file in files:
        file.touch()
        file.chmod(0o644)
    write(path, "one")
    with database(path, STEPS[:1]) as db:
        db.execute("INSERT INTO notes (text) VALUES ('two')")
        assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


@pytest.mark.skipif(sys.platform == "win32", reason="modes are a thing of POSIX")
def test_another_file_keeps_its_mode(path: Path) -> None:
    path.parent.mkdir()
    path.write_text("Dear diary")
    path.chmod(0o644)
    with pytest.raises(BadJournal, match="is not a journal"), database(path, STEPS):
        pass
    assert stat.S_IMODE(path.stat().st_mode) == 0o644


def test_an_older_version_is_brought_up_to_date_with_all_that_is_in_it(path: Path) -> None:
    write(path, "one")
    with pytest.raises(BadJournal, match="older version; `tapis host` brings it up to date"):
        read(path, STEPS)
    write(path, "two", STEPS)
    assert read(path, STEPS) == [("one", "Anna"), ("two", "Anna")]


def test_a_step_that_fails_leaves_the_older_version(path: Path) -> None:
    write(path, "one")
    with pytest.raises(BadJournal, match="no such table: nowhere"):
        write(path, "two", (*STEPS, "ALTER TABLE notes ADD COLUMN day TEXT; DROP TABLE nowhere"))
    assert read(path, STEPS) == [("one", "Anna")]


def test_a_newer_version_is_refused(path: Path) -> None:
    write(path, "one", STEPS)
    for access in (database, reading):
        with (
            pytest.raises(BadJournal, match="of version 2, and this program knows versions up to 1"),
            access(path, STEPS[:1]),
        ):
            pass
    assert read(path, STEPS) == [("one", "Anna")]


def test_an_empty_file_is_a_new_one(path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    write(path, "one")
    assert read(path) == [("one",)]


@pytest.mark.parametrize("content", [b"Dear diary, today ", b"x", b"SQLite format 3\0" + bytes(100)])
def test_another_file_is_refused_untouched(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    for access in (database, reading):
        with pytest.raises(BadJournal, match="is not a journal of Tapis Vert; name another file"), access(path, STEPS):
            pass
    assert path.read_bytes() == content
    assert list(path.parent.iterdir()) == [path]


def test_another_programs_database_is_refused_untouched(path: Path) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as db:
        db.executescript("PRAGMA journal_mode = WAL; CREATE TABLE notes (text TEXT)")
    content = path.read_bytes()
    with pytest.raises(BadJournal, match="is not a journal"), database(path, STEPS):
        pass
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    "harm",
    ["PRAGMA user_version = 0", "DROP TABLE notes", "ALTER TABLE notes DROP COLUMN author", "CREATE TABLE others (x)"],
)
def test_a_file_that_lacks_what_its_version_has_is_refused_untouched(path: Path, harm: str) -> None:
    write(path, "one", STEPS)
    with closing(sqlite3.connect(path)) as db:
        db.executescript(f"{harm}; PRAGMA wal_checkpoint(TRUNCATE)")
    content = path.read_bytes()
    for access in (database, reading):
        with pytest.raises(BadJournal, match="is not whole: it has not what belongs to version"), access(path, STEPS):
            pass
    assert path.read_bytes() == content


def test_a_damaged_file_is_refused(path: Path) -> None:
    write(path, "one")
    path.write_bytes(path.read_bytes()[:100] + b"\xff" * 4000)
    with pytest.raises(BadJournal, match=r"journal\.db: .+\."), database(path, STEPS):
        pass


def test_a_file_that_is_damaged_where_nobody_looks_yet_is_refused(path: Path) -> None:
    with database(path, STEPS[:1]) as db, transaction(db):
        db.executemany("INSERT INTO notes VALUES (?)", [("x" * 1000,)] * 100)
    content = bytearray(path.read_bytes())
    content[20 * 4096 : 21 * 4096] = bytes(4096)
    path.write_bytes(content)
    with (
        pytest.raises(BadJournal, match=r"journal\.db is damaged; `--journal PATH` begins another"),
        database(path, STEPS),
    ):
        pass
    assert path.read_bytes() == content


def test_two_at_once_are_refused_and_the_first_goes_on(path: Path) -> None:
    with database(path, STEPS) as db:
        with pytest.raises(BadJournal, match=r"in use by another server; .* --journal PATH"), database(path, STEPS):
            pass
        db.execute("INSERT INTO notes (text) VALUES ('one')")
        assert read(path, STEPS) == [("one", "Anna")]
    write(path, "two", STEPS)


def test_a_killed_process_locks_nothing_and_loses_nothing(path: Path) -> None:
    program = """
import os, signal, sys
from pathlib import Path
from server.database import database, transaction
with database(Path(sys.argv[1]), (sys.argv[2],)) as db:
    with transaction(db):
        db.execute("INSERT INTO notes VALUES ('one')")
    db.execute("BEGIN")
    db.execute("INSERT INTO notes VALUES ('not committed')")
    os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
"""
    killed = subprocess.run([sys.executable, "-c", program, str(path), STEPS[0]], timeout=60, check=False)
    assert killed.returncode != 0
    write(path, "two")
    assert read(path) == [("one",), ("two",)]


def test_a_place_where_no_file_can_be(path: Path) -> None:
    path.parent.mkdir()
    with pytest.raises(BadJournal) as refused, database(path.parent, STEPS):
        pass
    assert str(path.parent) in str(refused.value)
    with pytest.raises(BadJournal, match="is not there"), reading(path, STEPS):
        pass


def test_what_the_system_or_sqlite_says_is_told_with_what_can_be_done(path: Path) -> None:
    write(path, "one")
    path.write_bytes(path.read_bytes()[:4096])
    with pytest.raises(BadJournal) as refused, database(path, STEPS):
        pass
    assert str(refused.value).startswith(f"{path}: ")
    assert str(refused.value).endswith("; `--journal PATH` begins another, and `--no-journal` keeps nothing.")


@pytest.mark.parametrize("below", ["journal.db", "folder/journal.db"])
def test_a_place_in_what_is_no_folder(path: Path, below: str) -> None:
    path.parent.mkdir()
    path.touch()
    with pytest.raises(BadJournal) as refused, database(path / below, STEPS):
        pass
    assert str(refused.value) == f"{path} is not a folder; TAPIS_DATA=FOLDER or --journal PATH names another place."


@pytest.mark.skipif(sys.platform == "win32" or os.getuid() == 0, reason="needs a folder that may not be looked into")
def test_a_place_that_may_not_be_looked_at(path: Path) -> None:
    path.parent.mkdir(mode=0)
    for access in (database, reading):
        with pytest.raises(BadJournal, match="Permission denied"), access(path, STEPS):
            pass


def test_a_transaction_is_whole_or_nothing(path: Path) -> None:
    with database(path, STEPS) as db:
        with pytest.raises(BadJournal, match="cannot be written: no such table"), transaction(db):
            db.execute("INSERT INTO notes (text) VALUES ('one')").execute("INSERT INTO nowhere VALUES (1)")
        assert db.execute("SELECT * FROM notes").fetchall() == []


def test_a_full_disk_is_told_and_all_that_was_written_is_there_when_it_has_room(path: Path) -> None:
    with database(path, STEPS) as db:
        (pages,) = db.execute("PRAGMA page_count").fetchone()
        db.execute(f"PRAGMA max_page_count = {pages}")
        with transaction(db):
            db.execute("INSERT INTO notes (text) VALUES ('one')")
        with pytest.raises(BadJournal, match="cannot be written: database or disk is full"), transaction(db):
            db.execute("INSERT INTO notes (text) VALUES (?)", ("two" * 10_000,))
    write(path, "three", STEPS)
    assert [text for text, _ in read(path, STEPS)] == ["one", "three"]


@pytest.mark.skipif(sys.platform == "win32", reason="pipes with names are a thing of POSIX")
def test_what_is_no_file_is_refused_and_nothing_is_laid_beside_it(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for place in (pipe, tmp_path):
        for access in (database, reading):
            with pytest.raises(BadJournal, match="`--no-journal` keeps nothing"), access(place, STEPS):
                pass
    assert list(tmp_path.iterdir()) == [pipe]

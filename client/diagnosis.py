"""What somebody has to know who is told that something goes wrong: the program, the machine, the terminal.

It is for whoever mends it, so it is in English; and it is to be shown to others, so it has no name and no secret, and
no path tells what a home is called.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

from client import language, seats, settings
from client.settings import AS_USUAL, BadSettings
from client.terminals import full_screen_fits, is_terminal

PACKAGE = "tapis-vert"

TOLD = ("TERM", "COLORTERM", "TERM_PROGRAM", "NO_COLOR", "ACCESSIBLE", "LANG", "LC_ALL", "PYTHONIOENCODING")
"""What of the environment makes a difference."""


def diagnosis(loop: str, data: Path) -> Iterator[str]:
    """All of it, a line each. `loop` is what a server of ours would run in, `data` where it keeps its journal."""
    for heading, text in (
        ("tapis", _version(PACKAGE)),
        ("Python", f"{platform.python_version()} ({platform.python_implementation()}), loop of a server: {loop}"),
        ("system", f"{platform.platform()}"),
        ("packages", ", ".join(f"{package} {_version(package)}" for package in packages())),
        ("terminal", terminal()),
        ("environment", " ".join(f"{name}={os.environ[name]}" for name in TOLD if name in os.environ) or "nothing"),
        ("language", language.spoken()),
        ("settings", f"{_at(settings.place())}: {settled()}"),
        ("state", _at(seats.folder())),
        ("data", _at(data)),
    ):
        yield f"{heading:13}{text}"


def packages() -> list[str]:
    """What we ask for, extras included."""
    try:
        asked = requires(PACKAGE) or []
    except PackageNotFoundError:
        return []
    return sorted({re.split(r"[^\w.-]", each, maxsplit=1)[0] for each in asked})


def terminal() -> str:
    """What it looks like from here."""
    ends = (f"{name} {_end(stream)}" for name, stream in (("input", sys.stdin), ("output", sys.stdout)))
    shown = "full screen" if full_screen_fits(AS_USUAL) else "text"
    return f"{', '.join(ends)}, {_size()}, {_colours()}, {shown}"


def settled() -> str:
    """What differs from the usual, but for the name."""
    try:
        own = settings.settled().model_dump(exclude={"name"}, exclude_defaults=True)
    except BadSettings:
        return "cannot be read; any other command says why"
    return ", ".join(f"{name} = {value!r}" for name, value in own.items()) or "as usual"


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "(not installed)"


def _end(stream: object) -> str:
    kind = "a terminal" if is_terminal(stream) else "no terminal"
    return f"{kind} ({getattr(stream, 'encoding', None) or 'no encoding'})"


def _size() -> str:
    columns, rows = shutil.get_terminal_size()
    return f"{columns} x {rows}"


def _colours() -> str:
    if not is_terminal(sys.stdout):
        return "no colours"
    from prompt_toolkit.output import create_output

    return f"colours {create_output().get_default_color_depth().value}"


def _at(path: Path) -> str:
    home = os.path.expanduser("~")
    shown = str(path)
    return f"~{shown.removeprefix(home)}" if shown.startswith(f"{home}{os.sep}") else shown

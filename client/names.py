"""What a person is called: by what he says, what he has settled, or the system."""

from __future__ import annotations

import getpass

from client.language import tr
from client.settings import Settings, place
from client.text import printable
from protocol.message import LONGEST_NAME

NOBODY = "Player"


class BadName(ValueError):
    """A name that no table would take. The text says what would be right."""


def named(name: str | None, settings: Settings) -> str:
    """The name to sit down under: the one given, else that of the settings, else the login name. BadName for one that
    no table would take.
    """
    if name is None and settings.name is None:
        return login_name()
    try:
        return checked(name if name is not None else str(settings.name))
    except BadName as error:
        raise BadName(f"{error} {settled_at()}" if name is None else str(error)) from None


def settled_at() -> str:
    """Where the name is settled."""
    return tr("It stands in {file}; `tapis` changes it.", file=place())


def checked(name: str) -> str:
    """A name as tables take it. BadName for one that none would take."""
    count = len(name.strip())
    if not 1 <= count <= LONGEST_NAME:
        raise BadName(tr("a name has 1 to {most} characters, this one has {count}.", most=LONGEST_NAME, count=count))
    if not name.isprintable():
        signs = f"{name.strip()!a}"
        raise BadName(tr("a name is made of signs that can be seen; this one has others: {name}.", name=signs))
    if not any(map(str.isalpha, name)):
        raise BadName(tr("a name has a letter in it, of any script; this one has none: {name}.", name=name.strip()))
    return name.strip()


def table_of(name: str) -> str:
    """What a table is called that somebody of that name opens, unless he says otherwise."""
    return tr("{name}’s table", name=name)[:LONGEST_NAME]


def login_name() -> str:
    """How the system calls whoever plays."""
    try:
        name = getpass.getuser()
    except (OSError, KeyError, ImportError):
        return NOBODY
    name = printable(name).strip()[:LONGEST_NAME]
    return name if any(map(str.isalpha, name)) else NOBODY

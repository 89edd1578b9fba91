"""From an address to a seat: connect, show the table in the way that suits this terminal, and say how it ended."""

from __future__ import annotations

import os
import ssl
import sys
from collections.abc import Awaitable, Callable, Sequence
from random import Random

from client.address import Address
from client.link import Link, LinkError, opened
from client.robot import Bot, Robot
from client.session import Session
from client.text import Style


async def sit_down(
    host: str,
    port: int,
    *,
    name: str,
    text: bool = False,
    start: bool = False,
    invitation: Sequence[str] = (),
    tls: ssl.SSLContext | None = None,
) -> int:
    """Play at the table at that address until the person leaves. An exit code.

    `start` asks for a deal at once; `invitation` says how others can join, to somebody who can pass it on; with
    `tls` the line is encrypted.
    """

    async def play(link: Link) -> LinkError | None:
        session = Session(link, tuple(invitation))
        if start:
            await session.start()
        return await (_in_text(session) if text or not full_screen_fits() else _in_full_screen(session))

    return await _seated(Address(host, port), name, tls, play)


async def sit_down_as(
    bot: Bot, host: str, port: int, *, name: str, start: bool = False, tls: ssl.SSLContext | None = None
) -> int:
    """Let a program play at the table at that address. An exit code."""

    async def play(link: Link) -> LinkError | None:
        return await Robot(Session(link), bot, Random(), writer()[0], start=start).run()

    return await _seated(Address(host, port), name, tls, play)


async def _seated(
    address: Address, name: str, tls: ssl.SSLContext | None, play: Callable[[Link], Awaitable[LinkError | None]]
) -> int:
    try:
        async with opened(address, name, tls) as link:
            ended = await play(link)
    except LinkError as error:
        ended = error
    if ended is None:
        return 0
    print(ended, file=sys.stderr)
    return ended.exit_code


async def _in_full_screen(session: Session) -> LinkError | None:
    # Whoever asked for text needs no screen, and does not wait for it to load.
    from client.screens.app import Screen

    return await Screen(session).run()


async def _in_text(session: Session) -> LinkError | None:
    from client.plain import Reader
    from client.stdin import standard_input

    write, style = writer()
    return await Reader(session, standard_input(), write, style=style, echo=not is_terminal(sys.stdin)).run()


def full_screen_fits() -> bool:
    """Whether there is a terminal at both ends, and one that can move its cursor."""
    return is_terminal(sys.stdin) and is_terminal(sys.stdout) and os.environ.get("TERM") != "dumb"


def is_terminal(stream: object) -> bool:
    """Whether a stream is a terminal; one that is closed or missing is none."""
    try:
        return bool(stream.isatty())  # type: ignore[attr-defined]
    except (AttributeError, ValueError):
        return False


def writer() -> tuple[Callable[[str], None], Style]:
    """A function that writes to the standard output at once, and how cards can be written there."""

    def write(text: str) -> None:
        if sys.stdout is not None:
            sys.stdout.write(text)
            sys.stdout.flush()

    try:
        "♠♥♣♦".encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        return write, "ascii"
    return write, "plain"

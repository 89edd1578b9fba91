"""The options of `tapis host`, and the settings that they come to."""

from __future__ import annotations

import argparse
import ipaddress
from pathlib import Path
from typing import get_args

from engine import GAMES, game_named
from protocol import DEFAULT_PORT
from protocol.directory import NODE
from protocol.message import CLOCK, DEALS, Level
from server import names
from server.addresses import Network, Reached
from server.arguments import SEATS, SEED, Arguments, seconds, whole
from server.directory.broker import add_to, given
from server.journal import usual_place
from server.limits import described, limited
from server.logs import LEVELS
from server.settings import Settings
from server.terms import LONGEST_GRACE, LONGEST_PACE
from server.tls import encrypted


class BadOption(Exception):
    """Options that do not go together, or do not fit the game. The text says what would be right."""


def options(playable: bool) -> argparse.ArgumentParser:
    """The parser of all of them; with `playable`, one may sit down oneself."""
    parser = Arguments(prog="tapis host", description="Open a table for everybody on this network.")
    parser.add_argument("--game", default=Settings.game, help=f"one of {', '.join(GAMES)} (default: {Settings.game})")
    parser.add_argument("--bind", metavar="ADDR", help="listen on this address of this machine only (default: all)")
    parser.add_argument(
        "--port", type=whole(0, 65535), default=DEFAULT_PORT, help=f"default: {DEFAULT_PORT}; 0 for any free one"
    )
    parser.add_argument("--name", metavar="TEXT", help="what the table is called; with --play, also you")
    parser.add_argument(
        "--bots", type=whole(*SEATS), default=0, metavar="N", help="seat so many bots from the beginning"
    )
    parser.add_argument(
        "--level", choices=get_args(Level), default=Settings.level,
        help=f"how well bots play (default: {Settings.level})",
    )  # fmt: skip
    parser.add_argument("--deals", type=whole(*DEALS), metavar="N", help="a match has so many deals (default: no end)")
    parser.add_argument(
        "--clock",
        type=whole(*CLOCK),
        metavar="SECONDS",
        help="for each decision; then a bot makes it (default: no clock)",
    )
    parser.add_argument(
        "--grace",
        type=seconds(LONGEST_GRACE),
        default=Settings.grace,
        metavar="SECONDS",
        help=f"before a bot plays for who is away (default: {Settings.grace:g})",
    )
    parser.add_argument("--no-spectators", action="store_true", help="let nobody watch")
    parser.add_argument(
        "--pace",
        type=seconds(LONGEST_PACE),
        default=Settings.pace,
        metavar="SECONDS",
        help=f"how long a bot takes (default: {Settings.pace:g})",
    )
    parser.add_argument(
        "--seed", type=whole(*SEED), metavar="N", help="shuffle in a known way: for tests, never to play"
    )
    parser.add_argument(
        "--limit", action="append", default=[], metavar="NAME=VALUE",
        help="what one client may ask for, once for each: " + "; ".join(described()),
    )  # fmt: skip
    parser.add_argument("--tls-cert", type=Path, metavar="FILE", help="encrypt every line: the certificate, PEM")
    parser.add_argument("--tls-key", type=Path, metavar="FILE", help="and its key, PEM, without a pass phrase")
    parser.add_argument("--log", choices=LEVELS, default="warning", help="how much to log to stderr (default: warning)")
    parser.add_argument("--log-json", action="store_true", help="log one JSON object a line")
    parser.add_argument(
        "--journal", type=Path, metavar="PATH", help="the file that keeps the tables (default: your own)"
    )
    parser.add_argument("--new", action="store_true", help="begin afresh: forget the tables that still stand")
    parser.add_argument("--no-journal", action="store_true", help="keep nothing: when it is stopped, all is forgotten")
    parser.add_argument("--no-announce", action="store_true", help="let nobody find it on the network by itself")
    add_to(parser)
    parser.add_argument(
        "--node",
        type=_node,
        metavar="NAME",
        help="its name at the broker: its user there, where access rules ask for it",
    )
    parser.add_argument(
        "--public",
        type=_reached,
        metavar="URL",
        help="where others reach it, if that is another place than it listens at: wss://HOST behind a proxy with TLS",
    )
    parser.add_argument(
        "--trust-proxy",
        type=_network,
        metavar="ADDR",
        help="a proxy of this address, or of such a network, says in X-Forwarded-For who connects",
    )
    if playable:
        parser.add_argument("--play", action="store_true", help="sit down at the table too, in this terminal")
    return parser


def _reached(text: str) -> Reached:
    try:
        return Reached.read(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _network(text: str) -> Network:
    try:
        return ipaddress.ip_network(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no address and no network; give one such as 127.0.0.1 or 172.18.0.0/16"
        ) from None


def _node(text: str) -> str:
    if not NODE.fullmatch(text):
        raise argparse.ArgumentTypeError(f"{text!r} cannot be; give 1 to 40 plain letters, digits and . _ @ -")
    return text


def settings_of(args: argparse.Namespace) -> Settings:
    """What they come to. BadOption where they do not go together; what else is wrong is raised by whoever knows it."""
    seats = game_named(args.game).about.seats
    if not 0 <= args.bots < seats:
        raise BadOption(f"--bots must be from 0 to {seats - 1}, so that a person can sit down, not {args.bots}.")
    if (args.tls_cert is None) != (args.tls_key is None):
        raise BadOption("--tls-cert and --tls-key go together: a certificate and its key.")
    if args.node and not args.mqtt:
        raise BadOption("--node goes with --mqtt: it is the name at that broker.")
    if args.tls_cert and vars(args).get("play"):
        raise BadOption("--play does not speak TLS: leave it out, and join from a second terminal.")
    return Settings(
        game=args.game,
        bind=args.bind,
        port=args.port,
        name=Settings.name if args.name is None else names.clean(args.name),
        bots=args.bots,
        level=args.level,
        deals=args.deals,
        clock=args.clock,
        grace=args.grace,
        pace=args.pace,
        spectators=not args.no_spectators,
        seed=args.seed,
        journal=None if args.no_journal else args.journal or usual_place(),
        afresh=args.new,
        announce=not args.no_announce,
        broker=given(args),
        node=args.node,
        public=args.public,
        proxy=args.trust_proxy,
        limits=limited(args.limit),
        tls=encrypted(args.tls_cert, args.tls_key) if args.tls_cert else None,
    )

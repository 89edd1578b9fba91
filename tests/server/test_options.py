"""What is said on the command line of `tapis host`, and the settings that it comes to."""

from __future__ import annotations

import ipaddress
from pathlib import Path

import pytest

from server.addresses import Reached
from server.directory.broker import Broker
from server.journal import usual_place
from server.limits import Limits
from server.options import BadOption, options, settings_of
from server.settings import Settings


def settled(*argv: str) -> Settings:
    return settings_of(options(playable=True).parse_args(argv))


def test_every_option_comes_to_its_setting() -> None:
    table = "--name Zoé --bots 1 --level easy --deals 3 --clock 60 --grace 5 --pace 0.5 --no-spectators --seed 7"
    place = "--bind 127.0.0.1 --port 9 --public wss://club.example --trust-proxy 192.0.2.1 --no-announce"
    broker = "--mqtt mqtt://broker.example --node anna"
    said = f"--game belote {table} {place} {broker} --journal kept.db --new --limit chat=3 --limit hello=1"
    assert settled(*said.split()) == Settings(
        game="belote",
        name="Zoé",
        bots=1,
        level="easy",
        deals=3,
        clock=60,
        grace=5.0,
        pace=0.5,
        spectators=False,
        seed=7,
        bind="127.0.0.1",
        port=9,
        public=Reached("club.example", 443, tls=True),
        proxy=ipaddress.ip_network("192.0.2.1"),
        announce=False,
        broker=Broker(host="broker.example", port=1883),
        node="anna",
        journal=Path("kept.db"),
        afresh=True,
        limits=Limits(chat=3, hello=1.0),
    )


def test_what_is_not_said_is_as_usual() -> None:
    assert settled() == Settings(journal=usual_place(), announce=True)
    assert settled("--no-journal").journal is None


@pytest.mark.parametrize(
    ("argv", "complaint"),
    [
        (["--node", "anna"], "--node goes with --mqtt"),
        (["--play", "--tls-cert", "c.pem", "--tls-key", "k.pem"], "--play does not speak TLS"),
    ],
)
def test_what_does_not_go_together_is_refused(argv: list[str], complaint: str) -> None:
    with pytest.raises(BadOption, match=complaint):
        settled(*argv)

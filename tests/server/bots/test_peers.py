"""Our bots against those of others: the bench itself, with somebody at the table who needs no package."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest

from bench.peers.__main__ import PEERS, compare, counted, deals, main
from bench.peers.match import Ours, match
from engine import game_named
from engine.game import State


class First:
    """Always the first choice."""

    def __init__(self, game: str) -> None:
        self._game = game_named(game)

    def decide(self, state: State, rng: Random) -> str:
        legal: tuple[str, ...] = self._game.legal(state)
        return legal[0]


def missing() -> Any:
    raise ImportError("No module named 'elsewhere'")


@pytest.mark.parametrize("name", PEERS)
def test_each_deal_is_one_sample_over_all_seatings(name: str) -> None:
    peer = PEERS[name]
    game: Any = game_named(peer.game)
    ours = Ours(game, "normal")
    tallies = match(game, islice(deals(peer, 1), 4), ours, First(peer.game), peer.seatings, counted)
    [*_, tally] = tallies
    assert len(tally.gains) == 4
    taken = tally.counts["ours: taken"] + tally.counts["theirs: taken"] + tally.counts["annulled"]
    assert taken == 4 * len(peer.seatings)
    low, high = tally.gain()[1:]
    assert low is not None
    assert high is not None
    assert low < high


def test_who_cannot_be_had_is_skipped_and_named(capsys: pytest.CaptureFixture[str]) -> None:
    compare(replace(PEERS["belote-cli"], player=missing), "normal", 1, 1)
    assert capsys.readouterr().out == "belote-cli is skipped: No module named 'elsewhere'.\n"


class Interrupted(First):
    """Ctrl-C in the midst of the third deal."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self._deals: dict[str, None] = {}

    def decide(self, state: State, rng: Random) -> str:
        self._deals[str(state.layout)] = None
        if len(self._deals) > 2:
            raise KeyboardInterrupt
        return super().decide(state, rng)


def test_what_was_finished_before_ctrl_c_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    peer = PEERS["belote-cli"]
    monkeypatch.setitem(PEERS, peer.name, replace(peer, player=lambda: Interrupted(peer.game)))
    monkeypatch.setattr("sys.argv", ["bench.peers", peer.name, "--level", "normal"])
    assert main() == 130
    told, *_ = capsys.readouterr().out.splitlines()
    assert told.endswith(", 2 deals.")


@pytest.mark.parametrize("name", [name for name, peer in PEERS.items() if peer.contract])
def test_where_cards_alone_are_compared_the_contract_is_settled(name: str) -> None:
    for state in islice(deals(PEERS[name], 1), 5):
        assert state.phase == "play"

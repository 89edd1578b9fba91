"""A shell completes our words: asked as the shell asks when somebody presses Tab."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tapis
from client.completion import SHELLS

ASK = """
eval "$(tapis completion bash)"
while IFS= read -r COMP_LINE; do
    COMP_POINT=${#COMP_LINE} COMP_TYPE=9 COMPREPLY=()
    _python_argcomplete tapis
    echo "${COMPREPLY[*]}"
done
"""

LINES = {
    "tapis pl": "play",
    "tapis --de": "--debug-info",
    "tapis play tar": "tarocchino tarot",
    "tapis join --theme c": "colour-blind",
    "tapis rules tarot 5.": "5.1 5.2 5.3 5.4 5.5 5.6",
    "tapis host --game pa": "paodekuai",
    "tapis arena bel": "belote",
    "tapis replay --ver": "--verify",
    "tapis watch --mqtt mqtt://broker --te": "--text",
    "tapis tables --js": "--json",
    "tapis completion f": "fish",
}


@pytest.mark.skipif(sys.platform == "win32" or not shutil.which("bash"), reason="there is no bash of the system's own")
def test_bash_completes_commands_options_games_and_clauses(tmp_path: Path) -> None:
    ours = tmp_path / "tapis"
    ours.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tapis "$@"\n')
    ours.chmod(0o755)
    there = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    lines = "".join(f"{line}\n" for line in LINES)
    asked = subprocess.run(["bash", "-c", ASK], input=lines, capture_output=True, text=True, env=there, check=True)
    assert dict(zip(LINES, map(str.strip, asked.stdout.splitlines()), strict=True)) == LINES


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_is_told_how(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert tapis.main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert "tapis" in script
    if shell != "powershell" and shutil.which(shell) and sys.platform != "win32":
        subprocess.run([shell, "-n"], input=script, text=True, check=True)


def test_another_shell_is_refused_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert tapis.main(["completion", "tcsh"]) == 2
    told = capsys.readouterr().err
    assert "invalid choice: 'tcsh'" in told
    assert told.count("\n") == 1

"""What is longer than a terminal, to be read there page by page."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping

from client.terminals import lines_alone, writer


def paged(text: str) -> None:
    """A text at a terminal: through the pager of this person, where it is longer than what can be seen at once."""
    longer = text.count("\n") >= os.get_terminal_size(sys.stdout.fileno()).lines
    if not (longer and through(wished(os.environ), text)):
        writer()[0](text)


def wished(environment: Mapping[str, str]) -> str:
    """The command in PAGER, or else less, where there is one; none on Windows, where there is none that one would want,
    for a PAGER that is empty, and where lines are read as they come.
    """
    if sys.platform == "win32" or lines_alone(environment):
        return ""
    less = shutil.which("less")
    return environment.get("PAGER", shlex.quote(less) if less else "")


def through(pager: str, text: str) -> bool:
    """Whether a pager has shown it. Ctrl-C is for the pager meanwhile, and who leaves it early has read enough."""
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        shown = text.encode(sys.stdout.encoding, sys.stdout.errors or "strict")
        subprocess.run(shlex.split(pager) or [""], input=shown, check=False)
    except (OSError, ValueError):  # there is no such program
        return False
    finally:
        signal.signal(signal.SIGINT, before)
    return True

"""The words of a command line, completed by the shell: out of the very parsers that read them."""

from __future__ import annotations

import os
from argparse import Action, ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Mapping, Sequence

from argcomplete import autocomplete
from argcomplete.completers import BaseCompleter, FilesCompleter
from argcomplete.lexers import split_line
from argcomplete.shell_integration import shellcode

from client import rulebook
from client.arguments import Arguments

Command = Callable[[Sequence[str]], int]

SHELLS = ("bash", "zsh", "fish", "powershell")

ASKED = "_ARGCOMPLETE"
"""Set in the environment by the script of a shell that asks; the number of the word that the parser begins with."""

OPTIONS = ("--version", "--debug-info")
"""What `tapis` alone takes beside what its parser reads."""


def completion(argv: Sequence[str]) -> int:
    """`tapis completion SHELL`: what makes that shell complete."""
    parser = Arguments(prog="tapis completion", description="Write what makes a shell complete the words of tapis.")
    parser.add_argument("shell", choices=SHELLS)
    print(shellcode(["tapis"], shell=parser.parse_args(argv).shell))
    return 0


def complete(alone: Command, commands: Mapping[str, Command]) -> int:
    """Tell the shell how its line can go on. The command that would read it comes as far as its parser, and there the
    process ends.
    """
    words = split_line(os.environ["COMP_LINE"], int(os.environ["COMP_POINT"]))[3]
    named = words[1] if len(words) > 1 else ""

    def show(parser: ArgumentParser, *_: object) -> None:
        if named not in commands:
            parser.add_argument("command", choices=commands)
            for option in OPTIONS:
                parser.add_argument(option, action="store_true")
        autocomplete(parser, default_completer=Offered())

    ArgumentParser.parse_args = show  # type: ignore[assignment, method-assign]
    if named not in commands:
        return alone([])
    os.environ[ASKED] = "2"
    return commands[named](words[2:])


class Offered(BaseCompleter):
    """What an argument can be that has no list of its own: a game, a clause of its rulebook; else a file."""

    def __call__(self, *, prefix: str, action: Action, parser: ArgumentParser, parsed_args: Namespace) -> Iterable[str]:
        """All that there is; the shell is told what of it begins with the prefix."""
        match action.dest:
            case "game":
                return rulebook.books()
            case "clause":
                return rulebook.book(parsed_args.game).clauses
        files: Iterable[str] = FilesCompleter()(prefix)
        return files

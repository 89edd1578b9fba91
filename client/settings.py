"""What a person has settled once for all tables, in a file of his own: `settings.toml`."""

from __future__ import annotations

import json
import os
import re
import tomllib
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Literal, get_args

import platformdirs
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from client import language
from client.keys import Keyboard, remapped
from client.language import Language, later, tr
from client.theme import Theme
from protocol.message import LONGEST_NAME

FILE = "settings.toml"


class BadSettings(ValueError):
    """A file of settings that cannot be read. The text says what is wrong, and what would be right."""


class Settings(BaseModel):
    """Everything that can be settled; what the file leaves out stays as it is here.

    `name` is what one is called, `lang` the language one reads, `signs` whether suits are shown by their signs or,
    where a terminal has none or makes them too wide, by letters; `ascii` does without any sign that is not in ASCII.
    `bell` sounds when it is one's turn. `hand` tells whether a hand begins with the lowest card of a suit or the
    highest, `trumps` where they stand in it, `forced` that the only card there is may be played without asking. Without
    `mouse`, clicks are the terminal's own; `keys` gives actions other keys.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    name: str | None = Field(default=None, min_length=1, max_length=LONGEST_NAME)
    lang: Language | None = None
    theme: Theme = "two-colour"
    signs: Literal["suits", "letters"] = "suits"
    ascii: bool = False
    bell: bool = False
    hand: Literal["rising", "falling"] = "rising"
    trumps: Literal["first", "last"] = "first"
    forced: bool = False
    mouse: bool = True
    keys: dict[str, str | list[str]] = {}

    @field_validator("keys")
    @classmethod
    def _can_be(cls, keys: dict[str, str | list[str]]) -> dict[str, str | list[str]]:
        remapped(keys)
        return keys

    @cached_property
    def keyboard(self) -> Keyboard:
        """The keys as they are then."""
        return remapped(self.keys)


AS_USUAL = Settings()


CANNOT_BE = later("{name} cannot be {value}.")
TOO_LONG = later("{name} has 1 to {most} characters; it cannot be {value}.")

WRONG = {
    "literal_error": later("{name} can be {values}; it cannot be {value}."),
    "bool_type": later("{name} can be true or false; it cannot be {value}."),
    "string_type": later("{name} is a text in quotes; it cannot be {value}."),
    "string_too_short": TOO_LONG,
    "string_too_long": TOO_LONG,
    "dict_type": later("{name} is a table of actions, each with its key; it cannot be {value}."),
}
"""What is wrong with a setting, by the kind of its error."""


def add_to(parser: ArgumentParser) -> None:
    """The arguments that settle something for this once."""
    parser.add_argument("--lang", choices=get_args(Language), help="the language (default: as settled, or as in LANG)")
    parser.add_argument("--theme", choices=get_args(Theme), help="the colours (default: as settled, or two-colour)")
    parser.add_argument("--ascii", action="store_true", help="draw with ASCII alone")


def settled_with(args: Namespace) -> Settings:
    """The settings of this person, but for what the arguments say. BadSettings for a file that cannot be read."""
    found = settled()
    if args.lang:
        language.speak(args.lang)
    theme = {"theme": args.theme} if args.theme else {}
    plain = args.ascii or found.ascii
    language.spell(plain=plain)
    bell = getattr(args, "bell", False) or found.bell
    return found.model_copy(update={**theme, "ascii": plain, "bell": bell})


def place() -> Path:
    """Where the file is: in the user's folder of settings, or in the one that TAPIS_CONFIG names."""
    folder = os.environ.get("TAPIS_CONFIG") or platformdirs.user_config_path("tapis-vert", appauthor=False)
    return Path(folder) / FILE


def remember(setting: Literal["name", "lang"], value: str) -> None:
    """Settle one thing, before all else that is settled already. OSError where that cannot be written."""
    path = place()
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = path.read_text("utf-8").splitlines(keepends=True) if path.exists() else []
    others = [line for line in lines if not re.match(rf"{setting}\s*=", line)]
    path.write_text(f"{setting} = {json.dumps(value, ensure_ascii=False)}\n{''.join(others)}", "utf-8")


def settled(environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings of this person, whose language is spoken from now on; as they are without a file. NO_COLOR, in the
    environment, leaves out the colours.

    BadSettings for a file that cannot be read.
    """
    path = place()
    try:
        written = tomllib.loads(path.read_text("utf-8"))
        if written.get("lang") in get_args(Language):
            language.speak(written["lang"])  # before the rest, which may be wrong and is then told in it
        found = Settings.model_validate(written)
    except FileNotFoundError:
        found = AS_USUAL
    except OSError as error:
        raise BadSettings(f"{path}: {error.strerror}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadSettings(tr("{file} is not TOML: {error}", file=path, error=error)) from None
    except ValidationError as error:
        raise BadSettings(f"{path}: {_first(error)}") from None
    language.spell(plain=found.ascii)
    return found.model_copy(update={"theme": "monochrome"}) if environment.get("NO_COLOR") else found


def _first(error: ValidationError) -> str:
    """What is wrong with the first wrong line."""
    wrong = error.errors()[0]
    name = ".".join(map(str, wrong["loc"][:2]))
    if wrong["type"] == "extra_forbidden":
        there = ", ".join(Settings.model_fields)
        return tr("there is no setting {name}; there are {settings}.", name=f"{name[:40]!a}", settings=there)
    if wrong["type"] == "value_error":
        return f"{name}: {wrong['ctx']['error']}."
    could = str(wrong.get("ctx", {}).get("expected")).replace(" or ", ", ")
    said = WRONG.get(wrong["type"], CANNOT_BE)
    return tr(said, name=name, most=LONGEST_NAME, values=could, value=_cut(wrong["input"]))


def _cut(value: object) -> str:
    """What was written where it cannot stand; of what is long the beginning."""
    return f"{value[:40]!a}" if isinstance(value, str) else f"{value!a:.40}"

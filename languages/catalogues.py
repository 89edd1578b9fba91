"""What is to be translated, and the catalogues that hold it: a part for the client, one for all tables, one a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from client.cards import LETTER_OF_A_SUIT, LETTER_ON_A_CARD, LETTERS, RANKS, SUIT_OF_A_CARD, T
from client.keys import KEEP, LETTER_OF_AN_ANSWER, NO, YES
from engine import GAMES, game_named
from engine.notes import COMMON_LABELS
from languages.source import Said, said_in
from server.bots import labels_of
from server.bots.decision import LABELS

LANGUAGES = {
    "fr": (2, "(n > 1)"),
    "it": (2, "(n != 1)"),
    "cs": (3, "(n == 1) ? 0 : (n >= 2 && n <= 4) ? 1 : 2"),
}
"""All but English, which is the language of the source; how many forms a counted thing has, and which goes with n."""

PARTS = ("client", "table", *GAMES)

ROOT = Path(__file__).parent.parent


class Sentences(Catalog):
    """A catalogue whose head tells what matters and no dates, so that it only changes with its sentences."""

    def __init__(self, language: str, part: str) -> None:
        super().__init__(language, header_comment=f"# Tapis Vert, {part}: {language}", fuzzy=False)
        self._language = language

    @property
    def num_plurals(self) -> int:
        """How many forms a counted thing has."""
        return LANGUAGES[self._language][0]

    @property  # type: ignore[misc]  # elsewhere it can be written too
    def mime_headers(self) -> list[tuple[str, str]]:
        """What gettext needs to know."""
        forms, which = LANGUAGES[self._language]
        return [
            ("Language", self._language),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Plural-Forms", f"nplurals={forms}; plural={which};"),
        ]


class Entry(NamedTuple):
    """One sentence of a part, and where it is said."""

    said: Said
    place: str


def entries(part: str) -> Iterator[Entry]:
    """Everything that a part says, the same sentence perhaps several times."""
    match part:
        case "client":
            yield from _files("client", "tapis.py")
            yield from (Entry(Said(rank, context=LETTER_ON_A_CARD), "client/cards.py") for rank in RANKS)
            letters = (*LETTERS.values(), T)
            yield from (Entry(Said(letter, context=LETTER_OF_A_SUIT), "client/cards.py") for letter in letters)
            yield from (
                Entry(Said(letter, context=LETTER_OF_AN_ANSWER), "client/keys.py") for letter in (YES, NO, KEEP)
            )
        case "table":
            yield from _labels(COMMON_LABELS, "engine/notes.py")
            yield from _labels(LABELS, "server/bots/decision.py")
            yield from _files("engine/*.py", "protocol", "server")
        case _:
            about, labels = game_named(part).about, f"engine/{part}/labels.py"
            yield Entry(Said(about.title), f"engine/{part}/game.py")
            yield from _labels(about.labels, labels)
            yield from (Entry(Said(name), labels) for name in about.suits.values())
            yield from (Entry(Said(name, context=SUIT_OF_A_CARD), labels) for name in about.suits.values())
            yield from _labels(labels_of(part), f"server/bots/{part}")
            yield from _files(f"engine/{part}")


@cache
def template(part: str) -> dict[Said, list[str]]:
    """The sentences of a part, each with its places. A game leaves out what is said at every table."""
    known = template("table") if part in GAMES else {}
    found: dict[Said, list[str]] = {}
    for said, place in entries(part):
        if said.one and said not in known and place not in found.setdefault(said, []):
            found[said].append(place)
    return found


def update(folder: Path, language: str, part: str) -> Catalog:
    """The catalogue of a part, with every sentence of the source and no other; translated as far as it was."""
    catalogue = Sentences(language, part)
    file = folder / language / f"{part}.po"
    before = read_po(BytesIO(file.read_bytes()), locale=language) if file.exists() else Catalog(language)
    for said, places in template(part).items():
        old = before.get(said.one, said.context)
        same = old is not None and old.id == said.id
        catalogue.add(
            said.id,
            old.string if old is not None and same else None,
            locations=[(place, 1) for place in places],
            flags=old.flags if old is not None and same else (),
            context=said.context,
        )
    return catalogue


def missing(catalogue: Catalog) -> list[Message]:
    """The sentences without a translation, or with a doubtful one."""
    return [message for message in catalogue if message.id and (message.fuzzy or not _whole(message, catalogue))]


def written(catalogue: Catalog) -> bytes:
    """The catalogue as translators read it."""
    out = BytesIO()
    write_po(out, catalogue, width=120, include_lineno=False, sort_output=True)
    return out.getvalue()


def compiled(catalogue: Catalog) -> bytes:
    """The catalogue as the program reads it."""
    out = BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def _whole(message: Message, catalogue: Catalog) -> bool:
    forms = message.string if isinstance(message.string, tuple) else (message.string,)
    return all(forms) and len(forms) == (catalogue.num_plurals if message.pluralizable else 1)


def _labels(labels: Mapping[str, str], place: str) -> Iterator[Entry]:
    """Labels; `….one` and `….many` are two forms of one sentence."""
    for key, sentence in labels.items():
        many = labels.get(f"{key.removesuffix('.one')}.many") if key.endswith(".one") else None
        if many:
            yield Entry(Said(sentence, many), place)
        elif not (key.endswith(".many") and f"{key.removesuffix('.many')}.one" in labels):
            yield Entry(Said(sentence), place)


def _files(*patterns: str) -> Iterator[Entry]:
    """What is said in source files: those of a folder, with the folders in it, or those of a pattern."""
    for pattern in patterns:
        folder = ROOT / pattern
        for file in sorted(folder.rglob("*.py") if folder.is_dir() else ROOT.glob(pattern)):
            yield from (Entry(said, file.relative_to(ROOT).as_posix()) for said in said_in(file.read_text("utf-8")))

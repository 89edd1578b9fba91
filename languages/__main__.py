"""`python -m languages`: bring the catalogues up to date with the source, for translators, and compile them."""

from __future__ import annotations

from pathlib import Path

from languages.catalogues import LANGUAGES, PARTS, compiled, missing, update, written

FOLDER = Path(__file__).parent

if __name__ == "__main__":
    for language in LANGUAGES:
        for part in PARTS:
            catalogue = update(FOLDER, language, part)
            place = FOLDER / language
            place.mkdir(exist_ok=True)
            (place / f"{part}.po").write_bytes(written(catalogue))
            (place / f"{part}.mo").write_bytes(compiled(catalogue))
            for message in missing(catalogue):
                print(f"{language}/{part}.po: {message.id!r} is not translated")

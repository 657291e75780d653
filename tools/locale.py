"""Updates and checks the catalogues of translations (gettext).

    python tools/locale.py update     add new texts, drop old ones, compile, and list what is not translated
    python tools/locale.py check      list all problems; exit code 1 if there are any

Two parts of `update` can be run alone: `extract` writes trainshed.pot, `compile` the .mo files that the program reads.
Translations are written by hand into `src/trainshed/locale/*/LC_MESSAGES/trainshed.po`, then compiled.
"""

from __future__ import annotations

import sys

if __name__ == "__main__":  # not this folder in the path: locale.py would hide the standard module that Babel needs
    sys.path[0] = __file__.rpartition("/tools/")[0] or "."

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from tests.support.languages import OTHERS, SAME
from tools.messages import GAP, ROOT, SOURCE, glued, messages

FOLDER: Final = SOURCE / "locale"
TEMPLATE: Final = FOLDER / "trainshed.pot"
HEAD: Final = "# The texts of Trainshed. Made by tools/locale.py; translations are written by hand."
DATE: Final = datetime(2025, 1, 1, tzinfo=UTC)
"""A fixed date: Git knows when a file was changed, and a real date would change the file with every update."""


def po_file(language: str) -> Path:
    return FOLDER / language / "LC_MESSAGES" / "trainshed.po"


# ---------------------------------------------------------------- reading and writing


@cache
def template() -> Catalog:
    """The catalogue of all texts in the source, without translations."""
    catalog = new_catalog(None)
    for message in messages():
        catalog.add(message.id, locations=[(message.file, message.line)])
    return catalog


def new_catalog(language: str | None) -> Catalog:
    return Catalog(
        language,
        domain="trainshed",
        header_comment=HEAD,
        project="Trainshed",
        version="1",
        creation_date=DATE,
        revision_date=DATE,
        last_translator="Trainshed contributors",
        language_team="Trainshed contributors",
        msgid_bugs_address="",
        charset="utf-8",
        fuzzy=False,
    )


def read(language: str) -> Catalog:
    """The catalogue of a language from its .po file; an empty one if there is no file."""
    file = po_file(language)
    if not file.exists():
        return new_catalog(language)
    with file.open("rb") as stream:
        return read_po(stream, locale=language, domain="trainshed", abort_invalid=True)


def updated(language: str) -> Catalog:
    """The texts of the source with the translations that are known."""
    known, catalog = read(language), new_catalog(language)
    for entry in entries(template()):
        catalog.add(entry.id, locations=entry.locations)
        old = known.get(entry.id)
        if old is not None and old.id == entry.id:
            catalog[entry.id].string = old.string
            catalog[entry.id].user_comments = old.user_comments
    return catalog


def entries(catalog: Catalog) -> list[Entry]:
    return [entry for entry in catalog if entry.id]


def written(catalog: Catalog) -> bytes:
    """A catalogue in the .po format. It names files but not lines, because line numbers change all the time."""
    stream = BytesIO()
    write_po(stream, catalog, width=120, sort_by_file=True, include_lineno=False, ignore_obsolete=True)
    return stream.getvalue()


def compiled(catalog: Catalog) -> bytes:
    stream = BytesIO()
    write_mo(stream, catalog)
    return stream.getvalue()


# ---------------------------------------------------------------- problems


def problems() -> Iterator[str]:
    """All problems of texts and catalogues, a line each."""
    yield from glued()
    if TEMPLATE.read_bytes() != written(template()):
        yield f"{name(TEMPLATE)} is stale: run tools/locale.py update"
    for language in OTHERS:
        catalog = read(language)
        yield from stale(language, catalog)
        yield from untranslated(language)
        for entry in entries(catalog):
            yield from (f"{name(po_file(language))}: {entry.id!r}: {why}" for why in faults(language, entry))


def name(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def stale(language: str, catalog: Catalog) -> Iterator[str]:
    """Texts that are obsolete or missing in a .po file, and a .mo file that does not match it."""
    file = po_file(language)
    if catalog.obsolete:
        yield f"{name(file)} keeps {len(catalog.obsolete)} texts that nobody says any more"
    if {str(entry.id) for entry in entries(catalog)} != {str(entry.id) for entry in entries(template())}:
        yield f"{name(file)} is stale: run tools/locale.py update"
    mo = file.with_suffix(".mo")
    if not mo.exists() or mo.read_bytes() != compiled(catalog):
        yield f"{name(mo)} is stale: run tools/locale.py compile"


def untranslated(language: str) -> Iterator[str]:
    """The texts without a translation, each where it stands first."""
    known = read(language)
    seen = set()
    for message in messages():
        entry = known.get(message.id)
        if message.one not in seen and (entry is None or not all(forms(entry))):
            yield f"{message.where}: not in {language}: {message.one!r}"
        seen.add(message.one)


def forms(entry: Entry) -> list[str]:
    """All plural forms of a translation; "" where there is none."""
    return [entry.string] if isinstance(entry.string, str) else list(entry.string or ("",))


def faults(language: str, entry: Entry) -> Iterator[str]:
    """Problems of one translation; `untranslated` reports a missing one."""
    ids = [entry.id] if isinstance(entry.id, str) else list(entry.id)
    texts = forms(entry)
    if entry.fuzzy:
        yield "it is fuzzy"
    if not all(texts):
        return
    allowed = [gaps(text) for text in ids]
    if len(texts) == 1 and gaps(texts[0]) != allowed[0]:
        yield "its gaps are other ones"
    elif len(texts) > 1 and (gaps(texts[-1]) != allowed[-1] or any(gaps(text) not in allowed for text in texts)):
        yield "the gaps of its forms are other ones"
    if texts == ids and any(re.search(r"[^\W\d_]", GAP.sub("", text)) for text in ids) and ids[0] not in SAME[language]:
        yield "it is English"
    for text in texts:
        yield from faults_of_text(language, ids[-1], text)


def gaps(text: str) -> list[tuple[str, str]]:
    return sorted(set(GAP.findall(text)))


def faults_of_text(language: str, source: str, text: str) -> Iterator[str]:
    if text.count("\n") != source.count("\n"):
        yield f"{text!r} has other lines"
    if space(text) != space(source):
        yield f"{text!r} begins or ends with other spaces"
    if ending(text) != ending(source):
        yield f"{text!r} ends otherwise"
    if re.sub(GAP, "", text).count("%") != re.sub(GAP, "", source).count("%"):
        yield f"{text!r} has a broken gap"
    if language == "es" and (text.count("?") != text.count("¿") or text.count("!") != text.count("¡")):
        yield f"{text!r} opens a question or exclamation otherwise than it closes it"


def space(text: str) -> tuple[str, str]:
    """The white space at both ends, including a comma or semicolon at the start of a text that continues a sentence."""
    return text[: len(text) - len(text.lstrip(" \n,;"))], text[len(text.rstrip()) :]


def ending(text: str) -> str:
    """The punctuation at the end."""
    last = text.rstrip()[-1:]
    return last if last in tuple(".,:;?!…") else ""


# ---------------------------------------------------------------- commands


def extract() -> None:
    FOLDER.mkdir(exist_ok=True)
    TEMPLATE.write_bytes(written(template()))


def compile_all() -> None:
    for language in OTHERS:
        po_file(language).with_suffix(".mo").write_bytes(compiled(read(language)))


def update() -> int:
    extract()
    for language in OTHERS:
        file = po_file(language)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(written(updated(language)))
    compile_all()
    left = [line for language in OTHERS for line in untranslated(language)]
    print("\n".join([*left, f"{len(entries(template()))} texts; not translated: {len(left)}"]))
    return 0


def check() -> int:
    found = list(problems())
    print("\n".join(found) or "all is well")
    return int(bool(found))


def main(words: list[str]) -> int:
    match words:
        case ["extract"]:
            extract()
            return 0
        case ["compile"]:
            compile_all()
            return 0
        case ["update"]:
            return update()
        case ["check"]:
            return check()
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

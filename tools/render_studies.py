"""Writes the tables and reports of studies again from their exact totals, without playing a game.

    python -m tools.render_studies studies/*/

Each folder belongs to the study file of the same name next to it. Its question, its text and its answers may have
changed since the games were played; anything else asks for other games and is refused.
"""

from __future__ import annotations

import argparse
import re
import shlex
from html import unescape
from pathlib import Path

import msgspec

from trainshed.arena.studies.report.page import page
from trainshed.arena.studies.run import StudyResult, TableResult
from trainshed.arena.studies.study_file import StudyError, StudyFile, read_study
from trainshed.arena.studies.tables import TOTALS, write_tables
from trainshed.cli.arena.study import REPORT

COMMAND = re.compile(r"<pre>(.*?)</pre>", re.DOTALL)


class Stored(msgspec.Struct):
    """The totals of a study, as they are written."""

    study: StudyFile
    tables: list[TableResult]


def restore(folder: Path) -> tuple[StudyResult, str]:
    """A study that was played, and the command that plays it again."""
    study = read_study(folder.with_suffix(".toml"))
    stored = msgspec.json.decode((folder / TOTALS).read_bytes(), type=Stored)
    played = msgspec.structs.replace(
        stored.study, question=study.file.question, about=study.file.about, answer=study.file.answer
    )
    if played != study.file:
        raise StudyError(f"{folder}: its games were played for another study file; play it again")
    found = COMMAND.search((folder / REPORT).read_text(encoding="utf-8"))
    if found is None:
        raise StudyError(f"{folder}: its report has no command")
    command = unescape(found[1])
    words = shlex.split(command)
    until = float(words[words.index("--until") + 1]) if "--until" in words else None
    return StudyResult(study, stored.tables, until), command


def render(folder: Path) -> None:
    """Write everything that a study has found again."""
    result, command = restore(folder)
    report = page(result, write_tables(result, folder), command)
    (folder / REPORT).write_text(report, encoding="utf-8", newline="\n")


def main() -> None:
    parser = argparse.ArgumentParser(description="Write the results of studies again from their totals.")
    parser.add_argument("folders", type=Path, nargs="+", help="folders of studies")
    for folder in parser.parse_args().folders:
        render(folder)
        print(folder)


if __name__ == "__main__":
    main()

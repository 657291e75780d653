"""Writes what the pages tell of a title's studies, `study.json` in its folder, from the results of two studies.

    python -m tools.publish_study studies/seat-advantage studies/styles-*/

The first folder is that of a study of seats; each of the others is of one title, whose styles met at one kind of table.
Titles of the first study without one of the others are published without styles.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from trainshed.arena.studies.arms import USUAL
from trainshed.arena.studies.published import FILE, PublishedStudy, SeatCount, Style, WinShare
from trainshed.arena.studies.results import Figures, MeanRow
from trainshed.arena.studies.study_file import StudyFile
from trainshed.arena.studies.tables import TOTALS, read_tables
from trainshed.arena.studies.task import StudyTask
from trainshed.kernel.registry import game as find_game


def seat_counts(found: Figures, title: str, arm: str) -> list[SeatCount]:
    """What one arm of a study found of a title, by the number of seats."""
    own = {(row.seats, row.measure): row for row in found.means if row.title == title and row.arm == arm}
    made = []
    for seats in sorted({seats for seats, _ in own}):
        winner = own[seats, "score:winner"]
        counts = [
            (round(row.value), row.games)
            for row in found.counts
            if (row.title, row.seats, row.arm, row.measure) == (title, seats, arm, "score:winner")
        ]
        made.append(
            SeatCount(
                seats=seats,
                games=winner.games,
                won=[share_of(own[seats, f"won:seat-{seat}"]) for seat in range(1, seats + 1)],
                mean=winner.mean,
                low=_bound(winner.low, winner),
                high=_bound(winner.high, winner),
                p05=winner.p05,
                median=winner.median,
                p95=winner.p95,
                points=counts,
                turns=own[seats, "turns"].mean,
            )
        )
    return made


def styles_of(found: Figures, title: str, arm: str, bots: Sequence[str]) -> list[Style]:
    """How the styles of a title did in one arm of a study in which they met, the best first."""
    wanted = {f"won:{bot}" for bot in bots}
    rows = [row for row in found.means if row.title == title and row.arm == arm and row.measure in wanted]
    styles = [Style(row.measure.partition("/")[2], share_of(row), row.games) for row in rows]
    return sorted(styles, key=lambda style: (-style.won.mean, style.style))


def share_of(row: MeanRow) -> WinShare:
    """The page calls shares clear, so it has the intervals that hold for all answers of the study at once."""
    return WinShare(row.mean, _bound(row.low_together, row), _bound(row.high_together, row))


def _bound(value: float | None, row: MeanRow) -> float:
    if value is None:
        raise ValueError(f"{row.measure}: not an answer of the study, or too few games ({row.games}) to publish")
    return value


class PlayedTable(msgspec.Struct):
    """A table of a study, as its totals name it."""

    task: StudyTask


class PlayedStudy(msgspec.Struct):
    """What the totals of a study say of it, without the totals."""

    study: StudyFile
    tables: list[PlayedTable]


class Results(NamedTuple):
    """The results of one study in a folder."""

    folder: Path
    played: PlayedStudy
    found: Figures

    @property
    def command(self) -> str:
        games = {row.games for row in self.found.means if row.measure in self.played.study.answers}
        # Games are rounded up to whole rounds of seatings at each table; the fewest give the same rounds again.
        return f"trainshed study {self.folder.as_posix()}.toml --games {min(games)}"


def read(folder: Path) -> Results:
    return Results(folder, msgspec.json.decode((folder / TOTALS).read_bytes(), type=PlayedStudy), read_tables(folder))


def publish(seats: Results, styles: list[Results]) -> list[Path]:
    """Write the files of all titles of the study of seats."""
    written = []
    for title in seats.played.study.played:
        task = next(table.task for table in seats.played.tables if table.task.title == title)
        own = next((each for each in styles if each.played.study.played == [title]), None)
        bots = own.played.tables[0].task.arms[0].bots if own is not None else ()
        made = PublishedStudy(
            edition=task.edition,
            pack=task.arms[0].pack,
            bots=", ".join(seats.played.study.bots),
            seats=seat_counts(seats.found, title, USUAL),
            styles=styles_of(own.found, title, USUAL, bots) if own is not None else [],
            styles_seats=len(bots),
            commands=[each.command for each in (seats, own) if each is not None],
        )
        package = Path(sys.modules[find_game(title).__class__.__module__].__file__ or "").parent
        file = package / FILE
        file.write_bytes(msgspec.json.encode(made) + b"\n")
        written.append(file)
    return written


def main() -> int:
    parser = argparse.ArgumentParser(description="Publish the studies of titles on their pages.")
    parser.add_argument("seats", type=Path, help="the folder of the study of seats")
    parser.add_argument("styles", type=Path, nargs="*", help="the folders of studies of styles")
    args = parser.parse_args()
    # A pattern finds studies and their folders.
    styles = sorted({path.with_suffix("") for path in args.styles})
    for file in publish(read(args.seats.with_suffix("")), [read(folder) for folder in styles]):
        print(file)
    return 0


if __name__ == "__main__":
    sys.exit(main())

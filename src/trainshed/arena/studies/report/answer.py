"""The answer of a study in sentences: what was found, how sure that is, and what remains open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final, TypeVar

from trainshed.arena.studies.report.words import interval, measure_name, seats_name, signed, value
from trainshed.arena.studies.results import DifferenceRow, Figures, MeanRow
from trainshed.arena.studies.run import StudyResult
from trainshed.kernel.registry import game as find_game

R = TypeVar("R", MeanRow, DifferenceRow)

MOST_SENTENCES: Final = 14
"""Beyond so many differences only the clear ones are told one by one; the table has all."""


def sentences(result: StudyResult, found: Figures) -> list[str]:
    """The answer, a sentence for each table and arm."""
    where, named = tables_named(result), len(result.study.file.answers) > 1
    differences = answering(result, found.differences)
    if differences:
        return about_differences(differences, where, named)
    return [about_mean(row, where) for row in answering(result, found.means)]


def answering(result: StudyResult, rows: Sequence[R]) -> list[R]:
    """The rows of the measures that answer the question, in their order."""
    answers = result.study.file.answers
    return sorted((row for row in rows if row.measure in answers), key=lambda row: answers.index(row.measure))


def several(result: StudyResult) -> bool:
    """Is more than one table played, so that it must be said which one is meant?"""
    return len(result.tables) > 1


Named = Callable[[str, int], str]
"""What a table is called, by title and seats; empty where there is only one."""


def tables_named(result: StudyResult) -> Named:
    """How the tables of a study are told apart: by the title only where several titles are played."""
    if not several(result):
        return lambda title, seats: ""
    return table_name if len(result.study.file.played) > 1 else lambda title, seats: seats_name(seats)


def about_mean(row: MeanRow, where: Named) -> str:
    """One mean; a victory is compared with what would be even."""
    said = f"{measure_name(row.measure)}: {value(row.measure, row.mean)} ({interval(row.measure, row.low, row.high)})"
    even = even_share(row)
    if even is not None and row.low is not None and row.high is not None:
        if row.low > even:
            said += f", clearly more than the even {value(row.measure, float(even))}"
        elif row.high < even:
            said += f", clearly less than the even {value(row.measure, float(even))}"
        else:
            said += f"; even would be {value(row.measure, float(even))}, which is within the interval"
    table = where(row.title, row.seats)
    return (f"{table}. " if table else "") + said + "."


def even_share(row: MeanRow) -> Fraction | None:
    """The share of victories of a seat or a bot if all were equally good; None of anything else."""
    return Fraction(1, row.seats) if row.measure.startswith("won:") and row.seats > 1 else None


def about_differences(rows: list[DifferenceRow], where: Named, named: bool) -> list[str]:
    """Each arm against the usual one; where there are many, those without a clear difference are told together."""
    told = [row for row in rows if clear(row) or len(rows) <= MOST_SENTENCES]
    said = [about_difference(row, where, named) for row in told]
    if len(rows) > MOST_SENTENCES:
        for measure in dict.fromkeys(row.measure for row in rows):
            unclear = [row for row in rows if row.measure == measure and not clear(row)]
            if unclear:
                most = max(max(abs(row.low or 0.0), abs(row.high or 0.0)) for row in unclear)
                name = f" of “{measure_name(measure)}”" if named else ""
                said.append(
                    f"Not clear{name}: {len(unclear)} more of the settings; what they change is not more than"
                    f" {signed(measure, most).lstrip('+')}."
                )
    return said


def clear(row: DifferenceRow) -> bool:
    """Does the interval that holds together with all others leave nothing out of question?"""
    low, high = row.low_together, row.high_together
    return low is not None and high is not None and not low <= 0 <= high


def about_difference(row: DifferenceRow, where: Named, named: bool) -> str:
    """One difference; `where` and `named`: the table and the measure are said too."""
    table = where(row.title, row.seats)
    place = f"{table}, " if table else ""
    measure = f" – {measure_name(row.measure)}" if named else ""
    found = f"{signed(row.measure, row.difference)} ({interval(row.measure, row.low, row.high, sign=True)})"
    name = f"{place}{row.arm}{measure}"
    if row.low == row.high == 0:
        return f"{name}: no difference in any of {row.games:,} games."
    more = "more" if row.difference > 0 else "less"
    if clear(row):
        return f"{name}: {more}, {found}."
    if row.low is not None and row.high is not None and not row.low <= 0 <= row.high:
        return f"{name}: perhaps {more}, {found}; among all that are compared that may be luck."
    return f"{name}: no clear difference, {found}."


def table_name(title: str, seats: int) -> str:
    return f"{find_game(title).name}, {seats_name(seats)}"

"""The answer of a study in sentences: what was found, how sure that is, and what remains open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final, TypeVar

from trainshed.arena.studies.arms import USUAL
from trainshed.arena.studies.intervals import Interval
from trainshed.arena.studies.measures import even_share, head_of
from trainshed.arena.studies.report.words import (
    decimal,
    interval,
    measure_name,
    seats_name,
    signed,
    value,
    word_label,
)
from trainshed.arena.studies.results import DifferenceRow, Figures, MeanRow, UseRow
from trainshed.arena.studies.run import StudyResult, TableResult
from trainshed.kernel.registry import game as find_game

R = TypeVar("R", MeanRow, DifferenceRow)

MOST_SENTENCES: Final = 14
"""Of more answers only clear ones are told one by one, the largest first; the tables have all."""
MOST_CLEAR: Final = 9
"""So many clear ones are told then, of several measures together."""
FEWEST_CLEAR: Final = 3
"""So many are told of each measure in any case."""


def sentences(result: StudyResult, found: Figures) -> list[str]:
    """The answer, a sentence for each table and arm, or for each word."""
    where, named = tables_named(result), len(result.study.file.answers) > 1
    differences = answering(result, found.differences)
    said = (
        about_differences(differences, where, named)
        if differences
        else about_means(answering(result, found.means), where)
    )
    for table, number, rows in answering_words(result, found):
        said += about_words(rows, prefix(table, number, where), partial(word_label, table.task, number))
    return said


def answering(result: StudyResult, rows: Sequence[R]) -> list[R]:
    """The rows of the measures that answer the question, in their order."""
    answers = result.study.file.answers
    return sorted((row for row in rows if row.measure in answers), key=lambda row: answers.index(row.measure))


def number_of_answers(found: Figures) -> int:
    """How many answers have intervals that hold together."""
    lows = [row.low_together for row in found.means] + [row.low_together for row in found.differences]
    lows += [row.ahead_low_together for row in found.uses]
    return sum(low is not None for low in lows)


def all_of(answers: int) -> str:
    return "both" if answers == 2 else f"all {answers}"


def answering_words(result: StudyResult, found: Figures) -> Iterator[tuple[TableResult, int, list[UseRow]]]:
    """The words that answer the question, of each table and arm; who is most ahead comes first."""
    file = result.study.file
    for table in result.tables:
        for number, arm in enumerate(table.task.arms[:1] if file.compare else table.task.arms):
            own = (table.task.title, table.task.seats, arm.name)
            for head in file.answers_by_word:
                rows = [
                    row for row in found.uses if (row.title, row.seats, row.arm) == own and head_of(row.word) == head
                ]
                if rows:
                    yield table, number, sorted(rows, key=lambda row: (-row.ahead, row.word))


def prefix(table: TableResult, number: int, where: Named) -> str:
    """The table and the setting of which something is told, as far as there are several."""
    arm = table.task.arms[number].name
    told = [where(table.task.title, table.task.seats), "" if arm == USUAL else arm]
    return "".join(f"{part}. " for part in told if part)


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


def about_means(rows: list[MeanRow], where: Named) -> list[str]:
    """Each mean; of many victories those that are clearly not even, the furthest from it first."""
    if len(rows) <= MOST_SENTENCES or any(even_share(row.measure, row.seats) is None for row in rows):
        return [about_mean(row, where) for row in rows]

    def distance(row: MeanRow) -> float:
        return abs(row.mean - float(even_share(row.measure, row.seats) or 0))

    told = sorted([row for row in rows if clearly_uneven(row)], key=distance, reverse=True)
    said = [about_mean(row, where) for row in told[:MOST_CLEAR]]
    if len(told) > MOST_CLEAR:
        said.append(f"Clear too, but nearer to even: {len(told) - MOST_CLEAR} more, in the table of means below.")
    if len(rows) > len(told):
        said.append(f"Not clear: {len(rows) - len(told)}, which may be even.")
    return said


def clearly_uneven(row: MeanRow) -> bool:
    """Does the interval that holds together with all others exclude the even share?"""
    even = even_share(row.measure, row.seats)
    return even is not None and Interval(row.low_together, row.high_together).excludes(float(even))


def about_mean(row: MeanRow, where: Named) -> str:
    """One mean; a victory is compared with what would be even."""
    said = f"{measure_name(row.measure)}: {value(row.measure, row.mean)} ({interval(row.measure, row.low, row.high)})"
    even = even_share(row.measure, row.seats)
    if even is not None and row.low is not None and row.high is not None:
        than = f"{'more' if row.mean > even else 'less'} than the even {value(row.measure, float(even))}"
        if clearly_uneven(row):
            said += f", clearly {than}"
        elif Interval(row.low, row.high).excludes(float(even)):
            said += f", perhaps {than}; among all that are told that may be luck"
        else:
            said += f"; even would be {value(row.measure, float(even))}, which is within the interval"
    table = where(row.title, row.seats)
    place = (f"{table}. " if table else "") + ("" if row.arm == USUAL else f"{row.arm}. ")
    return f"{place}{said}."


def about_differences(rows: list[DifferenceRow], where: Named, named: bool) -> list[str]:
    """Each arm against the usual one; of many the clear differences, the largest first, and the others together."""
    if len(rows) <= MOST_SENTENCES:
        return [about_difference(row, where, named) for row in rows]
    said = []
    measures = list(dict.fromkeys(row.measure for row in rows))
    for measure in measures:
        own = [row for row in rows if row.measure == measure]
        told = sorted([row for row in own if clear(row)], key=lambda row: abs(row.difference), reverse=True)
        unclear = [row for row in own if not clear(row)]
        most = max(FEWEST_CLEAR, MOST_CLEAR // len(measures))
        said += [about_difference(row, where, named) for row in told[:most]]
        name = f" of “{measure_name(measure)}”" if named else ""
        if len(told) > most:
            said.append(f"Clear too{name}, but smaller: {len(told) - most} more, in the table of differences below.")
        if unclear:
            widest = max(max(abs(row.low_together or 0.0), abs(row.high_together or 0.0)) for row in unclear)
            said.append(
                f"Not clear{name}: {len(unclear)} more of the settings; what they change is not more than"
                f" {signed(measure, widest).lstrip('+')}."
            )
    return said


def clear(row: DifferenceRow) -> bool:
    """Does the interval that holds together with all others exclude zero?"""
    return Interval(row.low_together, row.high_together).excludes(0)


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
    if Interval(row.low, row.high).excludes(0):
        return f"{name}: perhaps {more}, {found}; among all that are compared that may be luck."
    return f"{name}: no clear difference, {found}."


def table_name(title: str, seats: int) -> str:
    return f"{find_game(title).name}, {seats_name(seats)}"


def about_words(rows: list[UseRow], place: str, label: Callable[[str], str]) -> list[str]:
    """How far the seats are ahead that used each word; of many the clear ones, and the others together."""
    told = [row for row in rows if len(rows) <= MOST_SENTENCES or clearly_ahead_or_behind(row)]
    told = sorted(told, key=lambda row: abs(row.ahead), reverse=True)
    most = MOST_SENTENCES if len(rows) <= MOST_SENTENCES else MOST_CLEAR
    said = [about_word(row, place, label) for row in told[:most]]
    if len(told) > most:
        said.append(f"{place}Clear too, but smaller: {len(told) - most} more, in the table below.")
    unclear = [row for row in rows if row not in told and row.ahead_low is not None]
    if unclear:
        widest = max(max(abs(row.ahead_low_together or 0), abs(row.ahead_high_together or 0)) for row in unclear)
        said.append(f"{place}Not clear: {len(unclear)} more, each worth at most {decimal(widest, 1)} points.")
    return said


def clearly_ahead_or_behind(row: UseRow) -> bool:
    """Does the interval that holds together with all others exclude zero?"""
    return Interval(row.ahead_low_together, row.ahead_high_together).excludes(0)


def about_word(row: UseRow, place: str, label: Callable[[str], str]) -> str:
    """How far the seats are ahead that used one word."""
    found = f"{decimal(row.ahead, 1, '+')} points ({interval('', row.ahead_low, row.ahead_high, sign=True)})"
    side = "ahead of" if row.ahead > 0 else "behind"
    name = f"{place}{label(row.word)}"
    if clearly_ahead_or_behind(row):
        return f"{name}: {side} the mean of the table, {found}; {100 * row.won:.0f} % of these seats won."
    if Interval(row.ahead_low, row.ahead_high).excludes(0):
        return f"{name}: perhaps {side} the mean of the table, {found}; among all that are told that may be luck."
    return f"{name}: not clearly ahead or behind, {found}."

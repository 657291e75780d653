"""The sections of the page that show pictures: the answer, victories, points, uses and remarkable games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Final, NamedTuple

from trainshed.arena.studies.arms import USUAL
from trainshed.arena.studies.measures import even_share, head_of, is_share
from trainshed.arena.studies.report import pictures
from trainshed.arena.studies.report.answer import (
    R,
    answering,
    answering_words,
    prefix,
    sentences,
    several,
    table_name,
    tables_named,
)
from trainshed.arena.studies.report.colors import SERIES
from trainshed.arena.studies.report.html import folded, legend, paragraph, section
from trainshed.arena.studies.report.words import (
    ORDER,
    chance,
    decimal,
    interval,
    measure_name,
    seats_name,
    signed,
    unit_of,
    value,
    word_label,
)
from trainshed.arena.studies.results import DifferenceRow, Figures, MeanRow, UseRow
from trainshed.arena.studies.run import StudyResult, TableResult
from trainshed.arena.studies.study_file import AHEAD
from trainshed.kernel.registry import game as find_game

MOST_SERIES: Final = len(SERIES)
MOST_USES: Final = 16
"""Words in a picture; the table has all."""
MOST_REMARKABLE: Final = 3
LEFT_OUT: Final = f"The picture has the first {MOST_SERIES} settings; all are in the table of means below."
"""Said where there are more settings than marks that can be told apart."""


def answer(result: StudyResult, found: Figures) -> list[str]:
    """The sentences, and a picture of the differences and one of the means for each kind of measure."""
    file = result.study.file
    said = "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences(result, found))
    body = [f'<ul class="lead">{said}</ul>']
    if file.about:
        body.append(paragraph(file.about, "soft"))
    for axis in axes(result):
        body += _differences(result, found, axis)
        body += _means(result, found, axis)
    body += _words(result, found)
    return [section("The answer", *body)]


class Axis(NamedTuple):
    """What one picture shows: measures of one unit. Points of different titles are different units."""

    titles: list[str]
    measures: list[str]

    def rows(self, rows: Sequence[R]) -> list[R]:
        return [row for row in rows if row.title in self.titles and row.measure in self.measures]

    def heading(self, result: StudyResult) -> str:
        """The measures, and the title where not all of them are shown."""
        names = ", ".join(measure_name(measure) for measure in self.measures)
        several_titles = len(result.study.file.played) > len(self.titles)
        return f"{find_game(self.titles[0]).name}: {names}" if several_titles else names

    @property
    def share(self) -> bool:
        return is_share(self.measures[0])


def axes(result: StudyResult) -> list[Axis]:
    """The pictures of the answer, one for each unit; shares of games come first."""
    file = result.study.file
    units: dict[str, list[str]] = {}
    for measure in sorted(file.answers, key=is_share, reverse=True):
        if not measure.startswith(AHEAD):
            units.setdefault(unit_of(measure), []).append(measure)
    return [
        Axis(titles, measures)
        for unit, measures in units.items()
        for titles in ([[title] for title in file.played] if unit == "points" else [file.played])
    ]


def _differences(result: StudyResult, found: Figures, axis: Axis) -> list[str]:
    rows = axis.rows(answering(result, found.differences))
    if not rows:
        return []
    measures, heading = axis.measures, axis.heading(result)
    items = [
        pictures.EstimateDot(
            _row_name(result, row, measures),
            "",
            row.difference,
            row.low,
            row.high,
            signed(row.measure, row.difference),
            row.low_together,
            row.high_together,
        )
        for row in rows
    ]
    return [
        paragraph(f"{heading}: by how much each setting differs from the usual one."),
        pictures.dots(items, f"Differences: {heading}", axis.share, 0.0),
    ]


def _means(result: StudyResult, found: Figures, axis: Axis) -> list[str]:
    rows = axis.rows(answering(result, found.means))
    if not rows:
        return []
    measures, heading = axis.measures, axis.heading(result)
    order = {name: at for at, name in enumerate(dict.fromkeys(place(result, row) for row in found.means))}
    several_arms = any(len(table.task.arms) > 1 for table in result.tables)
    # Settings that are not compared are rows, so that a reader compares the measures of each.
    together = several_arms and not result.study.file.compare and 1 < len(measures) <= MOST_SERIES
    series = [_short(measure) for measure in measures] if together else [""]
    items = [
        pictures.EstimateDot(
            place(result, row) if together else _row_name(result, row, measures),
            _short(row.measure) if together else "",
            row.mean,
            row.low,
            row.high,
            value(row.measure, row.mean),
            row.low_together,
            row.high_together,
        )
        for row in sorted(rows, key=lambda row: order[place(result, row)] if together else 0)
    ]
    evens = {even_share(row.measure, row.seats) for row in rows}
    even = evens.pop() if len(evens) == 1 else None
    return [
        paragraph(f"{heading}, in each setting." if several_arms else f"{heading}."),
        legend(series, set(series)) if together else "",
        pictures.dots(items, f"Means: {heading}", axis.share, None if even is None else float(even), series),
    ]


def _words(result: StudyResult, found: Figures) -> list[str]:
    """A picture of the words that answer the question."""
    body = []
    for table, number, rows in answering_words(result, found):
        known = [row for row in rows if row.ahead_low is not None]
        about = prefix(table, number, tables_named(result)) + (
            "Points ahead of the mean of the table; in percent, how many of the seats it was used by."
        )
        body += [paragraph(about), _ahead(table, number, known, together=True)] if known else []
    return body


def _ahead(table: TableResult, number: int, rows: Sequence[UseRow], together: bool) -> str:
    """A picture of how far the seats were ahead that used some words; `together`: also intervals that hold at once."""
    items = [
        pictures.EstimateDot(
            word_label(table.task, number, row.word),
            "",
            row.ahead,
            row.ahead_low,
            row.ahead_high,
            f"{decimal(row.ahead, 1, '+')}; {100 * row.used_by:.0f} %",
            row.ahead_low_together if together else None,
            row.ahead_high_together if together else None,
        )
        for row in rows
    ]
    return pictures.dots(items, f"Points ahead, {seats_name(table.task.seats)}", False, 0.0)


def _row_name(result: StudyResult, row: MeanRow | DifferenceRow, measures: list[str]) -> str:
    """What a row of a picture is about: the measure only where there are several."""
    where = place(result, row)
    if len(measures) == 1:
        return where
    alone = where == USUAL and all(len(table.task.arms) == 1 for table in result.tables)
    return measure_name(row.measure) if alone else f"{measure_name(row.measure)} – {where}"


def place(result: StudyResult, row: MeanRow | DifferenceRow) -> str:
    """What a row of a picture is about: its table, where there are several, and its setting."""
    table = tables_named(result)(row.title, row.seats)
    if not table:
        return row.arm
    return table + ("" if row.arm == USUAL else f": {row.arm}")


# ---------------------------------------------------------------- more pictures, of each table


def _by_table(
    result: StudyResult, found: Figures, heading: str, about: str, wanted: Callable[[str], bool], share: bool
) -> list[str]:
    """The means of some measures at each table, one dot for each arm."""
    body = []
    for table in result.tables:
        arms = [arm.name for arm in table.task.arms][:MOST_SERIES]
        rows = [row for row in _rows(found.means, table) if wanted(row.measure) and row.arm in arms]
        if not rows:
            continue
        order = {name: at for at, name in enumerate(arms)}
        best = {row.measure: row.mean for row in reversed(rows)}
        rows.sort(key=lambda row: (row.measure if share else "", -best[row.measure], row.measure, order[row.arm]))
        items = [
            pictures.EstimateDot(
                _short(row.measure), row.arm, row.mean, row.low, row.high, value(row.measure, row.mean)
            )
            for row in rows
        ]
        even = 1 / table.task.seats if share and table.task.seats > 1 else None
        if several(result):
            body.append(paragraph(tables_named(result)(table.task.title, table.task.seats)))
        picture = pictures.dots(items, f"{heading}, {seats_name(table.task.seats)}", share, even, arms)
        body += [legend(arms, {row.arm for row in rows}), picture, left_out(table)]
    return [section(heading, paragraph(about, "soft"), *body)] if body else []


def left_out(table: TableResult) -> str:
    """A sentence that says that a picture has not all settings; nothing where it has."""
    return paragraph(LEFT_OUT, "soft") if len(table.task.arms) > MOST_SERIES else ""


def _short(measure: str) -> str:
    """A measure where the heading says already what it is of."""
    kind, _, rest = measure.partition(":")
    if kind not in ("won", "points"):
        return measure_name(measure)
    who = ORDER.get(rest, rest)
    return who[0].upper() + who[1:] if rest in ORDER else who


def _rows(rows: Sequence[MeanRow], table: TableResult) -> list[MeanRow]:
    return [row for row in rows if (row.title, row.seats) == (table.task.title, table.task.seats)]


def victories(result: StudyResult, found: Figures) -> list[str]:
    about = (
        "The part of the games that was won by who begins, by who is second, and so on. A shared victory counts in"
        " parts. The line is what would be even."
    )
    seats = _by_table(result, found, "Who wins", about, lambda name: name.startswith("won:seat-"), True)
    about = "The part of the games that a seat of each bot won."
    bots = _by_table(
        result, found, "Which bots win", about, lambda name: name.startswith("won:") and "seat-" not in name, True
    )
    return seats + bots


def scores(result: StudyResult, found: Figures) -> list[str]:
    """How the points of the winner are distributed."""
    body = []
    for table in result.tables:
        task = table.task
        arms = [arm.name for arm in task.arms][:MOST_SERIES]
        lines = []
        for arm in arms:
            counts = [
                (row.value, row.games)
                for row in found.counts
                if (row.title, row.seats, row.arm, row.measure) == (task.title, task.seats, arm, "score:winner")
            ]
            if counts:
                lines.append(pictures.Line(arm, counts))
        if not lines:
            continue
        if several(result):
            body.append(paragraph(tables_named(result)(task.title, task.seats)))
        picture = pictures.distribution(
            lines, "Points of the winner", f"Points of the winner, {seats_name(task.seats)}", arms
        )
        body += [legend(arms, {line.series for line in lines}), picture, left_out(table)]
    about = "Which part of the games was won with how many points."
    return [section("Points of the winner", paragraph(about, "soft"), *body)] if body else []


def sources(result: StudyResult, found: Figures) -> list[str]:
    about = "The points of a seat, on average, by where they came from."
    return _by_table(result, found, "Where the points come from", about, lambda name: name.startswith("points:"), False)


def uses(result: StudyResult, found: Figures) -> list[str]:
    """What seats did that were ahead, in the usual arm."""
    body = []
    for table in result.tables:
        task = table.task
        rows = [
            row for row in found.uses if (row.title, row.seats, row.arm) == (task.title, task.seats, task.arms[0].name)
        ]
        if not rows:
            continue
        pictured_above = result.study.file.answers_by_word
        answers = any(row.chance is not None for row in rows)
        known = [row for row in rows if row.ahead_low is not None and head_of(row.word) not in pictured_above]
        known.sort(key=lambda row: (-abs(row.ahead), row.word))
        chosen = sorted(known[:MOST_USES], key=lambda row: (-row.ahead, row.word))
        if several(result):
            body.append(paragraph(tables_named(result)(task.title, task.seats)))
        if chosen:
            body.append(_ahead(table, 0, chosen, together=False))
        lines = [
            [
                word_label(task, 0, row.word),
                f"{100 * row.used_by:.1f} %",
                f"{row.times:.2f}",
                decimal(row.ahead, 1, "+"),
                interval("", row.ahead_low, row.ahead_high, sign=True),
                *_corrected(row, answers),
                f"{100 * row.won:.1f} %",
                chance(row.false_discovery),
            ]
            for row in sorted(rows, key=lambda row: (-row.used_by, row.word))
        ]
        corrected = ["Together", "By luck"] if answers else []
        head = ["What", "Seats that did it", "Times a game", "Ahead", "95 %", *corrected, "Won", "False discovery"]
        body.append(folded(f"All {len(rows)} in numbers", head, lines))
    about = (
        "How many points the seats that did something were ahead of the mean of their table at the end; beside it, in"
        " percent, how many of the seats did it at least once. What was dealt to a seat was drawn by lot: there"
        " the figures say what it is worth. All else was chosen: bots do things because they are ahead as well as the"
        " other way round, so the figures say what goes together with success, and not what causes it."
    )
    return [section("What goes together with success", paragraph(about, "soft"), *body)] if body else []


def _corrected(row: UseRow, answers: bool) -> list[str]:
    """The cells of the figures that hold for all answers at once, where words answer the question."""
    if not answers:
        return []
    return [interval("", row.ahead_low_together, row.ahead_high_together, sign=True), chance(row.chance)]


def remarkable(result: StudyResult, found: Figures) -> list[str]:
    """The most remarkable games of the usual arms."""
    lines: list[list[str]] = []
    for table in result.tables:
        task = table.task
        own = (task.title, task.seats, task.arms[0].name)
        named: dict[str, int] = {}
        for row in found.remarkable:
            what = f"{measure_name(row.measure)}: {row.end}"
            if (row.title, row.seats, row.arm) == own and named.setdefault(what, 0) < MOST_REMARKABLE:
                named[what] += 1
                lines.append([table_name(task.title, task.seats), what, str(row.value), str(row.game)])
    if not lines:
        return []
    about = (
        "Games of the usual setting at the ends of what was seen; of equally remarkable ones the first is named. Add"
        " “--record” and the number of a game to the command below, and it is written as a record that can be replayed."
    )
    head = ["Table", "What", "Value", "Game"]
    return [section("Remarkable games", paragraph(about, "soft"), folded("The games", head, lines, names=(0, 1)))]

"""The report of a study as one HTML page that stands alone: question, answer, pictures, numbers, and the command.

It has its fonts, colours and pictures in it, no script and no style attributes, and follows the reader's theme.
"""

from __future__ import annotations

from html import escape
from importlib.metadata import version
from importlib.resources import files
from typing import Final

from trainshed.arena.studies.measures import is_share
from trainshed.arena.studies.report import sections
from trainshed.arena.studies.report.answer import all_of, number_of_answers, several, table_name
from trainshed.arena.studies.report.colors import TOKENS
from trainshed.arena.studies.report.html import folded, paragraph, section
from trainshed.arena.studies.report.sections import place
from trainshed.arena.studies.report.words import chance, interval, measure_name, signed, value
from trainshed.arena.studies.results import Figures
from trainshed.arena.studies.run import StudyResult, TableResult
from trainshed.draw.standalone import fonts, themes
from trainshed.kernel.registry import game as find_game

FACES: Final = (
    ("Barlow Semi Condensed", 400, "barlow-semi-condensed-latin-400-normal.woff2"),
    ("Barlow Semi Condensed", 500, "barlow-semi-condensed-latin-500-normal.woff2"),
    ("Barlow Semi Condensed", 600, "barlow-semi-condensed-latin-600-normal.woff2"),
    ("Barlow Condensed", 600, "barlow-condensed-latin-600-normal.woff2"),
)
COLORS: Final = (*TOKENS, "paper", "inset", "enamel", "enamel-ink", "s-blue-tx")


def page(result: StudyResult, found: Figures, command: str) -> str:
    """The whole page."""
    file = result.study.file
    titles = ", ".join(find_game(title).name for title in file.played)
    parts = [
        *sections.answer(result, found),
        *sections.victories(result, found),
        *sections.scores(result, found),
        *sections.sources(result, found),
        *sections.uses(result, found),
        *sections.remarkable(result, found),
        _numbers(result, found),
        _how(result, command),
        _reading(result, found),
    ]
    sheet = fonts(FACES) + themes(COLORS) + files(__package__).joinpath("report.css").read_text(encoding="utf-8")
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(file.question)}</title><style>{sheet}</style></head><body>"
        f"<header><p>{escape(titles)}<span>A study</span></p></header>"
        f"<main><h1>{escape(file.question)}</h1>{''.join(parts)}</main></body></html>\n"
    )


# ---------------------------------------------------------------- numbers and how they were made


def _numbers(result: StudyResult, found: Figures) -> str:
    answers = any(row.low_together is not None for row in found.means)
    corrected = ["Together", "By luck"] if answers else []
    means = [
        [
            measure_name(row.measure),
            place(result, row),
            f"{row.games:,}",
            value(row.measure, row.mean, 2),
            interval(row.measure, row.low, row.high),
            *([interval(row.measure, row.low_together, row.high_together), chance(row.chance)] if answers else []),
            value(row.measure, row.median) if not is_share(row.measure) else "–",
        ]
        for row in found.means
        if not row.measure.startswith("uses:")
    ]
    differences = [
        [
            measure_name(row.measure),
            place(result, row),
            signed(row.measure, row.difference, 2),
            interval(row.measure, row.low, row.high, sign=True),
            interval(row.measure, row.low_together, row.high_together, sign=True),
            chance(row.chance),
            chance(row.false_discovery),
            "–" if row.narrowed is None else f"{row.narrowed:.1f} ×",
        ]
        for row in found.differences
        if not row.measure.startswith("uses:")
    ]
    head = ["Measure", "Setting", "Games", "Mean", "95 %", *corrected, "Median"]
    body = [folded("Means", head, means, names=(0, 1))]
    if differences:
        head = ["Measure", "Setting", "Difference", "95 %", "Together", "By luck", "False discovery", "Narrowed"]
        body.append(folded("Differences from the usual setting", head, differences, names=(0, 1)))
    said = (
        "Everything is also in the folder of this page: means, differences, uses, remarkable and counts, each as"
        " Parquet and as CSV."
    )
    return section("All numbers", paragraph(said, "soft"), *body)


def _how(result: StudyResult, command: str) -> str:
    file = result.study.file
    games = sum(table.totals.games * len(table.task.arms) for table in result.tables)
    lines = [
        ("Bots", f"{', '.join(file.bots)}" + ("; they change seats from game to game" if file.rotate else "")),
        ("Games", f"{games:,} in all: " + "; ".join(_games_of(table, several(result)) for table in result.tables)),
        ("Seed", file.seed),
    ]
    if result.rounding:
        lines.append(("Rounds", result.rounding))
    if file.nodes_scale != 1:
        lines.append(("Search", f"bots that search imagine {file.nodes_scale:g} times the games they usually do"))
    if file.vary:
        lines.append(("Takes turns", f"the option {file.vary}, game by game"))
    if file.options:
        lines.append(("Options", ", ".join(f"{name} {choice}" for name, choice in file.options.items())))
    lines.append(("Content", "; ".join(dict.fromkeys(_content(table) for table in result.tables))))
    lines.append(("Program", f"Trainshed {version('trainshed')}"))
    listed = "".join(f"<dt>{escape(name)}</dt><dd>{escape(said)}</dd>" for name, said in lines)
    said = (
        "This command plays the same games and writes the same numbers, on any machine, with any number of processes:"
    )
    return section("How it was found", paragraph(said), f"<pre>{escape(command)}</pre>", f"<dl>{listed}</dl>")


def _games_of(table: TableResult, where: bool) -> str:
    arms = len(table.task.arms)
    said = f"{table.totals.games:,}" + (f" in each of {arms} settings" if arms > 1 else "")
    return f"{said} ({table_name(table.task.title, table.task.seats)})" if where else said


def _content(table: TableResult) -> str:
    return f"{find_game(table.task.title).name} edition {table.task.edition}, content {table.task.arms[0].pack[:12]}"


def _reading(result: StudyResult, found: Figures) -> str:
    said = [
        "A 95 % interval holds the true value in 95 of 100 such studies. The true value is that of games between"
        " these bots: people play differently, and other bots may too.",
    ]
    if found.differences:
        factors = [
            row.narrowed
            for row in found.differences
            if row.measure in result.study.file.answers and row.narrowed is not None
        ]
        said.append(
            "All settings were played with the same luck, so that what differs comes from the setting."
            + (
                f" That makes the intervals of the differences {min(factors):.1f} to {max(factors):.1f} times narrower."
                if factors
                else ""
            )
        )
    answers = number_of_answers(found)
    if answers > 1:
        said.append(
            f"This study gives {answers} answers: every measure, setting, table and word that the question asks for."
            " With several answers, some look real by luck alone. The thin lines, “together”, are wider intervals: in"
            f" 95 of 100 such studies {all_of(answers)} hold at once. “By luck” is the probability that even one of"
            f" {answers} answers looks this striking if none is real. An answer is clear if its wider interval excludes"
            " “no difference”, or the even share, which is the same as less than 5 % by luck. Otherwise this page says"
            " “perhaps” or “not clear”."
        )
    else:
        said.append(
            "The answer is clear if its interval excludes “no difference”, or the even share. “By luck” is the"
            " probability that it looks this striking if it is not real; clear means less than 5 %."
        )
    if found.differences or found.uses:
        said.append(
            "Everything else was looked at without asking for it beforehand, and is never called clear. “False"
            " discovery” is the share of mistakes to expect among everything that looks at least as striking."
        )
    if result.until is not None:
        said.append(
            f"The study went on until every answer was known to ±{result.until:g}, by the intervals that hold together."
        )
    return section("How to read this page", *[paragraph(each) for each in said])

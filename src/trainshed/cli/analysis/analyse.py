"""`trainshed analyse`: the chances to win in a recorded game, and the decisions that gave away most of them."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import msgspec
import typer

from trainshed.cli.common import (
    CliError,
    Narrator,
    console,
    own_content_lines,
    paragraph,
    progress_bar,
    read_record,
)
from trainshed.cli.records import FILE, headline, seen
from trainshed.kernel import record as records
from trainshed.kernel.game import State
from trainshed.kernel.record import Record

if TYPE_CHECKING:
    from trainshed.wire import Analysis, JudgedDecision, JudgedMove

MOST_MOMENTS: Final = 12
"""Moments at which the chances of all seats are printed, if the game has no rounds or more of them."""


def analyse(
    file: Annotated[Path, FILE],
    nodes: Annotated[
        int | None, typer.Option(min=2, help="Imagined games for each question; the default is 64.")
    ] = None,
    seconds: Annotated[float | None, typer.Option(min=1, help="How long it may take, in place of nodes.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead of sentences.")] = False,
) -> None:
    """Find the turning points of a recorded game.

    Every decision is judged by imagined games, from what its player knew. The same file with the same nodes gives the
    same analysis. See docs/analysis.md.
    """
    from trainshed.bots.analysis.game_analysis import FIRST_NODES
    from trainshed.bots.analysis.game_analysis import analyse as analysed

    if nodes is not None and seconds is not None:
        raise CliError("give either --nodes or --seconds")
    record = read_record(file)
    with progress_bar() as bar:
        task = bar.add_task(record.game.name, total=None)
        analysis = analysed(
            record,
            nodes or FIRST_NODES,
            seconds,
            on_progress=lambda done, total: bar.update(task, completed=done, total=total),
        )
    if as_json:
        print(msgspec.json.encode(analysis).decode())
        return
    print(headline(record))
    print("".join(f"{line}\n" for line in own_content_lines(record.game)), end="")
    if not analysis.decisions:
        print("Nobody had a choice yet.")
        return
    print_analysis(record, analysis)


def print_analysis(record: Record, analysis: Analysis) -> None:
    """The chances in the course of the game, the turning points, and what each seat gave away."""
    from rich.table import Table

    teller = Narrator(record.game, record.seats)
    steps = {step.seq: step for step in records.replay(record)}
    print("\nChances to win:" if len(record.seats) > 1 else "\nThe share of games that are worse:")
    course = Table("row", *teller.names, box=None, pad_edge=False)
    for decision in moments(analysis, {row: step.before for row, step in steps.items()}):
        course.add_row(str(decision.row), *[f"{chance:.0%}" for chance in decision.judgement.chances])
    console().print(course)

    print("\nTurning points:" if analysis.turning_points else "\nNo decision gave away much.")
    lines = teller.lines([seen(step, row, None) for row, step in steps.items()])
    judged = {decision.row: decision for decision in analysis.decisions}
    for row in analysis.turning_points:
        decision = judged[row]
        view = steps[row].before.view(decision.seat)
        told = [line.sentence for line in lines if line.seq <= row <= line.last and line.seat == decision.seat]
        for text in [
            f"Row {row}: {told[-1] if told else teller.name(decision.seat)}",
            f"  Played: {teller.label(view, decision.played)} ({worth(decision.chosen)}).",
            f"  Better: {teller.label(view, decision.best.move)} ({worth(decision.best)}).",
            f"  It gave away {decision.loss:.0%} of the chance to win.",
        ]:
            indent = "  " if text.startswith(" ") else ""
            print("\n".join(paragraph(text.strip(), f"  {indent}")))

    print("\nGiven away by a decision, on average:")
    losses = Table("player", "decisions", "chance", box=None, pad_edge=False)
    for seat, name in enumerate(teller.names):
        own = [decision.loss for decision in analysis.decisions if decision.seat == seat]
        losses.add_row(name, str(len(own)), f"{sum(own) / len(own):.2%}" if own else "")
    console().print(losses)


def worth(move: JudgedMove) -> str:
    """What a move is worth, in brackets behind it."""
    return f"{move.chance:.0%}, {move.points:.1f} points"


def moments(analysis: Analysis, positions: dict[int, State]) -> list[JudgedDecision]:
    """The first decision of each round, or decisions evenly spread over a game without rounds, and the last one."""
    decisions = analysis.decisions

    def round_of(decision: JudgedDecision) -> int:
        return int(getattr(positions[decision.row].view(None), "round", 0))

    found = [next(group) for _, group in groupby(decisions, key=round_of)]
    if not 1 < len(found) <= MOST_MOMENTS:
        step = max(1, len(decisions) // MOST_MOMENTS)
        found = decisions[::step]
    return found if found[-1] is decisions[-1] else [*found, decisions[-1]]

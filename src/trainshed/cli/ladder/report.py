"""The result of a ladder as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trainshed.cli.common import console

if TYPE_CHECKING:
    from rich.table import Table

    from trainshed.arena.ladder.ladder import LadderSummary


def show(summary: LadderSummary) -> None:
    """Print the summary."""
    out = console()
    out.print(f"{summary.title}: {about(summary)}", style="bold")
    if summary.rounding:
        out.print(summary.rounding)
    if summary.options:
        out.print("Options: " + ", ".join(f"{name} {choice}" for name, choice in summary.options.items()))
    out.print(
        f"Ratings with {percent(summary.level)} intervals around the mean of all; {summary.bots[0].name} is 1000."
    )
    out.print(ratings(summary))
    out.print("First places in the games of two bots, shared ones in parts; even is 50 %.")
    out.print(pairs(summary))
    if summary.looks > 1:
        out.print(f"A pair ends when it is clear; the intervals allow for {summary.looks} looks at it.")


def about(summary: LadderSummary) -> str:
    """The games that were played, in one line."""
    parts = [f"{summary.games} games", f"{summary.seats} seats", f"seed {summary.seed}"]
    if summary.mixed:
        parts.insert(1, f"of them {summary.mixed} mixed")
    if summary.scale != 1:
        parts.append(f"node budgets × {summary.scale:g}")
    return ", ".join(parts)


def ratings(summary: LadderSummary) -> Table:
    from rich.table import Table

    made = Table("bot")
    for column in ("rating", "interval", "games", "first places", "points"):
        made.add_column(column, justify="right")
    for bot in sorted(summary.bots, key=lambda bot: (-bot.rating, bot.name)):
        interval = f"{bot.low:.0f} - {bot.high:.0f}"
        first = f"{bot.first_places:.1%}"
        made.add_row(bot.name, f"{bot.rating:.0f}", interval, str(bot.games), first, f"{bot.points:.1f}")
    return made


def pairs(summary: LadderSummary) -> Table:
    from rich.table import Table

    made = Table("bots")
    for column in ("games", "first places", "interval", "rating difference"):
        made.add_column(column, justify="right")
    made.add_column("clearly ahead")
    for pair in summary.pairs:
        made.add_row(
            f"{pair.one} - {pair.other}",
            str(pair.games),
            f"{pair.share.share:.1%}",
            f"{pair.share.low:.1%} - {pair.share.high:.1%}",
            f"{pair.difference:+.0f} ± {(pair.high - pair.low) / 2:.0f}",
            pair.ahead or "neither",
        )
    return made


def percent(level: float) -> str:
    """A level with as many digits as it needs: 95 %, 99.375 %."""
    return f"{100 * level:.4f}".rstrip("0").rstrip(".") + " %"

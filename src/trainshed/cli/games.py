"""`trainshed games`: list the installed titles."""

from __future__ import annotations

from typing import Final

from trainshed.cli.common import console
from trainshed.kernel.options import basis_of
from trainshed.kernel.registry import game as find
from trainshed.kernel.registry import titles
from trainshed.kernel.rulebook import Basis

BASIS: Final[dict[Basis, str]] = {"rulebook": "rulebook", "ruling": "our ruling", "offered": "(free choice)"}
"""Where the default of an option comes from, in a word."""


def games() -> None:
    """List the installed titles with their options."""
    from rich.table import Table

    out = console()
    if not titles():
        out.print("No titles are installed.")
        return
    table = Table("title", "name", "seats", "clauses", "edition")
    found = [find(slug) for slug in titles()]
    for game in found:
        counts = game.seat_counts
        seats = f"{counts[0]}-{counts[-1]}" if len(counts) > 1 else str(counts[0])
        table.add_row(game.slug, game.name, seats, str(len(game.rulebook)), str(game.edition))
    out.print(table)
    for game in found:
        if not game.options:
            continue
        options = Table(
            "option", "choices", "default", "from", "seats", "what it decides", title=f"Options of {game.name}"
        )
        for option in game.options:
            seats = ", ".join(str(count) for count in option.seats) or "all"
            choices = "\n".join(option.choices)
            options.add_row(
                option.name, choices, option.default, BASIS[basis_of(option, game.rulebook)], seats, option.sentence
            )
        out.print(options)

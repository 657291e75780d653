"""The titles that a measurement is about: all that are installed, or those of `--title`; and their goals.

    add_title_option(parser)
    narrow(parser.parse_args())
    for slug in measured(): …

What a title must reach stands in `bench/goals.toml`, by measurement and title. A title without goals is measured too,
and its figures are printed; only a goal that is there can be missed.
"""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from trainshed.kernel.registry import game, titles

GOALS: Final = Path(__file__).resolve().parents[1] / "goals.toml"

_only: list[str] = []


def add_title_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--title", action="append", choices=titles(), default=[], help="only this title (repeatable); default: all"
    )


def narrow(args: argparse.Namespace) -> None:
    """From now on only the titles of `--title` are measured."""
    _only[:] = args.title


def measured() -> list[str]:
    """The slugs of the titles that this run measures."""
    return list(_only) or titles()


def in_turn(number: int) -> str:
    """The title of the table with this number: all of them in turn."""
    slugs = measured()
    return slugs[number % len(slugs)]


def names() -> str:
    """The measured titles by name."""
    return ", ".join(game(slug).name for slug in measured())


def goals(measurement: str) -> Mapping[str, Any]:
    """The goals of a measurement, by title."""
    found: Mapping[str, Any] = tomllib.loads(GOALS.read_text(encoding="utf-8"))[measurement]
    return found

"""Today's puzzle in the lobby, and what is said of a puzzle before its position is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Final, NamedTuple

from trainshed.bots.analysis.daily_puzzle import PuzzleAddress, daily_puzzle
from trainshed.bots.analysis.puzzles import Puzzle, PuzzleFile, puzzles_of
from trainshed.kernel.registry import game, titles
from trainshed.kernel.translation import Translator, marked
from trainshed.service.base.milliseconds import SECOND
from trainshed.web.pages.rulebook.titles import TitleCard, all_titles

GRADES: Final = (
    marked("Very hard"),
    marked("Very hard"),
    marked("Hard"),
    marked("Medium"),
    marked("Fairly easy"),
    marked("Easy"),
)
"""How difficult a puzzle is, by the number of levels of bots that find its move."""

SEAT_NAMES: Final = (marked("Blue"), marked("Red"), marked("Yellow"), marked("Green"))
"""What the players of a puzzle are called: nobody plays it."""


class PuzzleCard(NamedTuple):
    """What the lobby says of a puzzle."""

    title: TitleCard
    number: int
    seat: int
    who: str
    """Who one is there."""
    grade: str


@cache
def puzzle_files() -> dict[str, PuzzleFile]:
    """The puzzles of all titles that have some, read once: that takes some milliseconds."""
    found = {slug: puzzles_of(game(slug)) for slug in titles()}
    return {slug: file for slug, file in found.items() if file is not None}


def address_of_day(now: int) -> PuzzleAddress | None:
    """Today's puzzle, at a time in milliseconds since 1970. The day begins at midnight UTC."""
    day = datetime.fromtimestamp(now // SECOND, UTC).date()
    numbers = {slug: file.numbers for slug, file in puzzle_files().items()}
    address = daily_puzzle(day, {slug: len(each) for slug, each in numbers.items()})
    return None if address is None else address._replace(number=numbers[address.title][address.number - 1])


def card_of_day(now: int, speech: Translator) -> PuzzleCard | None:
    """Today's puzzle as a card; None if no title has puzzles. The position is not needed for it."""
    address = address_of_day(now)
    return None if address is None else card_of(address, speech)


def card_of(address: PuzzleAddress, speech: Translator) -> PuzzleCard:
    title = next(each for each in all_titles(speech.language) if each.slug == address.title)
    puzzle = puzzle_files()[address.title].puzzles[address.number - 1]
    seat = puzzle.proof.seat
    return PuzzleCard(title, address.number, seat, seat_line(seat, speech), grade_of(puzzle, speech))


def grade_of(puzzle: Puzzle, speech: Translator) -> str:
    """How difficult a puzzle is, in a word or two."""
    return speech.gettext(GRADES[min(len(puzzle.levels), len(GRADES) - 1)])


def seat_names(seats: int, speech: Translator) -> Sequence[str]:
    """The names of the seats of a puzzle: their colours."""
    return [speech.gettext(name) for name in SEAT_NAMES[:seats]]


def seat_line(seat: int, speech: Translator) -> str:
    """Who one is in a puzzle, as a sentence."""
    return speech.phrase("You are %(who)s.", who=speech.gettext(SEAT_NAMES[seat]))

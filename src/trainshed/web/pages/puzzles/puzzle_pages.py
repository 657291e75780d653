"""Routes of the puzzles: the list of all, today's, and the page of each with its hover cards. They change nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect
from markupsafe import Markup

from trainshed.draw.board import Asked as AskedMoves
from trainshed.draw.board import Say
from trainshed.kernel.translation import Translator
from trainshed.service.base.errors import NotFound, Wrong
from trainshed.web.http.access import ServiceContainer, anyone
from trainshed.web.http.authentication import Asked
from trainshed.web.pages.frame.reader import PageReader
from trainshed.web.pages.frame.shell import page
from trainshed.web.pages.lobby.puzzle_card import (
    address_of_day,
    card_of_day,
    grade_of,
    puzzle_files,
    seat_line,
    seat_names,
)
from trainshed.web.pages.puzzles.answer_list import answer_list, move_label
from trainshed.web.pages.puzzles.puzzle_parts import puzzle_parts
from trainshed.web.pages.puzzles.puzzle_position import PuzzlePosition, found_puzzle, puzzle_position
from trainshed.web.pages.puzzles.solution_panel import SolutionPanel
from trainshed.web.pages.rulebook.titles import TitleCard, all_titles
from trainshed.web.pages.table.hover.card_html import ViewerChoice, card_html
from trainshed.web.pages.table.hover.card_routes import MOST_LETTERS, card_of
from trainshed.web.pages.table.plain_board import board_of
from trainshed.web.pages.table.table_page import answer as parts_answer
from trainshed.web.pages.table.table_page import display_mode_of
from trainshed.web.pages.table.table_parts import DisplayMode, has_boards


class GradedPuzzles(NamedTuple):
    """The puzzles of one title that are equally difficult."""

    grade: str
    numbers: Sequence[int]

    @property
    def size(self) -> int:
        return len(self.numbers)


class TitlePuzzles(NamedTuple):
    """All puzzles of a title, the easiest first."""

    title: TitleCard
    grades: Sequence[GradedPuzzles]


@get("/puzzles", include_in_schema=False, **anyone())
async def all_puzzles(container: ServiceContainer, reader: PageReader, request: Asked) -> Response[bytes]:
    """The puzzles of all titles, today's first."""
    return page(
        "puzzles.html",
        request.scope,
        reader,
        today=card_of_day(container.tables.now(), reader.speech),
        listed=[
            TitlePuzzles(title, graded(title.slug, reader.speech))
            for title in all_titles(reader.language)
            if title.slug in puzzle_files()
        ],
    )


def graded(slug: str, speech: Translator) -> list[GradedPuzzles]:
    """The numbers of a title's puzzles by their difficulty."""
    found: dict[str, list[int]] = {}
    file = puzzle_files()[slug]
    for number in file.numbers:
        found.setdefault(grade_of(file.puzzles[number - 1], speech), []).append(number)
    return [GradedPuzzles(grade, numbers) for grade, numbers in found.items()]


@get("/puzzles/today", include_in_schema=False, **anyone())
async def todays_puzzle(container: ServiceContainer) -> Redirect:
    """Redirect to the puzzle of the day."""
    address = address_of_day(container.tables.now())
    if address is None:
        raise NotFound("There is no such puzzle.")
    return Redirect(f"/puzzles/{address.title}/{address.number}", status_code=303)


@get("/puzzles/{title:str}/{number:int}", include_in_schema=False, **anyone())
async def puzzle_page(
    title: FromPath[str],
    number: FromPath[int],
    container: ServiceContainer,
    reader: PageReader,
    request: Asked,
    answer: FromQuery[str] = "",
    solution: FromQuery[bool] = False,
) -> Response[bytes]:
    """The page of a puzzle; with a wrong `answer` it asks again, with the right one or `solution` it has the solution.

    The move that is looked for is in the page only if the solution is.
    """
    puzzle = found_puzzle(title, number)
    asked, speech = puzzle_position(title, number), reader.speech
    if answer and answer not in asked.words:
        raise Wrong("That is none of the moves of this puzzle.")
    right = answer == puzzle.best
    solved = right or solution
    display = shown_display(asked, display_mode_of(request.scope, reader))
    parts = puzzle_parts(title, number, display, puzzle.best if solved else "")
    board, say = board_of(asked.game), Say(speech, seat_names(asked.seats, speech))
    return page(
        "puzzle.html",
        request.scope,
        reader,
        game=asked.game,
        number=number,
        count=asked.puzzles,
        following=asked.following,
        grade=grade_of(puzzle, speech),
        today=address_of_day(container.tables.now()) == (title, number),
        layout=display.layout,
        seat=asked.seat,
        who=seat_line(asked.seat, speech),
        progress=board.progress(asked.game, asked.view, say),
        question=board.question(asked.game, asked.view, AskedMoves(asked.words), say)[0],
        verdict="right" if right else "wrong" if answer else "",
        tried=move_label(asked, answer, speech) if answer else "",
        answers=Markup("" if solved else answer_list(asked, answer, speech)),
        best=move_label(asked, puzzle.best, speech) if solved else "",
        solution=Markup(SolutionPanel(asked, puzzle, answer, speech).html() if solved else ""),
        parts={name: Markup(part) for name, part in parts.items()},
    )


def shown_display(asked: PuzzlePosition, display: DisplayMode) -> DisplayMode:
    """The display mode without what changes nothing, so that equal pages are drawn once."""
    beside = display.beside
    if beside is None:
        return display
    if beside >= asked.seats:
        raise Wrong("There is no such seat.")
    return display._replace(beside=None) if beside == asked.seat or not has_boards(asked.game, asked.seats) else display


@get("/puzzles/{title:str}/{number:int}/about", include_in_schema=False, **anyone())
async def puzzle_card(
    title: FromPath[str], number: FromPath[int], reader: PageReader, thing: FromQuery[str], rule: FromQuery[str] = ""
) -> Response[bytes]:
    """The hover card of a thing on the board of a puzzle; for a move that is not legal, with the reason."""
    if len(thing) > MOST_LETTERS:
        raise Wrong("That is too long.")
    found_puzzle(title, number)
    asked = puzzle_position(title, number)
    game, say = asked.game, Say(reader.speech, seat_names(asked.seats, reader.speech))
    card = card_of(game, asked.view, thing, AskedMoves(asked.words), say)
    if not card.clause and rule in game.rulebook.by_id:
        card = card._replace(clause=rule)
    word, choice = thing.partition(" ")[0], ViewerChoice()
    if word in game.vocabulary:
        refusal = asked.position.why_not(game.vocabulary.id(word), asked.seat)
        choice = ViewerChoice(refusal is None, refusal=refusal)
    return parts_answer({"card": card_html(game, card, choice, reader.speech)})


PUZZLE_PAGES: list[HTTPRouteHandler] = [all_puzzles, todays_puzzle, puzzle_page, puzzle_card]

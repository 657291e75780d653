"""Routes of the rulebook pages: the clauses of a title, the example board with its parts, and a one-page summary."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery
from markupsafe import Markup

from trainshed.bots.analysis.puzzles import puzzles_of
from trainshed.kernel.game import Game
from trainshed.kernel.registry import game as newest
from trainshed.kernel.registry import titles
from trainshed.locale import speech
from trainshed.service.base.errors import NotFound
from trainshed.web.http.access import anyone
from trainshed.web.http.authentication import Asked
from trainshed.web.pages.frame.reader import PageReader, Reader
from trainshed.web.pages.frame.shell import page, rendered
from trainshed.web.pages.rulebook import book, example
from trainshed.web.pages.rulebook.clause_search import LONGEST
from trainshed.web.pages.rulebook.guide import guide_of
from trainshed.web.pages.rulebook.study import study_of
from trainshed.web.pages.rulebook.summary import summaries, summary_in
from trainshed.web.pages.rulebook.titles import all_titles


def title_of(slug: str) -> Game:
    if slug not in titles():
        raise NotFound("There is no such game.")
    return newest(slug)


@get("/rules", include_in_schema=False, **anyone())
async def rulebooks(reader: PageReader, request: Asked) -> Response[bytes]:
    """The list of all rulebooks."""
    return page(
        "rulebooks.html",
        request.scope,
        reader,
        titles=all_titles(reader.language),
        clauses={slug: len(newest(slug).rulebook) for slug in titles()},
        summaries={slug for slug in titles() if summaries(slug)},
        boards={slug for slug in titles() if example.example(slug, reader.language, reader.layout) is not None},
    )


@get("/rules/{title:str}", include_in_schema=False, **anyone())
async def rulebook(title: FromPath[str], reader: PageReader, request: Asked, q: FromQuery[str] = "") -> Response[bytes]:
    """The clauses of a title by area; `q` is a search query."""
    game = title_of(title)
    question = q.strip()[:LONGEST]
    found = book.sections(title, reader.speech, question)
    return page(
        "rules.html",
        request.scope,
        reader,
        game=game,
        question=question,
        count=sum(len(section.entries) for section in found),
        rulings=sum(bool(clause.ruling) for clause in game.rulebook),
        book=found_book(reader, game, found) if question else whole_book(title, reader.language, reader.layout),
        summary=bool(summaries(title)),
        puzzles=puzzles_of(game) is not None,
        numbers=study_of(game) is not None,
        board=example.example(title, reader.language, reader.layout) is not None,
    )


@cache
def whole_book(slug: str, language: str, layout: str) -> Markup:
    """All clauses of a title as HTML. Cached: up to 300 KB, and the same for everybody who reads this language."""
    reader = Reader(None, speech(language), layout, "", {})
    return found_book(reader, newest(slug), book.sections(slug, reader.speech), book.printed(slug, language))


def found_book(
    reader: Reader, game: Game, found: Sequence[book.Section], rows: Sequence[book.ContentPart] = ()
) -> Markup:
    """Table of contents and clauses as HTML."""
    facts = {"sections": found, "printed": rows, "codes": book.codes(game.slug), "prefix": book.prefix(game)}
    return Markup(rendered("rules_book.html", reader, game=game, **facts))


@get("/rules/{title:str}/board", include_in_schema=False, **anyone())
async def rules_board(
    title: FromPath[str], reader: PageReader, request: Asked, part: FromQuery[str] = ""
) -> Response[bytes]:
    """The example board with its parts; `part` is outlined and shown with its clauses."""
    game, guide = title_of(title), guide_of(title)
    shown = example.example(title, reader.language, reader.layout)
    if shown is None or (part and not shown.areas(part)) or (part and part not in guide.parts):
        raise NotFound("There is no such part of the board.")
    return page(
        "rules_board.html",
        request.scope,
        reader,
        game=game,
        part=part,
        part_name=guide.part_name(part, reader.language) if part else "",
        parts_of_board=[
            (each, guide.part_name(each, reader.language), example.address(title, each)) for each in guide.parts
        ],
        board=example.picture(title, reader.language, reader.layout, part),
        sections=book.about(title, part, reader.speech) if part else [],
        summary=bool(summaries(title)),
        puzzles=puzzles_of(game) is not None,
        numbers=study_of(game) is not None,
    )


@get("/rules/{title:str}/summary", include_in_schema=False, **anyone())
async def rules_summary(title: FromPath[str], reader: PageReader, request: Asked) -> Response[bytes]:
    """The one-page summary for a first game."""
    game = title_of(title)
    found = summary_in(title, reader.language)
    if found is None:
        raise NotFound("There is no summary of this game.")
    summary, spoken = found
    shown = next(each for each in all_titles(reader.language) if each.slug == title)
    return page(
        "rules_summary.html",
        request.scope,
        reader,
        game=game,
        title=shown,
        summary=summary,
        spoken=spoken,
        board=example.example(title, reader.language, reader.layout) is not None,
        puzzles=shown.puzzles,
        numbers=shown.numbers,
    )


RULES_PAGES: list[HTTPRouteHandler] = [rulebooks, rulebook, rules_board, rules_summary]

"""The page of a title in numbers: what many games between bots have shown of who begins, points and playing styles."""

from __future__ import annotations

from functools import cache

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from trainshed.bots.analysis.puzzles import puzzles_of
from trainshed.kernel.registry import game as newest
from trainshed.locale import speech
from trainshed.service.base.errors import NotFound
from trainshed.web.http.access import anyone
from trainshed.web.http.authentication import Asked
from trainshed.web.pages.frame.reader import PageReader
from trainshed.web.pages.frame.shell import page
from trainshed.web.pages.rulebook import example
from trainshed.web.pages.rulebook.rules_pages import title_of
from trainshed.web.pages.rulebook.study import StudyFigures, figures_of, study_of
from trainshed.web.pages.rulebook.summary import summaries


@get("/rules/{title:str}/numbers", include_in_schema=False, **anyone())
async def rules_numbers(title: FromPath[str], reader: PageReader, request: Asked) -> Response[bytes]:
    """The published study of a title."""
    game = title_of(title)
    found = figures_in(title, reader.language)
    if found is None:
        raise NotFound("There are no numbers of this game.")
    return page(
        "rules_numbers.html",
        request.scope,
        reader,
        game=game,
        found=found,
        summary=bool(summaries(title)),
        board=example.example(title, reader.language, reader.layout) is not None,
        puzzles=puzzles_of(game) is not None,
        numbers=True,
    )


@cache
def figures_in(slug: str, language: str) -> StudyFigures | None:
    """The figures of a title in a language: the same for everybody, and drawn once. None if there are none."""
    game = newest(slug)
    found = study_of(game)
    return None if found is None else figures_of(game, found, speech(language))


NUMBERS_PAGES: list[HTTPRouteHandler] = [rules_numbers]

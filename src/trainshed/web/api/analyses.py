"""Routes of analyses of finished games, and of hints in games against bots."""

from __future__ import annotations

from typing import Final

import msgspec
from litestar import Router, get, post
from litestar.params import FromPath, JSONBody

from trainshed.locale import speech
from trainshed.web.http.access import CurrentUser, ServiceContainer, Visitor, anyone, signed_in, table_number
from trainshed.web.http.authentication import Asked, address
from trainshed.wire import AnalysisState, Hint


class HintBody(msgspec.Struct, forbid_unknown_fields=True):
    """The question about which I want a hint."""

    seq: int
    """The number of the newest row that I have seen."""
    words: list[str] = []
    """Words that I have chosen and not played yet: the hint is about the question after them."""


@post("/api/tables/{table:str}/analysis", status_code=200, **signed_in("play", 404, 409))
async def analyse(
    table: FromPath[str], container: ServiceContainer, user: CurrentUser, request: Asked
) -> AnalysisState:
    """Have a finished game analysed, or get the analysis that is there or is being made.

    Every question of the game is judged from what its player knew then. That takes minutes: ask for the state with
    `GET` from time to time. Whoever may see the replay of a game may have it analysed.
    """
    return await container.analyses.start(table_number(table), user, address(request.scope))


@get("/api/tables/{table:str}/analysis", **anyone("read", 404, 409))
async def analysis(table: FromPath[str], container: ServiceContainer, visitor: Visitor) -> AnalysisState:
    """Get the analysis of a finished game, or how far it is; 404 if nobody has asked for it."""
    return await container.analyses.read(table_number(table), visitor)


@post("/api/tables/{table:str}/hint", status_code=200, **signed_in("play", 404, 409, 422))
async def hint(
    table: FromPath[str], data: JSONBody[HintBody], container: ServiceContainer, user: CurrentUser, request: Asked
) -> Hint:
    """Get a hint about the question that I have to answer, after about two seconds; nothing is played.

    Only in games against bots. The hint comes from what my seat may know, and from nothing else.
    """
    number, where = table_number(table), address(request.scope)
    return await container.hints.give(number, user, data.seq, data.words, speech(user.language), where)


ANALYSIS_ROUTES: Final = [Router("", route_handlers=[analyse, analysis, hint], tags=["table"])]

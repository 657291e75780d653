"""The page of a table: whole on the first visit, a gesture that is tried, and why something is forbidden."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qs

import msgspec
from litestar import MediaType, Response, get, post
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery, JSONBody
from markupsafe import Markup

from trainshed.draw.sheet import LAYOUTS, TALL
from trainshed.kernel.coaching import coach_of
from trainshed.kernel.registry import titles
from trainshed.service.base.errors import NotFound, Wrong
from trainshed.service.container import House
from trainshed.service.tables.lobby import newest
from trainshed.service.tables.player_view import sight
from trainshed.service.tables.table_state import Table
from trainshed.web.http.authentication import Asked, house_of, no_guessing, somebody, table_number
from trainshed.web.pages.frame.reader import Reader, reader_for, reader_of
from trainshed.web.pages.frame.shell import page
from trainshed.web.pages.lobby.waiting_room import waiting_room
from trainshed.web.pages.rulebook.summary import summaries
from trainshed.web.pages.table.page_feed import Story
from trainshed.web.pages.table.plain_sentences import say_of
from trainshed.web.pages.table.table_parts import Dress, Look, fragments, previewed, slip

LAST_ROWS = 80


class Tried(msgspec.Struct, forbid_unknown_fields=True):
    """Words that are tried, at the row for which they were chosen."""

    seq: int
    words: list[str] = []
    why: str = ""
    """A word of which somebody wants to know why it is forbidden."""


async def dress_of(house: House, scope: Any, reader: Reader | None = None) -> Dress:
    """How a reader is shown a table; the address may name another layout than the cookie, and a seat to look at."""
    reader = await reader_of(house, scope) if reader is None else reader
    asked = parse_qs(scope["query_string"].decode("latin-1"))
    layout, beside = asked.get("layout", [""])[0], asked.get("beside", [""])[0]
    return Dress(
        reader.language,
        layout if layout in LAYOUTS else reader.layout,
        int(beside) if re.fullmatch("[0-9]", beside) else None,
    )


@get("/t/{table:str}", include_in_schema=False)
async def table_page(
    table: FromPath[str], request: Asked, state: State, invite: FromQuery[str] = ""
) -> Response[bytes]:
    """A table; before the game its waiting room."""
    house, number = house_of(state), table_number(table)
    reader = await reader_of(house, request.scope)
    async with no_guessing(house, request.scope, number, invite):
        card = await house.lobby.card(number, reader.person, invite)
    if card.status == "open":
        return await waiting_room(house, request.scope, reader, card)
    opened = await house.tables.current(number)
    invited = await house.lobby.invited(number, invite)
    viewer = await house.playing.viewer(opened.table, reader.person, invited)
    dress = await dress_of(house, request.scope, reader)
    shown = opened.table
    steps = await house.tables.history(number, 0 if shown.over else max(0, shown.seq - LAST_ROWS), shown.seq)
    story = Story(viewer, steps[-LAST_ROWS:])
    story.end(steps if shown.over else ())
    parts = fragments(story.look(shown), dress)
    return page(
        "table.html",
        request.scope,
        reader,
        card=card,
        game=shown.game,
        tall=dress.layout == TALL,
        seat=viewer,
        hand_to=hand_to(shown, reader, viewer),
        mine=viewer is not None,
        coached=viewer is not None and coach_of(shown.game) is not None,
        time=house.tables.now(),
        summary=bool(summaries(shown.game.slug)),
        parts={name: Markup(part) for name, part in parts.items()},
    )


def hand_to(table: Table, reader: Reader, viewer: int | None) -> list[tuple[int, str]]:
    """The other seats of somebody who plays several of them on one device."""
    seats = [] if reader.person is None else table.seats_of(*reader.person.ids)
    return [(seat, table.holders[seat].name) for seat in seats if seat != viewer]


@post("/t/{table:str}/try", status_code=200, include_in_schema=False)
async def try_words(table: FromPath[str], data: JSONBody[Tried], request: Asked, state: State) -> Response[bytes]:
    """The parts of the page as they would be; or the slip that says why a word is forbidden. Nothing is stored."""
    house = house_of(state)
    person, number = await somebody(house, request.scope, "play"), table_number(table)
    dress = await dress_of(house, request.scope, reader_for(person, request.scope))
    tried = await house.playing.attempt(number, person, data.seq, data.words)
    if data.why:
        return answer({"slip": why(tried.table, tried.seat, data.why, dress)})
    held = len(tried.steps) < len(data.words)
    seen = sight(tried.table, tried.seat)
    if held:
        seen = msgspec.structs.replace(seen, moves=[])  # what follows a roll or a draw is not known yet
    game = tried.table.game
    instead = [game.vocabulary.word(move) for move in tried.before.moves()] if data.words else []
    others = [word for word in instead if word != data.words[-1]]
    before = tried.steps[0].before.view(tried.seat) if tried.steps else None
    return answer(previewed(Look(game, seen, before, [], data.words, others), dress))


def why(table: Table, seat: int, word: str, dress: Dress) -> str:
    """The slip that says why a word is forbidden, or what it stands under if it is not."""
    if word not in table.game.vocabulary:
        raise Wrong("There is no word %(word)s.", word=repr(word[:60]))
    refusal = table.position.why_not(table.game.vocabulary.id(word), seat)
    label = say_of(table.game).label(
        table.game, table.position.view(seat), word, speech=dress.speech, names=[h.shown for h in table.holders]
    )
    if refusal is None:
        return slip(table.game, label, "", dress.speech)
    said = say_of(table.game).refusal(table.game, refusal, speech=dress.speech)
    return slip(table.game, said, refusal.clause, dress.speech, bad=True)


@get("/rules/{title:str}/slip/{clause:str}", include_in_schema=False)
async def clause_slip(title: FromPath[str], clause: FromPath[str], request: Asked, state: State) -> Response[bytes]:
    """One clause on a slip, in the reader's language."""
    reader = await reader_of(house_of(state), request.scope)
    if title not in titles() or clause not in newest(title).rulebook.by_id:
        raise NotFound("There is no such clause.")
    return answer({"slip": slip(newest(title), "", clause, reader.speech)})


def answer(parts: dict[str, str]) -> Response[bytes]:
    return Response(msgspec.json.encode(parts), media_type=MediaType.JSON, status_code=200)


TABLE_PAGES: list[HTTPRouteHandler] = [table_page, try_words, clause_slip]

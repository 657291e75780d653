"""Routes of the table page: the whole page, the preview of a gesture, and the bar of a rematch."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import parse_qs

import msgspec
from litestar import MediaType, Response, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery, JSONBody
from markupsafe import Markup

from trainshed.draw.sheet import LAYOUTS
from trainshed.kernel.coaching import coach_of
from trainshed.kernel.game import Game
from trainshed.service.base.errors import Wrong
from trainshed.service.tables.player_view import table_view
from trainshed.service.tables.table_state import TableState
from trainshed.web.http.access import CurrentUser, ServiceContainer, anyone, signed_in, table_number
from trainshed.web.http.authentication import Asked, by_invitation
from trainshed.web.pages.frame.reader import PageReader, Reader, reader_for
from trainshed.web.pages.frame.shell import page
from trainshed.web.pages.lobby.waiting_room import address, waiting_room
from trainshed.web.pages.rulebook.summary import summaries
from trainshed.web.pages.table.ending.rematch_bar import NO_OFFER
from trainshed.web.pages.table.finished_pages import Finished
from trainshed.web.pages.table.gestures import TriedGesture, try_gesture
from trainshed.web.pages.table.page_feed import page_name
from trainshed.web.pages.table.page_history import PageHistory
from trainshed.web.pages.table.plain_sentences import say_of
from trainshed.web.pages.table.table_parts import (
    DisplayMode,
    PartsRenderer,
    TablePage,
    has_boards,
    render_parts,
    render_preview,
    slip,
)

LAST_ROWS = 80


class TriedWords(msgspec.Struct, forbid_unknown_fields=True):
    """The words of a gesture to preview, and the row at which they were chosen."""

    seq: int
    words: list[str] = []
    press: str = ""
    """What is pressed: a word, or several with spaces between them. It follows the words, or replaces some of them."""
    group: str = ""
    """The words of the press before, if they were several."""
    why: str = ""
    """A word to explain instead of a preview: why is it forbidden?"""


def display_mode_of(scope: Any, reader: Reader) -> DisplayMode:
    """The display mode of a request; its query may name another layout than the cookie, and a seat to look at."""
    asked = parse_qs(scope["query_string"].decode("latin-1"))
    layout, beside = asked.get("layout", [""])[0], asked.get("beside", [""])[0]
    if layout and layout not in LAYOUTS:
        raise Wrong("There is no such layout.")
    if beside and re.fullmatch("[0-9]", beside) is None:
        raise Wrong("There is no such seat.")
    return DisplayMode(reader.language, layout or reader.layout, int(beside) if beside else None)


def shown_mode(asked: DisplayMode, table: TableState, viewer: int | None) -> DisplayMode:
    """The display mode without what changes nothing at this table, so that equal pages are drawn once."""
    if asked.beside is None:
        return asked
    if asked.beside >= table.seats:
        raise Wrong("There is no such seat.")
    if asked.beside == viewer or not has_boards(table.game, table.seats):
        return asked._replace(beside=None)
    return asked


@get("/t/{table:str}", include_in_schema=False, **anyone())
async def table_page(
    table: FromPath[str],
    container: ServiceContainer,
    reader: PageReader,
    request: Asked,
    finished: Finished,
    invite: FromQuery[str] = "",
) -> Response[bytes]:
    """The page of a table; before the game starts, its waiting room."""
    number = table_number(table)
    async with by_invitation(container, request.scope, number, reader.person, invite):
        card = await container.lobby.card(number, reader.person, invite)
    if card.status == "open":
        return await waiting_room(container, request.scope, reader, card)
    opened = await container.tables.current(number)
    invited = card.host or await container.lobby.invited(number, invite)
    viewer = await container.commands.viewer(opened.table, reader.person, invited)
    needed = invite if viewer is None and not card.host and card.visibility == "private" else ""
    shown = opened.table
    display = shown_mode(display_mode_of(request.scope, reader), shown, viewer)
    name = page_name(shown, viewer, display)
    parts = finished.get((number, name))
    if parts is None:
        steps = await container.tables.history(number, 0 if shown.over else max(0, shown.seq - LAST_ROWS), shown.seq)
        story = PageHistory(viewer, steps[-LAST_ROWS:])
        story.end(steps if shown.over else ())
        parts = render_parts(story.look(shown), display)
        if shown.over:
            finished.put((number, name), parts)
    return page(
        "table.html",
        request.scope,
        reader,
        card=card,
        invite=needed,
        address=address(card, needed),
        game=shown.game,
        seat=viewer,
        hand_to=hand_to(shown, reader, viewer),
        mine=viewer is not None,
        alone=viewer is not None and plays_alone(shown, reader),
        origin=card.origin if card.origin and await container.store.exists(table_number(card.origin)) else "",
        coached=viewer is not None and coach_of(shown.game) is not None,
        time=container.tables.now(),
        summary=bool(summaries(shown.game.slug)),
        have=name,
        parts={name: Markup(part) for name, part in parts.items()},
    )


def plays_alone(table: TableState, reader: Reader) -> bool:
    """Whether nobody but the reader and bots has a part in a game."""
    mine = () if reader.person is None else reader.person.ids
    return all(holder.person is None or holder.person in mine for holder in table.holders)


def hand_to(table: TableState, reader: Reader, viewer: int | None) -> list[tuple[int, str]]:
    """The other seats of somebody who plays several of them on one device."""
    seats = [] if reader.person is None else table.seats_of(*reader.person.ids)
    return [(seat, table.holders[seat].name) for seat in seats if seat != viewer]


@post("/t/{table:str}/try", status_code=200, include_in_schema=False, **signed_in("play"))
async def try_words(
    table: FromPath[str], data: JSONBody[TriedWords], container: ServiceContainer, user: CurrentUser, request: Asked
) -> Response[bytes]:
    """Preview a gesture: the parts of the page as they would be, or why a word is forbidden. Nothing is stored."""
    asked = display_mode_of(request.scope, reader_for(user, request.scope))
    number = table_number(table)
    if data.why:
        tried = await container.commands.attempt(number, user, data.seq, data.words)
        display = shown_mode(asked, tried.table, tried.seat)
        return answer({"slip": why(tried.table, tried.seat, data.why, display)})
    gesture = await try_gesture(container.commands, number, user, data.seq, data.words, data.press, data.group)
    tried, words = gesture.tried, gesture.words
    display = shown_mode(asked, tried.table, tried.seat)
    before = tried.steps[0].before.view(tried.seat) if tried.steps else None
    look = previewed(gesture, before)
    told = {"words": " ".join(words), "group": " ".join(gesture.group), "free": "1" if gesture.free else ""}
    return answer({**told, **render_preview(look, display)})


def previewed(gesture: TriedGesture, before: Any) -> TablePage:
    """The page while a gesture is previewed; `before` is its player's view before it."""
    tried, game = gesture.tried, gesture.tried.table.game
    seen = table_view(tried.table, tried.seat)
    if gesture.held:
        seen = msgspec.structs.replace(seen, moves=[])  # what follows a roll or a draw is not known yet
    return TablePage(
        game,
        seen,
        before,
        [],
        gesture.words,
        gesture.instead,
        after=tried.after,
        answered=gesture.answered,
        only=gesture.only,
        group=gesture.group,
        closing=closing_word(game, gesture.words, seen.moves),
    )


def closing_word(game: Game, words: Sequence[str], moves: Sequence[str]) -> str:
    """The word that Confirm adds to a gesture after which it is still offered, or empty (`Title.close`)."""
    return game.close if words and game.close in moves else ""


def why(table: TableState, seat: int, word: str, display: DisplayMode) -> str:
    """The slip that says why a word is forbidden; if it is legal, only its label."""
    if word not in table.game.vocabulary:
        raise Wrong("There is no word %(word)s.", word=repr(word[:60]))
    refusal = table.position.why_not(table.game.vocabulary.id(word), seat)
    label = say_of(table.game).label(
        table.game, table.position.view(seat), word, speech=display.speech, names=[h.name for h in table.holders]
    )
    if refusal is None:
        return slip(table.game, label, "", display.speech)
    said = say_of(table.game).refusal(table.game, refusal, speech=display.speech)
    return slip(table.game, said, refusal.clause, display.speech, bad=True)


@get("/t/{table:str}/rematch", include_in_schema=False, **anyone())
async def rematch_bar(table: FromPath[str], container: ServiceContainer, reader: PageReader) -> Response[bytes]:
    """The bar of a finished game with the offer of a rematch as it is now, and the new table if there is one.

    It is no part of the page's stream, which stands still after the end.
    """
    number = table_number(table)
    opened = await container.tables.current(number)
    viewer = await container.commands.viewer(opened.table, reader.person)
    state = NO_OFFER
    if viewer is not None and reader.person is not None and opened.table.over and opened.table.config.origin is None:
        state = await container.rematches.state(number, reader.person)
    look = TablePage(opened.table.game, table_view(opened.table, viewer), None, [])
    parts = PartsRenderer(look, DisplayMode(reader.language, reader.layout))
    return answer({"table": state.table, "confirm": parts.ended(state) if opened.table.over else parts.confirm()})


def answer(parts: dict[str, str]) -> Response[bytes]:
    return Response(msgspec.json.encode(parts), media_type=MediaType.JSON, status_code=200)


TABLE_PAGES: list[HTTPRouteHandler] = [table_page, try_words, rematch_bar]

"""The route of hover cards: what the thing is that somebody points at."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery

from trainshed.draw.board import Asked as AskedMoves
from trainshed.draw.board import Say
from trainshed.draw.hover_card import HoverCard
from trainshed.kernel.game import Game
from trainshed.kernel.rulebook import area_of
from trainshed.service.accounts.people import Person
from trainshed.service.base.errors import NotFound, NotNow, Refused, Wrong
from trainshed.service.tables.commands import TableCommands
from trainshed.service.tables.player_view import table_view
from trainshed.service.tables.table_state import TableState
from trainshed.web.http.access import ServiceContainer, anyone, table_number
from trainshed.web.http.authentication import Asked, by_invitation
from trainshed.web.pages.frame.reader import PageReader
from trainshed.web.pages.rulebook.guide import guide_of
from trainshed.web.pages.table.gestures import attempted, try_gesture
from trainshed.web.pages.table.hover.card_html import ViewerChoice, card_html
from trainshed.web.pages.table.hover.outlook import outlook
from trainshed.web.pages.table.plain_board import board_of
from trainshed.web.pages.table.plain_sentences import say_of
from trainshed.web.pages.table.table_page import answer, previewed
from trainshed.web.pages.table.table_parts import TablePage, names_of

MOST_LETTERS: Final = 400
"""Keys of things, and the words of a gesture, are shorter."""


def card_of(game: Game, view: Any, thing: str, asked: AskedMoves, say: Say) -> HoverCard:
    """The card of a thing: a clause, what the title tells of it, or for a word that can be said its label."""
    if thing in game.rulebook.by_id:
        return HoverCard(guide_of(game.slug).area_name(area_of(thing), say.speech.language), clause=thing)
    board = board_of(game)
    card: HoverCard | None = board.about(game, view, thing, asked, say) if hasattr(board, "about") else None
    if card is not None:
        return card
    word = thing.partition(" ")[0]
    if word not in game.vocabulary:
        raise NotFound("There is no such thing on the board.")
    return HoverCard(say_of(game).label(game, view, word, speech=say.speech, names=say.names))


class ShownRow(NamedTuple):
    """A table as it is shown, perhaps after chosen words, and the row that those words follow."""

    number: int
    seq: int
    shown: TableState


async def choice_of(
    commands: TableCommands, person: Person, at: ShownRow, page: TablePage, thing: str, group: str, say: Say
) -> ViewerChoice:
    """Whether the viewer may choose a thing after the chosen words, and what would follow by the rules."""
    word = thing.partition(" ")[0]
    if word not in page.game.vocabulary or not page.mine:
        return ViewerChoice()
    try:
        tried = await try_gesture(commands, at.number, person, at.seq, page.chosen, thing, group)
    except Refused as error:
        return ViewerChoice(refusal=error.refusal)
    except Wrong:  # nothing follows a word that cannot be taken back: why not in its place?
        position = at.shown.position
        return ViewerChoice(refusal=position.why_not(page.game.vocabulary.id(word), position.actor))
    except NotNow:
        return ViewerChoice()
    return ViewerChoice(True, outlook(tried, page.before, say))


@get("/t/{table:str}/about", include_in_schema=False, **anyone())
async def table_card(
    table: FromPath[str],
    container: ServiceContainer,
    reader: PageReader,
    request: Asked,
    thing: FromQuery[str],
    seq: FromQuery[int],
    words: FromQuery[str] = "",
    group: FromQuery[str] = "",
    rule: FromQuery[str] = "",
    invite: FromQuery[str] = "",
) -> Response[bytes]:
    """The hover card of a thing on a table's board, for a gesture of which some words are chosen.

    `rule`: the clause that the drawing names, for a thing of which the title tells none.
    """
    if len(thing + words + group) > MOST_LETTERS:
        raise Wrong("That is too long.")
    number, person, commands = table_number(table), reader.person, container.commands
    async with by_invitation(container, request.scope, number, person, invite):
        host = (await container.lobby.card(number, person, invite)).host
    shown: TableState = (await container.tables.current(number)).table
    viewer = await commands.viewer(shown, person, host or await container.lobby.invited(number, invite))
    before = shown.position.view(viewer)
    chosen = words.split()
    page = TablePage(shown.game, table_view(shown, viewer), before, [])
    row = page.table_view.seq
    if chosen and person is not None and viewer is not None:
        gesture = await attempted(commands, number, person, seq, chosen, group.split())
        shown, row = gesture.tried.table, seq
        page = previewed(gesture, before)
    seen = page.table_view
    say = Say(reader.speech, names_of(seen))
    card = card_of(shown.game, seen.view, thing, page.asked, say)
    if not card.clause and rule in shown.game.rulebook.by_id:
        card = card._replace(clause=rule)
    choice = ViewerChoice()
    if person is not None and viewer is not None and not shown.over:
        choice = await choice_of(commands, person, ShownRow(number, row, shown), page, thing, group, say)
    return answer({"card": card_html(shown.game, card, choice, reader.speech)})


CARD_ROUTES: list[HTTPRouteHandler] = [table_card]

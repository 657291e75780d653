"""Lines of the lobby's table lists: time left, title, progress, players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from trainshed.draw.board import Say
from trainshed.draw.seats import SEATS
from trainshed.kernel.translation import Translator
from trainshed.service.accounts.people import Person
from trainshed.service.base.errors import NotFound, NotLoadable
from trainshed.service.base.ids import number
from trainshed.service.container import Container
from trainshed.service.tables.clock import DAYS, LIVE
from trainshed.web.pages.lobby.durations import pace_words, span
from trainshed.web.pages.rulebook.titles import name_of
from trainshed.wire import LobbySeat, TableCard

MOST_GLANCED: Final = 12
"""At most this many tables are loaded from the database to show points; others only if they are in memory already."""


MOST_WATCHED_READ: Final = 6
"""As `MOST_GLANCED`, for the public games that anybody may watch: they are listed for everybody who opens the lobby."""


class SeatMark(NamedTuple):
    """A seat in a line of a table list."""

    seat: str
    name: str
    mine: bool
    free: bool
    points: str


class TableRow(NamedTuple):
    """A table as one line of a list in the lobby."""

    table: str
    title: str
    mine: bool
    """It is the reader's turn."""
    due: str
    """First column: time left, the player to move, the number of taken seats, or the kind of pace."""
    seat: str
    """Seat colour: the seat to move if it is not the reader's, or the reader's own in a finished game; else empty."""
    others: str
    progress: str
    more: str
    marks: Sequence[SeatMark]
    status: str
    invite: str
    place: int = 0
    """The reader's rank in a finished game; 0 if it was not played to its end."""
    loadable: bool = True
    """False: this server cannot open the table."""
    bots: Sequence[LobbySeat] = ()
    """The seats of bots, for their faces."""
    own_content: str = ""
    """The name of its content pack, if that is not the built-in one."""


def turn_mine(card: TableCard) -> bool:
    """Whether it is the reader's turn, and no bot plays in the reader's place."""
    return card.loadable and card.turn is not None and card.seats[card.turn].mine and not card.seats[card.turn].bot


def urgent_first(cards: Iterable[TableCard]) -> list[TableCard]:
    """Sort tables: those where it is the reader's turn first, by deadline; then the others in the given order."""
    endless = 1 << 62
    return sorted(cards, key=lambda card: (not turn_mine(card), card.deadline or endless if turn_mine(card) else 0))


async def playing_rows(
    container: Container, person: Person, cards: Sequence[TableCard], speech: Translator
) -> list[TableRow]:
    """The reader's running games."""
    rows = []
    for index, card in enumerate(urgent_first(cards)):
        if not card.loadable:
            rows.append(closed_row(card, speech))
            continue
        try:
            points, progress = await glance(container, person, card, speech, index < MOST_GLANCED)
        except NotLoadable:  # its log cannot be read
            rows.append(closed_row(card, speech))
        else:
            rows.append(playing_row(card, points, progress, container.tables.now(), speech))
    return rows


async def watched_rows(
    container: Container, person: Person | None, cards: Sequence[TableCard], speech: Translator
) -> list[TableRow]:
    """Public games of other people, as a spectator sees them; a game that this server cannot open is left out."""
    rows = []
    for index, card in enumerate(cards):
        try:
            points, progress = await glance(container, person, card, speech, index < MOST_WATCHED_READ)
        except (NotLoadable, NotFound):  # its log cannot be read, or it was deleted meanwhile
            continue
        row = playing_row(card, points, progress, container.tables.now(), speech)
        rows.append(row._replace(others=", ".join(seat.name for seat in card.seats)))
    return rows


async def glance(
    container: Container, person: Person | None, card: TableCard, speech: Translator, read: bool
) -> tuple[Sequence[str], str]:
    """Points and progress in the reader's view; empty without a board, or if loading the table would cost too much."""
    table = number(card.table)
    assert table is not None
    if not read and table not in container.tables.warm:
        return (), ""
    opened = (await container.tables.opened(table)).table
    game = opened.game
    if not game.has_part("board.board"):
        return (), ""
    board, view = game.part("board.board"), opened.position.view(await container.commands.viewer(opened, person))
    say = Say(speech, [holder.name for holder in opened.holders])
    points = [str(board.seat(game, view, seat, say).points) for seat in range(len(card.seats))]
    return points, str(board.progress(game, view, say))


def playing_row(card: TableCard, points: Sequence[str], progress: str, now: int, speech: Translator) -> TableRow:
    mine = turn_mine(card)
    due, seat = "", ""
    if mine:
        due = speech.gettext("Your turn") if card.deadline is None else span(card.deadline - now, speech)
    elif card.turn is not None:
        due, seat = card.seats[card.turn].name, SEATS[card.turn]
    first, more = pace_words(card.pace, speech)
    return row_of(card, speech, mine, due, seat, progress or first, first if progress else more, points)


def closed_row(card: TableCard, speech: Translator) -> TableRow:
    """A running game that this server cannot open."""
    row = row_of(card, speech, False, "", "", speech.gettext("cannot be opened here"), "")
    return row._replace(loadable=False)


def waiting_row(card: TableCard, speech: Translator) -> TableRow:
    """A table of the reader's that has not started."""
    taken = sum(not seat.free for seat in card.seats)
    due = speech.gettext("%(taken)d of %(seats)d") % {"taken": taken, "seats": len(card.seats)}
    return row_of(card, speech, False, due, "", *pace_words(card.pace, speech))


def departing_row(card: TableCard, speech: Translator) -> TableRow:
    """A public table with a free seat."""
    first, _ = pace_words(card.pace, speech)
    kind = {LIVE: speech.gettext("live"), DAYS: speech.gettext("over days")}.get(card.pace.kind, speech.gettext("open"))
    return row_of(card, speech, False, kind, "", first, card.language.upper())


def arrived_row(card: TableCard, speech: Translator) -> TableRow:
    """A game that is over."""
    seat = next((index for index, found in enumerate(card.seats) if found.mine), 0)
    outcome = card.outcome or {}
    scores, places = outcome.get("scores", []), outcome.get("standings", [])
    finished = bool(outcome.get("finished")) and seat < len(places)
    points = [str(score).replace("-", "−") for score in scores] if finished else []
    row = row_of(card, speech, False, "", SEATS[seat], "", "", points)
    return row._replace(place=places[seat] if finished else 0)


def row_of(
    card: TableCard,
    speech: Translator,
    mine: bool,
    due: str,
    seat: str,
    progress: str,
    more: str,
    points: Sequence[str] = (),
) -> TableRow:
    others = company(card)
    marks = [
        SeatMark(
            SEATS[i],
            s.name,
            s.mine,
            s.free,
            points[i] if i < len(points) else "",
        )
        for i, s in enumerate(card.seats)
    ]
    said = speech.gettext("with %(names)s") % {"names": others} if others else ""
    return TableRow(
        *(card.table, name_of(card.title), mine, due, seat, said, progress, more, marks, card.status, card.invite),
        bots=[seat for seat in card.seats if seat.bot and not seat.mine],
        own_content="" if card.own_content is None else card.own_content.name,
    )


def company(card: TableCard) -> str:
    """The names of the other players: people first, then bots."""
    others = [seat for seat in card.seats if not (seat.mine or seat.free)]
    return ", ".join(seat.name for seat in sorted(others, key=lambda seat: bool(seat.bot)))

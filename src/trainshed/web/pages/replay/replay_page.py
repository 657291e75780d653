"""A game at any of its rows, as one seat knew it then: a page for each row, and its parts for whoever moves on."""

from __future__ import annotations

from html import escape
from typing import Final, NamedTuple

import msgspec
from litestar import Response, get
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect
from markupsafe import Markup

from trainshed.draw.icons import seat_icon
from trainshed.draw.seats import SEATS
from trainshed.draw.sheet import TALL
from trainshed.draw.timeline import Chart
from trainshed.service.accounts.people import Person
from trainshed.service.base.errors import Forbidden, NotFound, Wrong
from trainshed.service.container import Container
from trainshed.service.tables.player_view import table_view
from trainshed.service.tables.table_state import Step, TableState, seen_row
from trainshed.web.http.authentication import Asked, container_of, table_number
from trainshed.web.pages.frame.reader import reader_of
from trainshed.web.pages.frame.shell import page
from trainshed.web.pages.replay.timeline import Timeline, TimelineCache
from trainshed.web.pages.table.log_lines import LogLine, log_lines
from trainshed.web.pages.table.page_feed import PageHistory
from trainshed.web.pages.table.table_page import answer, display_mode_of
from trainshed.web.pages.table.table_parts import DisplayMode, PartsRenderer, TablePage
from trainshed.wire import TableView

BEFORE: Final = 40
AFTER: Final = 12
"""Rows of the log around the one that is shown."""

SPECTATOR: Final = -1
"""Through nobody's eyes: what everybody may know."""


class PastRow(NamedTuple):
    """A row of a game, and who looks at it."""

    now: TableState
    """The table as it is by now."""
    then: TableState
    steps: list[Step]
    viewer: int | None
    timeline: Timeline

    @property
    def seq(self) -> int:
        return self.then.seq


async def moment(state: State, number: int, person: Person | None, seq: int, seat: int | None) -> PastRow:
    """What somebody may see of a row."""
    container = container_of(state)
    opened = await container.tables.current(number)
    table = opened.table
    viewer = await eyes(container, table, person, seat)
    if not 0 <= seq <= table.seq:
        raise NotFound("There is no such row yet.")
    then, steps = await container.tables.around(number, seq, max(0, seq - BEFORE), min(seq + AFTER, table.seq))
    timelines: TimelineCache = state.timelines
    return PastRow(table, then, steps, viewer, await timelines.of(table, viewer))


async def eyes(container: Container, table: TableState, person: Person | None, wanted: int | None) -> int | None:
    """Through whose eyes somebody looks: while the game runs through his own, afterwards through any."""
    own = await container.commands.viewer(table, person)
    if wanted is None or wanted == own:
        return own
    if not SPECTATOR <= wanted < table.seats:
        raise Wrong("There is no such seat.")
    if not table.over and wanted != SPECTATOR:
        raise Forbidden("While a game runs, one looks at it from one's own seat.")
    return None if wanted == SPECTATOR else wanted


class PastParts(PartsRenderer):
    """The parts of a page that shows a row."""

    def __init__(self, moment: PastRow, display: DisplayMode) -> None:
        self.moment = moment
        past = [step for step in moment.steps if step.row.seq <= moment.seq]
        shown = PageHistory(moment.viewer, past)
        super().__init__(TablePage(moment.then.game, past_view(moment), shown.before, shown.rows), display)
        self.chart = Chart(moment.timeline.ticks, moment.timeline.fewest, display.layout)

    def all(self) -> dict[str, str]:
        return {
            "now": self.now(),
            "phase": self.phase(),
            "chips": self.chips(),
            "stage": self.stage(),
            "seats": self.seats(),
            "log": self.log(),
            "described": self.described(),
            "hand": self.chart.hand(self.moment.seq),
            "said": self.said(),
        }

    def now(self) -> str:
        return f'<i id="now" hidden data-seq="{self.moment.seq}" data-over="{int(self.moment.then.position.over)}"></i>'

    def phase(self) -> str:
        facts = {"row": self.moment.seq, "rows": self.moment.now.seq}
        row = self.speech.gettext("row %(row)d of %(rows)d") % facts
        progress = self.board.progress(self.look.game, self.table_view.view, self.say)
        text = escape(" · ".join(filter(None, (progress, row))))
        return f'<div class="phase" id="phase"><span class="phase-t">{text}</span></div>'

    def log(self) -> str:
        """Rows around the one that is shown; what comes later is pale, and each leads to its own."""
        rows = [seen_row(step, self.moment.viewer) for step in self.moment.steps]
        lines = log_lines(self.look.game, rows, self.speech, self.names)
        shown = max((line.seq for line in lines if line.seq <= self.moment.seq), default=-1)
        items = "".join(self.past_line(line, shown) for line in reversed(lines))
        return f'<ol class="log" id="log" tabindex="0" aria-label="{self._("Log")}">{items}</ol>'

    def past_line(self, line: LogLine, shown: int) -> str:
        sign = seat_icon(SEATS[line.seat], 14) if 0 <= line.seat < len(SEATS) else ""
        state = ' class="fut"' if line.seq > self.moment.seq else ' class="latest"' if line.seq == shown else ""
        here = ' aria-current="step"' if line.seq == shown else ""
        return (
            f'<li id="row-{line.seq}"{state}{here}>'
            f'<a class="lg-n" href="{line.seq}" data-row="{line.seq}">{line.seq}</a>'
            f'<span class="lg-s">{sign}</span><span class="lg-t">{escape(line.sentence)}</span>'
            f'<time data-at="{line.at}"></time></li>'
        )


def past_view(moment: PastRow) -> TableView:
    """What the viewer saw then; nothing can be done about it any more, and its clocks have run out long ago."""
    seen = table_view(moment.then, moment.viewer)
    return msgspec.structs.replace(seen, moves=[], undo=0, clock=None, proposal=None)


# ---------------------------------------------------------------- routes


@get("/t/{table:str}/replay", include_in_schema=False)
async def replay_latest(table: FromPath[str], request: Asked, state: State) -> Redirect:
    """The replay at the last row."""
    container, number = container_of(state), table_number(table)
    reader = await reader_of(container, request.scope)
    opened = await container.tables.current(number)
    await container.commands.viewer(opened.table, reader.person)
    return Redirect(f"/t/{table}/replay/{opened.table.seq}", status_code=303)


@get("/t/{table:str}/replay/{seq:int}", include_in_schema=False)
async def replay_page(
    table: FromPath[str], seq: FromPath[int], request: Asked, state: State, seat: FromQuery[int | None] = None
) -> Response[bytes]:
    """A row of a game as a page."""
    container, number = container_of(state), table_number(table)
    reader = await reader_of(container, request.scope)
    shown = await moment(state, number, reader.person, seq, seat)
    display = await display_mode_of(container, request.scope, reader)
    parts = PastParts(shown, display)
    mine = await container.commands.viewer(shown.now, reader.person)
    return page(
        "replay.html",
        request.scope,
        reader,
        table=table,
        game=shown.now.game,
        tall=display.layout == TALL,
        seq=seq,
        last=shown.now.seq,
        over=shown.now.over,
        turns=shown.timeline.turns,
        viewer=shown.viewer,
        mine=mine,
        seat=SPECTATOR if shown.viewer is None else shown.viewer,
        holders=parts.names,
        may_try=reader.person is not None and shown.viewer is not None,
        lines=Markup(parts.chart.lines(parts.speech)),
        time=container.tables.now(),
        parts={name: Markup(part) for name, part in parts.all().items()},
    )


@get("/t/{table:str}/replay/{seq:int}/parts", include_in_schema=False)
async def replay_parts(
    table: FromPath[str], seq: FromPath[int], request: Asked, state: State, seat: FromQuery[int | None] = None
) -> Response[bytes]:
    """The parts of that page, for one that is open."""
    container, number = container_of(state), table_number(table)
    reader = await reader_of(container, request.scope)
    shown = await moment(state, number, reader.person, seq, seat)
    return answer(PastParts(shown, await display_mode_of(container, request.scope, reader)).all())


REPLAY_PAGES: list[HTTPRouteHandler] = [replay_latest, replay_page, replay_parts]

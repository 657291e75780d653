"""The replay of a game as one seat saw it: a page for each row, and its parts as JSON for a page that is open."""

from __future__ import annotations

from html import escape
from typing import Final, NamedTuple

import msgspec
from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect
from markupsafe import Markup

from trainshed.draw.icons import seat_icon
from trainshed.draw.seats import SEATS
from trainshed.draw.sheet import TALL
from trainshed.draw.timeline import ChanceChart, Chart
from trainshed.service.accounts.people import Person
from trainshed.service.base.errors import Forbidden, NotFound, Wrong
from trainshed.service.container import Container
from trainshed.service.packs.pack_store import pack_info
from trainshed.service.tables.player_view import table_view
from trainshed.service.tables.table_state import Step, TableState, seen_row
from trainshed.web.http.access import ServiceContainer, anyone, table_number
from trainshed.web.http.authentication import Asked
from trainshed.web.pages.frame.reader import PageReader
from trainshed.web.pages.frame.shell import page
from trainshed.web.pages.replay.analysed_game import Analysed, AnalysedGame
from trainshed.web.pages.replay.analysis_panel import analysis_panel
from trainshed.web.pages.replay.analysis_parts import NO_CHOICES, NO_VERDICT, AnalysisParts
from trainshed.web.pages.replay.timeline import Timeline, TimelineCache, Timelines
from trainshed.web.pages.table.log_lines import LogLine, log_lines
from trainshed.web.pages.table.page_history import PageHistory
from trainshed.web.pages.table.table_page import answer, display_mode_of, shown_mode
from trainshed.web.pages.table.table_parts import DisplayMode, PartsRenderer
from trainshed.wire import AnalysisState, TableView

BEFORE: Final = 80
AFTER: Final = 24
"""Rows of the log around the one that is shown."""

SPECTATOR: Final = -1
"""The value of `seat` that asks for the view of a spectator."""


class PastRow(NamedTuple):
    """A game at one row, as one viewer sees it."""

    now: TableState
    """The table at its latest row."""
    then: TableState
    steps: list[Step]
    viewer: int | None
    timeline: Timeline
    analysed: AnalysedGame | None = None
    """What the analysis says, once there is one."""

    @property
    def seq(self) -> int:
        return self.then.seq


async def moment(
    container: Container, timelines: TimelineCache, number: int, person: Person | None, seq: int, seat: int | None
) -> PastRow:
    """The game at row `seq` as a person may see it; `seat` asks for the view of another seat."""
    opened = await container.tables.current(number)
    table = opened.table
    viewer = await eyes(container, table, person, seat)
    if not 0 <= seq <= table.seq:
        raise NotFound("There is no such row yet.")
    then, steps = await container.tables.around(number, seq, max(0, seq - BEFORE), min(seq + AFTER, table.seq))
    return PastRow(table, then, steps, viewer, await timelines.of(table, viewer))


async def eyes(container: Container, table: TableState, person: Person | None, wanted: int | None) -> int | None:
    """The seat whose view is shown, None for a spectator's. The view of another seat is allowed only after the end."""
    own = await container.commands.viewer(table, person)
    if wanted is None or wanted == own:
        return own
    if not SPECTATOR <= wanted < table.seats:
        raise Wrong("There is no such seat.")
    if not table.over and wanted != SPECTATOR:
        raise Forbidden("While a game is running, you can see it only from your own seat.")
    return None if wanted == SPECTATOR else wanted


class PastParts(PartsRenderer):
    """Renders the parts of the replay page at one row; `chart` is "points" for the lead instead of chances to win."""

    live = False

    def __init__(self, moment: PastRow, display: DisplayMode, chart: str = "") -> None:
        self.moment = moment
        past = [step for step in moment.steps if step.row.seq <= moment.seq]
        shown = PageHistory(moment.viewer, past)
        super().__init__(shown.page(moment.then, past_view(moment)), display)
        analysed, ticks = moment.analysed, moment.timeline.ticks
        self.analysis = None if analysed is None else AnalysisParts(analysed, moment.seq, self.say)
        self.switched = analysed is not None and analysed.seats > 1
        """Whether there are two charts."""
        self.chart = Chart(ticks, moment.timeline.fewest, display.layout)
        self.by_chance = analysed is not None and self.switched and chart != "points"
        if analysed is not None and self.by_chance:
            self.chart = ChanceChart(ticks, analysed.chances, display.layout)

    def all(self) -> dict[str, str]:
        """What differs from row to row."""
        return {
            "now": self.now(),
            "phase": self.phase(),
            "chips": self.chips(),
            "stage": self.stage(),
            "seats": self.seats(),
            "choices-of-row": self.choices(),
            "log": self.log(),
            "described": self.described(),
            "hand": self.chart.hand(self.moment.seq),
            "said": self.said(),
        }

    def whole(self, state: AnalysisState | None = None, person: bool = False) -> dict[str, str]:
        """All parts, for a page that is opened or has changed its layout or chart, or whose game is analysed now."""
        analysis = self.analysis
        return {
            **self.all(),
            "lines": f'<div id="lines">{self.chart.lines(self.speech)}</div>',
            "marks": self.chart.marks([] if analysis is None else analysis.marks()),
            "charts": self.charts(),
            "analysis": analysis_panel(state, person, self.speech),
            "verdict": NO_VERDICT if analysis is None else analysis.verdict(),
            "log-key": '<p id="log-key" hidden></p>' if analysis is None else f'<p id="log-key">{analysis.key()}</p>',
        }

    # ------------------------------------------------------------ the analysis

    def seats(self) -> str:
        """The seats; once the game is analysed, with their chances to win."""
        if self.analysis is None:
            return super().seats()
        faces = [self.look_at(seat, escape(name)) for seat, name in enumerate(self.names)]
        return self.analysis.odds([line.points for line in self.lines], faces)

    def chip_text(self, seat: int) -> str:
        chance = "" if self.analysis is None else self.analysis.chance(seat)
        return f'<span class="sr">{escape(self.names[seat])}</span> {chance}' if chance else super().chip_text(seat)

    def choices(self) -> str:
        """The choices of the last decision up to the row."""
        analysed = self.moment.analysed
        decision = None if analysed is None else analysed.latest(self.moment.seq)
        step = next((step for step in self.moment.steps if decision and step.row.seq == decision.row), None)
        if self.analysis is None or decision is None or step is None:
            return NO_CHOICES
        bot = bool(self.table_view.seats[decision.seat].bot)
        return self.analysis.choices(decision, step.before.view(decision.seat), bot)

    def charts(self) -> str:
        """The buttons that choose what the chart shows; hidden where there is only one."""
        if not self.switched:
            return '<div class="rp-k" id="charts" hidden></div>'
        buttons = "".join(
            f'<button type="button" data-chart="{name}" aria-pressed="{str(pressed).lower()}">{label}</button>'
            for name, label, pressed in (
                ("", self._("Chance to win"), self.by_chance),
                ("points", self._("Points"), not self.by_chance),
            )
        )
        return f'<div class="rp-k" id="charts" role="group" aria-label="{self._("Chart")}">{buttons}</div>'

    # ------------------------------------------------------------ the row

    def now(self) -> str:
        return f'<i id="now" hidden data-seq="{self.moment.seq}" data-over="{int(self.moment.then.position.over)}"></i>'

    def phase(self) -> str:
        facts = {"row": self.moment.seq, "rows": self.moment.now.seq}
        row = self.speech.gettext("row %(row)d of %(rows)d") % facts
        progress = self.board.progress(self.look.game, self.table_view.view, self.say)
        text = escape(" · ".join(filter(None, (progress, row))))
        return f'<div class="phase" id="phase"><span class="phase-t">{text}</span></div>'

    def log(self) -> str:
        """The log around the row that is shown; later rows are pale, and each sentence links to the replay at its row.

        It has no numbers: those of the rows would skip, because most turns have several.
        """
        rows = [seen_row(step, self.moment.viewer) for step in self.moment.steps]
        past = [row for row in rows if row.seq <= self.moment.seq]
        lines = log_lines(self.look.game, past, self.speech, self.names)
        shown = lines[-1].id if lines else ""
        for line in log_lines(self.look.game, rows, self.speech, self.names):
            if line.seq > self.moment.seq:
                # a turn that goes on after this row is told twice: as far as it has come, and as a whole
                lines.append(line._replace(id=f"{line.id}-whole") if line.id == shown else line)
        items = "".join(self.past_line(line, shown) for line in reversed(lines))
        return f'<ol class="log" id="log" tabindex="0" aria-label="{self._("Log")}">{items}</ol>'

    def past_line(self, line: LogLine, shown: str) -> str:
        sign = seat_icon(SEATS[line.seat], 14) if 0 <= line.seat < len(SEATS) else ""
        state = ' class="fut"' if line.seq > self.moment.seq else ' class="latest"' if line.id == shown else ""
        here = ' aria-current="step"' if line.id == shown else ""
        return (
            f'<li id="{line.id}"{state}{here}>'
            f'<span class="lg-s">{sign}</span>'
            f'<a class="lg-t" href="{line.last}" data-from="{line.seq}" data-row="{line.last}">'
            f"{escape(line.sentence)}</a>{self.aside(line)}</li>"
        )

    def aside(self, line: LogLine) -> str:
        """What stands beside a line of the log: what its decisions were worth, or how long ago it was."""
        return f'<time data-at="{line.at}"></time>' if self.analysis is None else self.analysis.margin(line)


def past_view(moment: PastRow) -> TableView:
    """What the viewer saw then, without moves, undo, clock and proposal: a past row allows no action."""
    seen = table_view(moment.then, moment.viewer)
    return msgspec.structs.replace(seen, moves=[], undo=0, clock=None, proposal=None)


async def whole_parts(container: Container, reader: PageReader, parts: PastParts) -> dict[str, str]:
    """All parts, with the state of the analysis of a finished game."""
    table = parts.moment.now
    state = None
    if parts.moment.analysed is not None:
        state = AnalysisState("ready")
    elif table.over:
        state = await container.analyses.of(table.config.id)
    return parts.whole(state, reader.person is not None)


# ---------------------------------------------------------------- routes


@get("/t/{table:str}/replay", include_in_schema=False, **anyone())
async def replay_latest(table: FromPath[str], container: ServiceContainer, reader: PageReader) -> Redirect:
    """Redirect to the replay at the last row."""
    opened = await container.tables.current(table_number(table))
    await container.commands.viewer(opened.table, reader.person)
    return Redirect(f"/t/{table}/replay/{opened.table.seq}", status_code=303)


@get("/t/{table:str}/replay/{seq:int}", include_in_schema=False, **anyone())
async def replay_page(
    table: FromPath[str],
    seq: FromPath[int],
    container: ServiceContainer,
    reader: PageReader,
    timelines: Timelines,
    analysed: Analysed,
    request: Asked,
    seat: FromQuery[int | None] = None,
    chart: FromQuery[str] = "",
) -> Response[bytes]:
    """The replay page at one row."""
    shown = await moment(container, timelines, table_number(table), reader.person, seq, seat)
    shown = shown._replace(analysed=await analysed.of(shown.now))
    display = shown_mode(display_mode_of(request.scope, reader), shown.now, shown.viewer)
    parts = PastParts(shown, display, chart)
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
        own_content=pack_info(shown.now.game),
        turns=shown.timeline.turns,
        viewer=shown.viewer,
        mine=mine,
        seat=SPECTATOR if shown.viewer is None else shown.viewer,
        holders=parts.names,
        may_try=reader.person is not None and shown.viewer is not None,
        time=container.tables.now(),
        parts={name: Markup(part) for name, part in (await whole_parts(container, reader, parts)).items()},
    )


@get("/t/{table:str}/replay/{seq:int}/parts", include_in_schema=False, **anyone())
async def replay_parts(
    table: FromPath[str],
    seq: FromPath[int],
    container: ServiceContainer,
    reader: PageReader,
    timelines: Timelines,
    analysed: Analysed,
    request: Asked,
    seat: FromQuery[int | None] = None,
    chart: FromQuery[str] = "",
    whole: FromQuery[bool] = False,
) -> Response[bytes]:
    """The parts of the replay page at one row as JSON, for a page that is open; `whole` if more has changed than the
    row."""
    shown = await moment(container, timelines, table_number(table), reader.person, seq, seat)
    shown = shown._replace(analysed=await analysed.of(shown.now))
    display = shown_mode(display_mode_of(request.scope, reader), shown.now, shown.viewer)
    parts = PastParts(shown, display, chart)
    return answer(await whole_parts(container, reader, parts) if whole else parts.all())


REPLAY_PAGES: list[HTTPRouteHandler] = [replay_latest, replay_page, replay_parts]

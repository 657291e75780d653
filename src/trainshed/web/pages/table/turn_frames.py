"""The turns of others as frames: the board after each row, which a page plays one after the other before it shows the
present."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from litestar import MediaType, Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery

from trainshed.draw.icons import seat_icon
from trainshed.draw.seats import SEATS
from trainshed.kernel.agenda import NATURE
from trainshed.service.base.errors import Wrong
from trainshed.service.tables.player_view import table_view
from trainshed.service.tables.table_state import Step, TableState
from trainshed.web.http.access import ServiceContainer, anyone, table_number
from trainshed.web.http.authentication import Asked
from trainshed.web.pages.frame.reader import PageReader
from trainshed.web.pages.table.log_lines import log_lines
from trainshed.web.pages.table.page_feed import Patch, difference, pieces
from trainshed.web.pages.table.page_history import PageHistory
from trainshed.web.pages.table.table_page import LAST_ROWS, display_mode_of, shown_mode
from trainshed.web.pages.table.table_parts import DisplayMode, PartsRenderer, names_of

MOST_ROWS: Final = 80
"""Rows that are told at once; whoever was away for longer sees only the present."""

ROLLS: Final = ("die", "dice")
"""The names of draws (`State.chance`) that are rolls."""

SENTENCE_ROWS: Final = 24
"""The last rows, in which the sentence about the newest one begins."""


class TurnFrame(msgspec.Struct, frozen=True):
    """The page after one row: what differs from the frame before it."""

    seq: int
    seat: int
    """The seat whose turn it is part of."""
    roll: bool
    parts: dict[str, Patch]
    """By the ids of the parts; a part is told against the last frame that has it, in the first one as a whole."""


def told_rows(steps: Sequence[Step], viewer: int | None, after: int) -> Iterator[tuple[Step, bool]]:
    """All rows, each with whether there is a frame of it.

    The viewer has chosen and seen the own ones. Of draws in a row, such as new cards on a display, only the last has a
    frame; each roll has one.
    """
    for place, step in enumerate(steps):
        row = step.row
        following = steps[place + 1] if place + 1 < len(steps) else None
        if row.seq <= after or row.seat == viewer or (row.said.startswith("/") and not row.said.startswith("/undo")):
            yield step, False
        elif row.seat == NATURE and not is_roll(step):
            yield step, following is None or following.row.seat != NATURE or is_roll(following)
        else:
            yield step, True


def is_roll(step: Step) -> bool:
    return step.row.seat == NATURE and step.before.chance in ROLLS


class FrameRenderer(PartsRenderer):
    """Renders the parts of the page that a frame shows; `sentence` says what happens in it."""

    def frame_parts(self, sentence: str) -> dict[str, str]:
        return {
            "phase": self.phase(),
            "chips": self.chips(),
            "stage": self.stage(),
            "seats": self.seats(),
            "slip": self.told_slip(),
            "confirm": self.telling(sentence),
        }

    def told_slip(self) -> str:
        """The rule slip while a turn is told: what has been told so far, as it will stand there in the viewer's turn.
        The question of the position is not put: it is the one after this turn, and mostly the viewer's own."""
        told = self.told_after(self.own_row)
        if self.own_row and told:
            return self.since_slip(told)
        return self.slip().replace(' aria-live="polite"', ' aria-live="off"')

    def telling(self, sentence: str) -> str:
        """The confirm bar while a turn is told: who takes it, what happens, and a button to skip it."""
        seat = self.table_view.actor
        sign = "" if seat is None else seat_icon(SEATS[seat], 18)
        skip = f'<button type="button" class="btn" id="skip">{self._("Skip")}</button>'
        return self.bar("idle told", [], sentence, "", skip, sign=sign)


def frames_of(
    table: TableState, viewer: int | None, steps: Sequence[Step], after: int, display: DisplayMode
) -> Iterator[TurnFrame]:
    """The frames of the rows after one; `steps` may begin earlier, and only tell what is marked on the board."""
    story = PageHistory(viewer, ())
    present = msgspec.structs.replace(table_view(table, viewer), moves=[], undo=0, proposal=None, outcome=None)
    names = names_of(present)
    old: dict[str, list[str]] = {}
    for step, told in told_rows(steps, viewer, after):
        story.follow([step])
        if not told or story.mover == NATURE:
            continue
        lines = log_lines(table.game, story.rows[-SENTENCE_ROWS:], display.speech, names)
        seat = lines[-1].seat if lines and lines[-1].seat != NATURE else story.mover
        seen = msgspec.structs.replace(present, seq=step.row.seq, actor=seat, view=step.after.view(viewer))
        parts = FrameRenderer(story.page(table, seen), display).frame_parts(lines[-1].sentence if lines else "")
        new = {name: pieces(part) for name, part in parts.items()}
        patch = {name: difference(old.get(name, []), cut) for name, cut in new.items() if old.get(name) != cut}
        roll = is_roll(step)
        if roll or "stage" in patch or "seats" in patch:
            old |= new
            yield TurnFrame(step.row.seq, seat, roll, patch)


@get("/t/{table:str}/turns", include_in_schema=False, **anyone())
async def turn_frames(
    table: FromPath[str],
    container: ServiceContainer,
    reader: PageReader,
    request: Asked,
    after: FromQuery[int] = 0,
    to: FromQuery[int] = 0,
) -> Response[bytes]:
    """The frames of what others did between two rows, for a page that shows the first of them. Like a replay, it is not
    for those who are only invited to look on."""
    number = table_number(table)
    shown = (await container.tables.current(number)).table
    viewer = await container.commands.viewer(shown, reader.person)
    display = shown_mode(display_mode_of(request.scope, reader), shown, viewer)
    if not 0 <= after <= to <= shown.seq:
        raise Wrong("There is no such row yet.")
    found: list[TurnFrame] = []
    if to - after <= MOST_ROWS:
        steps = await container.tables.history(number, max(0, after - LAST_ROWS), to)
        for frame in frames_of(shown, viewer, steps, after, display):
            found.append(frame)
            await asyncio.sleep(0)  # drawing takes some milliseconds: others are served in between
    return Response(msgspec.json.encode(found), media_type=MediaType.JSON)


TURN_FRAMES: list[HTTPRouteHandler] = [turn_frames]

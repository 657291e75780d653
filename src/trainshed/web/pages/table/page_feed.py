"""The table page as a stream of events: all parts once, and then only what changes in them.

Each part is text, cut before every tag. An update names the pieces of the old text that stay, and gives the new ones;
a move changes some hundred bytes of a page of sixty thousand.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from typing import Any, Final, NamedTuple, TypeAlias
from urllib.parse import parse_qs

import msgspec

from trainshed.service.base.metrics import METRICS
from trainshed.service.tables.table_state import Step, TableState
from trainshed.web.http.headers import Scope, header
from trainshed.web.pages.frame import static_files
from trainshed.web.pages.table.page_history import PageHistory
from trainshed.web.pages.table.table_parts import DisplayMode, render_parts
from trainshed.web.streams.fan_out import BEATS, Feed, pack
from trainshed.web.streams.late_feed import LateFeed
from trainshed.web.streams.server_sent_events import event

CUT: Final = re.compile(r"(?<=>)(?=<)")
SMALL: Final = 14
"""Pieces up to this length are sent again rather than searched for in the old text."""

MOST_WAITING: Final = 200
"""Rows that may wait to be drawn: each holds a position."""

Patch: TypeAlias = list[Any]
"""`[first, count]`: pieces of the old text; a string: a new piece."""

encode = msgspec.json.encode


def pieces(text: str) -> list[str]:
    """A part cut before every tag."""
    return CUT.split(text)


def difference(old: Sequence[str], new: Sequence[str]) -> Patch:
    """The patch that makes the new pieces from the old ones."""
    places: dict[str, list[int]] = {}
    for index, piece in enumerate(old):
        places.setdefault(piece, []).append(index)
    patch: Patch = []
    at = 0
    for piece in new:
        if at < len(old) and old[at] == piece:
            place = at
        elif len(piece) > SMALL and piece in places:
            place = _nearest(places[piece], at)
        else:
            patch.append(piece)
            at += 1
            continue
        last = patch[-1] if patch else None
        if isinstance(last, list) and last[0] + last[1] == place:
            last[1] += 1
        else:
            patch.append([place, 1])
        at = place + 1
    return patch


def _nearest(places: list[int], at: int) -> int:
    right = bisect_left(places, at)
    near = places[max(0, right - 1) : right + 1]
    return min(near, key=lambda place: abs(place - at))


def applied(old: Sequence[str], patch: Patch) -> list[str]:
    """Apply a patch, as the browser does (`take` in `static/table.js`)."""
    new: list[str] = []
    for part in patch:
        if isinstance(part, list):
            new += old[part[0] : part[0] + part[1]]
        else:
            new.append(part)
    return new


@cache
def drawn_by() -> list[str]:
    """What draws pages: this version, with these static files."""
    return [version("trainshed"), static_files.present_digest()]


def page_name(table: TableState, viewer: int | None, display: DisplayMode) -> str:
    """The name of a page: its row, and a digest of all else on which it depends. Equal names, equal pages."""
    holders = [(holder.name, holder.bot, holder.robot) for holder in table.holders]
    rest = encode([drawn_by(), table.game.pack.digest, viewer, tuple(display), holders])
    return f"{table.seq}-{blake2b(rest, digest_size=8).hexdigest()}"


class PageFeed(LateFeed):
    """The page of one viewer in one display mode. A new reader gets the whole page, all others what has changed.

    An update is compressed as a delta against the one before, which every reader must have received. So a new reader
    gets that one after the page, as an event `old`, which the browser ignores. A reader that has the page already gets
    it with the next change: see `LateFeed`. Rows that a feed need not draw at once wait until it is told to.
    """

    def __init__(
        self,
        table: TableState,
        viewer: int | None,
        display: DisplayMode,
        steps: Sequence[Step] | None,
        whole: Sequence[Step] = (),
    ) -> None:
        """Without steps, nothing is drawn yet."""
        super().__init__(table.seq, page_name(table, viewer, display))
        self.viewer = viewer
        self.display = display
        self.story = PageHistory(viewer, ())
        self.parts: dict[str, list[str]] = {}
        self.common = b""
        """The text with which the streams of all readers end: the base of the next delta."""
        self.waiting: list[Step] = []
        """Rows that wait to be drawn."""
        self.latest = table
        """The table after them."""
        self.whole: Sequence[Step] = ()
        if steps is not None:
            self.draw(table, steps, whole)

    def draw(self, table: TableState, steps: Sequence[Step], whole: Sequence[Step]) -> None:
        self.waiting = []
        self.stale = False
        self.story = PageHistory(self.viewer, steps)
        self.story.end(whole)
        self.state = self.tail = self.common = self._whole(table)
        self.packed_tail = None
        self.seq, self.beats, self.drawn = table.seq, 0, True
        self.end_quiet()

    def follow(self, table: TableState, steps: Sequence[Step], whole: Sequence[Step] = ()) -> None:
        """Send what new rows change; `whole` are all rows of a game that is over."""
        METRICS.updates += 1
        self.story.follow(steps)
        self.story.end(whole)
        old = self.parts
        page = self._whole(table)
        self.seq, self.state, self.beats = table.seq, page, 0
        patch = {name: difference(old[name], now) for name, now in self.parts.items() if now != old[name]}
        text = b"id: %b\ndata: %b\n\n" % (self.name.encode(), encode(patch))
        self.tell(b"event: patch\n" + text, page + b"event: old\n" + text)
        self.common = text
        self.end_quiet()

    def follow_later(self, table: TableState, steps: Sequence[Step], whole: Sequence[Step] = ()) -> None:
        """Keep new rows, and ask to be drawn soon; without anybody to ask, draw them now."""
        self.waiting += steps
        self.latest, self.whole = table, whole
        if self.later is None or len(self.waiting) > MOST_WAITING:
            self.draw_waiting()
        elif not self.stale:
            self.stale = True
            self.later()

    def draw_waiting(self) -> None:
        self.stale = False
        if self.waiting and self.drawn and not self.closed:
            steps, self.waiting = self.waiting, []
            self.follow(self.latest, steps, self.whole)

    def _whole(self, table: TableState) -> bytes:
        parts = render_parts(self.story.look(table), self.display)
        self.parts = {name: pieces(part) for name, part in parts.items()}
        self.name = page_name(table, self.viewer, self.display)
        return b"id: %b\nevent: page\ndata: %b\n\n" % (self.name.encode(), encode(parts))

    def tell(self, text: bytes, tail: bytes) -> None:
        """Send the same bytes to all readers; from now on a new reader starts with `tail`."""
        if self.zipped:
            block = pack(text, self.common)
            for reader in self.zipped:
                reader.put(block)
        for reader in self.plain:
            reader.put(text)
        self.tail = tail
        self.packed_tail = None

    def aside(self, text: bytes) -> None:
        """Send an event that changes nothing on the page. New readers get at most the last `BEATS` of them."""
        self.tell_quiet(text)
        if not self.drawn:
            return
        self.beats = (self.beats + 1) % BEATS
        if self.beats:
            self.tell(text, self.tail + text)
            self.common += text
        else:
            self.tell(text, self.state + text)
            self.common = text

    def beat(self) -> None:
        """Send a keep-alive event."""
        self.aside(self.stream_format.beat.replace(b"%d", b"%d" % self.seq))

    def chat(self) -> None:
        """Announce a new chat message."""
        self.aside(event("chat", b"{}"))


class PageWriter(NamedTuple):
    """Writes a table as its page, in one display mode. The page contains the log, so missed rows are not sent."""

    display: DisplayMode

    @property
    def needs_history(self) -> bool:
        return True

    def open(self, table: TableState, viewer: int | None, steps: Sequence[Step], whole: Sequence[Step]) -> Feed:
        return PageFeed(table, viewer, self.display, steps, whole)

    def tell(
        self, feed: Feed, table: TableState, viewer: int | None, steps: Sequence[Step] | None, whole: Sequence[Step]
    ) -> None:
        """Players get new rows at once; pages of spectators, and those that were not drawn so far, are drawn soon."""
        assert isinstance(feed, PageFeed)
        if steps is None:
            feed.close()  # a reader that reconnects gets a page with the last rows
        elif viewer is None or not feed.drawn:
            feed.follow_later(table, steps, whole)
        else:
            feed.follow(table, steps, whole)

    def state_of(self, scope: Scope) -> str:
        """The page that a browser has: from Last-Event-ID when it reconnects, otherwise from the address."""
        asked = parse_qs(scope["query_string"].decode("latin-1")).get("have", [""])[0]
        return header(scope, b"last-event-id") or asked

    def idle(self, table: TableState, viewer: int | None, have: str) -> LateFeed | None:
        same = have == page_name(table, viewer, self.display)
        return PageFeed(table, viewer, self.display, None) if same else None

    def missed(self, steps: Sequence[Step] | None, viewer: int | None) -> bytes:
        return b""

    def chat(self, feed: Feed, viewer: int | None) -> None:
        assert isinstance(feed, PageFeed)
        feed.chat()

    def rematch(self, feed: Feed, viewer: int | None) -> None:
        assert isinstance(feed, PageFeed)
        if viewer is not None:
            feed.aside(event("rematch", b"{}"))

    def arrived(self, feed: Feed, viewer: int | None) -> None:
        assert isinstance(feed, PageFeed)
        if viewer is not None:
            feed.aside(event("arrived", b"{}"))

"""A feed whose states are expensive to draw: it draws none for readers that have the current one already.

Every state has a name. A reader that comes back, or comes with a page just loaded, says which state it has. If that is
the current one it gets a short event `same`, and is `quiet`: its stream cannot refer to what others have received. With
the next change it gets the whole state, compressed once for all quiet readers, and is a reader like any other. A feed
that has had only such readers is not drawn until then.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence

from trainshed.service.tables.table_state import Step, TableState
from trainshed.web.streams.fan_out import Feed, FeedClosed, Subscriber, pack


class LateFeed(Feed):
    """A feed with named states, drawn when they are needed."""

    def __init__(self, seq: int, name: str) -> None:
        super().__init__(b"", seq)
        self.name = name
        """The name of the current state."""
        self.drawn = False
        self.quiet: set[Subscriber] = set()
        """Readers that have the state, but not from this feed."""
        self.stale = False
        """There are rows that are not drawn yet; `later` was called for them."""
        self.later: Callable[[], None] | None = None
        """Called when the feed should be drawn, or has rows that wait to be drawn; set by the hub."""

    @abstractmethod
    def draw(self, table: TableState, steps: Sequence[Step], whole: Sequence[Step]) -> None:
        """Draw the first state, and send it to all readers."""

    @abstractmethod
    def draw_waiting(self) -> None:
        """Draw the rows that wait, if there are any."""

    @property
    def readers(self) -> int:
        return super().readers + len(self.quiet)

    def join(self, news: bytes, gzip: bool, seen: int = 0, have: str = "") -> Subscriber:
        if self.drawn and have != self.name:
            return super().join(news, gzip, seen)
        if self.closed:
            raise FeedClosed
        reader = Subscriber(self, gzip, seen)
        self.quiet.add(reader)
        self.resync(reader, news)
        return reader

    def resync(self, reader: Subscriber, news: bytes) -> None:
        if reader not in self.quiet:
            super().resync(reader, news)
            return
        text = news + b"id: %b\nevent: same\ndata: {}\n\n" % self.name.encode()
        reader.restart(pack(text) if reader.gzip else text)

    def tell_quiet(self, text: bytes) -> None:
        """Send an event that changes nothing to the quiet readers."""
        block = pack(text) if any(reader.gzip for reader in self.quiet) else b""
        for reader in self.quiet:
            reader.put(block if reader.gzip else text)

    def end_quiet(self) -> None:
        """Send the whole state to the quiet readers: from now on they follow like all others."""
        for reader in self.quiet:
            (self.zipped if reader.gzip else self.plain).add(reader)
            reader.put(self.opening(b"") if reader.gzip else self.tail)
        self.quiet.clear()

    def leave(self, reader: Subscriber) -> None:
        self.quiet.discard(reader)
        super().leave(reader)

    def close(self) -> None:
        super().close()
        for reader in list(self.quiet):
            self.leave(reader)

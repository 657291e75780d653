"""What a title's board/board.py is given to draw, and what it gives back. Views only: a board never sees a position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from trainshed.draw.fit import Rect
from trainshed.kernel.game import Game
from trainshed.kernel.translation import Translator


class Say(NamedTuple):
    """In which language, and by which names, a board speaks. The first name is the first seat's."""

    speech: Translator
    names: Sequence[str]


class Asked(NamedTuple):
    """What the viewer may do, and has chosen so far without having confirmed it."""

    moves: Sequence[str] = ()
    """The legal words now, after those that are chosen; none: somebody else is asked."""
    chosen: Sequence[str] = ()
    """The words of the gesture that is previewed."""
    instead: Sequence[str] = ()
    """The words that were legal in place of the last chosen one."""
    odds: bool = True
    """The table shows the exact odds of a coming roll."""
    beside: int | None = None
    """The seat whose board is looked at in place of the viewer's own, where the title has such boards."""
    before: Any = None
    """The view before the gesture that is previewed; what it brings is counted from there."""


class SeatLine(NamedTuple):
    """A seat for the panel beside the board."""

    points: str
    """The large number, as it is written."""
    facts: Sequence[tuple[str, str, str]] = ()
    """Small facts: the sign of the kit, the value, and what it is."""
    spark: str = ""
    """The seat's whole position as a small SVG (at most 50 high, 300 wide), or nothing."""
    more: str = ""
    """One sentence that only this seat's owner is told, such as what the hand would cost; or nothing."""


class ConfirmBar(NamedTuple):
    """What the confirm bar says of a gesture."""

    steps: Sequence[str]
    """Each chosen word in two or three words."""
    title: str
    """What confirming does."""
    effect: str = ""
    """Its consequence, or that it cannot be taken back."""
    button: str = ""
    """What the button says in place of "Confirm", where it names a roll or a draw."""


class Standing(NamedTuple):
    """How the seats stand, as a viewer knows it: what a chart of the game is drawn from."""

    points: Sequence[int]
    """Of each seat."""
    round: int = 0
    """The round that is played; 0: the title has none."""
    fewest: bool = False
    """Do the fewest points win?"""


class Count(NamedTuple):
    """Points as they are counted, one source after the other, each for every seat."""

    key: str
    """The same for one scoring whenever it is told, and another one for the next."""
    title: str
    before: Sequence[int]
    """The points of each seat when the counting began."""
    sources: Sequence[tuple[str, Sequence[int]]]
    """What is counted, and how much it brings each seat."""


class PointSources(NamedTuple):
    """Where all points of a game came from."""

    columns: Sequence[str]
    """The rounds, and whatever comes after them."""
    sources: Sequence[str]
    points: Sequence[Sequence[Sequence[int]]]
    """Of each seat, from each source, in each column."""


class BoardPart(Protocol):
    """The functions of a title's `board/board.py`.

    Four more are there where a title has them: `BESIDE = True` says that it draws the seat of `Asked.beside` in place
    of the viewer's; `ahead(game, view, asked, say)` is what the viewer's own panel says while a gesture is previewed
    (`SeatLine.more`); `count(game, view, events, say)` gives the `Count` of the last scoring that is among some events,
    or None; `tally(game, view, events, say)` gives the `Tally` of a whole game.
    """

    def draw(self, game: Game, before: Any, now: Any, asked: Asked, layout: str, say: Say) -> str:
        """The board as one SVG: `now` is drawn; `before` (or None) is the view before the last row or step, so that
        what moved leaves a trail."""

    def seat(self, game: Game, view: Any, seat: int, say: Say) -> SeatLine:
        """What the panel of a seat shows."""

    def gesture(self, game: Game, view: Any, asked: Asked, say: Say) -> ConfirmBar:
        """The confirm bar, for the view after the chosen words."""

    def progress(self, game: Game, view: Any, say: Say) -> str:
        """How far the game is, in a few words for the top bar."""

    def question(self, game: Game, view: Any, asked: Asked, say: Say) -> tuple[str, str]:
        """What is asked now, as the title of the rule slip, and the clause that it shows."""

    def standing(self, game: Game, view: Any) -> Standing:
        """Points and round, for the chart of a replay."""


class NamedParts(Protocol):
    """What a board may offer beside: its rulebook can then show of what part of the board a clause speaks."""

    def parts(self, game: Game, now: Any, layout: str, say: Say) -> Sequence[tuple[str, Rect]]:
        """Where the parts of a board are that `draw` draws of this view with nothing to choose. A part that lies in
        pieces is named for each of them. `text/guide.toml` says what they are called."""

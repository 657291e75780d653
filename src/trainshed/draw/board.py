"""The interface of a title's `board/board.py`: its arguments and results. A board gets views only, never a position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from trainshed.draw.fit import Rect
from trainshed.kernel.game import Game
from trainshed.kernel.translation import Translator


class Say(NamedTuple):
    """The language of a board, and the players' names. The first name is the first seat's."""

    speech: Translator
    names: Sequence[str]


class MarkedTurn(NamedTuple):
    """A turn that somebody has taken, by the views before and after it."""

    seat: int
    before: Any
    after: Any


class Asked(NamedTuple):
    """The moves that the viewer may make, and the words chosen so far but not confirmed."""

    moves: Sequence[str] = ()
    """The legal words after the chosen ones; empty: the viewer has nothing to choose."""
    chosen: Sequence[str] = ()
    """The words of the gesture that is previewed."""
    instead: Sequence[str] = ()
    """The words that can be pressed in place of a chosen one: of the last, and of those that the page has answered."""
    odds: bool = True
    """Whether the table shows the exact odds of a coming roll."""
    beside: int | None = None
    """The seat whose board is looked at in place of the viewer's own, where the title has such boards."""
    before: Any = None
    """The view before the gesture that is previewed, to which its gains are compared; None without a gesture."""
    after: Any = None
    """The view after the last chosen word, made by the rules, if that word is not taken before it is confirmed: it
    hands the turn on, or something is drawn next (the view is the one before the draw). None if that word shows
    something hidden or ends the game, and without such a word. A board shows what a word does from here, and never
    works it out."""
    only: Sequence[str] = ()
    """The chosen words that had no alternative: nothing is decided by pressing them."""
    group: Sequence[str] = ()
    """The words that the last press said, if they were several (`pieces.option`): another press in its place replaces
    them all, and `instead` has the alternatives to the first of them."""
    closing: str = ""
    """The word that Confirm adds to the gesture because it leaves a window open (`Title.close`), or empty."""
    since: Sequence[MarkedTurn] = ()
    """The turns to mark on the board, the oldest first: those of the others since the viewer's last one; or, if nobody
    else has moved since, the viewer's own."""


class SeatLine(NamedTuple):
    """What the panel beside the board shows of a seat."""

    points: str
    """The large number, as text."""
    facts: Sequence[tuple[str, str, str]] = ()
    """Small facts, each as (name of an icon, value, label)."""
    spark: str = ""
    """The seat's whole position as a small SVG (at most 50 high, 300 wide), or empty."""
    more: str = ""
    """One sentence that only the player of this seat sees, such as what the hand would cost; or empty."""


class AutomaLine(NamedTuple):
    """What the panel of a virtual opponent shows, who has no seat."""

    line: SeatLine
    rank: int
    """Its place at the end; 0 while the game runs."""


class BarChoice(NamedTuple):
    """A word that can be chosen in the confirm bar, besides its option on the board."""

    word: str
    label: str


class ConfirmBar(NamedTuple):
    """The texts of the confirm bar for a gesture."""

    steps: Sequence[str]
    """A label of two or three words for each chosen word."""
    title: str
    """What confirming does."""
    effect: str = ""
    """Its consequence, or that it cannot be taken back."""
    button: str = ""
    """The label of the button in place of "Confirm", where it names a roll or a draw."""
    ending: BarChoice | None = None
    """The word that ends the question, or None. The bar offers it too, because its option may be out of sight."""


class Standing(NamedTuple):
    """Points and round as a viewer knows them, for the chart of a game."""

    points: Sequence[int]
    """The points of each seat."""
    round: int = 0
    """The round that is played; 0: the title has none."""
    fewest: bool = False
    """Whether the fewest points win."""
    unit: str = ""
    """What follows a number of points, such as a sign of money."""
    rounds: int = 0
    """How many rounds the game has; 0: it is not known before, or the title has none."""


class Count(NamedTuple):
    """A scoring: the points from each source, for every seat."""

    key: str
    """Identifies the scoring: the same whenever it is sent again, different for the next scoring."""
    title: str
    before: Sequence[int]
    """The points of each seat when the counting began."""
    sources: Sequence[tuple[str, Sequence[int]]]
    """The name of each source, and the points that it gives each seat."""


class PointSources(NamedTuple):
    """All points of a game by seat, source and round."""

    columns: Sequence[str]
    """The rounds, and other scorings after them."""
    sources: Sequence[str]
    points: Sequence[Sequence[Sequence[int]]]
    """By seat, source and column."""


class BoardPart(Protocol):
    """The functions of a title's `board/board.py`.

    Eleven more are optional: `BESIDE = True` means that it can draw the board of seat `Asked.beside` in place of the
    viewer's; `ahead(game, view, asked, say)` gives the `SeatLine.more` of the viewer's own panel while a gesture is
    previewed; `usual(game, view, moves)` gives the one of these words that most players would say, which the page then
    says by itself and can be exchanged by one press, or ""; `count(game, view, events, say)` gives the `Count` of the
    last scoring among these events, or None; `SCORED_IN_TURNS = True` means that the seats answer one after the other
    in a scoring, so that its events may begin before the viewer's last gesture;
    `tally(game, view, events, say)` gives the `PointSources` of a whole game, or None if it had no points;
    `scored(event)` gives the points that an event brings, as (seat, source, points), from which the turning points at
    the end follow; `automa(game, view, say)` gives the `AutomaLine` of a virtual opponent, or None without one (its
    name, face and way of playing are those of `automa(options)` in `text/sentences.py`);
    `about(game, view, thing, asked, say)` gives the `draw.hover_card.HoverCard` of a thing that the board draws, by its
    key or by the word of its option, or None if there is no such thing; `worth(game, view)` gives how good the viewer's
    position is, in points, so that a hover card can tell the best that a choice can lead to; `settled(game, view)` says
    whether nothing of the last choice is open, though its player may do more in the same turn: what follows is then no
    part of what that choice brings.
    """

    def draw(self, game: Game, before: Any, now: Any, asked: Asked, layout: str, say: Say) -> str:
        """The board as one SVG of the view `now`; `before` (or None) is the view before the last row or step, so that
        moved pieces can leave a trail."""

    def seat(self, game: Game, view: Any, seat: int, say: Say) -> SeatLine:
        """What the panel of a seat shows."""

    def gesture(self, game: Game, view: Any, asked: Asked, say: Say) -> ConfirmBar:
        """The confirm bar, for the view after the chosen words."""

    def progress(self, game: Game, view: Any, say: Say) -> str:
        """How far the game is, in a few words for the top bar."""

    def question(self, game: Game, view: Any, asked: Asked, say: Say) -> tuple[str, str]:
        """The current question, as the title of the rule slip, and the clause that the slip shows."""

    def standing(self, game: Game, view: Any) -> Standing:
        """Points and round, for the chart of a replay."""


class NamedParts(Protocol):
    """An optional function of a board, with which the rulebook shows the part of the board that a clause is about."""

    def parts(self, game: Game, now: Any, layout: str, say: Say) -> Sequence[tuple[str, Rect]]:
        """Names and rectangles of the parts of the board that `draw` draws for this view with nothing to choose. A part
        with several rectangles appears once for each. `text/guide.toml` has the titles of the parts."""

"""What the tests of all modules do: use a card of the display, play a part of a scoring phase, end a game."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.support.games.first_class.positions import BOX, ask, card, do, legal, position, scoring, show
from trainshed.games.first_class import events
from trainshed.games.first_class.rules.rounds import FinalCount
from trainshed.games.first_class.rules.state import FirstClassState


def table(seats: int = 2, turn: int = 0, **options: str) -> FirstClassState:
    """A position with a card on the display, so that the start-player tile is not the only move of a turn."""
    return show(position(seats, turn, None, True, **options), "x1-car-1-1", row=3)


def use(state: FirstClassState, name: str) -> list[Any]:
    """The seat whose turn it is takes a card from the display and uses it; all events."""
    show(state, name)
    return do(state, "take:1:1", "use")


def told(heard: list[Any], what: str) -> list[dict[str, Any]]:
    """The facts of the module events of one name."""
    return [event.facts for event in heard if isinstance(event, events.ModuleEvent) and event.what == what]


def module_view(state: FirstClassState, name: str, seat: int | None = None) -> dict[str, Any]:
    found: dict[str, Any] = state.view(seat).modules[name]
    return found


def part(state: FirstClassState, seat: int = 0, phase: int = 1) -> int:
    """A part of a scoring phase in which nothing is claimed and nothing bought; the points it brings."""
    before = state.players[seat].points
    scoring(state, seat, phase)
    if not state.over:
        do(state, "score" if "score" in legal(state) else "done")
    return state.players[seat].points - before


def final_count(state: FirstClassState) -> FirstClassState:
    """Let the final count come now."""
    state.round = BOX.rounds
    state.turn = -1
    return ask(state, FinalCount())


def in_used_pile(state: FirstClassState, name: str, seat: int = 0) -> bool:
    return card(name) in state.used_pile(seat)


def split(letter: str, deck: int) -> dict[str, int]:
    """How many cards of each kind a module has in a deck, counted from 1."""
    number = BOX.module_letters.index(letter)
    return dict(Counter(c.kind for c in BOX.cards if c.module == number and c.deck == deck - 1))


def places(state: FirstClassState, head: str) -> list[str]:
    """What the legal words of one family name."""
    return [word.removeprefix(f"{head}:") for word in legal(state) if word.startswith(f"{head}:")]

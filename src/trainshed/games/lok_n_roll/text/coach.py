"""Chooses the advice for a beginner's decision in Lok'n'Roll; the texts are in `coach.toml`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from trainshed.games.lok_n_roll.view import View
from trainshed.kernel.game import Game

KINDS: Final = {
    "Action": ("action", "only-pass", "chaos", "broken"),
    "ChooseTurn": ("start-track", "turn", "laura-turn"),
    "ExtendMore": ("more",),
    "ChaosMore": ("chaos-more",),
    "Discard": ("discard",),
    "Combine": ("combine",),
}
"""Every question that a player can be asked, by its effect, and the kinds of decision that it can be."""

WELCOMES: Final = {
    "": "welcome",
    "solo": "welcome-solo",
    "challenge": "welcome-challenge",
    "rival": "welcome-rival",
}
"""The advice on the aim of the game: with several players (""), and in each mode for one."""

MORE: Final = (*WELCOMES.values(), "derailed", "last-cards", "pass", "roll")
"""Advice that does not belong to one question."""

FEW: Final = 6
"""With at most this many cards in the deck the end is near."""


def kinds(game: Game, view: View, words: Sequence[str], chosen: Sequence[str]) -> list[str]:
    """The keys of all advice on this decision, the most general first."""
    question = str(view.pending[-1][0])
    found = [WELCOMES[view.options.get("mode", "") if view.seats == 1 else ""]]
    if any(view.derailments):
        found.append("derailed")
    if view.engine >= 0 and view.deck <= FEW:
        found.append("last-cards")
    if question == "Action":
        found += action(words)
    elif question == "ChooseTurn":
        found.append(which_turn(view))
    else:
        found += KINDS[question]
    if "pass" in chosen:
        found.append("pass")
    if rolls(view, words, chosen):
        found.append("roll")
    return found


def action(words: Sequence[str]) -> Iterator[str]:
    yield "action"
    if set(words) == {"pass"}:
        yield "only-pass"
    if any(word.startswith("chaos:") for word in words):
        yield "chaos"
    if any(word.startswith("lay:destroyed:") for word in words):
        yield "broken"


def which_turn(view: View) -> str:
    """The advice on a turn: of a card of the starting track, of an own card, or of Laura's."""
    _, seat, _, place = view.pending[-1]
    if view.engine < 0:
        return "start-track"
    return "turn" if seat == place else "laura-turn"


def rolls(view: View, words: Sequence[str], chosen: Sequence[str]) -> bool:
    """Would the last chosen word roll the dice? It is not played yet: it is still among the legal words."""
    if not chosen or chosen[-1] not in words or view.engine < 0:
        return False
    last = chosen[-1]
    return last.startswith("lay:") or (last == "stop" and view.pending[-1][0] == "ExtendMore") or turns(view, last)


def turns(view: View, word: str) -> bool:
    return word.startswith("turn:") and which_turn(view) == "turn"

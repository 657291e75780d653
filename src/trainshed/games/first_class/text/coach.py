"""Classifies decisions of First Class for the coach; its texts for each kind are in `coach.toml`.

Modules classify what is their own: see `advice`, `more_advice` and `coach` of `ModuleText`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pkgutil import iter_modules
from typing import Final

from trainshed.games.first_class.rules.components import CONTRACT, SECTION
from trainshed.games.first_class.text import modules
from trainshed.games.first_class.text.module import ModuleText, text_of
from trainshed.games.first_class.text.names import box_of, card_of
from trainshed.games.first_class.view import View
from trainshed.kernel.game import Game

MODULES: Final[list[ModuleText]] = [text_of(found.name) for found in iter_modules(modules.__path__)]
"""The texts of all modules that there are."""

CORE: Final[Mapping[str, Sequence[str]]] = {
    "KeepBonus": ("draft",),
    "Turn": ("turn", "coins", "buy", "fulfil"),
    "UseCard": ("use", "section", "contract"),
    "Carry": ("icons", "coach", "upgrade", "conductor", "locomotive", "bonus"),
    "ChooseMail": ("mail",),
    "PayBonus": ("pay",),
    "MakeRoom": ("room",),
    "After": ("after", "coins", "buy", "fulfil"),
    "ScoringPart": ("scoring", "rewards"),
}
KINDS: Final[dict[str, Sequence[str]]] = {
    **CORE,
    **{name: own for text in MODULES for name, own in text.advice.items()},
}
"""Every question that a player can be asked, by the name of its effect, and the kinds of decision that it can be."""

PRESSED: Final = {"tile": "start-tile", "ignore": "ignore", "leave": "leave"}
"""Kinds that are explained when the word is chosen: it is offered too often to do so before."""

WELCOME: Final = "welcome"
MORE: Final = (
    WELCOME,
    "second-deck",
    "last-deck",
    "constantinople",
    *sorted(PRESSED.values()),
    *[kind for text in MODULES for kind in text.more_advice],
)
"""Kinds that belong to no particular question."""

ICONS: Final = {
    "coach": "coach",
    "upgrade": "upgrade",
    "conductor": "conductor",
    "locomotive": "locomotive",
    "bonus": "bonus",
}
"""The kinds of an action that is being carried out, by the first part of its words."""

SECOND_DECK, LAST_DECK = 3, 5
"""The rounds from which on another deck is in play."""


def kinds(game: Game, view: View, words: Sequence[str], chosen: Sequence[str]) -> list[str]:
    """The kinds of advice for a beginner that apply to this decision, the most general first."""
    pending = view.pending[-1]
    question = str(pending[0])
    found = [WELCOME]
    if view.round >= SECOND_DECK:
        found.append("second-deck")
    if view.round >= LAST_DECK:
        found.append("last-deck")
    match question:
        case "Turn" | "After":
            found += [CORE[question][0], *extras(view, words)]
        case "UseCard":
            found.append("use")
            kind = card_of(game, pending[2]).kind
            found += [kind] if kind in (SECTION, CONTRACT) else []
        case "Carry":
            offered = heads(words)
            found += ["icons", *[kind for head, kind in ICONS.items() if head in offered]]
        case "ScoringPart":
            found += ["scoring", *(["rewards"] if "score" in words else [])]
        case _:
            found += KINDS[question]
    if near_the_end(game, view):
        found.append("constantinople")
    for module in view.modules:
        found += text_of(module).coach(game, view, words, chosen)
    found += [PRESSED[word] for word in chosen if word in PRESSED]
    return list(dict.fromkeys(found))


def heads(words: Sequence[str]) -> set[str]:
    """The first parts of words."""
    return {word.partition(":")[0] for word in words}


def extras(view: View, words: Sequence[str]) -> Iterator[str]:
    """What can be done before or after the main move. The coin that everybody begins with is no reason to tell it."""
    offered = heads(words)
    if "coin" in offered and sum(view.players[view.actor].coins) > 1:
        yield "coins"
    if "buy" in offered:
        yield "buy"
    if "fulfil" in offered:
        yield "fulfil"


def near_the_end(game: Game, view: View) -> bool:
    """Has a train of the player a mail car and a coach behind it? Then its locomotive tile comes into reach."""
    return any(len(train) > box_of(game).mail_at for train in view.players[view.actor].trains)

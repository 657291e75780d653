"""Classifies decisions of Russian Railroads for the coach; its texts for each kind are in `coach.toml`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from trainshed.games.russian_railroads.text.names import box_of
from trainshed.games.russian_railroads.view import View
from trainshed.kernel.game import Game

KINDS: Final = {
    "Turn": ("turn", "own-engineer", "spent"),
    "Pay": ("pay",),
    "Exchange": ("exchange",),
    "Relocate": ("relocate",),
    "Carry": (
        "track",
        "gray",
        "brown",
        "natural",
        "white",
        "industry",
        "second-marker",
        "build",
        "open-factory",
        "rest",
    ),
    "PlaceLocomotive": ("place", "displaced"),
    "ReplaceFactory": ("slot",),
    "Repeat": ("repeat",),
    "UseToken": ("token",),
    "UseCard": ("card",),
    "Again": ("again",),
    "LookOrTen": ("bonus",),
    "ChooseBonus": ("bonus",),
    "ChooseStart": ("start",),
}
"""Every question that a player can be asked, by the name of its effect, and the kinds of decision that it can be."""

PRESSED: Final = {
    "pass": "pass",
    "space:track_bottom": "bottom-space",
    "space:aux_doubler": "doubler",
    "space:aux_roubles": "roubles",
    "space:aux_temp": "turquoise",
    "space:eng_hire": "hire",
    "space:eng_light_left": "public-engineer",
    "space:eng_light_right": "public-engineer",
    "space:order_1": "order",
    "space:order_2": "order",
}
"""Kinds that are explained when the word is chosen: it is offered too often, with too many others, to do so before."""

WELCOME: Final = "welcome"
MORE: Final = (WELCOME, "scoring", "last-round", "pay", *sorted(set(PRESSED.values())))
"""Kinds that belong to no particular question."""

STEPS: Final = {"advance": "track", "industry": "industry", "build": "build"}
"""The kinds of an action that is being carried out, by the first part of its words."""


def kinds(game: Game, view: View, words: Sequence[str], chosen: Sequence[str]) -> list[str]:
    """The kinds of advice for a beginner that apply to this decision, the most general first."""
    pending = view.pending[-1]
    found = [WELCOME]
    if view.round > 1:
        found.append("scoring")
    if view.round == box_of(game, view.options).rounds[view.seats]:
        found.append("last-round")
    match pending[0]:
        case "Turn":
            found += turn(view, words)
        case "Carry":
            found += carry(words)
        case "PlaceLocomotive":
            found.append("displaced" if pending[3] else "place")
        case question:
            found += KINDS[question]
    if pending[0] != "Pay" and any(word.startswith("pay:") for word in chosen):  # the page has paid by itself
        found += KINDS["Pay"]
    found += [PRESSED[word] for word in chosen if word in PRESSED]
    return found


def turn(view: View, words: Sequence[str]) -> Iterator[str]:
    yield "turn"
    if any(word.startswith("engineer:") for word in words):
        yield "own-engineer"
    mine = view.players[view.actor]
    if mine.workers + mine.turquoise + mine.black == 0:
        yield "spent"


def carry(words: Sequence[str]) -> Iterator[str]:
    """The kinds of steps that may be made now, and each colour when it may be moved for the first time."""
    heads = {word.partition(":")[0] for word in words}
    for head, kind in STEPS.items():
        if head in heads:
            yield kind
    colours = {word.rpartition(":")[2] for word in words if word.startswith("advance:")}
    for colour in ("gray", "brown", "natural", "white"):
        if colour in colours:
            yield colour
    if "industry:2" in words:
        yield "second-marker"
    if any(word.startswith("build:factory:") for word in words):
        yield "open-factory"
    if "done" in words:
        yield "rest"

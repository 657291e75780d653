"""Classifies decisions of Spike for the coach; its texts for each kind are in `coach.toml`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from trainshed.games.spike.rules.components import ROUNDS
from trainshed.games.spike.text.names import box_of, face_of, is_city
from trainshed.games.spike.view import View
from trainshed.kernel.game import Game

KINDS: Final = {
    "ChooseSides": ("side",),
    "GiveCard": ("give",),
    "KeepRoute": ("keep-route",),
    "PlaceTrain": ("place",),
    "Turn": ("turn", "move", "bypass", "start", "extra", "upgrade", "load", "unload", "deliver"),
    "After": ("after", "load", "unload", "deliver"),
    "DrawMore": ("draw",),
    "BuildRoute": ("build",),
    "PayRoute": ("market", "joker"),
}
"""Every question that a player can be asked, by the name of its effect, and the kinds of decision that it can be."""

PRESSED: Final = {"pile": "draw", "take": "draw", "extra": "extra", "unload": "unload"}
"""Kinds that are explained when a word is chosen, by its first part: it is offered too often to do so before."""

WELCOME: Final = "welcome"
MORE: Final = (WELCOME, "route-card", "rounds", "time-cards", "special-end", *sorted(set(PRESSED.values())))
"""Kinds that belong to no particular question."""


def kinds(game: Game, view: View, words: Sequence[str], chosen: Sequence[str]) -> list[str]:
    """The kinds of advice for a beginner that apply to this decision, the most general first."""
    question = str(view.pending[-1][0])
    found = [WELCOME]
    if view.round > 1:
        found.append("rounds")
    if view.round == ROUNDS:
        found.append("time-cards")
    if view.last_turns >= 0:
        found.append("special-end")
    match question:
        case "Turn":
            found += turn(game, view, words)
        case "After":
            found += ["after", *cargo(game, view, words)]
        case "PayRoute":
            found += ["market", "joker"] if any(word.startswith("spend:") for word in words) else ["market"]
        case _:
            found += KINDS[question]
    if question == "BuildRoute":
        found.append("route-card")
    pressed = [PRESSED[head] for head in heads(chosen) if head in PRESSED]
    return list(dict.fromkeys([*found, *pressed]))


def heads(words: Sequence[str]) -> list[str]:
    """The first parts of words, each once."""
    return list(dict.fromkeys([word.partition(":")[0] for word in words]))


def turn(game: Game, view: View, words: Sequence[str]) -> Iterator[str]:
    """The action, and what a player can do here for the first time."""
    offered = heads(words)
    yield "turn"
    if "move" in offered:
        yield "move"
    elif "extra" in offered:  # the free move is made
        yield "extra"
    if can_bypass(game, view, words):
        yield "bypass"
    for head in ("start", "upgrade"):
        if head in offered:
            yield head
    yield from cargo(game, view, words)


def can_bypass(game: Game, view: View, words: Sequence[str]) -> bool:
    """Is the train before a city behind which its track goes on? Then an extra space leads into the city or past it."""
    box = box_of(game)
    ahead = [word.removeprefix("extra:") for word in words if word.startswith("extra:")]
    return is_city(box, view.players[view.actor].heading) and any(not is_city(box, space) for space in ahead)


def cargo(game: Game, view: View, words: Sequence[str]) -> Iterator[str]:
    """What there is to load and deliver, and when unloading would make room."""
    offered = heads(words)
    for head in ("load", "deliver"):
        if head in offered:
            yield head
    if "unload" in offered and "load" not in offered and lacks_room(game, view):
        yield "unload"


def lacks_room(game: Game, view: View) -> bool:
    """Does the city supply the cargo of a contract that is not aboard? Who cannot load it has no empty freight car."""
    box = box_of(game)
    mine = view.players[view.actor]
    if not is_city(box, mine.train):
        return False
    supplied = box.supplies[box.node_names.index(mine.train)]
    return any(face_of(box, each.face).commodity == supplied for each in mine.contracts if not each.aboard)

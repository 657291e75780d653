"""Refusals of Spike: why the rules forbid a word, with the figures of the position where they help."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from trainshed.games.spike.text.names import money
from trainshed.kernel.game import Game
from trainshed.kernel.rulebook import Refusal
from trainshed.kernel.translation import ENGLISH, Translator, marked
from trainshed.phrases import general_refusal

REASONS: Final = {
    "SP-ADVANCED-01": marked("This contract card is not among those whose side you choose."),
    "SP-ADVANCED-02": marked("You were not dealt this route card."),
    "SP-BUILD-01": marked("All your tracks are laid: you cannot build any more."),
    "SP-BUILD-02": marked("You do not have that many cards of this colour in hand."),
    "SP-BUILD-03": marked("A route begins at your own network, and this link does not touch it."),
    "SP-BUILD-05": marked("A route leads to a new city, and this link only joins places of your own network."),
    "SP-BUILD-07": marked("This link touches only the network of somebody else: a route begins at your own."),
    "SP-BUILD-08": marked("From there no new city can be reached, and a route may not stop short of one."),
    "SP-BUILD-09": marked(
        "Your cards cannot pay for it: each space costs a card of its colour, or equal cards as a joker."
    ),
    "SP-BUILD-11": marked("A track lies on this link already."),
    "SP-BUILD-12": marked("One Build action lays one route, and you have built it."),
    "SP-BUILD-13": marked("You have too few tracks left to reach a new city that way."),
    "SP-BUILD-14": marked(
        "A route goes on from where it has come to, over new junctions, and ends in the first city that it reaches."
    ),
    "SP-BUILD-19": marked("This colour is settled: name only colours that you pay otherwise than the route asks."),
    "SP-DELIVER-01": marked("Your contract for this cargo does not pay in the city where your train is."),
    "SP-DELIVER-02": marked("To deliver, the train must stand in a city with this cargo aboard."),
    "SP-DELIVER-07": marked("You have delivered in this city before, and each city takes only one delivery of yours."),
    "SP-DRAW-01": marked("No card of this colour lies face up."),
    "SP-EXTRA-01": marked("Only a train on the line can move an extra space; yours stands in a city."),
    "SP-EXTRA-02": marked("An extra movement is exactly one space."),
    "SP-EXTRA-05": marked("An extra movement leads forward, never back the way that the train came."),
    "SP-JOKER-08": marked(
        "With that some card would pay for nothing: every card matches a space or is part of a joker."
    ),
    "SP-LOAD-01": marked("The city where your train is does not supply this."),
    "SP-LOAD-02": marked("Cargo is loaded in cities, and your train is on the line."),
    "SP-LOAD-03": marked("You have no cargo token of this kind on a contract of yours."),
    "SP-LOAD-04": marked("All your freight cars are loaded: unload something first."),
    "SP-LOAD-08": marked("You have unloaded this in this turn already: once is enough."),
    "SP-MOVE-04": marked("Your train runs only on your own tracks."),
    "SP-MOVE-07": marked("Your train has just stopped in this city: it can start again in a later turn."),
    "SP-MOVE-12": marked("A train in a city has no free move: it needs the Start action."),
    "SP-MOVE-14": marked("At this table a train does not turn back on the line."),
    "SP-MOVE-16": marked("The free move comes before the action."),
    "SP-SETUP-14": marked("You have no card of this colour to give away."),
    "SP-START-01": marked("Your train is on the line: only a train in a city is started."),
    "SP-START-02": marked("At this table a Start uses the whole speed of the locomotive, unless a city is entered."),
    "SP-TIME-01": marked("Who draws a Time card must draw another card in its place."),
    "SP-TRAIN-01": marked("That is further than the speed of your locomotive."),
    "SP-TRAIN-04": marked("This cargo is not on your train."),
    "SP-TURN-01": marked("A turn has at most one free move and exactly one action; you have made yours."),
    "SP-TURN-02": marked("You must take an action: draw, build, start, move an extra space or upgrade."),
    "SP-UPGRADE-02": marked("This part of your train cannot be upgraded any further."),
    "SP-UPGRADE-06": marked("Only one part is upgraded in a turn, as its action."),
    "SP-UPGRADE-08": marked("You have too little money for this upgrade."),
}
"""What each clause forbids, in words that need no figures."""


def refusal(game: Game, refusal: Refusal, *, speech: Translator = ENGLISH, names: Sequence[str] = ()) -> str:
    """Why a move is refused, as a sentence. `generic` refusals are not about the move itself."""
    clause, numbers = refusal.clause, refusal.numbers
    if refusal.generic or clause not in REASONS:
        return general_refusal(game, refusal, speech)
    if clause == "SP-TRAIN-01" and "speed" in numbers:
        text = marked("That is too far: the speed of your locomotive is %(speed)d.")
        return speech.phrase(text, speed=numbers["speed"])
    if clause == "SP-START-02" and "spaces" in numbers:
        return speech.gettext("Your train is in this city already. A Start moves it at least one space.")
    if clause == "SP-START-02" and "speed" in numbers:
        text = marked("At this table a Start goes all of %(speed)d spaces, unless a city is entered.")
        return speech.phrase(text, speed=numbers["speed"])
    if clause == "SP-UPGRADE-08" and "cost" in numbers:
        facts = {"cost": money(numbers["cost"], speech), "money": money(numbers["money"], speech)}
        return speech.phrase("This upgrade costs %(cost)s, and you have %(money)s.", **facts)
    if clause == "SP-LOAD-04" and "capacity" in numbers:
        return speech.plural(
            "Your only freight car is loaded: unload it first.",
            "All your %(count)d freight cars are loaded: unload something first.",
            numbers["capacity"],
        )
    return speech.gettext(REASONS[clause])

"""Refusals of Russian Railroads: why the rules forbid a word, with the figures of the position where they help."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from trainshed.games.russian_railroads.rules import effect_notation as verbs
from trainshed.games.russian_railroads.rules.effect_notation import COLOURS, Part
from trainshed.games.russian_railroads.text.names import colour_name, part_text, price, rouble_count, worker_count
from trainshed.kernel.game import Game
from trainshed.kernel.rulebook import Refusal
from trainshed.kernel.translation import ENGLISH, Translator, marked
from trainshed.phrases import capital, general_refusal

REASONS: Final = {
    "RR-TURN-02": marked("Somebody's pieces stand on this space already."),
    "RR-TURN-03": marked("You have too few pieces for this space."),
    "RR-TURN-04": marked("You do not have these pieces."),
    "RR-TURN-06": marked("You could not carry this out in full."),
    "RR-TURN-07": marked("The action that you are carrying out has no such step."),
    "RR-TURN-19": marked(
        "After that step the rest of the action could not be made, and another step leaves it possible."
    ),
    "RR-BOARD-28": marked("This space is closed with two players."),
    "RR-BOARD-29": marked("This space takes exactly as many pieces as it shows."),
    "RR-ROUBLE-03": marked("A worker cannot stand in for a rouble here."),
    "RR-ROUBLE-07": marked("The supply has too few roubles."),
    "RR-ENGINEER-15": marked("No engineer lies there any more."),
    "RR-ENGINEER-03": marked("That engineer is not yours."),
    "RR-ENGINEER-01": marked("There is no engineer to hire: one a round is the most."),
    "RR-ORDER-05": marked("You hold this position now; claim the other one."),
    "RR-ORDER-06": marked("You have claimed a position in this round already."),
    "RR-ORDER-11": marked("A claim needs a worker of your own colour, here or on another space to swap with."),
    "RR-ORDER-14": marked("A relocated worker goes alone, to a space for exactly one worker."),
    "RR-ORDER-17": marked("A relocated worker cannot claim a position."),
    "RR-SETUP-17": marked("This space opens in the last round."),
    "RR-ROUND-07": marked("There is no next round to claim a position for."),
    "RR-AUX-04": marked("You have no place left for another doubler."),
    "RR-AUX-09": marked("The supply has too few doublers."),
    "RR-REUSE-01": marked("Only a space where exactly one worker of yours stands can be repeated."),
    "RR-REUSE-04": marked("This action cannot be repeated: it would do nothing, or repeat itself."),
    "RR-TRACK-15": marked("No step of this colour is left in the action."),
    "RR-TRACK-08": marked("You have not earned this colour yet."),
    "RR-TRACK-02": marked("This railroad does not use that colour."),
    "RR-TRACK-06": marked("The track ahead stands right before it: no track catches up with another."),
    "RR-TRACK-07": marked("The colour before it must be on the railroad first, at least one space further."),
    "RR-TRACK-17": marked("This track has reached the last space."),
    "RR-INDUSTRY-03": marked("A gap lies ahead of the marker: build a factory first."),
    "RR-INDUSTRY-06": marked("The marker has reached the end of the lane."),
    "RR-INDUSTRY-14": marked("Your other marker stands on the next space."),
    "RR-INDUSTRY-09": marked("Your markers cannot make that many steps."),
    "RR-INDUSTRY-16": marked("The second marker has to wait until the first one has left the start."),
    "RR-TOKEN-06": marked("You have no second industry marker."),
    "RR-LOCO-19": marked("There are no tiles left to build."),
    "RR-LOCO-12": marked("That locomotive would fit nowhere: no place is empty, and none holds a lower number."),
    "RR-LOCO-07": marked("A locomotive goes only to an empty place or instead of a lower number."),
    "RR-LOCO-11": marked("A displaced locomotive cannot be given up while it must go on to another place."),
    "RR-LOCO-21": marked("A new locomotive cannot be given up."),
    "RR-BOARD-16": marked("One locomotive and one factory: the other kind is left to build."),
    "RR-FACTORY-03": marked("No open factory of this number lies beside the piles."),
    "RR-PBOARD-15": marked("You have used this token already."),
    "RR-CARD-11": marked("This question card has left the game."),
    "RR-CARD-12": marked("You could not carry this question card out in full."),
    "RR-CARD-01": marked("This part cannot be made once more."),
    "RR-STARTBONUS-03": marked("Somebody has taken this starting card."),
    "RR-TOKEN-09": marked("A question card that has an effect must be used."),
    "RR-TOKEN-10": marked("This end bonus card is not in the pile."),
    "RR-TOKEN-11": marked("Who has looked through the end bonus pile takes one of its cards."),
    "RR-TOKEN-14": marked("The end bonus pile is empty."),
}
"""What each clause forbids, in words that need no figures."""

PRICED: Final = {
    "RR-TURN-03": marked("This space needs %(needed)s; you have %(workers)s and %(roubles)s."),
    "RR-TURN-04": marked("You do not have these pieces: you have %(workers)s and %(roubles)s."),
    "RR-BOARD-29": marked("This space takes exactly %(needed)s; roubles may stand in for workers."),
    "RR-ROUBLE-03": marked("This space needs at least %(needed)s; you have %(roubles)s."),
    "RR-ORDER-14": marked("A relocated worker goes alone; this space needs %(needed)s."),
}
"""The same with the price of a space and the pieces of the player."""

NUMBERED: Final = {
    "RR-LOCO-07": marked("A locomotive %(number)d goes only to an empty place or instead of a lower number."),
    "RR-LOCO-11": marked("Locomotive %(number)d cannot be given up while it must go on to another place."),
}
"""The same with the number of a locomotive."""

OBSTACLES: Final = {
    verbs.TRACK: marked("No track may catch up with the one ahead of it, and a colour must be earned first."),
    verbs.INDUSTRY: marked("A marker needs a factory in each gap, and the lane has an end."),
    verbs.TEMPORARY_WORKER: marked("Somebody has taken them."),
    verbs.REPEAT: marked("Only a space where exactly one worker of yours stands can be repeated."),
}
"""What stands in the way of a part of an action."""


def refusal(game: Game, refusal: Refusal, *, speech: Translator = ENGLISH, names: Sequence[str] = ()) -> str:
    """Why a move is refused, as a sentence. `generic` refusals are not about the move itself."""
    clause, numbers = refusal.clause, refusal.numbers
    if refusal.generic or clause not in REASONS:
        return general_refusal(game, refusal, speech)
    if "workers" in numbers and clause in PRICED:
        return priced(clause, numbers, speech)
    if "number" in numbers and clause in NUMBERED:
        return speech.phrase(NUMBERED[clause], **numbers)
    if "opens" in numbers and clause == "RR-TRACK-08":
        colour = capital(colour_name(COLOURS[numbers["colour"]], speech))
        return speech.phrase("%(colour)s opens when black reaches %(space)d.", colour=colour, space=numbers["opens"])
    if "verb" in numbers and clause == "RR-TURN-06":
        return failing_part(numbers, speech)
    return speech.gettext(REASONS[clause])


def priced(clause: str, numbers: Mapping[str, int], speech: Translator) -> str:
    """A refusal with the price of a space, or the roubles that nothing stands in for, and the player's pieces."""
    workers = 0 if clause == "RR-ROUBLE-03" else numbers["workers"]
    return speech.phrase(
        PRICED[clause],
        needed=price(workers, numbers["roubles"], speech),
        workers=worker_count(numbers["own_workers"], speech),
        roubles=rouble_count(numbers["own_roubles"], speech),
    )


def failing_part(numbers: Mapping[str, int], speech: Translator) -> str:
    """Which part of an action fails, and how much of it could be made."""
    part = part_text(Part(numbers["verb"], numbers["mask"], numbers["count"]), speech)
    if numbers["possible"] >= numbers["count"]:
        return speech.phrase("You could not make all of it together: %(part)s would be left.", part=part)
    text = marked("You could not carry this out in full. Not possible now: %(part)s.")
    if numbers["possible"]:
        text = marked("You could not carry this out in full: of %(part)s you could make only %(possible)d.")
    said = speech.phrase(text, part=part, possible=numbers["possible"])
    why = OBSTACLES.get(numbers["verb"])
    return said if why is None else f"{said} {speech.gettext(why)}"

"""Names of the pieces, spaces and effects of Russian Railroads as they stand inside a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from trainshed.games.russian_railroads.rules import effect_notation as verbs
from trainshed.games.russian_railroads.rules.components import Components, Space
from trainshed.games.russian_railroads.rules.effect_notation import ANY_COLOUR, COLOURS, FACTORY, LOCOMOTIVE, Part
from trainshed.games.russian_railroads.view import View
from trainshed.kernel.game import Game
from trainshed.kernel.translation import Translator, marked
from trainshed.phrases import Counted, NameTable, either, listed, points

colour_name: Final = NameTable(
    black=marked("black"), gray=marked("gray"), brown=marked("brown"), natural=marked("natural"), white=marked("white")
)
railroad_name: Final = NameTable(
    trans_siberian=marked("Trans-Siberian"), st_petersburg=marked("St Petersburg"), kiev=marked("Kiev")
)
place_name: Final = NameTable(
    trans_siberian_1=marked("the first place of the Trans-Siberian"),
    trans_siberian_2=marked("the second place of the Trans-Siberian"),
    st_petersburg=marked("the place of St Petersburg"),
    kiev=marked("the place of Kiev"),
)
"""Places for locomotives."""

token_name: Final = NameTable(
    four_any=marked("four steps"),
    five_industry=marked("five industry steps"),
    three_doublers=marked("three doublers"),
    revaluation=marked("revaluation"),
    second_marker=marked("second industry marker"),
    kiev_medal=marked("Kiev medal"),
    cards=marked("question card and end bonus"),
)
"""Question tokens."""

card_name: Final = NameTable(
    mixed=marked("a bit of everything"),
    engineer=marked("engineer and rouble"),
    factory=marked("factory and industry"),
    black_worker=marked("black worker"),
    loco_9=marked("locomotive 9"),
)
"""Question cards."""

start_name: Final = NameTable(
    black=marked("a black step"),
    industry=marked("an industry step"),
    doubler=marked("doublers"),
    rouble=marked("a rouble"),
)
"""Starting bonus cards."""

bonus_name: Final = NameTable(
    flat=marked("points for nothing"),
    extra_workers=marked("workers gained"),
    doublers=marked("many doublers"),
    railroads=marked("finished railroads"),
    black_sum=marked("reach of the black tracks"),
    extra_engineer=marked("one more engineer for the majority"),
    factories=marked("factories built"),
    question_tokens=marked("question tokens used"),
    hired_engineers=marked("engineers hired"),
    locomotive_sum=marked("sum of the locomotives"),
)
"""End bonus cards."""

group_name: Final = NameTable(
    track=marked("Tracks"),
    locomotive=marked("Tiles"),
    industry=marked("Industry"),
    last_round=marked("Industry"),
    auxiliary=marked("Help"),
    engineer_hire=marked("Engineers"),
    engineer_light=marked("Engineers"),
    order=marked("Turn order"),
)
"""Groups of spaces, as the titles of their lists."""

side_name: Final = NameTable(
    eng_light_left=marked("left engineer of the strip"), eng_light_right=marked("right engineer of the strip")
)
"""The light spaces of the strip."""

PART_TEXTS: Final = {
    verbs.REPEAT: marked("repeat an action"),
    verbs.QUESTION_TOKEN: marked("use a question token"),
    verbs.QUESTION_CARD: marked("use a question card"),
    verbs.ONE_AGAIN: marked("one of these once more"),
    verbs.WORKER: marked("a worker for good"),
    verbs.TEMPORARY_WORKER: marked("the turquoise workers for this round"),
    verbs.HIRE: marked("hire the engineer"),
    verbs.END_BONUS: marked("an end bonus choice"),
    verbs.SCORE_ENGINEERS: marked("points for your engineers' numbers"),
    verbs.REVALUE: marked("brown, natural and white are worth more"),
    verbs.SECOND_MARKER: marked("a second industry marker"),
    verbs.MEDAL: marked("the medal of Kiev"),
    verbs.BLACK_WORKER: marked("the black worker for good"),
    verbs.SPECIAL_ENGINEER: marked("the engineer without a letter"),
    verbs.SPECIAL_LOCOMOTIVE: marked("place locomotive %(count)d"),
    verbs.ORDER: marked("claim position %(count)d"),
}
UNKNOWN: Final = marked("a special effect")
HELP_NAMES: Final = {
    verbs.DOUBLER: marked("the doubler space"),
    verbs.ROUBLE: marked("the rouble space"),
    verbs.TEMPORARY_WORKER: marked("the turquoise workers"),
}
"""Spaces for help: their effect alone would not read as a place."""

BUILD_TEXTS: Final = {LOCOMOTIVE: marked("build a locomotive"), FACTORY: marked("build a factory")}
EITHER_TILE: Final = marked("build a locomotive or a factory")


def box_of(game: Game, options: Mapping[str, str] | None = None) -> Components:
    """The components of the game under these options; without options, under the defaults."""
    title: Any = game
    chosen = {option.name: option.default for option in game.options} if options is None else dict(options)
    box: Components = title.box_for(chosen)
    return box


worker_count: Final = Counted("%(count)d worker", "%(count)d workers")
turquoise_count: Final = Counted("%(count)d turquoise worker", "%(count)d turquoise workers")
rouble_count: Final = Counted("%(count)d rouble", "%(count)d roubles")
doubler_count: Final = Counted("%(count)d doubler", "%(count)d doublers")
COUNTED: Final = {
    verbs.INDUSTRY: Counted("%(count)d industry step", "%(count)d industry steps"),
    verbs.DOUBLER: doubler_count,
    verbs.ROUBLE: rouble_count,
    verbs.HELD_ROUBLE: rouble_count,
    verbs.POINTS: points,
}
"""Parts of effects that are a number of things."""


def pieces(workers: int, turquoise: int, black: int, roubles: int, speech: Translator) -> str:
    """The pieces of a payment as text."""
    parts = [worker_count(workers, speech)] if workers else []
    parts += [turquoise_count(turquoise, speech)] if turquoise else []
    parts += [speech.gettext("the black worker")] if black else []
    parts += [rouble_count(roubles, speech)] if roubles else []
    return listed(parts, speech)


def price(workers: int, roubles: int, speech: Translator) -> str:
    """The price of a space as text."""
    return pieces(workers, 0, 0, roubles, speech)


# ---------------------------------------------------------------- effects of spaces and actions


def steps_text(mask: int, count: int, speech: Translator) -> str:
    if mask == ANY_COLOUR:
        return speech.plural("%(count)d step of any colour", "%(count)d steps of any colour", count)
    colours = either([colour_name(name, speech) for index, name in enumerate(COLOURS) if mask >> index & 1], speech)
    return speech.plural("%(count)d %(colour)s step", "%(count)d %(colour)s steps", count, colour=colours)


def part_text(part: Part, speech: Translator) -> str:
    """One part of an effect as text."""
    count = part.count
    match part.verb:
        case verbs.TRACK:
            return steps_text(part.mask, count, speech)
        case verbs.TRACK_UP_TO:
            return speech.phrase("up to %(steps)s", steps=steps_text(part.mask, count, speech))
        case verbs.BUILD:
            text = BUILD_TEXTS.get(part.mask, EITHER_TILE)
            return speech.gettext(text)
        case verbs.SCORE_LOCOMOTIVES:
            return speech.plural(
                "points for your highest locomotive", "points for your %(count)d highest locomotives", count
            )
    if part.verb in COUNTED:
        return COUNTED[part.verb](count, speech)
    text = PART_TEXTS.get(part.verb, UNKNOWN)
    return speech.phrase(text, count=count)


def parts_text(parts: Iterable[Part], speech: Translator) -> str:
    return listed([part_text(part, speech) for part in parts], speech)


def light_engineer(view: View, space: Space) -> int:
    """The engineer on a light space of the strip, or 0."""
    at = len(view.strip) - 1 - space.strip_space
    return view.strip[at] if at >= 0 else 0


def cost_of(box: Components, view: View, space: Space) -> tuple[int, int]:
    if space.strip_space >= 0:
        return (box.engineer_workers[light_engineer(view, space)], 0)
    return (space.workers, space.roubles)


def space_text(box: Components, view: View, space: Space, speech: Translator) -> str:
    """The effect of a space in this position, as text."""
    if space.strip_space >= 0:
        side, number = side_name(space.name, speech), light_engineer(view, space)
        if not number:
            return speech.phrase("%(side)s: none there", side=side)
        what = parts_text(box.engineer_parts[number], speech)
        return speech.phrase("%(side)s, number %(number)d: %(what)s", side=side, number=number, what=what)
    if space.group == "engineer_hire" and view.strip and view.strip[-1]:
        number = view.strip[-1]
        what = parts_text(box.engineer_parts[number], speech)
        return speech.phrase("hire engineer %(number)d: %(what)s", number=number, what=what)
    what = parts_text(space.parts, speech)
    return speech.phrase("in the last round %(what)s", what=what) if space.only_last_round else what


# ---------------------------------------------------------------- spaces in the log


def own_engineer(name: str) -> int:
    """The number of an engineer that a player has hired, by its name as a space; 0: it is a space of the board."""
    return int(name.removeprefix("engineer-")) if name.startswith("engineer-") else 0


def space_of(box: Components, name: str) -> Space:
    """A space of the board by its name in words."""
    return box.spaces[box.space_names.index(name)]


def where(box: Components, name: str, speech: Translator) -> str:
    """A space, or an engineer that a player has hired, by its name in words: as a player would call it."""
    number = own_engineer(name)
    if number:
        what = parts_text(box.engineer_parts[number], speech)
        return speech.phrase("engineer %(number)d (%(what)s)", number=number, what=what)
    space = space_of(box, name)
    if space.strip_space >= 0:
        return speech.phrase("the %(side)s", side=side_name(space.name, speech))
    if space.group == "engineer_hire":
        return speech.gettext("the hiring space")
    if space.group == "locomotive":
        return speech.phrase("the locomotive space for %(cost)s", cost=price(space.workers, space.roubles, speech))
    if space.parts[0].verb == verbs.ORDER:
        return speech.phrase("position %(position)d of the turn order", position=space.parts[0].count)
    if space.group == "auxiliary" and space.parts[0].verb in HELP_NAMES:
        return speech.gettext(HELP_NAMES[space.parts[0].verb])
    return parts_text(space.parts, speech)


def only_colour(box: Components, name: str) -> str:
    """The colour of the steps of a space or engineer that has steps of one colour only, else ""."""
    number = own_engineer(name)
    parts = box.engineer_parts[number] if number else space_of(box, name).parts
    colours = [part.mask for part in parts if part.verb == verbs.TRACK]
    return next((colour for index, colour in enumerate(COLOURS) if colours == [1 << index]), "")


def lane_name(box: Components, space: int, factory: int, speech: Translator) -> str:
    """A space of the industry lane as it is printed: its number, the factory that lies there, or the question mark."""
    if factory:
        return speech.phrase("factory %(number)d", number=factory)
    if box.lane_slot[space]:
        return speech.phrase("factory slot %(slot)d", slot=box.lane_slot[space])
    if space == box.lane_question:
        return speech.gettext("the question mark")
    return str(box.lane_scores[space])

"""Labels of the controls of Russian Railroads: what a word would do in the position of a view."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from trainshed.games.russian_railroads.rules.components import PLACES, RAILROADS, Components
from trainshed.games.russian_railroads.rules.effect_notation import COLOURS
from trainshed.games.russian_railroads.text import names as name
from trainshed.games.russian_railroads.text.names import box_of, parts_text, price
from trainshed.games.russian_railroads.view import PlayerView, View
from trainshed.kernel.game import Game
from trainshed.kernel.translation import ENGLISH, Translator, marked
from trainshed.phrases import capital, listed, points, who

PAYMENT: Final = re.compile(r"([wtbr])(\d)")
AGAIN: Final = {
    "doubler": marked("Once more: a doubler"),
    "industry": marked("Once more: an industry step"),
    "track": marked("Once more: a black step"),
}
PLAIN: Final = {
    "stay": marked("Let the worker stay where it is"),
    "give_up": marked("Give the locomotive up: it becomes an open factory"),
    "look": marked("Look through the end bonus pile and take a card"),
    "bonus:?": marked("Take an end bonus card"),
    "removed:?": marked("Two end bonus cards turn out to be missing"),
    **{f"again:{part}": text for part, text in AGAIN.items()},
}
"""The labels of words that are the same in every position."""

NUMBERED: Final = {
    "industry": marked("Move industry marker %(number)d"),
    "tile": marked("Lay engineer %(number)d on the strip"),
}
"""The labels of words whose rest is a number."""

COUNTINGS: Final = {
    "flat": marked("%(card)s, %(points)s"),
    "per": marked("%(card)s, %(points)s each"),
    "steps": marked("%(card)s, %(stages)s"),
    "sum": marked("%(card)s, in points"),
}
"""How an end bonus card counts."""


def label(game: Game, view: View, word: str, *, speech: Translator = ENGLISH, names: Sequence[str] = ()) -> str:
    """The label of the control for a word, in the position of this view."""
    if word in PLAIN:
        return speech.gettext(PLAIN[word])
    box = box_of(game, view.options)
    head, _colon, rest = word.partition(":")
    if head in NUMBERED:
        return speech.phrase(NUMBERED[head], number=int(rest))
    match head:
        case "pass":
            return pass_label(box, view, speech)
        case "done":
            return done_label(view, speech)
        case "ten":
            return speech.phrase("Take %(points)s instead", points=points(box.bonus_instead, speech))
        case "space":
            return space_label(box, view, rest, speech)
        case "engineer":
            what, cost = parts_text(box.engineer_parts[int(rest)], speech), box.engineer_workers[int(rest)]
            text = marked("Your engineer %(number)d: %(what)s (%(cost)s)")
            return speech.phrase(text, number=int(rest), what=what, cost=price(cost, 0, speech))
        case "pay":
            return speech.phrase("Pay with %(pieces)s", pieces=payment(rest, speech))
        case "advance":
            return advance_label(view, rest, speech)
        case "build":
            return build_label(box, view, rest, speech)
        case "place":
            return place_label(view, rest, speech)
        case "slot":
            return slot_label(view, int(rest), speech)
        case "repeat":
            return speech.phrase("Repeat %(where)s", where=spot(box, rest, speech))
        case "swap":
            return speech.phrase("Swap with your worker on %(where)s", where=spot(box, rest, speech))
        case "seat":
            return speech.phrase("Next in the turn order: %(who)s", who=who(int(rest) - 1, speech, names))
    return card_label(box, word, speech)


def pass_label(box: Components, view: View, speech: Translator) -> str:
    """The label for passing, with the points for the position in the turn order."""
    if view.actor not in view.order:
        return speech.gettext("Pass")
    count = box.turn_card_points[view.order.index(view.actor) + 1]
    return speech.phrase("Pass and score %(points)s", points=points(count, speech))


def done_label(view: View, speech: Translator) -> str:
    """The label for making no use of something: of the space to repeat, or of the rest of an action."""
    repeats = bool(view.pending) and view.pending[-1][0] == "Repeat"
    return speech.gettext("Repeat nothing" if repeats else "Leave the rest")


def space_label(box: Components, view: View, space_name: str, speech: Translator) -> str:
    space = name.space_of(box, space_name)
    what = capital(name.space_text(box, view, space, speech))
    if space.strip_space >= 0 and not name.light_engineer(view, space):
        return what
    return speech.phrase("%(what)s (%(cost)s)", what=what, cost=price(*name.cost_of(box, view, space), speech))


def paid(code: str) -> tuple[int, int, int, int]:
    """Own, turquoise and black workers, and roubles, of a payment by its name."""
    counts = {letter: int(count) for letter, count in PAYMENT.findall(code)}
    return counts.get("w", 0), counts.get("t", 0), counts.get("b", 0), counts.get("r", 0)


def payment(code: str, speech: Translator) -> str:
    return name.pieces(*paid(code), speech)


def acting(view: View) -> PlayerView | None:
    return view.players[view.actor] if 0 <= view.actor < len(view.players) else None


def advance_label(view: View, rest: str, speech: Translator) -> str:
    """A step, and the space it leads to."""
    railroad, _colon, colour = rest.partition(":")
    facts = {"railroad": name.railroad_name(railroad, speech), "colour": name.colour_name(colour, speech)}
    player = acting(view)
    at = RAILROADS.index(railroad) * len(COLOURS) + COLOURS.index(colour)
    if player is None or player.tracks[at] < 0:
        return speech.phrase("%(railroad)s: move %(colour)s", **facts)
    return speech.phrase("%(railroad)s: move %(colour)s to %(to)d", **facts, to=player.tracks[at] + 1)


def lowest(view: View) -> int:
    """The number of the next tile, which is the lowest with tiles left in its pile, or 0."""
    return next((number for number, count in enumerate(view.piles) if count), 0)


def build_label(box: Components, view: View, rest: str, speech: Translator) -> str:
    if rest == "locomotive":
        return speech.phrase("Build locomotive %(number)d", number=lowest(view))
    _head, _colon, tile = rest.partition(":")
    number = int(tile) if tile else lowest(view)
    what = parts_text(box.factory_parts[number], speech)
    if tile:
        return speech.phrase("Build the open factory %(number)d: %(what)s", number=number, what=what)
    return speech.phrase("Build factory %(number)d from the pile: %(what)s", number=number, what=what)


def place_label(view: View, place: str, speech: Translator) -> str:
    player, where = acting(view), name.place_name(place, speech)
    there = player.locomotives[PLACES.index(place)] if player is not None else 0
    if not view.pending or view.pending[-1][0] != "PlaceLocomotive":
        return speech.phrase("Put the locomotive on %(place)s", place=where)
    number = int(view.pending[-1][2])
    if there:
        text = marked("Put locomotive %(number)d on %(place)s instead of %(old)d")
        return speech.phrase(text, number=number, place=where, old=there)
    return speech.phrase("Put locomotive %(number)d on %(place)s", number=number, place=where)


def slot_label(view: View, slot: int, speech: Translator) -> str:
    player = acting(view)
    if player is None or slot > len(player.factories):
        return speech.phrase("Replace the factory in slot %(slot)d", slot=slot)
    return speech.phrase("Replace factory %(number)d in slot %(slot)d", slot=slot, number=player.factories[slot - 1])


def spot(box: Components, space_name: str, speech: Translator) -> str:
    """A space or an own engineer for a label, with the price where the effect alone does not identify it."""
    number = name.own_engineer(space_name)
    if number:
        return speech.phrase("your engineer %(number)d", number=number)
    space, where = name.space_of(box, space_name), name.where(box, space_name, speech)
    if space.strip_space >= 0 or space.group == "locomotive":
        return where
    return speech.phrase("%(where)s (%(cost)s)", where=where, cost=price(space.workers, space.roubles, speech))


def card_label(box: Components, word: str, speech: Translator) -> str:
    """The label for a word of a token or a card."""
    head, _colon, rest = word.partition(":")
    match head:
        case "token":
            return speech.phrase("Use the token: %(what)s", what=name.token_name(rest, speech))
        case "card":
            what = parts_text(box.card_parts[box.card_names.index(rest)], speech)
            return speech.phrase("Question card, %(card)s: %(what)s", card=name.card_name(rest, speech), what=what)
        case "start":
            what = parts_text(box.start_parts[box.start_names.index(rest)], speech)
            return speech.phrase("Starting card: %(what)s", what=what)
        case "bonus":
            return speech.phrase("End bonus card: %(card)s", card=bonus_text(box, rest, speech))
        case "removed":
            cards = listed([name.bonus_name(card, speech) for card in rest.split(":")], speech)
            return speech.phrase("Missing from the end bonus pile: %(cards)s", cards=cards)
    return word


def bonus_text(box: Components, card: str, speech: Translator) -> str:
    """An end bonus card and how it counts."""
    row = box.bonuses[box.bonus_names.index(card)]
    called = name.bonus_name(card, speech)
    if row.method not in COUNTINGS:
        return called
    stages = [
        speech.phrase("%(points)s from %(least)d on", points=points(stage.points, speech), least=stage.least)
        for stage in row.steps
    ]
    facts = {"card": called, "points": points(row.points, speech), "stages": listed(stages, speech)}
    return speech.phrase(COUNTINGS[row.method], **facts)

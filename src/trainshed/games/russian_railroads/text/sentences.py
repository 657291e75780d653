"""Russian Railroads as text: labels of words, lines of the log, reasons of refusals, and the whole position.

Source strings are English and are translated by the `speech` that a caller passes. `names` are the names of the seats.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap
from typing import Any, TypeAlias

from trainshed.games.russian_railroads import events
from trainshed.games.russian_railroads.rules import effect_notation as verbs
from trainshed.games.russian_railroads.rules.components import PLACES, RAILROADS, Components, Space
from trainshed.games.russian_railroads.rules.effect_notation import ANY_COLOUR, COLOURS, FACTORY, LOCOMOTIVE, Part
from trainshed.games.russian_railroads.rules.player import Player, industry_points, star_points, track_points
from trainshed.games.russian_railroads.view import PlayerView, View, player_of
from trainshed.kernel.events import Event
from trainshed.kernel.game import Game
from trainshed.kernel.rulebook import Refusal
from trainshed.kernel.translation import ENGLISH, Translator

COLUMNS = 80
PAYMENT = re.compile(r"([wtbr])(\d)")

Facts: TypeAlias = dict[str, object]


# ---------------------------------------------------------------- names and phrases


def box_of(game: Game, options: Mapping[str, str] | None = None) -> Components:
    """The components of the game under these options; without options, under the defaults."""
    title: Any = game
    chosen = {option.name: option.default for option in game.options} if options is None else dict(options)
    box: Components = title.box_for(chosen)
    return box


def who(seat: int, speech: Translator, names: Sequence[str]) -> str:
    """The name of a seat, or its number if it has none."""
    if seat < len(names) and names[seat]:
        return names[seat]
    return speech.gettext("Seat %(number)d") % {"number": seat + 1}


def listed(parts: Sequence[str], speech: Translator) -> str:
    """Join texts with commas and "and"."""
    if len(parts) < 2:
        return "".join(parts)
    return speech.gettext("%(first)s and %(last)s") % {"first": ", ".join(parts[:-1]), "last": parts[-1]}


def either(parts: Sequence[str], speech: Translator) -> str:
    """Join texts with commas and "or"."""
    if len(parts) < 2:
        return "".join(parts)
    return speech.gettext("%(first)s or %(last)s") % {"first": ", ".join(parts[:-1]), "last": parts[-1]}


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def colour_name(colour: str, speech: Translator) -> str:
    _ = speech.gettext
    match colour:
        case "black":
            return _("black")
        case "gray":
            return _("gray")
        case "brown":
            return _("brown")
        case "natural":
            return _("natural")
        case "white":
            return _("white")
    return colour


def railroad_name(railroad: str, speech: Translator) -> str:
    _ = speech.gettext
    match railroad:
        case "trans_siberian":
            return _("Trans-Siberian")
        case "st_petersburg":
            return _("St Petersburg")
        case "kiev":
            return _("Kiev")
    return railroad


def place_name(place: str, speech: Translator) -> str:
    """A place for a locomotive."""
    _ = speech.gettext
    match place:
        case "trans_siberian_1":
            return _("the first place of the Trans-Siberian")
        case "trans_siberian_2":
            return _("the second place of the Trans-Siberian")
        case "st_petersburg":
            return _("the place of St Petersburg")
        case "kiev":
            return _("the place of Kiev")
    return place


def token_name(token: str, speech: Translator) -> str:
    _ = speech.gettext
    match token:
        case "four_any":
            return _("four steps")
        case "five_industry":
            return _("five industry steps")
        case "three_doublers":
            return _("three doublers")
        case "revaluation":
            return _("revaluation")
        case "second_marker":
            return _("second industry marker")
        case "kiev_medal":
            return _("Kiev medal")
        case "cards":
            return _("question card and end bonus")
    return token


def card_name(card: str, speech: Translator) -> str:
    """A question card."""
    _ = speech.gettext
    match card:
        case "mixed":
            return _("a bit of everything")
        case "engineer":
            return _("engineer and rouble")
        case "factory":
            return _("factory and industry")
        case "black_worker":
            return _("black worker")
        case "loco_9":
            return _("locomotive 9")
    return card


def start_name(card: str, speech: Translator) -> str:
    """A starting bonus card."""
    _ = speech.gettext
    match card:
        case "black":
            return _("a black step")
        case "industry":
            return _("an industry step")
        case "doubler":
            return _("doublers")
        case "rouble":
            return _("a rouble")
    return card


def bonus_name(card: str, speech: Translator) -> str:
    """An end bonus card."""
    _ = speech.gettext
    match card:
        case "flat":
            return _("points for nothing")
        case "extra_workers":
            return _("workers gained")
        case "doublers":
            return _("many doublers")
        case "railroads":
            return _("finished railroads")
        case "black_sum":
            return _("reach of the black tracks")
        case "extra_engineer":
            return _("one more engineer for the majority")
        case "factories":
            return _("factories built")
        case "question_tokens":
            return _("question tokens used")
        case "hired_engineers":
            return _("engineers hired")
        case "locomotive_sum":
            return _("sum of the locomotives")
    return card


def points(count: int, speech: Translator) -> str:
    return speech.ngettext("%(count)d point", "%(count)d points", count) % {"count": count}


def worker_count(count: int, speech: Translator) -> str:
    return speech.ngettext("%(count)d worker", "%(count)d workers", count) % {"count": count}


def rouble_count(count: int, speech: Translator) -> str:
    return speech.ngettext("%(count)d rouble", "%(count)d roubles", count) % {"count": count}


def pieces(workers: int, turquoise: int, black: int, roubles: int, speech: Translator) -> str:
    """The pieces of a payment as text."""
    parts: list[str] = []
    if workers:
        parts.append(worker_count(workers, speech))
    if turquoise:
        text = speech.ngettext("%(count)d turquoise worker", "%(count)d turquoise workers", turquoise)
        parts.append(text % {"count": turquoise})
    if black:
        parts.append(speech.gettext("the black worker"))
    if roubles:
        parts.append(rouble_count(roubles, speech))
    return listed(parts, speech)


def price(workers: int, roubles: int, speech: Translator) -> str:
    """The price of a space as text."""
    return pieces(workers, 0, 0, roubles, speech)


# ---------------------------------------------------------------- effects of spaces and actions


def steps_text(mask: int, count: int, speech: Translator) -> str:
    if mask == ANY_COLOUR:
        text = speech.ngettext("%(count)d step of any colour", "%(count)d steps of any colour", count)
        return text % {"count": count}
    colours = [colour_name(name, speech) for index, name in enumerate(COLOURS) if mask >> index & 1]
    text = speech.ngettext("%(count)d %(colour)s step", "%(count)d %(colour)s steps", count)
    return text % {"count": count, "colour": either(colours, speech)}


def part_text(part: Part, speech: Translator) -> str:
    """One part of an effect as text."""
    _ = speech.gettext
    count = part.count
    number: Facts = {"count": count}
    match part.verb:
        case verbs.TRACK:
            return steps_text(part.mask, count, speech)
        case verbs.TRACK_UP_TO:
            return _("up to %(steps)s") % {"steps": steps_text(part.mask, count, speech)}
        case verbs.INDUSTRY:
            return speech.ngettext("%(count)d industry step", "%(count)d industry steps", count) % number
        case verbs.BUILD:
            if part.mask == LOCOMOTIVE:
                return _("build a locomotive")
            if part.mask == FACTORY:
                return _("build a factory")
            return _("build a locomotive or a factory")
        case verbs.REPEAT:
            return _("repeat an action")
        case verbs.QUESTION_TOKEN:
            return _("use a question token")
        case verbs.QUESTION_CARD:
            return _("use a question card")
        case verbs.ONE_AGAIN:
            return _("one of these once more")
        case verbs.SPECIAL_LOCOMOTIVE:
            return _("place locomotive %(count)d") % number
        case verbs.DOUBLER:
            return speech.ngettext("%(count)d doubler", "%(count)d doublers", count) % number
        case verbs.ROUBLE | verbs.HELD_ROUBLE:
            return rouble_count(count, speech)
        case verbs.POINTS:
            return points(count, speech)
        case verbs.WORKER:
            return _("a worker for good")
        case verbs.TEMPORARY_WORKER:
            return _("the turquoise workers for this round")
        case verbs.HIRE:
            return _("hire the engineer")
        case verbs.ORDER:
            return _("claim position %(count)d") % number
        case verbs.END_BONUS:
            return _("an end bonus choice")
        case verbs.SCORE_ENGINEERS:
            return _("points for your engineers' numbers")
        case verbs.SCORE_LOCOMOTIVES:
            text = speech.ngettext(
                "points for your highest locomotive", "points for your %(count)d highest locomotives", count
            )
            return text % number
        case verbs.REVALUE:
            return _("brown, natural and white are worth more")
        case verbs.SECOND_MARKER:
            return _("a second industry marker")
        case verbs.MEDAL:
            return _("the medal of Kiev")
        case verbs.BLACK_WORKER:
            return _("the black worker for good")
        case verbs.SPECIAL_ENGINEER:
            return _("the engineer without a letter")
    return _("a special effect")


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


def side_name(space: Space, speech: Translator) -> str:
    """A light space of the strip."""
    _ = speech.gettext
    match space.name:
        case "eng_light_left":
            return _("left engineer of the strip")
        case "eng_light_right":
            return _("right engineer of the strip")
    return _("engineer of the strip")


def space_text(box: Components, view: View, space: Space, speech: Translator) -> str:
    """The effect of a space in this position, as text."""
    _ = speech.gettext
    if space.strip_space >= 0:
        facts: Facts = {"side": side_name(space, speech)}
        number = light_engineer(view, space)
        if not number:
            return _("%(side)s: none there") % facts
        facts |= {"number": number, "what": parts_text(box.engineer_parts[number], speech)}
        return _("%(side)s, number %(number)d: %(what)s") % facts
    if space.group == "engineer_hire" and view.strip and view.strip[-1]:
        number = view.strip[-1]
        what = parts_text(box.engineer_parts[number], speech)
        return _("hire engineer %(number)d: %(what)s") % {"number": number, "what": what}
    if space.only_last_round:
        return _("in the last round %(what)s") % {"what": parts_text(space.parts, speech)}
    return parts_text(space.parts, speech)


def where(game: Game, name: str, speech: Translator) -> str:
    """A space or an own engineer for the log, by its name in words; a space is described by what is printed there."""
    _ = speech.gettext
    if name.startswith("engineer-"):
        return _("the own engineer %(number)d") % {"number": int(name.partition("-")[2])}
    box = box_of(game)
    space = box.spaces[box.space_names.index(name)]
    if space.strip_space >= 0:
        return _("the %(side)s") % {"side": side_name(space, speech)}
    return _('"%(what)s"') % {"what": parts_text(space.parts, speech)}


# ---------------------------------------------------------------- labels


def label(game: Game, view: View, word: str, *, speech: Translator = ENGLISH, names: Sequence[str] = ()) -> str:
    """The label of the control for a word, in the position of this view."""
    _ = speech.gettext
    head, _colon, rest = word.partition(":")
    box = box_of(game, view.options)
    match head:
        case "pass":
            return pass_label(box, view, speech)
        case "done":
            return done_label(view, speech)
        case "stay":
            return _("Let the worker stay where it is")
        case "give_up":
            return _("Give the locomotive up: it becomes an open factory")
        case "ten":
            return _("Take %(points)s instead") % {"points": points(box.bonus_instead, speech)}
        case "space":
            space = box.spaces[box.space_names.index(rest)]
            what = capital(space_text(box, view, space, speech))
            facts: Facts = {"what": what, "cost": price(*cost_of(box, view, space), speech)}
            if space.strip_space >= 0 and not light_engineer(view, space):
                return what
            return _("%(what)s (%(cost)s)") % facts
        case "engineer":
            number = int(rest)
            facts = {"number": number, "what": parts_text(box.engineer_parts[number], speech)}
            facts["cost"] = price(box.engineer_workers[number], 0, speech)
            return _("Your engineer %(number)d: %(what)s (%(cost)s)") % facts
        case "pay":
            return _("Pay with %(pieces)s") % {"pieces": payment(rest, speech)}
        case "advance":
            return advance_label(view, rest, speech)
        case "industry":
            return _("Move industry marker %(number)d") % {"number": int(rest)}
        case "build":
            return build_label(box, view, rest, speech)
        case "place":
            return place_label(view, rest, speech)
        case "slot":
            return slot_label(view, int(rest), speech)
        case "repeat":
            return _("Repeat %(where)s") % {"where": spot(game, box, view, rest, speech)}
        case "swap":
            return _("Swap with your worker on %(where)s") % {"where": spot(game, box, view, rest, speech)}
        case "again":
            return again_label(rest, speech)
        case "seat":
            return _("Next in the turn order: %(who)s") % {"who": who(int(rest) - 1, speech, names)}
        case "tile":
            return _("Lay engineer %(number)d on the strip") % {"number": int(rest)}
    return card_label(game, box, word, speech)


def pass_label(box: Components, view: View, speech: Translator) -> str:
    """The label for passing, with the points for the position in the turn order."""
    if view.actor not in view.order:
        return speech.gettext("Pass")
    count = box.turn_card_points[view.order.index(view.actor) + 1]
    return speech.gettext("Pass and score %(points)s") % {"points": points(count, speech)}


def done_label(view: View, speech: Translator) -> str:
    _ = speech.gettext
    match view.pending[-1] if view.pending else [""]:
        case ["Repeat", *_args]:
            return _("Repeat nothing")
        case ["UseCard", *_args]:
            return _("Use no question card")
    return _("Leave the rest")


def payment(code: str, speech: Translator) -> str:
    counts = {letter: int(count) for letter, count in PAYMENT.findall(code)}
    return pieces(counts.get("w", 0), counts.get("t", 0), counts.get("b", 0), counts.get("r", 0), speech)


def acting(view: View) -> PlayerView | None:
    return view.players[view.actor] if 0 <= view.actor < len(view.players) else None


def advance_label(view: View, rest: str, speech: Translator) -> str:
    """A step, and the space it leads to."""
    _ = speech.gettext
    railroad, _colon, colour = rest.partition(":")
    facts: Facts = {"railroad": railroad_name(railroad, speech), "colour": colour_name(colour, speech)}
    player = acting(view)
    at = RAILROADS.index(railroad) * len(COLOURS) + COLOURS.index(colour)
    if player is None or player.tracks[at] < 0:
        return _("%(railroad)s: move %(colour)s") % facts
    return _("%(railroad)s: move %(colour)s to %(to)d") % {**facts, "to": player.tracks[at] + 1}


def lowest(view: View) -> int:
    """The number of the next tile, which is the lowest with tiles left in its pile, or 0."""
    return next((number for number, count in enumerate(view.piles) if count), 0)


def build_label(box: Components, view: View, rest: str, speech: Translator) -> str:
    _ = speech.gettext
    number = lowest(view)
    if rest == "locomotive":
        return _("Build locomotive %(number)d") % {"number": number}
    _head, _colon, tile = rest.partition(":")
    facts: Facts = {"number": int(tile) if tile else number}
    facts["what"] = parts_text(box.factory_parts[int(tile) if tile else number], speech)
    if tile:
        return _("Build the open factory %(number)d: %(what)s") % facts
    return _("Build factory %(number)d from the pile: %(what)s") % facts


def moved_locomotive(view: View) -> int:
    """The number of the locomotive that needs a place, or 0."""
    match view.pending[-1] if view.pending else [""]:
        case ["PlaceLocomotive", _seat, number, _displaced]:
            return int(number)
    return 0


def place_label(view: View, place: str, speech: Translator) -> str:
    _ = speech.gettext
    player = acting(view)
    there = player.locomotives[PLACES.index(place)] if player is not None else 0
    number = moved_locomotive(view)
    facts: Facts = {"number": number, "place": place_name(place, speech), "old": there}
    if not number:
        return _("Put the locomotive on %(place)s") % facts
    if there:
        return _("Put locomotive %(number)d on %(place)s instead of %(old)d") % facts
    return _("Put locomotive %(number)d on %(place)s") % facts


def slot_label(view: View, slot: int, speech: Translator) -> str:
    _ = speech.gettext
    player = acting(view)
    if player is None or slot > len(player.factories):
        return _("Replace the factory in slot %(slot)d") % {"slot": slot}
    facts: Facts = {"slot": slot, "number": player.factories[slot - 1]}
    return _("Replace factory %(number)d in slot %(slot)d") % facts


def spot(game: Game, box: Components, view: View, name: str, speech: Translator) -> str:
    """A space or an own engineer for a label, with the price where the effect alone does not identify it."""
    _ = speech.gettext
    if name.startswith("engineer-"):
        return _("your engineer %(number)d") % {"number": int(name.partition("-")[2])}
    space = box.spaces[box.space_names.index(name)]
    if space.strip_space >= 0:
        return where(game, name, speech)
    facts: Facts = {"where": where(game, name, speech), "cost": price(space.workers, space.roubles, speech)}
    return _("%(where)s (%(cost)s)") % facts


def again_label(part: str, speech: Translator) -> str:
    _ = speech.gettext
    match part:
        case "doubler":
            return _("Once more: a doubler")
        case "industry":
            return _("Once more: an industry step")
    return _("Once more: a black step")


def card_label(game: Game, box: Components, word: str, speech: Translator) -> str:
    """The label for a word of a token or a card."""
    _ = speech.gettext
    head, _colon, rest = word.partition(":")
    match head:
        case "token":
            return _("Use the token: %(what)s") % {"what": token_name(rest, speech)}
        case "card":
            parts = box.card_parts[box.card_names.index(rest)]
            facts: Facts = {"card": card_name(rest, speech), "what": parts_text(parts, speech)}
            return _("Question card, %(card)s: %(what)s") % facts
        case "start":
            parts = box.start_parts[box.start_names.index(rest)]
            return _("Starting card: %(what)s") % {"what": parts_text(parts, speech)}
        case "bonus":
            if rest == "?":
                return _("Take an end bonus card")
            return _("End bonus card: %(card)s") % {"card": bonus_text(box, rest, speech)}
        case "removed":
            if rest == "?":
                return _("Two end bonus cards turn out to be missing")
            cards = listed([bonus_name(card, speech) for card in rest.split(":")], speech)
            return _("Missing from the end bonus pile: %(cards)s") % {"cards": cards}
    return word


def bonus_text(box: Components, card: str, speech: Translator) -> str:
    """An end bonus card and how it counts."""
    _ = speech.gettext
    row = box.bonuses[box.bonus_names.index(card)]
    facts: Facts = {"card": bonus_name(card, speech), "points": points(row.points, speech)}
    match row.method:
        case "flat":
            return _("%(card)s, %(points)s") % facts
        case "per":
            return _("%(card)s, %(points)s each") % facts
        case "steps":
            stages = [
                _("%(points)s from %(least)d on") % {"points": points(stage.points, speech), "least": stage.least}
                for stage in row.steps
            ]
            return _("%(card)s, %(stages)s") % {**facts, "stages": listed(stages, speech)}
        case "sum":
            return _("%(card)s, in points") % facts
    return bonus_name(card, speech)


# ---------------------------------------------------------------- log lines


def sentence(game: Game, event: Event, *, speech: Translator = ENGLISH, names: Sequence[str] = ()) -> str:
    """An event as a line of the log."""
    seat = getattr(event, "seat", None)
    facts: Facts = {"who": who(seat, speech, names)} if isinstance(seat, int) else {}
    for told in (turn_sentence, board_sentence, gain_sentence, round_sentence):
        text = told(game, event, facts, speech, names)
        if text:
            return text
    raise ValueError(f"no sentence for {type(event).__name__}")


def turn_sentence(game: Game, event: Event, facts: Facts, speech: Translator, names: Sequence[str]) -> str:
    """Log lines about turns: spaces, pieces, passing, the turn order; "" for other events."""
    _ = speech.gettext
    match event:
        case events.SpaceChosen(space=space):
            return _("%(who)s chooses %(where)s.") % {**facts, "where": where(game, space, speech)}
        case events.PiecesPlaced(space=space, workers=w, turquoise=t, black=b, roubles=r):
            facts |= {"pieces": pieces(w, t, b, r, speech), "where": where(game, space, speech)}
            return _("%(who)s puts %(pieces)s on %(where)s.") % facts
        case events.PiecesSwapped(space=space):
            facts["where"] = where(game, space, speech)
            return _("%(who)s swaps the piece with the worker on %(where)s.") % facts
        case events.OrderClaimed(position=position):
            return _("%(who)s claims position %(position)d of the next round.") % {**facts, "position": position}
        case events.ActionRepeated(space=space):
            return _("%(who)s repeats %(where)s.") % {**facts, "where": where(game, space, speech)}
        case events.RestLapsed(declined=declined):
            if declined:
                return _("%(who)s leaves the rest of the effect.") % facts
            return _("The rest of the effect lapses: %(who)s cannot use it.") % facts
        case events.Passed(points=count, forced=forced):
            facts["points"] = points(count, speech)
            if forced:
                return _("%(who)s has to pass and scores %(points)s.") % facts
            return _("%(who)s passes and scores %(points)s.") % facts
        case events.WorkerRelocated(space=""):
            return _("The worker of %(who)s stays on the turn order track.") % facts
        case events.WorkerRelocated(space=space):
            facts["where"] = where(game, space, speech)
            return _("%(who)s moves the worker from the turn order track to %(where)s.") % facts
        case events.OrderChanged(order=order):
            seats = ", ".join([who(seat, speech, names) for seat in order])
            return _("The order of the next round: %(seats)s.") % {"seats": seats}
    return ""


def board_sentence(game: Game, event: Event, facts: Facts, speech: Translator, names: Sequence[str]) -> str:
    """Log lines about a player's board: tracks, markers, locomotives, factories; "" for other events."""
    _ = speech.gettext
    match event:
        case events.TrackMoved(railroad=railroad, colour=colour, to=to, forced=forced):
            facts |= {"railroad": railroad_name(railroad, speech), "colour": colour_name(colour, speech), "to": to}
            if forced:
                return _("%(who)s moves %(colour)s on %(railroad)s to space %(to)d, the only step there is.") % facts
            return _("%(who)s moves %(colour)s on %(railroad)s to space %(to)d.") % facts
        case events.TracksEarned(colour=colour):
            return _("%(who)s earns the %(colour)s tracks.") % {**facts, "colour": colour_name(colour, speech)}
        case events.MarkerMoved(to=0):
            return _("%(who)s brings a second industry marker into play.") % facts
        case events.MarkerMoved(marker=marker, to=to, forced=forced):
            facts |= {"marker": marker, "to": to}
            if forced:
                return _("%(who)s moves industry marker %(marker)d to %(to)d, the only step there is.") % facts
            return _("%(who)s moves industry marker %(marker)d to %(to)d.") % facts
        case events.FactoryUsed(factory=factory):
            facts |= {"number": factory, "what": parts_text(box_of(game).factory_parts[factory], speech)}
            return _("%(who)s enters factory %(number)d: %(what)s.") % facts
        case events.RewardGained(railroad=railroad, space=space):
            facts |= {"railroad": railroad_name(railroad, speech), "space": space}
            return _("%(who)s gains the reward of space %(space)d on %(railroad)s.") % facts
        case events.TileTaken(number=number, as_factory=as_factory, from_open=from_open):
            facts["number"] = number
            if from_open:
                return _("%(who)s takes the open factory %(number)d.") % facts
            if as_factory:
                return _("%(who)s takes tile %(number)d as a factory.") % facts
            return _("%(who)s takes locomotive %(number)d.") % facts
        case events.LocomotivePlaced(number=number, place=place, displaced=displaced):
            facts |= {"number": number, "place": place_name(place, speech), "old": displaced}
            if displaced:
                return _("%(who)s puts locomotive %(number)d on %(place)s, displacing %(old)d.") % facts
            return _("%(who)s puts locomotive %(number)d on %(place)s.") % facts
        case events.LocomotiveGivenUp(number=number):
            return _("%(who)s gives locomotive %(number)d up: it is an open factory now.") % {
                **facts,
                "number": number,
            }
        case events.FactoryBuilt(number=number, slot=slot, replaced=replaced):
            facts |= {"number": number, "slot": slot, "old": replaced}
            if replaced:
                return _("%(who)s builds factory %(number)d in slot %(slot)d, replacing %(old)d.") % facts
            return _("%(who)s builds factory %(number)d in slot %(slot)d.") % facts
    return ""


def gain_sentence(game: Game, event: Event, facts: Facts, speech: Translator, names: Sequence[str]) -> str:
    """Log lines about gains, cards and tokens; "" for other events."""
    _ = speech.gettext
    match event:
        case events.DoublersPlaced(count=count):
            text = speech.ngettext("%(who)s places %(count)d doubler.", "%(who)s places %(count)d doublers.", count)
            return text % {**facts, "count": count}
        case events.RoublesTaken(count=count):
            return _("%(who)s takes %(roubles)s.") % {**facts, "roubles": rouble_count(count, speech)}
        case events.PointsScored(points=count, why=why):
            facts |= {"points": points(count, speech)}
            match why:
                case "engineers":
                    return _("%(who)s scores %(points)s for engineers.") % facts
                case "locomotives":
                    return _("%(who)s scores %(points)s for locomotives.") % facts
                case "ten":
                    return _("%(who)s scores %(points)s instead of an end bonus card.") % facts
            return _("%(who)s scores %(points)s.") % facts
        case events.WorkerGained(black=black):
            return _("%(who)s gains the black worker.") % facts if black else _("%(who)s gains a worker.") % facts
        case events.TurquoiseTaken(count=count):
            text = speech.ngettext(
                "%(who)s takes %(count)d turquoise worker.", "%(who)s takes %(count)d turquoise workers.", count
            )
            return text % {**facts, "count": count}
        case events.EngineerHired(engineer=engineer):
            return _("%(who)s hires engineer %(number)d.") % {**facts, "number": engineer}
        case events.TokenUsed(token=token):
            return _("%(who)s uses the token: %(what)s.") % {**facts, "what": token_name(token, speech)}
        case events.CardUsed(card=card):
            return _("%(who)s uses the question card: %(what)s.") % {**facts, "what": card_name(card, speech)}
        case events.AgainChosen(part=part):
            match part:
                case "doubler":
                    return _("%(who)s takes the doubler once more.") % facts
                case "industry":
                    return _("%(who)s takes the industry step once more.") % facts
            return _("%(who)s takes the black step once more.") % facts
        case events.BonusDue():
            return _("An end bonus choice is due for %(who)s at the end of the turn.") % facts
        case events.PileLookedThrough():
            return _("%(who)s looks through the end bonus pile.") % facts
        case events.BonusTaken(card=None):
            return _("%(who)s keeps an end bonus card face down.") % facts
        case events.BonusTaken(card=str(card)):
            return _("%(who)s keeps the end bonus card: %(card)s.") % {**facts, "card": bonus_name(card, speech)}
        case events.StartChosen(card=card):
            return _("%(who)s takes the starting card: %(what)s.") % {**facts, "what": start_name(card, speech)}
    return ""


def round_sentence(game: Game, event: Event, facts: Facts, speech: Translator, names: Sequence[str]) -> str:
    """Log lines about the set-up, rounds, scoring and the end; "" for other events."""
    _ = speech.gettext
    match event:
        case events.PositionDealt(position=position):
            return _("%(who)s gets position %(position)d of the turn order.") % {**facts, "position": position}
        case events.EngineerLaid(engineer=0, space=space):
            return _("Space %(space)d of the engineer strip stays empty.") % {"space": space}
        case events.EngineerLaid(engineer=engineer, space=space):
            text = _("Engineer %(number)d is laid on space %(space)d of the strip.")
            return text % {"number": engineer, "space": space}
        case events.RoundBegun(round=number, last=last):
            if last:
                return _("Round %(round)d begins, the last one.") % {"round": number}
            return _("Round %(round)d begins.") % {"round": number}
        case events.RoundScored(railroads=railroads, stars=stars, industry=industry, total=total):
            rails = [
                _("%(railroad)s %(points)d") % {"railroad": railroad_name(name, speech), "points": count}
                for name, count in zip(RAILROADS, railroads, strict=True)
            ]
            facts |= {"points": points(total, speech), "rails": ", ".join(rails), "stars": stars, "industry": industry}
            return _("%(who)s scores %(points)s: %(rails)s, stars %(stars)d, industry %(industry)d.") % facts
        case events.CleanedUp():
            return _("All pieces come back from the spaces, and the engineers move on.")
        case events.BonusScored(card=card, points=count):
            facts |= {"points": points(count, speech), "card": bonus_name(card, speech)}
            return _("%(who)s shows the end bonus card, %(card)s, and scores %(points)s.") % facts
        case events.MajorityScored(engineers=count, points=award):
            facts |= {"count": count, "points": points(award, speech)}
            text = speech.ngettext(
                "%(who)s scores %(points)s for %(count)d engineer.",
                "%(who)s scores %(points)s for %(count)d engineers.",
                count,
            )
            return text % facts
        case events.GameEnded(scores=scores, standings=standings):
            return ending(scores, standings, speech, names)
    return ""


def ending(scores: Sequence[int], standings: Sequence[int], speech: Translator, names: Sequence[str]) -> str:
    """The result in one line."""
    _ = speech.gettext
    totals = [
        _("%(who)s has %(points)s") % {"who": who(seat, speech, names), "points": points(score, speech)}
        for seat, score in enumerate(scores)
    ]
    winners = [who(seat, speech, names) for seat, rank in enumerate(standings) if rank == 1]
    won = speech.ngettext("%(winners)s wins.", "%(winners)s share the victory.", len(winners))
    facts: Facts = {"totals": listed(totals, speech), "won": won % {"winners": listed(winners, speech)}}
    return _("The game is over: %(totals)s. %(won)s") % facts


# ---------------------------------------------------------------- refusals


def refusal(game: Game, refusal: Refusal, *, speech: Translator = ENGLISH, names: Sequence[str] = ()) -> str:
    """Why a move is refused, as a sentence. `generic` refusals are not about the move itself."""
    _ = speech.gettext
    if refusal.generic:
        match refusal.clause:
            case "RR-ROUND-11":
                return _("The game is over.")
            case "RR-TURN-09":
                return _("It is not your question.")
            case _other:
                return _("That does not answer the question that is asked now.")
    for told in (space_refusal, track_refusal, tile_refusal, card_refusal):
        text = told(refusal.clause, refusal.numbers, speech)
        if text:
            return text
    return _("The rules forbid it (%(clause)s).") % {"clause": refusal.clause}


def space_refusal(clause: str, numbers: Mapping[str, int], speech: Translator) -> str:
    """Refusals of choosing and paying a space; "" for other clauses."""
    _ = speech.gettext
    known = "workers" in numbers
    facts: Facts = {}
    if known:
        facts["needed"] = price(numbers["workers"], numbers["roubles"], speech)
        facts["workers"] = worker_count(numbers["own_workers"], speech)
        facts["roubles"] = rouble_count(numbers["own_roubles"], speech)
    match clause:
        case "RR-TURN-02":
            return _("Somebody's pieces stand on this space already.")
        case "RR-TURN-03":
            if known:
                return _("This space needs %(needed)s; you have %(workers)s and %(roubles)s.") % facts
            return _("You have too few pieces for this space.")
        case "RR-TURN-04":
            if known:
                return _("You do not have these pieces: you have %(workers)s and %(roubles)s.") % facts
            return _("You do not have these pieces.")
        case "RR-TURN-06":
            return _("You could not carry this out in full.")
        case "RR-TURN-07":
            return _("The action that you are carrying out has no such step.")
        case "RR-TURN-19":
            return _("After that step the rest of the action could not be made, and another step leaves it possible.")
        case "RR-BOARD-28":
            return _("This space is closed with two players.")
        case "RR-BOARD-29":
            if known:
                return _("This space takes exactly %(needed)s; roubles may stand in for workers.") % facts
            return _("This space takes exactly as many pieces as it shows.")
        case "RR-ROUBLE-03":
            if known:
                needed = rouble_count(numbers["roubles"], speech)
                return _("This space needs at least %(needed)s; you have %(roubles)s.") % {**facts, "needed": needed}
            return _("A worker cannot stand in for a rouble here.")
        case "RR-ROUBLE-07":
            return _("The supply has too few roubles.")
        case "RR-ENGINEER-15":
            return _("No engineer lies there any more.")
        case "RR-ENGINEER-03":
            return _("That engineer is not yours.")
        case "RR-ENGINEER-01":
            return _("There is no engineer to hire: one a round is the most.")
        case "RR-ORDER-05":
            return _("You hold this position now; claim the other one.")
        case "RR-ORDER-06":
            return _("You have claimed a position in this round already.")
        case "RR-ORDER-11":
            return _("A claim needs a worker of your own colour, here or on another space to swap with.")
        case "RR-ORDER-14":
            if known:
                return _("A relocated worker goes alone; this space needs %(needed)s.") % facts
            return _("A relocated worker goes alone, to a space for exactly one worker.")
        case "RR-ORDER-17":
            return _("A relocated worker cannot claim a position.")
        case "RR-SETUP-17":
            return _("This space opens in the last round.")
        case "RR-ROUND-07":
            return _("There is no next round to claim a position for.")
        case "RR-AUX-04":
            return _("You have no place left for another doubler.")
        case "RR-AUX-09":
            return _("The supply has too few doublers.")
        case "RR-REUSE-01":
            return _("Only a space where exactly one worker of yours stands alone can be repeated.")
        case "RR-REUSE-04":
            return _("This action cannot be repeated: it would do nothing, or repeat itself.")
    return ""


def track_refusal(clause: str, numbers: Mapping[str, int], speech: Translator) -> str:
    """Refusals of steps with tracks and industry markers; "" for other clauses."""
    _ = speech.gettext
    match clause:
        case "RR-TRACK-15":
            return _("No step of this colour is left in the action.")
        case "RR-TRACK-08":
            return _("You have not earned this colour yet.")
        case "RR-TRACK-02":
            return _("This railroad does not use that colour.")
        case "RR-TRACK-06":
            return _("The track ahead stands right before it: no track catches up with another.")
        case "RR-TRACK-07":
            return _("The colour before it must be on the railroad first, at least one space further.")
        case "RR-TRACK-17":
            return _("This track has reached the last space.")
        case "RR-INDUSTRY-03":
            return _("A gap lies ahead of the marker: build a factory first.")
        case "RR-INDUSTRY-06":
            return _("The marker has reached the end of the lane.")
        case "RR-INDUSTRY-14":
            return _("Your other marker stands on the next space.")
        case "RR-INDUSTRY-09":
            return _("Your markers cannot make that many steps.")
        case "RR-INDUSTRY-16":
            return _("The second marker has to wait until the first one has left the start.")
        case "RR-TOKEN-06":
            return _("You have no second industry marker.")
    return ""


def tile_refusal(clause: str, numbers: Mapping[str, int], speech: Translator) -> str:
    """Refusals about locomotives and factories; "" for other clauses."""
    _ = speech.gettext
    match clause:
        case "RR-LOCO-19":
            return _("There are no tiles left to build.")
        case "RR-LOCO-12":
            return _("That locomotive would fit nowhere: no place is empty, and none holds a lower number.")
        case "RR-LOCO-07":
            if "number" in numbers:
                return _("A locomotive %(number)d goes only to an empty place or instead of a lower number.") % numbers
            return _("A locomotive goes only to an empty place or instead of a lower number.")
        case "RR-LOCO-11":
            if "number" in numbers:
                return _("Locomotive %(number)d cannot be given up while it must go on to another place.") % numbers
            return _("A displaced locomotive cannot be given up while it must go on to another place.")
        case "RR-LOCO-21":
            return _("A new locomotive cannot be given up.")
        case "RR-BOARD-16":
            return _("One locomotive and one factory: the other kind is left to build.")
        case "RR-FACTORY-03":
            return _("No open factory of this number lies beside the piles.")
    return ""


def card_refusal(clause: str, numbers: Mapping[str, int], speech: Translator) -> str:
    """Refusals about tokens and cards; "" for other clauses."""
    _ = speech.gettext
    match clause:
        case "RR-PBOARD-15":
            return _("You have used this token already.")
        case "RR-CARD-11":
            return _("This question card has left the game.")
        case "RR-CARD-12":
            return _("You could not carry this question card out in full.")
        case "RR-CARD-01":
            return _("This part cannot be made once more.")
        case "RR-STARTBONUS-03":
            return _("Somebody has taken this starting card.")
        case "RR-TOKEN-10":
            return _("This end bonus card is not in the pile.")
    return ""


# ---------------------------------------------------------------- the position as text


def position(game: Game, view: View, *, speech: Translator = ENGLISH, names: Sequence[str] = ()) -> list[str]:
    """The whole position as lines of at most 80 columns."""
    box = box_of(game, view.options)
    lines = [*headline(box, view, speech, names), *order_lines(view, speech, names)]
    if view.round and not view.over:
        lines += space_lines(box, view, speech, names)
    lines += supply_lines(box, view, speech)
    for seat in range(view.seats):
        lines += seat_lines(box, view, seat, speech, names)
    if view.seat is not None and not view.over:
        lines += own_lines(box, view, speech)
    return lines


def folded(text: str) -> list[str]:
    return wrap(text, COLUMNS, subsequent_indent="    ", break_on_hyphens=False)


def headline(box: Components, view: View, speech: Translator, names: Sequence[str]) -> list[str]:
    """Which round it is, and who is asked what."""
    _ = speech.gettext
    if view.over:
        return folded(ending(view.scores, view.standings, speech, names))
    if view.round:
        rounds = box.quantities[view.seats].rounds
        text = _("Round %(round)d of %(rounds)d.") % {"round": view.round, "rounds": rounds}
    else:
        text = _("The game is set up.")
    if view.actor < 0:
        return [text]
    return folded(f"{text} {question(view, speech, names)}")


def question(view: View, speech: Translator, names: Sequence[str]) -> str:
    """What the seat to move is asked."""
    _ = speech.gettext
    facts: Facts = {"who": who(view.actor, speech, names)}
    match view.pending[-1]:
        case ["Turn", *_args]:
            return _("%(who)s: use a space, or pass?") % facts
        case ["Pay", *_args]:
            return _("%(who)s: pay with which pieces?") % facts
        case ["Exchange", *_args]:
            return _("%(who)s: swap with the worker on which space?") % facts
        case ["Relocate", *_args]:
            return _("%(who)s: where does the worker of the turn order track go?") % facts
        case ["Carry", _seat, _full, _source, _later, *numbers]:
            parts = [Part(*numbers[at : at + 3]) for at in range(0, len(numbers), 3)]
            facts["what"] = parts_text(parts, speech)
            return _("%(who)s: which step now? Left are %(what)s.") % facts
        case ["Repeat", *_args]:
            return _("%(who)s: which action is repeated?") % facts
        case ["UseToken", *_args]:
            return _("%(who)s: which question token is used?") % facts
        case ["UseCard", *_args]:
            return _("%(who)s: which question card is used?") % facts
        case ["Again", *_args]:
            return _("%(who)s: which part of the card once more?") % facts
        case ["PlaceLocomotive", _seat, number, _displaced]:
            return _("%(who)s: where does locomotive %(number)d go?") % {**facts, "number": number}
        case ["ReplaceFactory", _seat, number]:
            return _("%(who)s: which factory makes room for number %(number)d?") % {**facts, "number": number}
        case ["ChooseBonus", *_args]:
            return _("%(who)s: an end bonus card, or points at once?") % facts
        case ["ChooseStart", *_args]:
            return _("%(who)s: which starting card?") % facts
    return _("%(who)s is asked.") % facts


def order_lines(view: View, speech: Translator, names: Sequence[str]) -> list[str]:
    """The turn order, who has passed, and claims."""
    _ = speech.gettext
    if not view.order:
        return []
    places = []
    for position, seat in enumerate(view.order, 1):
        facts: Facts = {"position": position, "who": who(seat, speech, names)}
        passed = view.players[seat].passed and not view.over
        places.append(_("%(position)d %(who)s (passed)") % facts if passed else _("%(position)d %(who)s") % facts)
    text = _("Turn order: %(places)s.") % {"places": ", ".join(places)}
    claims = [
        _("position %(position)d by %(who)s") % {"position": position, "who": who(seat, speech, names)}
        for position, seat in enumerate(view.claims, 1)
        if seat >= 0
    ]
    if claims:
        claimed = _("Claimed for the next round: %(claims)s.") % {"claims": ", ".join(claims)}
        text = f"{text} {claimed}"
    return folded(text)


def there(view: View, space: Space, last: bool) -> bool:
    """Is this space open in this round, with this number of players?"""
    closed = space.closed_with_2 and view.seats == 2
    return not (closed or (space.only_last_round and not last) or (space.until_last_round and last))


def stack_text(view: View, index: int, speech: Translator, names: Sequence[str]) -> str:
    """Whose pieces stand on a space."""
    parts: list[str] = []
    for stack in view.stacks:
        if stack.space == index:
            facts: Facts = {"who": who(stack.seat, speech, names)}
            facts["pieces"] = short_pieces(stack.workers, stack.turquoise, stack.black, stack.roubles, speech)
            parts.append(speech.gettext("%(who)s %(pieces)s") % facts)
    return ", ".join(parts)


def short_pieces(workers: int, turquoise: int, black: int, roubles: int, speech: Translator) -> str:
    """Pieces as the legend of the spaces abbreviates them."""
    _ = speech.gettext
    parts = []
    for count, text in (
        (workers, _("%(count)dw")),
        (turquoise, _("%(count)dt")),
        (black, _("%(count)db")),
        (roubles, _("%(count)dr")),
    ):
        if count:
            parts.append(text % {"count": count})
    return "+".join(parts)


def space_lines(box: Components, view: View, speech: Translator, names: Sequence[str]) -> list[str]:
    """Every space of the board with its price, and who stands there."""
    _ = speech.gettext
    last = view.round == box.quantities[view.seats].rounds
    groups: dict[str, list[str]] = {}
    for space in box.spaces:
        if there(view, space, last) and (space.strip_space < 0 or light_engineer(view, space)):
            facts: Facts = {"what": space_text(box, view, space, speech)}
            facts["cost"] = short_pieces(cost_of(box, view, space)[0], 0, 0, cost_of(box, view, space)[1], speech)
            facts["taken"] = stack_text(view, space.index, speech, names)
            text = _("%(what)s (%(cost)s)") % facts
            if facts["taken"]:
                text = _("%(what)s (%(cost)s): [%(taken)s]") % facts
            elif space.group == "engineer_hire" and not (view.strip and view.strip[-1]):
                text = _("nobody to hire")
            groups.setdefault(group_name(space.group, speech), []).append(text)
    lines = [_("Spaces (w workers, t turquoise, b black worker, r roubles; [who stands there]):")]
    for name, items in groups.items():
        text = _("%(group)s: %(items)s") % {"group": name, "items": "; ".join(items)}
        lines += wrap(text, COLUMNS, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)
    return lines


def group_name(group: str, speech: Translator) -> str:
    _ = speech.gettext
    match group:
        case "track":
            return _("Tracks")
        case "locomotive":
            return _("Tiles")
        case "industry" | "last_round":
            return _("Industry")
        case "auxiliary":
            return _("Help")
        case "engineer_hire" | "engineer_light":
            return _("Engineers")
    return _("Turn order")


def supply_lines(box: Components, view: View, speech: Translator) -> list[str]:
    """Piles, open factories, the strip, supplies and cards."""
    _ = speech.gettext
    piles = [
        _("%(count)d of number %(number)d") % {"count": count, "number": number}
        for number, count in enumerate(view.piles)
        if count
    ]
    text = _("Locomotives: %(piles)s.") % {"piles": ", ".join(piles) if piles else _("none left")}
    lying = [
        str(number) if count == 1 else _("%(number)d (%(count)d times)") % {"number": number, "count": count}
        for number, count in enumerate(view.open_factories)
        if count
    ]
    factories = _("Open factories: %(numbers)s.") % {"numbers": ", ".join(lying) if lying else _("none")}
    lines = folded(f"{text} {factories}")
    strip = " ".join([str(number) if number else "-" for number in view.strip])
    parts = [_("Engineer strip: %(strip)s (the last is for hire).") % {"strip": strip}] if view.strip else []
    facts: Facts = {"roubles": view.roubles, "doublers": view.doublers, "turquoise": view.turquoise}
    if view.options["limited_supplies"] == "no":
        parts.append(_("Supply: roubles and doublers without limit, turquoise workers %(turquoise)d.") % facts)
    else:
        parts.append(_("Supply: roubles %(roubles)d, doublers %(doublers)d, turquoise workers %(turquoise)d.") % facts)
    lines += folded(" ".join(parts))
    cards = listed([card_name(card, speech) for card in view.cards], speech) or _("none left")
    parts = [_("Question cards: %(cards)s.") % {"cards": cards}]
    parts.append(_("End bonus pile: %(count)d.") % {"count": view.pile_size})
    if view.starts:
        starts = listed([start_name(card, speech) for card in view.starts], speech)
        parts.append(_("Starting cards: %(cards)s.") % {"cards": starts})
    return lines + folded(" ".join(parts))


def seat_lines(box: Components, view: View, seat: int, speech: Translator, names: Sequence[str]) -> list[str]:
    """The open information about a seat."""
    _ = speech.gettext
    player = view.players[seat]
    name = who(seat, speech, names)
    if seat == view.seat:
        name = _("%(who)s (you)") % {"who": name}
    facts: Facts = {"who": name, "points": points(player.points, speech), "workers": player.workers}
    facts |= {"reserve": player.reserve, "roubles": player.roubles}
    text = _("%(who)s: %(points)s; workers %(workers)d (reserve %(reserve)d), roubles %(roubles)d") % facts
    if player.turquoise:
        text += _(", turquoise %(count)d") % {"count": player.turquoise}
    if player.black:
        text += _(", the black worker")
    lines = folded(f"{text}.")
    for railroad, railroad_id in enumerate(RAILROADS):
        lines += railroad_lines(box, player, railroad, railroad_id, speech)
    return lines + indented(board_text(box, view, seat, speech, names))


def indented(text: str) -> list[str]:
    return wrap(text, COLUMNS, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)


def railroad_lines(box: Components, player: PlayerView, railroad: int, name: str, speech: Translator) -> list[str]:
    """The tracks of a railroad and how far its locomotives reach."""
    _ = speech.gettext
    base = railroad * len(COLOURS)
    tracks = []
    for index in range(box.colours[railroad]):
        at = player.tracks[base + index]
        if at >= 0:
            facts: Facts = {"colour": colour_name(COLOURS[index], speech), "space": at}
            tracks.append(_("%(colour)s %(space)d") % facts if at else _("%(colour)s waits") % facts)
    numbers = player.locomotives[:2] if railroad == 0 else player.locomotives[railroad + 1 : railroad + 2]
    locomotives = "+".join([str(number) for number in numbers if number])
    facts = {"railroad": railroad_name(name, speech), "tracks": ", ".join(tracks), "locomotives": locomotives}
    if locomotives:
        text = _("%(railroad)s: %(tracks)s; locomotive %(locomotives)s") % facts
    else:
        text = _("%(railroad)s: %(tracks)s; no locomotive") % facts
    if railroad == 0 and player.doublers:
        text += _("; doublers %(count)d") % {"count": player.doublers}
    return indented(text)


def board_text(box: Components, view: View, seat: int, speech: Translator, names: Sequence[str]) -> str:
    """Industry, factories, engineers, tokens, cards."""
    _ = speech.gettext
    player = view.players[seat]
    markers = [marker for marker in player.markers if marker >= 0]
    facts: Facts = {"places": listed([str(marker) for marker in markers], speech)}
    facts["points"] = points(sum([box.lane_scores[marker] for marker in markers]), speech)
    parts = [_("Industry on %(places)s (%(points)s).") % facts]
    if view.round and not view.over:
        parts.append(scoring_text(box, player_of(box, view, seat), speech))
    factories = " ".join([str(number) for number in player.factories])
    parts.append(_("Factories: %(numbers)s.") % {"numbers": factories or _("none")})
    engineers = []
    for number in player.engineers:
        taken = any(stack.space == len(box.spaces) + number - 1 for stack in view.stacks)
        engineers.append(_("%(number)d (used)") % {"number": number} if taken else str(number))
    parts.append(_("Engineers: %(numbers)s.") % {"numbers": ", ".join(engineers) or _("none")})
    if player.tokens:
        tokens = ", ".join([token_name(token, speech) for token in player.tokens])
        parts.append(_("Tokens: %(tokens)s.") % {"tokens": tokens})
        left = [token_name(token, speech) for token in box.token_names if token not in player.tokens]
        parts.append(_("Tokens left: %(tokens)s.") % {"tokens": ", ".join(left) or _("none")})
    else:
        parts.append(_("Tokens left: all."))
    if view.opened and view.opened[seat]:
        cards = ", ".join([bonus_name(card, speech) for card in view.opened[seat]])
        parts.append(_("End bonus cards: %(cards)s.") % {"cards": cards})
    elif player.bonus:
        parts.append(_("End bonus cards: %(count)d.") % {"count": player.bonus})
    if player.due:
        parts.append(_("End bonus choices due: %(count)d.") % {"count": player.due})
    return " ".join(parts)


def scoring_text(box: Components, player: Player, speech: Translator) -> str:
    """What the board would score as it is (RR-SCORE-01)."""
    sources = [(railroad_name(name, speech), railroad_points(box, player, at)) for at, name in enumerate(RAILROADS)]
    sources.append((speech.gettext("Industry"), industry_points(box, player)))
    facts: Facts = {"points": points(sum(count for _name, count in sources), speech)}
    facts["parts"] = ", ".join(f"{name} {count}" for name, count in sources)
    return speech.gettext("A scoring now brings %(points)s: %(parts)s.") % facts


def railroad_points(box: Components, player: Player, railroad: int) -> int:
    return track_points(box, player, railroad) + star_points(box, player, railroad)


def own_lines(box: Components, view: View, speech: Translator) -> list[str]:
    """The viewer's end bonus cards, and the pile of end bonus cards as the viewer saw it last."""
    _ = speech.gettext
    lines: list[str] = []
    if view.own_bonus:
        cards = "; ".join([bonus_text(box, card, speech) for card in view.own_bonus])
        lines += folded(_("Your end bonus cards: %(cards)s.") % {"cards": cards})
    if view.looks:
        cards = "; ".join([bonus_name(card, speech) for card in view.looks[-1].pile])
        lines += folded(_("You last saw in the end bonus pile: %(cards)s.") % {"cards": cards})
    return lines

"""Estimates what a chosen word of Russian Railroads will do, from the view alone, so that the board can show it.

A word that hands the turn on is not played before it is confirmed, so there is no view after it. Only its certain
effects are shown: pieces on the space, steps that have no alternative, doublers, roubles, points.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from trainshed.games.russian_railroads.rules import effect_notation as verbs
from trainshed.games.russian_railroads.rules.components import PLACES, RAILROADS, Components
from trainshed.games.russian_railroads.rules.effect_notation import COLOURS, Part
from trainshed.games.russian_railroads.rules.player import (
    NONE,
    PER_RAILROAD,
    Player,
    all_places_full,
    can_advance,
    can_step,
    reached,
    step,
)
from trainshed.games.russian_railroads.rules.words import payment_name, payments
from trainshed.games.russian_railroads.text import sentences
from trainshed.games.russian_railroads.view import StackView, View, player_of

PAYMENTS: Final = payments()


class Ahead(NamedTuple):
    """A player, and the pieces on all spaces, after a word."""

    player: Player
    stacks: list[StackView]


def payment_of(name: str) -> tuple[int, int, int, int]:
    """Own, turquoise and black workers, and roubles, of a payment by its name."""
    counts = {letter: int(count) for letter, count in sentences.PAYMENT.findall(name)}
    return counts.get("w", 0), counts.get("t", 0), counts.get("b", 0), counts.get("r", 0)


def only_payment(player: Player, workers: int, roubles: int) -> str:
    """The first payment that fits a price. Where more than one does, the player is asked, and this is not used."""
    fitting = [
        payment
        for payment in PAYMENTS
        if sum(payment) == workers + roubles
        and payment[3] >= roubles
        and payment[0] <= player.workers
        and payment[1] <= player.turquoise
        and payment[2] <= player.black
        and payment[3] <= player.roubles
    ]
    return payment_name(fitting[0]) if fitting else ""


def look_ahead(box: Components, view: View, seat: int, word: str) -> Ahead:
    """The player of a seat, and the pieces on spaces, as they will be when this word is confirmed."""
    player = player_of(box, view, seat)
    head, _colon, rest = word.partition(":")
    match head:
        case "space" | "engineer":
            space, parts, cost = used(box, view, head, rest)
            if relocating(view):
                happen(box, view, player, parts)
                return Ahead(player, [*without_claim(box, view, seat), StackView(space, seat, 1, 0, 0, 0)])
            return paid(box, view, seat, player, space, only_payment(player, *cost), parts)
        case "pay":
            space = int(view.pending[-1][2])
            return paid(box, view, seat, player, space, rest, parts_of(box, view, space))
        case "advance":
            railroad, _colon, colour = rest.partition(":")
            advance(box, view, player, RAILROADS.index(railroad), COLOURS.index(colour))
        case "industry":
            player.markers[int(rest) - 1] += 1
        case "place":
            put_locomotive(box, player, PLACES.index(rest), sentences.moved_locomotive(view))
        case "slot":
            player.factories[int(rest) - 1] = int(view.pending[-1][2])
        case "build":
            _kind, _colon, number = rest.partition(":")
            if rest != "locomotive" and len(player.factories) < box.slots:
                player.factories.append(int(number) if number else sentences.lowest(view))
        case "token":
            player.tokens |= 1 << box.token_names.index(rest)
            happen(box, view, player, box.token_parts[box.token_names.index(rest)])
        case "card":
            happen(box, view, player, box.card_parts[box.card_names.index(rest)])
        case "start":
            happen(box, view, player, box.start_parts[box.start_names.index(rest)])
        case "again" if rest == "doubler":
            player.doublers += 1
        case "bonus" if rest in box.bonus_names:
            player.bonus.append(box.bonus_names.index(rest))
        case "ten":
            player.points += box.bonus_instead
        case "pass" if seat in view.order:
            player.passed = 1
            player.points += box.turn_card_points[view.order.index(seat) + 1]
    return Ahead(player, view.stacks)


def without_claim(box: Components, view: View, seat: int) -> list[StackView]:
    """The stacks without the worker that leaves the turn order (RR-ORDER-12)."""
    orders = [space.index for space in box.spaces if space.order]
    return [stack for stack in view.stacks if stack.seat != seat or stack.space not in orders]


def relocating(view: View) -> bool:
    return bool(view.pending) and view.pending[-1][0] == "Relocate"


def parts_of(box: Components, view: View, space: int) -> list[Part]:
    """The effect of a space; that of a light space of the strip is its engineer's."""
    if space >= len(box.spaces):
        return box.engineer_parts[space - len(box.spaces) + 1]
    printed = box.spaces[space]
    return box.engineer_parts[sentences.light_engineer(view, printed)] if printed.strip_space >= 0 else printed.parts


def used(box: Components, view: View, head: str, rest: str) -> tuple[int, list[Part], tuple[int, int]]:
    """The space that a word uses, what it does, and what it costs."""
    if head == "engineer":
        space = len(box.spaces) + int(rest) - 1
        return space, parts_of(box, view, space), (box.engineer_workers[int(rest)], 0)
    space = box.space_names.index(rest)
    return space, parts_of(box, view, space), sentences.cost_of(box, view, box.spaces[space])


def paid(
    box: Components, view: View, seat: int, player: Player, space: int, payment: str, parts: Sequence[Part]
) -> Ahead:
    """Pay for a space, and apply the parts of its effect that need no choice."""
    workers, turquoise, black, roubles = payment_of(payment)
    player.workers -= workers
    player.turquoise -= turquoise
    player.black -= black
    player.roubles -= roubles
    happen(box, view, player, parts)
    return Ahead(player, [*view.stacks, StackView(space, seat, workers, turquoise, black, roubles)])


def happen(box: Components, view: View, player: Player, parts: Sequence[Part]) -> None:
    """Apply the parts of an effect that need no choice."""
    for part in parts:
        match part.verb:
            case verbs.TRACK | verbs.TRACK_UP_TO:
                only_steps(box, view, player, part.mask, part.count)
            case verbs.INDUSTRY:
                only_markers(box, player, part.count)
            case verbs.POINTS:
                player.points += part.count
            case verbs.DOUBLER:
                player.doublers = min(box.doubler_places, player.doublers + part.count)
            case verbs.ROUBLE | verbs.HELD_ROUBLE:
                player.roubles += part.count
            case verbs.WORKER:
                player.workers += min(part.count, player.reserve)
            case verbs.TEMPORARY_WORKER:
                player.turquoise += view.turquoise
            case verbs.BLACK_WORKER:
                player.black += 1
            case verbs.HIRE:
                player.engineers.append(view.strip[-1])
            case verbs.SPECIAL_ENGINEER:
                player.engineers.append(box.special_engineer)
            case verbs.REVALUE:
                player.revalued = 1
            case verbs.MEDAL:
                player.medal = 1
            case verbs.SECOND_MARKER:
                player.markers[1] = 0
            case verbs.SCORE_ENGINEERS:
                player.points += sum(player.engineers)
            case verbs.SCORE_LOCOMOTIVES:
                player.points += sum(sorted(player.locomotives, reverse=True)[: part.count])


def only_steps(box: Components, view: View, player: Player, mask: int, count: int) -> None:
    """Make steps as long as only one track can move."""
    for _ in range(count):
        ways = [
            (railroad, colour)
            for railroad in range(len(RAILROADS))
            for colour in range(box.colours[railroad])
            if mask >> colour & 1 and can_step(box, player.tracks, railroad, colour)
        ]
        if len(ways) != 1:
            return
        advance(box, view, player, *ways[0])


def only_markers(box: Components, player: Player, count: int) -> None:
    for _ in range(count):
        ways = [marker for marker in (0, 1) if can_advance(box, player, marker)]
        if len(ways) != 1 or player.markers[ways[0]] == NONE:
            return
        player.markers[ways[0]] += 1


def advance(box: Components, view: View, player: Player, railroad: int, colour: int) -> None:
    """Move a track one space, and apply the reward of a special space that it reaches."""
    if player.tracks[railroad * PER_RAILROAD + colour] == NONE:
        return
    step(box, player.tracks, railroad, colour)
    for index, special in enumerate(box.specials):
        if special.railroad != railroad or special.scoring or player.gained >> index & 1:
            continue
        if reached(player, railroad, special.colour, special.space, special.locomotive):
            player.gained |= 1 << index
            happen(box, view, player, special.parts)


def put_locomotive(box: Components, player: Player, place: int, number: int) -> None:
    """Place a locomotive, then each displaced one, as long as there is only one place for it (RR-LOCO-09)."""
    there = player.locomotives
    while number:
        there[place], number = number, there[place]
        if there[0] < there[1]:
            there[0], there[1] = there[1], there[0]
        ways = [at for at, other in enumerate(there) if other < number and not (at == 0 and other == there[1])]
        given_up = all_places_full(player) and not (box.strict_flip and ways)
        if len(ways) != 1 or given_up:
            return
        place = ways[0]

"""What the open end of the track is worth that a card would leave: can other cards follow?"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from trainshed.games.lok_n_roll.bot.habits import Habits
from trainshed.games.lok_n_roll.rules.components import CHAOS, Components
from trainshed.games.lok_n_roll.rules.effects import ChooseTurn
from trainshed.games.lok_n_roll.rules.geometry import Form
from trainshed.games.lok_n_roll.rules.state import LokState


@lru_cache(maxsize=16)
def shares(box: Components) -> tuple[tuple[Form, float], ...]:
    """Every form, and its share of all pairs of a track card and a form in which it can be laid."""
    counts: dict[int, int] = {}
    forms: dict[int, Form] = {}
    for card, ways in enumerate(box.forms):
        for form in ways:
            counts[id(form)] = counts.get(id(form), 0) + box.counts[card]
            forms[id(form)] = form
    total = sum(counts.values())
    return tuple((forms[key], count / total) for key, count in counts.items())


def end_gain(world: LokState, card: int, form: Form, blocked: float, cramped: float) -> float:
    """Gain of the open end that this card would leave; only shapes are tested, not values."""
    table = world.box.table
    laid = world.place(card, form)
    track = [*world.track, laid]
    fits = table.room(track, laid.x, laid.y, laid.heading)
    if fits == 0:
        return blocked
    bad = 0.0
    for other, share in shares(world.box):
        if other.side & fits:
            after = table.lay(card, other, laid.x, laid.y, laid.heading)
            track.append(after)
            if table.room(track, after.x, after.y, after.heading):
                track.pop()
                continue
            track.pop()
        bad += share
    return cramped * bad


def ways_to_lay(world: LokState, asked: ChooseTurn, moves: Sequence[int], habit: Habits) -> list[float]:
    """Gain of each turn of a card; room at the end counts more if the hand has another card of its value."""
    box = world.box
    blocked, cramped = habit.blocked, habit.cramped
    if asked.place == asked.seat:
        value = box.value[asked.card]
        for card in world.players[asked.seat].hand:
            if box.value[card] == value and box.kind[card] != CHAOS:
                blocked, cramped = -2.0, -1.0
                break
    forms = {form.turn: form for form in box.forms[asked.card]}
    return [end_gain(world, asked.card, forms[move - box.first_turn], blocked, cramped) for move in moves]

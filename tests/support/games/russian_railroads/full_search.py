"""Both look-aheads of Russian Railroads beside a search without bound, over positions of random and of made games.

The search plays an action out by the rules, tries every answer without leaving one out, and stops when the action has
been carried out in full or nothing is left to try. It shares no shortcut with `rules/look_ahead.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tests.support.games.russian_railroads.table import GAME, wander
from trainshed.games.russian_railroads.rules.actions.carry import Carry
from trainshed.games.russian_railroads.rules.effect_notation import ORDER, REPEAT
from trainshed.games.russian_railroads.rules.in_progress import IN_FULL_ONLY, ON_TRIAL, carry_out
from trainshed.games.russian_railroads.rules.look_ahead import CarriedOut, can_in_full, trial_of
from trainshed.games.russian_railroads.rules.player import reached
from trainshed.games.russian_railroads.rules.spaces import exists, parts_of
from trainshed.games.russian_railroads.rules.state import RailState
from trainshed.games.russian_railroads.rules.turns import Turn
from trainshed.kernel.agenda import NATURE


def possible(trial: RailState) -> bool:
    """Can the action on trial be carried out in full? Every answer is tried, without a bound."""
    seen: set[bytes] = set()
    todo = [trial]
    while todo:
        here = todo.pop()
        if here.over:
            continue
        if isinstance(here.top, CarriedOut):
            return True
        found = repr([[type(e).__name__, *e.args()] for e in here.agenda]).encode() + repr(here.facts()).encode()
        if found in seen:
            continue
        seen.add(found)
        for move in here.moves():
            after = here.clone()
            after.apply(move)
            todo.append(after)
    return False


def begun(state: RailState, seat: int, space: int) -> RailState:
    """The action of a space on trial."""
    trial = trial_of(state, seat)
    carry_out(trial, seat, parts_of(state, space), ON_TRIAL, space)
    trial.settle()
    return trial


def compare(state: RailState) -> tuple[int, list[str]]:
    """How many verdicts of both look-aheads were compared in this position, and in which the search says otherwise."""
    count = 0
    found: list[str] = []
    top = state.top
    if isinstance(top, Turn):
        for space in state.box.spaces:
            if exists(state, space) or {part.verb for part in parts_of(state, space.index)} & {ORDER, REPEAT}:
                continue
            count += 1
            says = can_in_full(state, top.seat, space.index, parts_of(state, space.index))
            if says != possible(begun(state, top.seat, space.index)):
                found.append(f"{space.name} is {'offered' if says else 'refused'}: {state.dump().hex()}")
    elif isinstance(top, Carry) and top.full == IN_FULL_ONLY:
        for move in top.possible(state):
            count += 1
            trial = trial_of(state, top.seat)
            top.rest(top.parts, ON_TRIAL, top.later).make(trial, move, False)
            trial.settle()
            says = top.keeps_rest(state, move)
            if says != possible(trial):
                word = GAME.vocabulary.word(move)
                found.append(f"{word} {'keeps' if says else 'loses'} the rest: {state.dump().hex()}")
    return count, found


def positions(seed: int) -> Iterator[RailState]:
    """Positions of random games without end; in every other one a player's board is made anew before each turn."""
    number = 0
    while True:
        rng = Random(seed * 100_003 + number)
        state: RailState = GAME.start(2 + number % 3)
        while not state.over:
            if state.actor != NATURE:
                if number % 2 and isinstance(state.top, Turn):
                    shuffle(state, rng)
                yield state
            wander(state, rng)
        number += 1


def shuffle(state: RailState, rng: Random) -> None:
    """Give the acting player a board on which actions are often close to impossible."""
    box = state.box
    own = state.players[state.actor]
    built = rng.randrange(box.slots + 1)
    own.factories = [rng.choice([2, 3, 5, 7, 7, 2, rng.randrange(1, box.numbers + 1)]) for _ in range(built)]
    own.markers = [max(0, box.lane_reach[built] - rng.randrange(4)), -1]
    own.locomotives = sorted([rng.randrange(10), rng.randrange(10)], reverse=True) + [rng.randrange(10) for _ in "12"]
    used = rng.sample(range(len(box.token_names)), rng.randrange(4))
    own.tokens = sum(1 << token for token in used)
    for railroad, length in enumerate(box.length):
        front = length - rng.choice([0, 0, 1, 2, rng.randrange(length)])
        for colour in range(box.colours[railroad]):
            at = railroad * 5 + colour
            if colour == 0:
                own.tracks[at] = front
            elif own.tracks[at] >= 0:
                own.tracks[at] = front = max(0, front - rng.choice([1, 1, 2]))
    for colour, opens in enumerate(box.opens):
        if colour and own.tracks[0] >= opens:
            for railroad in range(len(box.length)):
                at = railroad * 5 + colour
                if colour < box.colours[railroad] and own.tracks[at] < 0:
                    own.tracks[at] = 0
    own.gained = 0
    for index, special in enumerate(box.specials):
        at_it = reached(own, special.railroad, special.colour, special.space, special.locomotive)
        if at_it and not special.scoring:  # as in any game: a reward is gained when it is reached
            own.gained |= 1 << index
    if own.markers[0] >= box.lane_question or rng.random() < 0.3:
        own.gained |= 1 << len(box.specials)
    if rng.random() < 0.3:
        state.piles = [0] * len(state.piles)
        state.piles[rng.randrange(1, len(state.piles))] = 1
    state._moves = None
    state.settle()

"""Heuristic for Russian Railroads: estimates the value of each move in points, without search.

`weigh` reads only what the seat to move may know: it looks at nobody else's end bonus cards, and into the pile only
while the seat chooses from it, so all worlds drawn from one view get the same weights.

A step is worth the points it adds to a scoring phase, times the scoring phases that are left, plus tuned values
(`Habits`) for what it makes possible later: colours, reach, tokens, room. A space is worth its best steps less its
price; a piece costs what it would bring elsewhere. The values of `Habits` were tuned by self-play.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final, NamedTuple

from trainshed.games.russian_railroads.rules.actions.cards import Again, UseCard
from trainshed.games.russian_railroads.rules.actions.carry import Carry
from trainshed.games.russian_railroads.rules.actions.repeat import Repeat
from trainshed.games.russian_railroads.rules.actions.tiles import PlaceLocomotive, ReplaceFactory
from trainshed.games.russian_railroads.rules.actions.tokens import UseToken
from trainshed.games.russian_railroads.rules.bonus import ChooseBonus, LookOrTen
from trainshed.games.russian_railroads.rules.components import KIEV, ST_PETERSBURG, TRANS_SIBERIAN, Components
from trainshed.games.russian_railroads.rules.effect_notation import (
    ANY_COLOUR,
    BLACK,
    BLACK_BIT,
    BLACK_WORKER,
    BUILD,
    DOUBLER,
    END_BONUS,
    FACTORY,
    HELD_ROUBLE,
    HIRE,
    INDUSTRY,
    LOCOMOTIVE,
    MEDAL,
    ORDER,
    POINTS,
    QUESTION_CARD,
    QUESTION_TOKEN,
    REPEAT,
    REVALUE,
    ROUBLE,
    SCORE_ENGINEERS,
    SCORE_LOCOMOTIVES,
    SECOND_MARKER,
    SPECIAL_ENGINEER,
    SPECIAL_LOCOMOTIVE,
    STAR,
    TEMPORARY_WORKER,
    TRACK,
    TRACK_UP_TO,
    WORKER,
    Part,
)
from trainshed.games.russian_railroads.rules.player import NONE, PER_RAILROAD, Player, bonus_points
from trainshed.games.russian_railroads.rules.set_up import ChooseStart
from trainshed.games.russian_railroads.rules.spaces import cost_of, parts_of
from trainshed.games.russian_railroads.rules.state import RailState
from trainshed.games.russian_railroads.rules.turns import Pay, Relocate, Turn, space_of
from trainshed.games.russian_railroads.rules.words import AGAIN, DONE, GIVE_UP, PASS, STAY, TEN, Words
from trainshed.kernel.shared.weights import alike, weights

SHARPNESS: Final = 0.15
"""Each point that a move is worse than the best divides its weight by e to this power."""


class Habits(NamedTuple):
    """Tuned parameters of the heuristic, in points; "Later" values count for each scoring phase after the next."""

    black: tuple[tuple[float, ...], ...] = (
        (0.0, 0.0, 2.1, 0.27, 0.19, 0.5, 1.26, 0.54, 0.3, 0.38, 1.05, 0.21, 0.21, 0.34, 0.34, 1.68),
        (0.0, 0.0, 0.6, 0.7, 0.9, 0.6, 0.9, 0.3, 0.3, 0.3),
        (0.0, 0.0, 0.4, 0.28, 0.2, 0.4, 0.5, 0.6, 0.4, 0.3),
    )
    """Later: a black step, by railroad and space."""
    room: tuple[float, ...] = (0.3, 0.2, 0.27)
    """Later: a step that makes room for the next colour, by railroad."""
    crowded: float = 1.0
    """Later: the same where the next colour stands directly behind."""
    beyond: tuple[float, ...] = (1.0, 0.75, 0.6, 0.5, 0.4, 0.3, 0.2, 0.07, 0.0)
    """The share of its later value that a step keeps, by the number of spaces beyond the reach of the locomotives."""
    reach: float = 0.35
    """Later: a space in reach of the locomotives where no track, or only black, lies yet."""
    double: float = 1.2
    """Later: a doubler."""
    hope: float = 0.2
    """The share of the doubled points that counts for a step where a doubler can still be placed."""
    lane: float = 0.4
    """Later: an industry step."""
    gap: float = 1.7
    """Later: a factory that closes the next gap."""
    near: tuple[float, ...] = (1.0, 0.7, 1.0, 0.8, 0.6, 0.5, 0.4, 0.3)
    """The share of the value of a factory, by the distance of the marker."""
    token: tuple[float, float] = (8.0, 3.0)
    """A question token: a fixed value, and later."""
    sp_gray: float = 0.4
    """Later: gray on St Petersburg on its way to the space that doubles."""
    medal: float = 1.2
    """Later: gray on Kiev on its way to the space of the medal, before the player has the medal."""
    worker: tuple[float, float] = (1.5, 0.9)
    """The value of a worker in a turn: fixed, and for each scoring phase left."""
    rouble: tuple[float, float] = (2.0, 2.8)
    """The value of a rouble that is kept: fixed, and for each later scoring phase."""
    patience: float = 1.0
    """Added for spaces that others can take: own engineers and spaces that are never occupied can wait."""
    engineer: tuple[float, float, float] = (10.0, 16.0, 38.0)
    """One more engineer, if the opponent with most then has more, as many, or fewer."""
    service: float = 0.8
    """The share of the rounds left in which a hired engineer will be used."""
    number: float = 0.3
    """Each unit of an engineer's number."""
    claim: tuple[float, float] = (5.5, 2.0)
    """Claiming position 1 or 2, beside the relocation."""
    relocation: float = 0.3
    """The share of the value of a worker that its relocation brings."""
    turquoise: float = 2.2
    """The turquoise workers together, in workers."""
    end_bonus: float = 18.0
    """An end bonus choice."""
    repeat: float = 1.2
    """Carrying out an action again, in workers."""
    ability: tuple[float, ...] = (0.0, 0.0, 2.5, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0)
    """Later: added for each factory number, beside the value of its parts."""
    second: float = 3.0
    """Later: the second marker."""
    revalue: float = 4.0
    """Later: the revaluation, for spaces still to come."""
    black_worker: float = 1.3
    """The black worker, in workers."""


HABITS: Final = Habits()


def weigh(world: RailState, moves: Sequence[int]) -> list[int]:
    """A weight for each of these moves, higher is better; also fit for drawing moves at random by weight."""
    gains = gains_of(world, moves) if len(moves) > 1 else []
    return weights(gains, SHARPNESS) if gains else alike(len(moves))


def gains_of(world: RailState, moves: Sequence[int]) -> list[float]:
    """What each of these moves is worth in points; nothing where it makes no difference."""
    asked: Any = world.top
    kind = type(asked)
    thought = Thought(world, asked.seat, HABITS)
    if kind is Carry:
        return thought.steps(moves)
    if kind is Turn:
        return thought.turns(moves)
    if kind is Pay:
        return thought.payments(asked.space, moves)
    if kind is PlaceLocomotive:
        return thought.places(asked.number, moves)
    if kind is UseToken:
        return [thought.token(move - world.game.words.token) for move in moves]
    if kind is UseCard:
        return [thought.card(move) for move in moves]
    if kind is ChooseBonus or kind is LookOrTen:
        return [thought.bonus(move) for move in moves]
    if kind is Relocate or kind is Repeat:
        return [thought.again(move, kind is Repeat) for move in moves]
    if kind is ReplaceFactory:
        return [thought.replacement(move, asked.number) for move in moves]
    if kind is Again:
        return [thought.once_more(move) for move in moves]
    if kind is ChooseStart:
        box = world.box
        return [thought.parts(box.start_parts[move - world.game.words.start]) for move in moves]
    return []  # which worker changes places makes no difference


class ComponentFacts:
    """Tables that depend on the components only."""

    __slots__ = ("double", "gaps", "medal", "rewards", "rises", "stars")

    def __init__(self, box: Components) -> None:
        self.rises = [
            [values[0], *[after - before for before, after in pairwise(values)]]
            for values in (box.values, box.revalued)
        ]
        """Points that a step with a colour adds to its space, before and after the revaluation."""
        self.stars = [0] * (box.length[KIEV] + 1)
        self.medal = (99, 0)
        self.double = 99
        """The space of St Petersburg from which its points count double."""
        self.rewards: dict[tuple[int, int], tuple[bool, list[Part]]] = {}
        """By track and space: whether a locomotive is needed, and the parts of the reward."""
        for special in box.specials:
            part = special.parts[0]
            if special.scoring:
                if part.verb == STAR and special.medal:
                    self.medal = (special.space, part.count)
                elif part.verb == STAR:
                    self.stars[special.space] = part.count
                else:
                    self.double = special.space
                    self.rewards[(special.railroad * PER_RAILROAD + special.colour, special.space)] = (True, [])
            else:
                parts = [p for p in special.parts if p.verb in (QUESTION_TOKEN, WORKER, POINTS)]
                if parts:
                    track = special.railroad * PER_RAILROAD + special.colour
                    self.rewards[(track, special.space)] = (special.locomotive, parts)
        self.gaps = [at for at, slot in enumerate(box.lane_slot) if slot]


@lru_cache(maxsize=16)
def printed(box: Components) -> ComponentFacts:
    return ComponentFacts(box)


class Thought:
    """Estimates the value of moves for one seat in one position."""

    __slots__ = (
        "box",
        "facts",
        "habit",
        "later",
        "left",
        "memo",
        "player",
        "reaches",
        "rouble",
        "runs",
        "seat",
        "worker",
        "world",
    )

    def __init__(self, world: RailState, seat: int, habit: Habits) -> None:
        box = world.box
        player = world.players[seat]
        self.world = world
        self.box = box
        self.facts = printed(box)
        self.habit = habit
        self.seat = seat
        self.player: Player = player
        left = (
            box.quantities[world.seats].rounds - world.round + 1 if world.round else box.quantities[world.seats].rounds
        )
        self.left: int = left
        """Scoring phases that are still to come."""
        self.later: int = left - 1
        locomotives = player.locomotives
        self.reaches: tuple[int, int, int] = (locomotives[0] + locomotives[1], locomotives[2], locomotives[3])
        self.worker: float = habit.worker[0] + habit.worker[1] * left
        self.rouble: float = habit.rouble[0] + habit.rouble[1] * (left - 1) if left > 1 else 0.1
        self.runs: dict[int, list[float]] = {}
        self.memo: dict[int, float] = {}

    # ------------------------------------------------------------ tracks

    def step(self, tracks: list[int], at: int) -> float:
        """The value of moving this track one space."""
        habit = self.habit
        later = self.later
        player = self.player
        railroad = at // PER_RAILROAD
        colour = at - PER_RAILROAD * railroad
        to = tracks[at] + 1
        gap = to - self.reaches[railroad]
        share: float = self.left if gap <= 0 else (habit.beyond[gap] * later if gap < len(habit.beyond) else 0.0)
        points: float
        if colour == BLACK:
            gain = habit.black[railroad][to] * later
            if railroad == KIEV:
                gain += share * self.facts.stars[to]
        else:
            points = self.facts.rises[player.revalued][colour]
            if railroad == TRANS_SIBERIAN:
                if to <= player.doublers:
                    points += points
                elif to <= self.box.doubler_places:
                    points += points * habit.hope
                gain = points * share
            elif railroad == ST_PETERSBURG:
                if tracks[at - colour + 1] >= self.facts.double and self.reaches[1] >= self.facts.double:
                    points += points
                gain = points * share
                if colour == 1:
                    gain += habit.sp_gray * later
            else:
                gain = points * share
                if colour == 1:
                    space, medal = self.facts.medal
                    if to <= space:
                        if player.medal:
                            gain += share * medal / 5 if to < space else share * medal
                        elif later:
                            gain += habit.medal * later
        if colour + 1 < self.box.colours[railroad]:
            behind = tracks[at + 1]
            if behind >= 0:
                gain += (habit.crowded if behind == to - 2 else habit.room[railroad]) * later
        reward = self.facts.rewards.get((at, to))
        if reward is not None:
            needs, parts = reward
            worth = share / self.left if needs else 1.0
            if parts:
                gain += worth * self.parts(parts)
            else:  # St Petersburg counts twice
                gain += share * self.track_points(ST_PETERSBURG)
        return gain

    def track_points(self, railroad: int) -> float:
        """The points that a railroad scores now, before anything doubles it."""
        values = self.box.revalued if self.player.revalued else self.box.values
        tracks = self.player.tracks
        limit = self.reaches[railroad]
        points = behind = 0
        base = railroad * PER_RAILROAD
        for colour in range(self.box.colours[railroad] - 1, 0, -1):
            front = tracks[base + colour]
            front = min(front, limit)
            if front > behind:
                points += values[colour] * (front - behind)
                behind = front
        return points

    def run(self, colour: int, count: int) -> list[float]:
        """The values of the best steps with one colour, one after the other; at least `count` if possible."""
        run = self.runs.get(colour)
        if run is not None and len(run) >= count:
            return run
        box = self.box
        tracks = self.player.tracks[:]
        run = []
        while len(run) < count:
            best = -1.0
            chosen = -1
            for railroad in range(3):
                if colour >= box.colours[railroad]:
                    break
                at = railroad * PER_RAILROAD + colour
                to = tracks[at] + 1
                if to > 0 and (to <= box.length[railroad] if colour == BLACK else to < tracks[at - 1]):
                    gain = self.step(tracks, at)
                    if gain > best:
                        best, chosen = gain, at
            if chosen < 0:
                break
            run.append(best)
            tracks[chosen] += 1
        self.runs[colour] = run
        return run

    def best_steps(self, mask: int, count: int) -> float:
        """The approximate value of `count` steps with these colours."""
        if mask & (mask - 1) == 0:
            return sum(self.run(mask.bit_length() - 1, count)[:count])
        gains: list[float] = []
        for colour in range(5):
            if mask >> colour & 1:
                gains += self.run(colour, count)[:count]
        gains.sort(reverse=True)
        return sum(gains[:count])

    # ------------------------------------------------------------ locomotives

    def reach_gain(self, railroad: int, reach: int) -> float:
        """The value of extending the reach of the locomotives of a railroad to `reach`."""
        now = self.reaches[railroad]
        reach = min(reach, self.box.length[railroad])
        if reach <= now:
            return 0.0
        key = railroad * 32 + reach
        known = self.memo.get(key)
        if known is not None:
            return known
        player = self.player
        habit = self.habit
        values = self.box.revalued if player.revalued else self.box.values
        tracks = player.tracks
        base = railroad * PER_RAILROAD
        black = tracks[base]
        points = 0.0
        gain = 0.0
        double = railroad == ST_PETERSBURG and min(tracks[base + 1], reach) >= self.facts.double
        colour = self.box.colours[railroad] - 1
        for space in range(now + 1, reach + 1):
            if space > black:
                gain += habit.reach * self.later * (reach - space + 1)
                break
            while colour and tracks[base + colour] < space:
                colour -= 1
            # further along the railroad lie colours of lower value
            point = values[colour]
            if railroad == TRANS_SIBERIAN:
                points += point * 2 if space <= player.doublers else point
            else:
                points += point
                if railroad == KIEV:
                    points += self.facts.stars[space]
            if colour == 0:
                gain += habit.reach * self.later
        if double:
            points += points if now >= self.facts.double else points + self.track_points(ST_PETERSBURG)
        for (track, space), (needs, parts) in self.facts.rewards.items():
            if (
                needs
                and parts
                and track // PER_RAILROAD == railroad
                and now < space <= reach
                and tracks[track] >= space
            ):
                gain += self.parts(parts)
        if railroad == KIEV and player.medal:
            space, medal = self.facts.medal
            if now < space <= reach and tracks[base + 1] >= space:
                points += medal
        gain += points * self.left
        self.memo[key] = gain
        return gain

    def place_gain(self, there: list[int], number: int, at: int) -> float:
        """The value of placing a locomotive there, with the displaced one on its best place."""
        after = there[:]
        old = after[at]
        after[at] = number
        if after[0] < after[1]:
            after[0], after[1] = after[1], after[0]
        if old:
            best = -1.0
            for other in range(4):
                if after[other] < old and not (other == 0 and after[0] == after[1]):
                    gain = self.place_gain(after, old, other)
                    best = max(best, gain)
            if best >= 0.0:
                return best
        return self.reach_gain(0, after[0] + after[1]) + self.reach_gain(1, after[2]) + self.reach_gain(2, after[3])

    def locomotive(self, number: int) -> float:
        """The value of a locomotive of this number on the best place; 0 if it fits nowhere."""
        there = self.player.locomotives
        best = 0.0
        for at in range(4):
            if there[at] < number and not (at == 0 and there[0] == there[1]):
                gain = self.place_gain(there, number, at)
                best = max(best, gain)
        return best

    # ------------------------------------------------------------ industry

    def industry_step(self, at: int) -> float:
        """The value of moving a marker one space on from this space of the lane."""
        box = self.box
        to = at + 1
        scores = box.lane_scores
        gain = (scores[to] - scores[at]) * self.left + self.habit.lane * self.later
        slot = box.lane_slot[to]
        if slot:
            factories = self.player.factories
            if slot <= len(factories):
                gain += self.ability(factories[slot - 1])
            gain += 0.5 * (scores[to + 1] - scores[to]) * self.later
        elif box.lane_slot[at]:
            gain -= 0.5 * (scores[to] - scores[at]) * self.later
        if to == box.lane_question and not self.player.gained >> len(box.specials) & 1:
            gain += self.habit.token[0] + self.habit.token[1] * self.later
        return gain

    def industry_run(self, count: int, factories: int) -> float:
        """The approximate value of `count` industry steps, all with the better marker."""
        box = self.box
        end = box.lane_reach[factories]
        best = 0.0
        first, second = self.player.markers
        for marker, other in ((first, second), (second, first)):
            if marker == NONE:
                continue
            gain = 0.0
            stop = min(end, marker + count)
            for at in range(marker, other - 1 if marker < other <= stop else stop):
                gain += self.industry_step(at)
            best = max(best, gain)
        return best

    def ability(self, number: int) -> float:
        """The value of the effect of a factory of this number when a marker enters it."""
        known = self.memo.get(-number)
        if known is not None:
            return known
        later = self.later
        gain = self.habit.ability[number] * later
        for part in self.box.factory_parts[number]:
            verb = part.verb
            if verb not in (BUILD, INDUSTRY):
                gain += self.part(part)
        self.memo[-number] = gain
        return gain

    def factory(self, number: int) -> float:
        """The value of building a factory of this number."""
        player = self.player
        habit = self.habit
        box = self.box
        slot = len(player.factories)
        front = max(player.markers)
        if slot >= box.slots:
            gap = self.facts.gaps[-1]
            return 0.3 * self.ability(number) if front < gap else 0.0
        gap = self.facts.gaps[slot]
        distance = gap - front
        share = habit.near[distance if distance < len(habit.near) else -1]
        if self.later == 0:
            share *= 0.2
        gain = share * (habit.gap * self.later + self.ability(number))
        if player.bonus:
            gain += 4.0 * self.holds("factories")
        return gain

    # ------------------------------------------------------------ parts

    def holds(self, name: str) -> bool:
        """Is this end bonus card held?"""
        return self.box.bonus_names.index(name) in self.player.bonus

    def doublers(self, count: int) -> float:
        player = self.player
        habit = self.habit
        values = self.box.revalued if player.revalued else self.box.values
        gain = 0.0
        place = player.doublers
        for _ in range(count):
            place += 1
            if place > self.box.doubler_places:
                break
            colour = 4
            tracks = player.tracks
            while colour and tracks[colour] < place:
                colour -= 1
            point = values[colour]
            gain += habit.double * self.later
            if place <= self.reaches[0]:
                gain += point * self.left
            else:
                gain += point * self.later * 0.6
        return gain

    def engineer(self, number: int) -> float:
        """The value of hiring this engineer; 0 for none."""
        if number == 0:
            return 0.0
        habit = self.habit
        own = len(self.player.engineers) + 1
        most = max([len(p.engineers) for seat, p in enumerate(self.world.players) if seat != self.seat])
        gain = habit.engineer[0 if most > own else 1 if most == own else 2] + habit.number * number
        use = self.parts(self.box.engineer_parts[number]) - self.worker
        if use > 0:
            gain += habit.service * self.left * use * 0.5
        if self.player.bonus and self.holds("hired_engineers"):
            gain += 6
        return gain

    def part(self, part: Part) -> float:
        """The value of a printed part."""
        verb, count = part.verb, part.count
        habit = self.habit
        if verb in (TRACK, TRACK_UP_TO):
            return self.best_steps(part.mask, count)
        if verb == BUILD:
            gain = 0.0
            number = self.world.lowest_pile()
            if part.mask & LOCOMOTIVE and number:
                gain = self.locomotive(number)
            if part.mask & FACTORY:
                gain = max(gain, self.best_factory(number))
            return gain
        if verb == INDUSTRY:
            return self.industry_run(count, len(self.player.factories))
        if verb == DOUBLER:
            return self.doublers(count)
        if verb in (ROUBLE, HELD_ROUBLE):
            return count * self.rouble
        if verb == POINTS:
            return float(count)
        if verb == WORKER:
            return (habit.worker[0] + habit.worker[1] * self.left * 0.5) * self.left if self.player.reserve else 0.0
        if verb == TEMPORARY_WORKER:
            return habit.turquoise * self.worker
        if verb == HIRE:
            return self.engineer(self.world.strip[-1])
        if verb == ORDER:
            return habit.relocation * self.worker + habit.claim[0 if count == 1 else 1]
        if verb == QUESTION_TOKEN:
            return habit.token[0] + habit.token[1] * self.later
        if verb == REPEAT:
            return habit.repeat * self.worker
        if verb == END_BONUS:
            return habit.end_bonus
        if verb == SCORE_ENGINEERS:
            return float(sum(self.player.engineers))
        if verb == SCORE_LOCOMOTIVES:
            return float(sum(sorted(self.player.locomotives, reverse=True)[:count]))
        if verb == SPECIAL_ENGINEER:
            return self.engineer(self.box.special_engineer)
        if verb == SPECIAL_LOCOMOTIVE:
            return self.locomotive(count)
        if verb == BLACK_WORKER:
            return habit.black_worker * (habit.worker[0] + habit.worker[1] * self.left * 0.5) * self.left
        if verb == REVALUE:
            return self.revaluation() * self.left + habit.revalue * self.later
        if verb == SECOND_MARKER:
            return habit.second * self.later * (1 + len(self.player.factories))
        if verb == MEDAL:
            return self.medal()
        if verb == QUESTION_CARD:
            words: Words = self.world.game.words
            cards = [
                self.card(words.card + card) for card in range(len(self.box.card_names)) if self.world.cards >> card & 1
            ]
            return max(cards, default=0.0)
        return 0.0

    def parts(self, parts: list[Part]) -> float:
        gain = 0.0
        for part in parts:
            gain += self.part(part)
        return gain

    def best_factory(self, number: int) -> float:
        gain = self.factory(number) if number else 0.0
        for other, count in enumerate(self.world.open_factories):
            if count:
                gain = max(gain, self.factory(other))
        return gain

    def revaluation(self) -> float:
        """The points that the revaluation would add to a scoring phase now."""
        box, player = self.box, self.player
        if player.revalued:
            return 0.0
        points = 0
        for railroad in range(3):
            limit = self.reaches[railroad]
            behind = 0
            base = railroad * PER_RAILROAD
            for colour in range(box.colours[railroad] - 1, 1, -1):
                front = min(player.tracks[base + colour], limit)
                if front > behind:
                    more = box.revalued[colour] - box.values[colour]
                    points += more * (front - behind)
                    if railroad == 0 and player.doublers > behind:
                        points += more * (min(front, player.doublers) - behind)
                    behind = front
        return points

    def medal(self) -> float:
        """The value of the Kiev medal: its points for each round that is left once gray and a locomotive are there."""
        player = self.player
        space, points = self.facts.medal
        tracks = player.tracks
        missing = max(0, space - tracks[2 * PER_RAILROAD + 1]) + max(0, space + 1 - tracks[2 * PER_RAILROAD])
        if player.locomotives[3] < space:
            missing += 2
        if tracks[2 * PER_RAILROAD + 1] == NONE:
            missing += 1
        rounds = self.left - missing / 2.5
        return points * rounds if rounds > 0 else 0.0

    # ------------------------------------------------------------ values of answers

    def steps(self, moves: Sequence[int]) -> list[float]:
        """The values of the steps of an action or effect."""
        words: Words = self.world.game.words
        tracks = self.player.tracks
        gains: list[float] = []
        for move in moves:
            index = move - words.advance
            if 0 <= index < len(words.tracks):
                gains.append(self.step(tracks, words.tracks[index].at))
            elif words.industry <= move <= words.industry + 1:
                gains.append(self.industry_step(self.player.markers[move - words.industry]))
            elif move == words.locomotive:
                gains.append(self.locomotive(self.world.lowest_pile()))
            elif move == words.factory:
                gains.append(self.factory(self.world.lowest_pile()))
            elif move == DONE:
                gains.append(0.0)
            else:
                gains.append(self.factory(move - words.open_factory))
        return gains

    def turns(self, moves: Sequence[int]) -> list[float]:
        """The values of spaces, and of passing, which leaves every worker unused."""
        world, player = self.world, self.player
        habit = self.habit
        spaces = world.box.spaces
        hands = player.workers + player.turquoise + player.black
        gains: list[float] = []
        for move in moves:
            if move == PASS:
                gains.append(-self.worker * hands - (0.0 if self.later else self.rouble * player.roubles))
                continue
            space = space_of(world, move)
            workers, roubles = cost_of(world, space)
            short = workers - hands
            if short > 0:
                workers = hands
                roubles += short
            gain = self.parts(parts_of(world, space)) - workers * self.worker - roubles * self.rouble
            if space < len(spaces) and not spaces[space].never_occupied:
                gain += habit.patience
            gains.append(gain)
        return gains

    def payments(self, space: int, moves: Sequence[int]) -> list[float]:
        """The values of payments: turquoise workers first, the black one where it earns a step, roubles last."""
        words: Words = self.world.game.words
        black = -0.5
        for part in parts_of(self.world, space):
            if part.verb == TRACK and part.mask & BLACK_BIT and part.mask != ANY_COLOUR:
                black = 2.0
        gains: list[float] = []
        for move in moves:
            paid = words.payments[move - words.pay]
            gains.append(paid.turquoise + black * paid.black - 2.0 * paid.roubles)
        return gains

    def places(self, number: int, moves: Sequence[int]) -> list[float]:
        first: int = self.world.game.words.place
        there = self.player.locomotives
        return [0.0 if move == GIVE_UP else self.place_gain(there, number, move - first) for move in moves]

    def token(self, token: int) -> float:
        return self.parts(self.box.token_parts[token])

    def card(self, move: int) -> float:
        if move == DONE:
            return 0.0
        return self.parts(self.box.card_parts[move - self.world.game.words.card])

    def again(self, move: int, repeat: bool) -> float:
        """The value of a space for a relocated worker, or of repeating its action."""
        if move in (STAY, DONE):
            return 0.0
        world = self.world
        space = move - world.game.words.repeat if repeat else space_of(world, move)
        return 0.5 + self.parts(parts_of(world, space))

    def replacement(self, move: int, number: int) -> float:
        slot: int = move - self.world.game.words.slot
        gap = self.facts.gaps[slot - 1]
        coming = sum([marker != NONE and marker < gap for marker in self.player.markers])
        return coming * (self.ability(number) - self.ability(self.player.factories[slot - 1]))

    def once_more(self, move: int) -> float:
        match AGAIN[move - self.world.game.words.again]:
            case "doubler":
                return self.doublers(1)
            case "industry":
                return self.industry_run(1, len(self.player.factories))
        return self.best_steps(BLACK_BIT, 1)

    def bonus(self, move: int) -> float:
        """The value of an end bonus card: its points now, and an estimated growth until the end."""
        if move == TEN:
            return float(self.box.bonus_instead)
        words = self.world.game.words
        if move == words.look:  # which cards lie there is not known; the best of all may be missing
            others = [card for card in range(len(self.box.bonus_names)) if card not in self.player.bonus]
            return sorted([self.bonus(words.bonus + card) for card in others])[-2:][0]
        box, player = self.box, self.player
        card = move - words.bonus
        row = box.bonuses[card]
        left = self.later
        points = float(bonus_points(box, player, card))
        if row.method == "majority":
            own = len(player.engineers)
            most = max([len(p.engineers) for seat, p in enumerate(self.world.players) if seat != self.seat])
            return 20.0 if own and abs(own - most) <= 1 else 6.0
        growth = {
            "extra_workers": 5.0,
            "doublers": 4.0,
            "railroads": 3.0,
            "black_sum": 2.5,
            "factories": 2.0,
            "question_tokens": 4.0,
            "hired_engineers": 3.0,
            "locomotive_sum": 4.0,
        }.get(row.id, 0.0)
        points += growth * left
        return min(points, row.max) if row.max else points

"""What steps on the railroads, locomotives and doublers are worth to a seat, for the heuristic."""

from __future__ import annotations

from trainshed.games.russian_railroads.bot.component_facts import printed
from trainshed.games.russian_railroads.bot.habits import Habits
from trainshed.games.russian_railroads.rules.components import KIEV, ST_PETERSBURG, TRANS_SIBERIAN
from trainshed.games.russian_railroads.rules.effect_notation import BLACK, Part
from trainshed.games.russian_railroads.rules.player import NONE, PER_RAILROAD, Player
from trainshed.games.russian_railroads.rules.state import RailState


class RailroadValues:
    """What steps, locomotives and doublers are worth to one seat in one position, in points."""

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
        rounds = box.rounds[world.seats]
        left = rounds - world.round + 1 if world.round else rounds
        left = min(left, habit.horizon)
        self.left: int = left
        """Scoring phases that are still to come."""
        self.later: int = left - 1
        locomotives = player.locomotives
        self.reaches: tuple[int, int, int] = (locomotives[0] + locomotives[1], locomotives[2], locomotives[3])
        self.worker: float = habit.worker[0] + habit.worker[1] * left
        self.rouble: float = habit.rouble[0] + habit.rouble[1] * (left - 1) if left > 1 else 0.1
        self.runs: dict[int, list[float]] = {}
        self.memo: dict[int, float] = {}

    def parts(self, parts: list[Part]) -> float:
        """The value of printed parts, such as those of a reward."""
        raise NotImplementedError

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
            points = float(self.facts.rises[player.revalued][colour])
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
        if colour:
            gain += habit.coloured[railroad][colour] * later
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
                gain += habit.reach[railroad] * self.later * (reach - space + 1)
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
                gain += habit.reach[railroad] * self.later
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

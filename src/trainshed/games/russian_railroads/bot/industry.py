"""What industry steps and factories are worth to a seat, for the heuristic."""

from __future__ import annotations

from trainshed.games.russian_railroads.bot.railroads import RailroadValues
from trainshed.games.russian_railroads.rules.effect_notation import BUILD, INDUSTRY, Part
from trainshed.games.russian_railroads.rules.player import NONE


class IndustryValues(RailroadValues):
    """Adds what industry steps and factories are worth."""

    __slots__ = ()

    def part(self, part: Part) -> float:
        """The value of one printed part."""
        raise NotImplementedError

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

    def best_factory(self, number: int) -> float:
        gain = self.factory(number) if number else 0.0
        for other, count in enumerate(self.world.open_factories):
            if count:
                gain = max(gain, self.factory(other))
        return gain

    def replacement(self, move: int, number: int) -> float:
        slot: int = move - self.world.game.words.slot
        gap = self.facts.gaps[slot - 1]
        coming = sum([marker != NONE and marker < gap for marker in self.player.markers])
        return coming * (self.ability(number) - self.ability(self.player.factories[slot - 1]))

    def holds(self, name: str) -> bool:
        """Is this end bonus card held?"""
        return self.box.bonus_names.index(name) in self.player.bonus

"""What printed parts, engineers, question tokens and cards are worth to a seat, for the heuristic."""

from __future__ import annotations

from trainshed.games.russian_railroads.bot.industry import IndustryValues
from trainshed.games.russian_railroads.rules.effect_notation import (
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
    TEMPORARY_WORKER,
    TRACK,
    TRACK_UP_TO,
    WORKER,
    Part,
)
from trainshed.games.russian_railroads.rules.words import DONE, Words


class PartValues(IndustryValues):
    """Adds what printed parts are worth, and what bears them: engineers, question tokens, question cards."""

    __slots__ = ()

    def parts(self, parts: list[Part]) -> float:
        gain = 0.0
        for part in parts:
            gain += self.part(part)
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

    def token(self, token: int) -> float:
        """The value of using this question token."""
        return self.parts(self.box.token_parts[token]) + self.habit.used[token] * self.later

    def card(self, move: int) -> float:
        if move == DONE:
            return 0.0
        return self.parts(self.box.card_parts[move - self.world.game.words.card])

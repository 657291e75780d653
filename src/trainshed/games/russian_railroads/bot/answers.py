"""What the answers to each question are worth to the seat that is asked, for the heuristic."""

from __future__ import annotations

from collections.abc import Sequence

from trainshed.games.russian_railroads.bot.parts import PartValues
from trainshed.games.russian_railroads.rules.effect_notation import ANY_COLOUR, BLACK_BIT, TRACK
from trainshed.games.russian_railroads.rules.player import bonus_points
from trainshed.games.russian_railroads.rules.spaces import cost_of, parts_of
from trainshed.games.russian_railroads.rules.turns import space_of
from trainshed.games.russian_railroads.rules.words import AGAIN, DONE, GIVE_UP, PASS, STAY, TEN, Words


class AnswerValues(PartValues):
    """Adds what the answers to each kind of question are worth."""

    __slots__ = ()

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

    def again(self, move: int, repeat: bool) -> float:
        """The value of a space for a relocated worker, or of repeating its action."""
        if move in (STAY, DONE):
            return 0.0
        world = self.world
        space = move - world.game.words.repeat if repeat else space_of(world, move)
        return 0.5 + self.parts(parts_of(world, space))

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

"""Rules of thumb for the murder: tokens are weighed by the risk of an arrest, as far as the player knows them."""

from __future__ import annotations

from math import exp
from typing import Any, Final

from trainshed.games.first_class.bot.habits import HABITS
from trainshed.games.first_class.bot.module import ModuleForecast, ModuleThumb
from trainshed.games.first_class.rules.effect_notation import Icon
from trainshed.games.first_class.rules.modules.murder import DISCARD, DRAW, GIVE, OTHERS, Murder
from trainshed.games.first_class.rules.state import FirstClassState

STEEP: Final = 0.9
"""How quickly the risk rises with each fingerprint."""
AHEAD: Final = 1.0
"""By how much the one with most fingerprints is usually ahead of what is expected of each."""

TIE: Final = 0.5
"""What it counts that of those with most fingerprints the murderer is arrested."""

CERTAIN: Final = (3.0, 2.5, 1.6, 1.0, 0.8, 0.6, 0.5, 0.4)
"""How much the odds of an arrest rise with each fingerprint, by the turns left; fitted as in `forecast/fitted.py`."""
DRAWN: Final = (3.0, 3.0, 3.5, 4.0)
"""How many tokens the murderer is worse off: those drawn at the end, and that a tie is the murderer's."""


class MurderThumb(ModuleThumb):
    """Module C."""

    def __init__(self, outlook: Any, rules: Any) -> None:
        super().__init__(outlook, rules)
        self.prepared: bool = False
        self.guilty: bool = False
        self.own: list[int] = []
        self.share: float = 0.0
        """The odds of a fingerprint on a token that the player does not know."""
        self.mine: float = 0.0
        self.stake: float = 0.0
        """What an arrest costs: more to those who lead; a murderer also loses the points of an escape."""
        self.prints: list[float] = []
        """What is expected of every other seat; only tokens that the player has held are known."""

    def prepare(self) -> None:
        """Look through the case, which is only done where tokens matter to a question."""
        self.prepared = True
        outlook = self.outlook
        rules: Murder = self.rules
        case = rules.case(outlook.state)
        seat = outlook.seat
        self.guilty = case.guilty == seat
        self.own = case.tokens[seat]
        faces = rules.faces
        self.share = faces[1] / sum(faces)
        self.mine = float(sum([token & 1 for token in self.own]))
        if self.guilty:
            self.mine += self.share * rules.extra + TIE
        points = outlook.state.scores()
        lead = points[seat] - max([points[other] for other in range(len(points)) if other != seat])
        self.stake = max(HABITS.arrest_least, HABITS.arrest + lead)
        if outlook.state.options["murder_arrest"] == "penalty":
            self.stake = float(rules.penalty)
        if self.guilty:
            self.stake += rules.reward_points
        for other, row in enumerate(case.tokens):
            known = [token & 1 if token >> 1 >> seat & 1 else self.share for token in row]
            extra = 0.0 if self.guilty else self.share * rules.extra / max(1, outlook.state.seats - 1)
            self.prints.append(float(sum(known)) + extra if other != seat else -99.0)

    def loss(self, more: float, others: float = 0.0, given: tuple[int, float] = (0, 0.0)) -> float:
        """What the risk of an arrest costs with so many more fingerprints here, at all others, and at one of them."""
        prints = [count + others for count in self.prints]
        prints[given[0]] += given[1]
        ahead = self.mine + more - max(prints) - AHEAD
        return self.stake / (1.0 + exp(-STEEP * ahead))

    def weakest(self) -> int:
        """The other seat of which most fingerprints are expected."""
        return self.prints.index(max(self.prints))

    def card_gain(self, card: int) -> float:
        return self.outlook.use_now(self.outlook.box.cards[card].icons)

    def icon_worth(self, icon: Icon) -> float:
        if not self.prepared:
            self.prepare()
        verb = icon.verb - self.rules.verbs
        now = self.loss(0.0)
        if verb == DRAW:
            return now - self.loss(self.share * icon.count)
        if verb == OTHERS:
            return now - self.loss(0.0, self.share * icon.count)
        away = min(icon.count, sum([token & 1 for token in self.own]))
        if verb == GIVE:
            return now - self.loss(-away, 0.0, (self.weakest(), float(away)))
        return now - self.loss(-away)

    def word_gain(self, asked: Any, move: int) -> float:
        if not self.prepared:
            self.prepare()
        words = self.outlook.words
        family = words.family[move] - self.rules.families
        now = self.loss(0.0)
        if family in (DRAW, OTHERS):
            return -0.1  # compulsory: what else the card gives comes first
        place = words.a[move] if family == DISCARD else words.b[move]
        if not self.own[place] & 1:
            return -0.5
        if family == GIVE:
            return now - self.loss(-1.0, 0.0, (words.a[move], 1.0))
        return now - self.loss(-1.0)


THUMB = MurderThumb


class ArrestForecast(ModuleForecast):
    """Who will be arrested: those drop out of the ranking, or lose points; a murderer who is not gets points."""

    def settle(self, world: FirstClassState, rules: Murder, points: list[float], turns: float) -> list[float]:
        case = rules.case(world)
        if case.guilty < 0:
            return points
        bag = case.bag
        share = float(bag[1]) / float(max(1, bag[0] + bag[1]))
        left = int(turns + 0.5)
        steep = CERTAIN[min(left, len(CERTAIN) - 1)]
        odds: list[float] = []
        for seat, row in enumerate(case.tokens):
            prints = 0.0
            for token in row:
                prints += float(token & 1)
            if seat == case.guilty:
                prints += DRAWN[min(left, len(DRAWN) - 1)] * share
            odds.append(exp(steep * prints))
        every = sum(odds, 0.0)
        penalty = world.options["murder_arrest"] == "penalty"
        least = min(points) - 1.0
        result: list[float] = []
        for seat, own in enumerate(points):
            arrested = odds[seat] / every
            free = own + float(rules.reward_points) if seat == case.guilty else own
            caught = own - float(rules.penalty) if penalty else least
            result.append((1.0 - arrested) * free + arrested * caught)
        return result


FORECAST: Final = ArrestForecast()

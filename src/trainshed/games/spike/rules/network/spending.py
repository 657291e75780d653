"""Which cards can be played next for a route, colour by colour, so that some payment still agrees with them.

The payments of a long route are thousands, and the next words are a few. So they are not listed (`payment.payments`)
and looked through: after each colour only the rests are kept that may be left of the demand, and of each it is asked
whether the later colours pay it.
"""

from __future__ import annotations

from trainshed.games.spike.rules.network.map_graph import COLOR_BITS, COLOR_MASK
from trainshed.games.spike.rules.network.payment import Purse


class Spending:
    """What the cards of one colour after another can pay of a demand.

    So many cards of a colour as its spaces need match; the others form joker sets. A set of n cards stands for n - 1,
    and several small sets for as many: `units` cards of another colour take from `units` + 1 to 2 * `units` cards.
    """

    __slots__ = ("color", "hand", "have", "later", "mixed", "own", "rests", "targets", "unknown", "wanted")

    def __init__(self, hand: list[int], demand: int, mixed: bool) -> None:
        self.hand: list[int] = hand
        self.mixed: bool = mixed
        self.targets: list[int] = [at for at in range(len(hand)) if demand >> (COLOR_BITS * at) & COLOR_MASK]
        """The colours that the demand has."""
        self.rests: dict[int, bool] = {demand: True}
        """What may be left of the demand after the colours so far, each packed: the later colours can pay it."""
        self.later: Purse = Purse([], mixed)
        self.color: int = 0
        self.have: int = 0
        self.wanted: int = 0
        self.unknown: int = 0
        """As bits, the numbers of cards of this colour with which no payment is found yet."""
        self.own: int = 0

    def counts(self, color: int, wanted: int) -> int:
        """As bits, with how many cards of the next colour there is a payment; so many as wanted are played."""
        every = (2 << self.hand[color]) - 1
        return every & ~self._play(color, wanted, every)

    def play(self, color: int, wanted: int) -> None:
        """Play so many cards of the next colour."""
        self._play(color, wanted, 0)

    def _play(self, color: int, wanted: int, unknown: int) -> int:
        have = self.hand[color]
        if have == 0:
            if wanted:
                self.rests = {}
            return 0
        rests = self.rests
        self.later = Purse([0] * (color + 1) + self.hand[color + 1 :], self.mixed)
        self.color = color
        self.have = have
        self.wanted = wanted
        self.unknown = unknown
        self.rests = {}
        shift = COLOR_BITS * color
        for rest in rests:
            need = rest >> shift & COLOR_MASK
            for own in range((need if need < have else have) + 1):
                self.own = own
                self._spread(rest - (own << shift), 0, own, own)
        return self.unknown

    def _spread(self, rest: int, index: int, least: int, most: int) -> None:
        """Let joker sets stand for spaces of the targets from this one on; `least` to `most` cards are played."""
        if least > self.wanted and self.unknown >> least == 0:
            return
        if index == len(self.targets) or least == self.have:
            self._note(rest, least, most)
            return
        self._spread(rest, index + 1, least, most)
        target = self.targets[index]
        if target == self.color:
            return
        shift = COLOR_BITS * target
        # The sets of this colour: at least one for each target, or by option one for all of them (SP-JOKER-05).
        cards = least if self.mixed and most > self.own else least + 1
        units = min(rest >> shift & COLOR_MASK, self.have - cards)
        while units > 0:
            self._spread(rest - (units << shift), index + 1, cards + units, most + 2 * units)
            units -= 1

    def _note(self, rest: int, least: int, most: int) -> None:
        """Any number of cards from `least` to `most` can be played and leave this rest, if later colours pay it."""
        counts = (2 << (most if most < self.have else self.have)) - (1 << least)
        ahead = counts >> self.wanted & 1 and rest not in self.rests
        if (ahead or counts & self.unknown) and self.later.pays(rest):
            self.unknown &= ~counts
            if ahead:
                self.rests[rest] = True

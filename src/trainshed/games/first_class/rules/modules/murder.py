"""Module C, the murder: a hidden murderer, face-down investigation tokens, and an arrest at the end (FC-MODULE-C).

Here are the icons of its cards; `rules/murder` has the case, and what happens without them. A word names the place of a
face-down token in its owner's row, never what it shows, so that legality tells nothing.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from trainshed.games.first_class import events
from trainshed.games.first_class.rules.actions.in_progress import CARD, carry_out
from trainshed.games.first_class.rules.citations import CITE
from trainshed.games.first_class.rules.components import MOST_SEATS, Components
from trainshed.games.first_class.rules.effect_notation import Icon
from trainshed.games.first_class.rules.murder.investigation import DrawTokens, Investigation
from trainshed.games.first_class.rules.state import FirstClassState
from trainshed.games.first_class.rules.words import Words
from trainshed.kernel.agenda import OTHER_QUESTION

NO_DRAW_ICON: Final = CITE("FC-MODULE-C-05")
NO_SUCH_TOKEN: Final = CITE("FC-MODULE-C-08")
ONE_OPPONENT: Final = CITE("FC-MODULE-C-07")

DRAW: Final = 0
OTHERS: Final = 1
GIVE: Final = 2
DISCARD: Final = 3
"""Verbs of the module's icons and families of its words, counted from its first."""

TO_ONE: Final = 0
"""What an icon to give tokens is about: one opponent who is not chosen yet, any opponents, or the seat before this."""
TO_ANY: Final = 9


class Murder(Investigation):
    """Module C."""

    kinds: ClassVar[tuple[str, ...]] = ("murder",)

    def __init__(self, name: str, letter: str, number: int) -> None:
        super().__init__(name, letter, number)
        self.draw: int = 0
        self.others: int = 0
        self.give: int = 0
        self.discard: int = 0

    # ------------------------------------------------------------ the content pack

    def read_icons(self, text: str) -> list[Icon] | None:
        words = text.split(" ")
        numbers = [int(word) for word in words if word.isdigit()]
        if len(numbers) != 1 or not numbers[0]:
            return None
        shape = " ".join(["N" if word.isdigit() else word for word in words])
        if shape not in ICONS:
            return None
        verb, arg = ICONS[shape]
        return [Icon(self.verbs + verb, arg, numbers[0])]

    def add_words(self, words: Words, box: Components) -> None:
        super().add_words(words, box)
        places = range(self.most)
        self.draw = words.single(self.families + DRAW, "draw")
        self.others = words.single(self.families + OTHERS, "others")
        spots = [(seat, place) for seat in range(MOST_SEATS) for place in places]
        self.give = words.add(self.families + GIVE, "give", [(f"{s + 1}:{p + 1}", s, p) for s, p in spots])
        self.discard = words.add(self.families + DISCARD, "discard", [(str(p + 1), p, 0) for p in places])

    # ------------------------------------------------------------ what happens

    def carry_out(self, state: FirstClassState, seat: int, card: int) -> None:
        carry_out(state, seat, CARD, state.box.cards[card].icons, card)

    def compulsory(self, icon: Icon) -> bool:
        """FC-MODULE-C-06: drawing is, giving and discarding are not."""
        return icon.verb - self.verbs in (DRAW, OTHERS)

    def icon_moves(self, state: FirstClassState, seat: int, icon: Icon, moves: list[int]) -> None:
        verb = icon.verb - self.verbs
        case = self.case(state)
        if verb == DRAW:
            moves.append(self.draw)
        elif verb == OTHERS:
            moves.append(self.others)
        elif verb == GIVE:
            for other in range(state.seats):
                if other != seat and icon.arg in (TO_ONE, TO_ANY, other + 1):
                    for place in range(len(case.tokens[seat])):
                        moves.append(self.give + other * self.most + place)
        elif verb == DISCARD:
            for place in range(len(case.tokens[seat])):
                moves.append(self.discard + place)

    def icon_forbids(self, state: FirstClassState, seat: int, icons: list[Icon], move: int) -> int:
        family = state.words.family[move] - self.families
        if not DRAW <= family <= DISCARD:
            return OTHER_QUESTION
        icon = next((icon for icon in icons if icon.verb == self.verbs + family), None)
        a, b = state.words.a[move], state.words.b[move]
        if icon is None:
            return NO_DRAW_ICON if family in (DRAW, OTHERS) else ONE_OPPONENT
        if family == DISCARD:
            return 0 if a < len(self.case(state).tokens[seat]) else NO_SUCH_TOKEN
        if family == GIVE:
            if a == seat or a >= state.seats or icon.arg not in (TO_ONE, TO_ANY, a + 1):
                return ONE_OPPONENT
            return 0 if b < len(self.case(state).tokens[seat]) else NO_SUCH_TOKEN
        return 0

    def extra_forbids(self, state: FirstClassState, seat: int, move: int) -> int:
        """Tokens are drawn, given and discarded by icons only, so none of these words is an extra."""
        return self.icon_forbids(state, seat, [], move)

    def icons_after(self, state: FirstClassState, icons: list[Icon], move: int) -> list[Icon]:
        family = state.words.family[move] - self.families
        left = []
        for icon in icons:
            if icon.verb != self.verbs + family:
                left.append(icon)
            elif family in (GIVE, DISCARD) and icon.count > 1:
                arg = icon.arg
                if family == GIVE and arg == TO_ONE:
                    arg = state.words.a[move] + 1  # FC-MODULE-C-07: the others go to the same opponent
                left.append(Icon(icon.verb, arg, icon.count - 1))
        return left

    def use_icon(self, state: FirstClassState, seat: int, icons: list[Icon], move: int, forced: bool) -> None:
        family = state.words.family[move] - self.families
        case = self.case(state)
        a, b = state.words.a[move], state.words.b[move]
        if family in (DRAW, OTHERS):
            count = sum([icon.count for icon in icons if icon.verb == self.verbs + family])
            drawing = [seat] if family == DRAW else [(seat + step) % state.seats for step in range(1, state.seats)]
            for drawer in reversed(drawing):  # FC-MODULE-C-16: from the left of the taker on
                state.push(DrawTokens(self.number, drawer, count))
        elif family == GIVE:
            token = case.give(seat, b, a)
            self.tell_token(state, "given", seat, {"to": a}, b, token, forced)
        else:
            token = case.discard(seat, a)
            self.tell_token(state, "discarded", seat, {}, a, token, forced)

    def tell_token(
        self, state: FirstClassState, what: str, seat: int, facts: dict[str, Any], place: int, token: int, forced: bool
    ) -> None:
        if state.heard is not None:
            secret = {"print": bool(token & 1), "place": place + 1}
            state.heard.append(events.ModuleEvent(self.name, what, seat, facts, secret, token >> 1, forced))

    def hidden(self, state: FirstClassState, seat: int, reader: int, move: int) -> str:
        """Who does not know a token reads the first place where one lies that looks the same (FC-MODULE-C-18).

        Which of them leaves the row cannot be seen any more once it has left.
        """
        family = state.words.family[move] - self.families
        if family not in (GIVE, DISCARD):
            return ""
        a, b = state.words.a[move], state.words.b[move]
        row = self.case(state).tokens[seat]
        holders = [token >> 1 for token in row]
        place = b if family == GIVE else a
        if reader >= 0 and (holders[place] >> reader & 1 or (family == GIVE and reader == a)):
            return ""
        like = f"{holders.index(holders[place]) + 1}?"
        return f"give:{a + 1}:{like}" if family == GIVE else f"discard:{like}"

    def shows(self, state: FirstClassState, move: int) -> bool:
        """A token that is given shows its face to whoever receives it (FC-MODULE-C-18)."""
        return state.words.family[move] == self.families + GIVE


ICONS: Final = {
    "draw N": (DRAW, 0),
    "others draw N": (OTHERS, 0),
    "give N to one": (GIVE, TO_ONE),
    "give N to any": (GIVE, TO_ANY),
    "discard N": (DISCARD, 0),
}
"""The module's items of the effect notation, as verb and argument."""

MODULE = Murder

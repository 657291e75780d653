"""Module C, the murder: a hidden murderer, face-down investigation tokens, and an arrest at the end (FC-MODULE-C).

A word names the place of a face-down token in its owner's row, never what it shows, so that legality tells nothing.
Every token remembers who has held it: those seats know its face (FC-MODULE-C-18).
"""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar, Final

from trainshed.games.first_class import events
from trainshed.games.first_class.rules.actions.in_progress import CARD, carry_out
from trainshed.games.first_class.rules.citations import CITE
from trainshed.games.first_class.rules.components import MOST_SEATS, Components
from trainshed.games.first_class.rules.effect_notation import Icon
from trainshed.games.first_class.rules.module import Module, ModuleState
from trainshed.games.first_class.rules.state import NONE, FirstClassState
from trainshed.games.first_class.rules.words import Words
from trainshed.kernel.agenda import NATURE, NOBODY, OTHER_QUESTION, Effect
from trainshed.kernel.content import ContentError, Pack
from trainshed.kernel.options import Option

NO_DRAW_ICON: Final = CITE("FC-MODULE-C-05")
NO_SUCH_TOKEN: Final = CITE("FC-MODULE-C-08")
ONE_OPPONENT: Final = CITE("FC-MODULE-C-07")

DRAW: Final = 0
OTHERS: Final = 1
GIVE: Final = 2
DISCARD: Final = 3
"""Verbs of the module's icons and families of its words, counted from its first."""
GUILT: Final = 4
TOKEN: Final = 5
"""Families of nature's words."""

MURDERER: Final = 1
TOKENS: Final = 2

TO_ONE: Final = 0
"""What an icon to give tokens is about: one opponent who is not chosen yet, any opponents, or the seat before this."""
TO_ANY: Final = 9


class Case(ModuleState):
    """The murderer, and all tokens: a token is 1 with a fingerprint, 0 without, plus twice the seats that know it."""

    __slots__ = ("arrested", "bag", "discarded", "guilty", "revealed", "tokens")

    def __init__(
        self,
        guilty: int,
        bag: list[int],
        tokens: list[list[int]],
        discarded: list[int],
        revealed: int,
        arrested: int,
    ) -> None:
        self.guilty = guilty
        self.bag = bag
        """Tokens in the bag: blank ones, and those with a fingerprint."""
        self.tokens = tokens
        self.discarded = discarded
        self.revealed = revealed
        """0, or MURDERER, or TOKENS: what everybody knows."""
        self.arrested = arrested
        """Seats that were arrested, as bits."""

    def clone(self) -> ModuleState:
        return Case(self.guilty, self.bag, self.tokens, self.discarded, self.revealed, self.arrested)

    def facts(self) -> list[Any]:
        return [self.guilty, self.bag, self.tokens, self.discarded, self.revealed, self.arrested]


class MurderEffect(Effect):
    """An effect of this module; `module` is its number among the modules of the pack."""

    __slots__ = ("module",)

    def __init__(self, module: int) -> None:
        self.module = module

    def args(self) -> list[int]:
        return [self.module]

    def case(self, state: FirstClassState) -> Case:
        own = state.kept[self.module]
        assert isinstance(own, Case)
        return own

    def rules(self, state: FirstClassState) -> Murder:
        module = state.box.modules[self.module]
        assert isinstance(module, Murder)
        return module

    def tell(self, state: FirstClassState, what: str, seat: int, facts: dict[str, Any]) -> None:
        if state.heard is not None:
            state.heard.append(events.ModuleEvent(self.rules(state).name, what, seat, facts))


class DealGuilt(MurderEffect):
    """One player is the murderer and knows it (FC-MODULE-C-02)."""

    __slots__ = ()

    def asks(self, state: FirstClassState) -> int:
        return NATURE

    def chance(self, state: FirstClassState) -> str:
        return "guilt"

    def odds(self, state: FirstClassState) -> list[tuple[int, int]]:
        return [(self.rules(state).guilt + seat, 1) for seat in range(state.seats)]

    def hidden(self, state: FirstClassState, seat: int, move: int) -> str:
        return "" if seat == state.words.a[move] else "guilty:?"

    def answer(self, state: FirstClassState, move: int) -> None:
        guilty = state.words.a[move]
        self.case(state).guilty = guilty
        if state.heard is not None:
            name = self.rules(state).name
            state.heard.append(events.ModuleEvent(name, "guilt", NONE, {}, {"guilty": guilty}, 1 << guilty))


class DrawTokens(MurderEffect):
    """A player draws tokens from the bag, which only the player sees (FC-MODULE-C-04, -05)."""

    __slots__ = ("count", "seat")

    def __init__(self, module: int, seat: int, count: int) -> None:
        super().__init__(module)
        self.seat = seat
        self.count = count

    def args(self) -> list[int]:
        return [self.module, self.seat, self.count]

    def asks(self, state: FirstClassState) -> int:
        return NATURE if self.count and sum(self.case(state).bag) else NOBODY

    def resolve(self, state: FirstClassState) -> None:
        """The bag is empty, which it never is with the printed cards (FC-MODULE-C-14), or all tokens are drawn."""

    def chance(self, state: FirstClassState) -> str:
        return "token"

    def odds(self, state: FirstClassState) -> list[tuple[int, int]]:
        first = self.rules(state).token
        return [(first + face, count) for face, count in enumerate(self.case(state).bag) if count]

    def hidden(self, state: FirstClassState, seat: int, move: int) -> str:
        return "" if seat == self.seat else "token:?"

    def answer(self, state: FirstClassState, move: int) -> None:
        face = state.words.a[move]
        case = self.case(state)
        bag = case.bag[:]
        bag[face] -= 1
        case.bag = bag
        add_token(case, self.seat, face | 2 << self.seat)
        if state.heard is not None:
            name = self.rules(state).name
            state.heard.append(events.ModuleEvent(name, "drawn", self.seat, {}, {"print": bool(face)}, 1 << self.seat))
        state.push(DrawTokens(self.module, self.seat, self.count - 1))


def add_token(case: Case, seat: int, token: int) -> None:
    tokens = case.tokens[:]
    tokens[seat] = [*tokens[seat], token]
    case.tokens = tokens


def take_token(case: Case, seat: int, place: int) -> int:
    """Remove the token at a place of a seat's row."""
    tokens = case.tokens[:]
    row = tokens[seat][:]
    token = row.pop(place)
    tokens[seat] = row
    case.tokens = tokens
    return token


class RevealMurderer(MurderEffect):
    """After the final count the murderer is revealed and draws more tokens; then all are turned up.

    FC-MODULE-C-09, -10.
    """

    __slots__ = ()

    def resolve(self, state: FirstClassState) -> None:
        case = self.case(state)
        case.revealed = MURDERER
        self.tell(state, "revealed", case.guilty, {"guilty": case.guilty})
        state.push(Arrest(self.module))
        state.push(DrawTokens(self.module, case.guilty, self.rules(state).extra))


class Arrest(MurderEffect):
    """Who has most fingerprints is arrested; a murderer who is not gets points (FC-MODULE-C-10 to -13, -15)."""

    __slots__ = ()

    def resolve(self, state: FirstClassState) -> None:
        case = self.case(state)
        rules = self.rules(state)
        case.revealed = TOKENS
        prints = [sum([token & 1 for token in row]) for row in case.tokens]
        most = max(prints)
        seats = [seat for seat, count in enumerate(prints) if count == most and most > 0]
        if case.guilty in seats:
            seats = [case.guilty]  # FC-MODULE-C-12
        case.arrested = sum([1 << seat for seat in seats])
        penalty = rules.penalty if state.options["murder_arrest"] == "penalty" else 0
        for seat in seats:
            state.players[seat].points -= penalty
        self.tell(state, "arrested", case.guilty, {"seats": seats, "prints": prints, "penalty": penalty})
        if case.guilty not in seats:
            state.players[case.guilty].points += rules.reward_points
            self.tell(state, "escaped", case.guilty, {"points": rules.reward_points})


class Murder(Module):
    """Module C."""

    kinds: ClassVar[tuple[str, ...]] = ("murder",)
    effects: ClassVar[tuple[type[Effect], ...]] = (DealGuilt, DrawTokens, RevealMurderer, Arrest)

    def __init__(self, name: str, letter: str, number: int) -> None:
        super().__init__(name, letter, number)
        self.guilt: int = 0
        self.token: int = 0
        self.draw: int = 0
        self.others: int = 0
        self.give: int = 0
        self.discard: int = 0
        self.faces: list[int] = []
        """Blank tokens, and those with a fingerprint."""
        self.most: int = 0
        self.start: int = 0
        self.extra: int = 0
        self.reward_points: int = 0
        self.penalty: int = 0

    # ------------------------------------------------------------ the content pack

    def read(self, box: Components, pack: Pack, path: str) -> None:
        self.faces = [pack.number(f"{path}.tokens.blank"), pack.number(f"{path}.tokens.fingerprint")]
        self.most = sum(self.faces)
        self.start = pack.number(f"{path}.tokens.start_per_player")
        self.extra = pack.number(f"{path}.tokens.murderer_extra")
        self.reward_points = pack.number(f"{path}.tokens.unarrested_murderer_points")
        self.penalty = pack.number(f"{path}.tokens.arrest_penalty")
        guilty = [bool(card["guilty"]) for card in pack.get(f"{path}.guilt.cards")]
        if guilty.count(True) != 1 or len(guilty) < MOST_SEATS:
            raise ContentError(f"{box.pack_name}: {path}.guilt.cards: one guilty card, and one for each player")
        if min(self.faces) < 0 or self.most < MOST_SEATS * self.start:
            raise ContentError(f"{box.pack_name}: {path}.tokens: too few tokens")

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
        seats = range(MOST_SEATS)
        places = range(self.most)
        self.guilt = words.add(self.families + GUILT, "guilty", [(str(seat + 1), seat, 0) for seat in seats])
        self.token = words.add(self.families + TOKEN, "token", [("blank", 0, 0), ("print", 1, 0)])
        self.draw = words.single(self.families + DRAW, "draw")
        self.others = words.single(self.families + OTHERS, "others")
        spots = [(seat, place) for seat in seats for place in places]
        self.give = words.add(self.families + GIVE, "give", [(f"{s + 1}:{p + 1}", s, p) for s, p in spots])
        self.discard = words.add(self.families + DISCARD, "discard", [(str(p + 1), p, 0) for p in places])

    def options(self) -> list[Option]:
        sentence = "What happens to the arrested player of the murder: out of the game, or fewer points?"
        return [Option("murder_arrest", ("out", "penalty"), "out", sentence, "FC-MODULE-C-15")]

    # ------------------------------------------------------------ the position

    def case(self, state: FirstClassState) -> Case:
        own = state.kept[self.number]
        assert isinstance(own, Case)
        return own

    def new(self, state: FirstClassState) -> ModuleState:
        return Case(NONE, self.faces[:], [[] for _ in range(state.seats)], [], 0, 0)

    def restore(self, facts: list[Any]) -> ModuleState:
        return Case(*facts)

    def census(self, state: FirstClassState, counts: dict[str, int]) -> None:
        case = self.case(state)
        held = [token & 1 for row in [*case.tokens, case.discarded] for token in row]
        counts["fingerprints"] = case.bag[1] + sum(held)
        counts["blank tokens"] = case.bag[0] + len(held) - sum(held)

    def seen(self, state: FirstClassState, seat: int | None) -> dict[str, Any]:
        case = self.case(state)
        bits = 0 if seat is None else 1 << seat
        all_known = case.revealed == TOKENS
        known = (1 << MOST_SEATS) - 1 if all_known else bits

        def show(token: int) -> dict[str, Any]:
            face = bool(token & 1) if all_known or token >> 1 & known else None
            return {"print": face, "knows": token >> 1}

        discarded = [
            {"print": bool(token & 1) if token >> 1 & bits else None, "knows": token >> 1} for token in case.discarded
        ]
        return {
            "dealt": case.guilty != NONE,
            "guilty": case.guilty if case.revealed or case.guilty == seat else NONE,
            "tokens": [[show(token) for token in row] for row in case.tokens],
            "discarded": discarded,
            "bag": sum(case.bag),
            "revealed": case.revealed,
            "arrested": [other for other in range(state.seats) if case.arrested >> other & 1],
        }

    def imagine(self, state: FirstClassState, seen: dict[str, Any], seat: int | None, rng: Random) -> ModuleState:
        """Tokens whose face is unknown are dealt from those that are left; the murderer may be any other player."""
        guilty: int = seen["guilty"]
        if guilty == NONE and seen["dealt"]:
            guilty = rng.choice([other for other in range(state.seats) if other != seat])
        rows: list[list[dict[str, Any]]] = [*seen["tokens"], seen["discarded"]]
        left = self.faces[:]
        for row in rows:
            for token in row:
                if token["print"] is not None:
                    left[int(token["print"])] -= 1
        pool = [0] * left[0] + [1] * left[1]
        rng.shuffle(pool)
        tokens: list[list[int]] = []
        for row in rows:
            own = []
            for token in row:
                face = pool.pop() if token["print"] is None else int(token["print"])
                own.append(face | token["knows"] << 1)
            tokens.append(own)
        bag = [len(pool) - sum(pool), sum(pool)]
        arrested = sum([1 << other for other in seen["arrested"]])
        return Case(guilty, bag, tokens[:-1], tokens[-1], seen["revealed"], arrested)

    # ------------------------------------------------------------ what happens

    def set_up(self, state: FirstClassState) -> None:
        """FC-MODULE-C-02, -04."""
        for seat in range(state.seats - 1, -1, -1):
            state.push(DrawTokens(self.number, seat, self.start))
        state.push(DealGuilt(self.number))

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
            token = take_token(case, seat, b) | 2 << a
            add_token(case, a, token)
            self.tell_token(state, "given", seat, {"to": a, "place": b + 1}, token, forced)
        else:
            token = take_token(case, seat, a)
            case.discarded = [*case.discarded, token]
            self.tell_token(state, "discarded", seat, {"place": a + 1}, token, forced)

    def tell_token(
        self, state: FirstClassState, what: str, seat: int, facts: dict[str, Any], token: int, forced: bool
    ) -> None:
        if state.heard is not None:
            secret = {"print": bool(token & 1)}
            state.heard.append(events.ModuleEvent(self.name, what, seat, facts, secret, token >> 1, forced))

    def shows(self, state: FirstClassState, move: int) -> bool:
        """A token that is given shows its face to whoever receives it (FC-MODULE-C-18)."""
        return state.words.family[move] == self.families + GIVE

    def last_count(self, state: FirstClassState) -> None:
        state.push(RevealMurderer(self.number))

    def drops_out(self, state: FirstClassState, seat: int) -> bool:
        """FC-MODULE-C-10: the arrested player cannot win, unless an option makes it a penalty (FC-MODULE-C-15)."""
        return bool(self.case(state).arrested >> seat & 1) and state.options["murder_arrest"] == "out"


ICONS: Final = {
    "draw N": (DRAW, 0),
    "others draw N": (OTHERS, 0),
    "give N to one": (GIVE, TO_ONE),
    "give N to any": (GIVE, TO_ANY),
    "discard N": (DISCARD, 0),
}
"""The module's items of the effect notation, as verb and argument."""

MODULE = Murder

"""The investigation of module C: guilt is dealt and tokens drawn, and at the end somebody is arrested (FC-MODULE-C)."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar, Final

from trainshed.games.first_class import events
from trainshed.games.first_class.rules.components import MOST_SEATS, Components
from trainshed.games.first_class.rules.module import Module, ModuleState
from trainshed.games.first_class.rules.murder.case import MURDERER, TOKENS, Case, imagined
from trainshed.games.first_class.rules.state import NONE, FirstClassState
from trainshed.games.first_class.rules.words import Words
from trainshed.kernel.agenda import NATURE, NOBODY, Effect
from trainshed.kernel.content import ContentError, Pack
from trainshed.kernel.options import Option

GUILT: Final = 4
TOKEN: Final = 5
"""Families of nature's words, counted from the module's first; those of icons come before them."""


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

    def rules(self, state: FirstClassState) -> Investigation:
        module = state.box.modules[self.module]
        assert isinstance(module, Investigation)
        return module


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
        self.case(state).draw(self.seat, face)
        if state.heard is not None:
            name = self.rules(state).name
            state.heard.append(events.ModuleEvent(name, "drawn", self.seat, {}, {"print": bool(face)}, 1 << self.seat))
        state.push(DrawTokens(self.module, self.seat, self.count - 1))


class RevealMurderer(MurderEffect):
    """After the final count the murderer is revealed and draws more tokens; then all are turned up.

    FC-MODULE-C-09, -10.
    """

    __slots__ = ()

    def resolve(self, state: FirstClassState) -> None:
        case = self.case(state)
        case.revealed = MURDERER
        self.rules(state).tell(state, "revealed", case.guilty, {"guilty": case.guilty})
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
        rules.tell(state, "arrested", case.guilty, {"seats": seats, "prints": prints, "penalty": penalty})
        if case.guilty not in seats:
            state.players[case.guilty].points += rules.reward_points
            rules.tell(state, "escaped", case.guilty, {"points": rules.reward_points})


class Investigation(Module):
    """Module C without its cards: what the pack says of the murder, the case, and what happens to it by itself."""

    effects: ClassVar[tuple[type[Effect], ...]] = (DealGuilt, DrawTokens, RevealMurderer, Arrest)

    def __init__(self, name: str, letter: str, number: int) -> None:
        super().__init__(name, letter, number)
        self.guilt: int = 0
        self.token: int = 0
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

    def add_words(self, words: Words, box: Components) -> None:
        seats = range(MOST_SEATS)
        self.guilt = words.add(self.families + GUILT, "guilty", [(str(seat + 1), seat, 0) for seat in seats])
        self.token = words.add(self.families + TOKEN, "token", [("blank", 0, 0), ("print", 1, 0)])

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
        return self.case(state).seen_by(seat)

    def imagine(self, state: FirstClassState, seen: dict[str, Any], seat: int | None, rng: Random) -> ModuleState:
        return imagined(seen, seat, self.faces, rng)

    # ------------------------------------------------------------ what happens

    def set_up(self, state: FirstClassState) -> None:
        """FC-MODULE-C-02, -04."""
        for seat in range(state.seats - 1, -1, -1):
            state.push(DrawTokens(self.number, seat, self.start))
        state.push(DealGuilt(self.number))

    def last_count(self, state: FirstClassState) -> None:
        state.push(RevealMurderer(self.number))

    def drops_out(self, state: FirstClassState, seat: int) -> bool:
        """FC-MODULE-C-10: the arrested player cannot win, unless an option makes it a penalty (FC-MODULE-C-15)."""
        return bool(self.case(state).arrested >> seat & 1) and state.options["murder_arrest"] == "out"

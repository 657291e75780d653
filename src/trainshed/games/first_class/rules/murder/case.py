"""The case of module C as it lies on the table: the murderer, the tokens, and what each seat knows of them.

Every token remembers who has held it: those seats know its face (FC-MODULE-C-18).
"""

from __future__ import annotations

from random import Random
from typing import Any, Final

from trainshed.games.first_class.rules.module import ModuleState
from trainshed.games.first_class.rules.state import NONE, appended

MURDERER: Final = 1
TOKENS: Final = 2


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

    # ------------------------------------------------------------ tokens change hands

    def draw(self, seat: int, face: int) -> None:
        """A token leaves the bag; only the seat that drew it knows its face."""
        bag = self.bag[:]
        bag[face] -= 1
        self.bag = bag
        self.tokens = appended(self.tokens, seat, [face | 2 << seat])

    def give(self, seat: int, place: int, to: int) -> int:
        """The token at a place of a seat's row goes to another seat, which knows it from now on; the token."""
        token = self.taken_from(seat, place) | 2 << to
        self.tokens = appended(self.tokens, to, [token])
        return token

    def discard(self, seat: int, place: int) -> int:
        """The token at a place of a seat's row leaves the game, face down; the token."""
        token = self.taken_from(seat, place)
        self.discarded = [*self.discarded, token]
        return token

    def taken_from(self, seat: int, place: int) -> int:
        tokens = self.tokens[:]
        row = tokens[seat][:]
        token = row.pop(place)
        tokens[seat] = row
        self.tokens = tokens
        return token

    # ------------------------------------------------------------ what is known

    def seen_by(self, seat: int | None) -> dict[str, Any]:
        """The case as a seat may know it, or a spectator."""
        bits = 0 if seat is None else 1 << seat
        all_known = self.revealed == TOKENS
        return {
            "dealt": self.guilty != NONE,
            "guilty": self.guilty if self.revealed or self.guilty == seat else NONE,
            "tokens": [[shown(token, all_known or bool(token >> 1 & bits)) for token in row] for row in self.tokens],
            "discarded": [shown(token, bool(token >> 1 & bits)) for token in self.discarded],
            "bag": sum(self.bag),
            "revealed": self.revealed,
            "arrested": [other for other in range(len(self.tokens)) if self.arrested >> other & 1],
        }


def shown(token: int, known: bool) -> dict[str, Any]:
    """A token as somebody sees it who knows its face or not; everybody knows who has held it."""
    return {"print": bool(token & 1) if known else None, "knows": token >> 1}


def imagined(seen: dict[str, Any], seat: int | None, faces: list[int], rng: Random) -> Case:
    """A case that looks like this to a seat; `faces` are all blank tokens, and all with a fingerprint.

    Tokens whose face is unknown are dealt from those that are left; the murderer may be any other player.
    """
    guilty: int = seen["guilty"]
    if guilty == NONE and seen["dealt"]:
        guilty = rng.choice([other for other in range(len(seen["tokens"])) if other != seat])
    rows: list[list[dict[str, Any]]] = [*seen["tokens"], seen["discarded"]]
    left = faces[:]
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

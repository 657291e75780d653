"""The effect notation of Russian Railroads: printed effects of spaces, tiles, tokens and cards, read as parts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from trainshed.kernel.content import ContentError

BLACK: Final = 0
GRAY: Final = 1
BROWN: Final = 2
NATURAL: Final = 3
WHITE: Final = 4
COLOURS: Final = ("black", "gray", "brown", "natural", "white")
ANY_COLOUR: Final = 31
BLACK_BIT: Final = 1

LOCOMOTIVE: Final = 1
FACTORY: Final = 2

# Parts that ask for a step.
TRACK: Final = 1
TRACK_UP_TO: Final = 2
INDUSTRY: Final = 3
BUILD: Final = 4
# Parts that ask another question.
REPEAT: Final = 5
QUESTION_TOKEN: Final = 6
QUESTION_CARD: Final = 7
ONE_AGAIN: Final = 8
SPECIAL_LOCOMOTIVE: Final = 9
# Parts that need no answer.
DOUBLER: Final = 10
ROUBLE: Final = 11
HELD_ROUBLE: Final = 12
POINTS: Final = 13
WORKER: Final = 14
TEMPORARY_WORKER: Final = 15
HIRE: Final = 16
ORDER: Final = 17
END_BONUS: Final = 18
UNLOCK: Final = 19
STAR: Final = 20
DOUBLE_RAILROAD: Final = 21
SCORE_ENGINEERS: Final = 22
SCORE_LOCOMOTIVES: Final = 23
REVALUE: Final = 24
SECOND_MARKER: Final = 25
MEDAL: Final = 26
BLACK_WORKER: Final = 27
SPECIAL_ENGINEER: Final = 28

VERBS: Final = {
    "track": TRACK,
    "track_up_to": TRACK_UP_TO,
    "industry": INDUSTRY,
    "build": BUILD,
    "repeat": REPEAT,
    "question_token": QUESTION_TOKEN,
    "question_card": QUESTION_CARD,
    "one_again": ONE_AGAIN,
    "special_locomotive": SPECIAL_LOCOMOTIVE,
    "doubler": DOUBLER,
    "rouble": ROUBLE,
    "held_rouble": HELD_ROUBLE,
    "points": POINTS,
    "worker": WORKER,
    "temporary_worker": TEMPORARY_WORKER,
    "hire": HIRE,
    "order": ORDER,
    "end_bonus": END_BONUS,
    "unlock": UNLOCK,
    "star": STAR,
    "double_railroad": DOUBLE_RAILROAD,
    "score_engineers": SCORE_ENGINEERS,
    "score_locomotives": SCORE_LOCOMOTIVES,
    "revalue": REVALUE,
    "second_marker": SECOND_MARKER,
    "medal": MEDAL,
    "black_worker": BLACK_WORKER,
    "special_engineer": SPECIAL_ENGINEER,
}


class ActionStep:
    """One step of an action: a track or an industry marker moves one space, or a tile is built."""

    __slots__ = ("mask", "verb", "word")

    def __init__(self, word: int, verb: int, mask: int) -> None:
        self.word = word
        """The word with which a player asks for it."""
        self.verb = verb
        """TRACK, INDUSTRY or BUILD."""
        self.mask = mask
        """The colour or the side of the tile, as a bit; 0 for industry."""


class TrackStep(ActionStep):
    """A track moves one space."""

    __slots__ = ("at", "colour", "railroad")

    def __init__(self, word: int, railroad: int, colour: int, at: int) -> None:
        super().__init__(word, TRACK, 1 << colour)
        self.railroad = railroad
        self.colour = colour
        self.at = at
        """The place of the track in the list of a player's tracks."""


class MarkerStep(ActionStep):
    """An industry marker moves one space."""

    __slots__ = ("marker",)

    def __init__(self, word: int, marker: int) -> None:
        super().__init__(word, INDUSTRY, 0)
        self.marker = marker


class TileStep(ActionStep):
    """A locomotive or a factory is built."""

    __slots__ = ("number",)

    def __init__(self, word: int, side: int, number: int) -> None:
        super().__init__(word, BUILD, side)
        self.number = number
        """The number of an open factory, or 0 for the next tile of the piles."""


class Part:
    """One printed part: a verb, the accepted colours or tiles as bits, and a count. Never changed, because shared."""

    __slots__ = ("count", "mask", "verb")

    def __init__(self, verb: int, mask: int, count: int) -> None:
        self.verb = verb
        self.mask = mask
        self.count = count

    def times(self, count: int) -> Part:
        """The same part, so many times."""
        return Part(self.verb, self.mask, count)

    def accepts(self, step: ActionStep) -> bool:
        """Does this part ask for such a step?"""
        if self.verb == step.verb or (self.verb == TRACK_UP_TO and step.verb == TRACK):
            return self.mask & step.mask == step.mask
        return False

    def width(self) -> int:
        """How much a part accepts: few colours or tiles before many, what must be done before what may be."""
        return 2 * self.mask.bit_count() + (1 if self.verb == TRACK_UP_TO else 0)


def changes_room(parts: list[Part]) -> bool:
    """Can an effect with these parts change which steps and tiles are possible afterwards?"""
    return any(part.verb < DOUBLER or part.verb == SECOND_MARKER for part in parts)


def read_part(text: str) -> Part:
    """Parse a part, such as `track:black|gray:1`."""
    verb, *rest = text.split(":")
    if verb not in VERBS or not 1 <= len(rest) <= 2 or not rest[-1].isdigit():
        raise ContentError(f"not an effect: {text!r}")
    kind = VERBS[verb]
    mask = 0
    if len(rest) == 2:
        for name in rest[0].split("|"):
            if kind == BUILD and name in ("locomotive", "factory"):
                mask |= LOCOMOTIVE if name == "locomotive" else FACTORY
            elif name == "any":
                mask |= ANY_COLOUR
            elif name in COLOURS:
                mask |= 1 << COLOURS.index(name)
            else:
                raise ContentError(f"not an effect: {text!r}")
    return Part(kind, mask, int(rest[-1]))


def read_parts(texts: list[str]) -> list[Part]:
    return [read_part(text) for text in texts]


def flat(parts: list[Part]) -> list[int]:
    """Parts as one list of verb, mask, count: the form in which dumps and views hold them."""
    numbers: list[int] = []
    for part in parts:
        numbers += [part.verb, part.mask, part.count]
    return numbers


def parts_from(numbers: Sequence[int]) -> list[Part]:
    """The inverse of `flat`."""
    return [Part(numbers[at], numbers[at + 1], numbers[at + 2]) for at in range(0, len(numbers), 3)]

"""Every atomic move of a title as a word with a fixed id."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

WORD: Final = re.compile(r"[a-z0-9_:-]+")


class UnknownWord(ValueError):
    """A word or an id that the vocabulary does not have."""


class Vocabulary:
    """Words and ids of one edition and pack. Ids are positions; files store words, never ids."""

    __slots__ = ("ids", "words")

    def __init__(self, words: Iterable[str]) -> None:
        self.words: tuple[str, ...] = tuple(words)
        self.ids: dict[str, int] = {word: move for move, word in enumerate(self.words)}
        if len(self.ids) != len(self.words):
            raise ValueError("a word stands twice in the vocabulary")
        for word in self.words:
            if WORD.fullmatch(word) is None:
                raise ValueError(f"not a word: {word!r}")

    def __len__(self) -> int:
        return len(self.words)

    def __iter__(self) -> Iterator[str]:
        return iter(self.words)

    def __contains__(self, word: object) -> bool:
        return word in self.ids

    def word(self, move: int) -> str:
        """The word of an id."""
        if not 0 <= move < len(self.words):
            raise UnknownWord(f"no word has the id {move}")
        return self.words[move]

    def id(self, word: str) -> int:
        """The id of a word."""
        move = self.ids.get(word)
        if move is None:
            raise UnknownWord(f"no such word: {word[:60]!r}")
        return move

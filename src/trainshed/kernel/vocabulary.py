"""Every atomic move of a title as a word with a fixed id; most words belong to a family, `head:rest`."""

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


class WordList:
    """The words of a vocabulary in the making: single words, and families whose members have ids in a row."""

    def __init__(self, *single: str) -> None:
        self.words: list[str] = list(single)

    def add(self, head: str, rests: Iterable[str]) -> int:
        """Add the family `head:rest` for each of these; the id of the first."""
        first = len(self.words)
        self.words.extend([f"{head}:{rest}" for rest in rests])
        return first

    def single(self, word: str) -> int:
        """Add a word without a family; its id."""
        self.words.append(word)
        return len(self.words) - 1

    def vocabulary(self) -> Vocabulary:
        return Vocabulary(self.words)


def head_of(word: str) -> str:
    """The family of a word; a single word is its own."""
    return word.partition(":")[0]


def rest_of(word: str) -> str:
    """What a word says beside its family; nothing in a single word."""
    return word.partition(":")[2]


def rests_of(words: Iterable[str], head: str) -> list[str]:
    """The rests of those words that belong to a family, in their order."""
    return [rest_of(word) for word in words if word.startswith(f"{head}:")]

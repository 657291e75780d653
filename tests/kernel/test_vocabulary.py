"""Words and their ids."""

from __future__ import annotations

import pytest

from trainshed.kernel.vocabulary import UnknownWord, Vocabulary


def test_ids_are_positions() -> None:
    words = Vocabulary(["pass", "lay:2", "turn:left"])
    assert len(words) == 3
    assert list(words) == ["pass", "lay:2", "turn:left"]
    assert [words.id(word) for word in words] == [0, 1, 2]
    assert [words.word(move) for move in range(3)] == list(words)
    assert "pass" in words
    assert "fly" not in words
    assert 0 not in words


@pytest.mark.parametrize("word", ["", "Pass", "lay 2", "lay/2", "lay:?", "läy", "pass\n"])
def test_what_is_no_word(word: str) -> None:
    with pytest.raises(ValueError, match="not a word"):
        Vocabulary(["stop", word])


def test_a_word_stands_once() -> None:
    with pytest.raises(ValueError, match="twice"):
        Vocabulary(["pass", "stop", "pass"])


@pytest.mark.parametrize("move", [-1, 1, 10**30])
def test_unknown_ids(move: int) -> None:
    with pytest.raises(UnknownWord, match="no word has the id"):
        Vocabulary(["pass"]).word(move)


def test_unknown_words_are_told_briefly() -> None:
    with pytest.raises(UnknownWord) as error:
        Vocabulary(["pass"]).id("x" * 1000)
    assert len(str(error.value)) < 100

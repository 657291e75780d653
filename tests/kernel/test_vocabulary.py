"""Words and their ids."""

from __future__ import annotations

import pytest

from trainshed.kernel.vocabulary import UnknownWord, Vocabulary, WordList, head_of, rest_of, rests_of


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


def test_families_have_ids_in_a_row_and_are_read_by_head_and_rest() -> None:
    words = WordList("pass", "stop")
    assert words.add("lay", ["a:1", "b:2"]) == 2
    assert words.single("look") == 4
    assert words.add("turn", ["left"]) == 5
    vocabulary = words.vocabulary()
    assert list(vocabulary) == ["pass", "stop", "lay:a:1", "lay:b:2", "look", "turn:left"]
    assert [head_of(word) for word in vocabulary] == ["pass", "stop", "lay", "lay", "look", "turn"]
    assert [rest_of(word) for word in vocabulary] == ["", "", "a:1", "b:2", "", "left"]
    assert rests_of(vocabulary, "lay") == ["a:1", "b:2"]
    assert rests_of(vocabulary, "la") == []

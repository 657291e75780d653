"""The clauses in other languages: the same ids, the same numbers, and English where a translation is missing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from trainshed.kernel.registry import game
from trainshed.kernel.rulebook import Clause, Rulebook, RulebookError
from trainshed.locale import LANGUAGES

TRANSLATED = ("first-class", "lok-n-roll", "russian-railroads", "spike")
OTHERS = tuple(language for language in LANGUAGES if language != "en")


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("slug", TRANSLATED)
def test_every_clause_is_translated(slug: str, language: str) -> None:
    book = game(slug).rulebook
    rules = book.rules_in(language)
    assert list(rules) == [clause.id for clause in book]
    for clause in book:
        text, said_in = book.text_in(clause.id, language)
        assert said_in == language
        assert text != clause.rule
        assert text.endswith(".") == clause.rule.endswith(".")
        assert sorted(re.findall(r"\d+", text)) == sorted(re.findall(r"\d+", clause.rule)), clause.id


def test_english_where_nobody_has_translated() -> None:
    book = game("lok-n-roll").rulebook
    for language in ("en", "de", "", "../es", "es-AR"):
        assert book.text_in("LR-PASS-01", language) == (book["LR-PASS-01"].rule, "en")


def book(folder: Path) -> Rulebook:
    clauses = [Clause("LR-A-01", 0, "One.", "how"), Clause("LR-A-02", 0, "Two.", "how")]
    return Rulebook(clauses, lambda language: folder / language)


def test_a_part_is_translated(tmp_path: Path) -> None:
    (tmp_path / "es").write_text("[[clause]]\nid = 'LR-A-01'\nrule = 'Uno.'\n", encoding="utf-8")
    assert book(tmp_path).text_in("LR-A-01", "es") == ("Uno.", "es")
    assert book(tmp_path).text_in("LR-A-02", "es") == ("Two.", "en")
    assert book(tmp_path).text_in("LR-A-01", "it") == ("One.", "en")


@pytest.mark.parametrize(
    "text", ["[[clause]", "", "[[clause]]\nid = 'LR-B-01'\nrule = 'a'", "[[clause]]\nid = 'LR-A-01'\nrulr = 'a'"]
)
def test_files_that_cannot_be_used(tmp_path: Path, text: str) -> None:
    (tmp_path / "es").write_text(text, encoding="utf-8")
    with pytest.raises(RulebookError):
        book(tmp_path).text_in("LR-A-01", "es")

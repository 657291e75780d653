"""Clauses, citations, and the coverage of a rulebook by tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from trainshed.kernel.game import title_file
from trainshed.kernel.rulebook import CLAUSE_ID, Citations, Clause, Illegal, Refusal, Rulebook, RulebookError, coverage


def book(*ids: str) -> Rulebook:
    return Rulebook(Clause(id, 0, f"rule {id}", "test") for id in ids)


def test_areas_keep_their_order() -> None:
    rules = book("LR-TURN-01", "LR-PASS-01", "LR-TURN-02")
    assert rules.areas == ["TURN", "PASS"]
    assert len(rules) == 3
    assert "LR-PASS-01" in rules
    assert rules["LR-PASS-01"].rule == "rule LR-PASS-01"


def test_ids_are_checked() -> None:
    with pytest.raises(RulebookError, match="twice"):
        book("LR-TURN-01", "LR-TURN-01")
    for wrong in ("LR-TURN", "lr-turn-01", "LR-TURN-1", "LR TURN 01"):
        with pytest.raises(RulebookError, match="not a clause id"):
            book(wrong)


def test_an_area_may_have_several_parts() -> None:
    rules = book("FC-MODULE-A-01", "FC-MODULE-B-01", "FC-MODULE-A-02", "FC-P2-X3-100")
    assert rules.areas == ["MODULE-A", "MODULE-B", "P2-X3"]
    for wrong in ("FC-MODULE-A-1", "FC-MODULE--01", "FC-MODULE-a-01", "FC-MODULE-A", "FC-01-02", "-MODULE-A-01"):
        with pytest.raises(RulebookError, match="not a clause id"):
            book(wrong)
    named = CLAUSE_ID.findall("See FC-MODULE-A-01, FC-MODULE-A-02-03 and FC-TURN-01..04; not FC-MODULE or A-01.")
    assert named == ["FC-MODULE-A-01", "FC-MODULE-A-02", "FC-TURN-01"]


def test_the_longest_rulebook_is_read_whole() -> None:
    rules = Rulebook.read(title_file("trainshed.games.first_class", "rules.toml"))
    assert (len(rules), len(rules.areas)) == (326, 27)
    assert sum(len([clause for clause in rules if clause.area == area]) for area in rules.areas) == len(rules)
    assert coverage(rules, [(clause.id, True) for clause in rules]).complete


@pytest.mark.parametrize("text", ["clause = 1", "[[clause]]\nid = 1", "[[clause]", "", "[[clause]]\nid = 'LR-A-01'"])
def test_files_that_cannot_be_used(tmp_path: Path, text: str) -> None:
    file = tmp_path / "rules.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(RulebookError):
        Rulebook.read(file)


def test_citations_count_from_one() -> None:
    cite = Citations()
    assert [cite("A"), cite("B"), cite("A")] == [1, 2, 1]
    assert list(cite) == ["A", "B"]
    assert cite.ids[cite("B")] == "B"


def test_illegal_says_word_and_clause() -> None:
    assert str(Illegal(Refusal("LR-TURN-04"), "stop")) == "stop is refused by LR-TURN-04"
    assert str(Illegal(Refusal("LR-TURN-04"))) == "this move is refused by LR-TURN-04"


def test_coverage() -> None:
    rules = book("LR-A-01", "LR-A-02", "LR-A-03")
    outcomes = [("LR-A-01", True), ("LR-A-01", True), ("LR-A-02", True), ("LR-A-02", False), ("LR-B-09", True)]
    found = coverage(rules, [*outcomes, ("XX-A-01", True)])
    assert found.covered == ("LR-A-01",)
    assert found.failing == ("LR-A-02",)
    assert found.missing == ("LR-A-03",)
    assert found.unknown == ("LR-B-09",)
    assert not found.complete
    assert coverage(rules, [(clause.id, True) for clause in rules]).complete

"""Where the default of an option comes from: a printed rule, our own ruling, or one of several printed ways to play."""

from __future__ import annotations

import pytest

import trainshed
from trainshed.kernel.options import Option, basis_of
from trainshed.kernel.rulebook import Basis, Clause, Rulebook
from trainshed.kernel.translation import ENGLISH
from trainshed.locale import LANGUAGES, speech
from trainshed.web.pages.rulebook.titles import all_titles, title_of

PRINTED = {
    "first-class": {"strict_cards", "ignore_may_add", "open_piles"},
    "lok-n-roll": set[str](),
    "russian-railroads": {"repeat_needs"},
    "spike": {"joker_mixed"},
}
"""The options whose default a rulebook states in so many words."""

OFFERED = {"first-class": {"modules"}, "lok-n-roll": {"mode"}, "spike": {"advanced"}}
"""The options all choices of which a rulebook offers."""


@pytest.mark.parametrize(
    ("clause", "basis"),
    [
        (Clause("AB-TURN-01", 1, "A rule.", ""), "rulebook"),
        (Clause("AB-TURN-01", 1, "A rule.", "", ambiguity="Unclear.", ruling="As stated."), "ruling"),
        (Clause("AB-TURN-01", 1, "A rule.", "", ruling="As stated.", printed=True), "rulebook"),
        (Clause("AB-TURN-01", 0, "A rule.", "", source="public"), "ruling"),
        (Clause("AB-TURN-01", 0, "A rule.", "", source="reconstructed"), "ruling"),
    ],
)
def test_basis_of_an_option_follows_from_its_clause(clause: Clause, basis: Basis) -> None:
    option = Option("one", ("no", "yes"), "no", "One?", clause.id)
    assert basis_of(option, Rulebook([clause])) == basis
    assert basis_of(Option("one", ("a", "b"), "a", "One?", clause.id, offered=True), Rulebook([clause])) == "offered"
    assert basis_of(Option("one", ("a", "b"), "a", "One?"), Rulebook([clause])) == "ruling"


@pytest.mark.parametrize("slug", PRINTED)
def test_every_option_default_has_its_basis(slug: str) -> None:
    game = trainshed.game(slug)
    found = {option.name: basis_of(option, game.rulebook) for option in game.options}
    assert {name for name, basis in found.items() if basis == "rulebook"} == PRINTED[slug]
    assert {name for name, basis in found.items() if basis == "offered"} == OFFERED.get(slug, set())


def test_safety_net_of_spike_is_our_ruling() -> None:
    field = next(field for field in title_of("spike", ENGLISH).fields if field.name == "idle_turns")
    assert (field.basis, field.mark, field.changed) == ("ruling", "our ruling", "differs from our ruling")


@pytest.mark.parametrize("language", LANGUAGES)
def test_marks_differ_by_basis_in_every_language(language: str) -> None:
    marks = {field.basis: field.mark for title in all_titles(language) for field in title.fields}
    assert marks["offered"] == ""
    assert len(set(marks.values())) == 3
    assert speech(language).gettext("our ruling") == marks["ruling"]

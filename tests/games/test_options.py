"""Options of all titles: what a clause names can be chosen."""

from __future__ import annotations

import re
import tomllib

import pytest

import trainshed
from trainshed.kernel.game import Game, title_file

NAMED = re.compile(r"\boptions? ([a-z]+_[a-z0-9_]+)")
WORDED = re.compile(r"\boptions? ([a-z]+_[a-z0-9_]+) = ['\"]?([a-z0-9_]+)")


def text_of(game: Game, name: str) -> str:
    """A file of the title's package."""
    text: str = title_file(type(game).__module__.rpartition(".")[0], name).read_text(encoding="utf-8")
    return text


@pytest.mark.parametrize("slug", trainshed.titles())
def test_every_option_that_a_clause_names_exists_and_has_the_named_value(slug: str) -> None:
    game = trainshed.game(slug)
    choices = {option.name: option.choices for option in game.options}
    for file in ("rules.toml", "content.toml"):
        text = text_of(game, file)
        assert set(NAMED.findall(text)) <= set(choices), f"{file} names options that cannot be chosen"
        for name, value in WORDED.findall(text):
            said = {"true": "yes", "false": "no"}.get(value, value)
            assert said in choices[name], f"{file}: {name} = {value}"


@pytest.mark.parametrize("slug", trainshed.titles())
def test_every_option_is_explained_by_a_clause_that_exists(slug: str) -> None:
    game = trainshed.game(slug)
    clauses = {row["id"] for row in tomllib.loads(text_of(game, "rules.toml"))["clause"]}
    for option in game.options:
        assert option.clause in clauses

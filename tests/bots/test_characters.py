"""The characters of the bots: each its own name and face, and no two of them alike at one table."""

from __future__ import annotations

import inspect
import re

import pytest

from trainshed.bots.bot import find
from trainshed.bots.bot import names as bot_names
from trainshed.bots.characters import (
    CHARACTERS,
    ORDER,
    bot_of,
    cast,
    choose_character,
    find_character,
    level_of,
    seat_name,
    seated,
)
from trainshed.bots.levels import LEVELS, USUAL, offered
from trainshed.bots.styles import style_sentence, styles
from trainshed.cli.arena.sim import sim
from trainshed.cli.play import play
from trainshed.draw.faces.portraits import PORTRAITS, UNKNOWN, face
from trainshed.kernel.registry import game, titles

MOST_SEATS = 4


def test_every_character_is_somebody_else() -> None:
    for field in ("id", "name", "face"):
        assert len({getattr(character, field) for character in CHARACTERS}) == len(CHARACTERS), field
    assert {character.bot for character in CHARACTERS} == set(bot_names())
    for character in CHARACTERS:
        assert character.face in PORTRAITS
        assert len(character.name) <= 10, "too long for a phone"
        assert find_character(character.id) is character


def test_people_choose_among_levels_the_weakest_first() -> None:
    assert offered()[:5] == ["platelayer", "fireman", "driver", "inspector", "director"]
    assert not {"thumb", "random"} & set(offered())
    assert USUAL == "driver"
    for level in LEVELS:
        assert len({(one.role, one.plays) for one in cast(level.name)}) == 1, "one level, one description"
    assert len({cast(level.name)[0].plays for level in LEVELS}) == len(LEVELS)


@pytest.mark.parametrize("bot", bot_names())
def test_no_two_at_one_table_are_alike(bot: str) -> None:
    for table in range(12):
        assert len({seated(bot, table, seat) for seat in range(MOST_SEATS)}) == MOST_SEATS
    first = cast(bot)[0]
    assert seated(bot, 7, 1, first.name) == first
    passed_over = seated(bot, 0, 0, taken=[first.name])
    assert passed_over in cast(bot)
    assert passed_over != first


@pytest.mark.parametrize("title", titles())
def test_the_characters_of_a_level_play_in_styles_of_their_own(title: str) -> None:
    played = game(title)
    assert 3 <= len(styles(played)) <= 4
    for level in LEVELS:
        bots = [bot_of(character, played) for character in cast(level.name)]
        assert {level_of(bot) for bot in bots} == {level.name}
        assert len(set(bots)) == MOST_SEATS
        for bot in bots:
            assert find(bot).name == bot
            assert style_sentence(played, bot).endswith(".")
            assert cast(bot) == cast(level.name)
            assert seat_name(bot, 5, 0, "") == seated(level.name, 5, 0).name
    sentences = {style_sentence(played, f"driver/{style}") for style in styles(played)}
    assert len(sentences) == len(styles(played))
    assert {bot_of(character, played) for character in cast("thumb")} == {"thumb"}
    assert style_sentence(played, "thumb") == style_sentence(played, "driver") == ""


def test_two_levels_begin_with_different_styles() -> None:
    played = game(titles()[0])
    assert len({bot_of(cast(level.name)[0], played).partition("/")[2] for level in LEVELS}) == MOST_SEATS


def test_a_bot_that_is_named_with_a_style_gets_the_character_who_plays_it() -> None:
    played = game("russian-railroads")
    for seat in range(MOST_SEATS):
        found = choose_character("director/trans_siberian", played, 11, seat)
        assert bot_of(found, played) == "director/trans_siberian"
        other = choose_character("director/trans_siberian", played, 11, seat, taken=[found.name])
        assert other in cast("director")
        assert other != found


def test_games_that_began_before_bots_had_names_have_them_too() -> None:
    shown = [seat_name("thumb", 5, seat, name) for seat, name in enumerate(("thumb", "thumb 2", "thumb 3", ""))]
    assert shown == [seated("thumb", 5, seat).name for seat in range(4)]
    assert seat_name("thumb", 5, 0, "Ida") == "Ida"
    assert seat_name("thumb", 5, 0, "thumb up") == "thumb up"


def test_a_bot_of_another_package_is_a_character_of_its_own() -> None:
    [own] = cast("deep-green")
    assert (own.name, own.bot, own.face) == ("deep-green", "deep-green", UNKNOWN)
    assert find_character(own.id, "deep-green") == own
    assert seated("deep-green", 3, 2) == own
    assert seat_name("deep-green", 3, 2, "deep-green 2") == "deep-green 2"
    assert find_character("nobody") is None


def test_faces_differ_without_colour() -> None:
    """In outlines alone, without the classes that give them colours."""
    drawn = [re.sub(r' class="[^"]*"', "", face(name)) for name in (*PORTRAITS, UNKNOWN)]
    assert len(set(drawn)) == len(drawn)
    assert all("style" not in one and "#" not in one for one in drawn)


def test_the_command_line_plays_against_the_usual_bot() -> None:
    for command in (play, sim):
        assert inspect.signature(command).parameters["bots"].default == USUAL


def test_characters_know_the_levels_in_their_order() -> None:
    assert [level.name for level in LEVELS] == list(ORDER)

"""The arms of a study: the settings that are compared with each other, at every table that is played."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any, Final

import msgspec

from trainshed.arena.sim import player
from trainshed.arena.studies.content_path import with_value
from trainshed.arena.studies.study_file import BUILT_IN, Factor, Study, StudyError, StudyFile
from trainshed.bots.bot import check_style
from trainshed.kernel.content import Pack
from trainshed.kernel.game import Game
from trainshed.kernel.record import embedded
from trainshed.kernel.registry import game as find_game

MOST_ARMS: Final = 100
USUAL: Final = "as usual"
"""The name of the arm in which every factor has its first value, if arms are compared with it."""


class Arm(msgspec.Struct, frozen=True):
    """One setting that is played: what an arm is called, and what a game needs to begin."""

    name: str
    values: dict[str, str]
    """By the name of each factor, as people read it."""
    pack: str
    """The digest of the content pack."""
    content: str
    """The content pack itself, as a record embeds it; empty for the built-in one."""
    options: dict[str, str]
    bots: tuple[str, ...]
    """One name a seat."""


class Table(msgspec.Struct, frozen=True):
    """The games of one title with so many seats, in all arms that are possible there; the first is the usual one."""

    title: str
    edition: int
    seats: int
    arms: tuple[Arm, ...]


def tables(study: Study) -> list[Table]:
    """All tables of a study, each with its arms; everything is looked up, so that nothing fails in the middle."""
    file = study.file
    found = []
    for title in file.played:
        usual = _content(study, title, file.pack)
        counts = file.seats or [count for count in usual.seat_counts if count > 1]
        for seats in counts:
            if seats not in usual.seat_counts:
                raise StudyError(f"{usual.slug} is played by {', '.join(map(str, usual.seat_counts))}, not by {seats}")
            arms = _arms(study, usual, seats)
            found.append(Table(usual.slug, usual.edition, seats, tuple(arms)))
    return found


def _arms(study: Study, usual: Game, seats: int) -> list[Arm]:
    file = study.file
    counts = [len(factor.values) for factor in file.factors]
    if file.combine:
        chosen = list(itertools.islice(itertools.product(*[range(count) for count in counts]), MOST_ARMS + 1))
    else:
        chosen = [tuple(0 for _ in counts)]
        for at, count in enumerate(counts):
            chosen += [tuple(index if place == at else 0 for place in range(len(counts))) for index in range(1, count)]
    if len(chosen) > MOST_ARMS:
        raise StudyError(f"{len(chosen)} arms or more, at most {MOST_ARMS} can be played")
    arms = [_arm(study, usual, seats, indices) for indices in chosen]
    if arms[0] is None:
        raise StudyError(f"the usual setting cannot be played with {seats} seats")
    return [arm for arm in arms if arm is not None]


def _arm(study: Study, usual: Game, seats: int, indices: tuple[int, ...]) -> Arm | None:
    """The setting in which each factor has one of its values; None if an option of it does not exist at this table."""
    file = study.file
    game, options, bots = usual, dict(file.options), list(file.bots)
    changes: list[tuple[str, Any]] = []
    for factor, index in zip(file.factors, indices, strict=True):
        value = factor.values[index]
        if factor.option:
            if not _applies(usual, factor, seats):
                if index:
                    return None
                continue
            options[factor.option] = str(value)
        elif factor.pack:
            game = _content(study, usual.slug, "" if value == BUILT_IN else str(value))
        elif factor.bots:
            bots = [str(name) for name in value] if isinstance(value, list) else [str(value)]
        else:
            changes += zip(factor.places, factor.parts(index), strict=True)
    pack = game.pack
    for path, value in changes:
        pack = with_value(pack, path, value)
    if pack.digest != game.pack.digest:
        game = find_game(usual.slug, usual.edition, pack)
    return Arm(
        name=_name(file, indices),
        values={factor.name: factor.label(index) for factor, index in zip(file.factors, indices, strict=True)},
        pack=game.pack.digest,
        content=embedded(game),
        options=dict(game.start(seats, options).options),
        bots=_seated(game, bots, seats),
    )


def _applies(game: Game, factor: Factor, seats: int) -> bool:
    known = {option.name: option for option in game.options}
    if factor.option not in known:
        raise StudyError(f"factor {factor.name}: {game.slug} has no option {factor.option}")
    return known[factor.option].applies(seats)


def _name(file: StudyFile, indices: tuple[int, ...]) -> str:
    """What distinguishes an arm from the usual one, or all its values where none is the usual one."""
    told = [
        f"{factor.name}: {factor.label(index)}"
        for factor, index in zip(file.factors, indices, strict=True)
        if index or not file.compare
    ]
    return ", ".join(told) or USUAL


def _seated(game: Game, bots: list[str], seats: int) -> tuple[str, ...]:
    if len(bots) > seats:
        raise StudyError(f"{len(bots)} bots for {seats} seats")
    for name in bots:
        player(name)  # before anything is played: a bot may not exist
        check_style(game, name)
    return tuple(bots[seat % len(bots)] for seat in range(seats))


def _content(study: Study, title: str, pack: str) -> Game:
    """A title with the content of a file beside the study, or with its own."""
    if not pack:
        return find_game(title)
    path = Path(study.folder, pack)
    if not path.is_file():
        raise StudyError(f"there is no content pack {path}")
    return find_game(title, None, Pack.read(path))

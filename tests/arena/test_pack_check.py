"""Content packs from outside: trial games, damaged packs, studies with a pack."""

from __future__ import annotations

import copy
import subprocess
from pathlib import Path

import pytest

from tests.support.packs.changed import changed
from tests.support.packs.damaged import damaged
from trainshed.arena import pack_check
from trainshed.arena.conform import outcomes
from trainshed.arena.jobs import InlineRunner, ProcessRunner
from trainshed.arena.pack_check import check_apart, check_pack
from trainshed.arena.sim import simulate
from trainshed.kernel.content import ContentError, Pack
from trainshed.kernel.record import read, verify
from trainshed.kernel.registry import game

TITLES = ("lok-n-roll", "russian-railroads")
CONTENT = Path("src/trainshed/games/lok_n_roll/content.toml")


@pytest.mark.parametrize("number", range(30))
@pytest.mark.parametrize("slug", TITLES)
def test_a_damaged_pack_ends_in_one_line_or_a_playable_game(slug: str, number: int) -> None:
    """`python -m bench.packs` does the same with 1,000."""
    said = ""
    try:
        assert check_pack(slug, damaged(slug, number)).slug == slug
    except ContentError as error:
        said = str(error)
    assert said == "" or said.startswith(f"damaged {number}: ")
    assert "\n" not in said


def test_both_ends_are_found_among_the_damaged_packs() -> None:
    ends = {"refused": 0, "playable": 0}
    for number in range(30):
        try:
            game("russian-railroads", None, damaged("russian-railroads", number))
        except ContentError:
            ends["refused"] += 1
        else:
            ends["playable"] += 1
    assert ends["refused"] >= 5
    assert ends["playable"] >= 5


def test_what_the_rules_cannot_use_is_named_by_what_was_changed() -> None:
    data = copy.deepcopy(game("russian-railroads").pack.data)
    data["special"][1]["track"] = "pink"
    with pytest.raises(ContentError) as error:
        check_pack("russian-railroads", Pack(data, "own.toml"))
    assert str(error.value).startswith(
        f"own.toml: the rules cannot play with special, row 2, track: "
        f"{game('russian-railroads').pack.data['special'][1]['track']} → pink (ValueError: "
    )


def test_a_game_that_does_not_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pack_check, "MOST_MOVES", 20)
    with pytest.raises(ContentError, match="with 1 seats a game has not ended after 20 moves"):
        check_pack("lok-n-roll", changed("lok-n-roll"))


def test_a_check_apart_has_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    text = CONTENT.read_text(encoding="utf-8")
    assert check_apart("lok-n-roll", text.replace("hand = 2", "hand = 3"), "own").data["setup"]["hand"] == 3
    with pytest.raises(ContentError, match=r"^own: setup\.hand: 99 is not from 0 to 20$"):
        check_apart("lok-n-roll", text.replace("hand = 2", "hand = 99"), "own")
    with pytest.raises(ContentError, match="no title 'chess'"):
        check_apart("chess", text, "own")
    monkeypatch.setattr(pack_check, "LONGEST", 0.01)
    with pytest.raises(ContentError, match="has not ended after"):
        check_apart("lok-n-roll", text, "own")

    def killed(*_: object, **__: object) -> subprocess.CompletedProcess[bytes]:
        return subprocess.CompletedProcess([], -9, b"", b"")

    monkeypatch.setattr(subprocess, "run", killed)
    with pytest.raises(ContentError, match="own: the trial games ended with -9"):
        check_apart("lok-n-roll", text, "own")


# ---------------------------------------------------------------- studies


def test_other_content_is_checked_for_conformance_in_this_process_only() -> None:
    other = game("lok-n-roll", None, changed("lok-n-roll", 4))
    assert len(outcomes(other, 1, 0, runner=InlineRunner())) == 1
    with ProcessRunner(2) as runner:
        for arguments in ({"jobs": 2}, {"runner": runner}):
            with pytest.raises(ValueError, match="other processes only play an installed title with its own content"):
                outcomes(other, 1, 0, **arguments)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_study_plays_with_its_pack_in_every_process(jobs: int, tmp_path: Path) -> None:
    pack = changed("lok-n-roll", 4)
    summary = simulate("lok-n-roll", 2, ["random"], 4, seed=1, jobs=jobs, pack=pack, save=tmp_path)
    assert summary.pack == pack.digest
    for file in tmp_path.iterdir():
        record = read(file.read_text(encoding="utf-8"))
        assert record.pack == pack.digest
        assert verify(record).over


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_study_from_a_position_keeps_the_pack_of_the_position(jobs: int) -> None:
    pack = changed("lok-n-roll", 4)
    start = game("lok-n-roll", None, pack).start(2)
    summary = simulate("lok-n-roll", 2, ["random"], 2, seed=1, jobs=jobs, start_from=start)
    assert summary.pack == pack.digest
    assert summary.games == 2

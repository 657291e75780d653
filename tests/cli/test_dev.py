"""`trainshed dev`: a real process that draws a title anew whenever one of its files is saved."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.support.dev_server import DevProcess, running_dev, until
from tests.support.recorded_games import played
from tests.support.servers.patience import PATIENCE
from trainshed.cli.dev.drawing import DrawnGame, PositionList, picture
from trainshed.draw.sheet import LAYOUTS
from trainshed.kernel.record import write
from trainshed.kernel.registry import game
from trainshed.locale import LANGUAGES


@pytest.fixture(scope="module")
def dev(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DevProcess]:
    with running_dev(tmp_path_factory.mktemp("dev")) as found:
        yield found


def test_a_position_is_drawn_in_every_layout_and_language(dev: DevProcess) -> None:
    drawn = dev.drawn(12)
    assert (drawn["row"], drawn["error"]) == (12, "")
    assert set(drawn["frames"]) == {f"{layout}/{language}" for layout in LAYOUTS for language in LANGUAGES}
    assert len(set(drawn["frames"].values())) == len(drawn["frames"])
    assert dev.drawn(12) == drawn, "the same game each time"
    assert dev.drawn(13)["frames"] != drawn["frames"]
    end = dev.drawn(9999)
    assert end["last"]
    assert end["row"] < 9999
    assert "over" in end["about"]


def test_a_saved_file_is_drawn_and_a_broken_one_is_shown_until_it_is_mended(dev: DevProcess) -> None:
    with httpx.stream("GET", f"{dev.url}events", timeout=PATIENCE, trust_env=False) as told:
        lines = (line for line in told.iter_lines() if line.startswith("data:"))
        assert next(lines) == "data: 0"
        assert 'aria-label="Shunting Yard"' in dev.drawn()["frames"]["wide/en"]
        dev.change('"Shunting Yard"', '"Marshalling Yard"')
        assert next(lines) == "data: 1"
        assert 'aria-label="Marshalling Yard"' in dev.drawn()["frames"]["wide/en"]
        dev.change('"Marshalling Yard"', '"Marshalling Yard')
        assert next(lines) == "data: 2"
        broken = dev.drawn()
        assert "SyntaxError" in broken["error"]
        assert "game.py" in broken["error"]
        assert broken["frames"] == {}
        dev.change('"Marshalling Yard', '"Shunting Yard"')
        assert next(lines) == "data: 3"
        assert 'aria-label="Shunting Yard"' in dev.drawn()["frames"]["wide/en"]


def test_a_title_that_ends_the_process_is_shown_as_an_error_and_drawn_when_mended(dev: DevProcess) -> None:
    line, ending = "    slug, name, package", "    __import__('os')._exit(3)\n"
    dev.change(line, ending + line)
    until(lambda: "exit code 3" in dev.drawn()["error"])
    dev.change(ending, "")
    until(lambda: dev.drawn()["error"] == "")


def test_only_this_machine_is_served(dev: DevProcess) -> None:
    def status(path: str, **headers: str) -> int:
        return httpx.get(f"{dev.url}{path}", headers=headers, timeout=PATIENCE, trust_env=False).status_code

    assert status("") == 200
    assert status("", host="elsewhere.example") == 421
    assert status("static/dev/tokens.css") == 200
    for path in (
        "static/dev/../../app.py",
        "static/dev/%2e%2e/app.py",
        "frame?wide/pink/en",
        "drawn?-1",
        "drawn?x",
        "x",
    ):
        assert status(path) == 404, path


def test_scenery_is_drawn_by_its_name() -> None:
    scenery = game("lok-n-roll").part("board.scenery").SCENERY
    assert picture("lok-n-roll", "wide-day.svg").frames == {"wide-day.svg": scenery.file("wide-day.svg").decode()}


def test_the_rows_of_a_record_are_drawn_and_end_with_it(tmp_path: Path) -> None:
    record = played(1)
    file = tmp_path / "game.train"
    file.write_text(write(record), encoding="utf-8")
    positions = PositionList(DrawnGame("lok-n-roll", str(file)))
    rows = len(record.rows)
    assert positions.drawn(rows - 1).frames != positions.drawn(rows).frames
    assert [positions.drawn(row).row for row in (0, 3, rows, rows + 9)] == [0, 3, rows, rows]
    assert [positions.drawn(row).last for row in (3, rows)] == [False, True]

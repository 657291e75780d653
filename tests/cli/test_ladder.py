"""`trainshed ladder`: the same result for any number of processes, its tables, its picture, and its errors."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from trainshed.arena.ladder.ladder import Ladder, LadderSummary, ladder
from trainshed.arena.ladder.tally import LadderTally
from trainshed.cli import run
from trainshed.cli.ladder.picture import MARGIN, WIDTH, Scale, draw
from trainshed.cli.ladder.report import percent

TITLE = "lok-n-roll"
ARGS = ("ladder", TITLE, "--bots", "random,thumb")
SVG = "{http://www.w3.org/2000/svg}"

Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def trainshed(capsys: pytest.CaptureFixture[str]) -> Command:
    def command(*args: str) -> tuple[int, str, str]:
        code = run(args)
        return code, *capsys.readouterr()

    return command


def test_the_table_is_the_same_for_any_jobs(trainshed: Command, tmp_path: Path) -> None:
    args = (*ARGS, "--games", "12", "--seed", "7")
    one, two = trainshed(*args, "--jobs", "1"), trainshed(*args, "--jobs", "2", "--keep", str(tmp_path))
    assert one == two
    assert (one[0], one[2]) == (0, "")
    assert trainshed(*args, "--jobs", "1", "--keep", str(tmp_path)) == one, "from the games that are kept"
    for said in (f"{TITLE}: 12 games, 2 seats, seed 7", "95 % intervals", "random is 1000", "random - thumb"):
        assert said in one[1]
    lines = one[1].splitlines()
    assert [line.split()[1] for line in lines if re.match("│ (thumb|random) +│", line)] == ["thumb", "random"]
    other = trainshed(*ARGS, "--games", "12", "--seed", "8", "--jobs", "1")
    assert other[1] != one[1].replace("seed 7", "seed 8")


def test_json_and_picture(trainshed: Command, tmp_path: Path) -> None:
    file = tmp_path / "ladder.svg"
    args = ("--games", "4", "--jobs", "1", "--seats", "4", "--nodes-scale", "1/8", "--json", "--picture", str(file))
    code, out, err = trainshed(*ARGS, *args)
    rounding = "6 games of each pair instead of 4: then each bot sits in every seat equally often."
    assert (code, err) == (0, f"{rounding}\n")
    assert json.loads(out)["rounding"] == rounding
    assert rounding in trainshed(*ARGS, "--games", "4", "--seats", "4", "--jobs", "1")[1].replace("\n", " ")
    summary = json.loads(out)
    assert (summary["games"], summary["seats"], summary["scale"]) == (6, 4, 0.125)
    assert [bot["name"] for bot in summary["bots"]] == ["random", "thumb"]
    assert summary["bots"][0]["rating"] == 1000
    root = ElementTree.fromstring(file.read_text(encoding="utf-8"))
    assert "Lok'n'Roll: ladder of bots" in {each.text for each in root.iter(f"{SVG}text")}
    assert "node budgets × 0.125" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("chess", "--bots", "random,thumb"), "no title 'chess'"),
        ((TITLE, "--bots", "random"), "at least two bots"),
        ((TITLE, "--bots", "random,deep"), "no bot 'deep'"),
        ((TITLE, "--bots", "random,thumb", "--mixed", "5"), "at least three seats"),
        ((TITLE, "--bots", "random,thumb", "--nodes-scale", "0"), "a positive number such as 1/8, not '0'"),
        ((TITLE, "--bots", "random,thumb", "--nodes-scale", "1/0"), "a positive number"),
        ((TITLE, "--bots", "random,thumb", "--nodes-scale", "much"), "a positive number"),
        ((TITLE, "--bots", "random,thumb", "--picture", "ladder.png"), "an .svg file"),
        ((TITLE, "--bots", "random,thumb", "--picture", "/no/such/folder/x.svg"), "there is no folder"),
        ((TITLE, "--bots", "random,thumb", "--seats", "9"), "not for 9"),
    ],
)
def test_errors_are_one_line(trainshed: Command, args: tuple[str, ...], said: str) -> None:
    code, out, err = trainshed("ladder", *args)
    assert (code, out) == (1, "")
    assert err.startswith("trainshed: ")
    assert err.count("\n") == 1
    assert said in err


# ---------------------------------------------------------------- the picture


class Drawn(Ladder):
    """A ladder of invented games: of two bots, the one with the longer name wins two of three."""

    def played(self, group: tuple[str, ...], begin: int, end: int, *how: object) -> LadderTally:
        tally = LadderTally()
        longer = len(group[0]) > len(group[1])
        for number in range(begin, end):
            won = longer if number % 3 else not longer
            tally.add(group, (1, 2) if won else (2, 1), (30, 20))
        return tally


def invented(*bots: str) -> LadderSummary:
    made = Drawn(ladder(TITLE, ["random", "thumb"]).task, bots, 200, neighbours=True, until_clear=True)
    made.play()
    return made.summary()


def test_rows_of_the_picture_are_in_order_and_inside_it() -> None:
    summary = invented("a", "be", "<sea>", "a bot with a name that is far too long for its column")
    root = ElementTree.fromstring(draw("Title & Co", summary))
    texts = [each for each in root.iter(f"{SVG}text") if each.text]
    names = [each.text or "" for each in texts if each.get("class") == "bold" and each.get("text-anchor") is None]
    assert names[0].startswith("a bot")
    assert names[0].endswith("…")
    assert names[1:5] == ["<sea>", "be", "a", "a – be"]
    assert len(names) == 4 + 3
    assert float(root.get("width", 0)) == WIDTH
    for dot in root.iter(f"{SVG}circle"):
        assert MARGIN < float(dot.get("cx", 0)) < WIDTH - MARGIN
        assert float(dot.get("cy", 0)) < float(root.get("height", 0))
    ahead = [each.text for each in texts if each.get("class") == "good"]
    assert ahead[:2] == ["be", "<sea>"]


def test_every_colour_is_one_of_the_pages_in_both_themes() -> None:
    drawn = draw("Title", invented("a", "be"))
    style = drawn[drawn.index("<style>") : drawn.index("</style>")]
    used = set(re.findall(r"var\(--([\w-]+)\)", style))
    light, dark = style.split("@media(prefers-color-scheme:dark)")
    for name in used:
        found = [re.search(rf"--{name}:(#\w+);", part) for part in (light, dark)]
        assert all(found), name
    assert "#EFEBE2" in light
    assert "#0E1318" in dark
    assert re.search(r'(fill|stroke|style)="', drawn) is None, "colours by class only"


@pytest.mark.parametrize(("low", "high"), [(818, 1753), (1000, 1000), (-2310.5, 4100), (999, 1001)])
def test_the_axis_has_few_round_marks_around_the_values(low: float, high: float) -> None:
    scale = Scale.around(low, high)
    marks = scale.marks()
    assert 2 <= len(marks) <= 9
    assert marks[0] <= low <= high <= marks[-1]
    assert marks[0] < marks[-1]
    assert all(mark % 10 == 0 for mark in marks)


def test_a_level_has_the_digits_it_needs() -> None:
    assert [percent(1 - 0.05 / looks) for looks in (1, 4, 3)] == ["95 %", "98.75 %", "98.3333 %"]

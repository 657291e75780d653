"""The `trainshed` command: every subcommand, its exit codes, and one line for every error."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from tests.support.recorded_games import played
from trainshed.cli import run
from trainshed.cli.rules import source_tree
from trainshed.kernel.record import UNDO, as_seen, read, verify, write
from trainshed.kernel.registry import game as find

TITLE = "lok-n-roll"


class Result(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def last(self) -> str:
        return self.out.splitlines()[-1]


Command = Callable[..., Result]


@pytest.fixture
def trainshed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    def command(*args: str, typed: str = "") -> Result:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        capsys.readouterr()
        code = run(args)
        out, err = capsys.readouterr()
        return Result(code, out, err)

    return command


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "game.train"
    path.write_text(write(played(1)), encoding="utf-8")
    return str(path)


def refused(result: Result, code: int = 1) -> str:
    """Run a command that must fail; its one line on stderr."""
    assert result.code == code, result
    assert result.err.startswith("trainshed: ")
    assert result.err.count("\n") == 1
    return result.err.removeprefix("trainshed: ").rstrip("\n")


# ---------------------------------------------------------------- help and usage


def test_help_names_every_command() -> None:
    script = "from trainshed.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", script, "--help"], capture_output=True, text=True, check=True)
    for command in ("home", "games", "rules", "play", "sim", "ladder", "replay", "verify", "analyse", "conform"):
        assert f"\n  {command} " in done.stdout


def test_the_start_is_light() -> None:
    """`--help` must not load what only commands need."""
    code = "import sys; from trainshed.cli import run; run(['--help']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.splitlines()[-1].split())
    assert not loaded & {"rich.console", "multiprocessing", "trainshed.arena.sim", "trainshed.bots.bot", "pytest"}


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["dance"], "No such command 'dance'"),
        (["sim"], "Missing argument"),
        (["sim", TITLE, "--games", "many"], "--games"),
        (["sim", TITLE, "--games", "0"], "--games"),
        (["replay", "x", "--at", "-1"], "--at"),
        (["verify", "x", "--loud"], "--loud"),
        (["rules", "coverage"], "Missing argument"),
    ],
)
def test_usage_errors(trainshed: Command, args: list[str], said: str) -> None:
    assert said in refused(trainshed(*args), 2)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["rules", "chess"], "no title 'chess'"),
        (["rules", TITLE, "LR-PASS-99"], "no clause and no area 'LR-PASS-99'"),
        (["rules", "content", "chess"], "no title 'chess'"),
        (["rules", "coverage", "chess"], "no title 'chess'"),
        (["conform", "chess"], "no title 'chess'"),
        (["play", "chess"], "no title 'chess'"),
        (["play", TITLE, "--seats", "9"], "is for 1, 2, 3, 4 seats, not for 9"),
        (["play", TITLE, "--seat", "3"], "there is no seat 3"),
        (["play", TITLE, "--bots", "deep"], "no bot 'deep'"),
        (["play", TITLE, "--bots", ","], "bots are names between commas"),
        (["play", TITLE, "--option", "mode"], "an option is name=choice, not 'mode'"),
        (["play", TITLE, "--option", "start=random", "--option", "start=random"], "option start is given twice"),
        (["play", TITLE, "--save", "/no/such/folder/x.train"], "there is no folder /no/such/folder"),
        (["play", TITLE, "--name", "a\nb"], "a name has 1 to 80 characters"),
        (["sim", "chess"], "no title 'chess'"),
        (["sim", TITLE, "--bots", "deep"], "no bot 'deep'; there are"),
        (["sim", TITLE, "--bots", "random,random,random", "--seats", "2"], "3 bots for 2 seats"),
        (["sim", TITLE, "--option", "mode=solo"], "no option 'mode' with 2 seats"),
        (["sim", TITLE, "--option", "start=never"], "option start is one of"),
        (["sim", TITLE, "--at", "3"], "--at goes with --from"),
        (["sim", TITLE, "--from", "/no/such/file"], "No such file"),
        (["sim", TITLE, "--bots", "random", "--on", "moon"], "games are played on local, ray or ray://HOST:PORT"),
        (["sim", TITLE, "--bots", "random", "--on", "ray://head"], "the address of a Ray cluster is ray://HOST:PORT"),
        (["sim", TITLE, "--bots", "random", "--on", "ray", "--jobs", "2"], "--jobs counts local processes"),
        (["conform", TITLE, "--on", "ray", "--jobs", "2"], "--jobs counts local processes"),
        (["ladder", TITLE, "--bots", "random,thumb", "--on", "ray", "--jobs", "2"], "--jobs counts local processes"),
        (["learn", TITLE, "--keep", "never", "--on", "ray", "--jobs", "2"], "--jobs counts local processes"),
        (["puzzles", "find", TITLE, "x.json", "--on", "ray", "--jobs", "2"], "--jobs counts local processes"),
        (["puzzles", "prove", TITLE, "x.json", "--on", "ray", "--jobs", "2"], "--jobs counts local processes"),
        (["replay", "/no/such/file"], "No such file"),
        (["replay", "/"], "directory"),
        (["verify", "/no/such/file"], "No such file"),
    ],
)
def test_errors_are_one_line(trainshed: Command, args: list[str], said: str) -> None:
    assert said in refused(trainshed(*args))


# ---------------------------------------------------------------- games and rules


def test_games(trainshed: Command) -> None:
    result = trainshed("games")
    assert result.code == 0
    for word in (TITLE, "1-4", "133", "forbid_dead_end", "challenge", "seat-4"):
        assert word in result.out


def test_rules(trainshed: Command) -> None:
    whole = trainshed("rules", TITLE)
    assert whole.last == "133 clauses in 18 areas"
    assert max(len(line) for line in whole.out.splitlines()) <= 80
    area = trainshed("rules", TITLE, "pass")
    assert "LR-PASS-02" in area.out
    assert "LR-TURN-01" not in area.out
    clause = trainshed("rules", TITLE, "lr-place-08")
    for text in (
        "LR-PLACE-08",
        "test:",
        "ruling:",
        "option: forbid_dead_end",
        "refusals cite it",
        "in the code:",
        ".py:",
    ):
        assert text in clause.out
    assert trainshed("rules", "show", TITLE).out == whole.out


def test_content(trainshed: Command) -> None:
    result = trainshed("rules", "content", TITLE)
    assert "Reconstructed" in result.out
    assert "geometry.forms" in result.out
    assert re.fullmatch(r"\d+ of \d+ parts are reconstructed, wholly or in part", result.last)


TESTS = """
import pytest

@pytest.mark.clause("LR-PASS-01")
def test_one(): pass

@pytest.mark.clause("LR-PASS-02", "LR-PASS-03")
@pytest.mark.parametrize("x", [1, 2])
def test_two(x): assert x != {failing}

@pytest.mark.clause({greedy})
def test_three(): pass

@pytest.mark.clause("ZZ-PASS-01")
def test_of_another_title(): assert False

@pytest.mark.clause("LR-PASS-05")
def test_skipped(): pytest.skip()

def test_without_a_clause(): assert False
"""

PYTEST_INI = "[pytest]\nmarkers = clause\naddopts = -p no:schemathesis -p no:faker -p no:anyio\n"
"""Without the plugins that other packages bring along: they take longer to start than such a test to run."""


@pytest.mark.parametrize(
    ("failing", "greedy", "said"),
    [
        (0, '"LR-PASS-04"', ["missing: LR-PASS-05", "covered: 4, failing: 0, missing: 129, unknown: 0", "4 of 133"]),
        (2, '"LR-PASS-04"', ["failing: LR-PASS-03", "failed test: tests/test_x.py::test_two[2]", "2 of 133"]),
        (0, '"LR-PASS-77"', ["unknown: LR-PASS-77", "3 of 133"]),
        (0, '"LR-END-01", "LR-END-02", "LR-END-03", "LR-END-04"', ["cites more than 3 clauses: tests/test_x.py"]),
    ],
)
def test_coverage(
    trainshed: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: int, greedy: str, said: list[str]
) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/test_x.py").write_text(
        TESTS.replace("{failing}", str(failing)).replace("{greedy}", greedy), encoding="utf-8"
    )
    (tmp_path / "pytest.ini").write_text(PYTEST_INI, encoding="utf-8")
    monkeypatch.setattr("trainshed.cli.rules.source_tree", lambda game: tmp_path)
    result = trainshed("rules", "coverage", TITLE, "--jobs", "1")
    assert result.code == 1
    for text in said:
        assert text in result.out
    assert re.fullmatch(r"\d+ of 133", result.last)


def test_coverage_of_tests_that_cannot_be_run(
    trainshed: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/test_x.py").write_text("import nothing_of_the_kind\n", encoding="utf-8")
    (tmp_path / "pytest.ini").write_text(PYTEST_INI, encoding="utf-8")
    monkeypatch.setattr("trainshed.cli.rules.source_tree", lambda game: tmp_path)
    assert "pytest could not run the tests" in refused(trainshed("rules", "coverage", TITLE, "--jobs", "1"))


def test_the_source_tree_is_this_one() -> None:
    assert source_tree(find(TITLE)) == Path(__file__).parents[2]


# ---------------------------------------------------------------- conform


def test_conform(trainshed: Command) -> None:
    result = trainshed("conform", TITLE, "--games", "4", "--positions", "4", "--seed", "s")
    assert result.code == 0, result
    assert re.fullmatch(r"conforms: 4 games, \d+ positions, digest [0-9a-f]{64}", result.last)
    assert result.err == ""


def test_conform_says_in_one_line_what_is_wrong(trainshed: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(find(TITLE)), "census", lambda self, state: {"cards": state.turn})
    assert TITLE in refused(trainshed("conform", TITLE, "--games", "2", "--positions", "2"))


# ---------------------------------------------------------------- sim


def test_sim_json_is_the_same_for_any_jobs(trainshed: Command) -> None:
    args = ["sim", TITLE, "--games", "30", "--bots", "thumb,random", "--seed", "7", "--json"]
    one, two = trainshed(*args, "--jobs", "1"), trainshed(*args, "--jobs", "2")
    assert one.out == two.out
    assert one.err == two.err == ""
    summary = json.loads(one.out)
    assert summary["games"] == 30
    assert [bot["name"] for bot in summary["bots"]] == ["thumb", "random"]
    assert json.loads(trainshed(*args, "--seed", "8").out)["bots"] != summary["bots"]


def test_sim_table(trainshed: Command) -> None:
    args = ["sim", TITLE, "--games", "6", "--bots", "random", "--seats", "3", "--jobs", "1", "--option", "start=seat-2"]
    result = trainshed(*args)
    assert result.code == 0
    for text in ("6 games, 3 seats", "start seat-2", "seat 3", "95 %", "First place shared", "Decisions a game"):
        assert text in result.out
    assert "Points of the first place: " in result.out
    assert "bots keep their seats" in trainshed(*args, "--fixed-seats").out
    assert "equally often" not in result.out
    uneven = trainshed("sim", TITLE, "--games", "7", "--bots", "random,thumb", "--seats", "4", "--jobs", "1").out
    assert "Bots did not sit in every seat equally often: for that play 6 or 8 games." in uneven


def test_sim_with_fewer_nodes(trainshed: Command) -> None:
    args = ["sim", TITLE, "--games", "2", "--bots", "inspector", "--jobs", "1", "--json", "--nodes-scale"]
    few, more = (trainshed(*args, scale) for scale in ("1/16", "1/8"))
    assert few.code == more.code == 0
    assert json.loads(few.out)["bots"] != json.loads(more.out)["bots"]
    assert "a positive number such as 1/8, not '0'" in trainshed(*args, "0").err


def test_sim_alone(trainshed: Command) -> None:
    args = ["sim", TITLE, "--games", "5", "--bots", "random", "--seats", "1", "--jobs", "1", "--option"]
    assert "Lost: " in trainshed(*args, "mode=challenge").out
    assert "Lost: " not in trainshed(*args, "mode=rival").out


def test_sim_from_a_record(trainshed: Command, tmp_path: Path) -> None:
    file = tmp_path / "half.train"
    file.write_text(write(played(3, stop=90)), encoding="utf-8")
    args = ["sim", TITLE, "--games", "4", "--bots", "random", "--jobs", "1", "--json", "--from", str(file)]
    late = json.loads(trainshed(*args).out)
    early = json.loads(trainshed(*args, "--at", "10").out)
    assert late["position"] != early["position"]
    assert late["moves"]["mean"] < early["moves"]["mean"]
    assert "no row 91" in refused(trainshed(*args, "--at", "91"))
    assert "seats, options and content come from the record" in refused(trainshed(*args, "--seats", "2"))
    assert "cannot be saved" in refused(trainshed(*args, "--save", str(tmp_path)))
    file.write_text(write(played(3)), encoding="utf-8")
    assert "the game is over in this position" in refused(trainshed(*args))


def test_sim_keeps_records(trainshed: Command, tmp_path: Path) -> None:
    result = trainshed("sim", TITLE, "--games", "2", "--bots", "random", "--jobs", "1", "--save", str(tmp_path))
    assert result.code == 0
    assert trainshed("verify", str(tmp_path / "game-000002.train")).code == 0


def test_sim_goes_on_from_a_folder(trainshed: Command, tmp_path: Path) -> None:
    args = ["sim", TITLE, "--bots", "random", "--jobs", "1", "--json", "--keep", str(tmp_path / "kept")]
    assert json.loads(trainshed(*args, "--games", "3").out)["games"] == 3
    longer = trainshed(*args, "--games", "5")
    assert longer.out == trainshed(*args[:-2], "--games", "5").out
    assert [file.name for file in (tmp_path / "kept").iterdir()] == ["000000000-000000005.parquet"]
    assert "choose another folder" in refused(trainshed(*args, "--games", "5", "--seed", "2"))


# ---------------------------------------------------------------- replay and verify


def test_replay(trainshed: Command, file: str) -> None:
    whole = trainshed("replay", file)
    assert whole.code == 0
    assert whole.out.startswith("Lok'n'Roll: Ada, Béla")
    assert "The game is over" in whole.out
    assert "draws a card." not in whole.out
    assert max(len(line) for line in whole.out.splitlines()[1:]) <= 80
    seen = trainshed("replay", file, "--seat", "1").out
    assert "Everybody draws 2 cards. Ada has " in seen
    assert 0 < seen.count("Drawn before:") < whole.out.count("Drawn before:")
    start = trainshed("replay", file, "--at", "12").out
    assert len(start.splitlines()) < len(whole.out.splitlines())
    assert "there is no seat 3" in refused(trainshed("replay", file, "--seat", "3"))
    assert "there is no row 9999" in refused(trainshed("replay", file, "--at", "9999"))


def test_replay_does_not_tell_what_was_taken_back(trainshed: Command, tmp_path: Path) -> None:
    file = tmp_path / "undone.train"
    file.write_text(write(played(2, undo=True)), encoding="utf-8")
    told = [line for line in trainshed("replay", str(file)).out.splitlines() if "taken" in line or "takes back" in line]
    assert told == []


def test_verify(trainshed: Command, file: str) -> None:
    result = trainshed("verify", file)
    assert result.code == 0
    assert "draws are those of the secret" in result.out
    assert re.fullmatch(r"verified: digest [0-9a-f]{32}", result.last)


def test_verify_refuses(trainshed: Command, tmp_path: Path) -> None:
    record = played(1)
    file = tmp_path / "x.train"
    for text, said in (
        (write(record).replace("Ada", "Eve"), "the seal is broken"),
        (write(msgspec.structs.replace(record, result="0 0")), "the result is"),
        (write(as_seen(record, 0)), "does not tell the whole game"),
        ("", "line 1: a record begins with"),
    ):
        file.write_text(text, encoding="utf-8")
        assert said in refused(trainshed("verify", str(file)))
    file.write_bytes(b"trainshed 1\n\xff\n")
    assert "can't decode" in refused(trainshed("verify", str(file)))


def test_names_cannot_steer_the_terminal(trainshed: Command, tmp_path: Path) -> None:
    record = msgspec.structs.replace(played(1), seats=["\x9b2J[red]", "B"])
    file = tmp_path / "x.train"
    file.write_text(write(record), encoding="utf-8")
    out = trainshed("replay", str(file)).out
    assert "\x9b" not in out
    assert "?2J[red]" in out


# ---------------------------------------------------------------- play


def test_play_to_the_end(trainshed: Command, tmp_path: Path) -> None:
    file = tmp_path / "game.train"
    result = trainshed("play", TITLE, "--bots", "random", "--save", str(file), typed="1\n" * 1000)
    assert result.code == 0
    assert "The game is over" in result.out
    assert "Result: " in result.out
    assert result.last == f"Saved: {file}"
    assert max(len(line) for line in result.out.splitlines()[:-1]) <= 80
    record = read(file.read_text(encoding="utf-8"))
    assert record.seats == ["Player", "random"]
    proof = verify(record)
    assert proof.over
    assert proof.committed
    assert record.commitment in result.out


def test_play_with_a_seed_repeats(trainshed: Command) -> None:
    args = ["play", TITLE, "--seed", "5", "--seats", "3", "--seat", "2", "--bots", "thumb,random"]
    games = [trainshed(*args, typed="1\n" * 1000).out for _ in range(2)]
    assert games[0] == games[1]
    assert "thumb, Player, random" in games[0]


@pytest.mark.parametrize("mode", ["solo", "challenge", "rival"])
def test_play_alone(trainshed: Command, mode: str) -> None:
    result = trainshed("play", TITLE, "--seats", "1", "--option", f"mode={mode}", "--seed", "1", typed="1\n" * 1000)
    assert result.code == 0
    assert "Result: " in result.out


def test_play_explains_and_refuses(trainshed: Command) -> None:
    typed = "?\n?combine\ncombine\nfly\n999\n?pass\n\nq\n"
    result = trainshed("play", TITLE, "--seed", "s", "--option", "start=seat-1", typed=typed)
    assert result.code == 0
    assert "take back the last move" in result.out
    assert result.out.count("LR-TURN-04: ") >= 2
    assert "No such word: 'fly'" in result.out
    assert "A number from 1 to" in result.out
    assert "You leave the game." in result.out
    assert "Result: " not in result.out


def test_play_takes_back(trainshed: Command, tmp_path: Path) -> None:
    """Lay whatever can be laid, take it back at once, and pass."""
    file = tmp_path / "undone.train"
    typed = "u\n" + "2\nu\n1\n" * 60 + "q\n"
    result = trainshed("play", TITLE, "--save", str(file), "--bots", "random", typed=typed)
    assert result.code == 0
    assert "Nothing can be taken back" in result.out
    assert "The last move is taken back." in result.out
    record = read(file.read_text(encoding="utf-8"))
    assert any(row.kind == UNDO for row in record.rows)
    verify(record)


def test_play_saves_when_the_input_ends(trainshed: Command, tmp_path: Path) -> None:
    file = tmp_path / "broken_off.train"
    result = trainshed("play", TITLE, "--save", str(file), typed="1\n1\n1\n")
    assert result.code == 0
    record = read(file.read_text(encoding="utf-8"))
    assert record.result == "unfinished"
    assert record.secret == ""
    assert not verify(record).over


# ---------------------------------------------------------------- titles from elsewhere


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """The title as if it had neither sentences nor rules of thumb."""

    def part(self: object, name: str) -> object:
        raise ModuleNotFoundError(f"No module named 'elsewhere.{name}'", name=f"elsewhere.{name}")

    monkeypatch.setattr(type(find(TITLE)), "part", part)
    monkeypatch.setattr(type(find(TITLE)), "has_part", lambda self, name: False)


@pytest.mark.usefixtures("bare")
def test_a_title_without_sentences(trainshed: Command, file: str) -> None:
    told = trainshed("replay", file)
    assert told.code == 0
    assert "CardLaid: " in told.out
    result = trainshed("play", TITLE, "--bots", "random", "--seed", "1", typed="combine\n" + "1\n" * 1000)
    assert result.code == 0
    assert "That is not legal here." in result.out
    assert "LR-TURN-04: " in result.out
    assert "Result: " in result.out


@pytest.mark.usefixtures("bare")
def test_a_title_without_rules_of_thumb_is_played_by_lot(trainshed: Command) -> None:
    result = trainshed("sim", TITLE, "--bots", "thumb", "--games", "1", "--jobs", "1")
    assert result.code == 0
    assert "lok-n-roll: 1 game, 2 seats" in result.out


def test_the_version_is_printed(trainshed: Command) -> None:
    result = trainshed("--version")
    assert result.code == 0
    assert re.fullmatch(r"trainshed \d+\.\d+\.\d+\n", result.out)


def test_dev_refuses_wrong_arguments_in_one_line(trainshed: Command, file: str) -> None:
    assert "no title" in refused(trainshed("dev", "no-such-title"))
    assert "--moves" in refused(trainshed("dev", TITLE, "--row", "3"))
    assert "there is no row" in refused(trainshed("dev", TITLE, "--record", file, "--row", "99999"))
    assert "not of russian-railroads" in refused(trainshed("dev", "russian-railroads", "--record", file))

"""A title in a package of its own: the example of `docs/new-title.md`, installed and played."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.support.seeds import SEED, size
from trainshed.kernel.content import Pack
from trainshed.kernel.rulebook import Rulebook

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "shunting_yard"
PACKAGE = EXAMPLE / "shunting_yard"
GAMES = size(day=50, night=200)
MOST_LINES = {"game.py": 149, "sentences.py": 70}
CLAUSE = re.compile(r"SY-[A-Z]+-[0-9]{2}")

CONFORM = """
import sys, trainshed
from trainshed.arena.conform import conform
report = conform(trainshed.game("shunting-yard"), games=100, positions=200, seed=sys.argv[1], jobs=1)
print(report.games, report.tables, report.digest)
"""

RULEBOOK = """
from trainshed.draw.sheet import WIDE
from trainshed.locale import speech
from trainshed.web.pages.rulebook import book, example, rules_pages as rules, summary
found = book.sections("shunting-yard", speech("es"))
print(", ".join(section.name for section in found))
print(sum(len(section.entries) for section in found), any(each.board for section in found for each in section.entries))
print(example.example("shunting-yard", "es", WIDE), summary.summary_in("shunting-yard", "es"))
print(str(rules.whole_book("shunting-yard", "es", WIDE)).count('class="clause"'))
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example, installed from a copy of its source, without a network."""
    folder = tmp_path_factory.mktemp("shunting_yard")
    shutil.copytree(EXAMPLE, folder / "source", ignore=shutil.ignore_patterns("__pycache__"))
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check"]
    command = [sys.executable, "-m", "pip", "install", *options, "--target", str(folder / "site")]
    subprocess.run([*command, str(folder / "source")], check=True, timeout=300)
    return folder / "site"


def run(installed: Path | str, *arguments: str, **environment: str) -> str:
    """Run Python with the example installed, and with whatever was on the path before."""
    before = os.environ.get("PYTHONPATH", "")
    path = os.pathsep.join([str(installed), *([before] if before else [])])
    done = subprocess.run(
        [sys.executable, "-P", *arguments],
        env={**os.environ, **environment, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
        cwd=tempfile.gettempdir(),
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip()


def test_it_is_small() -> None:
    for file in PACKAGE.rglob("*.py"):
        lines = len(file.read_text(encoding="utf-8").splitlines())
        assert lines <= MOST_LINES.get(file.name, 1), f"{file.name}: {lines} lines"


def test_it_is_found(installed: Path) -> None:
    program = "import trainshed; print(*trainshed.titles(), trainshed.game('shunting-yard').name, sep='\\n')"
    lines = run(installed, "-c", program).splitlines()
    assert {"lok-n-roll", "shunting-yard"} <= set(lines)
    assert lines[-1] == "Shunting Yard"


def test_games_are_equal_under_every_hash_seed(installed: Path) -> None:
    script = str(Path(__file__).with_name("yard_games.py"))
    digests = {run(installed, script, str(GAMES), PYTHONHASHSEED=seed) for seed in ("1", "2")}
    assert len(digests) == 1
    assert re.fullmatch("[0-9a-f]{64}", digests.pop())


def test_it_conforms(installed: Path) -> None:
    games, tables, _digest = run(installed, "-c", CONFORM, SEED).split()
    assert (games, tables) == ("100", "4")


def test_its_clauses_are_tested(installed: Path) -> None:
    program = "from trainshed.cli import main; main()"
    source = os.pathsep.join([str(EXAMPLE), str(installed)])
    output = run(source, "-c", program, "rules", "coverage", "shunting-yard", "--jobs", "1")
    assert output.splitlines()[-1] == "10 of 10"


def test_its_rulebook_has_pages_without_a_board_and_a_summary(installed: Path) -> None:
    names, clauses, missing, written = run(installed, "-c", RULEBOOK).splitlines()
    assert names.startswith("Preparación, El turno, Enganchar vagones")
    assert (clauses, missing, written) == ("10 False", "None None", "10")


def test_cited_clauses_exist() -> None:
    rulebook = Rulebook.read(PACKAGE / "rules.toml")
    assert len(rulebook) == 10
    for file in (
        PACKAGE / "game.py",
        PACKAGE / "content.toml",
        EXAMPLE / "tests" / "test_rules.py",
        ROOT / "docs" / "new-title.md",
    ):
        cited = set(CLAUSE.findall(file.read_text(encoding="utf-8")))
        assert cited, f"{file.name} cites nothing"
        assert cited <= set(rulebook.by_id), f"{file.name} cites clauses that do not exist"


def test_every_number_has_a_source() -> None:
    pack = Pack.read(PACKAGE / "content.toml")
    origins = {origin.path: origin.source for origin in pack.origins()}
    assert set(origins) == set(pack.data)
    assert set(origins.values()) == {"own invention"}


def test_the_guide_quotes_what_is_there() -> None:
    files = [PACKAGE / "game.py", PACKAGE / "rules.toml", PACKAGE / "content.toml", EXAMPLE / "pyproject.toml"]
    files += [EXAMPLE / "tests" / "test_rules.py", PACKAGE / "text" / "guide.toml"]
    there = {line.strip() for file in files for line in file.read_text(encoding="utf-8").splitlines()}
    guide = (ROOT / "docs" / "new-title.md").read_text(encoding="utf-8")
    quoted = re.findall(r"^ *```(?:python|toml)\n(.*?)^ *```$", guide, re.M | re.S)
    assert len(quoted) > 10
    assert [line for block in quoted for line in block.splitlines() if line.strip() not in there] == []

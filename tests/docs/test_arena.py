"""A designer's first hour in docs/arena.md, done as it is written, and its program."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

from tests.support.readme import BLOCK, ROOT
from trainshed.arena.studies.study_file import read_study
from trainshed.kernel.game import title_file
from trainshed.kernel.registry import titles

TEXT = (ROOT / "docs" / "arena.md").read_text(encoding="utf-8")
BLOCKS = [(found["kind"], found["text"]) for found in BLOCK.finditer(TEXT)]
COMMANDS = [
    line[2:] for kind, text in BLOCKS if kind == "console" for line in text.splitlines() if "trainshed" in line[:12]
]


def run(command: str, folder: Path, *more: str) -> str:
    words = shlex.split(command)
    assert words[0] == "trainshed"
    done = subprocess.run(
        [sys.executable, "-m", *words, *more], cwd=folder, capture_output=True, text=True, timeout=240, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_designers_first_hour(tmp_path: Path) -> None:
    _, export, check, study = COMMANDS  # the first one is only an example
    run(export, tmp_path)
    pack = tmp_path / "calm.toml"
    text = pack.read_text(encoding="utf-8")
    last = text.rindex('kind = "chaos"')
    assert "count = 2" in text[last:]
    pack.write_text(text[:last] + text[last:].replace("count = 2", "count = 1", 1), encoding="utf-8")
    assert "count: 2 → 1" in run(check, tmp_path)
    (file,) = [text for kind, text in BLOCKS if kind == "toml"]
    (tmp_path / "calm-cards.toml").write_text(file, encoding="utf-8")
    said = run(study, tmp_path, "--games", "12")
    assert said.startswith("Is Lok'n'Roll with one chaos card fewer calmer?\n- Chaos cards: four – Changes of the lead")
    assert (tmp_path / "calm-cards" / "report.html").is_file()
    more = re.findall(r"`(trainshed study calm-cards\.toml --record 17)`", TEXT)
    assert "calm-cards/records/lok-n-roll-3-setting-1-game-17.train" in run(more[0], tmp_path)


def test_route_card_study_says_that_it_measures_cards() -> None:
    """Who holds a card chooses where to begin, and rarely begins in its start city."""
    files = [read_study(file) for file in sorted((ROOT / "studies").glob("*.toml"))]
    (study,) = [each for each in files if each.file.answer == "ahead:route"]
    assert study.name == "spike-route-cards"
    assert "route card" in study.file.question
    assert "start city" not in study.file.question
    content = title_file("trainshed.games.spike", "content.toml").read_text(encoding="utf-8")
    (note,) = [line for line in content.splitlines() if f"studies/{study.name}" in line]
    assert "the holder of the Houston card" in note
    assert "whoever begins in" not in note


def test_studies_that_texts_name_exist() -> None:
    contents = [title_file(f"trainshed.games.{slug.replace('-', '_')}", "content.toml") for slug in titles()]
    texts = [TEXT, *(file.read_text(encoding="utf-8") for file in contents)]
    named = {name for text in texts for name in re.findall(r"studies/([a-z-]+)", text)}
    assert len(named) > 5
    assert [name for name in sorted(named) if not (ROOT / "studies" / f"{name}.toml").is_file()] == []


def test_the_program_runs(tmp_path: Path) -> None:
    (program,) = [text for kind, text in BLOCKS if kind == "python"]
    script = tmp_path / "begins.py"
    script.write_text(program, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(script)], cwd=tmp_path, capture_output=True, text=True, timeout=240, check=True
    )
    assert "won:seat-1 0." in done.stdout


def test_all_that_a_study_file_says_is_explained() -> None:
    from trainshed.arena.studies.study_file import Factor, StudyFile  # noqa: PLC0415

    table = TEXT[TEXT.index("## A study file") : TEXT.index("## What is measured")]
    named = set(re.findall(r"`([\w-]+)`?", table))
    fields = {*StudyFile.__struct_fields__, *Factor.__struct_fields__}
    assert fields - named <= {"factors", "content", "option"}
    for said in ("[[factors]]", "`content = ", "`option = "):
        assert said in table

"""Study files: what they may say, and the one line that tells what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from trainshed.arena.studies.study_file import MOST_BYTES, Factor, StudyError, read_study

WHOLE = """
question = "Is it good to sit first?"
title = "lok-n-roll"
bots = ["random"]
answer = "won:seat-1"
seats = [2, 3]
games = 50
responses = ["wins", "uses"]
uses = ["lay"]

[[factors]]
name = "Dead ends"
option = "forbid_dead_end"
values = ["no", "yes"]
labels = ["allowed", "forbidden"]
"""


def saved(folder: Path, text: str) -> Path:
    file = folder / "first-seat.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_study_is_read_with_its_name_and_folder(tmp_path: Path) -> None:
    study = read_study(saved(tmp_path, WHOLE))
    assert (study.name, study.folder) == ("first-seat", str(tmp_path))
    assert study.file.played == ["lok-n-roll"]
    assert (study.file.seats, study.file.games, study.file.seed) == ([2, 3], 50, "1")
    (factor,) = study.file.factors
    assert [factor.label(index) for index in (0, 1)] == ["allowed", "forbidden"]


def test_values_are_their_own_labels() -> None:
    factor = Factor("bots", ["thumb", ["thumb", "random"], 3], bots=True)
    assert [factor.label(index) for index in range(3)] == ["thumb", "thumb, random", "3"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('title = "lok-n-roll"', "", "either `title` or `titles`"),
        ('title = "lok-n-roll"', 'title = "spike"\ntitles = ["spike"]', "either `title` or `titles`"),
        ('title = "lok-n-roll"', 'titles = ["spike", "spike"]', "named twice"),
        ('"Is it good to sit first?"', '" "', "has a question"),
        ('bots = ["random"]', "bots = []", "names its bots"),
        ("games = 50", "games = 0", "at least one game"),
        ("games = 50", "games = 50\nnodes_scale = 0.0", "more than 0"),
        ('uses = ["lay"]', "", "goes with"),
        ('responses = ["wins", "uses"]', 'responses = ["wins"]', "goes with"),
        ('answer = "won:seat-1"', 'answer = "ahead:chaos"', "needs 'chaos' in `uses`"),
        ('responses = ["wins", "uses"]', 'responses = ["luck"]', "Invalid enum value 'luck'"),
        ('values = ["no", "yes"]', 'values = ["no"]', "at least two values"),
        ('labels = ["allowed", "forbidden"]', 'labels = ["allowed"]', "as many labels"),
        ('labels = ["allowed", "forbidden"]', 'labels = ["same", "same"]', "a value is there twice"),
        ('option = "forbid_dead_end"', "", "says what differs"),
        ('option = "forbid_dead_end"', 'option = "a"\ncontent = "b"', "says what differs"),
        ('option = "forbid_dead_end"', 'content = ["a", "b"]', "one part for each place"),
        ('option = "forbid_dead_end"', 'opinion = "a"', "unknown field `opinion`"),
        ('answer = "won:seat-1"', "", "missing required field `answer`"),
        ("[[factors]]", "[[factors", "Expected ']]'"),
        ('title = "lok-n-roll"', 'titles = ["lok-n-roll", "spike"]\npack = "own.toml"', "several titles"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(old: str, new: str, said: str, tmp_path: Path) -> None:
    assert old in WHOLE
    file = saved(tmp_path, WHOLE.replace(old, new))
    with pytest.raises(StudyError) as caught:
        read_study(file)
    assert str(caught.value).startswith(f"{file}: ")
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_two_factors_of_one_name_are_refused(tmp_path: Path) -> None:
    block = WHOLE[WHOLE.index("[[factors]]") :]
    with pytest.raises(StudyError, match="two factors have the same name"):
        read_study(saved(tmp_path, WHOLE + block))


def test_files_that_are_no_studies_are_refused(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match="No such file"):
        read_study(tmp_path / "nothing.toml")
    with pytest.raises(StudyError, match="at most 100,000 bytes"):
        read_study(saved(tmp_path, "#" * (MOST_BYTES + 1)))
    (tmp_path / "latin.toml").write_bytes(b"question = '\xe9'")
    with pytest.raises(StudyError, match="can't decode"):
        read_study(tmp_path / "latin.toml")

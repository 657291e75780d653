"""A few breaks of every list, by TRAINSHED_SEED; and a break that proves nothing does not count as caught."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from tests.mutations import run
from tests.support.seeds import SEED, size

SAMPLE = size(day=2, night=3)
"""Breaks of each title; `.ci/nightly` makes every one of them besides."""


@pytest.mark.parametrize("title", run.titles())
def test_a_sample_of_breaks_is_caught(title: str) -> None:
    # given some breaks of a title's list / when each is made in a copy / then a test that cites the clause fails
    seed = SEED
    breaks = Random(f"{seed} {title}").sample(run.read(title), SAMPLE)
    escaped = [str(verdict) for verdict in run.judge(title, breaks) if not verdict.caught]
    assert escaped == []


@pytest.mark.parametrize("title", run.titles())
def test_every_break_can_be_made(title: str) -> None:
    # given a title's list / when its breaks are read / then each old text stands exactly once, in one line
    package = run.ROOT / "src" / "trainshed" / "games" / title
    for broken in run.read(title):
        assert (package / broken.file).read_text(encoding="utf-8").count(broken.old) == 1, broken
        assert broken.old != broken.new
        assert "\n" not in broken.old


def test_a_break_that_proves_nothing_is_not_caught() -> None:
    # given a break that only adds blanks, and one after which the module cannot be read
    broken = next(b for b in run.read("lok_n_roll") if b.file == "rules/effects.py")
    idle = replace(broken, new=f"{broken.old}  ")
    unreadable = replace(broken, new="(")
    # when judged / then neither counts as caught
    verdicts = list(run.judge("lok_n_roll", [idle, unreadable]))
    assert [verdict.caught for verdict in verdicts] == [False, False]
    assert "pass all the same" in verdicts[0].reason
    assert "error outside of the test" in verdicts[1].reason

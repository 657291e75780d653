"""The report of a study in a browser: accessible, and no wider than its window."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support.browser.pages import DESK_AND_PHONE, THEMES, PageAt, barriers, overhang
from trainshed.cli import run

pytestmark = pytest.mark.live

STUDY = """
question = "Does it matter whether a card may block the line?"
title = "lok-n-roll"
seats = [2, 3]
bots = ["thumb", "random"]
answer = "won:thumb"
games = 24
responses = ["wins", "scores", "length", "lead-changes", "sources", "uses"]
uses = ["lay"]

[[factors]]
name = "Blocking the line with a card that no other card could ever follow"
option = "forbid_dead_end"
values = ["no", "yes"]
"""


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("study") / "blocking.toml"
    file.write_text(STUDY, encoding="utf-8")
    assert run(("study", str(file), "--jobs", "1")) == 0
    return file.with_suffix("") / "report.html"


@pytest.mark.parametrize("width", DESK_AND_PHONE)
def test_a_report_is_accessible_and_fits(report: Path, page_at: PageAt, width: int) -> None:
    page = page_at(width)
    page.goto(report.as_uri())
    narrow = width < 720
    expect(page.locator("svg.narrow").first).to_be_visible(visible=narrow)
    expect(page.locator("svg.wide").first).to_be_visible(visible=not narrow)
    for each in page.locator("summary").all():
        each.click()
    assert overhang(page) == 0
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        assert barriers(page) == []

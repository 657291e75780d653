"""What a player reads at the beginning of a turn: what the game is about, and what the others did."""

from __future__ import annotations

import re

import pytest

from tests.support.table_walk import Walk
from tests.support.titles import drawn_titles
from trainshed.web.pages.rulebook.summary import summary_in
from trainshed.web.pages.table.log_lines import log_lines
from trainshed.web.pages.table.page_history import PageHistory
from trainshed.web.pages.table.table_parts import DisplayMode, PartsRenderer, render_parts

NAMES = ("Ada", "Bo", "Cy")


def rendered(walk: Walk, viewer: int, layout: str, language: str = "en") -> dict[str, str]:
    return render_parts(PageHistory(viewer, walk.steps).look(walk.table), DisplayMode(language, layout))


def text(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def news(page: dict[str, str]) -> str:
    """The line below the question in the confirm bar."""
    found = re.search(r'<span class="cf-news[^>]*>(.*?)</span>', page["confirm"])
    return found[1] if found else ""


def until_asked(walk: Walk, seat: int) -> None:
    while walk.table.actor != seat:
        walk.play()


@pytest.mark.parametrize("slug", drawn_titles())
@pytest.mark.parametrize("language", ["en", "es"])
def test_the_first_question_stands_beside_what_the_game_is_about(slug: str, language: str) -> None:
    walk = Walk("aim", 2, title=slug, names=NAMES[:2])
    until_asked(walk, 0)
    found = summary_in(slug, language)
    assert found is not None
    goal = found[0].goal[0].text
    wide, tall = (rendered(walk, 0, layout, language) for layout in ("wide", "tall"))
    assert goal in text(wide["slip"])
    assert f"/rules/{slug}/summary" in wide["slip"]
    assert goal in text(news(tall))  # a phone has no room for the slip beside the board
    assert not news(wide)
    assert goal not in text(rendered(walk, 1, "wide")["slip"])  # only who is asked


def test_a_phone_says_below_the_question_what_the_others_did() -> None:
    walk = Walk("news", 3, {"start": "seat-1"}, names=NAMES)
    turns = 0
    for _ in range(80):
        page = PartsRenderer(PageHistory(0, walk.steps).look(walk.table), DisplayMode("en", "tall"))
        if page.heard:
            assert news(rendered(walk, 0, "tall"))
            assert page.heard.startswith(("Bo ", "Cy "))
            assert "Ada " not in page.heard
            turns += 1
        walk.play()
    assert turns > 2


@pytest.mark.parametrize("slug", drawn_titles())
def test_the_end_of_every_title_counts_for_all(slug: str) -> None:
    walk = Walk("count", 2, title=slug, names=NAMES[:2])
    for _ in walk.to_the_end():
        pass
    look = PageHistory(0, walk.steps[-60:]).look(walk.table)
    lines = log_lines(walk.table.game, look.rows, DisplayMode("en", "wide").speech, NAMES[:2])
    assert any(each.counts for each in lines)
    assert not all(each.counts for each in lines)


def test_the_rounds_stand_as_a_line_beside_the_number_of_the_round() -> None:
    walk = Walk("rounds", 2, title="russian-railroads", names=NAMES[:2])
    while "Round 2" not in rendered(walk, 0, "wide")["phase"]:
        walk.play()
    stops = re.findall(r'<i class="(.*?)">(\d)</i>', rendered(walk, 0, "wide")["phase"])
    assert stops == [("gone", "1"), ("now", "2"), *[("", str(each)) for each in range(3, 7)]]
    assert "<i " not in rendered(walk, 0, "tall")["phase"]  # a phone has only room for the text

"""The page of a title in numbers: it shows what the published study says, in every language, and only where there is
one."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from random import Random
from xml.etree import ElementTree

import msgspec
import pytest

from tests.support.service import open_container
from tests.support.web.html_pages import read
from tests.support.web.visitors import http_client
from trainshed.arena.studies.published import PublishedStudy, SeatCount, WinShare
from trainshed.bots.characters import CHARACTERS, ORDER
from trainshed.bots.styles import styles
from trainshed.kernel.registry import game, titles
from trainshed.kernel.translation import ENGLISH
from trainshed.locale import LANGUAGES, speech
from trainshed.web.pages.frame.figures import rounded
from trainshed.web.pages.rulebook import study
from trainshed.web.pages.rulebook.numbers_page import figures_in
from trainshed.web.pages.rulebook.numbers_pictures import bins_of, histogram, marks, round_step, share_row, span_of
from trainshed.web.pages.rulebook.study import BEST, best_limit, figures_of, place, players_of, study_of
from trainshed.web.pages.rulebook.titles import all_titles

HEAVY = ("polars", "altair", "ray", "numpy")
STUDIED = [slug for slug in titles() if study_of(game(slug)) is not None]
SAID = re.compile(r"<b>([^<]*)</b> <small>([^<]*)</small>")
MEDIAN = re.compile(r'class="nb-n"[^>]*>([^<]*)<')
SLUG = titles()[0]


def counted(points: list[int], won: list[WinShare]) -> SeatCount:
    """What a study tells of tables with one number of seats, from the points of the winners."""
    last, order = len(points) - 1, sorted(points)
    low, median, high = (float(order[round(last * part)]) for part in (0.05, 0.5, 0.95))
    mean = sum(points) / len(points)
    return SeatCount(
        seats=len(won),
        games=len(points),
        won=won,
        mean=mean,
        low=mean,
        high=mean,
        p05=low,
        median=median,
        p95=high,
        points=[(value, points.count(value)) for value in sorted(set(points))],
        turns=40.0,
    )


def made(points: list[int], won: list[WinShare], **other: object) -> PublishedStudy:
    title = game(SLUG)
    plain = PublishedStudy(
        title.edition, title.pack.digest, "driver", [counted(points, won)], [], 0, ["trainshed study studies/some.toml"]
    )
    return msgspec.structs.replace(plain, **other)


@pytest.fixture
def publish(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[PublishedStudy | None], None]]:
    """Publishes another study, or none, of every title; afterwards the pages are made anew."""

    def put(found: PublishedStudy | None) -> None:
        monkeypatch.setattr(study, "published", lambda package: found)
        figures_in.cache_clear()
        all_titles.cache_clear()

    yield put
    figures_in.cache_clear()
    all_titles.cache_clear()


# ---------------------------------------------------------------- the page


@pytest.mark.asyncio
async def test_the_page_says_what_the_file_says(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        for slug in STUDIED:
            found = study_of(game(slug))
            assert found is not None
            for language in LANGUAGES:
                said = speech(language)
                http.cookies.set("language", language)
                page = await read(http, f"/rules/{slug}/numbers")
                shares = [share for count in found.seats for share in count.won] + [one.won for one in found.styles]
                rows = SAID.findall(page)
                assert [won for won, _ in rows] == [rounded(100 * share.mean, said) for share in shares]
                between = said.gettext("%(low)s to %(high)s")
                assert [text for _, text in rows] == [
                    between % {"low": rounded(100 * share.low, said), "high": rounded(100 * share.high, said)}
                    for share in shares
                ]
                assert MEDIAN.findall(page) == [rounded(count.median, said) for count in found.seats]
                assert all(f">{command}</code>" in page for command in found.commands)
                assert f'href="/rules/{slug}/numbers" aria-current="page"' in page
            http.cookies.clear()


@pytest.mark.asyncio
async def test_a_title_with_numbers_has_links_to_them(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        for slug in STUDIED:
            for path in ("/rules", f"/rules/{slug}", f"/rules/{slug}/board", f"/rules/{slug}/summary"):
                assert f'href="/rules/{slug}/numbers"' in await read(http, path), path


@pytest.mark.asyncio
async def test_a_title_without_a_file_has_neither_page_nor_links(
    database: str, publish: Callable[[PublishedStudy | None], None]
) -> None:
    publish(None)
    async with open_container(database) as container, http_client(container) as http:
        for slug in (*titles(), "nothing"):
            assert 'class="stop' in await read(http, f"/rules/{slug}/numbers", status=404)
        for path in ("/", "/rules", f"/rules/{SLUG}", f"/rules/{SLUG}/board", f"/rules/{SLUG}/summary"):
            assert "/numbers" not in await read(http, path), path


@pytest.mark.asyncio
@pytest.mark.parametrize("other", [{}, {"pack": "another"}, {"edition": 0}])
async def test_a_note_says_that_other_content_was_played(
    database: str, publish: Callable[[PublishedStudy | None], None], other: dict[str, object]
) -> None:
    publish(made([9, 10, 12], [WinShare(0.5, 0.4, 0.6)] * 2, **other))
    async with open_container(database) as container, http_client(container) as http:
        page = await read(http, f"/rules/{SLUG}/numbers")
        assert ("nb-earlier" in page) == bool(other)
        assert "Playing styles" not in page


@pytest.mark.asyncio
async def test_a_study_of_styles_alone_has_only_them(
    database: str, publish: Callable[[PublishedStudy | None], None]
) -> None:
    found = study_of(game(STUDIED[0]))
    assert found is not None
    publish(msgspec.structs.replace(found, seats=[]))
    async with open_container(database) as container, http_client(container) as http:
        page = await read(http, f"/rules/{STUDIED[0]}/numbers")
        assert "Playing styles" in page
        assert "Who begins" not in page


def test_the_page_needs_none_of_the_large_libraries() -> None:
    """In a process of its own: other tests load them."""
    script = f"""
import sys
import trainshed.web.pages.rulebook.numbers_page
print(sorted(set({HEAVY}) & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# ---------------------------------------------------------------- sentences


@pytest.mark.parametrize(
    ("low", "high", "verdict", "ring"),
    [
        (0.51, 0.55, "So it is better to begin.", False),
        (0.41, 0.45, "So it is better not to begin.", False),
        (0.46, 0.53, "These games do not show whether it is better to begin.", True),
        (0.50, 0.53, "These games do not show whether it is better to begin.", True),
    ],
)
def test_whether_it_is_better_to_begin(low: float, high: float, verdict: str, ring: bool) -> None:
    first = WinShare((low + high) / 2, low, high)
    found = figures_of(game(SLUG), made([9, 10], [first, WinShare(0.5, 0.4, 0.6)]), ENGLISH).begins[0]
    assert found.verdict == verdict
    won, least, most = (round(100 * value) for value in (first.mean, low, high))
    assert found.sentence == f"With 2 players who begins wins {won} of 100 games ({least} to {most}); even would be 50."
    assert ("nb-hole" in found.rows[0].picture) == ring
    assert found.rows[0].clear.startswith("not clearly" if ring else "clearly")


@pytest.mark.parametrize("fewest", [True, False])
def test_the_best_five_of_a_hundred_are_no_more(fewest: bool) -> None:
    rng = Random(3)
    for _ in range(40):
        points = [rng.randrange(rng.choice([4, 30, 200])) for _ in range(rng.randrange(20, 400))]
        limit = best_limit(counted(points, []), fewest)
        order = sorted(points, reverse=not fewest)
        as_good = [value for value in order if limit is not None and (value <= limit if fewest else value >= limit)]
        assert len(as_good) <= BEST / 100 * len(points)
        assert (limit is None) == (not as_good)
        following = order[len(as_good)]
        assert len(as_good) + order.count(following) > BEST / 100 * len(points)


def test_few_games_have_no_sentence_of_the_best() -> None:
    found = figures_of(game(SLUG), made([7, 7, 9], [WinShare(0.5, 0.4, 0.6)] * 2), ENGLISH)
    assert found.points[0].best == ""


def test_where_the_fewest_points_win_the_best_have_fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [1, *range(10, 50)]
    for fewest, best in ((False, "at least 48 points"), (True, "at most 10 points")):
        monkeypatch.setattr(study, "fewest_win", lambda slug, fewest=fewest: fewest)
        found = figures_of(game(SLUG), made(points, [WinShare(0.5, 0.4, 0.6)] * 2), ENGLISH)
        assert best in found.points[0].best
        assert (" or fewer," in found.points[0].sentence) == fewest


def test_names_of_seats_and_styles() -> None:
    assert [place(seat, ENGLISH) for seat in range(5)] == ["Begins", "Second", "Third", "Fourth", "Seat 5"]
    for slug in titles():
        named = [name for style in styles(game(slug)) for name in players_of(game(slug), style).split(", ")]
        assert sorted(named) == sorted(character.name for character in CHARACTERS if character.bot in ORDER)


# ---------------------------------------------------------------- pictures


def test_ranges_of_points_hold_all_games() -> None:
    rng = Random(8)
    for _ in range(60):
        wide = rng.choice([1, 3, 25, 180, 900])
        points = [rng.randrange(-20, wide) for _ in range(rng.randrange(1, 200))]
        bins = bins_of(points)
        told = [(value, points.count(value)) for value in sorted(set(points))]
        shares = bins.of_100(told)
        assert len(shares) == bins.number <= 22
        assert sum(shares) == pytest.approx(100)
        assert shares[0] > 0
        assert shares[-1] > 0
        assert all(mark % round_step(1, 7) == 0 for mark in marks(bins))
        assert bins.first <= marks(bins)[0] <= marks(bins)[-1] < bins.first + bins.width * bins.number
        assert len({bins.name(at) for at in range(bins.number)}) == bins.number
        drawn = ElementTree.fromstring(histogram(counted(points, []), bins, max(shares), "what it says", ENGLISH))
        assert drawn.get("aria-label") == "what it says"
        assert len(drawn.findall("rect[@class='bar']")) == sum(share > 0 for share in shares)


def test_all_intervals_have_room_on_the_axis() -> None:
    rng = Random(9)
    for _ in range(40):
        even = 1 / rng.randrange(2, 6)
        low, mean, high = sorted(rng.random() for _ in range(3))
        share = WinShare(mean, low, high)
        span = span_of([(share, even), (WinShare(even, even, even), even)])
        drawn = ElementTree.fromstring(share_row(share, even, span))
        band = drawn.find("rect[@class='nb-band']")
        assert band is not None
        left, wide = float(band.get("x", "")), float(band.get("width", ""))
        assert left >= 0
        assert left + wide <= 100.01
        even_line = drawn.find("line[@class='nb-even']")
        assert even_line is not None
        assert even_line.get("x1") == "50"
    assert span_of([]) > 0

"""A page that is kept up to date by its feed equals, after every row, the page that is loaded anew."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from statistics import median

import pytest
from hypothesis import given
from hypothesis import strategies as st

import trainshed.web
from tests.support.seeds import SEED, size
from tests.support.table_walk import Walk
from tests.support.web.page_reader import PageReader
from trainshed.draw.board import Asked, Say
from trainshed.draw.sheet import LAYOUTS, TALL, WIDE
from trainshed.games.lok_n_roll.board.scene import Scene
from trainshed.games.lok_n_roll.events import Rolled
from trainshed.kernel.nature import Seeded
from trainshed.kernel.record import ASK, CONCEDE, PAUSE, SEAT, Row
from trainshed.kernel.translation import ENGLISH
from trainshed.locale import LANGUAGES
from trainshed.service.base.milliseconds import MINUTE, SECOND
from trainshed.service.tables.clock import LIVE
from trainshed.web.pages.table import page_feed, table_page
from trainshed.web.pages.table.page_feed import PageFeed, applied, difference, pieces
from trainshed.web.pages.table.page_history import PageHistory
from trainshed.web.pages.table.table_parts import SHOWN_LINES, DisplayMode, render_parts
from trainshed.web.streams import hub as hub_module
from trainshed.web.streams.fan_out import BEATS
from trainshed.wire import Pace

SCRIPT = Path(trainshed.web.__file__).parent / "static" / "table.js"
HISTORY_ROWS = 2 * SHOWN_LINES
KB = 1024

# ---------------------------------------------------------------- differences

TAGS = st.sampled_from(["<g>", "</g>", "<rect x='1' y='22'/>", "<text>7", "<i id='now' hidden>", "<p>á€😀\n", "", "<>"])


@given(st.lists(TAGS), st.lists(TAGS))
def test_a_difference_leads_from_the_old_to_the_new(old: list[str], new: list[str]) -> None:
    assert applied(old, difference(old, new)) == new


@given(st.lists(st.text(max_size=30)), st.lists(st.text(max_size=30)), st.data())
def test_it_does_with_pieces_that_come_back_elsewhere(old: list[str], new: list[str], data: st.DataObject) -> None:
    mixed = data.draw(st.permutations([*old, *new]))
    assert applied(old, difference(old, mixed)) == mixed
    assert applied(old, json.loads(json.dumps(difference(old, mixed)))) == mixed


@given(st.text(alphabet="<>ab \n"))
def test_pieces_are_the_whole_text(text: str) -> None:
    assert "".join(pieces(text)) == text


@given(st.lists(TAGS, min_size=1, max_size=60))
def test_what_stays_is_told_in_one_word(old: list[str]) -> None:
    assert difference(old, old) == [[0, len(old)]]


def test_a_browser_cuts_as_the_server_does() -> None:
    """Numbers of pieces mean the same on both sides."""
    script = SCRIPT.read_text(encoding="utf-8")
    assert "const CUT = /(?<=>)(?=<)/;" in script
    assert r"(?<=>)(?=<)" in Path(page_feed.__file__).read_text(encoding="utf-8")


# ---------------------------------------------------------------- pages


def newcomer(walk: Walk, viewer: int | None, display: DisplayMode) -> dict[str, str]:
    """The parts of the page as it is loaded now."""
    return render_parts(PageHistory(viewer, walk.steps[-HISTORY_ROWS:]).look(walk.table), display)


def feed_of(walk: Walk, viewer: int | None, display: DisplayMode) -> PageFeed:
    return PageFeed(walk.table.copy(), viewer, display, walk.steps[-HISTORY_ROWS:])


DISPLAYS = [DisplayMode(language, layout) for language in LANGUAGES for layout in LAYOUTS]
TABLES: list[tuple[int, dict[str, str]]] = [
    (2, {}),
    (1, {"mode": "solo"}),
    (3, {}),
    (1, {"mode": "rival"}),
    (4, {"forbid_dead_end": "yes"}),
    (1, {"mode": "challenge"}),
]


def test_all_who_tell_of_rows_tell_of_as_many() -> None:
    """A page and the stream that follows it must begin with the same rows, or the first update changes the log."""
    assert hub_module.HISTORY_ROWS == table_page.LAST_ROWS == HISTORY_ROWS


@pytest.mark.asyncio
@pytest.mark.parametrize(("seats", "options"), TABLES[: size(day=3, night=len(TABLES))], ids=str)
async def test_a_page_that_is_followed_is_a_fresh_one(seats: int, options: dict[str, str]) -> None:
    """Through a whole game, with steps taken back; seats and a spectator, in turn in every language and layout."""
    print(f"TRAINSHED_SEED={SEED}")
    walk = Walk(f"{SEED} {seats} {options}", seats, options, Pace(LIVE, 60 * SECOND, 10 * MINUTE))
    viewers: list[int | None] = [*range(2), None] if seats == 2 else [seats - 1, None]
    shift = TABLES.index((seats, options))
    watching = [(viewer, DISPLAYS[(2 * i + shift) % len(DISPLAYS)]) for i, viewer in enumerate(viewers)]
    feeds = [feed_of(walk, viewer, display) for viewer, display in watching]
    browsers = [PageReader(feed, zipped=bool(i % 2)) for i, feed in enumerate(feeds)]
    undone = 0
    for steps in walk.to_the_end(undo=0.15):
        undone += any(step.row.said.startswith("/undo") for step in steps)
        for (viewer, display), feed, browser in zip(watching, feeds, browsers, strict=True):
            feed.follow(walk.table.copy(), steps)
            await browser.read()
            fresh = newcomer(walk, viewer, display)
            for name, part in fresh.items():
                assert browser.page[name] == part, f"row {walk.table.seq}, {viewer}, {display}, {name}"
            assert browser.seq == walk.table.seq
    assert walk.table.over
    assert undone >= 2


@pytest.mark.asyncio
@pytest.mark.parametrize("display", DISPLAYS, ids=lambda display: f"{display.language}-{display.layout}")
async def test_in_every_display_mode(display: DisplayMode) -> None:
    """Several gestures told at once, as after a short break; and newcomers on the way get the same page."""
    walk = Walk(f"{SEED} {display}", 2)
    feed, waiting = feed_of(walk, 0, display), []
    browser = PageReader(feed, zipped=True)
    await browser.read()
    assert browser.page == newcomer(walk, 0, display)
    for index, steps in enumerate(walk.to_the_end(undo=0.3)):
        waiting += steps
        if index % 7 == 6:
            feed.follow(walk.table.copy(), waiting)
            waiting = []
            await browser.read()
            late = PageReader(feed, zipped=True)
            await late.read()
            feed.leave(late.reader)
            assert browser.page == late.page == newcomer(walk, 0, display)
            assert browser.seq == late.seq == walk.table.seq


@pytest.mark.asyncio
async def test_whatever_happens_beside_the_game() -> None:
    """Asking, a pause, a bot that takes over, somebody who gives up."""
    display = DisplayMode("it", TALL)
    walk = Walk(SEED, 3, pace=Pace(LIVE, 60 * SECOND, 10 * MINUTE))
    watching: list[int | None] = [1, None]
    feeds = [feed_of(walk, viewer, display) for viewer in watching]
    browsers = [PageReader(feed, zipped=False) for feed in feeds]
    asked: list[tuple[int, str]] = [(0, Row(0, ASK, PAUSE).said), (1, "/agree"), (2, "/agree"), (0, "/pause")]
    asked += [(0, "/resume"), (2, Row(2, SEAT, "thumb").said), (0, Row(0, ASK, "takeback 3").said), (1, "/decline")]
    asked += [(1, Row(1, CONCEDE, "").said.strip()), (0, Row(0, CONCEDE, "").said.strip())]
    pages: list[dict[str, str]] = []
    for seat, said in asked:
        steps = walk.say(seat, said)
        for viewer, feed, browser in zip(watching, feeds, browsers, strict=True):
            feed.follow(walk.table.copy(), steps)
            await browser.read()
            assert browser.page == newcomer(walk, viewer, display), said
        pages.append(browsers[0].page)
    assert 'data-reply="yes"' in pages[0]["proposal"]
    assert 'data-reply="yes"' not in pages[1]["proposal"]
    assert "gioca un bot" in pages[5]["seats"]
    assert 'data-rematch=""' in pages[-1]["confirm"]


@pytest.mark.asyncio
async def test_beats_and_chat_change_nothing() -> None:
    walk = Walk("beats", 2)
    feed = feed_of(walk, 0, DisplayMode("en", WIDE))
    browser = PageReader(feed, zipped=True)
    await browser.read()
    feed.beat()
    feed.chat()
    await browser.read()
    assert browser.sizes[-1] < 100
    steps = walk.play()
    feed.follow(walk.table.copy(), steps)
    await browser.read()
    assert browser.page == newcomer(walk, 0, DisplayMode("en", WIDE))


@pytest.mark.asyncio
async def test_readers_who_came_at_different_times_decompress_the_same_blocks() -> None:
    """An update looks back on what all of them have, however long ago they came and whatever was said since."""
    walk, display = Walk("late", 2), DisplayMode("it", TALL)
    feed = feed_of(walk, 1, display)
    browsers = [PageReader(feed, zipped=True)]
    for index, steps in enumerate(walk.to_the_end()):
        for _ in range((0, 1, 0, 2, BEATS + 3)[index % 5]):
            feed.beat()
            for browser in browsers:
                await browser.read()
        if index % 4 == 0:
            browsers.append(PageReader(feed, zipped=index % 8 != 0))
        if index % 7 == 0:
            feed.chat()
        feed.follow(walk.table.copy(), steps)
        for browser in browsers:
            await browser.read()
            assert browser.page == newcomer(walk, 1, display)
            assert browser.seq == walk.table.seq
        if index == 24:
            return


@pytest.mark.parametrize(("seats", "options"), TABLES, ids=str)
def test_the_dice_on_the_board_are_those_of_the_last_turn(seats: int, options: dict[str, str]) -> None:
    """What the board reads out of the view before the turn and the view now is what was rolled, or nothing."""
    walk = Walk(f"dice {SEED} {seats}", seats, options)
    story = PageHistory(None, walk.steps)
    rolls: list[Rolled] = []
    shown = 0
    for steps in walk.to_the_end(undo=0.1):
        for step in steps:
            before = story.begun[-1:]
            story.follow([step])
            if story.begun[-1:] != before:
                rolls = []
            if not step.row.said.startswith("/"):
                rolls += [event for event in step.after.events(None) if isinstance(event, Rolled)]
        seen = walk.table.position.view(None)
        scene = Scene(walk.table.game, seen, Asked(since=story.turns(seen)), Say(ENGLISH, []))
        told = scene.last_roll()
        if told is not None:
            shown += 1
            assert told == (sum(roll.dice for roll in rolls), sum(roll.wheels for roll in rolls)), walk.table.seq
    assert shown or seats == 1


# ---------------------------------------------------------------- sizes


@pytest.mark.asyncio
@pytest.mark.parametrize("layout", LAYOUTS)
async def test_sizes_on_the_wire(layout: str) -> None:
    """A page is some kilobytes; what a move changes in it is far less."""
    display = DisplayMode("es", layout)
    firsts, updates = [], []
    for seed in range(2):
        walk = Walk(f"sizes {seed}", 2 + seed)
        feed = feed_of(walk, 0, display)
        browser = PageReader(feed, zipped=True)
        await browser.read()
        for steps in walk.to_the_end():
            feed.follow(walk.table.copy(), steps)
            await browser.read()
        firsts.append(len(gzip.compress(json.dumps(newcomer(walk, 0, display)).encode(), 6)))
        updates += browser.sizes[1:]
    updates.sort()
    tenth = updates[len(updates) * 9 // 10]
    print(f"{layout}: pages {max(firsts)} bytes, updates {median(updates)}, nine of ten below {tenth}")
    assert max(firsts) < 24 * KB
    assert median(updates) < 1.6 * KB
    assert tenth < 3 * KB


def test_luck_is_the_same_every_time() -> None:
    """The walks of these tests can be walked again."""
    one, two = Walk("again", 2), Walk("again", 2)
    for _ in range(30):
        one.play()
        two.play()
    assert one.table.position.digest() == two.table.position.digest()
    assert isinstance(one.nature, Seeded)

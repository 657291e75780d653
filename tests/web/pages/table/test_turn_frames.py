"""The frames in which a page plays what others did: which rows have one, and what they show."""

from __future__ import annotations

import msgspec
import pytest

from tests.support.seeds import SEED
from tests.support.table_walk import Walk
from tests.support.titles import drawn_titles
from trainshed.draw.sheet import LAYOUTS, WIDE
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.translation import ENGLISH
from trainshed.web.pages.table.log_lines import log_lines
from trainshed.web.pages.table.page_feed import applied
from trainshed.web.pages.table.page_history import PageHistory
from trainshed.web.pages.table.table_parts import DisplayMode, PartsRenderer
from trainshed.web.pages.table.turn_frames import TurnFrame, frames_of, is_roll

TOLD = {"phase", "chips", "stage", "seats", "slip", "confirm"}


def walked(slug: str, rows: int = 60) -> Walk:
    """A game of three seats, so many rows long."""
    walk = Walk(f"frames {SEED}", 3, title=slug)
    for _ in walk.to_the_end():
        if len(walk.steps) >= rows:
            break
    return walk


def told(walk: Walk, viewer: int | None, after: int, layout: str = WIDE) -> list[TurnFrame]:
    return list(frames_of(walk.table, viewer, walk.steps, after, DisplayMode("en", layout)))


def last_parts(frames: list[TurnFrame]) -> dict[str, str]:
    """The parts of the last frame, put together as a page does."""
    parts: dict[str, list[str]] = {}
    for frame in frames:
        for name, patch in frame.parts.items():
            parts[name] = applied(parts.get(name, []), patch)
    return {name: "".join(part) for name, part in parts.items()}


@pytest.mark.parametrize("slug", drawn_titles())
@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_last_frame_shows_what_the_page_does(slug: str, layout: str) -> None:
    walk, viewer = walked(slug), 1
    frames = told(walk, viewer, 0, layout)
    rows = {step.row.seq: step for step in walk.steps}
    assert frames[0].parts.keys() == TOLD
    assert all(rows[frame.seq].row.seat != viewer for frame in frames), "the viewer has seen the own moves"
    assert [frame.seq for frame in frames] == sorted({frame.seq for frame in frames})
    shown = last_parts(frames)
    story = PageHistory(viewer, [step for step in walk.steps if step.row.seq <= frames[-1].seq])
    look = story.look(walk.table)
    seen = look.table_view
    if frames[-1].seq == walk.table.seq:
        quiet = look._replace(table_view=msgspec.structs.replace(seen, moves=[], undo=0))
        assert shown["stage"] == PartsRenderer(quiet, DisplayMode("en", layout)).stage()
    assert "data-word" not in shown["stage"], "nothing can be chosen in a frame"
    assert 'id="skip"' in shown["confirm"]


@pytest.mark.parametrize("slug", drawn_titles())
def test_a_frame_tells_what_has_happened_and_puts_no_question(slug: str) -> None:
    """After the first own move the slip has what was told so far, not the question after this turn."""
    walk, viewer = walked(slug, 160), 1
    own = next(step.row.seq for step in walk.steps if step.row.seat == viewer)
    parts: list[str] = []
    for frame in told(walk, viewer, own):
        parts = applied(parts, frame.parts["slip"]) if "slip" in frame.parts else parts
        sentences = log_lines(walk.table.game, PageHistory(viewer, walk.steps[: frame.seq]).rows, ENGLISH, [])
        if sentences[-1].seat not in (NATURE, viewer):
            assert "Since your last turn" in "".join(parts), frame.seq


@pytest.mark.parametrize("slug", drawn_titles())
def test_draws_are_told_together_and_rolls_each(slug: str) -> None:
    walk = walked(slug, 160)
    rows = {step.row.seq: step for step in walk.steps}
    frames = told(walk, None, 0)
    for frame in frames:
        step = rows[frame.seq]
        assert frame.roll == is_roll(step)
        following = rows.get(frame.seq + 1)
        if step.row.seat == NATURE and not frame.roll and following is not None:
            assert following.row.seat != NATURE or is_roll(following), "of draws in a row only the last has a frame"
    rolls = [step.row.seq for step in walk.steps if is_roll(step)]
    assert [frame.seq for frame in frames if frame.roll] == rolls
    assert bool(rolls) == (slug == "lok-n-roll")


@pytest.mark.parametrize("slug", drawn_titles())
def test_only_rows_after_the_one_that_is_shown_are_told(slug: str) -> None:
    walk = walked(slug)
    after = walk.table.seq - 10
    frames = told(walk, 0, after)
    assert all(frame.seq > after for frame in frames)
    assert not told(walk, 0, walk.table.seq)

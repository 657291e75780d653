"""The map kit in a browser: zoom and pan by wheel, touch, keys and buttons, presses, and what a new drawing keeps."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, Position, expect

from tests.support.browser.pages import NARROW, PageAt
from trainshed.web.pages.frame.static_files import address

WHERE = """() => {
  const { transform } = getComputedStyle(document.querySelector(".map-view"));
  const [k, , , , x, y] = transform.match(/-?[0-9.e-]+/g)?.map(Number) ?? [1, 0, 0, 1, 0, 0];
  return [k, x, y];
}"""
"""Zoom and pan as the browser applies them."""

COUNT = """() => {
  globalThis.pressed = [];
  document.addEventListener("click", ({ target }) => {
    const option = target.closest(".opt");
    if (option) globalThis.pressed.push(option.id);
  });
}"""

OVERLAPS = """() => {
  const boxes = (selector) => [...document.querySelectorAll(selector)].map(
    (one) => [one.textContent, one.getBoundingClientRect()]);
  const shown = boxes("#names text, #codes text").filter(([, box]) => box.width > 0);
  const rings = boxes("#map-labels .cityring"), met = [];
  shown.forEach(([name, a], at) => [...shown.slice(at + 1), ...rings].forEach(([other, b]) => {
    const across = a.left + 0.5 < b.right && b.left + 0.5 < a.right;
    if (across && a.top + 2 < b.bottom && b.top + 2 < a.bottom) met.push(`${name} meets ${other}`);
  }));
  return [shown.length, met];
}"""

NEIGHBOURS = """() => {
  const targets = document.querySelectorAll(".map-view .opt:not(.dead) .opt-touch");
  const points = [...targets].map((one) => one.getBoundingClientRect());
  let best = [Infinity];
  points.forEach((a, at) => points.slice(at + 1).forEach((b) => {
    const far = Math.hypot(a.x - b.x, a.y - b.y);
    if (far < best[0]) best = [far, (a.x + b.x + a.width) / 2, (a.y + b.y + a.height) / 2];
  }));
  return best;
}"""
"""The two targets that lie nearest to each other: their distance, and the point between them."""

MIDDLE = """() => {
  const frame = document.getElementById("map-frame").getBoundingClientRect();
  const far = (one) => {
    const box = one.querySelector(".opt-hit").getBoundingClientRect();
    return Math.hypot(box.x - frame.x - frame.width / 2, box.y - frame.y - frame.height / 2);
  };
  return [...document.querySelectorAll(".map-view .opt")].sort((a, b) => far(a) - far(b))[0].id;
}"""
"""The target nearest to the middle of the window."""

PATIENCE = 100


def until(page: Page, holds: str) -> None:
    """Wait until an expression is true. (`wait_for_function` evaluates strings, which our content policy forbids.)"""
    for _ in range(PATIENCE):
        if page.evaluate(holds):
            return
        page.wait_for_timeout(60)
    raise AssertionError(f"never: {holds}, at {where(page)}")


def settled(page: Page) -> Any:
    """Zoom and pan when they no longer change."""
    last: Any = None
    while last != (last := where(page)):
        page.wait_for_timeout(150)
    return last


def opened(page_at: PageAt, width: int = 1440, touch: bool = False) -> Page:
    page = page_at(width, 844 if touch else 900, touch=touch)
    page.goto("/components/map")
    page.locator(f"#stage[data-layout={'wide' if width >= NARROW else 'tall'}]").wait_for()
    until(page, "document.documentElement.dataset.map === 'least'")
    page.evaluate(COUNT)
    return page


def where(page: Page) -> Any:
    return page.evaluate(WHERE)


def pressed(page: Page) -> Any:
    return page.evaluate("globalThis.pressed")


def centre(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Fingers:
    """Touches a page with one or more fingers."""

    def __init__(self, page: Page) -> None:
        self.session: CDPSession = page.context.new_cdp_session(page)

    def send(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def drag(self, *ways: tuple[tuple[float, float], tuple[float, float]], steps: int = 8) -> None:
        """Move every finger from its first point to its second."""
        self.send("touchStart", *[begin for begin, _ in ways])
        for step in range(1, steps + 1):
            part = step / steps
            self.send("touchMove", *[(a + (c - a) * part, b + (d - b) * part) for (a, b), (c, d) in ways])
        self.send("touchEnd")

    def tap(self, x: float, y: float) -> None:
        self.send("touchStart", (x, y))
        self.send("touchEnd")


def test_the_wheel_zooms_where_the_pointer_is_and_lets_the_page_scroll_at_the_end(page_at: PageAt) -> None:
    page = opened(page_at)
    x, y = centre(page, "#city-ber")
    page.mouse.move(x, y)
    page.mouse.wheel(0, -500)
    until(page, f"({WHERE})()[0] > 1.5")
    assert centre(page, "#city-ber .cityring") == pytest.approx((x, y), abs=2)
    page.mouse.wheel(0, 4000)
    until(page, f"({WHERE})()[0] === 1")
    assert where(page) == [1, 0, 0]
    page.set_viewport_size({"width": 1440, "height": 500})
    page.mouse.wheel(0, 200)
    until(page, "scrollY > 0")


def test_keys_zoom_and_move_and_show_the_whole_map(page_at: PageAt) -> None:
    page = opened(page_at)
    page.locator("#map-frame").focus()
    for key in ("+", "="):
        page.keyboard.press(key)
    k, x, y = where(page)
    assert k == pytest.approx(2.25)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert where(page)[1] < x - 100
    assert where(page)[2] < y - 100
    page.keyboard.press("-")
    assert where(page)[0] == pytest.approx(1.5)
    page.keyboard.press("0")
    assert where(page) == [1, 0, 0]
    assert pressed(page) == []


def test_a_target_that_the_keyboard_reaches_comes_into_sight(page_at: PageAt) -> None:
    page = opened(page_at)
    for _ in range(4):
        page.keyboard.press("+")
    frame = page.locator("#map-frame").bounding_box()
    assert frame is not None
    page.locator("#map-frame").focus()
    for _ in range(6):
        page.keyboard.press("Tab")
        x, y = centre(page, ".opt:focus .opt-touch")
        assert frame["x"] < x < frame["x"] + frame["width"]
        assert frame["y"] < y < frame["y"] + frame["height"]


def test_buttons_zoom_and_a_double_press_shows_the_whole_map(page_at: PageAt) -> None:
    page = opened(page_at)
    page.locator("#map-in").click()
    page.locator("#map-in").press("Enter")
    assert where(page)[0] == pytest.approx(2.25)
    page.locator("#map-out").click()
    assert where(page)[0] == pytest.approx(1.5)
    page.locator("#map-all").click()
    assert where(page) == [1, 0, 0]
    spot: Position = {"x": 520, "y": 745}
    page.locator("#stage").dblclick(position=spot)
    assert where(page)[0] == pytest.approx(2.5)
    page.wait_for_timeout(400)
    page.locator("#stage").dblclick(position=spot)
    assert where(page) == [1, 0, 0]
    assert pressed(page) == []


def test_a_mouse_drags_the_map_and_the_end_of_a_drag_presses_nothing(page_at: PageAt) -> None:
    page = opened(page_at)
    page.keyboard.press("+")
    _, left, _ = where(page)
    x, y = centre(page, f"#{page.evaluate(MIDDLE)} .opt-hit")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y, steps=6)
    page.mouse.up()
    assert where(page)[1] == pytest.approx(left + 60, abs=3)
    assert pressed(page) == []
    page.mouse.click(x + 60, y)
    assert len(pressed(page)) == 1


def test_two_fingers_zoom_and_one_moves(page_at: PageAt) -> None:
    page, (x, y) = opened(page_at, 390, touch=True), (195.0, 300.0)
    fingers = Fingers(page)
    fingers.drag(((x - 30, y), (x - 90, y)), ((x + 30, y), (x + 90, y)))
    until(page, f"({WHERE})()[0] > 2.4")
    k, left, top = settled(page)
    assert k == pytest.approx(3, rel=0.15)
    fingers.drag(((x, y), (x + 70, y + 50)))
    moved = settled(page)
    assert moved[0] == pytest.approx(k)
    assert moved[1:] == pytest.approx([left + 70, top + 50], abs=12)
    assert page.evaluate("scrollY") == 0
    assert pressed(page) == []
    fingers.drag(((x - 90, y), (x - 10, y)), ((x + 90, y), (x + 10, y)))
    until(page, f"({WHERE})()[0] === 1")


def test_one_finger_scrolls_the_page_while_the_whole_map_is_shown(page_at: PageAt) -> None:
    page = opened(page_at, 390, touch=True)
    page.set_viewport_size({"width": 390, "height": 460})
    Fingers(page).drag(((180, 400), (180, 200)))
    until(page, "scrollY > 20")
    assert where(page) == [1, 0, 0]


def test_targets_take_44_pixels_on_a_phone_and_a_finger_gets_the_nearest(page_at: PageAt) -> None:
    page = opened(page_at, 390, touch=True)
    for zoomed in range(3):
        sizes = page.locator(".map-view .opt-touch").evaluate_all(
            "all => all.map((one) => one.getBoundingClientRect().width)"
        )
        assert min(sizes) >= 44, zoomed
        page.keyboard.press("+")
    page.keyboard.press("0")
    fingers = Fingers(page)
    x, y = centre(page, "#opt-city-bar .opt-hit")
    fingers.tap(x + 14, y - 14)
    until(page, "globalThis.pressed.length > 0")
    assert pressed(page) == ["opt-city-bar"]


def test_a_finger_between_two_targets_enlarges_the_map_instead_of_guessing(page_at: PageAt) -> None:
    page = opened(page_at, 390, touch=True)
    far, x, y = page.evaluate(NEIGHBOURS)
    assert far < 44
    Fingers(page).tap(x, y)
    until(page, f"({WHERE})()[0] > 1.2")
    assert pressed(page) == []
    assert page.evaluate(NEIGHBOURS)[0] > far * 1.3


def test_a_new_drawing_keeps_zoom_pan_focus_and_nodes(page_at: PageAt) -> None:
    page = opened(page_at)
    page.keyboard.press("+")
    page.locator("#map-frame").focus()
    page.keyboard.press("ArrowRight")
    page.locator(".map-view .opt").nth(3).focus()
    before = settled(page)
    assert before[0] > 1
    focused = page.evaluate("document.activeElement.id")
    page.evaluate(
        """async (script) => {
          const { Idiomorph } = await import(script);
          const old = document.getElementById("stage"), rail = old.querySelector(".rail").id;
          document.querySelectorAll(".piece, .opt").forEach((node) => { node.known = true; });
          const html = old.outerHTML.replace(`id="${rail}" class="piece rail"`, `id="${rail}" class="piece rail lift"`);
          Idiomorph.morph(old, html, { morphStyle: "outerHTML", restoreFocus: true });
        }""",
        address("idiomorph.js"),
    )
    assert where(page) == before
    assert page.evaluate("document.activeElement.id") == focused
    assert page.locator(".rail.lift").count() >= 1
    assert page.evaluate("[...document.querySelectorAll('.piece, .opt')].every((node) => node.known)")


@pytest.mark.parametrize(("width", "touch"), [(1440, False), (390, True)])
def test_names_do_not_overlap_as_the_browser_draws_them(page_at: PageAt, width: int, touch: bool) -> None:
    page = opened(page_at, width, touch)
    for _ in range(5):
        shown, met = page.evaluate(OVERLAPS)
        assert (shown, met) == (36, [])
        page.keyboard.press("+")


def test_motion_is_left_out_for_those_who_ask(page_at: PageAt) -> None:
    page = opened(page_at)  # the fixture asks for reduced motion
    assert page.evaluate("getComputedStyle(document.querySelector('.map-view')).transitionDuration") in ("0s", "0ms")
    moving = page_at(motion=True)
    moving.goto("/components/map")
    until(moving, "document.documentElement.dataset.map === 'least'")
    moving.locator("#map-in").click()
    assert moving.evaluate("getComputedStyle(document.querySelector('.map-view')).transitionDuration") == "0.16s"


def test_the_map_of_the_component_sheet_is_drawn_for_the_window(page_at: PageAt) -> None:
    """Also on a first visit, when no cookie says how wide the window is, and after the window has changed."""
    page = page_at(390, 844)
    page.goto("/components/map")
    expect(page.locator("#stage[data-layout=tall]")).to_be_attached()
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(page.locator("#stage[data-layout=wide]")).to_be_attached()

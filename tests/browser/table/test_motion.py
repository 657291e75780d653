"""How pieces move when a frame is shown (motion.js): from where they were, along the lines that are drawn for them, and
without shifting any option."""

from __future__ import annotations

from typing import Any, Final

import pytest
from playwright.sync_api import Page

from tests.support.browser.pages import PageAt
from tests.support.browser.site import Site
from tests.support.browser.telling import STILL, WATCH_OPTIONS, middle_of, open_table, paced
from tests.support.titles import drawn_titles
from trainshed.web.pages.frame import static_files

STAGE: Final = """<div id="chips" hidden></div>
<div id="seats"><div id="seat-0"><b class="seat-b">Ada</b><b class="seat-s">0</b></div></div>
<div id="stage"><svg width="800" height="600"><g id="pieces">{pieces}</g><g id="labels"></g></svg></div>"""

SHOWN: Final = """async ([script, old, shown, roll, moments]) => {
  document.body.innerHTML = old;
  const { animate, stopMotion } = await import(script);
  const stage = document.querySelector("#stage"), wanted = new DOMParser().parseFromString(shown, "text/html");
  const middles = () => Object.fromEntries([...stage.querySelectorAll(".piece rect")].map((one) => {
    const { left, top, width, height } = one.getBoundingClientRect(), base = stage.getBoundingClientRect();
    return [one.dataset.name, [left + width / 2 - base.left, top + height / 2 - base.top]];
  }));
  const change = () => document.querySelector("#pieces").replaceWith(wanted.querySelector("#pieces"));
  const seen = [middles()];
  animate(change, 1000, { seat: 0, roll }, () => shown, () => 0);
  if (roll) await new Promise((resolve) => setTimeout(resolve, 700)); // the dice have their time first
  const all = document.getAnimations();
  for (const moment of moments) {
    for (const one of all) {
      one.pause();
      one.currentTime = moment;
    }
    seen.push(middles());
  }
  stopMotion();
  return seen;
}"""
"""Shows one stage after another, and tells where the middles of all pieces are: before it, and at moments of it."""


def shown(page: Page, old: str, new: str, *moments: float, roll: bool = False) -> list[Any]:
    pages = [STAGE.format(pieces=pieces) for pieces in (old, new)]
    seen: list[Any] = page.evaluate(SHOWN, [static_files.address("motion.js"), *pages, roll, list(moments)])
    return seen


def piece(name: str, place: str, x: int = 0, y: int = 0, id_: str = "") -> str:
    at = f' transform="{place}"' if place else ""
    return (
        f'<g class="piece" id="{id_ or name}"{at}><rect data-name="{name}" x="{x}" y="{y}" width="20" height="20"/></g>'
    )


@pytest.fixture
def page(page_at: PageAt) -> Page:
    page = page_at(motion=True)
    page.goto("/rules")
    return page


def test_a_group_grows_as_a_whole_from_where_it_was(page: Page) -> None:
    """A group whose scale changes, though nothing in it is drawn scaled: also what has no id begins where it was."""

    def table(scale: int, x: int) -> str:
        ring = f'<rect data-name="ring" x="{40 * scale}" width="{10 * scale}" height="{10 * scale}"/>'
        inside = piece("card", f"translate({30 * scale} 0)") + ring
        group = f'<g transform="scale({1 / scale})">{inside}</g>'
        return f'<g class="piece" id="table" transform="translate({x} 50) scale({scale})">{group}</g>'

    before, begun, ended = shown(page, table(1, 100), table(2, 300), 0, 1000)
    assert begun["ring"] == pytest.approx(before["ring"], abs=0.5)
    assert ended["ring"] == pytest.approx([300 + 80 + 10, 50 + 10], abs=0.5)


def test_what_is_taken_leaves_from_where_it_lay(page: Page) -> None:
    gone = [piece(f"card-{number}", f"translate({60 * number} 40)") for number in (1, 2)]
    old = f'<g class="piece" transform="translate(200 100)">{"".join(gone)}</g>'
    before, begun = shown(page, old, "", 0)
    assert begun["card-1"] == pytest.approx(before["card-1"], abs=0.5)


def test_a_piece_that_comes_for_one_that_goes_comes_from_its_place(page: Page) -> None:
    """A locomotive out of the hand to its railroad: it does not go to its seat and come back from there."""
    hand, railroad = (
        piece("hand", "translate(600 400)", id_="loco-in-hand"),
        piece("loco", "translate(40 60)", id_="loco-kiev"),
    )
    before, begun, ended = shown(page, hand, railroad, 0, 1000)
    assert list(begun) == ["loco"]
    assert begun["loco"] == pytest.approx(before["hand"], abs=0.5)
    assert ended["loco"] == pytest.approx([50, 70], abs=0.5)


def test_what_is_drawn_where_it_lies_comes_there(page: Page) -> None:
    """A rail has no place of its own that could be moved to the panel of a seat."""
    _, begun = shown(page, "", piece("rail", "", 300, 200), 0)
    assert begun["rail"] == pytest.approx([310, 210], abs=4)


@pytest.mark.parametrize("derails", [False, True])
def test_a_tender_follows_its_engine(page: Page, derails: bool) -> None:
    """Both run along the line, and the second one stays behind the first from the beginning to the end."""

    def train(x: int, line: str = "") -> str:
        return (
            line
            + piece("tender", f"translate({x - 40} 100)", -10, -10)
            + piece("engine", f"translate({x} 100)", -10, -10)
        )

    marked = ' data-derails="1"' if derails else ""
    line = f'<path d="M60 100H{500 if derails else 400}" data-moves="engine tender"{marked}/>'
    before, *seen = shown(page, train(100), train(400, line), 0, 50, 100, 200, 300, roll=derails)
    assert seen[0]["engine"] == pytest.approx(before["engine"], abs=6)
    assert seen[0]["tender"] == pytest.approx(before["tender"], abs=6)
    for one in seen:
        assert one["engine"][0] - one["tender"][0] == pytest.approx(40, abs=16)


def test_points_come_from_where_their_piece_goes(page: Page) -> None:
    page.evaluate(
        """async ([script, stage]) => {
          document.body.innerHTML = stage;
          document.body.classList.add("telling"); // no transitions beside the motion
          const { animate } = await import(script), loco = document.querySelector("#loco");
          animate(() => {
            loco.setAttribute("transform", "translate(500 300)");
            document.querySelector(".seat-s").textContent = "3";
          }, 1000, { seat: 0 });
          for (const one of document.getAnimations()) {
            one.pause();
            one.currentTime = one.effect.target.matches(".fly") ? 500 : 1000; // it appears after 450
          }
        }""",
        [static_files.address("motion.js"), STAGE.format(pieces=piece("loco", "translate(40 60)"))],
    )
    assert list(middle_of(page.locator(".fly"))) == pytest.approx(list(middle_of(page.locator("#loco"))), abs=25)
    assert page.locator(".fly").inner_text() == "+3"


@pytest.mark.parametrize("slug", drawn_titles())
def test_options_stay_where_they_are_while_points_fly(site: Site, page_at: PageAt, slug: str) -> None:
    """The last points may still travel while options glow already; nothing that can be pressed is shifted by them."""
    ada = site.guest("Ada")
    table = site.started(ada, bots=1, title=slug)
    page = paced(page_at(who=ada, motion=True), site.url, "calm")
    open_table(page, table)
    page.evaluate(WATCH_OPTIONS)
    page.evaluate(
        """async (script) => {
          const { animate } = await import(script), total = document.querySelectorAll(".seat-s")[1];
          animate(() => { total.textContent = `${parseInt(total.textContent) + 7}`; }, 600, { seat: 1 });
        }""",
        static_files.address("motion.js"),
    )
    assert page.locator(".fly").count() == 1
    page.wait_for_function(STILL)
    page.wait_for_function("() => glowing.watched > 0")
    assert page.evaluate("glowing.shifted") == []

"""Boards in a browser, with our fonts and style sheets: nothing lies outside, on other words, or too small to read.

Positions come from games by chance at every kind of table, seen by whoever is asked, by others and by spectators, in
every language, with and without a gesture that is tried. Every tenth is looked at each day, other ones every day
(TRAINSHED_SEED); TRAINSHED_ALL=1 looks at all.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page

from tests.browser.pages import PageAt
from tests.browser.site import Site
from tests.web.walks import Walk, tried
from trainshed.draw.board import Say
from trainshed.draw.sheet import LAYOUTS, TALL
from trainshed.locale import LANGUAGES, speech
from trainshed.service.sight import sight
from trainshed.web.pages.fragments import Look, names_of
from trainshed.web.pages.page_feed import Story

SEED = os.environ.get("TRAINSHED_SEED", "1")
ALL = bool(os.environ.get("TRAINSHED_ALL"))
POSITIONS = 240
"""In each layout."""

GAMES = 4
"""Of each kind of table."""

SCREENS = {"wide": (1440, 900), "tall": (390, 844)}
SMALLEST = 11.0

TABLES: list[tuple[int, dict[str, str]]] = [
    (1, {"mode": "solo"}),
    (1, {"mode": "challenge"}),
    (1, {"mode": "rival"}),
    (2, {}),
    (3, {}),
    (4, {}),
]
NAMES = ("Marta", "Maximiliane von Droste-Hülshoff", "Íñigo", "WWWWWWWWWWWW")


class Sight(NamedTuple):
    """One position as somebody sees it."""

    name: str
    look: Look
    language: str
    beside: int | None = None
    """Whose board is looked at in place of the viewer's."""

    def drawn(self, layout: str) -> str:
        look, asked = self.look, self.look.asked._replace(beside=self.beside)
        say = Say(speech(self.language), names_of(look.sight))
        drawn: str = look.game.part("board").draw(look.game, look.before, look.sight.view, asked, layout, say)
        return drawn


def sights(seed: str) -> Iterator[Sight]:
    """Positions of some games by chance: the first, the last, and some in between."""
    rng = Random(f"overlap {seed}")
    for number in range(GAMES):
        for seats, options in TABLES:
            walk = Walk(f"overlap {seed} {number}", seats, options, names=NAMES, odds=number % 3 != 2)
            gestures = list(walk_positions(walk, keen=number % 2 == 0))
            for index in sorted({0, len(gestures) - 1, *rng.sample(range(len(gestures)), 8)}):
                name = f"{seats} seats {options} game {number} gesture {index}"
                yield from seen(name, gestures[index], rng)


def walk_positions(walk: Walk, keen: bool) -> Iterator[tuple[Any, list[Any]]]:
    """The table after each gesture, and the last rows; the keen seldom pass, so that their tracks grow long."""
    yield walk.table.copy(), walk.steps[-80:]
    while not walk.table.over:
        vocabulary, moves = walk.table.game.vocabulary, walk.table.position.moves()
        words = [vocabulary.word(move) for move in moves]
        eager = [word for word in words if word not in ("pass", "stop")] if keen else words
        walk.play(walk.rng.choice(eager or words))
        yield walk.table.copy(), walk.steps[-80:]


def seen(name: str, position: tuple[Any, list[Any]], rng: Random) -> Iterator[Sight]:
    """As it is, for somebody; and where somebody is asked, with something tried."""
    table, steps = position
    language = rng.choice(LANGUAGES)
    viewer = rng.choice([*range(table.seats), max(table.actor, 0), max(table.actor, 0), None])
    yield Sight(f"{name}, seen by {viewer}, {language}", Story(viewer, steps).look(table), language)
    if table.actor >= 0 and not table.over:
        words = sight(table, table.actor).moves
        gesture = [rng.choice(words)]
        look = tried(table, table.actor, gesture)
        if look.sight.moves and rng.random() < 0.5:
            gesture.append(rng.choice(look.sight.moves))
            look = tried(table, table.actor, gesture)
        yield Sight(f"{name}, tried {gesture}, {language}", look, language)


CHECK = """
(drawn) => {
  const stage = document.getElementById("stage");
  stage.innerHTML = drawn;
  const svg = stage.querySelector("svg"), whole = svg.getBoundingClientRect(), wrong = [], texts = [], panels = [];
  const told = (e) => `<${e.tagName} class="${e.getAttribute("class") ?? ""}"> ${e.textContent.slice(0, 40)}`;
  const box = (e) => {
    const r = e.getBoundingClientRect();
    return { x0: r.left, y0: r.top, x1: r.right, y1: r.bottom };
  };
  const said = (b) => [b.x0, b.y0, b.x1, b.y1].map((n) => n.toFixed(1)).join(" ");
  for (const e of svg.querySelectorAll("rect, circle, ellipse, line, path, polygon, polyline, text")) {
    if (e.closest("defs")) continue;
    const b = box(e), style = getComputedStyle(e), m = e.getScreenCTM();
    if (style.display === "none" || b.x1 - b.x0 + b.y1 - b.y0 === 0) continue;
    const size = parseFloat(style.fontSize) * Math.hypot(m.a, m.b);
    if (e.tagName === "text") {
      // The box of a font leaves room for letters that reach far; what is drawn stays within this part of it.
      b.y0 += 0.15 * size;
      b.y1 -= 0.08 * size;
    }
    if (b.x0 < whole.left - 1 || b.y0 < whole.top - 1 || b.x1 > whole.right + 1 || b.y1 > whole.bottom + 1)
      wrong.push(`outside by its box ${said(b)}: ${told(e)}`);
    if (e.tagName === "text" && e.textContent.trim()) {
      if (size < SMALLEST - 0.01) wrong.push(`${size.toFixed(1)} px: ${told(e)}`);
      texts.push({ e, ...b });
    }
    const panel = /\\b(sheet|enamel|sp|sp-taken|inset-l|plaque)\\b/.test(e.getAttribute("class") ?? "");
    if (e.tagName === "rect" && panel) panels.push({ e, ...b });
  }
  for (const [i, t] of texts.entries()) {
    for (const u of texts.slice(i + 1))
      if (t.x0 < u.x1 - 1 && u.x0 < t.x1 - 1 && t.y0 < u.y1 - 1 && u.y0 < t.y1 - 1)
        wrong.push(`over each other: ${told(t.e)} (${said(t)}) and ${told(u.e)} (${said(u)})`);
    const x = (t.x0 + t.x1) / 2, y = (t.y0 + t.y1) / 2;
    for (const p of panels)
      if (p.x0 < x && x < p.x1 && p.y0 < y && y < p.y1 && (t.x0 < p.x0 - 1 || t.x1 > p.x1 + 1))
        wrong.push(`wider than its panel ${said(p)}: ${told(t.e)} (${said(t)})`);
  }
  return [texts.length, wrong];
}
""".replace("SMALLEST", str(SMALLEST))


def framed(site: Site, page_at: PageAt, layout: str) -> Page:
    """The page of some table, which lends its frame to all boards; its script, which draws its own, is left out."""
    host = site.guest("Ada")
    table = site.started(host, [site.guest("Bruno")])
    page = page_at(*SCREENS[layout], touch=layout == TALL, who=host)
    page.route("**/table.js*", lambda route: route.abort())
    answer = page.goto(f"/t/{table}")
    assert answer is not None
    assert answer.ok, answer.status
    page.evaluate("Promise.all([...document.fonts].map((font) => font.load()))")
    page.evaluate("document.fonts.ready")
    return page


@pytest.mark.parametrize("layout", LAYOUTS)
def test_nothing_overlaps(site: Site, page_at: PageAt, layout: str) -> None:
    print(f"TRAINSHED_SEED={SEED}")
    every = list(sights(SEED))
    assert len(every) >= POSITIONS
    shown = every if ALL else Random(f"{SEED} {layout}").sample(every, POSITIONS // 10)
    page = framed(site, page_at, layout)
    wrong: list[str] = []
    for position in shown:
        texts, found = page.evaluate(CHECK, position.drawn(layout))
        assert texts > 5, position.name
        wrong += [f"{position.name}: {line}" for line in found]
    print(f"{len(shown)} positions, {len(wrong)} faults")
    assert not wrong, "\n".join(wrong[:60])


@pytest.mark.parametrize(
    ("broken", "by"),
    [
        ('<text x="20" y="40" class="t14">one</text><text x="24" y="43" class="t14">two</text>', "over each other"),
        ('<text x="350" y="40" class="t14">quite a long name</text>', "outside"),
        (
            '<rect x="9" y="20" width="50" height="26" class="sp"/><text x="11" y="38" class="t14">wide words</text>',
            "panel",
        ),
        ('<g transform="scale(.5)"><text x="40" y="80" class="t14">small</text></g>', "px"),
    ],
)
def test_what_is_wrong_is_found(site: Site, page_at: PageAt, broken: str, by: str) -> None:
    page = framed(site, page_at, TALL)
    svg = f'<svg class="sheetsvg" viewBox="0 0 366 200" width="366" height="200">{broken}</svg>'
    _, found = page.evaluate(CHECK, svg)
    assert any(by in line for line in found), found

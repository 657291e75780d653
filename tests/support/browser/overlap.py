"""Boards put into a real page, and a script that finds shapes outside, and texts that overlap or are too small."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from playwright.sync_api import Page

from tests.support.browser.pages import PageAt
from tests.support.browser.site import Site
from tests.support.table_walk import tried
from trainshed.draw.board import Say
from trainshed.draw.sheet import TALL
from trainshed.locale import LANGUAGES, speech
from trainshed.service.tables.player_view import table_view
from trainshed.web.pages.table.page_history import PageHistory
from trainshed.web.pages.table.plain_board import board_of
from trainshed.web.pages.table.table_parts import TablePage, names_of

SCREENS = {"wide": (1440, 900), "tall": (390, 844)}
SMALLEST = 11.0
NAMES = ("Marta", "Maximiliane von Droste-Hülshoff", "Íñigo", "WWWWWWWWWWWW")


class DrawnTable(NamedTuple):
    """One position as a viewer sees it."""

    name: str
    look: TablePage
    language: str
    beside: int | None = None
    """The seat whose board is shown in place of the viewer's."""

    def drawn(self, layout: str) -> str:
        look, asked = self.look, self.look.asked._replace(beside=self.beside)
        say = Say(speech(self.language), names_of(look.table_view))
        drawn: str = board_of(look.game).draw(look.game, look.before, look.table_view.view, asked, layout, say)
        return drawn


def seen(name: str, position: tuple[Any, list[Any]], rng: Random) -> Iterator[DrawnTable]:
    """The position for a random viewer; and, if a seat is to move, with a previewed gesture of that seat."""
    table, steps = position
    language = rng.choice(LANGUAGES)
    viewer = rng.choice([*range(table.seats), max(table.actor, 0), max(table.actor, 0), None])
    yield DrawnTable(f"{name}, seen by {viewer}, {language}", PageHistory(viewer, steps).look(table), language)
    if table.actor >= 0 and not table.over:
        words = table_view(table, table.actor).moves
        gesture = [rng.choice(words)]
        look = tried(table, table.actor, gesture)
        if look.table_view.moves and rng.random() < 0.5:
            gesture.append(rng.choice(look.table_view.moves))
            look = tried(table, table.actor, gesture)
        yield DrawnTable(f"{name}, tried {gesture}, {language}", look, language)


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


CHECK_TABLES = """
(parts) => {
  const wrong = [], texts = [];
  for (const [id, html] of Object.entries(parts)) document.getElementById(id).outerHTML = html;
  document.getElementById("count")?.classList.add("all");
  for (const folded of document.querySelectorAll("#result details")) folded.open = true;
  const apart = (a, b) => a.x0 >= b.x1 + 1 || b.x0 >= a.x1 + 1 || a.y0 >= b.y1 - 1 || b.y0 >= a.y1 - 1;
  const inside = (a, w) => a.x0 >= w.left && a.x1 <= w.right && a.y0 >= w.top && a.y1 <= w.bottom;
  for (const place of document.querySelectorAll("#count, #result:not([hidden]), #ending .end-src")) {
    const whole = place.getBoundingClientRect(), walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode, holder = node.parentElement, style = getComputedStyle(holder);
      if (!node.textContent.trim() || style.display === "none") continue;
      const range = document.createRange(), size = parseFloat(style.fontSize), text = node.textContent;
      range.selectNodeContents(node);
      if (size < SMALLEST) wrong.push(`${size} px: ${text}`);
      // A name that is too long is cut where its place ends.
      const end = style.overflow === "hidden" ? holder.getBoundingClientRect().right : Infinity;
      const found = [];
      for (const r of range.getClientRects()) {
        const b = { x0: r.left, x1: Math.min(r.right, end), y0: r.top + 0.15 * size, y1: r.bottom - 0.08 * size, text };
        if (!inside(b, whole)) wrong.push(`outside: ${text}`);
        wrong.push(...texts.filter((t) => !apart(t, b)).map((t) => `over each other: ${t.text} and ${text}`));
        found.push(b);
      }
      texts.push(...found);
    }
  }
  const over = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (over > 0) wrong.push(`${over} px too wide`);
  return [texts.length, wrong];
}
""".replace("SMALLEST", str(SMALLEST))


def framed(site: Site, page_at: PageAt, layout: str) -> Page:
    """The page of a table as a frame for all boards, without its script, which would draw its own board."""
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

"""Checks for every page: accessibility by axe, and no horizontal overflow; and the type of the fixture `page_at`."""

from __future__ import annotations

import json
from typing import Final, Literal, Protocol

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from tests.support.browser.site import Person
from tests.support.seeds import NIGHT

AXE = Axe()
DESK_AND_PHONE = (1440, 390)
"""Widths of a window at a desk and on a phone."""

NARROW = 900
"""Below this width a page is laid out for a phone."""

UNPAINTED: Final = """
globalThis.unpainted = new CSSStyleSheet();
unpainted.replaceSync(":root { opacity: 0 !important }");
document.adoptedStyleSheets = [...document.adoptedStyleSheets, unpainted];
"""
"""Lays a page out, but paints nothing, which took a sixth to a quarter of the time of a page: the browser leaves out
what cannot be seen. Places, focus, presses, texts and accessible names are the same; only colours seem to be none."""

PAINT: Final = """() => {
  const { unpainted } = globalThis;
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== unpainted);
  return getComputedStyle(document.documentElement).opacity;
}"""
"""Undoes `UNPAINTED`; how opaque the page is then."""

REST: Final = """() => {
  if (globalThis.unpainted) document.adoptedStyleSheets = [...document.adoptedStyleSheets, globalThis.unpainted];
}"""
"""Stops painting again, on a page that was not painted before: what a test does next need not be painted either."""

NO_DRAWINGS: Final = """axe.configure({ rules: [{ id: "color-contrast", selector: "*:not(svg *)" }] })"""
"""Leaves the texts of drawings out where colours are judged. Axe never finds anything there, because it does not know
what a drawing has behind a text, but needed two fifths of its time on a map to say so each time: a test of
`test_access` says when a new axe can tell."""

THEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")


class PageAt(Protocol):
    """Opens a page with the site as its base address, in a browser context of its own."""

    def __call__(
        self,
        width: int = 1440,
        height: int = 900,
        touch: bool = False,
        theme: str = "light",
        language: str = "en",
        who: Person | None = None,
        workers: bool = False,
        motion: bool = False,
    ) -> Page: ...


def barriers(page: Page, rule: str = "") -> list[str]:
    """The accessibility violations that axe finds, by all rules or by one, each with its first element."""
    # Describing all that is right, too, would take axe three times as long.
    options: dict[str, object] = {"resultTypes": ["violations"]}
    assert page.evaluate(PAINT) == "1"  # axe takes what is transparent for invisible, and finds nothing wrong with it
    if rule:
        options["runOnly"] = {"type": "rule", "values": [rule]}
    if not page.evaluate("'axe' in window"):  # half a megabyte, which the second theme need not read again
        page.evaluate(AXE.axe_script)
        page.evaluate(NO_DRAWINGS)
    found = page.evaluate(f"axe.run({json.dumps(options)}).then((told) => told.violations)")
    page.evaluate(REST)
    return [f"{each['id']}: {each['nodes'][0]['html'][:200]} ({each['nodes'][0]['failureSummary']})" for each in found]


def check_access(page: Page) -> None:
    """Check that a page has no accessibility violations and is no wider than its window.

    At a landing in light at a desk and in dark on a phone, because axe took a quarter of the time of all browser tests
    and a theme changes colours only; in the nightly run in both themes at every width.
    """
    size = page.viewport_size
    assert size is not None
    for theme in THEMES if NIGHT else [THEMES[size["width"] < NARROW]]:
        page.emulate_media(color_scheme=theme)
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        assert barriers(page) == []
        assert overhang(page) == 0


def overhang(page: Page) -> int:
    """By how many pixels a page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))

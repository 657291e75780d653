"""Checks for every page: accessibility by axe, and no horizontal overflow; and the type of the fixture `page_at`."""

from __future__ import annotations

from typing import Protocol

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect

from tests.support.browser.site import Person
from tests.support.seeds import NIGHT

DESK_AND_PHONE = (1440, 390)
"""Widths of a window at a desk and on a phone."""


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
    if rule:
        options["runOnly"] = {"type": "rule", "values": [rule]}
    found = Axe().run(page, options=options).response["violations"]
    return [f"{each['id']}: {each['nodes'][0]['html'][:200]} ({each['nodes'][0]['failureSummary']})" for each in found]


def check_access(page: Page) -> None:
    """Check that a page has no accessibility violations, in light and in dark, and is no wider than its window."""
    page.emulate_media(color_scheme="light")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    assert barriers(page) == []
    assert overhang(page) == 0
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    # A theme changes colours only; the nightly run checks everything once more.
    assert barriers(page, "" if NIGHT else "color-contrast") == []
    assert overhang(page) == 0


def overhang(page: Page) -> int:
    """By how many pixels a page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))

"""What tests ask of every page: how it is opened, whether everybody can use it, whether it fits."""

from __future__ import annotations

from typing import Protocol

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

from tests.browser.site import Person


class PageAt(Protocol):
    """A page at the door of the site, in a browser context of its own."""

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


def barriers(page: Page) -> list[str]:
    """What axe finds that keeps people out, each with the first place where it stands."""
    found = Axe().run(page).response["violations"]
    return [f"{each['id']}: {each['nodes'][0]['html'][:200]} ({each['nodes'][0]['failureSummary']})" for each in found]


def overhang(page: Page) -> int:
    """By how many pixels a page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))

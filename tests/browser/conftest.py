"""A running server and Debian's Chromium for the tests of the pages.

`site` is a server process with people and tables (`tests.support.browser.site`), `page_at` opens a page in a fresh
browser context (`tests.support.browser.pages`). An error in a page's console, a script that fails or a violation of our
own content policy, fails the test.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from tests.support.browser.pages import PageAt
from tests.support.browser.site import CHROMIUM, Person, Site, running

PATIENCE_MS = 30_000
ANSWERED = "Failed to load resource"
"""The console's message for every response that is no success; tests request such responses on purpose."""


@pytest.fixture(scope="session")
def site(worker_id: str) -> Iterator[Site]:
    """A server for all tests of this process."""
    with running(f"trainshed_browser_{worker_id}_{os.getpid()}") as found:
        yield found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A browser for all tests of this process. As long as it is open its event loop runs, and no other test can have
    one: so these tests are run apart from those that are coroutines."""
    assert os.path.exists(CHROMIUM), f"there is no browser {CHROMIUM}; .ci/run installs it"
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def page_at(site: Site, browser: Browser) -> Iterator[PageAt]:
    """Opens pages; `who` is signed in, `workers` allows the service worker, `motion` allows animations."""
    contexts: list[BrowserContext] = []
    troubles: list[str] = []

    def listened(message: ConsoleMessage) -> None:
        if message.type == "error" and not message.text.startswith(ANSWERED):
            troubles.append(message.text)

    def opened(
        width: int = 1440,
        height: int = 900,
        touch: bool = False,
        theme: str = "light",
        language: str = "en",
        who: Person | None = None,
        workers: bool = False,
        motion: bool = False,
    ) -> Page:
        context = browser.new_context(
            base_url=site.url,
            viewport={"width": width, "height": height},
            has_touch=touch,
            is_mobile=touch,
            color_scheme="dark" if theme == "dark" else "light",
            locale=language,
            reduced_motion="no-preference" if motion else "reduce",
            service_workers="allow" if workers else "block",
            permissions=["clipboard-read", "clipboard-write"],
        )
        context.set_default_timeout(PATIENCE_MS)
        if who is not None:
            context.add_cookies([who.cookie])
        contexts.append(context)
        page = context.new_page()
        page.on("console", listened)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        return page

    yield opened
    for context in contexts:
        context.close()
    assert troubles == []

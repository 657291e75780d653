"""A running server and Debian's Chromium for the tests of the pages.

`site` is a server process with people and tables (`tests.support.browser.site`), `page_at` opens a page in a fresh
browser context (`tests.support.browser.pages`). An error in a page's console, a script that fails or a violation of our
own content policy, fails the test.

A test with an argument `slug` runs with every title, also with the example of `docs/new-title.md`, which has rules and
nothing else. With the mark `one_title` it is a test of the page and not of a board: it runs with one of the titles that
have a board, by turns from test to test, and in the nightly run with all of them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from zlib import crc32

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from tests.support.browser.pages import UNPAINTED, PageAt
from tests.support.browser.site import CHROMIUM, Person, Site, pace_off, running
from tests.support.example_title import add_example
from tests.support.seeds import NIGHT
from tests.support.titles import drawn_titles
from trainshed.kernel.registry import titles

add_example()  # before any test module asks for the titles

PATIENCE_MS = 90_000
# What one page does reaches another over a stream, which takes a busy machine longer than the usual 5 seconds.
expect.set_options(timeout=20_000)
ANSWERED = "Failed to load resource"
"""The console's message for every response that is no success; tests request such responses on purpose."""


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "one_title: a test of the page, not of a board; one title by turns")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "slug" in metafunc.fixturenames and "slug" not in given(metafunc):
        single = metafunc.definition.get_closest_marker("one_title") is not None
        metafunc.parametrize("slug", in_turn(metafunc.function.__name__) if single else titles())


def given(metafunc: pytest.Metafunc) -> str:
    """The names that a test gives values to itself."""
    return " ".join(str(mark.args[0]) for mark in metafunc.definition.iter_markers("parametrize"))


def in_turn(name: str) -> list[str]:
    """The title whose turn it is with a test; in the nightly run all."""
    drawn = drawn_titles()
    return drawn if NIGHT else [drawn[crc32(name.encode()) % len(drawn)]]


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
    """Opens pages; `who` is signed in, `workers` allows the service worker, `motion` allows animations.

    Without motion the pages are laid out and not painted: nobody looks at them."""
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
        context.add_cookies([pace_off(site.url)] if who is None else [pace_off(site.url), who.cookie])
        if not motion:
            context.add_init_script(UNPAINTED)
        contexts.append(context)
        page = context.new_page()
        page.on("console", listened)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        return page

    yield opened
    for context in contexts:
        context.close()
    assert troubles == []

"""The API page has the frame of every page: header, preferences, theme and the way back."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import expect

from tests.support.browser.pages import PageAt, check_access, overhang

SCREENS: Final = ((1440, 900), (1024, 768), (390, 844), (844, 390))
PAPER = "() => getComputedStyle(document.documentElement).backgroundColor"


@pytest.mark.parametrize("screen", SCREENS)
def test_api_page_has_the_frame_of_the_site(page_at: PageAt, screen: tuple[int, int]) -> None:
    page = page_at(*screen, touch=screen[0] < 900)
    page.goto("/api/docs")
    expect(page.locator("header.topbar a[href='/']")).to_be_visible()
    expect(page.locator("footer a[href='/rules']")).to_be_attached()
    assert overhang(page) == 0
    light = page.evaluate(PAPER)
    page.locator("summary[aria-label=Preferences]").click()
    page.locator("[data-theme-set=dark]").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.evaluate(PAPER) != light
    page.locator("header.topbar a.brand").click()
    expect(page.locator("#new")).to_be_attached()


def test_api_page_is_accessible(page_at: PageAt) -> None:
    page = page_at(390, 844, touch=True)
    page.goto("/api/docs")
    page.locator("main details summary").first.click()
    check_access(page)

"""The rulebook in a browser: accessibility, every width, search while typing, links from a table, printing."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.browser.lok_n_roll import begun
from tests.support.browser.pages import DESK_AND_PHONE, PageAt, check_access, overhang
from tests.support.browser.player import Player
from tests.support.browser.site import Site
from tests.support.seeds import NIGHT
from trainshed.kernel.registry import titles
from trainshed.locale import LANGUAGES
from trainshed.web.pages.rulebook.summary import summary_in

pytestmark = pytest.mark.live

WIDTHS = (360, 390, 768, 899, 900, 1024, 1280, 1440, 1600)
PAGES = (
    "/rules",
    "/rules/russian-railroads?q=reconstructed",
    "/rules/lok-n-roll?q=xyzzy",
    "/rules/lok-n-roll/board",
    "/rules/lok-n-roll/board?part=track",
    "/rules/russian-railroads/summary",
    "/rules/lok-n-roll/numbers",
    "/rules/russian-railroads/numbers",
)


@pytest.mark.parametrize("width", DESK_AND_PHONE)
def test_nothing_keeps_anybody_out(page_at: PageAt, width: int) -> None:
    """At a landing each page at a desk or on a phone, in turn; in the nightly run at both."""
    page = page_at(width=width, touch=width < 900)
    page.goto("/rules")  # from now on the server knows the width
    for path in PAGES if NIGHT else PAGES[DESK_AND_PHONE.index(width) :: 2]:
        page.goto(path)
        check_access(page)


def test_nothing_keeps_anybody_out_of_a_whole_book(page_at: PageAt) -> None:
    page = page_at()
    page.goto("/rules/lok-n-roll#LR-COMP-03")
    check_access(page)


def test_nothing_is_wider_than_the_window(page_at: PageAt) -> None:
    page = page_at(language="it")
    for path in (
        "/rules/russian-railroads",
        "/rules/russian-railroads/summary",
        "/rules/russian-railroads/numbers",
        "/rules",
    ):
        page.goto(path)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            assert overhang(page) == 0, f"{path} at {width}"
    page.goto("/rules/russian-railroads/board?part=kiev")
    for width, sheet in ((360, 366), (899, 366), (900, 1064), (1600, 1064)):
        page.set_viewport_size({"width": width, "height": 900})
        page.locator(f'#sheet[width="{sheet}"]').wait_for()
        assert overhang(page) == 0, width


def test_clauses_are_found_while_one_types(page_at: PageAt) -> None:
    page = page_at(language="es")
    page.goto("/rules/lok-n-roll")
    every = page.locator(".clause").count()
    field, count = page.locator("#q"), page.locator("#count")
    field.press_sequentially("descarril")
    expect(page.locator("mark").first).to_contain_text("descarril", ignore_case=True)
    found = page.locator(".clause").count()
    assert 0 < found < every
    expect(count).to_contain_text(str(found))
    expect(count).to_have_attribute("aria-live", "polite")
    assert page.url.endswith("?q=descarril")
    expect(field).to_be_focused()
    field.fill("LR-PASS-04")
    expect(page.locator(".clause")).to_have_count(1)
    field.fill("xyzzy")
    expect(page.locator(".emptyb")).to_be_visible()
    page.locator(".emptyb a").click()
    expect(page.locator(".clause")).to_have_count(every)


def test_by_keys_from_a_clause_to_its_part_and_back(page_at: PageAt) -> None:
    page = page_at()
    page.goto("/rules/lok-n-roll#LR-DICE-03")
    clause = page.locator("#LR-DICE-03")
    expect(clause).to_be_in_viewport()
    assert clause.evaluate("clause => clause.matches(':target')")
    page.keyboard.press("Tab")  # from a target the keys go on inside it
    expect(clause.locator(".no")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("The dice")
    expect(page.locator(".part-frame")).to_be_in_viewport()
    expect(page.locator(".about a.no", has_text="LR-DICE-03")).to_be_visible()
    page.locator(".parts [data-part=hand]").click()
    expect(page.locator(".partlist [aria-current]")).to_have_text("The hand")
    page.locator(".about a.no").first.click()
    page.wait_for_url("**/rules/lok-n-roll#LR-*")


def test_a_table_leads_to_its_rules_and_stays(site: Site, page_at: PageAt) -> None:
    table, (ada, _) = begun(site, "Ada", "Bob")
    player = Player(page_at(who=ada), table)
    player.open()
    page = player.page
    link = page.locator("#slip a.slip-id")
    named = (link.text_content() or "").strip()
    with page.context.expect_page() as opened:
        link.click()
    rules = opened.value
    rules.wait_for_load_state()
    assert rules.url.endswith(f"/rules/lok-n-roll#{named}")
    expect(rules.locator(f"#{named}")).to_be_in_viewport()
    assert page.url.endswith(f"/t/{table}")
    with page.context.expect_page() as opened:
        page.locator(".topbar a.tool").click()
    assert opened.value.url.endswith("/rules/lok-n-roll")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_first_game_is_one_printed_page(page_at: PageAt, language: str) -> None:
    page = page_at(language=language)
    for slug in [slug for slug in titles() if summary_in(slug, language)]:
        page.goto(f"/rules/{slug}/summary")
        expect(page.locator("[data-print]")).to_be_visible()
        printed = page.pdf(prefer_css_page_size=True)
        assert printed.count(b"/Type /Page\n") == 1, slug

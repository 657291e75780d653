"""Controls that pages share, in a browser: copying a link, menus, and bars that mark the part of a page one is at."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.pages import PageAt, check_access
from tests.support.browser.site import Site
from trainshed.kernel.registry import game

pytestmark = pytest.mark.live

REFUSED = "navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))"
MISSING = "Object.defineProperty(navigator, 'clipboard', { value: undefined })"
NO_COMMAND = "document.execCommand = () => false"
PAINTED = "() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))"
HIT = """node => {
  const box = node.getBoundingClientRect();
  return node.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
}"""
AT_THE_END = "() => scrollY + innerHeight > document.documentElement.scrollHeight - 1"


def here(page: Page) -> str:
    """The part of the page that its bar marks."""
    marked = page.locator(".tabs [aria-current], .toc [aria-current]")
    expect(marked).to_have_count(1)
    return marked.get_attribute("href") or ""


@pytest.mark.parametrize("browser_says", [REFUSED, MISSING])
def test_copied_is_said_only_of_what_was_copied(site: Site, page_at: PageAt, browser_says: str) -> None:
    """Where the clipboard cannot be written, the link is copied from a field; or else it stays there, selected."""
    ada = site.guest("Ada")
    card = site.table(ada)
    page = page_at(who=ada)
    page.add_init_script(browser_says)
    page.goto(f"/t/{card['table']}")
    link, box = page.locator("[data-link]").input_value(), page.locator("#copy-box")
    page.evaluate("command = document.execCommand.bind(document)")
    page.evaluate(NO_COMMAND)
    page.get_by_role("button", name="Copy the link").click()
    expect(box).to_be_visible()
    expect(box).to_contain_text("copy it with Ctrl C")
    assert page.evaluate("getSelection().toString()") == link
    expect(page.get_by_role("button", name="Copied")).to_have_count(0)
    check_access(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Copy the link")).to_be_focused()

    page.evaluate("document.execCommand = command")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    expect(box).to_be_hidden()
    page.locator("[data-link]").evaluate("field => (field.readOnly = false, field.value = '')")
    page.locator("[data-link]").click()
    page.keyboard.press("Control+v")
    assert page.locator("[data-link]").input_value() == link


def test_a_row_of_a_replay_is_shared_by_a_link_that_was_copied(site: Site, page_at: PageAt) -> None:
    ada, bob = site.guest("Ada"), site.guest("Bob")
    page = page_at(who=ada)
    page.goto(f"/t/{site.finished(ada, bob)}/replay/1")
    share = page.locator("#share")
    share.click()
    expect(share).to_have_text("Copied")
    expect(share.locator("svg")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").endswith("/replay/1")
    page.keyboard.press("ArrowLeft")
    expect(share).to_have_text("Share this row")
    page.evaluate(f"{REFUSED}; {NO_COMMAND}")
    share.click()
    expect(page.locator("#copy-box input")).to_be_focused()
    assert page.locator("#copy-box input").input_value().endswith("/replay/0")
    expect(share).to_have_text("Share this row")


def test_the_menu_of_a_table_closes_after_an_action(site: Site, page_at: PageAt) -> None:
    """Not after the first press of what has to be pressed twice, which says so where it was pressed."""
    ada, bob = site.guest("Ada"), site.guest("Bob")
    pace = {"kind": "live", "turn": 600_000, "bank": 600_000}
    page = page_at(390, 844, who=ada)
    page.goto(f"/t/{site.started(ada, [bob], pace=pace)}")
    page.locator("body[data-live]").wait_for()
    menu = page.locator("details.menu", has=page.locator("#keys"))
    button = menu.locator("> summary")

    button.press("Enter")
    page.locator("#keys").press("Enter")
    expect(page.locator("#keys-box")).to_be_visible()
    expect(menu).not_to_have_attribute("open", "")
    page.keyboard.press("Escape")
    expect(button).to_be_focused()

    page.keyboard.press("Enter")
    menu.get_by_text("Ask for a pause").press("Space")
    expect(menu).not_to_have_attribute("open", "")
    expect(button).to_be_focused()

    button.click()
    leave = menu.get_by_text("Leave, a bot plays on")
    before = leave.bounding_box()
    leave.click()
    expect(menu).to_have_attribute("open", "")
    after = leave.bounding_box()
    assert before is not None
    assert after is not None
    assert after["height"] > before["height"] + 12  # the sentence that asks for the second press
    leave.click()
    expect(menu).not_to_have_attribute("open", "")
    expect(page.locator("#confirm")).to_contain_text("A bot plays your seat.")


def test_the_bar_of_a_phone_marks_where_one_is(site: Site, page_at: PageAt) -> None:
    ada, bob = site.guest("Ada"), site.guest("Bob")
    table = site.started(ada, [bob], title="russian-railroads")
    page = page_at(390, 844, who=ada)
    for address, parts in (
        (f"/t/{table}", ("stage", "seats", "slip", "logbox", "chat")),
        ("/", ("mine", "departures", "new")),
    ):
        page.goto(address)
        assert here(page) == f"#{parts[0]}"
        for part in (*parts[1:], parts[0]):
            page.locator(f".tabs a[href='#{part}']").click()
            expect(page.locator(".tabs [aria-current]")).to_have_attribute("href", f"#{part}")
        seen = [here(page)]
        page.mouse.move(200, 400)
        while not page.evaluate(AT_THE_END):  # by hand from the top to the bottom: every part in its turn
            page.mouse.wheel(0, 40)
            page.evaluate(PAINTED)
            if here(page) not in seen:
                seen.append(here(page))
        assert seen == [f"#{part}" for part in parts]


def test_the_contents_of_a_rulebook_mark_where_one_is(page_at: PageAt) -> None:
    page = page_at()
    page.goto("/rules/lok-n-roll")
    areas = list(dict.fromkeys(clause.area for clause in game("lok-n-roll").rulebook))
    assert here(page) == f"#area-{areas[0]}"
    page.locator(f".toc a[href='#area-{areas[3]}']").click()
    expect(page.locator(".toc [aria-current]")).to_have_attribute("href", f"#area-{areas[3]}")
    page.mouse.move(800, 500)
    page.mouse.wheel(0, -100_000)
    expect(page.locator(".toc [aria-current]")).to_have_attribute("href", f"#area-{areas[0]}")


@pytest.mark.parametrize(("width", "height"), [(844, 390), (390, 844), (1024, 768)])
def test_every_entry_of_the_table_menu_can_be_pressed(site: Site, page_at: PageAt, width: int, height: int) -> None:
    """On a phone in landscape the menu is longer than the window, and bars lie at its lower edge."""
    ada, bob = site.guest("Ada"), site.guest("Bob")
    page = page_at(width, height, touch=width < 900, who=ada)
    page.goto(f"/t/{site.started(ada, [bob])}")
    page.locator("body[data-live]").wait_for()
    page.locator("details.menu", has=page.locator("#keys")).locator("> summary").click()
    entries = page.locator("details.menu[open] .menu-b").locator("a:visible, button:visible, summary:visible")
    assert entries.count() > 5
    for entry in entries.all():
        entry.scroll_into_view_if_needed()
        assert entry.evaluate(HIT), entry.inner_text()

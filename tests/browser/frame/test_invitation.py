"""The invitation of a private table in the address bar: in the host's until the game starts, in no player's."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.pages import DESK_AND_PHONE, PageAt, check_access
from tests.support.browser.site import Site

pytestmark = pytest.mark.live

INVITED = re.compile(r"/t/[0-9a-z]{13}\?invite=[\w-]{20,}$")
PLAIN = re.compile(r"/t/[0-9a-z]{13}$")
BY_INVITATION = "This table is by invitation. Ask for the link."


def address(page: Page) -> str:
    """What somebody copies from the address bar."""
    return str(page.evaluate("location.href"))


def test_host_address_lets_a_friend_sit_down(site: Site, page_at: PageAt) -> None:
    host = page_at(who=site.guest("Ada"))
    host.goto("/")
    host.get_by_role("button", name="Open the table").click()
    expect(host).to_have_url(INVITED)
    copied = address(host)
    friend = page_at(390, 844, touch=True)
    friend.goto(copied)
    friend.get_by_label("Your name").fill("Bob")
    friend.get_by_role("button", name="Sit down").tap()
    expect(friend.locator("#place-1")).to_contain_text("Bob")
    expect(friend).to_have_url(PLAIN)
    expect(host.locator("#place-1")).to_contain_text("Bob")
    assert address(host) == copied
    friend.reload()
    expect(friend.locator("#place-1")).to_contain_text("Bob")
    expect(friend).to_have_url(PLAIN)
    host.get_by_role("button", name="Start the game").click()
    for page in (host, friend):
        expect(page.locator("#seats")).to_be_visible()
        expect(page).to_have_url(PLAIN)
    host.go_back()
    expect(host).not_to_have_url(INVITED)
    host.goto(copied)
    expect(host.locator("#seats")).to_be_visible()
    expect(host).to_have_url(PLAIN)


def test_player_who_stands_up_can_sit_down_again(site: Site, page_at: PageAt) -> None:
    ada, bob = site.guest("Ada"), site.guest("Bob")
    card = site.table(ada, seats=3)
    bob.post(f"/tables/{card['table']}/join", invite=card["invite"])
    page = page_at(who=bob)
    page.goto(f"/t/{card['table']}")
    expect(page).to_have_url(PLAIN)
    page.get_by_role("button", name="Stand up").click()
    page.locator("#place-2").get_by_role("button", name="Sit here").click()
    expect(page.locator("#place-2")).to_contain_text("Bob")
    expect(page).to_have_url(PLAIN)
    bob.post(f"/tables/{card['table']}/leave")
    expect(page.get_by_role("button", name="Sit here")).to_have_count(2)


def test_watcher_by_invitation_keeps_it_in_the_address(site: Site, page_at: PageAt) -> None:
    """Without a seat the invitation is needed again each time the page is opened, during the game too."""
    ada, bob = site.guest("Ada"), site.guest("Bob")
    card = site.table(ada, seats=2)
    page = page_at(who=site.guest("Eve"))
    page.goto(f"/t/{card['table']}?invite={card['invite']}")
    expect(page.locator("#room")).to_be_visible()
    bob.post(f"/tables/{card['table']}/join", invite=card["invite"])
    expect(page.locator("#place-1")).to_contain_text("Bob")
    expect(page).to_have_url(INVITED)
    ada.post(f"/tables/{card['table']}/start")
    expect(page.locator("#seats")).to_be_visible()
    page.reload()
    expect(page.locator("#seats")).to_be_visible()
    expect(page).to_have_url(INVITED)


def test_public_table_has_no_invitation_in_the_address(site: Site, page_at: PageAt) -> None:
    ada = site.guest("Ada")
    card = site.table(ada, visibility="public")
    for page in (page_at(who=ada), page_at()):
        page.goto(f"/t/{card['table']}?invite={card['invite']}")
        expect(page.locator("#room")).to_be_visible()
        expect(page).to_have_url(PLAIN)


@pytest.mark.parametrize("width", DESK_AND_PHONE)
@pytest.mark.parametrize("begun", [False, True])
def test_without_the_invitation_the_page_asks_for_it(site: Site, page_at: PageAt, width: int, begun: bool) -> None:
    ada = site.guest("Ada Lovelace")
    table = site.started(ada, [site.guest("Bob")]) if begun else site.table(ada)["table"]
    page = page_at(width, who=site.guest("Eve"))
    answer = page.goto(f"/t/{table}")
    assert answer is not None
    assert answer.status == 403
    expect(page.get_by_text(BY_INVITATION)).to_be_visible()
    assert "Ada" not in page.content()
    assert "Roll" not in page.content()
    check_access(page)


def test_deleted_table_says_so_to_its_guests(site: Site, page_at: PageAt) -> None:
    ada, bob = site.guest("Ada"), site.guest("Bob")
    card = site.table(ada, seats=3)
    bob.post(f"/tables/{card['table']}/join", invite=card["invite"])
    page = page_at(who=bob)
    page.goto(f"/t/{card['table']}")
    expect(page.locator("#room")).to_be_visible()
    ada.send("DELETE", f"/tables/{card['table']}")
    expect(page.get_by_role("alert")).to_contain_text("This table is gone")
    answer = page.goto(f"/t/{card['table']}?invite={card['invite']}")
    assert answer is not None
    assert answer.status == 404

"""Accessibility of the table's page: axe on every state, keyboard only, screen readers, large text, reduced motion."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.lok_n_roll import FIRST, barred, begun, brought, hand_words
from tests.support.browser.pages import DESK_AND_PHONE, PageAt, check_access, overhang
from tests.support.browser.player import Keyboard, Player
from tests.support.browser.site import Person, Site
from trainshed.games.lok_n_roll.text import sentences
from trainshed.kernel import record
from trainshed.kernel.translation import ENGLISH

pytestmark = pytest.mark.live

LIVE_PACE = {"kind": "live", "turn": 600_000, "bank": 600_000}
WIDTHS = (360, 390, 768, 899, 900, 1024, 1280, 1359, 1360, 1440, 1600)


# ---------------------------------------------------------------- states of the page, each brought about by its people


class Stage:
    """Two people at a table, and a method for each state of the page."""

    def __init__(self, site: Site, page_at: PageAt, width: int) -> None:
        self.site = site
        self.page_at = page_at
        self.width = width
        self.table = ""
        self.people: list[Person] = []

    def begin(self, **plan: Any) -> None:
        self.table, self.people = begun(self.site, "Ada", "Bob", **plan)

    def player(self, seat: int = 0) -> Player:
        touch = self.width < 900
        page = self.page_at(width=self.width, height=900, touch=touch, who=self.people[seat])
        player = Player(page, self.table, touch)
        player.open()
        return player

    def my_turn(self) -> Page:
        self.begin()
        return self.player().page

    def preview(self) -> Page:
        self.begin()
        player = self.player()
        player.try_word("pass")
        return player.page

    def waiting(self) -> Page:
        self.begin(pace=LIVE_PACE)
        return self.player(1).page

    def refused(self) -> Page:
        self.begin()
        word = barred(brought(self.table, self.people, barred))
        player = self.player()
        player.poke(player.option(word))
        player.page.locator("#slip.bad").wait_for()
        return player.page

    def offline(self) -> Page:
        page = self.preview()
        page.context.set_offline(True)
        page.locator("#strip.warn").wait_for()
        return page

    def proposal(self) -> Page:
        self.begin(pace=LIVE_PACE)
        page = self.player().page
        other = self.people[1]
        other.post(f"/tables/{self.table}/ask", seq=other.look(self.table)["seq"], what="pause")
        page.locator("#proposal [data-reply=yes]").wait_for()
        return page

    def finished(self) -> Page:
        self.begin()
        player = self.player()
        other = self.people[1]
        other.post(f"/tables/{self.table}/concede", seq=other.look(self.table)["seq"])
        player.finish()
        return player.page

    def handed(self) -> Page:
        """One person plays both seats, and the seat that is not in hand is to move."""
        ada = self.site.guest("Ada")
        self.table, self.people = self.site.started(ada, [ada], options=FIRST), [ada]
        while (table_view := ada.look(self.table)).get("moves"):
            ada.play(self.table, table_view["moves"][0])
        page = self.player().page
        page.locator("#handover[open]").wait_for()
        return page

    def dialog(self) -> Page:
        page = self.my_turn()
        page.keyboard.press("?")
        page.locator("#keys-box[open]").wait_for()
        return page

    def opened(self) -> Page:
        """The page with everything opened that can be opened."""
        page = self.my_turn()
        ada = self.people[0]
        ada.post(f"/tables/{self.table}/chat", text="Good luck!")
        for summary in ("#chat summary", ".words summary"):
            page.locator(summary).click()
        page.locator("#chat-log li").wait_for()
        page.get_by_label("Table", exact=True).first.click()
        return page


STATES: dict[str, Callable[[Stage], Page]] = {
    "my turn": Stage.my_turn,
    "preview": Stage.preview,
    "waiting": Stage.waiting,
    "refused": Stage.refused,
    "offline": Stage.offline,
    "proposal": Stage.proposal,
    "finished": Stage.finished,
    "handed over": Stage.handed,
    "dialog": Stage.dialog,
    "opened": Stage.opened,
}


@pytest.mark.parametrize("width", DESK_AND_PHONE)
@pytest.mark.parametrize("state", STATES)
def test_nothing_keeps_anybody_out(site: Site, page_at: PageAt, state: str, width: int) -> None:
    page = STATES[state](Stage(site, page_at, width))
    check_access(page)


# ---------------------------------------------------------------- keys


def test_turns_by_keys_alone(site: Site, page_at: PageAt) -> None:
    ada = site.guest("Ada")
    table = site.started(ada, options={"mode": "solo"})
    player = Keyboard(page_at(who=ada), table, seed=11)
    player.open()
    before = player.seq
    for _ in range(7):
        assert player.turn()
    assert ada.look(table)["seq"] == player.seq > before


@pytest.mark.night
def test_a_whole_game_by_keys_alone(site: Site, page_at: PageAt) -> None:
    ada = site.guest("Ada")
    table = site.started(ada, options={"mode": "solo"})
    player = Keyboard(page_at(who=ada), table, seed=11)
    player.open()
    player.play()
    assert player.undone > 0
    assert record.verify(record.read(ada.get(f"/tables/{table}/export"))).over


def test_focus_follows_the_gesture(site: Site, page_at: PageAt) -> None:
    """After a step the next one has the focus, after the last one the button, after sending the board."""
    table, people = begun(site, "Ada", "Bob")
    player = Keyboard(page_at(who=people[0]), table)
    player.open()
    page = player.page
    player.focus(player.option("pass"))
    page.keyboard.press("Space")
    player.wait_steps(1)
    expect(player.option("pass")).to_be_focused()
    before = player.seq
    page.keyboard.press("Enter")
    player.wait_change(before)
    expect(page.locator("body")).not_to_be_focused()
    assert page.locator(":focus").count() == 1


# ---------------------------------------------------------------- ears


def test_the_whole_position_can_be_heard(site: Site, page_at: PageAt) -> None:
    """Track, hand, piles, deck and whose turn it is; every option with what it does, costs and leads to."""
    table, (ada, _) = begun(
        site,
        "Ada",
        "Bob",
        then=lambda seen: barred(seen) and len(hand_words(seen)) > 3 and seen["view"]["piles"][0],
    )
    table_view = ada.look(table)
    player = Player(page_at(who=ada), table)
    player.open()
    page = player.page
    page.locator(".words summary").press("Enter")
    expect(page.locator("#described")).to_be_visible()
    heard = page.locator("body").aria_snapshot()
    view = table_view["view"]
    for laid in view["track"]:
        assert sentences.a_card(laid["card"], ENGLISH).split(" ", 1)[1] in heard
    for card in view["hand"]:
        assert sentences.a_card(card, ENGLISH).split(" ", 1)[1] in heard
    assert f"{view['deck']} cards left in the deck" in heard
    assert "pile " + sentences.pile_text(view["piles"][0], ENGLISH).removeprefix("pile ") in heard
    assert "your turn" in heard
    for word in table_view["moves"]:
        label = player.option(word).get_attribute("aria-label") or ""
        assert f'button "{label}"' in heard
        if word.startswith("lay:"):
            dice = word.split(":")[2]
            assert re.search(rf"^Lay an? .*, roll {dice} (die|dice): [<>]?\d+ % to arrive$", label)
        elif word.startswith("chaos:"):
            assert re.search(r"^Discard a chaos \d: \d points? on your pile$", label)
        else:
            assert re.search(r"^Pass: the engine .*, you take \d penalty cards?$", label)
    for word in set(hand_words(table_view)) - set(table_view["moves"]):
        expect(player.option(word)).to_have_attribute("aria-disabled", "true")


def test_the_move_of_another_is_heard_as_its_sentence(site: Site, page_at: PageAt) -> None:
    table, (ada, bob) = begun(site, "Ada", "Bob")
    player = Player(page_at(who=bob), table)
    player.open()
    ada.play(table, "pass")
    live = player.page.locator("#said")
    expect(live).to_have_attribute("aria-live", "polite")
    expect(live).to_contain_text("Ada passes.")
    sentences = player.page.locator("#log .lg-t", has_text="Ada passes.").all_inner_texts()
    assert sentences
    assert sentences[0] in live.inner_text()


# ---------------------------------------------------------------- eyes


def test_less_motion(site: Site, page_at: PageAt) -> None:
    """With reduced motion nothing is animated; otherwise pieces glide and options pulse."""
    table, (ada, _) = begun(site, "Ada", "Bob")
    for motion in (False, True):
        page = page_at(who=ada, motion=motion)
        Player(page, table).open()
        piece, halo = page.locator("#pieces .piece").first, page.locator("#options .opt:not(.dead) .opt-halo").first
        times = piece.evaluate("piece => getComputedStyle(piece).transitionDuration")
        moves = any(float(time.strip().removesuffix("s")) > 0.001 for time in times.split(","))
        breathes = halo.evaluate("halo => getComputedStyle(halo).animationName")
        assert moves is motion
        assert (breathes != "none") is motion


def test_nothing_is_wider_than_the_window(site: Site, page_at: PageAt) -> None:
    table, (ada, _) = begun(site, "Ada", "Bob", pace=LIVE_PACE)
    player = Player(page_at(who=ada), table)
    player.open()
    page = player.page
    for tried in (False, True):
        if tried:
            player.try_word("pass")
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            expect(page.locator("#sheet")).to_have_attribute("width", "366" if width < 900 else "1064")
            assert overhang(page) == 0, f"{width}, tried: {tried}"


def test_twice_as_large(site: Site, page_at: PageAt) -> None:
    """At 200 % a desk of 1440 pixels has the room of 720; everything still works there with a pointer."""
    table, (ada, _) = begun(site, "Ada", "Bob")
    browser = page_at().context.browser
    assert browser is not None
    context = browser.new_context(base_url=site.url, viewport={"width": 720, "height": 450}, device_scale_factor=2)
    context.add_cookies([ada.cookie])
    try:
        player = Player(context.new_page(), table)
        player.open()
        assert overhang(player.page) == 0
        player.try_word("pass")
        assert overhang(player.page) == 0
        player.confirm()
    finally:
        context.close()

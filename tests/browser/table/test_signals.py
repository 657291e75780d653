"""Signals of a table in a browser: my turn in the tab, unread chat, who is here and who thinks, and sound."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.lok_n_roll import FIRST
from tests.support.browser.pages import PageAt, check_access
from tests.support.browser.player import LIVE, Player
from tests.support.browser.site import Person, Site
from tests.support.browser.tables import brought
from tests.support.games.words import legal
from tests.support.titles import free

pytestmark = pytest.mark.live

LIVE_PACE = {"kind": "live", "turn": 600_000, "bank": 600_000}

BADGES = """
Object.defineProperty(navigator, "setAppBadge", { value: async (tables) => {
  const { dataset } = document.documentElement;
  dataset.badges = `${dataset.badges ?? ""} ${tables}`.trim();
} });
"""
INSTALLED = """
const media = matchMedia;
window.matchMedia = (query) => query.includes("standalone") ? { matches: true } : media(query);
"""
AUDIO = """
window.contexts = 0;
window.AudioContext = class extends AudioContext { constructor() { super(); contexts++; } };
"""
HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
RENDERED = """async () => {
  const { src } = document.querySelector("script[src*='/table.js']");
  const { SOUNDS } = await import(src.replace("table.js", "sound.js"));
  const heard = {};
  for (const [name, [length, make]] of Object.entries(SOUNDS)) {
    const context = new OfflineAudioContext(1, 44100 * 1.2, 44100);
    make(context, 0.1);
    const data = (await context.startRendering()).getChannelData(0), loud = [...data].map(Math.abs);
    const last = loud.findLastIndex((level) => level > 0.0004), first = loud.findIndex((level) => level > 0.0004);
    heard[name] = { length, begins: first / 44100 - 0.1, lasts: last / 44100 - 0.1, peak: Math.max(...loud) };
  }
  return heard;
}"""

ORDERED = """async () => {
  const { src } = document.querySelector("script[src*='/table.js']");
  const { SOUNDS } = await import(src.replace("table.js", "sound.js"));
  const made = [];
  for (const name in SOUNDS) SOUNDS[name][1] = () => made.push(name);
  for (const name of ["dice", "dice", "nothing"]) dispatchEvent(new CustomEvent("sound", { detail: name }));
  dispatchEvent(new Event("myturn"));
  delete document.documentElement.dataset.sound;
  dispatchEvent(new CustomEvent("sound", { detail: "piece" }));
  return made;
}"""


def played_on(table: str, people: list[Person], until: int) -> None:
    """First legal moves until a seat is to move."""
    for _ in range(60):
        for person in people:
            seen = person.look(table)
            if seen["actor"] == until:
                return
            if seen.get("moves"):
                person.play(table, "pass" if "pass" in seen["moves"] else seen["moves"][0])
    raise AssertionError("the turn did not come")


def icon(page: Page) -> str:
    return page.locator("link[rel=icon]").get_attribute("href") or ""


def expect_badges(page: Page, told: str) -> None:
    """The numbers that the app's badge was given, one after the other."""
    expect(page.locator("html")).to_have_attribute("data-badges", told)


# ---------------------------------------------------------------- my turn


def test_a_turn_that_waits_is_in_the_tab_of_the_table_and_of_the_lobby(site: Site, page_at: PageAt) -> None:
    people = [site.guest("Ada"), site.guest("Bob")]
    table = site.started(people[0], people[1:], options=FIRST)
    page, lobby = page_at(who=people[1]), page_at(who=people[1])
    page.add_init_script(INSTALLED)
    for each in (page, lobby):
        each.add_init_script(BADGES)
    lobby.goto("/")
    Player(page, table).open()
    expect(page).to_have_title("Lok'n'Roll — Trainshed")
    expect(lobby).to_have_title("Trainshed")
    assert "icon.svg" in icon(page)
    page.evaluate("addEventListener('myturn', () => (window.turns = (window.turns ?? 0) + 1))")

    played_on(table, people, until=1)
    expect(page).to_have_title("● Your turn — Lok'n'Roll")
    expect(lobby).to_have_title("● 1 waits for you — Trainshed")
    expect(lobby.locator("#mine .row.my")).to_have_count(1)
    assert "turn.svg" in icon(page)
    assert "turn.svg" in icon(lobby)
    assert httpx.get(site.url + icon(page)).headers["content-type"].startswith("image/svg")
    expect_badges(page, "1")
    assert page.evaluate("turns") == 1
    page.reload()
    expect(page).to_have_title("● Your turn — Lok'n'Roll")

    played_on(table, people, until=0)
    expect(page).to_have_title("Lok'n'Roll — Trainshed")
    assert "icon.svg" in icon(page)
    lobby.evaluate(HIDE, False)  # looked at again
    expect(lobby).to_have_title("Trainshed")
    expect_badges(page, "1 0")
    expect_badges(lobby, "0 1 0")


# ---------------------------------------------------------------- who is here


def test_who_is_here_and_who_thinks_is_told_without_moving_anything(site: Site, page_at: PageAt) -> None:
    ada, bob = site.guest("Ada"), site.guest("Bob")
    table = site.started(ada, [bob], options=FIRST, visibility="public")
    page = page_at(who=ada)
    page.clock.install()
    Player(page, table).open()
    mark = page.locator("#seat-1 .pr")
    expect(mark).to_have_text("away")
    panels = "panels => panels.map((panel) => panel.getBoundingClientRect().y - panels[0].getBoundingClientRect().y)"
    before = page.locator(".seat, .logbox").evaluate_all(panels)

    there = page_at(who=bob)
    Player(there, table).open()
    expect(there.locator("#seat-0 .pr")).to_have_text(re.compile(r"^thinking, \d+:\d\d$"))
    expect(there.locator("#seat-0 .pr")).to_have_class(re.compile("is-here"))
    expect(there.locator("#confirm .bar")).to_have_text(re.compile(r"^\d+:\d\d$"))
    expect(there.locator("#seat-1 .pr")).to_have_count(0)  # the own seat
    page.clock.run_for(1000)  # the stream says that somebody has come
    expect(mark).to_have_text("here")
    assert page.locator(".seat, .logbox").evaluate_all(panels) == before
    page.clock.fast_forward(5 * 60_000)
    expect(mark).to_have_text("away 5m")
    assert page.locator(".seat, .logbox").evaluate_all(panels) == before
    assert "away" not in page.locator("#chips").inner_text(), "a ring, because there is no room"

    watched = httpx.get(f"{site.url}/t/{table}").text
    assert 'id="seat-0"' in watched
    assert re.search('class="pr [^>]*data-seat', watched) is None, "a spectator is not told who is here"


# ---------------------------------------------------------------- on a phone


def test_chat_round_and_clock_are_in_sight_on_a_phone(site: Site, page_at: PageAt) -> None:
    people = [site.guest(name) for name in ("Ada", "Bob", "Cleo", "Dan")]
    table = site.started(people[0], people[1:], title="russian-railroads", pace=LIVE_PACE)
    page = page_at(width=390, height=844, touch=True, who=people[1])
    player = Player(page, table, touch=True, title="russian-railroads")
    player.open()
    title = page.title()
    page.evaluate("scrollTo(0, 900)")
    expect(page.locator(".phase-t")).to_be_in_viewport(ratio=1)
    expect(page.locator(".phase-t")).not_to_be_empty()
    expect(page.locator(".chip:nth-child(2) .clock")).to_have_text(re.compile(r"^\d\d:\d\d$"))
    expect(page.locator(".chip:nth-child(2) .clock")).to_be_in_viewport(ratio=1)
    assert page.locator("#chips").evaluate("chips => chips.offsetHeight") <= 52, "one line of names, one of numbers"

    mark, hide = page.locator("#unread-tab"), page.evaluate
    hide(HIDE, True)
    people[0].post(f"/tables/{table}/chat", text="Hello")
    expect(page).to_have_title(f"(1) {title}")
    hide(HIDE, False)
    expect(page).to_have_title(title)
    expect(mark).to_have_text("1")
    check_access(page)
    page.locator("#chat-tab").tap()
    expect(page.locator("#chat-log li")).to_be_in_viewport(ratio=1)
    expect(mark).to_be_hidden()
    page.evaluate("scrollTo(0, 0)")
    people[2].post(f"/tables/{table}/chat", text="Good evening")
    expect(mark).to_have_text("1")  # open, and out of sight
    page.locator("#chat-tab").tap()
    expect(mark).to_be_hidden()
    assert people[1].get(f"/tables/{table}/chat")["unread"] == 0


# ---------------------------------------------------------------- choices out of sight


def map_and_cards(state: Any) -> bool:
    """A turn of Spike with options on the map, and with cards to take below it."""
    return free(state) and {"build", "pile"} <= {word.partition(":")[0] for word in legal(state)}


def test_at_1024_pixels_the_bar_says_that_there_is_more_below(site: Site, page_at: PageAt) -> None:
    table, state = brought(site, "spike", map_and_cards)
    page = page_at(width=1024, height=768, who=table.asked(state))
    Player(page, table.id, title="spike").open()
    below = "options => options.filter((option) => option.getBoundingClientRect().top > innerHeight - 90)"
    count = page.locator(LIVE).evaluate_all(f"options => ({below})(options).length")
    assert 0 < count < page.locator(LIVE).count()
    said = page.locator("#choices")
    expect(said).to_have_text(f"{count} choices below" if count > 1 else "1 choice below")
    said.click()
    expect(said).not_to_have_text(re.compile("below"))
    assert page.locator(LIVE).evaluate_all(f"options => ({below})(options).length") == 0


# ---------------------------------------------------------------- sound


def test_sounds_are_short_and_quiet_and_none_is_made_while_sound_is_off(site: Site, page_at: PageAt) -> None:
    people = [site.guest("Ada"), site.guest("Bob")]
    table = site.started(people[0], people[1:], options=FIRST)
    page = page_at(who=people[0])
    page.add_init_script(AUDIO)
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    player = Player(page, table)
    player.open()
    word = player.words()[0]
    player.try_word(word)
    player.undo()
    assert page.evaluate("contexts") == 0
    assert not any("sound.js" in address for address in loaded)

    page.evaluate("document.documentElement.dataset.sound = 'on'; dispatchEvent(new Event('preferences'))")
    heard = page.evaluate(RENDERED)
    assert page.evaluate("contexts") == 0, "not before a press"
    player.try_word(word)
    player.undo()
    assert page.evaluate("contexts") == 1
    lengths = {"press": 0.02, "piece": 0.06, "dice": 0.3, "points": 0.26, "turn": 0.5, "crash": 0.7}
    assert {name: sound["length"] for name, sound in heard.items()} == lengths
    for name, sound in heard.items():
        assert -0.001 <= sound["begins"] < 0.02, name
        assert 0.75 * sound["length"] <= sound["lasts"] <= sound["length"] + 0.005, (name, sound)
        assert 0.03 < sound["peak"] < 0.3, (name, sound)
    assert page.evaluate(ORDERED) == ["dice", "turn"], "each once, and none after it is switched off"

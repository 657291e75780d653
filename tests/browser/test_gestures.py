"""Gestures that cannot mislead: what is pressed stays, what is missing is said, and nothing is out of sight."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.browser.lok_n_roll import begun, ready
from tests.support.browser.lok_n_roll import brought as brought_to
from tests.support.browser.pages import PageAt
from tests.support.browser.player import LIVE, Player
from tests.support.browser.russian_railroads import GAME, Rails, Wanted, keen, legal
from tests.support.browser.site import Person, Site
from tests.support.browser.tables import NeverCame
from tests.support.browser.tables import brought as brought_at
from tests.support.titles import free
from trainshed.games.russian_railroads.rules.state import RailState

pytestmark = pytest.mark.live

IS_CHOSEN = "([x, y]) => document.elementFromPoint(x, y).closest('.opt')?.classList.contains('chosen')"
SCORES = "document.elementsFromPoint(innerWidth / 4, 62).some((place) => place.closest('.chip'))"
"""Whether the points of a seat are below the top bar of the window."""


def after(state: RailState, word: str) -> RailState | None:
    """The position after a word of the seat to move; None if the word is illegal or hands the turn on."""
    if state.actor < 0 or state.over or word not in legal(state):
        return None
    then, move = state.clone(), GAME.vocabulary.id(word)
    if not then.reversible(move):
        return None
    then.apply(move)
    return then if then.actor == state.actor else None


def paid_in_two_ways(state: RailState) -> str:
    """A space of the tracks that can be paid with two workers, or with a rouble."""
    for word in legal(state) if state.actor >= 0 and not state.over else []:
        then = after(state, word) if word.startswith("space:track") else None
        if then is not None and {"pay:w2", "pay:w1r1"} <= {*legal(then)}:
            return word
    return ""


def waiting_locomotive(state: RailState) -> str:
    """A space where a locomotive is built that can stand on several railroads."""
    for word in legal(state) if state.actor >= 0 and not state.over else []:
        then = after(state, word) if word.startswith("space:loco") else None
        built = None if then is None else after(then, "build:locomotive")
        if built is not None and sum(place.startswith("place:") for place in legal(built)) > 1:
            return word
    return ""


@pytest.fixture(scope="module")
def brought(site: Site) -> dict[str, tuple[str, Person, str]]:
    """A table, the person to move and a word, for each of these positions."""
    found: dict[str, tuple[str, Person, str]] = {}
    wanted: dict[str, Any] = {"pay": paid_in_two_ways, "locomotive": waiting_locomotive}
    for name, condition in wanted.items():
        for number in range(12):
            people = [site.guest("Ada"), site.guest("Bob")]
            rails = Rails(site, people, f"gestures {name} {number}")
            try:
                state = rails.bring(in_later_round(condition), keen)
            except NeverCame:
                continue
            found[name] = rails.table, rails.asked(state), condition(state)
            break
    return found


def in_later_round(condition: Any) -> Wanted:
    return lambda state: state.round > 1 and condition(state)


def player_of(page: Page, table: str, touch: bool = False) -> Player:
    player = Player(page, table, touch)
    player.open()
    return player


def middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box is not None
    return round(box["x"] + box["width"] / 2, 1), round(box["y"] + box["height"] / 2, 1)


def paid(page: Page) -> str:
    """The payment that is chosen."""
    return page.locator('#options .opt.chosen[data-word^="pay:"]').get_attribute("data-word") or ""


# ---------------------------------------------------------------- pressing


def test_confirm_is_live_only_when_the_gesture_is_whole(site: Site, page_at: PageAt, brought: Any) -> None:
    """Until then the bar says what is missing, and the key that confirms does nothing."""
    table, who, word = brought["pay"]
    player = player_of(page_at(who=who), table)
    page, before = player.page, player.seq
    player.try_word(word)
    send = page.locator("#send")
    expect(send).to_be_disabled()
    expect(page.locator("#doing b")).to_contain_text("Which step now?")
    assert send.get_attribute("aria-describedby") == "doing"
    page.keyboard.press("Enter")
    page.locator("#stage").focus()
    page.keyboard.press("Enter")
    while words := player.words():
        expect(send).to_be_disabled()
        player.try_word(words[0])
    expect(send).to_be_enabled()
    assert player.seq == before == who.look(table)["seq"]


def test_a_chosen_option_stays_and_a_second_press_does_nothing(site: Site, page_at: PageAt, brought: Any) -> None:
    """Two workers pressed twice gave one worker and one rouble: the list closed up under the pointer."""
    table, who, word = brought["pay"]
    player = player_of(page_at(who=who), table)
    page = player.page
    player.try_word(word)
    page.wait_for_timeout(600)
    two = player.option("pay:w2")
    at = middle(two)
    page.mouse.click(*at)
    page.wait_for_timeout(600)
    page.mouse.click(*at)
    page.wait_for_timeout(600)
    page.mouse.dblclick(*at)
    expect(two).to_have_class("opt chosen")
    assert middle(two) == at
    assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('.opt').dataset.word", at) == "pay:w2"
    expect(player.option(word)).to_have_class("opt chosen")
    player.choose(player.option(word))
    expect(player.option(word)).to_have_class("opt chosen")
    assert page.locator("#send").count() == 1


def test_workers_pay_unless_roubles_are_pressed(site: Site, page_at: PageAt, brought: Any) -> None:
    """The payment is not asked; another one is one press, also after the steps, which stay."""
    table, who, word = brought["pay"]
    player = player_of(page_at(who=who), table)
    page, before = player.page, player.seq
    player.try_word(word)
    assert paid(page) == "pay:w2"
    while words := player.words():
        player.try_word(words[0])
    made = page.locator("#confirm .steps").text_content()
    player.choose(player.option("pay:w1r1"))
    expect(player.option("pay:w1r1")).to_have_class("opt chosen")
    expect(player.option("pay:w2")).to_have_class("opt alt")
    expect(page.locator("#send")).to_be_enabled()
    assert made
    assert made in (page.locator("#confirm .steps").text_content() or "").replace("1 worker and 1 rouble", "")
    player.press(page.locator("#start-over"))
    player.wait_steps(0)
    player.try_word(word)
    assert paid(page) == "pay:w2"
    assert player.seq == before


def forced_stop(person: Person, table: str) -> Callable[[Any], str]:
    """The word of a card after which nothing but `stop` is legal, if a table view has one."""

    def found(table_view: Any) -> str:
        for word in table_view["moves"] if ready(table_view) else []:
            if word.startswith("lay:"):
                tried = person.post(f"/tables/{table}/preview", seq=table_view["seq"], words=[word])
                if tried["taken"] == 1 and tried["state"].get("moves") == ["stop"]:
                    return str(word)
        return ""

    return found


def before_a_forced_stop(site: Site) -> tuple[str, Person, str]:
    """A table at which a card leaves nothing but to stop: its id, the person to move, and the card's word."""
    for _ in range(20):  # cards are random, and not every game has such a position
        table, people = begun(site, "Ada", "Bob")
        wanted = forced_stop(people[0], table)
        try:
            return table, people[0], wanted(brought_to(table, people, wanted))
        except NeverCame:
            continue
    raise NeverCame


def test_a_forced_step_does_not_glow_and_cannot_be_taken_back(site: Site, page_at: PageAt) -> None:
    """A hand without another card of the value leaves nothing but to stop: the page says so, and a press changes
    nothing. Undoing the card undoes both."""
    table, ada, word = before_a_forced_stop(site)
    player = player_of(page_at(who=ada), table)
    page = player.page
    player.try_word(word)
    forced = player.option("stop")
    expect(forced).to_have_class("opt chosen only")
    expect(page.locator("#doing b")).to_contain_text("the only choice")
    assert forced.locator(".opt-halo").evaluate("halo => getComputedStyle(halo).display") == "none"
    page.mouse.click(*middle(forced.locator(".opt-hit")))
    page.wait_for_timeout(600)
    expect(forced).to_have_class("opt chosen only")
    expect(page.locator("#send")).to_be_enabled()
    player.undo()
    expect(page.locator("#send")).to_have_count(0)
    expect(page.locator(LIVE).first).to_be_attached()


def test_an_option_stays_under_the_finger(site: Site, page_at: PageAt, brought: Any) -> None:
    """On a phone the payments open below a section, and all sections below it move; the pressed option does not."""
    table, who, word = brought["pay"]
    player = player_of(page_at(width=390, height=844, touch=True, who=who), table, touch=True)
    page = player.page
    player.try_word(word)
    other = page.locator('#options .opt.alt[data-word^="space:"]').last
    other.scroll_into_view_if_needed()
    id_, at = other.get_attribute("id"), middle(other)
    page.touchscreen.tap(*at)
    expect(page.locator(f"#{id_}")).to_have_class("opt chosen")
    assert abs(middle(page.locator(f"#{id_}"))[1] - at[1]) < 2


def test_cards_of_a_hand_keep_their_places(site: Site, page_at: PageAt) -> None:
    """The place of a card that was pressed stays, and does nothing when pressed again."""
    table, (ada, _bob) = begun(site, "Ada", "Bob")
    player = player_of(page_at(who=ada), table)
    page = player.page
    word = next(each for each in player.words() if each.startswith(("lay:", "chaos:")))
    hand = page.locator('#options [id^="opt-hand-"]')
    places = {each.get_attribute("id"): middle(each) for each in hand.all()}
    at = middle(player.option(word).locator(".opt-hit"))
    page.mouse.click(*at)
    player.wait_steps(1)
    assert page.evaluate(IS_CHOSEN, at)
    assert {each.get_attribute("id"): middle(each) for each in hand.all()}.items() <= places.items()
    page.wait_for_timeout(600)
    page.mouse.click(*at)
    page.wait_for_timeout(300)
    assert player.steps == 1


# ---------------------------------------------------------------- in sight


def test_choices_out_of_sight_are_told(site: Site, page_at: PageAt, brought: Any) -> None:
    """On a phone the steps are far below the space: the bar says how many and where, and a press goes there."""
    table, who, word = brought["pay"]
    player = player_of(page_at(width=390, height=844, touch=True, who=who), table, touch=True)
    page = player.page
    player.try_word(word)
    said = page.locator("#choices")
    expect(said).to_be_visible()
    count = len(player.words())
    expect(said).to_have_text(f"{count} choices below" if count > 1 else "1 choice below")
    said.tap()
    expect(said).to_be_hidden()
    expect(page.locator(LIVE).first).to_be_in_viewport()
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(said).to_have_text(f"{count} choices above" if count > 1 else "1 choice above")


def ends_but_may_go_on(state: Any) -> str:
    """A card of First Class after whose use the turn can be ended, or coins be spent."""
    for word in legal(state) if free(state) and state.round else []:
        if word.startswith("take:"):
            then = state.clone()
            for said in (word, "use"):
                if then.actor == state.actor and said in legal(then):
                    then.apply(state.game.vocabulary.id(said))
            if then.actor == state.actor and {"done", "coin:1:point"} <= {*legal(then)}:
                return word
    return ""


def test_confirm_stays_in_sight_where_more_may_be_chosen_but_need_not(site: Site, page_at: PageAt) -> None:
    table, state = brought_at(site, "first-class", ends_but_may_go_on)
    page = page_at(width=390, height=600, touch=True, who=table.asked(state))
    player = Player(page, table.id, touch=True, title="first-class")
    player.open()
    player.try_word(ends_but_may_go_on(state))
    page.evaluate("scrollTo(0, 0)")
    below = "options => options.every((option) => option.getBoundingClientRect().top > innerHeight)"
    assert page.locator(LIVE).evaluate_all(below)
    expect(page.locator("#choices")).to_be_hidden()
    player.confirm()


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (390, 844)])
def test_a_refusal_and_the_scores_are_in_sight(
    site: Site, page_at: PageAt, brought: Any, width: int, height: int
) -> None:
    """The refusal is a slip over the board, closed by any press; the points stay below the top bar."""
    table, who, _word = brought["pay"]
    touch = width < 900
    player = player_of(page_at(width=width, height=height, touch=touch, who=who), table, touch)
    page = player.page
    player.poke(page.locator("#options .opt.dead").first)
    slip = page.locator("#slip.bad")
    expect(slip).to_be_in_viewport(ratio=1)
    box, bar = slip.bounding_box(), page.locator("#confirm").bounding_box()
    assert box is not None
    assert bar is not None
    assert box["y"] + box["height"] <= bar["y"]
    page.evaluate("scrollTo(0, 700)")
    assert page.evaluate(SCORES)
    page.locator(".cf-t").click()
    expect(page.locator("#slip.bad")).to_have_count(0)


def test_a_waiting_locomotive_lies_apart(site: Site, page_at: PageAt, brought: Any) -> None:
    """It lay beside the place of St Petersburg, as if it stood there."""
    table, who, word = brought["locomotive"]
    for width in (1440, 390):
        player = player_of(page_at(width=width, touch=width < 900, who=who), table, width < 900)
        page = player.page
        player.try_word(word)
        player.try_word("build:locomotive")
        waits = page.locator("#loco-in-hand").bounding_box()
        assert waits is not None
        expect(page.locator("#board")).to_contain_text("needs a place")
        for place in page.locator('#options .opt[data-word^="place:"] .opt-hit').all():
            box = place.bounding_box()
            assert box is not None
            beside = abs(box["y"] - waits["y"]) < 30 and abs(box["x"] - waits["x"]) < 200
            assert not beside, (width, box, waits)


@pytest.mark.parametrize("width", [1440, 1024, 390])
def test_the_log_of_a_replay_follows(site: Site, page_at: PageAt, brought: Any, width: int) -> None:
    """The current row is in the part of the log that is seen, wherever one goes."""
    table, who, _word = brought["pay"]
    last = who.look(table)["seq"]
    page = page_at(width=width, touch=width < 900, who=who)
    page.goto(f"/t/{table}/replay/{last}")
    seen = """() => {
        const log = document.getElementById("log").getBoundingClientRect();
        const row = document.querySelector("#log [aria-current]").getBoundingClientRect();
        return log.height < 700 && row.top >= log.top - 1 && row.bottom <= log.bottom + 1;
    }"""
    for key in ("ArrowLeft", "Home", "PageDown", "PageDown", "PageDown", "End"):
        before = page.locator("#now").get_attribute("data-seq")
        page.keyboard.press(key)
        page.locator(f'#now:not([data-seq="{before}"])').wait_for(state="attached")
        if key != "Home":  # before the first row there is none to follow
            page.wait_for_function(seen)


def test_the_log_of_a_table_shows_the_latest_row(site: Site, page_at: PageAt) -> None:
    table, (ada, _bob) = begun(site, "Ada", "Bob")
    player = player_of(page_at(height=700, who=ada), table)
    page = player.page
    page.locator("#log").evaluate("log => log.scrollTo(0, log.scrollHeight)")
    before = player.seq
    ada.play(table, "pass")
    player.wait_change(before)
    assert page.locator("#log").evaluate("log => log.scrollHeight > log.clientHeight")
    assert page.locator("#log").evaluate("log => log.scrollTop") == 0


# ---------------------------------------------------------------- the layout


@pytest.mark.parametrize("place", ["", "/replay"])
def test_the_layout_is_that_of_the_window(site: Site, page_at: PageAt, brought: Any, place: str) -> None:
    """A cookie of another window only guesses the first paint; turning a phone changes the layout without loading."""
    table, who, _word = brought["pay"]
    page = page_at(width=390, height=844, touch=True, who=who)
    page.context.add_cookies([{"name": "layout", "value": "wide", "url": site.url}])
    page.add_init_script("Object.defineProperty(document, 'cookie', { get: () => '', set: () => true });")
    page.goto(f"/t/{table}{place}")
    expect(page.locator("#sheet")).to_have_attribute("width", "366")
    page.evaluate("window.same = true")
    for size, sheet in (((844, 390), "366"), ((1024, 768), "1064"), ((390, 844), "366")):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        expect(page.locator("#sheet")).to_have_attribute("width", sheet)
        if place:
            expect(page.locator(".timeline").first).to_have_attribute("viewBox", wide_or_tall(sheet))
    assert page.evaluate("window.same")


def wide_or_tall(sheet: str) -> Any:
    return re.compile(r"^0 0 366 " if sheet == "366" else r"^0 0 860 ")

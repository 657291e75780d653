"""The table's page in a browser: previews, undo, refusals and their reasons, chat, leaving and coming back."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import FloatRect, Page, expect

from tests.support.browser.lok_n_roll import FIRST, barred, begun, brought, ending_by_pass, going_on, hand_words
from tests.support.browser.pages import PageAt
from tests.support.browser.player import LIVE, Player
from tests.support.browser.site import Person, Site
from trainshed.kernel.registry import game

pytestmark = pytest.mark.live

LIVE_PACE = {"kind": "live", "turn": 600_000, "bank": 600_000}
RULES = game("lok-n-roll").rulebook

VIOLET = """() => {
  const may = getComputedStyle(document.documentElement).getPropertyValue("--may");
  const probe = Object.assign(document.createElement("i"), { className: "opt-key" });
  document.body.append(probe);
  probe.style.color = may.trim();
  const violet = getComputedStyle(probe).color;
  probe.remove();
  const found = [];
  for (const element of document.querySelectorAll("body *")) {
    if (!element.checkVisibility() || element.matches(".skip, .skip *, defs *, [id^=keys-] *")) continue;
    const style = getComputedStyle(element), svg = element instanceof SVGElement;
    const lined = ["Top", "Right", "Bottom", "Left"].some((side) => parseFloat(style[`border${side}Width`]) > 0
      && style[`border${side}Color`] === violet);
    if (style.backgroundColor === violet || lined || (svg && (style.fill === violet || style.stroke === violet))
      || (element.textContent.trim() && style.color === violet)) found.push(element.outerHTML.slice(0, 80));
  }
  return found;
}"""


def player_at(page_at: PageAt, who: Person, table: str, width: int = 1440) -> Player:
    player = Player(page_at(width=width, who=who), table, seed=1)
    player.open()
    return player


def menu(page: Page, text: str) -> None:
    """Press an entry of the table's menu."""
    if not page.locator("details.menu", has=page.locator("#keys")).evaluate("menu => menu.open"):
        page.get_by_label("Table", exact=True).first.click()
    page.locator("#keys").locator("xpath=..").get_by_text(text, exact=True).click()


def text_of(clause: str, language: str = "en") -> str:
    return RULES.text_in(clause, language)[0]


# ---------------------------------------------------------------- a gesture


def test_one_click_previews_and_another_changes_the_mind(site: Site, page_at: PageAt) -> None:
    table, (ada, _) = begun(site, "Ada", "Bob")
    seq = ada.look(table)["seq"]
    player = player_at(page_at, ada, table)
    player.try_word("pass")
    expect(player.option("pass")).to_have_attribute("aria-pressed", "true")
    other = player.page.locator("#options .opt.alt").first
    word = other.get_attribute("data-word") or ""
    assert word in hand_words(ada.look(table))
    player.choose(other)
    expect(player.option("pass")).to_have_class("opt alt")
    player.wait_steps(1)
    player.choose(player.option("pass"))
    expect(player.option("pass")).to_have_class("opt chosen")
    player.choose(player.option("pass"))  # pressed again, it stays
    expect(player.option("pass")).to_have_class("opt chosen")
    player.undo()
    assert ada.look(table)["seq"] == seq, "nothing is stored before it is confirmed"


def test_steps_are_undone_by_buttons_and_keys_and_sent_by_enter(site: Site, page_at: PageAt) -> None:
    table, people = begun(site, "Ada", "Bob")
    ada = people[0]
    # A pass that asks on would hand the focus, and so Enter, to its next step.
    ends, goes_on = ending_by_pass(ada, table), going_on(ada, table)
    word = goes_on(brought(table, people, lambda table_view: ends(table_view) and goes_on(table_view)))
    player = player_at(page_at, ada, table)
    page = player.page
    before = player.seq
    player.try_word(word)
    player.try_word(player.words()[0])
    page.locator("#undo-step").click()
    player.wait_steps(1)
    page.keyboard.press("Backspace")
    player.wait_steps(0)
    for undo in ("button", "key"):
        player.try_word(word)
        player.try_word(player.words()[0])
        if undo == "button":
            page.locator("#start-over").click()
        else:
            page.keyboard.press("Escape")
        player.wait_steps(0)
    player.try_word("pass")
    page.keyboard.press("Enter")
    player.wait_change(before)
    assert ada.get(f"/tables/{table}/log?after={before}")[0]["said"] == "pass"


def test_a_dead_option_says_why_not(site: Site, page_at: PageAt) -> None:
    table, people = begun(site, "Ada", "Bob")
    ada = people[0]
    word = barred(brought(table, people, barred))
    why = ada.get(f"/tables/{table}/why-not?word={word}")
    player = player_at(page_at, ada, table)
    slip = player.page.locator("#slip")
    player.poke(player.option(word))
    expect(slip).to_have_class("slip bad")
    expect(slip.locator("b")).to_have_text(why["sentence"])
    expect(slip.locator("p")).to_have_text(text_of(why["clause"]))
    expect(slip.locator(".slip-id")).to_contain_text(why["clause"])
    player.wait_steps(0)
    player.try_word("pass")  # whoever goes on is told of what he tries now
    expect(slip).to_have_class("slip")


def test_on_a_phone_the_reason_stands_above_the_bar(site: Site, page_at: PageAt) -> None:
    table, people = begun(site, "Ada", "Bob")
    word = barred(brought(table, people, barred))
    player = Player(page_at(width=390, height=844, touch=True, who=people[0]), table, touch=True)
    player.open()
    player.poke(player.option(word))
    slip = player.page.locator("#slip")
    expect(slip).to_have_class("slip bad")
    expect(slip).to_be_in_viewport(ratio=1)
    player.page.locator("#confirm .cf-t").tap()  # a tap elsewhere puts it away
    expect(slip).to_have_class("slip")


def test_on_a_phone_a_refused_gesture_covers_no_scores(site: Site, page_at: PageAt) -> None:
    table, people = begun(site, "Ada", "Bob")
    player = Player(page_at(width=390, height=844, touch=True, who=people[0]), table, touch=True)
    player.open()
    page = player.page
    refusal = {"error": "refused", "message": "It is not your question. It is asked of somebody else."}
    page.route("**/moves", lambda route: route.fulfill(status=422, json=refusal))
    player.try_word("pass")
    page.locator("#logbox").scroll_into_view_if_needed()
    page.locator("#send").tap()
    strip = page.locator("#strip")
    expect(strip).to_contain_text(refusal["message"])
    boxes = [page.locator(part).bounding_box() for part in (".chips", "#strip", "#confirm")]
    tops = [box["y"] for box in boxes if box is not None]
    ends = [box["y"] + box["height"] for box in boxes if box is not None]
    assert ends[0] <= tops[1] < ends[1] <= tops[2]
    page.locator("#confirm .cf-t").tap()
    expect(strip).to_be_hidden()


@pytest.mark.parametrize("width", [390, 1024])
def test_nothing_that_the_page_says_covers_scores(site: Site, page_at: PageAt, width: int) -> None:
    """A lost connection, and what somebody asks: both leave the scores in sight."""
    table, (ada, bob) = begun(site, "Ada", "Bob", pace=LIVE_PACE)
    player = Player(page_at(width=width, height=844, who=ada), table)
    player.open()
    page = player.page
    bob.post(f"/tables/{table}/ask", seq=bob.look(table)["seq"], what="pause")
    expect(page.locator("#proposal")).to_contain_text("Bob")
    page.context.set_offline(True)
    expect(page.locator("#strip")).to_contain_text("The connection is lost.")
    for place in ("#stage", "#logbox"):
        page.locator(place).scroll_into_view_if_needed()
        chips, *said = [page.locator(part).bounding_box() for part in (".chips", "#proposal", "#strip")]
        assert chips is not None
        assert all(box is not None and box["y"] >= chips["y"] + chips["height"] for box in said), place


def test_what_somebody_asks_is_not_hidden_by_scrolling(site: Site, page_at: PageAt) -> None:
    table, (ada, bob) = begun(site, "Ada", "Bob", pace=LIVE_PACE)
    player = Player(page_at(width=390, height=844, touch=True, who=ada), table, touch=True)
    player.open()
    player.page.locator("#logbox").scroll_into_view_if_needed()
    bob.post(f"/tables/{table}/ask", seq=bob.look(table)["seq"], what="pause")
    player.page.locator("#proposal").get_by_role("button", name="Agree").tap()
    expect(player.page.locator("#confirm")).to_contain_text("The table is paused.")


def test_what_the_pointer_rests_on_is_explained(site: Site, page_at: PageAt) -> None:
    table, (ada, _) = begun(site, "Ada", "Bob")
    player = player_at(page_at, ada, table)
    option = player.option("pass")
    option.hover()
    card = player.page.locator("#hover-card")
    expect(card).to_be_visible()
    expect(card.locator(".slip-id")).to_contain_text(option.get_attribute("data-rule") or "")
    card_box, option_box = card.bounding_box(), option.bounding_box()
    assert card_box is not None
    assert option_box is not None
    assert boxes_apart(card_box, option_box), "the card covers what it explains"
    player.page.keyboard.press("Escape")
    expect(card).to_be_hidden()


def boxes_apart(one: FloatRect, other: FloatRect) -> bool:
    """Do two boxes share no point?"""
    aside = one["x"] >= other["x"] + other["width"] or other["x"] >= one["x"] + one["width"]
    return aside or one["y"] >= other["y"] + other["height"] or other["y"] >= one["y"] + one["height"]


def test_a_confirmed_step_is_taken_back(site: Site, page_at: PageAt) -> None:
    table, people = begun(site, "Ada", "Bob")
    ada, bob = people
    word = going_on(ada, table)(brought(table, people, going_on(ada, table)))
    player, other = player_at(page_at, ada, table), player_at(page_at, bob, table)
    before = player.seq
    ada.post(f"/tables/{table}/moves", seq=before, words=[word])  # a program may confirm a part of a gesture
    player.wait_seq(before + 1)
    player.page.locator("#take-back").click()
    player.wait_seq(before + 2)
    expect(player.option("pass")).to_have_class("opt")
    expect(other.page.locator("#log li").first).to_contain_text("Ada draws a card.")  # the step is not told any more
    assert ada.look(table)["view"]["hand"] != []


def test_the_key_for_keys(site: Site, page_at: PageAt) -> None:
    table, (ada, _) = begun(site, "Ada", "Bob")
    player = player_at(page_at, ada, table)
    page = player.page
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keyboard")).to_be_hidden()
    page.keyboard.press("1")
    expect(page.locator("#options .opt").first).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#options .opt").first).not_to_be_focused()
    expect(page.locator("#options .opt:focus")).to_have_count(1)


def test_without_a_turn_nothing_is_violet(site: Site, page_at: PageAt) -> None:
    table, (ada, bob) = begun(site, "Ada", "Bob")
    asked, waits = player_at(page_at, ada, table), player_at(page_at, bob, table)
    expect(waits.page.locator("#confirm")).to_have_class("confirm idle")
    assert waits.page.locator("#options .opt:not(.dead)").count() == 0
    assert waits.page.evaluate(VIOLET) == []
    assert asked.page.evaluate(VIOLET) != []


def test_the_other_layout_takes_over_with_the_preview(site: Site, page_at: PageAt) -> None:
    table, (ada, _) = begun(site, "Ada", "Bob")
    player = player_at(page_at, ada, table)
    page = player.page
    before = player.seq
    player.try_word("pass")
    for width, sheet in ((800, "366"), (899, "366"), (900, "1064"), (390, "366")):
        page.set_viewport_size({"width": width, "height": 900})
        expect(page.locator("#sheet")).to_have_attribute("width", sheet)
        expect(player.option("pass")).to_have_class("opt chosen")
    player.confirm()
    assert ada.get(f"/tables/{table}/log?after={before}")[0]["said"] == "pass"
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(page.locator("#sheet")).to_have_attribute("width", "1064")
    expect(page.locator("body")).not_to_have_class(re.compile("is-tall"))


def test_another_language_in_the_middle_of_a_game(site: Site, page_at: PageAt) -> None:
    table, (ada, _) = begun(site, "Ada", "Bob")
    player = player_at(page_at, ada, table)
    page = player.page
    seen = set()
    for language, name in (("es", "Español"), ("it", "Italiano"), ("en", "English")):
        page.locator("details.langs summary").click()
        page.get_by_role("button", name=name).click()
        expect(page.locator("html")).to_have_attribute("lang", language)
        player.try_word("pass")  # before, the slip of a first turn says what the game is about
        clause = (page.locator("#slip .slip-id").text_content() or "").strip()
        expect(page.locator("#slip p")).to_have_text(text_of(clause, language))
        seen.add(page.locator("#slip p").inner_text())
        player.undo()
    assert len(seen) == 3


# ---------------------------------------------------------------- with each other


def test_talk_between_two_browsers(site: Site, page_at: PageAt) -> None:
    table, (ada, bob) = begun(site, "Ada", "Bob")
    here, there = player_at(page_at, ada, table).page, player_at(page_at, bob, table).page
    here.locator("#chat summary").click()
    here.get_by_label("Say something").fill("Good luck <b>all</b>!")
    here.keyboard.press("Enter")
    expect(here.locator("#chat-log li")).to_contain_text("Ada Good luck <b>all</b>!")
    expect(here.get_by_label("Say something")).to_have_value("")
    expect(there.locator("#unread")).to_have_text("1")
    there.locator("#chat summary").click()
    expect(there.locator("#chat-log li")).to_contain_text("Ada Good luck <b>all</b>!")
    expect(there.locator("#unread")).to_be_hidden()
    there.get_by_label("Say something").fill("And you")
    there.get_by_role("button", name="Send").click()
    expect(here.locator("#chat-log li")).to_have_count(2)
    expect(here.locator("#unread")).to_be_hidden()
    there.reload()
    expect(there.locator("#unread")).to_be_hidden()


def test_a_pause_is_asked_for_declined_and_agreed_to(site: Site, page_at: PageAt) -> None:
    table, (ada, bob) = begun(site, "Ada", "Bob", pace=LIVE_PACE)
    asks, answers = player_at(page_at, ada, table), player_at(page_at, bob, table)
    asks.try_word("pass")
    menu(answers.page, "Ask for a pause")
    expect(asks.page.locator("#proposal")).to_contain_text("Bob asks for a pause.")
    expect(asks.option("pass")).to_have_class("opt chosen")  # the question took nothing from what was tried
    asks.page.locator("#proposal").get_by_role("button", name="No").click()
    expect(asks.page.locator("#proposal")).to_be_hidden()  # she knows what she did
    for place in ("#proposal", "#log li >> nth=0"):
        expect(answers.page.locator(place)).to_contain_text("Ada does not agree to a pause.")
    menu(asks.page, "Ask for a pause")
    answers.page.locator("#proposal").get_by_role("button", name="Agree").click()
    for player in (asks, answers):
        expect(player.page.locator("#confirm")).to_contain_text("The table is paused.")
        expect(player.page.locator("#confirm")).to_contain_text("Ada asked for it. now")
        expect(player.page.locator("#options .opt")).to_have_count(0)
    answers.page.get_by_role("button", name="Go on").click()
    expect(asks.page.locator(LIVE).first).to_be_visible()
    expect(asks.page.locator("#proposal")).to_contain_text("Bob lets the game go on.")
    asks.make("pass")
    expect(asks.page.locator("#proposal")).to_be_hidden()


def test_clocks_run(site: Site, page_at: PageAt) -> None:
    table, (ada, bob) = begun(site, "Ada", "Bob", pace=LIVE_PACE)
    page = player_at(page_at, bob, table).page
    runs, rests = page.locator("#seat-0 .clock"), page.locator("#seat-1 .clock")
    expect(runs).to_have_text(re.compile(r"^\d\d:\d\d$"))
    was, rested = runs.inner_text(), rests.inner_text()
    expect(runs).not_to_have_text(was)
    assert rests.inner_text() == rested
    ada.play(table, "pass")
    expect(page.locator("#seat-1 .clock[data-since]")).to_be_visible()


def test_leaving_and_coming_back(site: Site, page_at: PageAt) -> None:
    table, (ada, bob) = begun(site, "Ada", "Bob")
    stays, goes = player_at(page_at, ada, table), player_at(page_at, bob, table)
    menu(goes.page, "Leave, a bot plays on")
    expect(goes.page.locator("#strip")).to_contain_text("Press again to leave.")
    assert not bob.look(table)["seats"][1].get("bot")
    menu(goes.page, "Leave, a bot plays on")
    expect(stays.page.locator("#seat-1")).to_contain_text("away")
    expect(stays.page.locator("#proposal")).to_contain_text("Bob is away: a bot (Driver) plays until Bob is back.")
    expect(goes.page.locator("#confirm")).to_contain_text("A bot plays your seat.")
    stays.page.get_by_label("Table", exact=True).first.click()  # the host chooses another bot
    other = stays.page.locator("#stand-in-1")
    other.locator("summary").click()
    expect(other.locator("[aria-current]")).to_have_text("Driver")
    other.get_by_role("button", name="Platelayer").click()
    expect(stays.page.locator("#proposal")).to_contain_text("Bob is away: a bot (Platelayer) plays until Bob is back.")
    stays.make("pass")
    stays.wait_asked()  # the bot has played
    goes.page.locator("#confirm").get_by_role("button", name="Take my seat back").click()
    expect(stays.page.locator("#seat-1")).not_to_contain_text("away")
    expect(stays.page.locator("#proposal")).to_contain_text("Bob is back.")
    stays.make("pass")
    assert goes.wait_asked()


def test_the_ending_is_in_sight_wherever_the_reader_was(site: Site, page_at: PageAt) -> None:
    """Somebody who looks at the foot of the page when the game ends sees who has won, and not what was there."""
    table, (ada, bob) = begun(site, "Ada", "Bob")
    page = player_at(page_at, ada, table).page
    page.set_viewport_size({"width": 1440, "height": 400})
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    assert page.evaluate("scrollY") > 0
    bob.post(f"/tables/{table}/concede", seq=bob.look(table)["seq"])
    expect(page.locator("#ending-t")).to_be_in_viewport()


def test_words_of_an_ending_stand_beside_its_picture_in_landscape(site: Site, page_at: PageAt) -> None:
    page = page_at(844, 390, touch=True, who=(ada := site.guest("Ada")))
    page.goto(f"/t/{site.finished(ada, site.guest('Bob'))}")
    words, picture = page.locator(".banner-t").bounding_box(), page.locator("#arrival").bounding_box()
    assert words is not None
    assert picture is not None
    assert words["x"] + words["width"] <= picture["x"] + 1


def test_giving_up_asks_twice_and_the_rematch_leads_both_to_one_table(site: Site, page_at: PageAt) -> None:
    table, (ada, bob) = begun(site, "Ada", "Bob")
    stays, gives_up = player_at(page_at, ada, table), player_at(page_at, bob, table)
    menu(gives_up.page, "Give up")
    expect(gives_up.page.locator("#strip")).to_contain_text("Press again to give up the game.")
    assert ada.look(table).get("outcome") is None
    menu(gives_up.page, "Give up")
    for player in (stays, gives_up):
        player.finish()
        assert "1. Ada" in player.said
        assert "2. Bob" in player.said
        assert player.said.startswith("Ada wins\n\nBob gives up.")
        expect(player.page.locator("#slip b")).to_have_text("The game is over.")
    # the train of the winner stands at the platform, unless the reader prefers it without motion
    train = "getComputedStyle(document.getElementById('arrival-train')).animationName"
    assert stays.page.evaluate(train) == "none"
    stays.page.emulate_media(reduced_motion="no-preference")
    stays.page.wait_for_function(f"() => {train} === 'arrive'")
    stays.page.evaluate("document.documentElement.dataset.motion = 'none'; dispatchEvent(new Event('preferences'))")
    assert stays.page.evaluate(train) == "none"
    # the offer is declined, made again, and accepted: both are taken to the new table
    gives_up.page.get_by_role("button", name="Offer a rematch").click()
    expect(gives_up.page.locator("#doing")).to_contain_text("Waiting for Ada.")
    expect(stays.page.locator("#doing")).to_have_text("Bob offers a rematch.")
    stays.page.get_by_role("button", name="Decline").click()
    expect(gives_up.page.locator("#doing")).to_have_text("Ada does not want a rematch.")
    gives_up.page.get_by_role("button", name="Offer a rematch").click()
    stays.page.get_by_role("button", name="Accept").click()
    for player in (gives_up, stays):
        player.page.wait_for_url(lambda url: "/t/" in url and table not in url)
    assert stays.page.url.partition("?")[0] == gives_up.page.url.partition("?")[0]


# ---------------------------------------------------------------- on one device, and from outside


def test_one_device_goes_from_hand_to_hand(site: Site, page_at: PageAt) -> None:
    ada = site.guest("Ada")
    table = site.started(ada, [ada], options=FIRST)
    player = Player(page_at(who=ada), table, seed=1)
    player.page.goto(f"/t/{table}")
    box = player.page.locator("#handover")
    handed = 0
    for _ in range(40):
        player.page.locator('#now[data-mine="1"], #handover[open]').first.wait_for(state="attached")
        if box.is_visible():
            assert player.page.locator("#options .opt").count() == 0
            player.page.keyboard.press("Escape")  # nobody gets past it
            expect(box).to_be_visible()
            seat = ada.look(table)["seat"]
            with player.page.expect_navigation():
                player.page.locator("#hand-go").click()
            expect(box).to_be_hidden()
            assert ada.look(table)["seat"] == 1 - seat
            handed += 1
        if handed == 3:
            break
        player.turn()
    assert handed == 3


def test_a_spectator_sees_no_hand_and_presses_nothing(site: Site, page_at: PageAt) -> None:
    table, (ada, _) = begun(site, "Ada", "Bob", visibility="public")
    page = page_at()
    page.goto(f"/t/{table}")
    expect(page.locator("#sheet")).to_contain_text("Hands are secret until the end.")
    expect(page.locator("#options .opt")).to_have_count(0)
    expect(page.locator("#pieces [id^=hand-]")).to_have_count(0)
    expect(page.locator("#chat")).to_have_count(0)
    seq = ada.look(table)["seq"]
    ada.play(table, "pass")
    expect(page.locator("#now")).not_to_have_attribute("data-seq", str(seq))
    expect(page.locator("#said")).to_contain_text("Ada")
    text = page.locator("body").inner_text() + page.locator("#described").inner_text()
    assert "In hand:" not in text
    expect(page.locator("#pieces [id^=hand-]")).to_have_count(0)


ROOM_WHEN_CUT = """list => {
    const text = document.querySelector("#confirm .cf-t"), first = list.firstElementChild
    text.querySelector("b").textContent = "Pass"
    const left = element => element.getBoundingClientRect().left
    while (left(first) >= left(list)) list.append(first.cloneNode(true))
    const ends = [...text.children].map(line => {
        const range = document.createRange()
        range.selectNodeContents(line)
        return range.getBoundingClientRect().right
    })
    return text.getBoundingClientRect().right - Math.max(...ends)
}"""
"""Adds steps beside a short text until the first one is cut off; the width that is then left beside the text."""


def test_steps_are_cut_off_only_where_there_is_no_room(site: Site, page_at: PageAt) -> None:
    table, (ada, _) = begun(site, "Ada", "Bob")
    player = Player(page_at(who=ada), table)
    player.open()
    player.try_word("pass")
    steps = player.page.locator("#confirm .steps")
    step = steps.locator("li").first.evaluate("step => step.offsetWidth")
    assert steps.evaluate(ROOM_WHEN_CUT) < step


def test_a_long_gesture_leaves_the_button_in_the_window(site: Site, page_at: PageAt) -> None:
    """The last steps are seen, the first ones are cut off; text and buttons stay where they are."""
    table, (ada, _) = begun(site, "Ada", "Bob")
    player = Player(page_at(who=ada), table)
    player.open()
    player.try_word("pass")
    steps = player.page.locator("#confirm .steps")
    steps.evaluate("list => { for (let i = 0; i < 40; i++) list.append(list.firstElementChild.cloneNode(true)) }")
    expect(player.page.locator("#send")).to_be_in_viewport(ratio=1)
    expect(steps.locator("li").last).to_be_in_viewport(ratio=1)
    expect(player.page.locator("#confirm .cf-t b")).to_be_in_viewport(ratio=1)


SHOWN_STEPS = """list => {
    const { left, right } = list.getBoundingClientRect(), all = [...list.children]
    const box = (step) => step.getBoundingClientRect()
    const whole = (step) => box(step).left >= left && box(step).right <= right + 1
    const shown = all.filter((step) => !step.classList.contains("folded"))
    return [all.length, shown.length, shown.filter(whole).length, list.dataset.more ?? ""]
}"""
"""How many steps there are, are not folded, and are of these seen whole; and how many more there are said to be."""


@pytest.mark.parametrize("width", [1440, 1024])
def test_steps_that_do_not_fit_are_folded(site: Site, page_at: PageAt, width: int) -> None:
    table, (ada, _) = begun(site, "Ada", "Bob")
    player = Player(page_at(who=ada, width=width), table)
    player.open()
    player.try_word("pass")
    steps = player.page.locator("#confirm .steps")
    assert steps.evaluate(SHOWN_STEPS) == [1, 1, 1, ""]
    assert steps.get_attribute("title") == steps.locator("li").inner_text()
    for count in (3, 9, 14):
        more = (
            f"list => {{ while (list.children.length < {count}) list.append(list.firstElementChild.cloneNode(true)) }}"
        )
        steps.evaluate(more)
        player.page.evaluate("dispatchEvent(new Event('resize'))")
        made, shown, whole, said = steps.evaluate(SHOWN_STEPS)
        assert (made, whole) == (count, shown)
        assert said == (f"+{count - shown}" if shown < count else "")
        assert 0 < shown < 14
        for button in ("#send", "#confirm .cf-t b"):
            expect(player.page.locator(button)).to_be_in_viewport(ratio=1)
    player.page.set_viewport_size({"width": 390, "height": 844})  # a phone has no room for steps
    expect(steps).to_be_hidden()
    expect(player.page.locator("#send")).to_be_in_viewport(ratio=1)

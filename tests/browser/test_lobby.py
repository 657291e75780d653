"""The pages around the table in a browser: from the first visit to a seat, and all settings of a person."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.pages import DESK_AND_PHONE, NARROW, PageAt, check_access, overhang
from tests.support.browser.site import PASSWORD, Person, Site
from tests.support.seeds import NIGHT
from trainshed.bots.characters import cast
from trainshed.kernel.registry import game, titles

pytestmark = pytest.mark.live

TABLE = re.compile(r"/t/[0-9a-z]{13}")
CONTROLLED = """async () => {
  while (!navigator.serviceWorker.controller) await new Promise((go) => setTimeout(go, 50));
}"""
WIDTHS = (360, 390, 720, 900, 1024, 1100, 1366, 1440, 1600)


def table_of(page: Page) -> str:
    """The id of the table whose page is open."""
    page.wait_for_url(TABLE)
    found = re.search(r"/t/([0-9a-z]{13})", page.url)
    assert found is not None
    return found[1]


def choose(page: Page, **chosen: str) -> None:
    """Choose an option in the form for a new table."""
    for name, value in chosen.items():
        page.locator(f"form[data-new] input[name={name}][value='{value}']").check()


def test_refusals_are_sentences_in_the_page(page_at: PageAt, site: Site) -> None:
    """A password that everybody guesses, one more public table, a second seat at one."""
    page = page_at()
    page.goto("/sign-in")
    form = page.locator("form[data-api='/api/accounts']")
    form.locator("[name=login]").fill("somebody-new")
    form.locator("[name=password]").fill("password")
    form.locator("[type=submit]").click()
    expect(form.get_by_role("alert")).to_have_text(
        "This password is one of those that are guessed first. Choose another one."
    )

    ada = site.guest("Ada")
    public, private = site.table(ada, visibility="public"), site.table(ada)
    page = page_at(who=ada)
    said = "You have 5 public tables that wait for players. Start one, or leave it, before you open another."
    refusal = {"error": "not_now", "message": said}
    page.route("**/api/tables", lambda route: route.fulfill(status=409, json=refusal))
    page.goto("/")
    choose(page, title="lok-n-roll", pace="days", seats="3", visibility="public")
    page.locator("form[data-new] [type=submit]").click()
    expect(page.locator("form[data-new]").get_by_role("alert")).to_have_text(said)
    for card, count in ((public, 0), (private, 1)):
        page.goto(f"/t/{card['table']}")
        expect(page.get_by_role("button", name="Add a bot")).to_have_count(1)
        expect(page.get_by_role("button", name="Play this seat too")).to_have_count(count)


@pytest.mark.parametrize("title", titles())
def test_from_the_first_visit_to_a_table_in_one_click(page_at: PageAt, title: str) -> None:
    page = page_at()
    page.goto("/")
    page.locator(f"form[data-play][data-title={title}] button").first.click()
    table = table_of(page)
    card = page.request.get(f"/api/tables/{table}/card").json()
    assert (card["status"], card["title"], len(card["seats"])) == ("playing", title, 2)
    assert [bool(seat.get("mine")) for seat in card["seats"]] == [True, False]


def test_alone_against_laura(page_at: PageAt) -> None:
    page = page_at(390, 844, touch=True)
    page.goto("/")
    page.get_by_text("Or alone").tap()
    page.get_by_role("button", name="Against Laura").tap()
    card = page.request.get(f"/api/tables/{table_of(page)}/card").json()
    assert (card["options"]["mode"], len(card["seats"])) == ("rival", 1)


def test_a_new_table_with_options(page_at: PageAt, site: Site) -> None:
    page = page_at(who=site.guest("Ada"))
    page.goto("/")
    choose(page, title="lok-n-roll", pace="days", seats="3", visibility="public")
    page.locator("select[name=days]").select_option(label="3 days a move")
    page.get_by_text("Options of the rules and language").click()
    page.locator("select[name=language]").select_option("it")
    page.get_by_label("Show the exact odds").uncheck()
    start = page.locator("select[name='options.lok-n-roll.start']")
    assert start.locator("option:not([hidden])").count() == 4  # by lot, and one for each of three seats
    start.select_option("seat-2")
    page.locator("select[name='options.lok-n-roll.forbid_dead_end']").select_option("yes")
    expect(page.locator("select[name='options.lok-n-roll.mode']")).to_be_hidden()
    expect(page.locator("select[name='options.russian-railroads.engineer_cost']")).to_be_hidden()
    page.get_by_role("button", name="Open the table").click()
    card = page.request.get(f"/api/tables/{table_of(page)}/card").json()
    assert card["options"] == {"forbid_dead_end": "yes", "start": "seat-2"}
    assert (card["pace"]["kind"], card["pace"]["turn"]) == ("days", 3 * 24 * 3600 * 1000)
    assert (card["visibility"], card["language"], card["odds"]) == ("public", "it", False)
    expect(page.get_by_text("differs from our ruling").first).to_be_visible()


def offered(page: Page, title: str) -> dict[str, list[str]]:
    """The options of a title that the form offers, with their choices."""
    found: dict[str, list[str]] = page.evaluate(
        """title => Object.fromEntries([...document.querySelectorAll(`select[name^="options.${title}."]`)]
          .filter((field) => field.checkVisibility())
          .map((field) => [field, [...field.options].filter((choice) => !choice.hidden)])
          .map(([field, choices]) => [field.name.split(".")[2], choices.map((choice) => choice.value)]))""",
        title,
    )
    return found


@pytest.mark.parametrize("slug", titles())
def test_only_what_a_title_has_is_offered(page_at: PageAt, slug: str) -> None:
    """Options and choices by the number of seats, those that matter beside others, odds where there are rolls."""
    title = game(slug)
    page = page_at()
    page.goto("/")
    page.get_by_text("Options of the rules and language").click()
    choose(page, title=slug)
    rolls = page.get_by_label("Show the exact odds of a coming roll")
    expect(rolls).to_be_visible(visible=slug == "lok-n-roll")
    for seats in title.seat_counts:
        choose(page, seats=str(seats))
        known = {option.name: option.default for option in title.options}
        applying = {option.name: option for option in title.options if option.applies(seats)}
        for name, choice in [
            ("", ""),
            *[(option.beside[0], option.beside[1][0]) for option in title.options if option.beside[0]],
        ]:
            if name:
                known[name] = choice
                page.locator(f"select[name='options.{slug}.{name}']").select_option(choice)
            assert offered(page, slug) == {
                option.name: list(option.choices_for(seats))
                for option in applying.values()
                if not option.beside[0] or known[option.beside[0]] in option.beside[1]
            }
        expect(page.locator("form[data-new] input[name=pace]").first).to_be_visible(visible=seats > 1)
        button = page.locator("form[data-new]").get_by_role(
            "button", name="Open the table" if seats > 1 else "Play alone"
        )
        expect(button).to_be_visible()
        for option in title.options:  # as it was
            if option.name in applying and not option.beside[0]:
                page.locator(f"select[name='options.{slug}.{option.name}']").select_option(option.default)


@pytest.mark.parametrize("width", [1440, 1024, 768, 390])
def test_posters_leave_room_for_what_they_are_beside(page_at: PageAt, width: int) -> None:
    """In the form for a new table all titles are seen at once; on the first page none stands alone in a row."""
    page = page_at(width, 900)
    page.goto("/")
    heights = page.locator(".gcard .poster").evaluate_all("all => all.map((one) => one.getBoundingClientRect().height)")
    assert all(40 < height < 150 for height in heights), heights
    rows = page.locator(".bill").evaluate_all("all => all.map((one) => Math.round(one.getBoundingClientRect().top))")
    built_in = rows[: len(titles()) - len(titles()) % 2]  # an example title may be there, too
    assert len({built_in.count(top) for top in built_in}) == 1, rows


def test_alone_there_is_no_clock(page_at: PageAt) -> None:
    page = page_at()
    page.goto("/")
    form = page.locator("form[data-new]")
    choose(page, title="lok-n-roll", seats="1")
    expect(form.locator("select[name=live]")).to_be_hidden()
    expect(form.locator("input[name=visibility]").first).to_be_disabled()
    choose(page, title="russian-railroads")  # which nobody plays alone
    expect(form.locator("input[name=seats][value='2']")).to_be_checked()
    expect(form.locator("select[name=live]")).to_be_visible()


def test_somebody_without_an_account_sits_down_by_a_link(page_at: PageAt, site: Site) -> None:
    host = page_at(who=site.guest("Ada"))
    host.goto("/")
    host.get_by_role("button", name="Open the table").click()
    table = table_of(host)
    host.get_by_role("button", name="Copy the link").click()
    expect(host.get_by_role("button", name="Copied")).to_be_visible()
    link = host.evaluate("navigator.clipboard.readText()")
    assert f"/t/{table}?invite=" in link
    expect(host.get_by_role("button", name="Start the game")).to_be_disabled()
    guest = page_at(390, 844, touch=True)
    guest.goto(link)
    guest.get_by_label("Your name").fill("<i>Bob</i>")
    guest.get_by_role("button", name="Sit down").tap()
    expect(guest.get_by_text("<i>Bob</i>").first).to_be_visible()
    expect(host.get_by_text("<i>Bob</i>").first).to_be_visible()  # without being asked to
    host.get_by_role("button", name="Start the game").click()
    expect(guest.locator("#room")).to_have_count(0)
    expect(host.locator("#room")).to_have_count(0)
    assert host.request.get(f"/api/tables/{table}/card").json()["status"] == "playing"


def test_bots_take_seats_and_give_them_back(page_at: PageAt, site: Site) -> None:
    ada = site.guest("Ada")
    page = page_at(who=ada)
    page.goto(f"/t/{site.table(ada, seats=2)['table']}")
    page.get_by_role("button", name="Add a bot").click()
    expect(page.get_by_text("Everybody is here")).to_be_visible()
    page.get_by_role("button", name="Free this seat").click()
    expect(page.get_by_text("1 seat is free")).to_be_visible()


def test_the_waiting_room_keeps_what_is_being_typed(page_at: PageAt, site: Site) -> None:
    ada = site.guest("Ada")
    card = site.table(ada, seats=3)
    page = page_at()
    page.goto(f"/t/{card['table']}?invite={card['invite']}")
    page.get_by_label("Your name").fill("Bo")
    ada.post(f"/tables/{card['table']}/bots", seat=1, bot="thumb")
    expect(page.get_by_text("1 seat is free")).to_be_visible()
    expect(page.get_by_label("Your name")).to_have_value("Bo")
    expect(page.get_by_label("Your name")).to_be_focused()


def test_a_guest_with_a_name_returns_and_plays_again(page_at: PageAt, site: Site) -> None:
    """Asked for a name before the first game; then a game at once from below the own trains, and a new name."""
    page = page_at(390, 844, touch=True)
    page.goto("/")
    page.get_by_label("Your name").fill("Ida")
    page.locator("form[data-play][data-title=lok-n-roll] button").first.tap()
    first = page.request.get(f"/api/tables/{table_of(page)}/card").json()
    assert first["seats"][0]["name"] == "Ida"
    assert first["seats"][1]["name"] not in ("Ida", "thumb")
    expect(page.locator(".chip .face")).to_be_visible()
    page.goto("/")
    train, again = page.locator("#mine .row"), page.locator("#play form[data-title=spike] button").first
    expect(train).to_contain_text(f"with {first['seats'][1]['name']}")
    top, below = train.bounding_box(), again.bounding_box()
    assert top is not None
    assert below is not None
    assert top["y"] + top["height"] < below["y"]
    page.locator(".me-menu summary").tap()
    page.locator(".me-menu input").fill("Ada")
    page.locator(".me-menu").get_by_role("button", name="Save").tap()
    expect(page.locator(".me-menu summary")).to_have_text("Ada")
    again.tap()
    assert page.request.get(f"/api/tables/{table_of(page)}/card").json()["seats"][0]["name"] == "Ada"


def test_an_offered_rematch_comes_into_the_open_lobby_and_goes(page_at: PageAt, site: Site) -> None:
    ada, bob = site.guest("Ada"), site.guest("Bob")
    table = site.started(ada, [bob])
    bob.post(f"/tables/{table}/concede", seq=bob.look(table)["seq"])
    page = page_at(who=bob)
    with page.expect_response("**/api/bot/stream"):
        page.goto("/")
    expect(page.locator(".offer")).to_have_count(0)
    ada.post(f"/tables/{table}/rematch")
    expect(page.locator(".offer")).to_contain_text("Ada offers a rematch of Lok'n'Roll.")
    ada.post(f"/tables/{table}/rematch/decline")
    expect(page.locator(".offer")).to_have_count(0)


def test_a_seat_on_the_same_device_is_named_and_a_bot_is_chosen(page_at: PageAt, site: Site) -> None:
    ada = site.guest("Ada")
    page = page_at(who=ada)
    page.goto(f"/t/{site.table(ada, seats=3)['table']}")
    page.get_by_role("button", name="Play this seat too").first.click()
    seat = page.locator("#place-1")
    seat.get_by_label("Who plays this seat?").fill("Grandmother")
    seat.get_by_role("button", name="Rename").click()
    expect(seat.locator("b")).to_have_text("Grandmother")
    add = page.locator("#place-2").get_by_role("button", name="Add a bot")
    before = add.bounding_box()
    page.get_by_text("Choose a bot").click()
    levels = page.locator("#bots-2 .level > summary b")
    expect(levels).to_have_text(["Platelayer", "Fireman", "Driver", "Inspector", "Director"])
    assert add.bounding_box() == before  # what is chosen from opens below, and moves nothing
    expect(page.locator("#bots-2 .level[open] > summary b")).to_have_text("Driver")
    levels.nth(1).click()
    chosen = page.locator("#bots-2 .level[open] button")
    expect(chosen).to_have_count(4)
    name, plays = chosen.nth(2).locator("b").inner_text(), chosen.nth(2).locator("small").inner_text()
    assert name in [character.name for character in cast("fireman")]
    chosen.nth(2).click()
    expect(page.locator("#place-2 .place-n b")).to_have_text(name)
    expect(page.locator("#place-2")).to_contain_text("Fireman. Knows the rules of thumb")
    expect(page.locator("#place-2")).to_contain_text(plays)
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#seats .seat-n b")).to_have_text(["Ada", "Grandmother", name])
    expect(page.locator("#seats .face")).to_have_count(1)


def test_a_seat_at_a_public_table_is_one_click_away(page_at: PageAt, site: Site) -> None:
    table = site.table(site.guest("Host"), seats=2, visibility="public")["table"]
    page = page_at()
    page.goto("/")
    page.locator(f"form[data-api='/api/tables/{table}/join'] button").click()
    assert table_of(page) == table
    card = page.request.get(f"/api/tables/{table}/card").json()
    assert sum(bool(seat.get("mine")) for seat in card["seats"]) == 1


def test_a_guest_makes_an_account_and_keeps_the_seats(page_at: PageAt, site: Site) -> None:
    ada = site.guest("Ada")
    table = site.started(ada, bots=1)
    page = page_at(who=ada)
    page.goto("/sign-in")
    expect(page.get_by_text("every seat and every game of yours comes along")).to_be_visible()
    form = page.locator("form[data-api='/api/accounts']")
    form.get_by_label("Name for signing in").fill("ada-of-the-rails")
    form.get_by_label("Password").fill("short!!!")
    form.get_by_label("Name for signing in").fill("somebody else")
    form.get_by_role("button").click()
    assert page.url.endswith("/sign-in")  # the browser itself says what a name is
    form.get_by_label("Name for signing in").fill("ada-of-the-rails")
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_role("button").click()
    page.wait_for_url(site.url + "/")
    expect(page.locator(f"a[href='/t/{table}']").first).to_be_visible()
    me = page.request.get("/api/me").json()
    assert (me["kind"], me["login"], me["name"]) == ("account", "ada-of-the-rails", "Ada")
    page.goto("/me")
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url(site.url + "/")
    page.goto("/sign-in?to=/me")
    form = page.locator("form[data-api='/api/sign-in']")
    form.get_by_label("Name for signing in").fill("ada-of-the-rails")
    form.get_by_label("Password").fill("not the password")
    form.get_by_role("button").click()
    expect(form.get_by_role("alert")).to_have_text("The name or the password is wrong.")
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_role("button").click()
    page.wait_for_url(site.url + "/me")


@pytest.fixture(scope="module")
def marta(site: Site) -> Person:
    return site.account("Marta", email="marta@example.org")


def test_settings_are_saved(page_at: PageAt, marta: Person) -> None:
    page = page_at(who=marta)
    page.goto("/me")
    who = page.locator("#who")
    who.get_by_label("Name at the table").fill("Marta Łoś")
    who.get_by_label("Language").select_option("es")
    who.get_by_role("button").click()
    expect(page.locator("html[lang=es]")).to_be_attached()
    hours = page.locator("#hours")
    hours.locator("[name=zone]").select_option("Europe/Rome")
    hours.locator("[name=start]").fill("08:30")
    hours.locator("[name=end]").fill("22:00")
    hours.locator("[data-add]").click()
    first = datetime(datetime.now(UTC).year + 1, 8, 1, tzinfo=ZoneInfo("Europe/Rome"))
    hours.locator("input[type=date]").nth(0).fill(f"{first:%Y}-08-01")
    hours.locator("input[type=date]").nth(1).fill(f"{first:%Y}-08-14")
    hours.locator("[type=submit]").click()
    expect(hours.locator(".done")).to_be_visible()
    me = marta.get("/me")
    assert (me["name"], me["language"]) == ("Marta Łoś", "es")
    told = me["hours"]
    assert (told["zone"], told["start"], told["end"]) == ("Europe/Rome", 510, 1320)
    midnight = int(first.timestamp()) * 1000
    assert told["holidays"] == [[midnight, midnight + 14 * 24 * 3600 * 1000]]
    page.reload()
    expect(hours.locator("input[type=date]").nth(1)).to_have_value(f"{first:%Y}-08-14")
    hours.locator("[data-drop]").click()
    hours.locator("[type=submit]").click()
    expect(hours.locator(".done")).to_be_visible()
    assert marta.get("/me")["hours"]["holidays"] == []
    expect(hours.locator(".notebar")).to_be_visible()  # new hours hold a day later
    hours.locator("[name=start]").fill("21:00")
    hours.locator("[type=submit]").click()
    expect(hours.get_by_role("alert")).to_contain_text("6")


def days_of_change(zone: ZoneInfo) -> list[datetime]:
    """The days of next year that are longer or shorter than 24 hours, from their midnights."""
    first = datetime(datetime.now(UTC).year + 1, 1, 1, tzinfo=zone)
    days = [first + timedelta(days=number) for number in range(365)]
    return [day for day in days if day.utcoffset() != (day + timedelta(days=1)).utcoffset()]


def test_a_holiday_begins_at_midnight_also_when_the_clocks_change(page_at: PageAt, marta: Person) -> None:
    page = page_at(who=marta)
    page.goto("/me")
    hours = page.locator("#hours")
    page.route("**/api/me/hours", lambda route: route.fulfill(status=409, json={"error": "x", "message": "x"}))
    hours.locator("[data-add]").click()
    for name in ("Pacific/Auckland", "Europe/Rome", "America/Los_Angeles"):
        hours.locator("[name=zone]").select_option(name)
        changes = days_of_change(ZoneInfo(name))
        assert len(changes) == 2
        for day in changes:
            for field in hours.locator("input[type=date]").all():
                field.fill(f"{day:%Y-%m-%d}")
            with page.expect_request("**/api/me/hours") as asked:
                hours.locator("[type=submit]").click()
            ends = [int((day + timedelta(days=more)).timestamp()) * 1000 for more in (0, 1)]
            body = asked.value.post_data_json
            assert body is not None
            assert body["holidays"] == [ends], day


def test_notices_tokens_and_bots(page_at: PageAt, marta: Person) -> None:
    page = page_at(who=marta)
    page.goto("/me")
    notices = page.locator("#notices")
    notices.locator("[name=address]").fill("https://127.0.0.1/hook")
    notices.locator("form").last.locator("[type=submit]").click()
    expect(notices.get_by_role("alert").or_(notices.locator(".row-t"))).to_be_visible()
    notices.locator("[name=address]").fill("https://trainshed.invalid/hook")
    notices.locator("form").last.locator("[type=submit]").click()
    row = notices.locator("li").filter(has_text="trainshed.invalid")
    row.locator("form[data-then=answered] button").click()
    expect(row.locator("output")).to_contain_text("✗")
    tokens = page.locator("#tokens")
    tokens.locator("[name=name]").fill("My program")
    tokens.locator("form[data-then=token] [type=submit]").click()
    expect(tokens.locator("code")).to_have_text(re.compile(r"\S{30,}"))
    bots = page.locator("#bots")
    bots.locator("[name=name]").fill("Robot")
    bots.locator("[type=submit]").click()
    expect(bots.locator("code")).to_have_text(re.compile(r"\S{30,}"))
    page.reload()
    expect(bots.get_by_text("Robot")).to_be_visible()
    assert tokens.locator("code").inner_text() == ""
    tokens.locator("li").filter(has_text="My program").get_by_role("button").click()
    expect(tokens.locator("li").filter(has_text="My program")).to_have_count(0)


def test_forgotten_for_good(page_at: PageAt, site: Site) -> None:
    page = page_at(who=site.guest("Ada"))
    page.goto("/me")
    page.get_by_text("Delete me", exact=True).click()
    page.get_by_role("button", name="Delete me for good").click()
    page.wait_for_url(site.url + "/")
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()


# ---------------------------------------------------------------- every page


@pytest.fixture(scope="module")
def crowd(site: Site) -> Person:
    """A person with tables of every kind."""
    ada, bob = site.guest("Ada"), site.guest("A name that is as long as names can get")
    site.started(ada, bots=1)
    site.started(ada, [bob], pace={"kind": "days", "turn": 2 * 24 * 3600 * 1000})
    site.started(bob, [ada], bots=1, title="russian-railroads", pace={"kind": "live", "turn": 60000, "bank": 600000})
    site.finished(ada, bob)
    site.table(bob, seats=4, visibility="public", title="russian-railroads")
    site.started(bob, bots=3, title="russian-railroads", visibility="public")
    return ada


COMMON = ("/components", "/components/map", "/offline", "/nowhere")
"""Pages that are the same for everybody."""


def addresses(site: Site, who: Person) -> list[str]:
    return [*own(site, who), *COMMON]


def own(site: Site, who: Person) -> list[str]:
    """The pages that are different for whoever is not signed in."""
    card = site.table(who, seats=4)
    who.post(f"/tables/{card['table']}/join")
    who.post(f"/tables/{card['table']}/bots", seat=2, bot="thumb")
    return ["/", "/sign-in", "/me", "/me/games", f"/t/{card['table']}?invite={card['invite']}"]


@pytest.mark.parametrize("width", DESK_AND_PHONE)
def test_everybody_can_use_every_page(page_at: PageAt, site: Site, crowd: Person, width: int) -> None:
    """At a landing those that are the same for everybody are checked at a desk or on a phone, in turn."""
    common = COMMON if NIGHT else COMMON[DESK_AND_PHONE.index(width) :: 2]
    for who in (crowd, None) if width == 1440 else (crowd,):
        page, seen = page_at(width, 844, touch=width < 720, who=who), set[str]()
        for path in (*own(site, crowd), *(common if who else ())):
            page.goto(path)
            shown = page.url.partition("?")[0]
            if shown in seen:  # whoever is not signed in is led to one page from several
                continue
            seen.add(shown)
            for details in page.locator("main details").all():
                details.evaluate("element => { element.open = true }")
            check_access(page)


@pytest.mark.parametrize("language", ["en", "es", "it"])
def test_nothing_hangs_over_at_any_width(page_at: PageAt, site: Site, crowd: Person, language: str) -> None:
    page = page_at(who=crowd)
    page.context.add_cookies([{"name": "language", "value": language, "url": site.url}])
    wide = {}
    for path in (*addresses(site, crowd), "/?guest"):
        if path == "/?guest":
            page.context.clear_cookies(name="trainshed")
        page.goto(path)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            drawn = f"#stage[data-layout={'tall' if width < NARROW else 'wide'}]"  # the page is loaded again for it
            page.locator(f":root:not(:has(#stage[data-layout])), {drawn}").first.wait_for(state="attached")
            if over := overhang(page):
                wide[path, width] = over
    assert wide == {}


def test_zoomed_to_twice_the_size(page_at: PageAt, site: Site, crowd: Person) -> None:
    """Zoom of 200 %: for a page that is a window of half the size."""
    page = page_at(720, 450, who=crowd)
    for path in addresses(site, crowd):
        page.goto(path)
        assert overhang(page) == 0, path


def test_with_the_keyboard_alone(page_at: PageAt) -> None:
    page = page_at()
    page.goto("/")
    page.keyboard.press("Tab")
    expect(page.get_by_text("Skip to the tables")).to_be_focused()
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('[data-play]') !== null"):
            break
    page.keyboard.press("Enter")
    table_of(page)


def test_colours_and_language_are_remembered(page_at: PageAt) -> None:
    page = page_at(390, 844, touch=True)
    page.goto("/")
    page.locator("details.prefs-menu summary").tap()
    page.get_by_role("button", name="Dark").tap()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.locator("details.langs summary").tap()
    page.get_by_role("button", name="Italiano").tap()
    expect(page.locator("html[lang=it]")).to_be_attached()
    page.goto("/sign-in")
    assert page.evaluate("[document.documentElement.lang, document.documentElement.dataset.theme]") == ["it", "dark"]


def test_off_line_there_is_a_page_and_no_old_table(page_at: PageAt, site: Site) -> None:
    page = page_at(workers=True)
    page.goto("/")
    page.evaluate(CONTROLLED)
    page.context.set_offline(True)
    page.goto("/")
    expect(page.get_by_text("You are off line")).to_be_visible()
    kept = page.evaluate(
        "caches.keys().then(async ([name]) => (await (await caches.open(name)).keys()).map(r => r.url))"
    )
    assert all("/static/" in url or url.endswith("/offline") for url in kept), kept
    page.context.set_offline(False)
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", level=1)).not_to_have_text("You are off line")


@pytest.mark.parametrize("width", DESK_AND_PHONE)
def test_the_host_deletes_a_table_and_the_others_are_told(page_at: PageAt, site: Site, width: int) -> None:
    ada, bela = site.guest("Ada"), site.guest("Béla")
    card = site.table(ada, visibility="public")
    bela.post(f"/tables/{card['table']}/join")
    hers, his = page_at(width, who=ada), page_at(width, who=bela)
    for page in (hers, his):
        page.goto(f"/t/{card['table']}")
    expect(his.get_by_text("Delete this table")).to_have_count(0)
    expect(hers.get_by_role("button", name="Delete it for good")).to_be_hidden()
    hers.get_by_text("Delete this table").click()
    check_access(hers)
    hers.get_by_role("button", name="Delete it for good").click()
    hers.wait_for_url(re.compile(r"/$"))
    expect(his.get_by_role("alert")).to_contain_text("This table is gone")
    his.get_by_role("link", name="To the lobby").click()
    his.wait_for_url(re.compile(r"/$"))


def test_a_game_against_a_bot_is_deleted_in_the_menu(page_at: PageAt, site: Site) -> None:
    ada = site.guest("Ada")
    table = site.started(ada, bots=1)
    page, other = page_at(who=ada), page_at(who=ada)
    for one in (page, other):
        one.goto(f"/t/{table}")
    page.locator("details.menu:has(.menu-d) > summary").click()
    page.locator(".menu-d > summary").click()
    expect(page.locator(".menu-d")).to_contain_text("This cannot be undone")
    assert ada.look(table)
    page.get_by_role("button", name="Delete it for good").click()
    page.wait_for_url(re.compile(r"/$"))
    assert page.request.get(f"/api/tables/{table}/card").status == 404
    expect(other.locator("h1")).to_have_text("Page not found", timeout=20_000)  # another window of the same person

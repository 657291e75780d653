"""Accessibility of the table's page, with every title: axe on every state, focus, screen readers, large text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.pages import DESK_AND_PHONE, PAINT, PageAt, barriers, check_access, overhang
from tests.support.browser.player import Keyboard, Player
from tests.support.browser.site import Person, Site, pace_off
from tests.support.browser.tables import NAMES, TableInPlay, brought
from tests.support.games.words import legal
from tests.support.seeds import NIGHT
from tests.support.titles import (
    Pick,
    Wanted,
    board_of,
    clever,
    drawn_titles,
    first_words,
    free,
    hints_of,
    keen,
    last_words,
    lazy,
)
from trainshed.draw.board import Asked, Say
from trainshed.draw.sheet import WIDE
from trainshed.kernel.registry import game, titles
from trainshed.kernel.translation import ENGLISH
from trainshed.web.pages.table.plain_sentences import say_of

pytestmark = pytest.mark.live

LIVE_PACE = {"kind": "live", "turn": 600_000, "bank": 600_000}
WIDTHS = (360, 390, 768, 899, 900, 1024, 1280, 1359, 1360, 1440, 1600)
SCORINGS = 150
"""So many gestures bring a scoring in any title that has them."""


def ending(state: Any) -> bool:
    """A turn with a choice begins, and one press can end it."""
    return free(state) and bool(last_words(state))


def refusing(slug: str) -> Wanted:
    """One press can end the turn, and the board shows an option that is not legal now."""
    board, title = board_of(slug), game(slug)

    def wanted(state: Any) -> bool:
        if not ending(state):
            return False
        say = Say(ENGLISH, NAMES[: state.seats])
        return 'class="opt dead"' in board.draw(title, None, state.view(state.actor), Asked(legal(state)), WIDE, say)

    return wanted


# ---------------------------------------------------------------- states of the page, each brought about by its people


class Stage:
    """People at a table of a title, and a method for each state of the page."""

    def __init__(self, site: Site, page_at: PageAt, slug: str, width: int) -> None:
        self.site = site
        self.page_at = page_at
        self.slug = slug
        self.width = width

    def begin(self, wanted: Wanted = ending, seats: int = 2, **plan: Any) -> None:
        self.table, self.state = brought(self.site, self.slug, wanted, keen, seats=seats, **plan)

    def player(self, seat: int | None = None) -> Player:
        """The page of a seat, by default of the one to move."""
        who = self.table.people[self.state.actor if seat is None else seat]
        touch = self.width < 900
        page = self.page_at(width=self.width, height=900, touch=touch, who=who)
        player = Player(page, self.table.id, touch, title=self.slug)
        player.open()
        return player

    @property
    def other(self) -> int:
        """A seat that is not to move."""
        return int((self.state.actor + 1) % len(self.table.people))

    # ------------------------------------------------------------ of the page

    def waiting(self) -> Page:
        self.begin(pace=LIVE_PACE)
        return self.player(self.other).page

    def offline(self) -> Page:
        page = self.preview()
        page.context.set_offline(True)
        page.locator("#strip.warn").wait_for()
        return page

    def proposal(self) -> Page:
        self.begin(pace=LIVE_PACE)
        page = self.player().page
        other = self.table.people[self.other]
        other.post(f"/tables/{self.table.id}/ask", seq=self.table.seq, what="pause")
        page.locator("#proposal [data-reply=yes]").wait_for()
        return page

    def handed(self) -> Page:
        """One person plays both seats, and the seat that is not in hand is to move."""
        ada = self.site.guest("Ada")
        table = self.site.started(ada, [ada], title=self.slug)
        while (table_view := ada.look(table)).get("moves"):
            ada.play(table, table_view["moves"][0])
        page = self.page_at(width=self.width, height=900, touch=self.width < 900, who=ada)
        Player(page, table, title=self.slug).open()
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
        self.table.asked(self.state).post(f"/tables/{self.table.id}/chat", text="Good luck!")
        for summary in ("#chat summary", ".words summary"):
            page.locator(summary).click()
        page.locator("#chat-log li").wait_for()
        page.get_by_label("Table", exact=True).first.click()
        return page

    # ------------------------------------------------------------ of the board

    def my_turn(self) -> Page:
        self.begin()
        return self.player().page

    def preview(self) -> Page:
        """Some steps of a gesture are previewed, where the title has gestures of several steps."""
        self.begin(lambda state: free(state) and (bool(first_words(state)) or bool(last_words(state))))
        return self.tried(self.player())

    def tried(self, player: Player) -> Page:
        player.try_word([*first_words(self.state), *last_words(self.state)][0])
        while player.steps < 3 and (words := player.words()):
            player.try_word(words[0])
        return player.page

    def one_turn(self) -> Iterator[Page]:
        """One's own turn, an option that is refused, a previewed gesture, and the end, because the other gives up.

        One after the other in one page: to bring each about by itself took longer than to check it. A refusal shows
        one's own turn and a reason, so that at a landing the turn by itself is left out where something can be refused.
        """
        drawn = board_of(self.slug) is not None
        self.begin(refusing(self.slug) if drawn else ending)
        player = self.player()
        if NIGHT or not drawn:
            yield player.page
        if drawn:
            player.page.locator("#options .opt.dead").first.dispatch_event("click")
            player.page.locator("#slip.bad").wait_for()
            yield player.page
        yield self.tried(player)
        other = self.table.people[self.other]
        other.post(f"/tables/{self.table.id}/concede", seq=self.table.seq)
        player.finish()
        yield player.page

    def beside(self) -> Page:
        """Another seat's board is looked at."""
        seats = max(game(self.slug).seat_counts)
        self.begin(seats=seats)
        player = self.player()
        button = player.page.locator(f"#{'chip' if player.touch else 'seat'}-look-{self.other}")
        player.press(button)
        expect(button).to_have_attribute("aria-pressed", "true")
        return player.page

    def scoring(self) -> Page:
        """A scoring is shown to somebody who waits: the others play on until there is one."""
        self.begin(seats=max(game(self.slug).seat_counts))
        player = self.player(self.other)
        count = player.page.locator("#count")
        for _ in range(SCORINGS):
            state = self.table.world()
            if count.is_visible() or state.over:
                break
            seat, before = state.actor, self.table.seq
            self.table.say(seat, *self.table.gesture(state, lambda state: False, lazy))
            player.wait_change(before)
        expect(count).to_be_visible()
        return player.page

    def ended(self) -> Page:
        """A game that was played to its end, seen by somebody who comes late."""
        self.begin(seats=max(game(self.slug).seat_counts))
        self.table.end(clever)
        player = self.player(0)
        player.finish()
        return player.page


PAGE: dict[str, Callable[[Stage], Page]] = {
    "waiting": Stage.waiting,
    "offline": Stage.offline,
    "proposal": Stage.proposal,
    "handed over": Stage.handed,
    "dialog": Stage.dialog,
    "opened": Stage.opened,
}
"""States of the page: each with one title at a landing, by turns."""

BOARD: dict[str, Callable[[Stage], Page]] = {"ended": Stage.ended}
"""States of a board, beside those of one turn: with every title."""

TURN = "one turn"
"""The states of a turn, which follow each other."""


def of_board(slug: str) -> dict[str, Callable[[Stage], Page]]:
    """The states of a title's board: those of all, those for which its board has a part, and those of its hints."""
    board, found = board_of(slug), dict(BOARD)
    if getattr(board, "BESIDE", False):
        found["beside"] = Stage.beside
    if hasattr(board, "count"):
        found["scoring"] = Stage.scoring
    for name, (wanted, pick) in hints_of(slug).positions.items():

        def hinted(stage: Stage, wanted: Wanted = wanted, pick: Pick = pick) -> Page:
            people = [stage.site.guest(name) for name in NAMES[: max(game(stage.slug).seat_counts)]]
            stage.table, stage.state = brought(stage.site, stage.slug, wanted, pick, people)
            return stage.player().page

        found[name] = hinted
    return found


def cases() -> list[tuple[str, str, int]]:
    """Title, state and width: at a landing each state at a desk or on a phone, in turn; at night everything."""
    drawn = drawn_titles()
    page = [
        (slug, state)
        for number, state in enumerate(PAGE)
        for slug in (drawn if NIGHT else [drawn[number // 2 % len(drawn)]])
    ]
    each = [(slug, state, number) for number, (slug, state) in enumerate(page)]
    for place, slug in enumerate(titles()):  # the same state is seen at a desk with one title, on a phone with the next
        each += [(slug, state, place + number) for number, state in enumerate((TURN, *of_board(slug)))]
    return [
        (slug, state, width)
        for slug, state, number in each
        for width in (DESK_AND_PHONE if NIGHT else [DESK_AND_PHONE[number % 2]])
    ]


@pytest.mark.parametrize(("slug", "state", "width"), cases())
def test_nothing_keeps_anybody_out(site: Site, page_at: PageAt, slug: str, state: str, width: int) -> None:
    stage = Stage(site, page_at, slug, width)
    for page in stage.one_turn() if state == TURN else [(PAGE | of_board(slug))[state](stage)]:
        check_access(page)


def test_faint_text_is_found(page_at: PageAt) -> None:
    """Although a page is not painted before axe reads its colours."""
    page = page_at()
    page.goto("/")
    page.locator("h1").first.evaluate("title => { title.style.color = 'rgb(200 200 200)' }")
    (found,) = barriers(page)
    assert found.startswith("color-contrast: <h1")


def test_axe_does_not_know_what_a_text_of_a_drawing_stands_on(page_at: PageAt) -> None:
    """So that nothing is lost where its rule for colours leaves out drawings: see `NO_DRAWINGS`."""
    page = page_at()
    page.goto("/components")
    page.locator("svg text").evaluate_all(
        "texts => texts.forEach(({ style }) => { style.fill = style.color = 'rgb(200 200 200)' })"
    )
    assert barriers(page, "color-contrast") == []
    page.evaluate("axe.reset()")
    page.evaluate(PAINT)
    unsure = page.evaluate(
        """axe.run({ runOnly: { type: "rule", values: ["color-contrast"] } }).then((told) => [
          told.violations.length,
          ...["incomplete", "passes"].map((kind) => told[kind].flatMap(({ nodes }) => nodes)
            .filter(({ html }) => html.startsWith("<text")).length),
        ])"""
    )
    violations, incomplete, passed = unsure
    assert (violations, passed) == (0, 0)
    assert incomplete > 0


# ---------------------------------------------------------------- keys


def begun(site: Site, slug: str, wanted: Wanted = ending, **plan: Any) -> tuple[TableInPlay, Person, Person, str]:
    """A table at which somebody can end a turn by one press: it, the one to move, the other one, and that word."""
    table, state = brought(site, slug, wanted, keen, **plan)
    return table, table.asked(state), table.people[1 - state.actor], last_words(state)[0]


@pytest.mark.one_title
def test_focus_follows_the_gesture(site: Site, page_at: PageAt, slug: str) -> None:
    """After a step the next one has the focus, after the last one the button, after sending the board."""
    table, mover, _, word = begun(site, slug)
    player = Keyboard(page_at(who=mover), table.id, title=slug)
    player.open()
    page = player.page
    player.focus(player.option(word))
    page.keyboard.press("Space")
    player.wait_steps(1)
    expect(player.option(word)).to_be_focused()
    before = player.seq
    page.keyboard.press("Enter")
    player.wait_change(before)
    expect(page.locator("body")).not_to_be_focused()
    assert page.locator(":focus").count() == 1


# ---------------------------------------------------------------- ears


def test_the_whole_position_can_be_heard(site: Site, page_at: PageAt, slug: str) -> None:
    """Every line of the position in words, whose turn it is, and every option by its label."""
    table = TableInPlay(site, slug, [site.guest("Ada"), site.guest("Bob")], "heard")
    state = table.play_on(8, clever)
    title, say = game(slug), say_of(game(slug))
    view = state.view(state.actor)
    player = Player(page_at(who=table.asked(state)), table.id, title=slug)
    player.open()
    page = player.page
    page.locator(".words summary").press("Enter")
    described = page.locator("#described")
    expect(described).to_be_visible()
    heard = " ".join(described.inner_text().split())
    for line in say.position(title, view, speech=ENGLISH, names=NAMES[:2]):
        assert " ".join(line.split()) in heard
    snapshot = page.locator("body").aria_snapshot()
    assert "your turn" in snapshot.lower()
    for move in state.moves():
        word = title.vocabulary.word(move)
        label = player.option(word).get_attribute("aria-label") or ""
        assert label, word
        assert label in snapshot
    for option in page.locator("#options .opt.dead").all():
        expect(option).to_have_attribute("aria-disabled", "true")


@pytest.mark.one_title
def test_the_move_of_another_is_heard_as_its_sentence(site: Site, page_at: PageAt, slug: str) -> None:
    table, mover, other, word = begun(site, slug)
    player = Player(page_at(who=other), table.id, title=slug)
    player.open()
    before = player.page.locator("#log .lg-t").first.inner_text()
    mover.play(table.id, word)
    live = player.page.locator("#said")
    expect(live).to_have_attribute("aria-live", "polite")
    expect(player.page.locator("#log .lg-t").first).not_to_have_text(before)
    expect(live).to_contain_text(mover.name)
    told = [text for text in player.page.locator("#log .lg-t").all_inner_texts() if mover.name in text]
    assert told[0] != before
    assert any(text in live.inner_text() for text in told)


# ---------------------------------------------------------------- eyes


@pytest.mark.one_title
def test_less_motion(site: Site, page_at: PageAt, slug: str) -> None:
    """With reduced motion nothing is animated; otherwise pieces glide and options pulse."""
    table, mover, _, _ = begun(site, slug)
    for motion in (False, True):
        page = page_at(who=mover, motion=motion)
        Player(page, table.id).open()
        piece, halo = page.locator("#pieces .piece").first, page.locator("#options .opt:not(.dead) .opt-halo").first
        times = piece.evaluate("piece => getComputedStyle(piece).transitionDuration")
        moves = any(float(time.strip().removesuffix("s")) > 0.001 for time in times.split(","))
        breathes = halo.evaluate("halo => getComputedStyle(halo).animationName")
        assert moves is motion
        assert (breathes != "none") is motion


def test_nothing_is_wider_than_the_window(site: Site, page_at: PageAt, slug: str) -> None:
    table, mover, _, word = begun(site, slug, pace=LIVE_PACE)
    player = Player(page_at(who=mover), table.id, title=slug)
    player.open()
    page = player.page
    for tried in (False, True):
        if tried:
            player.try_word(word)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            expect(page.locator("#sheet")).to_have_attribute("width", "366" if width < 900 else "1064")
            assert overhang(page) == 0, f"{width}, tried: {tried}"


@pytest.mark.one_title
def test_twice_as_large(site: Site, page_at: PageAt, slug: str) -> None:
    """At 200 % a desk of 1440 pixels has the room of 720; everything still works there with a pointer."""
    table, mover, _, word = begun(site, slug)
    browser = page_at().context.browser
    assert browser is not None
    context = browser.new_context(base_url=site.url, viewport={"width": 720, "height": 450}, device_scale_factor=2)
    context.add_cookies([mover.cookie, pace_off(site.url)])
    try:
        player = Player(context.new_page(), table.id, title=slug)
        player.open()
        assert overhang(player.page) == 0
        player.try_word(word)
        assert overhang(player.page) == 0
        player.confirm()
    finally:
        context.close()

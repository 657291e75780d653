"""Games of every title in browsers, to the result line, by pressing what the pages show.

Afterwards the log, the pages and the record must agree: nothing may be lost or doubled on the way. One game of each
title is played at each landing, by turns from title to title at two desks from the first move on, or on a phone, where
its first part has been played over the API; the others, whole games on phones, and all other kinds of tables, follow in
the nightly run.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.finished_game import check_finished, log_of
from tests.support.browser.overlap import framed
from tests.support.browser.pages import PageAt
from tests.support.browser.player import HURRY, Keyboard, Player, together
from tests.support.browser.site import Person, Site
from tests.support.browser.tables import NAMES, NeverCame, TableInPlay
from tests.support.games.title_tables import tables
from tests.support.games.words import legal
from tests.support.seeds import NIGHT, SEED, size
from tests.support.titles import Wanted, board_of, bot_of, clever, hints_of, keen, seats_near
from trainshed.draw.board import Asked, Say
from trainshed.draw.sheet import LAYOUTS
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.registry import game, titles
from trainshed.kernel.translation import ENGLISH

pytestmark = pytest.mark.live


def by_turns(first: int) -> list[str]:
    """Every second title, from this one on; in the nightly run all."""
    return titles() if NIGHT else titles()[first::2]


def at_desk(page_at: PageAt, who: Person, table: str, slug: str, seed: int) -> Player:
    player = Player(page_at(who=who), table, seed=seed, title=slug)
    player.open()
    return player


def on_phone(page_at: PageAt, who: Person, table: str, slug: str, seed: int) -> Player:
    page = page_at(width=390, height=844, touch=True, who=who)
    player = Player(page, table, touch=True, seed=seed, title=slug)
    player.open()
    return player


def check_end(page: Page, slug: str, scores: Sequence[int]) -> None:
    """Check that the points of the end are shown by their sources, and that those of a scoring add up to the scores."""
    expect(page.locator("#ending .end-src")).to_have_count(int(hasattr(board_of(slug), "tally")))
    if not hasattr(board_of(slug), "count"):
        return
    expect(page.locator("#result .tally")).to_have_count(len(scores))
    for seat, score in enumerate(scores):
        expect(page.locator(f"#tally-{seat} .sum td").last).to_have_text(str(score))
    expect(page.locator("#count-final .sum td")).to_have_text([str(score) for score in scores])


def check_all(host: Person, players: list[Player], slug: str, seats: int) -> None:
    check_finished(host, players, seats)
    for player in players:
        check_end(player.page, slug, host.look(player.table)["outcome"]["scores"])


@pytest.mark.parametrize("slug", by_turns(1))
def test_two_people_and_a_bot(site: Site, page_at: PageAt, slug: str) -> None:
    ada, bob = site.guest("Ada"), site.guest("Bob")
    seats = seats_near(game(slug), 3)
    table = site.started(ada, [bob], bots=seats - 2, title=slug)
    players = [at_desk(page_at, who, table, slug, seed) for seed, who in enumerate((ada, bob), 1)]
    together(*players)
    assert players[0].said == players[1].said
    assert sum(player.undone for player in players) > 0
    check_all(ada, players, slug, seats)


def never(state: Any) -> bool:
    """No position is wanted: a gesture goes on until the turn is handed on."""
    return False


def hurried(state: Any, words: Sequence[str], rng: Random) -> str:
    """A word as a player in a browser chooses it: often the one that brings the end nearer."""
    hints = hints_of(state.game.slug)
    hurry = hints.hurry or next(iter(hints.idle), "")
    return hurry if hurry in words and rng.random() < HURRY else keen(state, words, rng)


def gestures_to_the_end(table: TableInPlay) -> int:
    """How many gestures a game takes from here: about as many as another one."""
    state, seq, count = table.world(), table.seq, 0
    while not state.over:
        seq = table.drawn(state, seq + len(table.gesture(state, never, hurried)))
        count += 1
    return count


def against_a_bot(site: Site, slug: str) -> tuple[Person, str]:
    """A person at a table with one bot, and the table: at night before the first move.

    At a landing in the last quarter of a game, because every press in a browser takes a quarter of a second: somebody
    else has played that far over the API, and has left the seat to the bot.
    """
    ada = site.guest("Ada")
    if NIGHT:
        return ada, site.started(ada, bots=1, title=slug)
    bob = site.guest("Bob")
    table = TableInPlay(site, slug, [ada, bob], "late")
    table.play_on(gestures_to_the_end(table) * 3 // 4, hurried)
    bob.post(f"/tables/{table.id}/leave", bot=bot_of(game(slug)))
    return ada, table.id


@pytest.mark.parametrize("slug", by_turns(0))
def test_against_a_bot_on_a_phone(site: Site, page_at: PageAt, slug: str) -> None:
    ada, table = against_a_bot(site, slug)
    player = on_phone(page_at, ada, table, slug, seed=3)
    player.play()
    check_all(ada, [player], slug, 2)


@pytest.mark.night
@pytest.mark.parametrize("table", tables(), ids=str)
def test_every_kind_of_table(site: Site, page_at: PageAt, table: Any) -> None:
    """Every number of seats and every choice of the options, one person against bots."""
    ada = site.guest("Ada")
    options = dict(table.options)
    started = site.started(ada, bots=table.seats - 1, title=table.slug, options=options)
    player = at_desk(page_at, ada, started, table.slug, seed=3)
    player.play()
    check_all(ada, [player], table.slug, table.seats)


@pytest.mark.night
def test_a_desk_and_a_phone(site: Site, page_at: PageAt, slug: str) -> None:
    ada, bob = site.guest("Ada"), site.guest("Bob")
    table = site.started(ada, [bob], title=slug)
    players = [at_desk(page_at, ada, table, slug, seed=4), on_phone(page_at, bob, table, slug, seed=5)]
    together(*players)
    check_all(ada, players, slug, 2)


# ---------------------------------------------------------------- by keys


class Eager(Keyboard):
    """A keyboard player who does something, if anything can be done."""

    def pick(self, words: Sequence[str]) -> str:
        return self.rng.choice([word for word in words if word not in self.idle] or list(words))


def test_turns_by_keys_alone(site: Site, page_at: PageAt, slug: str) -> None:
    """Turns in the middle of a game, so that there is much to reach; the other seat answers over the API."""
    table = TableInPlay(site, slug, [site.guest("Ada"), site.guest("Bob")], "keys")
    state = table.play_on(12, clever)
    seat = state.actor
    player = Eager(page_at(who=table.asked(state)), table.id, seed=5, title=slug)
    player.open()
    before = player.seq
    for _ in range(size(day=2, night=12)):
        assert player.turn()
        try:
            table.bring(lambda state: state.actor == seat, keen)
        except NeverCame:
            break
        player.wait_seq(table.seq)
    last = table.people[0].look(table.id)["seq"]
    player.wait_seq(last)  # also if the other seat has just ended the game
    assert last > before


@pytest.mark.night
def test_a_whole_game_by_keys_alone(site: Site, page_at: PageAt, slug: str) -> None:
    ada = site.guest("Ada")
    table = site.started(ada, bots=min(game(slug).seat_counts) - 1, title=slug)
    player = Keyboard(page_at(who=ada), table, seed=11, title=slug)
    player.open()
    player.play()
    assert player.undone > 0
    check_all(ada, [player], slug, min(game(slug).seat_counts))


# ---------------------------------------------------------------- everything is used

TABLES = 12


@pytest.mark.parametrize("slug", [slug for slug in titles() if hints_of(slug).pressed])
def test_every_piece_is_used_by_a_press(site: Site, page_at: PageAt, slug: str) -> None:
    """Tables are played over the API until a word that was not pressed yet is legal; that is pressed and confirmed.

    At a landing one piece of each kind: the places of all others are looked at in the next test."""
    people = [site.guest(name) for name in NAMES[: max(game(slug).seat_counts)]]
    missing = list(hints_of(slug).pressed)
    pages = [page_at(who=who) for who in people]
    for number in range(TABLES):
        table = TableInPlay(site, slug, people, f"used {number}")
        while missing:
            try:
                state = table.bring(offers(missing), clever)
            except NeverCame:
                break
            player = Player(pages[state.actor], table.id, seed=number, title=slug)
            player.open()
            player.wait_seq(table.seq)
            pressed = press_on(player, missing)
            player.page.goto("about:blank")
            said = [row["said"] for row in log_of(people[0], table.id) if row["seat"] == state.actor]
            assert set(pressed) <= set(said)
            done = {*pressed} if NIGHT else {word for word in missing if kind_of(word) in map(kind_of, pressed)}
            missing = [word for word in missing if word not in done]
    assert not missing


def kind_of(word: str) -> str:
    """The kind of a piece: what its word begins with."""
    return word.partition(":")[0]


PRESSED_AT: Final = """([drawn, word]) => {
  document.getElementById("stage").innerHTML = drawn;
  const option = document.querySelector(`#options .opt[data-word="${word}"]:not(.dead)`);
  const hit = option?.querySelector(".opt-hit");
  if (!hit) return "nothing";
  hit.scrollIntoView({ block: "center", inline: "center" });
  const { x, y, width, height } = hit.getBoundingClientRect();
  const there = document.elementFromPoint(x + width / 2, y + height / 2);
  return there?.closest(".opt")?.dataset.word ?? there?.outerHTML ?? "nothing";
}"""
"""Draws a board, and tells which word a press in the middle of a word's option would choose."""


@pytest.mark.parametrize("slug", [slug for slug in titles() if hints_of(slug).pressed])
def test_every_piece_can_be_pressed(site: Site, page_at: PageAt, slug: str) -> None:
    """Games are played in memory until each of these words was legal; its option is drawn, and covered by nothing."""
    title, missing = game(slug), set(hints_of(slug).pressed)
    pages = [(layout, framed(site, page_at, layout)) for layout in LAYOUTS]
    for number in range(TABLES):
        rng, state = Random(f"{SEED} {number}"), title.start(max(title.seat_counts), {})
        say = Say(ENGLISH, NAMES[: state.seats])
        while missing and not state.over:
            for word in missing & {*legal(state)} if state.actor != NATURE else ():
                for layout, page in pages:
                    asked = Asked(legal(state))
                    drawn = board_of(slug).draw(title, None, state.view(state.actor), asked, layout, say)
                    assert page.evaluate(PRESSED_AT, [drawn, word]) == word, layout
                missing.remove(word)
            move = None if state.actor == NATURE else title.vocabulary.id(clever(state, legal(state), rng))
            state.apply(state.pick(rng.randrange(state.tickets())) if move is None else move)
    assert not missing


def offers(words: Sequence[str]) -> Wanted:
    """A condition: one of these words is legal."""
    return lambda state: not {*words}.isdisjoint(legal(state))


def press_on(player: Player, wanted: Sequence[str]) -> list[str]:
    """Make a gesture with as many of the wanted words as possible; those that were pressed."""
    pressed: list[str] = []
    while words := player.words():
        if pressed and {*wanted}.isdisjoint(words) and player.may_send():
            break
        word = next((word for word in words if word in wanted and word not in pressed), words[0])
        player.try_word(word)
        if word in wanted:
            pressed.append(word)
    player.confirm()
    return pressed

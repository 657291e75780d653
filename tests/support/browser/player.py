"""Plays a game through a table's page in a browser, with a pointer, by touch or by keyboard.

A player reads what the page shows and presses what can be pressed; moves are made through the page only.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import dist
from random import Random
from time import monotonic
from typing import Final

from playwright.sync_api import Locator, Page

from tests.support.titles import hints_of

LIVE: Final = "#options .opt:not(.dead):not(.alt):not(.chosen)"
"""The options that may be pressed to go on."""

HURRY: Final = 0.55
"""How often a player passes where it may, or does else what brings the end nearer: a long game takes many presses."""

DOUBLE_CLICK: Final = 0.7
"""Seconds in which a second press at the same place is a double click: the page takes it for nothing new."""

SAME_PLACE: Final = 30.0
"""Pixels within which two presses are at one place."""

BRING: Final = """hit => {
  const { x, y, width, height } = hit.getBoundingClientRect();
  const there = document.elementFromPoint(x + width / 2, y + height / 2);
  if (there?.closest(".opt") !== hit.closest(".opt")) hit.scrollIntoView({ block: "center", inline: "center" });
  const { left, right, top, bottom } = hit.getBoundingClientRect();
  return [(left + right) / 2, (top + bottom) / 2];
}"""
"""Scrolls to an option that is out of sight or covered; else Playwright would, to a place that is not known before. The
middle of the option then."""

# A game asks these after every press: one script each, because every request to a page costs four processes some time.
WORDS: Final = f"() => [...document.querySelectorAll('{LIVE}')].map((option) => option.dataset.word)"
STEPS: Final = """() => document.querySelectorAll("#confirm .steps li").length
  - document.querySelectorAll("#send[data-close]").length"""
FOCUSED: Final = "() => document.querySelector(':focus')?.id ?? ''"

ZOOM: Final = "() => getComputedStyle(document.documentElement).getPropertyValue('--map-pin')"
"""How small the pins of a map are drawn, which tells how near it is; nothing without a map."""

MOST_PRESSES: Final = 60
"""No gesture of any title has more steps: a player who presses more often is in an endless loop."""


class Player:
    """Plays at random, with a pointer or by touch. With the slug of a title, it knows which words are idle."""

    def __init__(self, page: Page, table: str, touch: bool = False, seed: int = 0, title: str = "") -> None:
        self.page = page
        self.table = table
        self.touch = touch
        self.idle: Sequence[str] = hints_of(title).idle if title else ("pass",)
        self.hurry = (hints_of(title).hurry if title else "") or (self.idle[0] if self.idle else "")
        self.rng = Random(seed)
        self.undone = 0
        self.said = ""
        """The text of the banner, once the game is over."""
        self.pressed = 0.0
        self.pressed_at = (-100.0, -100.0)
        """When and where the last option was pressed."""

    # ------------------------------------------------------------ reading

    def open(self) -> None:
        """Go to the table."""
        self.page.goto(f"/t/{self.table}")
        self.page.locator("body[data-live]").wait_for()  # the stream has brought the board for this window
        self.wait_only()

    def fact(self, name: str) -> str:
        """A fact about the current position in the page's `#now`: `seq`, `mine`, `over`, `only` …"""
        return self.page.locator("#now").get_attribute(f"data-{name}") or ""

    @property
    def seq(self) -> int:
        return int(self.fact("seq"))

    @property
    def over(self) -> bool:
        return self.fact("over") == "1"

    @property
    def steps(self) -> int:
        """How many steps of a gesture are previewed, without the one that Confirm adds."""
        return int(self.page.evaluate(STEPS))

    def words(self) -> list[str]:
        """The words of the options that may be pressed, each once."""
        return list(dict.fromkeys(self.page.evaluate(WORDS)))

    def option(self, word: str) -> Locator:
        """The first option for a word, whatever its state."""
        return self.page.locator(f'#options .opt[data-word="{word}"]').first

    def may_send(self) -> bool:
        """Whether the gesture can be confirmed as it is."""
        return self.page.locator("#send").is_enabled()

    def wait_asked(self) -> bool:
        """Wait until this player is to move; False if the game is over."""
        self.page.locator('#now[data-mine="1"], #now[data-over="1"]').wait_for(state="attached", timeout=60_000)
        if self.over:
            return False
        self.wait_only()
        return True

    def wait_only(self) -> None:
        """If there is only one answer, wait until the page has previewed it by itself: a press then would undo it."""
        if self.fact("mine") == "1" and self.fact("only"):
            self.wait_steps(1)

    def wait_steps(self, count: int) -> None:
        """Wait until so many steps are previewed."""
        made = f".steps:has(li:nth-child({count}):last-child)" if count else ".steps:not(:has(li))"
        closed = f".steps:has(li:nth-child({count + 1}):last-child)"  # Confirm adds a step of its own
        plain, closing = "#confirm:not(:has(#send[data-close]))", "#confirm:has(#send[data-close])"
        self.page.locator(f"{plain} {made}, {closing} {closed}").wait_for(state="attached")

    def wait_seq(self, seq: int) -> None:
        """Wait until the page shows a row."""
        self.page.locator(f'#now[data-seq="{seq}"]').wait_for(state="attached")

    def wait_change(self, seq: int) -> None:
        """Wait until the page shows another row than this one."""
        self.page.locator(f'#now:not([data-seq="{seq}"])').wait_for(state="attached")

    # ------------------------------------------------------------ pressing

    def press(self, place: Locator) -> None:
        """Click or tap."""
        if self.touch:
            place.tap()
        else:
            place.click()

    def choose(self, option: Locator) -> None:
        """Press an option in its middle, where people do, and no faster than they do.

        A finger between two places of a map zooms in instead, and presses once more."""
        before, zoomed = None, self.page.evaluate(ZOOM)
        while zoomed != before:
            self.choose_once(option)
            before, zoomed = zoomed, self.page.evaluate(ZOOM)

    def choose_once(self, option: Locator) -> None:
        hit = option.locator(".opt-hit")
        at = hit.evaluate(BRING)
        if dist(at, self.pressed_at) < SAME_PLACE:
            self.page.wait_for_timeout(max(0.0, self.pressed + DOUBLE_CLICK - monotonic()) * 1000)
        self.press(hit)
        self.pressed, self.pressed_at = monotonic(), (at[0], at[1])

    def poke(self, option: Locator) -> None:
        """Press a dead option by its coordinates, as Playwright would wait until it is enabled; no bar may cover it."""
        option.evaluate("option => option.scrollIntoView({ block: 'center' })")
        box = option.locator(".opt-hit").bounding_box()
        assert box is not None
        at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        if self.touch:
            self.page.touchscreen.tap(*at)
        else:
            self.page.mouse.click(*at)

    def try_word(self, word: str) -> None:
        """Press an option and see the next step previewed; the page may have done so itself with the only answer."""
        live = self.page.locator(f'{LIVE}[data-word="{word}"]')  # of two equal cards one may be chosen already
        option = live.first
        if not live.count():
            option = self.option(word)
            if "chosen" in (option.get_attribute("class") or "").split():
                return
        made = self.steps
        self.choose(option)
        self.wait_steps(made + 1)

    def confirm(self) -> None:
        """Send the gesture, and wait until the page shows its rows."""
        before = self.seq
        if not self.touch and self.rng.random() < 0.3:
            self.page.locator("#send").focus()
            self.page.keyboard.press("Enter")
        else:
            self.press(self.page.locator("#send"))
        self.wait_change(before)

    def make(self, word: str) -> None:
        """Play a whole turn that begins with a word, and goes on with the first option each time."""
        self.wait_asked()
        self.try_word(word)
        while words := self.words():
            self.try_word(words[0])
        self.confirm()

    def undo(self) -> None:
        """Take back one previewed step."""
        made = self.steps
        self.press(self.page.locator("#undo-step"))
        self.wait_steps(made - 1)
        self.undone += 1

    # ------------------------------------------------------------ playing

    def pick(self, words: Sequence[str]) -> str:
        """A random word, often the one for a hurry, and other idle ones only if nothing else is legal."""
        if self.hurry in words and self.rng.random() < HURRY:
            return self.hurry
        return self.rng.choice([word for word in words if word not in self.idle] or list(words))

    def turn(self) -> bool:
        """Make one gesture, with an undo at the very first step and now and then; False if the game is over."""
        if not self.wait_asked():
            return False
        for _ in range(MOST_PRESSES):
            words = self.words()
            made = self.steps
            if made and (not words or (self.rng.random() < 0.15 and self.may_send())):
                break
            self.try_word(self.pick(words))
            if not self.undone or self.rng.random() < 0.08:
                self.undo()
        else:
            raise AssertionError("a gesture without an end")
        self.confirm()
        return True

    def play(self) -> None:
        """Play to the end."""
        while self.turn():
            pass
        self.finish()

    def finish(self) -> None:
        """Wait for the result line, and keep its text."""
        result = self.page.locator("#confirm.over")
        result.wait_for(timeout=60_000)
        self.said = self.page.locator("#ending .banner-t").inner_text()


class Keyboard(Player):
    """Plays at random with the keyboard alone: Tab, Space, Enter and Backspace."""

    def focus(self, wanted: Locator) -> None:
        """Press Tab until an element has the focus."""
        id_ = wanted.get_attribute("id")
        for _ in range(80):
            if self.page.evaluate(FOCUSED) == id_:
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no way to {id_} by Tab")

    def choose(self, option: Locator) -> None:
        self.focus(option)
        self.page.keyboard.press(self.rng.choice(("Enter", "Space")))

    def undo(self) -> None:
        made = self.steps
        self.page.keyboard.press("Backspace")
        self.wait_steps(made - 1)
        self.undone += 1

    def confirm(self) -> None:
        before = self.seq
        self.focus(self.page.locator("#send"))
        self.page.keyboard.press("Enter")
        self.wait_change(before)


def together(*players: Player) -> None:
    """Play several players at one table to the end; their pages are polled in turn."""
    left = list(players)
    while left:
        moved = False
        for player in list(left):
            if player.over:
                left.remove(player)
                player.finish()
                moved = True
            elif player.fact("mine") == "1":
                player.turn()
                moved = True
        if left and not moved:
            left[0].page.wait_for_timeout(30)

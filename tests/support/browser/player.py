"""Somebody who sits before a page and plays with a pointer, a finger or keys, as people do.

A player reads what the page shows and presses what can be pressed; nothing is done behind the page's back.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from playwright.sync_api import Locator, Page, expect

LIVE: Final = "#options .opt:not(.dead):not(.alt):not(.chosen)"
"""What may be pressed to go on."""

MOST_PRESSES: Final = 60
"""No gesture of any title has more steps; whoever presses on is caught in a ring."""


class Player:
    """Plays at random, with a pointer or a finger."""

    def __init__(self, page: Page, table: str, touch: bool = False, seed: int = 0) -> None:
        self.page = page
        self.table = table
        self.touch = touch
        self.rng = Random(seed)
        self.undone = 0
        self.said = ""
        """What the result line said, once the game was over."""

    # ------------------------------------------------------------ reading

    def open(self) -> None:
        """Go to the table."""
        self.page.goto(f"/t/{self.table}")
        expect(self.page.locator("#live")).not_to_have_class("live off")
        self.wait_only()

    def fact(self, name: str) -> str:
        """What the page knows of the present: `seq`, `mine`, `over`, `only` …"""
        return self.page.locator("#now").get_attribute(f"data-{name}") or ""

    @property
    def seq(self) -> int:
        return int(self.fact("seq"))

    @property
    def over(self) -> bool:
        return self.fact("over") == "1"

    @property
    def steps(self) -> int:
        """How many steps of a gesture are previewed."""
        return self.page.locator("#confirm .steps li").count()

    def words(self) -> list[str]:
        """The words of what may be pressed, each once."""
        found = self.page.locator(LIVE).evaluate_all("options => options.map((option) => option.dataset.word)")
        return list(dict.fromkeys(found))

    def option(self, word: str) -> Locator:
        """The first option that says a word, whatever its state."""
        return self.page.locator(f'#options .opt[data-word="{word}"]').first

    def wait_asked(self) -> bool:
        """Until this player is asked; False: the game is over."""
        self.page.locator('#now[data-mine="1"], #now[data-over="1"]').wait_for(state="attached", timeout=60_000)
        if self.over:
            return False
        self.wait_only()
        return True

    def wait_only(self) -> None:
        """Until the page has previewed the only answer by itself, if there is only one; a press then would undo it."""
        if self.fact("mine") == "1" and self.fact("only"):
            self.wait_steps(1)

    def wait_steps(self, count: int) -> None:
        """Until so many steps are previewed."""
        made = f":has(li:nth-child({count}):last-child)" if count else ":not(:has(li))"
        self.page.locator(f"#confirm .steps{made}").wait_for(state="attached")

    def wait_seq(self, seq: int) -> None:
        """Until the page has told a row."""
        self.page.locator(f'#now[data-seq="{seq}"]').wait_for(state="attached")

    def wait_change(self, seq: int) -> None:
        """Until the page has told something after a row."""
        self.page.locator(f'#now:not([data-seq="{seq}"])').wait_for(state="attached")

    # ------------------------------------------------------------ pressing

    def press(self, place: Locator) -> None:
        """With the pointer, or with a finger."""
        if self.touch:
            place.tap()
        else:
            place.click()

    def choose(self, option: Locator) -> None:
        """Press an option in its middle, where people do."""
        self.press(option.locator(".opt-hit"))

    def poke(self, option: Locator) -> None:
        """Press an option that is dead, on which a driver would wait until it is not; bars must not lie over it."""
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
        option = self.option(word)
        if "chosen" in (option.get_attribute("class") or "").split():
            return
        made = self.steps
        self.choose(option)
        self.wait_steps(made + 1)

    def confirm(self) -> None:
        """Send the gesture, and wait until it stands."""
        before = self.seq
        if not self.touch and self.rng.random() < 0.3:
            self.page.locator("#send").focus()
            self.page.keyboard.press("Enter")
        else:
            self.press(self.page.locator("#send"))
        self.wait_change(before)

    def make(self, word: str) -> None:
        """A whole turn that begins with a word, and goes on with whatever is offered first."""
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
        """Anything; but passing takes one press, and a game of many presses takes long."""
        return "pass" if "pass" in words and self.rng.random() < 0.4 else self.rng.choice(words)

    def turn(self) -> bool:
        """One gesture, with second thoughts at the very first step and now and then; False: the game is over."""
        if not self.wait_asked():
            return False
        for _ in range(MOST_PRESSES):
            words = self.words()
            made = self.steps
            if made and (not words or self.rng.random() < 0.15):
                break
            self.try_word(self.pick(words))
            if not self.undone or self.rng.random() < 0.08:
                self.undo()
        else:
            raise AssertionError("a gesture without an end")
        self.confirm()
        return True

    def play(self) -> None:
        """To the end."""
        while self.turn():
            pass
        self.finish()

    def finish(self) -> None:
        """The result line is there."""
        result = self.page.locator("#confirm.over")
        result.wait_for(timeout=60_000)
        self.said = result.locator(".cf-t").inner_text()


class Keyboard(Player):
    """The same without a pointer: Tab, arrows, Space, Enter, Backspace and Escape."""

    def focus(self, wanted: Locator) -> None:
        """Walk there by Tab."""
        id_ = wanted.get_attribute("id")
        for _ in range(80):
            if self.page.locator(":focus").count() and self.page.locator(":focus").get_attribute("id") == id_:
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
    """All of them at one table to the end, whoever is asked; the pages are looked at in turn."""
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

"""A player who learns by playing: reads the coach's texts at each decision, and then presses an option."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from playwright.sync_api import Page, expect

from tests.support.browser.player import DOUBLE_CLICK, Player
from trainshed.kernel.coaching import Coach

TABLE: Final = re.compile(r"/t/([0-9a-z]{13})")
MOST_TEXTS: Final = 12
"""More texts than the coach has for any decision."""

NEW: Final = """() => {
  const card = document.querySelector("#coach-card");
  return card.hidden ? "" : card.dataset.kind;
}"""
ASKED: Final = "() => [...document.querySelectorAll('#coach [data-kind]')].map((text) => text.dataset.kind)"


class Learner(Player):
    """Plays at random, and checks at every decision that the coach explains the question that the server asks, or has
    explained it before."""

    def __init__(
        self, page: Page, title: str, coach: Coach, language: str, touch: bool = False, seed: int | str = 0
    ) -> None:
        super().__init__(page, "", touch, title=title)
        self.rng.seed(f"learner {seed}")
        self.title = title
        self.coach = coach
        self.language = language
        self.told: list[str] = []
        """The kinds of decisions that the coach has explained, in order."""
        self.chosen: list[str] = []
        self.asked: set[str] = set()
        """The questions that were asked."""

    def begin(self) -> None:
        """Start a first game from the lobby, with one click."""
        self.page.goto("/")
        self.page.locator(f"form[data-learn][data-title={self.title}] button").first.click()
        self.page.wait_for_url(TABLE)
        found = TABLE.search(self.page.url)
        assert found is not None
        self.table = found[1]
        expect(self.page.locator("html")).to_have_attribute("lang", self.language)

    # ------------------------------------------------------------ reading

    def question(self) -> str:
        """The kind of the pending question after the previewed words, according to the API."""
        at = f"/api/tables/{self.table}"
        if self.chosen:
            answer = self.page.request.post(f"{at}/preview", data={"seq": self.seq, "words": self.chosen})
        else:
            answer = self.page.request.get(at)
        assert answer.ok, answer.text()
        told: Any = answer.json()
        pending = (told["state"] if self.chosen else told)["view"]["pending"]
        return str(pending[-1][0]) if pending else ""

    def read(self) -> None:
        """Read and dismiss all new texts; then check that the page's kinds and the pending question are explained."""
        for _ in range(MOST_TEXTS):
            kind = self.page.evaluate(NEW)
            if not kind:
                break
            assert kind not in self.told, f"{kind} is told again"
            self.heard(kind)
            self.told.append(kind)
            self.press(self.page.locator("#coach-ok"))
            self.page.wait_for_timeout(DOUBLE_CLICK * 1000 if self.touch else 0)  # an option may lie beneath it
        else:
            raise AssertionError("the coach does not stop")
        question = self.question()
        assert question in self.coach.part.KINDS, question
        kinds = set(self.page.evaluate(ASKED))
        assert kinds & set(self.coach.part.KINDS[question]), f"{question} is not explained by {kinds}"
        assert kinds <= set(self.told), f"{kinds - set(self.told)} at {question} after {self.chosen}"
        self.asked.add(question)

    def heard(self, kind: str) -> None:
        """Check that the text is on the card and in the live region for screen readers, in the reader's language."""
        advice, _ = self.coach.said(kind, self.language)
        card = self.page.locator("#coach-t").inner_text()
        assert advice.title in card, kind
        assert advice.text in card, kind
        assert self.page.locator("#coach-said").inner_text() == f"{advice.title}. {advice.text}"

    # ------------------------------------------------------------ playing

    def pick(self, words: Sequence[str]) -> str:
        """A random word, seldom an idle one, so that the coach has much to explain."""
        busy = [word for word in words if word not in self.idle]
        return self.rng.choice(list(words) if not busy or self.rng.random() < 0.2 else busy)

    def turn(self) -> bool:
        """Make one gesture; False if the game is over."""
        if not self.wait_asked():
            return False
        self.chosen = [self.fact("only")] if self.fact("only") else []
        while True:
            self.read()
            words = self.words()
            if not words:
                break
            word = self.pick(words)
            with self.page.expect_response(lambda answer: "/try" in answer.url) as preview:
                self.try_word(word)
            self.chosen = preview.value.json()["words"].split()  # with what the page has answered, such as a payment
        self.confirm()
        return True

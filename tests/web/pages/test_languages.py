"""All texts for people are translated into every language: sentences, labels, refusals, boards and pages.

The catalogues themselves are checked in tests/locale. Here every text is really produced: one that a catalogue lacks is
noticed when it is looked up, and one that was never looked up is found because it is the same in two languages.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Sequence
from functools import cache
from gettext import NullTranslations
from html.parser import HTMLParser
from typing import Any

import httpx
import pytest

from tests.support.languages import OTHERS, SAME
from tests.support.seeds import size
from tests.support.service import Guest, open_container, started
from tests.support.table_walk import Walk, tried
from tests.support.web.visitors import arrive, http_client, register
from trainshed.bots.characters import CHARACTERS
from trainshed.draw.board import Say
from trainshed.draw.icons import SIGNS
from trainshed.draw.sheet import LAYOUTS
from trainshed.games.first_class import events as first_class
from trainshed.games.spike import events as spike
from trainshed.kernel.events import Event
from trainshed.kernel.record import PAUSE, Row
from trainshed.kernel.registry import game, titles
from trainshed.kernel.rulebook import Refusal
from trainshed.kernel.translation import Translator
from trainshed.locale import LANGUAGES, speech
from trainshed.service.accounts.people import SCOPES
from trainshed.service.base.milliseconds import MINUTE, SECOND
from trainshed.service.tables.clock import LIVE
from trainshed.service.tables.table_state import Step
from trainshed.web.pages.gallery_map import CITIES
from trainshed.web.pages.table.log_lines import KINDS, at_the_table
from trainshed.web.pages.table.page_history import PageHistory
from trainshed.web.pages.table.table_parts import DisplayMode, render_parts, render_preview
from trainshed.wire import Pace

NAMES = ("Qaa", "Qbb", "Qcc", "Qdd")
"""Names that are no word in any language, so that they can be removed from texts."""

PLAYERS = ("Ada", "Bruno", "Clara")
"""Players on the boards of the rulebooks."""

GAMES = size(day=2, night=3)
LETTERS = re.compile(r"[^\W\d_]{2,}")
NO_LANGUAGE = re.compile(r"[A-Z]{2}(-[A-Z]+\d?)+(-\d\d)?|\b[A-Z][a-z]+/[A-Z][\w/+-]+|^(EN|ES|IT|UTC)$")
"""Clauses, their areas, time zones and codes."""

PROPER = {
    "Trainshed",
    "Lok'n'Roll",
    "Lok'n'Roll — Trainshed",
    "Russian Railroads",
    "Spike",
    "First Class",
    "English",
    "Español",
    "Italiano",
    "Tab",
    "Esc",
    "Ctrl",
    "Laura",
    "Mare Nostrum",
    "https://",
    *PLAYERS,
    *NAMES,
    *(character.name for character in CHARACTERS),
    *SIGNS,
    *SCOPES,
    *CITIES,
    *(city["name"] for city in game("spike").pack.data["cities"]["rows"]),
}
"""Proper names, which are the same in every language: also players in the rulebooks, our signs, scopes, and cities."""

ALIKE = {
    "es": {"No", "min", "Chat", "error", "Error", "Inspector", "Director"},
    "it": {"No", "min", "Chat", "Password", "Email", "File", "Round 2"},
}
"""Words that happen to be the same in English."""


# ---------------------------------------------------------------- what is asked for and not there


class Unheard(NullTranslations):
    """A fallback of a catalogue that notes the messages that the catalogue lacks."""

    def __init__(self) -> None:
        super().__init__()
        self.missing: set[str] = set()

    def gettext(self, message: str) -> str:
        self.missing.add(message)
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self.missing.add(msgid1)
        return msgid1 if n == 1 else msgid2


@pytest.fixture(autouse=True)
def nothing_is_missing() -> Iterator[None]:
    """Check after each test that every catalogue had all messages that were looked up."""
    behind = {language: Unheard() for language in OTHERS}
    for language, unheard in behind.items():
        translations: Any = speech(language).translations
        translations._fallback = unheard
    yield
    for language in OTHERS:
        found: Any = speech(language).translations
        found._fallback = None
    assert {language: sorted(unheard.missing) for language, unheard in behind.items() if unheard.missing} == {}


def in_all(said: Sequence[str], what: str) -> None:
    """Check a sentence in all languages: none is empty, and none is the same as in English.

    There are no exceptions: every event, word, option and row has a sentence.
    """
    assert all("%(" not in text for text in said), (what, said)
    assert all(said), (what, said)
    english, *others = said
    for language, text in zip(OTHERS, others, strict=True):
        same = text == english and english not in SAME[language]
        assert not same or not LETTERS.search(strip(english)), f"{what} in {language}: {text}"


def strip(text: str) -> str:
    for name in (*NAMES, *PLAYERS, "Laura"):
        text = text.replace(name, "")
    return text


def speeches() -> list[Translator]:
    return [speech(language) for language in LANGUAGES]


# ---------------------------------------------------------------- games


SELDOM: dict[str, tuple[Event, ...]] = {
    "first-class": (
        first_class.ArrivedInConstantinople(0, "upper", 1, 20),
        first_class.ArrivedInConstantinople(1, "lower", 4, 0),
        first_class.ModuleEvent("contracts", "paid", 0, {"card": "a2-6"}),
    ),
    "spike": (spike.Delivered(0, "coal", "albany", 5), spike.SpecialEnd(0, 1), spike.SpecialEnd(0, 3)),
}
"""Events that games by chance may not come to."""


class Heard:
    """Samples from some games of a title: events, refusals and words, some of each kind."""

    def __init__(self, slug: str) -> None:
        self.game = game(slug)
        self.events: dict[type[Event], dict[str, Any]] = {}
        self.refusals: dict[str, list[Refusal]] = {}
        self.labels: dict[str, Any] = {}
        """By word: a view in which it was legal."""
        self.views: list[Any] = []
        for number in range(GAMES):
            for seats in self.game.seat_counts:
                for options in options_of(slug, seats):
                    self.walk(Walk(f"languages {number} {options}", seats, options, title=slug, names=NAMES))
        self.listen(SELDOM.get(slug, ()))

    def walk(self, walk: Walk) -> None:
        words = self.game.vocabulary.words
        self.follow(walk.steps)
        for index, steps in enumerate(walk.to_the_end(undo=0.05)):
            position = walk.table.position
            self.follow(steps)
            if position.over:
                break
            view = position.view(position.actor)
            for move in position.moves():
                self.labels.setdefault(words[move], view)
            if index % 6 == 0:
                self.views.append(view)
                self.refuse(position)
        self.views.append(walk.table.position.view(None))

    def follow(self, steps: Sequence[Step]) -> None:
        for step in steps:
            if not step.row.said.startswith("/"):
                self.labels.setdefault(step.row.said, step.before.view(None))
                self.listen(step.after.events(0))
                self.listen(step.after.events(None))

    def listen(self, events: Sequence[Any]) -> None:
        for event in events:
            pattern = " ".join(f"{name}={kind_of(getattr(event, name))}" for name in event.__struct_fields__)
            self.events.setdefault(type(event), {}).setdefault(pattern, event)

    def refuse(self, position: Any) -> None:
        for move in range(len(self.game.vocabulary.words)):
            refusal = position.why_not(move, position.actor)
            if refusal is not None and len(self.refusals.setdefault(refusal.clause, [])) < 5:
                self.refusals[refusal.clause].append(refusal)


def kind_of(value: Any) -> str:
    """What about a value may change a sentence: true or false, none, one or many; otherwise only its type."""
    if isinstance(value, bool) or value is None:
        return str(value)
    if isinstance(value, int):
        return str(value) if value in (0, 1) else "many"
    return str(min(len(value), 2)) if isinstance(value, list) else type(value).__name__


def options_of(slug: str, seats: int) -> list[dict[str, str]]:
    """Options to try for a seat count: each choice of each option, with defaults for all others; at most six."""
    found: list[dict[str, str]] = [{}]
    for option in game(slug).options:
        if option.applies(seats):
            found += [{option.name: choice} for choice in option.choices_for(seats)]
    return found[:6]


@cache
def heard(slug: str) -> Heard:
    return Heard(slug)


@pytest.mark.parametrize("slug", titles())
def test_every_event(slug: str) -> None:
    found, say = heard(slug), game(slug).part("text.sentences")
    module = game(slug).part("events")
    classes = {
        name for name, kind in inspect.getmembers(module, inspect.isclass) if issubclass(kind, Event) and kind != Event
    }
    assert {kind.__name__ for kind in found.events} == classes
    for kind, samples in found.events.items():
        for event in samples.values():
            said = [say.sentence(game(slug), event, speech=each, names=NAMES) for each in speeches()]
            if any(said):  # some events are told only together with others
                in_all(said, f"{slug} {kind.__name__} {event}")


@pytest.mark.parametrize("slug", titles())
def test_every_word(slug: str) -> None:
    found, title = heard(slug), game(slug)
    say = title.part("text.sentences")
    for word in title.vocabulary.words:
        view = found.labels.get(word, found.views[-2])  # one that no game by chance has heard is asked for anywhere
        in_all([say.label(title, view, word, speech=each, names=NAMES) for each in speeches()], f"{slug} {word}")


@pytest.mark.parametrize("slug", titles())
def test_every_refusal(slug: str) -> None:
    found, title = heard(slug), game(slug)
    say = title.part("text.sentences")
    clauses: set[str] = set(getattr(title, "citations").ids)  # noqa: B009 - no part of what every title must have
    seen = set(found.refusals) & clauses
    assert len(seen) > 0.6 * len(clauses), sorted(clauses - seen)
    for clause, refusals in found.refusals.items():
        for refusal in refusals:
            said = [say.refusal(title, refusal, speech=each, names=NAMES) for each in speeches()]
            in_all(said, f"{slug} {clause}")


@pytest.mark.parametrize("slug", titles())
def test_every_position_in_words(slug: str) -> None:
    title = game(slug)
    for view in heard(slug).views[::7]:
        said = [
            "\n".join(title.part("text.sentences").position(title, view, speech=each, names=NAMES))
            for each in speeches()
        ]
        assert len(set(said)) == len(LANGUAGES)


def test_every_row_that_is_no_move() -> None:
    texts = {"undo": ["1", "2"], "ask": [PAUSE, "takeback 12"], "seat": ["thumb"]}
    for kind in KINDS:
        for text in texts.get(kind, [""]):
            row = Row(1, kind, text)
            said = [at_the_table(row, each, NAMES) for each in speeches()]
            assert row.said not in said, kind
            in_all(said, kind)


@pytest.mark.parametrize("slug", titles())
def test_every_option_of_a_table(slug: str) -> None:
    for option in game(slug).options:
        in_all([each.gettext(option.sentence) for each in speeches()], option.name)


# ---------------------------------------------------------------- pages of tables


class Texts(HTMLParser):
    """The texts and accessible names of a page, except in elements that declare a language of their own."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.inside: list[str] = []
        self.foreign = 0
        """The depth of the element that declares a language of its own; 0 outside of one."""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.inside.append(tag)
        named = {name: value for name, value in attrs if value}
        if tag != "html" and "lang" in named and not self.foreign:
            self.foreign = len(self.inside)
        self.found += [named[name] for name in ("aria-label", "title", "placeholder", "alt") if name in named]
        if tag == "div" and named.get("id") == "texts":
            self.found += [value for name, value in named.items() if name.startswith("data-")]

    def handle_data(self, data: str) -> None:
        if data.strip() and self.inside[-1:] not in (["script"], ["style"]) and not self.foreign:
            self.found.append(" ".join(data.split()))

    def handle_endtag(self, tag: str) -> None:
        while self.inside and self.inside.pop() != tag:
            pass
        if len(self.inside) < self.foreign:
            self.foreign = 0


def english_left(pages: dict[str, str]) -> list[str]:
    """Texts of the English page that are the same on another language's page, and should not be."""
    english = {text for text in Texts(pages["en"]).found if LETTERS.search(strip(NO_LANGUAGE.sub("", text)))}
    found = []
    for language in OTHERS:
        here = set(Texts(pages[language]).found)
        allowed = PROPER | ALIKE[language] | SAME[language]
        said = sorted(english & here)  # the name of a station stands behind the number of its space
        found += [f"{language}: {text}" for text in said if not {text, text.lstrip("0123456789 ")} & allowed]
    return found


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(
    ("seats", "options"), [(2, {}), (3, {}), (1, {"mode": "solo"}), (1, {"mode": "rival"}), (1, {"mode": "challenge"})]
)
def test_every_state_of_a_table(seats: int, options: dict[str, str], layout: str) -> None:
    """Parts of the page through a game: asked, waiting, watching, tried, over, paused, somebody away, a proposal."""
    pace = Pace(LIVE, 60 * SECOND, 10 * MINUTE)
    walk = Walk(f"pages {layout}", seats, options, pace, names=NAMES, odds=seats != 3)
    left: set[str] = set()

    def look(viewer: int | None) -> None:
        shown = PageHistory(viewer, walk.steps[-20:]).look(walk.table)
        check(
            {language: "".join(render_parts(shown, DisplayMode(language, layout)).values()) for language in LANGUAGES}
        )

    def check(pages: dict[str, str]) -> None:
        left.update(english_left(pages))

    look(0)
    if seats > 1:
        for seat, said in [(0, "/ask pause"), (1, "/decline"), (0, "/ask takeback 3"), (1, "/decline"), (0, "/pause")]:
            walk.say(seat, said)
            look(1)
            look(None)
        walk.say(0, "/resume")
        walk.say(1, "/seat thumb")
        look(0)
        walk.say(1, f"/seat {NAMES[1]}", who=2)
    for index, _ in enumerate(walk.to_the_end(undo=0.1)):
        actor = walk.table.actor
        if index % 9 == 0:
            look((0, seats - 1, None)[index // 9 % 3])
        if index % 9 == 4 and actor >= 0 and not walk.table.over:
            word = walk.table.game.vocabulary.word(walk.rng.choice(walk.table.position.moves()))
            shown = tried(walk.table, actor, [word])
            check(
                {
                    language: "".join(render_preview(shown, DisplayMode(language, layout)).values())
                    for language in LANGUAGES
                }
            )
    look(0)
    look(None)
    assert sorted(left) == []


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_board_speaks_with_one_voice(layout: str) -> None:
    """Nothing in a drawing is said in another language than the page's."""
    walk = Walk("voice", 2, names=NAMES)
    for _ in walk.to_the_end():
        if len(walk.steps) > 60:
            break
    shown = PageHistory(0, walk.steps[-20:]).look(walk.table)
    board = walk.table.game.part("board.board")
    drawn = {
        language: board.draw(shown.game, shown.before, shown.table_view.view, shown.asked, layout, Say(each, NAMES))
        for language, each in zip(LANGUAGES, speeches(), strict=True)
    }
    assert english_left(drawn) == []


# ---------------------------------------------------------------- all other pages


async def page_in(http: httpx.AsyncClient, path: str, who: Guest | None, language: str) -> str:
    http.cookies.clear()
    http.cookies.set("language", language)
    headers = {"accept": "text/html", **({} if who is None else who.headers)}
    answer = await http.get(path, headers=headers)
    http.cookies.clear()
    assert answer.status_code in (200, 303, 401, 403, 404), f"{path}: {answer.status_code}"
    return answer.text


@pytest.mark.asyncio
async def test_every_page(own_database: str) -> None:
    """On a database of its own: the lobby shows everybody's tables, and names are the same in all languages."""
    async with open_container(own_database) as container, http_client(container) as http:
        person = await register(http, NAMES[0])
        other = await arrive(http, NAMES[1])
        card = await person.post("/tables", 201, title="lok-n-roll", seats=3, visibility="public")
        playing = await started(person, [other])
        over = await started(person, [other], pace=Pace(LIVE, 60 * SECOND, 10 * MINUTE))
        await person.post(f"/tables/{over}/concede", seq=(await person.look(over))["seq"])
        paths = [
            "/",
            "/sign-in",
            "/me",
            "/me/games",
            "/offline",
            "/components",
            "/components/map",
            "/nowhere",
            f"/t/{card['table']}",
        ]
        paths += [f"/t/{playing}", f"/t/{over}", "/t/0000000000000", "/rules", "/rules/lok-n-roll?q=xyz"]
        paths += [f"/rules/{slug}{page}" for slug in titles() for page in ("", "/board", "/summary", "/numbers")]
        paths += ["/puzzles", "/puzzles/lok-n-roll/0", "/puzzles/lok-n-roll/71", "/puzzles/lok-n-roll/71?solution=1"]
        paths += ["/rules/nothing", "/rules/lok-n-roll/board?part=nothing", "/rules/lok-n-roll/board?part=track"]
        left = {}
        for path in paths:
            for who in (person, other, None):
                pages = {language: await page_in(http, path, who, language) for language in LANGUAGES}
                found = english_left(pages)
                if found:
                    left[path] = found
        assert not left, "\n".join(f"{path}: {text}" for path, texts in left.items() for text in texts)


def test_a_text_without_a_translation_is_found() -> None:
    """The checks of this file find missing translations."""
    speech("es").gettext("nobody has translated this")
    translations: Any = speech("es").translations
    assert translations._fallback.missing == {"nobody has translated this"}
    translations._fallback.missing.clear()
    pages = {"en": "<p>Send</p><b>Log</b>", "es": "<p>Send</p><b>Diario</b>", "it": "<p>Invia</p><b>Diario</b>"}
    assert english_left(pages) == ["es: Send"]
    in_all(["Stop now", "Para", "Fermati"], "stop")
    for wrong in (
        ["Stop now", "Stop now", "Fermati"],
        ["Stop now", "", "Fermati"],
        ["Stop %(who)s", "Para", "Fermati"],
    ):
        with pytest.raises(AssertionError):
            in_all(wrong, "stop")


def test_what_nobody_says_in_any_language_is_found() -> None:
    """An event or word with an empty sentence in all languages is found: players would never read of it."""
    with pytest.raises(AssertionError, match="an event"):
        in_all(["", "", ""], "an event")

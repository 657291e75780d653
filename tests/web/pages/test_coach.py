"""Learning by playing: every decision that a player can meet is explained, in every language, in a few words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from tests.support.games.russian_railroads import table as railroads
from tests.support.seeds import SEED
from tests.support.table_walk import Walk, tried
from trainshed.draw.board import Asked
from trainshed.kernel import coaching
from trainshed.kernel.agenda import NATURE, Effect, OpenQuestion, SeatEffect
from trainshed.kernel.coaching import CoachError, checked, coach_of, read_advice
from trainshed.kernel.game import Game
from trainshed.kernel.registry import game
from trainshed.locale import LANGUAGES
from trainshed.service.tables.player_view import table_view
from trainshed.web.pages.table.coach.coach_panel import NOTHING, answers, coach_part
from trainshed.web.pages.table.table_parts import DisplayMode, render_parts, render_preview
from trainshed.wire import TableView

COACHED = ("first-class", "lok-n-roll", "russian-railroads", "spike")
OTHERS = tuple(language for language in LANGUAGES if language != "en")
TABLES: tuple[tuple[str, int, Mapping[str, str]], ...] = (
    *[("first-class", seats, {"modules": modules}) for seats, modules in ((2, "a-b"), (3, "c-d"), (4, "b-e"))],
    *[("lok-n-roll", 1, {"mode": mode}) for mode in ("solo", "challenge", "rival")],
    *[("lok-n-roll", seats, {}) for seats in (2, 3, 4)],
    *[("russian-railroads", seats, {}) for seats in (2, 3, 4)],
    *[("spike", seats, {"advanced": advanced}) for seats, advanced in ((2, "no"), (3, "yes"), (4, "no"))],
)
GAMES = 12
SELDOM = {"natural", "white", "special-end", "room", "pay", "contract-deferred"}
"""What a game by chance seldom reaches: the last colours of Russian Railroads, all contracts of Spike delivered, and in
First Class a board full of coins, a choice of coins for an end-bonus card, and a contract that pays later."""
ARTICLE = re.compile(r'<article data-kind="([a-z-]+)"><h2>([^<]+)</h2><p>([^<]+)</p>')


# ---------------------------------------------------------------- the texts


def questions(title: Game) -> set[str]:
    """The names of a title's effects that can ask a player: those that define legal answers."""
    general = (Effect, SeatEffect, OpenQuestion, object)
    effects: Mapping[str, type[Effect]] = getattr(title, "effects_by_name", {})
    return {
        name
        for name, effect in effects.items()
        if any({"candidates", "legal"} & set(vars(each)) for each in effect.__mro__ if each not in general)
    }


@pytest.mark.parametrize("slug", COACHED)
def test_every_question_has_a_kind(slug: str) -> None:
    coach = coach_of(game(slug))
    assert coach is not None
    assert set(coach.part.KINDS) == questions(game(slug))
    assert all(coach.part.KINDS.values())


@pytest.mark.parametrize("slug", COACHED)
def test_every_language_has_every_text(slug: str) -> None:
    coach = coach_of(game(slug))
    assert coach is not None
    english = coach.texts["en"]
    assert set(coach.texts) == set(LANGUAGES)
    for language in OTHERS:
        assert list(coach.texts[language]) == list(english)
        for key, advice in coach.texts[language].items():
            assert advice.title != english[key].title
            assert advice.text != english[key].text
            assert numbers(advice.text) == numbers(english[key].text), f"{language} {key}"


def numbers(text: str) -> list[str]:
    return sorted(re.findall(r"\d+", text))


@pytest.mark.parametrize("slug", COACHED)
def test_texts_are_a_few_sentences_and_name_their_clauses(slug: str) -> None:
    title = game(slug)
    coach = coach_of(title)
    assert coach is not None
    for language, advices in coach.texts.items():
        for key, advice in advices.items():
            sentences = re.findall(r"[.?!](?=\s|$)", advice.text)
            assert 2 <= len(sentences) <= 4, f"{language} {key}"
            assert advice.text[-1] in ".?!", f"{language} {key}"
            assert not advice.title.endswith("."), f"{language} {key}"
    for key in coach.texts["en"]:
        assert 1 <= len(coach.clauses(key)) <= 3, key
        assert all(clause in title.rulebook for clause in coach.clauses(key)), key


# ---------------------------------------------------------------- every decision of many games


class Met(NamedTuple):
    """A decision: the view of the seat to move, its legal words, and the gesture so far."""

    view: Any
    words: list[str]
    chosen: list[str]
    """The gesture; its last word is among `words` if it cannot be undone, and so is not carried out in a preview."""


def decisions(title: Game, seats: int, options: Mapping[str, str], seed: str) -> Iterator[Met]:
    """All decisions of a game whose moves are half random, half by the rules of thumb."""
    rng = Random(f"coach {title.slug} {seats} {sorted(options.items())} {seed}")
    state: Any = title.start(seats, dict(options))
    weigh = title.part("bot").weigh
    word = title.vocabulary.word
    chosen: list[str] = []
    while not state.over:
        moves = state.moves()
        if state.actor == NATURE:
            state.apply(state.pick(rng.randrange(state.tickets())))
            continue
        view, words = state.view(state.actor), [word(move) for move in moves]
        yield Met(view, words, chosen)
        if rng.random() < 0.5:
            move = rng.choice(moves)
        else:
            weights = weigh(state.clone(), moves)
            move = rng.choices(moves, weights)[0] if sum(weights) else rng.choice(moves)
        if state.reversible(move):
            chosen = [*chosen, word(move)]
        else:
            yield Met(view, words, [*chosen, word(move)])
            chosen = []
        state.apply(move)


@pytest.mark.parametrize(("slug", "seats", "options"), TABLES)
def test_every_decision_is_explained(slug: str, seats: int, options: Mapping[str, str]) -> None:
    title = game(slug)
    coach = coach_of(title)
    assert coach is not None
    met = 0
    for number in range(GAMES):
        for decision in decisions(title, seats, options, f"{SEED} {number}"):
            kinds = coach.kinds(title, *decision)
            question = decision.view.pending[-1][0]
            assert set(kinds) & set(coach.part.KINDS[question]), f"{question} {decision.words}"
            assert set(kinds) <= set(coach.part.MORE) | set(coach.part.KINDS[question])
            for language in LANGUAGES:
                for kind in kinds:
                    advice, said_in = coach.said(kind, language)
                    assert said_in == language
                    assert advice.title
                    assert advice.text
            met += 1
    print(f"{met} decisions")
    assert met > GAMES * 20


@pytest.mark.parametrize("slug", COACHED)
def test_every_text_is_told_in_some_game(slug: str) -> None:
    """No text waits for something that never comes. Those of `SELDOM` have tests of their own."""
    title = game(slug)
    coach = coach_of(title)
    assert coach is not None
    left = set(coach.texts["en"])
    for number in range(GAMES):  # some pieces come in every third game only, so that a few games would be luck
        for _, seats, options in (table for table in TABLES if table[0] == slug):
            for decision in decisions(title, seats, options, f"found {number}"):
                left -= set(coach.kinds(title, *decision))
        if left <= SELDOM:
            break
    assert left <= SELDOM


def test_every_colour_is_told() -> None:
    coach = coach_of(railroads.GAME)
    assert coach is not None
    state = railroads.position()
    state.players[0].tracks = railroads.tracks(ts=(15, 9, 6, 3, 0))
    railroads.refresh(state, [railroads.effect(0, "track:any:4")])
    kinds = coach.kinds(railroads.GAME, state.view(0), railroads.legal(state), [])
    assert kinds == ["welcome", "track", "gray", "brown", "natural", "white", "rest"]


# ---------------------------------------------------------------- on the page


def shown(part: str) -> list[str]:
    return [kind for kind, _, _ in ARTICLE.findall(part)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", COACHED)
def test_the_page_tells_whoever_is_asked(slug: str, language: str) -> None:
    walk = Walk(f"coach {language}", 2, title=slug)
    display = DisplayMode(language, "wide")
    told = 0
    for _ in walk.to_the_end():
        table = walk.table
        for seat in (0, 1, None):
            seen = table_view(table, seat)
            part = coach_part(table.game, seen, Asked(seen.moves), language)
            if seat == table.actor and not table.over:
                assert shown(part)
                told += 1
            else:
                assert part == NOTHING
        if told > 40:
            break
    assert 'id="coach"' in render_parts(walk_look(walk), display)["coach"]


def walk_look(walk: Walk) -> Any:
    return tried(walk.table, max(walk.table.actor, 0), [])


def test_a_gesture_is_told_step_by_step() -> None:
    """What ends a turn is explained before it is confirmed, beside the question that it answers."""
    walk = Walk("a gesture", 2, {"start": "seat-1"})
    while walk.table.position.view(0).pending[-1][0] != "Action":
        walk.play()
    seat = walk.table.actor
    look = tried(walk.table, seat, ["pass"])
    if look.table_view.moves:  # two penalty cards, or a pair
        assert shown(render_preview(look, DisplayMode("en", "wide"))["coach"])[-1] == "pass"
    else:
        assert {"action", "pass"} <= set(shown(render_preview(look, DisplayMode("en", "wide"))["coach"]))
        assert "pass" in answers(look.asked)


def test_what_is_written_is_escaped_and_marked_where_it_is_english(monkeypatch: pytest.MonkeyPatch) -> None:
    title = game("lok-n-roll")
    coach = coach_of(title)
    assert coach is not None
    advice = coaching.Advice("welcome", "<b>", "a & b.", [])
    texts = {"en": {**coach.texts["en"], "welcome": advice}}
    monkeypatch.setitem(coaching._read, "lok-n-roll", coaching.Coach(coach.part, texts))
    walk = Walk("escaped", 2)
    seen = table_view(walk.table, walk.table.actor)
    part = coach_part(title, seen, Asked(seen.moves), "es")
    assert '<article data-kind="welcome" lang="en"><h2>&lt;b&gt;</h2><p>a &amp; b.</p>' in part


def test_a_title_without_a_coach_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    title = game("lok-n-roll")
    monkeypatch.setattr(type(title), "has_part", lambda self, name: False)
    monkeypatch.delitem(coaching._read, "lok-n-roll", raising=False)
    try:
        walk = Walk("without", 2)
        seen: TableView = table_view(walk.table, walk.table.actor)
        assert coach_part(title, seen, Asked(seen.moves), "en") == NOTHING
    finally:
        coaching._read.pop("lok-n-roll")


# ---------------------------------------------------------------- files that cannot be used

ROW = "[[advice]]\nkey = '{key}'\ntitle = '{title}'\ntext = '{text}'\n"


@pytest.mark.parametrize(
    "text",
    [
        "[[advice]",
        "",
        ROW.format(key="A key", title="a", text="b"),
        ROW.format(key="one", title="", text="b"),
        ROW.format(key="one", title="a", text="b" * 291),
        ROW.format(key="one", title="a" * 45, text="b"),
        ROW.format(key="one", title="a", text="b") * 2,
        ROW.format(key="one", title="a", text="b") + "more = 1\n",
    ],
)
def test_files_that_cannot_be_used(tmp_path: Path, text: str) -> None:
    file = tmp_path / "coach.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(CoachError):
        read_advice(file)


def part_of(kinds: Sequence[str]) -> Any:
    part: Any = ModuleType("coach")
    part.KINDS, part.MORE = {"Action": kinds}, ()
    return part


def test_texts_that_do_not_belong_together() -> None:
    title = game("lok-n-roll")
    one = coaching.Advice("one", "a", "b", ["LR-PASS-01"])
    plain = coaching.Advice("one", "c", "d")
    coach = checked(title, part_of(["one"]), {"en": {"one": one}, "es": {"one": plain}})
    assert coach.said("one", "es") == (plain, "es")
    assert coach.said("one", "it") == (one, "en")
    for kinds, texts in (
        (["one", "two"], {"en": {"one": one}}),
        ([], {"en": {"one": one}}),
        (["one"], {"en": {"one": one}, "es": {"two": coaching.Advice("two", "c", "d")}}),
        (["one"], {"en": {"one": one}, "es": {"one": one}}),
        (["one"], {"en": {"one": coaching.Advice("one", "a", "b", ["LR-NONE-01"])}}),
    ):
        with pytest.raises(CoachError):
            checked(title, part_of(kinds), texts)

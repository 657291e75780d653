"""The pages of puzzles: what one seat knows and no more, no answer before it is given, and today's in the lobby."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from random import Random
from typing import Any

import msgspec
import pytest

from tests.support.service import open_container
from tests.support.web.html_pages import BROWSER, read
from tests.support.web.visitors import http_client
from trainshed.bots.analysis import puzzles
from trainshed.bots.analysis.puzzles import Puzzle, PuzzleFile, position_of, puzzles_of
from trainshed.kernel.game import Game, State
from trainshed.kernel.registry import game, titles
from trainshed.kernel.translation import ENGLISH
from trainshed.locale import LANGUAGES, speech
from trainshed.service.base.milliseconds import DAY
from trainshed.web.http.address_limits import PAGE, PREVIEW, REPLAY, kind_of
from trainshed.web.pages.lobby import puzzle_card
from trainshed.web.pages.lobby.puzzle_card import GRADES, address_of_day, card_of_day, grade_of, puzzle_files
from trainshed.web.pages.puzzles import puzzle_position as positions
from trainshed.web.pages.puzzles.answer_list import answer_list, move_label
from trainshed.web.pages.puzzles.puzzle_parts import puzzle_parts
from trainshed.web.pages.puzzles.puzzle_position import puzzle_position
from trainshed.web.pages.puzzles.solution_panel import SolutionPanel

NOW = 1_795_000_000_000


def numbered(slug: str) -> Iterator[tuple[int, Puzzle, State]]:
    """The puzzles of a title with their numbers and positions, from the middle of the list on."""
    title = game(slug)
    file = puzzles_of(title)
    assert file is not None
    for number in sorted(file.numbers, key=lambda number: (number <= 50, number)):
        puzzle = file.puzzles[number - 1]
        yield number, puzzle, position_of(title, file, puzzle)


def hides(state: State) -> bool:
    """Whether the seat that is asked does not know all: worlds drawn from what it knows differ from the position."""
    return all(state.redraw(state.actor, Random(number)).digest() != state.digest() for number in range(4))


HIDDEN = {
    slug: next(number for number, _, state in numbered(slug) if hides(state))
    for slug in ("first-class", "lok-n-roll", "russian-railroads", "spike")
}
"""A puzzle of each title where something is hidden."""
FACT = re.compile(r"data-(?:thing|about|word)=\"([^\"]*)\"")


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    """Caches begin and end empty, so that tests may exchange what they are made from."""
    forget()
    yield
    forget()


def forget() -> None:
    puzzle_position.cache_clear()
    puzzle_parts.cache_clear()
    puzzle_files.cache_clear()


def puzzle_of(slug: str, number: int) -> Puzzle:
    file = puzzles_of(game(slug))
    assert file is not None
    return file.puzzles[number - 1]


def wrong_answer(slug: str, number: int) -> str:
    return next(word for word in puzzle_position(slug, number).words if word != puzzle_of(slug, number).best)


# ---------------------------------------------------------------- solving


@pytest.mark.asyncio
@pytest.mark.parametrize("slug", HIDDEN)
async def test_a_puzzle_is_asked_answered_and_solved(database: str, slug: str) -> None:
    number, path = HIDDEN[slug], f"/puzzles/{slug}/{HIDDEN[slug]}"
    asked, best, wrong = puzzle_position(slug, number), puzzle_of(slug, number).best, wrong_answer(slug, number)
    async with open_container(database) as container, http_client(container) as http:
        page = await read(http, path)
        for word in asked.words:
            assert page.count(f'name="answer" value="{word}"') == 1
            assert f"<span>{escape(move_label(asked, word, ENGLISH))}</span>" in page
            assert f'data-word="{word}"' in page, "it can be chosen on the board too"
        assert 'id="solution"' not in page
        again = await read(http, f"{path}?answer={wrong}")
        assert "There is a better one." in again
        assert 'id="solution"' not in again
        assert again.count('name="answer"') == len(asked.words)
        right = await read(http, f"{path}?answer={best}")
        assert 'data-verdict="right"' in right
        assert f'href="/puzzles/{slug}/{asked.following}"' in right
        assert f'href="/#play-{slug}"' in right
        given_up = await read(http, f"{path}?solution=1")
        for solved in (right, given_up):
            assert 'id="solution"' in solved
            assert 'name="answer"' not in solved
            places = [
                solved.index(f"<span>{escape(move_label(asked, move.move, ENGLISH))}<small>")
                for move in puzzle_of(slug, number).proof.moves
            ]
            assert places == sorted(places), "the best first"
            assert f"From {puzzle_of(slug, number).proof.nodes} imagined games" in solved
            levels = re.findall(r'<li class="(yes|no)">', solved)
            assert (len(levels), levels.count("yes")) == (5, len(puzzle_of(slug, number).levels))


@pytest.mark.asyncio
async def test_a_puzzle_in_every_language(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        for language in LANGUAGES:
            page = await read(http, "/puzzles/lok-n-roll/71", languages=language)
            asked = puzzle_position("lok-n-roll", 71)
            for word in asked.words:
                assert f"<span>{escape(move_label(asked, word, speech(language)))}</span>" in page
            best = puzzle_of("lok-n-roll", 71).best
            assert 'id="solution"' in await read(http, f"/puzzles/lok-n-roll/71?answer={best}", languages=language)


def test_all_puzzles_can_be_asked() -> None:
    """Every answer has a label, and no two are called the same."""
    for slug, file in puzzle_files().items():
        for number in file.numbers[::7]:
            asked = puzzle_position(slug, number)
            labels = [move_label(asked, word, ENGLISH) for word in asked.words]
            assert len(set(labels)) == len(labels) > 2, (slug, number)
            assert answer_list(asked, "", ENGLISH).count("<input") == len(labels)


def test_the_solution_unfolds_and_marks_the_answer() -> None:
    number = next(number for number, puzzle, _ in numbered("spike") if len(puzzle.proof.moves) > 7)
    asked, puzzle = puzzle_position("spike", number), puzzle_of("spike", number)
    moves = [move.move for move in puzzle.proof.moves]
    plain = SolutionPanel(asked, puzzle, "", ENGLISH).html()
    assert plain.index("<details>") > plain.index(escape(move_label(asked, moves[4], ENGLISH)))
    assert plain.index("<details>") < plain.index(escape(move_label(asked, moves[5], ENGLISH)))
    assert "your answer" not in plain
    own = SolutionPanel(asked, puzzle, moves[6], ENGLISH).html()
    assert own.index("your answer") < own.index("<details>")
    assert own.index("<details>") < own.index(escape(move_label(asked, moves[5], ENGLISH)))
    short = msgspec.structs.replace(puzzle, proof=msgspec.structs.replace(puzzle.proof, moves=puzzle.proof.moves[:2]))
    beyond = SolutionPanel(asked, short, moves[6], ENGLISH).html()
    assert f"“{escape(move_label(asked, moves[6], ENGLISH))}”, was too far behind" in beyond
    assert "<details>" not in beyond


def test_a_puzzle_for_one_tells_points() -> None:
    asked, puzzle = puzzle_position("lok-n-roll", 1), puzzle_of("lok-n-roll", 1)
    several, alone = (
        SolutionPanel(asked._replace(seats=seats), puzzle, "", ENGLISH).html() for seats in (asked.seats, 1)
    )
    assert "%" in several
    assert "%" not in alone
    assert "<b>9.4</b>" in alone
    assert "Chance" not in alone


# ---------------------------------------------------------------- what nobody may know


@pytest.mark.asyncio
@pytest.mark.parametrize("slug", HIDDEN)
async def test_no_answer_is_in_the_question(database: str, monkeypatch: pytest.MonkeyPatch, slug: str) -> None:
    """The page is the same whichever move is the best, and whatever search says of the others."""
    number = HIDDEN[slug]
    wrong, asked = wrong_answer(slug, number), puzzle_position(slug, number)
    tried = next(word for word in asked.words if word not in (wrong, puzzle_of(slug, number).best))
    paths = (f"/puzzles/{slug}/{number}", f"/puzzles/{slug}/{number}?answer={tried}", "/puzzles", "/")
    async with open_container(database, lambda: NOW) as container, http_client(container) as http:
        pages = [await read(http, path) for path in paths]
        forget()
        monkeypatch.setattr(puzzle_card, "puzzles_of", lambda title: exchanged(title, wrong))
        assert [await read(http, path) for path in paths] == pages
        assert 'data-verdict="right"' in await read(http, f"{paths[0]}?answer={wrong}")


def exchanged(title: Game, best: str) -> PuzzleFile | None:
    """The puzzles of a title as if another move were the best: the last ones of the proof first."""
    file = puzzles_of(title)
    if file is None:
        return None
    found = []
    for puzzle in file.puzzles:
        proof = msgspec.structs.replace(puzzle.proof, moves=puzzle.proof.moves[::-1], nodes=5, chances=[], points=[])
        found.append(msgspec.structs.replace(puzzle, best=best, proof=proof, first_look=proof))
    return msgspec.structs.replace(file, puzzles=found)


@pytest.mark.asyncio
@pytest.mark.parametrize("slug", HIDDEN)
async def test_a_page_tells_what_its_seat_knows_and_no_more(
    database: str, monkeypatch: pytest.MonkeyPatch, slug: str
) -> None:
    """In other worlds that look the same to the seat, the page and its hover cards are the same."""
    number = HIDDEN[slug]
    path, other = f"/puzzles/{slug}/{number}", list[State]()

    def elsewhere(title: Game, file: PuzzleFile, puzzle: Puzzle) -> State:
        state = position_of(title, file, puzzle)
        other.append(state.redraw(state.actor, Random(len(other))))
        assert other[-1].digest() != state.digest(), "something is hidden here"
        return other[-1]

    async def everything() -> list[str]:
        forget()
        asked = [path, f"{path}?answer={wrong_answer(slug, number)}", f"{path}?solution=1", f"{path}?layout=tall"]
        pages = [await read(http, each) for each in asked]
        things = sorted(set(FACT.findall(pages[0])))[:40]
        cards = [await http.get(f"{path}/about", params={"thing": thing}, headers=BROWSER) for thing in things]
        assert {card.status_code for card in cards} == {200}
        return [*pages, *[card.text for card in cards]]

    async with open_container(database, lambda: NOW) as container, http_client(container) as http:
        real = await everything()
        monkeypatch.setattr(positions, "position_of", elsewhere)
        for _ in range(2):
            assert await everything() == real
    assert len(other) == 2


# ---------------------------------------------------------------- withdrawn puzzles


@pytest.mark.asyncio
async def test_address_of_a_withdrawn_puzzle_says_so(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        page = await read(http, "/puzzles/spike/95", status=410)
        assert "This puzzle was withdrawn" in page
        await read(http, "/puzzles/spike/95/about?thing=pile", status=410)
        # and the puzzle before it leads past it
        assert 'href="/puzzles/spike/96"' in await read(http, "/puzzles/spike/94?solution=1")


def test_puzzle_of_the_day_is_never_a_withdrawn_one() -> None:
    shown = [address_of_day(NOW + day * DAY) for day in range(500)]
    found = {(address.title, address.number) for address in shown if address is not None}
    assert found == {(slug, number) for slug, file in puzzle_files().items() for number in file.numbers}


# ---------------------------------------------------------------- refusals


@pytest.mark.asyncio
async def test_what_does_not_exist_is_refused(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        for path in (
            "nothing/1",
            "spike/0",
            "spike/101",
            "spike/-1",
            "spike/999999999999999999999",
            "nothing/1/about?thing=x",
        ):
            await read(http, f"/puzzles/{path}", status=404)
        for path in (
            "answer=",
            "answer=nothing",
            "answer=%3Cscript%3E",
            "solution=perhaps",
            "layout=round",
            "beside=7",
        ):
            status = 200 if path == "answer=" else 400
            page = await read(http, f"/puzzles/spike/71?{path}", status=status)
            assert "<script>" not in page
        legal_elsewhere = next(
            word for word in puzzle_position("spike", 1).words if word not in puzzle_position("spike", 71).words
        )
        await read(http, f"/puzzles/spike/71?answer={legal_elsewhere}", status=400)
        about = "/puzzles/spike/71/about?thing="
        assert (await http.get(f"{about}nothing", headers=BROWSER)).status_code == 404
        assert (await http.get(about + "x" * 500, headers=BROWSER)).status_code == 400
        for method in ("POST", "PUT", "DELETE"):
            assert (await http.request(method, "/puzzles/spike/71")).status_code == 405


@pytest.mark.asyncio
async def test_a_forbidden_move_says_why(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        page = await read(http, "/puzzles/russian-railroads/61")
        dead = re.search(r'class="opt dead"[^>]*data-word="([^"]+)"', page)
        assert dead is not None
        params = {"thing": dead[1]}
        card = (await http.get("/puzzles/russian-railroads/61/about", params=params)).json()["card"]
        assert "Not now" in card


def test_requests_are_charged_by_what_they_cost() -> None:
    assert kind_of("GET", "/puzzles/spike/71") is REPLAY
    assert kind_of("GET", "/puzzles/spike/71/about") is PREVIEW
    assert kind_of("GET", "/puzzles") is kind_of("GET", "/puzzles/today") is PAGE


# ---------------------------------------------------------------- the list, the lobby, and what they cost


@pytest.mark.asyncio
async def test_all_puzzles_are_listed_by_difficulty(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        page = await read(http, "/puzzles")
        for slug, file in puzzle_files().items():
            part = page[page.index(f'id="{slug}"') :].partition("</section>")[0]
            numbers = [int(number) for number in re.findall(rf'href="/puzzles/{slug}/(\d+)"', part)]
            assert numbers == file.numbers
            grades = re.findall(r"<h3>(.*?)</h3>", part)
            assert grades == sorted(set(grades), key=lambda grade: -GRADES.index(grade))
            for number in (numbers[0], numbers[len(numbers) // 2], numbers[-1]):
                here = part.index(f'/puzzles/{slug}/{number}"')
                grade = part[:here].rpartition("<h3>")[2].partition("</h3>")[0]
                assert grade == grade_of(file.puzzles[number - 1], ENGLISH)
        for path in ("/rules", "/rules/spike", "/rules/spike/board", "/rules/spike/summary", "/"):
            assert 'href="/puzzles#spike"' in await read(http, path), path


@pytest.mark.asyncio
async def test_everybody_has_the_same_puzzle_on_a_day(database: str) -> None:
    now = [NOW // DAY * DAY]
    async with open_container(database, lambda: now[0]) as container, http_client(container) as http:
        days = []
        for _ in range(5):
            first = await todays(http)
            now[0] += DAY - 1
            assert await todays(http) == first, "until midnight"
            now[0] += 1
            days.append(first)
        assert len(set(days)) == 5
        assert len({path.split("/")[2] for path in days[:4]}) == len(titles())


async def todays(http: Any) -> str:
    """The path of today's puzzle, from the lobby, the list of all and the redirect."""
    card = card_of_day(http._transport.app.container.tables.now(), ENGLISH)
    assert card is not None
    path = f"/puzzles/{card.title.slug}/{card.number}"
    for page in ("/", "/puzzles"):
        text = await read(http, page)
        shown = text[text.index('class="daily"') :].partition("</section>")[0]
        assert f'href="{path}"' in shown
        assert f'<span class="grade">{card.grade}</span>' in shown
        assert card.who in shown
    answer = await http.get("/puzzles/today", headers=BROWSER)
    assert (answer.status_code, answer.headers["location"]) == (303, path)
    assert "Today’s puzzle" in await read(http, path)
    return path


@pytest.mark.asyncio
async def test_the_lobby_replays_no_game_and_reads_each_file_once(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object) -> State:
        raise AssertionError("the lobby needs no position")

    monkeypatch.setattr(positions, "position_of", never)
    async with open_container(database) as container, http_client(container) as http:
        await read(http, "/")
        read_so_far = puzzles.read_puzzles.cache_info().misses
        files = puzzle_files.cache_info().misses
        for _ in range(3):
            await read(http, "/")
            await read(http, "/puzzles")
        assert puzzles.read_puzzles.cache_info().misses == read_so_far
        assert puzzle_files.cache_info().misses == files


@pytest.mark.asyncio
async def test_a_game_is_replayed_once_and_few_are_kept(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    replayed = []

    def counted(title: Game, file: PuzzleFile, puzzle: Puzzle) -> State:
        replayed.append(puzzle)
        return position_of(title, file, puzzle)

    monkeypatch.setattr(positions, "position_of", counted)
    async with open_container(database) as container, http_client(container) as http:
        for path in ("", "?solution=1", "?layout=tall", "/about?thing=pass"):
            answer = await http.get(f"/puzzles/lok-n-roll/1{path}", headers=BROWSER)
            assert answer.status_code == 200
    assert len(replayed) == 1
    for cache in (puzzle_position, puzzle_parts):
        assert (cache.cache_info().maxsize or 1_000) <= 128


@pytest.mark.asyncio
async def test_a_house_without_puzzles(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_card, "puzzles_of", lambda title: None)
    async with open_container(database) as container, http_client(container) as http:
        assert 'class="daily"' not in await read(http, "/")
        assert "pz-title" not in await read(http, "/puzzles")
        await read(http, "/puzzles/today", status=404)
        await read(http, "/puzzles/spike/1", status=404)

"""The rulebook's pages: every clause is found, has its text, and refers to a part of the board that exists."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from tests.support.service import open_container
from tests.support.web.html_pages import read
from tests.support.web.visitors import http_client
from trainshed.draw.sheet import LAYOUTS, WIDTH
from trainshed.kernel.registry import game, titles
from trainshed.kernel.rulebook import Clause, Rulebook
from trainshed.kernel.translation import ENGLISH
from trainshed.locale import LANGUAGES, speech
from trainshed.web.pages.rulebook import book, example, guide, summary
from trainshed.web.pages.rulebook.clause_search import SearchedText, SearchQuery, shown, wanted, words_of
from trainshed.web.pages.rulebook.guide import GuideError, guide_of, read_guide, spread
from trainshed.web.pages.rulebook.stems import folded
from trainshed.web.pages.rulebook.summary import SummaryError, read_summary, summaries, summary_in
from trainshed.web.pages.table.table_parts import slip

SVG = "{http://www.w3.org/2000/svg}"
SMALL = Rulebook([Clause("AB-ONE-01", 1, "One.", "how"), Clause("AB-ONE-02", 1, "Two.", "how")])


def ids(slug: str, question: str, language: str = "en") -> list[str]:
    return [each.id for section in book.sections(slug, speech(language), question) for each in section.entries]


# ---------------------------------------------------------------- clauses and parts of the board


@pytest.mark.parametrize("slug", titles())
def test_every_clause_speaks_of_a_part_of_the_board(slug: str) -> None:
    found = guide_of(slug)
    assert [clause.id for clause in game(slug).rulebook if found.part_of(clause.id) not in found.parts] == []
    spoken_of = {found.part_of(clause.id) for clause in game(slug).rulebook}
    assert spoken_of == set(found.parts)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("slug", titles())
def test_every_part_is_drawn(slug: str, layout: str) -> None:
    """Inside the sheet, with something printed or lying in it."""
    for language in LANGUAGES:
        board = example.example(slug, language, layout)
        assert board is not None
        assert board.width == WIDTH[layout]
        assert {name for name, _ in board.parts} == set(guide_of(slug).parts)
        for name, area in board.parts:
            assert min(area.w, area.h) >= 18, name
            assert (min(area.x, area.y) >= 0) & (area.x + area.w <= board.width), name
            assert area.y + area.h <= board.height, name
    drawn = ElementTree.fromstring(
        f'<svg xmlns="http://www.w3.org/2000/svg">{example.picture(slug, "en", layout)}</svg>'
    )
    assert {each.get("data-part") for each in drawn.iter(f"{SVG}rect")} - {None} == set(guide_of(slug).parts)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("slug", titles())
def test_a_part_is_outlined_and_named(slug: str, layout: str) -> None:
    board = example.example(slug, "es", layout)
    assert board is not None
    for part in guide_of(slug).parts:
        drawn = str(example.picture(slug, "es", layout, part))
        assert drawn.count('class="part-frame"') == len(board.areas(part))
        assert drawn.count('id="here"') == 1
        assert guide_of(slug).part_name(part, "es").split()[0] in drawn[drawn.index('class="part-here"') :]
        ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{drawn}</svg>')


@pytest.mark.parametrize("slug", titles())
def test_everything_has_a_name_in_every_language(slug: str) -> None:
    title, found = game(slug), guide_of(slug)
    assert set(found.written.area) == set(title.rulebook.areas)
    assert {origin.path.partition("[")[0] for origin in title.pack.origins()} == set(found.written.content)
    for names in (*found.written.area.values(), *found.written.part.values(), *found.written.content.values()):
        assert all(getattr(names, language) for language in LANGUAGES), names
    for kind in (found.written.area, found.written.part):
        for language in LANGUAGES:
            said = [getattr(names, language) for names in kind.values()]
            assert len(set(said)) == len(said)


@pytest.mark.parametrize(
    "text",
    [
        "[area.TWO]\nen = 'x'",
        "[area.ONE]\nen = 'x'\npart = 'gone'",
        "[area.ONE]\npart = 'a'",
        "[part.a]\nen = 'x'\n[clauses]\na = ['AB-ONE-03']",
        "[clauses]\na = ['AB-ONE-01']",
        "[part.a]\nen = 'x'\n[part.b]\nen = 'y'\n[clauses]\na = ['AB-ONE-01..02']\nb = ['AB-ONE-02']",
        "[clauses]\na = ['AB-ONE-x']",
        "[part.a]\nde = 'x'",
        "[part",
    ],
)
def test_a_guide_that_does_not_fit(text: str) -> None:
    with pytest.raises(GuideError):
        read_guide(text, SMALL)


def test_a_title_that_says_nothing_of_its_rulebook() -> None:
    found = read_guide("", SMALL)
    assert (found.parts, found.part_of("AB-ONE-01")) == ([], "")
    assert found.area_name("ONE", "es") == "One"
    assert found.content_name("cards.red_ones", "it") == "cards, red ones"
    named = read_guide("[area.ONE]\nen = 'First'\nes = 'Primero'\npart = 'a'\n[part.a]\nen = 'A'", SMALL)
    assert [named.area_name("ONE", language) for language in LANGUAGES] == ["First", "Primero", "First"]
    assert list(spread(["AB-ONE-09..11", "AB-X-2"])) == ["AB-ONE-09", "AB-ONE-10", "AB-ONE-11", "AB-X-2"]


# ---------------------------------------------------------------- what a page says


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slug", titles())
def test_all_clauses_stand_there_in_their_order(slug: str, language: str) -> None:
    rules = game(slug).rulebook
    found = book.sections(slug, speech(language))
    assert [section.area for section in found] == rules.areas
    entries = [each for section in found for each in section.entries]
    assert sorted(each.id for each in entries) == sorted(clause.id for clause in rules)
    for each in entries:
        assert each.language == rules.text_in(each.id, language)[1]
        assert bool(each.ruling) == bool(rules[each.id].ruling)
        assert each.board == f"/rules/{slug}/board?part={guide_of(slug).part_of(each.id)}#here"
        assert each.part


def test_what_is_reconstructed_is_marked() -> None:
    entries = {each.id: each for section in book.sections("russian-railroads", ENGLISH) for each in section.entries}
    assert entries["RR-ENGTILE-05"].reconstructed
    assert not entries["RR-TURN-01"].reconstructed
    for slug in titles():
        rows = book.printed(slug, "es")
        assert [row.reconstructed for row in rows] == sorted((row.reconstructed for row in rows), reverse=True)
        assert sum(row.entries for row in rows if row.reconstructed) == sum(
            o.reconstructed for o in game(slug).pack.origins()
        )
    assert book.codes("russian-railroads")["EN"].startswith("English rulebook")
    assert book.codes("lok-n-roll") == {}


def test_a_clause_that_names_another_leads_to_it() -> None:
    entries = {each.id: each for section in book.sections("russian-railroads", ENGLISH) for each in section.entries}
    assert '<a href="/rules/russian-railroads#RR-BOARD-13">RR-BOARD-13</a>' in entries["RR-TURN-02"].rule


def test_every_slip_leads_to_its_clause() -> None:
    for slug in titles():
        title = game(slug)
        for clause in title.rulebook:
            text = slip(title, "Title <i>", clause.id, speech("it"))
            assert f'class="slip-id" href="/rules/{slug}#{clause.id}" target="_blank" rel="noopener"' in text
            assert "Title &lt;i&gt;" in text
    assert "href" not in slip(game("lok-n-roll"), "Title", "LR-GONE-99", ENGLISH)
    assert "href" not in slip(game("lok-n-roll"), "Title", "", ENGLISH)


# ---------------------------------------------------------------- finding


def test_words_are_found_by_their_beginning_whatever_their_accents() -> None:
    assert folded("Última Vía ÑANDÚ straße") == "ultima via nandu strasse"
    everything = ids("lok-n-roll", "")
    found = ids("lok-n-roll", "via destruida", "es")
    assert found == ids("lok-n-roll", "DESTRUIDA VÍA", "es") == ids("lok-n-roll", "  Destruid   vía ", "es")
    assert 0 < len(found) < len(everything)
    for clause in found:
        words = words_of(game("lok-n-roll").rulebook.text_in(clause, "es")[0], "Vías destruidas")
        assert any(word.startswith("destruida") for word in words)
    assert ids("lok-n-roll", "estruida", "es") == []
    assert ids("lok-n-roll", "derail xyzzy") == []
    assert ids("lok-n-roll", "<b>") == ids("lok-n-roll", "b")


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("RR-TURN-02", ["RR-TURN-02"]),
        ("rr-turn-02", ["RR-TURN-02"]),
        ("turn-02", ["RR-TURN-02"]),
        ("(RR-TURN-02).", ["RR-TURN-02"]),
        ("rr-turn-0", [f"RR-TURN-{number:02}" for number in range(1, 10)]),
        ("RR-PLAYERS2-07", ["RR-PLAYERS2-07"]),
        ("RR-TURN-02 empty", []),
        ("RR-TURN-02 bottom", ["RR-TURN-02"]),
        ("RR-TURN-02 RR-AUX-09", ["RR-TURN-02", "RR-AUX-09"]),
        ("LR-TURN-02", []),
    ],
)
def test_clauses_are_found_by_their_number(question: str, found: list[str]) -> None:
    assert ids("russian-railroads", question) == found


def test_every_clause_is_found_by_its_number_alone() -> None:
    for slug in titles():
        known = book.known(slug, "en")
        for clause in game(slug).rulebook:
            look = wanted(clause.id, clause.id[:2])
            assert [each.clause.id for each in book.ranked(known, look)] == [clause.id]


@pytest.mark.parametrize(
    ("slug", "language", "questions", "clause"),
    [
        ("russian-railroads", "en", "placing workers|Worker placed|how do I place a worker", "RR-TURN-04"),
        ("russian-railroads", "en", "what does an engineer cost|costs of engineers", "RR-ENGINEER-02"),
        ("lok-n-roll", "es", "vía destruida|destruidas vias|VÍAS DESTRUIDAS|destruye la vía", "LR-BROKEN-02"),
        ("lok-n-roll", "es", "descarrilar|descarrilado|descarrilamientos|cuándo se descarrila", "LR-DERAIL-01"),
        ("spike", "it", "carte pescate|pescando una carta|come si pesca la carta", "SP-ROUND-05"),
        ("first-class", "it", "carrozza|carrozze", "FC-COMP-10"),
    ],
)
def test_words_are_found_in_all_their_forms_and_in_any_order(
    slug: str, language: str, questions: str, clause: str
) -> None:
    for question in questions.split("|"):
        assert clause in ids(slug, question, language), question


def test_the_best_clauses_come_first() -> None:
    """What a rule itself says counts more than its area and its rulings, and a word more than its stem or beginning."""
    texts = [
        (words_of("A worker is placed."), words_of("Scoring")),
        (words_of("Workers score."), words_of("Placing")),
        (words_of("Nothing."), words_of("A worker's place, scored.")),
    ]
    searched = [(SearchedText(rule, "en", 4), SearchedText(more, "en", 1)) for rule, more in texts]

    def order(question: str) -> list[int]:
        look = wanted(question, "RR").among(
            {"en": words_of(*(word for pair in texts for part in pair for word in part))}
        )
        found = [(look.relevance("RR-ONE-01", each), number) for number, each in enumerate(searched)]
        return [number for how, number in sorted(found, key=lambda one: -one[0]) if how]

    assert order("worker") == [0, 1, 2]
    assert order("workers") == [1, 0, 2]
    assert order("score") == [1, 0, 2]
    assert order("place") == [0, 2, 1]
    assert order("work") == [0, 1, 2]
    assert order("placed workers scoring") == [0, 1, 2]
    assert order("rails") == []
    found = ids("russian-railroads", "scoring")
    assert found.index("RR-SCORE-01") < found.index("RR-SETUP-02")


def test_what_was_found_is_marked() -> None:
    said = "La Vía, y el <b>más</b> atávico & vïas viable"
    look = wanted("via <b el", "LR").among({"es": words_of(said)})
    text = str(shown(said, look, lambda _: None, language="es"))
    assert text == (
        "La <mark>Vía</mark>, y <mark>el</mark> &lt;<mark>b</mark>&gt;más&lt;/<mark>b</mark>&gt; atávico"
        " &amp; <mark>vïas</mark> <mark>via</mark>ble"
    )
    assert shown("a & b", SearchQuery(), lambda _: None) == "a &amp; b"
    plain = str(
        shown("see LR-TURN-02 and LR-GONE-99", SearchQuery(), lambda id_: f'/x?"#{id_}' if "TURN" in id_ else None)
    )
    assert plain == 'see <a href="/x?&quot;#LR-TURN-02">LR-TURN-02</a> and LR-GONE-99'
    assert shown("LR-TURN-02", SearchQuery(), lambda id_: "/x", aside=True) == (
        '<a href="/x" target="_blank" rel="noopener">LR-TURN-02</a>'
    )
    text = slip(game("russian-railroads"), "", "RR-TURN-02", ENGLISH)
    assert '<a href="/rules/russian-railroads#RR-BOARD-13" target="_blank" rel="noopener">RR-BOARD-13</a>' in text


# ---------------------------------------------------------------- a first game on one page


@pytest.mark.parametrize("slug", titles())
def test_a_first_game_is_told_alike_in_every_language(slug: str) -> None:
    found = summaries(slug)
    assert set(found) == set(LANGUAGES)
    rules = {clause.rule for clause in game(slug).rulebook}
    for language in LANGUAGES:
        told = summary_in(slug, language)
        assert told == (found[language], language)
        assert found[language].shape == found["en"].shape
    for kind in ("goal", "turn", "end", "forget"):
        for items in zip(*(getattr(found[language], kind) for language in LANGUAGES), strict=True):
            assert len({item.text for item in items}) == len(LANGUAGES)
            assert items[0].text not in rules, "in our own words"
            numbers = [sorted(re.findall(r"\d+", item.text)) for item in items]
            assert numbers[0] == numbers[1] == numbers[2], items[0].text


ITEM = "[[{0}]]\ntext = 'x'\nclauses = ['AB-ONE-01']\n"
WHOLE = ITEM.format("goal") + ITEM.format("turn") + ITEM.format("end") + 5 * ITEM.format("forget")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[[goal",
        WHOLE.replace("goal", "aim"),
        WHOLE + ITEM.format("forget"),
        WHOLE.replace("AB-ONE-01", "AB-ONE-09", 1),
        WHOLE.replace("['AB-ONE-01']", "[]", 1),
        "goal = []\n" + WHOLE.removeprefix(ITEM.format("goal")),
    ],
)
def test_a_summary_that_cannot_be_shown(text: str) -> None:
    read_summary(WHOLE, SMALL)
    with pytest.raises(SummaryError):
        read_summary(text, SMALL)


def test_titles_without_these_files_have_none_of_these_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (summary, example, guide):
        monkeypatch.setattr(module, "own_text", lambda title, name: "")
    assert summaries.__wrapped__("lok-n-roll") == {}
    assert example.example.__wrapped__("lok-n-roll", "en", "wide") is None
    assert guide_of.__wrapped__("lok-n-roll").parts == []
    half = {
        "text/summary.toml": (WHOLE * 2).replace("AB-ONE", "LR-TURN"),
        "text/summary.it.toml": WHOLE.replace("AB-ONE", "LR-TURN"),
    }
    whole = {**half, "text/summary.toml": WHOLE.replace("AB-ONE", "LR-TURN")}
    monkeypatch.setattr(summary, "own_text", lambda title, name: whole.get(name, ""))
    assert set(summaries.__wrapped__("lok-n-roll")) == {"en", "it"}
    del whole["text/summary.toml"]
    with pytest.raises(SummaryError):
        summaries.__wrapped__("lok-n-roll")


# ---------------------------------------------------------------- pages


@pytest.mark.asyncio
async def test_the_pages_of_a_rulebook(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        listed = await read(http, "/rules")
        for slug in titles():
            for page in ("", "/board", "/summary"):
                assert f'href="/rules/{slug}{page}"' in listed
            text = await read(http, f"/rules/{slug}")
            assert [clause.id for clause in game(slug).rulebook if text.count(f'id="{clause.id}"') != 1] == []
            assert all(
                f'href="#area-{area}"' in text and f'id="area-{area}"' in text for area in game(slug).rulebook.areas
            )
            assert text.count('class="ruling"') == sum(bool(c.ruling or c.discrepancy) for c in game(slug).rulebook)
            assert 'class="rebuilt"' in text
            sheet = await read(http, f"/rules/{slug}/summary", languages="it")
            told = summaries(slug)["it"]
            assert sheet.count('class="cites"') == sum(map(len, told.shape))
        lobby = await read(http, "/")
        assert 'href="/rules/russian-railroads"' in lobby
        assert 'href="/rules/lok-n-roll/summary"' in lobby
        for path in (
            "/rules/nothing",
            "/rules/nothing/board",
            "/rules/nothing/summary",
            "/rules/lok-n-roll/board?part=x",
        ):
            await read(http, path, status=404)


@pytest.mark.asyncio
async def test_finding_needs_no_script(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        text = await read(http, "/rules/lok-n-roll?q=descarr", languages="es")
        assert "<mark>descarr</mark>" in text.lower()
        assert text.count('class="clause"') == len(ids("lok-n-roll", "descarr", "es")) > 0
        assert 'value="descarr"' in text
        assert 'id="printed"' not in text
        none = await read(http, "/rules/lok-n-roll?q=%3Cscript%3E%22xyzzy")
        assert 'class="clause"' not in none
        assert 'class="emptyb"' in none
        assert "<script>&" not in none
        assert 'value="&lt;script&gt;&#34;xyzzy"' in none
        english = await read(http, "/rules/lok-n-roll?q=LR-PASS-04", languages="de")
        assert english.count('class="clause"') == 1
        long = await read(http, "/rules/lok-n-roll?q=" + "a" * 4000)
        assert "a" * 121 not in long


@pytest.mark.asyncio
async def test_what_is_not_translated_says_so(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = game("lok-n-roll").rulebook
    monkeypatch.setitem(rules.translated, "it", {})
    book.known.cache_clear()
    try:
        async with open_container(database) as container, http_client(container) as http:
            text = await read(http, "/rules/lok-n-roll?q=LR-PASS-01", languages="it")
            assert f'<p lang="en">{rules["LR-PASS-01"].rule}</p>' in text
    finally:
        book.known.cache_clear()


# ---------------------------------------------------------------- for readers, not for programs

CODE = re.compile(
    r"\b[a-z0-9]+_[a-z0-9_]+\b(?!\.php|\.py)|[{}]|'[a-z_]+'|\w\s*->\s*\w|\b(?:True|False|None)\b|\w+\.md\b|\d\.\.\w|\bconfig\b"
    r"|option [a-z]+ =|= (?:true|false|yes|no)\b"
)
"""A name of an option or a file, a set, a quoted value or another sign of code."""


@pytest.mark.parametrize("slug", titles())
def test_rulings_are_sentences_without_code(slug: str) -> None:
    for section in book.sections(slug, ENGLISH):
        for entry in section.entries:
            for text in (entry.rule, entry.ambiguity, entry.ruling, entry.discrepancy, entry.source):
                said = re.sub(r"<[^>]*>", "", text)
                assert not CODE.search(said), f"{entry.id}: {said}"
    for part in book.printed(slug, "en"):
        assert not CODE.search(f"{part.source} {part.note}"), part

"""Rulebook pages of a title whose areas have several parts: pages, slips, search and languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.games.fake_titles import install
from tests.support.service import open_container
from tests.support.web.html_pages import read
from tests.support.web.visitors import http_client
from trainshed.kernel.content import Pack
from trainshed.kernel.game import Title, title_file
from trainshed.kernel.registry import game
from trainshed.kernel.rulebook import Citations, Rulebook
from trainshed.kernel.translation import ENGLISH
from trainshed.kernel.vocabulary import Vocabulary
from trainshed.locale import speech
from trainshed.web.pages.rulebook import book
from trainshed.web.pages.rulebook.guide import GuideError, read_guide
from trainshed.web.pages.table.table_parts import slip

SPANISH = '[[clause]]\nid = "OC-MODULE-A-01"\nrule = "Una regla del módulo A."\n'


class OnlyRules(Title):
    """A title that has clauses and nothing else."""

    seat_counts = (2, 3, 4)

    def __init__(self, edition: int = 1, pack: Pack | None = None) -> None:
        super().__init__(edition, pack or Pack({}), Vocabulary(["pass"]), (), Citations())

    def has_part(self, name: str) -> bool:
        return False


class OtherClass(OnlyRules):
    slug, name = "other-class", "Other Class"


@pytest.fixture
def one_more(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A title with the clauses of First Class under other letters; one of them is translated."""
    clauses = Path(str(title_file("trainshed.games.first_class", "rules.toml"))).read_text(encoding="utf-8")
    (tmp_path / "rules.toml").write_text(clauses.replace("FC-", "OC-"), encoding="utf-8")
    (tmp_path / "rules.es.toml").write_text(SPANISH, encoding="utf-8")
    install(monkeypatch, other_class=OtherClass)
    made = game("other-class")
    assert isinstance(made, OtherClass)
    made._rulebook = Rulebook.read(tmp_path / "rules.toml", lambda language: tmp_path / f"rules.{language}.toml")


def ids(slug: str, question: str, language: str = "en") -> list[str]:
    return [each.id for section in book.sections(slug, speech(language), question) for each in section.entries]


@pytest.mark.usefixtures("one_more")
def test_clauses_with_areas_of_several_parts_are_found() -> None:
    whole = game("other-class").rulebook
    of_a = [clause.id for clause in whole if clause.area == "MODULE-A"]
    assert len(of_a) > 5
    for question in ("OC-MODULE-A-01", "oc-module-a-01", "module-a-01", "a-01", "(MODULE-A-01)."):
        assert ids("other-class", question) == ["OC-MODULE-A-01"], question
    for question in ("OC-MODULE-A", "oc-module-a-", "module-a", "Module-A"):
        assert ids("other-class", question) == of_a, question
    assert ids("other-class", "module-a xyzzy") == []
    assert set(ids("other-class", "oc-module")) == {clause.id for clause in whole if "MODULE" in clause.id}
    for slug in ("other-class", "spike"):
        for clause in game(slug).rulebook:
            assert ids(slug, clause.id) == [clause.id]


@pytest.mark.usefixtures("one_more")
def test_areas_of_several_parts_have_names_parts_and_languages() -> None:
    sections = {section.area: section for section in book.sections("other-class", speech("es"))}
    assert sections["MODULE-A"].name == "Module A"
    rules = {each.id: each for each in sections["MODULE-A"].entries}
    assert (str(rules["OC-MODULE-A-01"].rule), rules["OC-MODULE-A-01"].language) == ("Una regla del módulo A.", "es")
    assert rules["OC-MODULE-A-02"].language == "en"
    written = "[area.MODULE-A]\nen = 'Module A'\nit = 'Modulo A'\npart = 'cards'\n[part.cards]\nen = 'Cards'\n"
    guide = read_guide(f"{written}[clauses]\ncards = ['OC-MODULE-B-01..03']", game("other-class").rulebook)
    assert guide.part_of("OC-MODULE-A-04") == guide.part_of("OC-MODULE-B-03") == "cards"
    assert guide.part_of("OC-MODULE-B-04") == guide.part_of("OC-TURN-01") == ""
    assert guide.area_name("MODULE-A", "it") == "Modulo A"
    with pytest.raises(GuideError):
        read_guide("[area.MODULE]\nen = 'x'", game("other-class").rulebook)


@pytest.mark.usefixtures("one_more")
def test_slips_link_clauses_with_areas_of_several_parts() -> None:
    title = game("other-class")
    assert 'href="/rules/other-class#OC-MODULE-A-01"' in slip(title, "x", "OC-MODULE-A-01", ENGLISH)
    naming = [clause for clause in title.rulebook if "OC-MODULE-" in clause.rule]
    for clause in naming:
        assert 'href="/rules/other-class#OC-MODULE-' in slip(title, "x", clause.id, ENGLISH)


@pytest.mark.asyncio
@pytest.mark.usefixtures("one_more")
async def test_the_pages_of_such_a_rulebook(database: str) -> None:
    async with open_container(database) as container, http_client(container) as http:
        for slug in ("other-class", "spike"):
            text = await read(http, f"/rules/{slug}")
            rules = game(slug).rulebook
            assert [clause.id for clause in rules if text.count(f'id="{clause.id}"') != 1] == []
            assert [area for area in rules.areas if f'id="area-{area}"' not in text] == []
        found = await read(http, "/rules/other-class?q=module-a-01", languages="es")
        assert found.count('class="clause"') == 1
        assert "Una regla del módulo A." in found

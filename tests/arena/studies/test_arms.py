"""The arms of a study: what they are called, and what they are played with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import trainshed
from tests.arena.studies.studies import BONUS, study
from trainshed.arena.studies.arms import USUAL, tables
from trainshed.arena.studies.content_path import with_value
from trainshed.arena.studies.study_file import Factor, StudyError
from trainshed.bots.bot import UnknownBot
from trainshed.kernel.options import SetupError
from trainshed.kernel.registry import UnknownTitle
from trainshed.kernel.registry import game as find_game

RR = "russian-railroads"
DOUBLERS = Factor("doublers", ["1", "2"], option="start_bonus_doublers")
COST = Factor("cost", [0, 1, 2], content="engineer[number=2].roubles")
BOTS = Factor("bots", ["random", ["thumb", "random"]], bots=True)


def test_one_factor_differs_at_a_time() -> None:
    (table,) = tables(study(title=RR, factors=[DOUBLERS, COST, BOTS]))
    assert [arm.name for arm in table.arms] == [USUAL, "doublers: 2", "cost: 1", "cost: 2", "bots: thumb, random"]
    assert table.arms[1].values == {"doublers": "2", "cost": "0", "bots": "random"}
    usual, doublers, cheap, dear, bots = table.arms
    assert usual.options["start_bonus_doublers"] == "1"
    assert doublers.options == {**usual.options, "start_bonus_doublers": "2"}
    assert usual.content == doublers.content == bots.content == ""
    for arm, roubles in ((cheap, 1), (dear, 2)):
        pack = with_value(trainshed.game(RR).pack, "engineer[number=2].roubles", roubles)
        assert arm.pack == pack.digest
        assert find_game(RR, None, arm.pack).pack.digest == pack.digest
        assert arm.content
    assert (usual.bots, bots.bots) == (("random", "random"), ("thumb", "random"))


def test_settings_that_are_not_compared_have_all_their_values_in_their_names() -> None:
    (table,) = tables(study(title=RR, factors=[DOUBLERS, BOTS], compare=False))
    assert [arm.name for arm in table.arms] == [
        "doublers: 1, bots: random",
        "doublers: 2, bots: random",
        "doublers: 1, bots: thumb, random",
    ]


def test_every_combination_can_be_asked_for() -> None:
    (table,) = tables(study(title=RR, factors=[DOUBLERS, COST], combine=True))
    assert [arm.name for arm in table.arms] == [
        USUAL,
        "cost: 1",
        "cost: 2",
        "doublers: 2",
        "doublers: 2, cost: 1",
        "doublers: 2, cost: 2",
    ]
    with pytest.raises(StudyError, match="arms or more"):
        tables(
            study(
                title=RR, factors=[Factor(str(at), COST.values, content=COST.content) for at in range(5)], combine=True
            )
        )


def test_a_title_is_played_at_all_its_tables_by_itself() -> None:
    found = tables(study(title="", titles=["lok-n-roll", "spike"], seats=[], factors=[]))
    assert [(table.title, table.seats) for table in found] == [
        (t, s) for t in ("lok-n-roll", "spike") for s in (2, 3, 4)
    ]
    assert [(table.seats) for table in tables(study(title="lok-n-roll", seats=[1, 4], factors=[]))] == [1, 4]


def test_bots_are_repeated_until_all_seats_are_taken() -> None:
    (table,) = tables(study(title="spike", seats=[4], bots=["thumb", "random"], factors=[]))
    assert table.arms[0].bots == ("thumb", "random", "thumb", "random")


def test_a_value_that_does_not_exist_at_a_table_is_left_out_there() -> None:
    """Solo modes are for one seat."""
    mode = Factor("mode", ["solo", "challenge"], option="mode")
    found = tables(study(title="lok-n-roll", seats=[1, 2], factors=[mode]))
    assert [[arm.name for arm in table.arms] for table in found] == [[USUAL, "mode: challenge"], [USUAL]]


def test_packs_are_files_beside_the_study(tmp_path: Path) -> None:
    text = Path(trainshed.__file__).parent.joinpath("games/lok_n_roll/content.toml").read_text(encoding="utf-8")
    changed = text.replace("count = 5\n", "count = 4\n", 1)
    assert changed != text
    (tmp_path / "dear.toml").write_text(changed, encoding="utf-8")
    packs = Factor("cards", ["built-in", "dear.toml"], pack=True)
    (table,) = tables(study(str(tmp_path), title="lok-n-roll", factors=[packs]))
    assert [arm.name for arm in table.arms] == [USUAL, "cards: dear.toml"]
    assert table.arms[0].content == ""
    assert table.arms[1].pack != table.arms[0].pack
    (alone,) = tables(study(str(tmp_path), title="lok-n-roll", factors=[], pack="dear.toml"))
    assert alone.arms[0].pack == table.arms[1].pack
    with pytest.raises(StudyError, match="there is no content pack"):
        tables(study(str(tmp_path), title="lok-n-roll", factors=[], pack="none.toml"))


def test_what_cannot_be_played_is_refused_before_anything_is() -> None:
    refused: list[tuple[dict[str, Any], type[Exception], str]] = [
        ({"title": "monopoly"}, UnknownTitle, "no title"),
        ({"title": "spike", "seats": [5]}, StudyError, "is played by 2, 3, 4, not by 5"),
        ({"title": "spike", "bots": ["oracle"]}, UnknownBot, "no bot"),
        ({"title": "spike", "bots": ["random"] * 3}, StudyError, "3 bots for 2 seats"),
        ({"title": "spike", "factors": [BONUS]}, StudyError, "has no option bonus"),
        ({"title": RR, "factors": [Factor("d", ["1", "9"], option="start_bonus_doublers")]}, SetupError, "is one of"),
        ({"title": RR, "factors": [Factor("d", [0, 1], content="engineer.cost")]}, StudyError, "cost is missing"),
    ]
    for changes, error, said in refused:
        with pytest.raises(error, match=said):
            tables(study(**{"factors": [], **changes}))


def test_several_places_of_the_content_change_together() -> None:
    rows = Factor("long", [[5, 3], [4, 4]], content=["card[row 1].count", "card[row 2].count"])
    (table,) = tables(study(title="lok-n-roll", factors=[rows]))
    pack = find_game("lok-n-roll", None, table.arms[1].pack).pack
    assert [row["count"] for row in pack.data["card"]][:3] == [4, 4, 3]
    assert table.arms[0].content == ""

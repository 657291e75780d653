"""The capacity model: what it makes of costs and habits, worked out by hand."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from bench.parts.capacity import Costs, Habits, Load, ServiceCosts, TitleCosts, add, costs_of, read, written
from bench.scale_check import reached


def costs(**given: float) -> Costs:
    """One title where everything costs nothing except what is given."""
    names = {kind: set(kind.__struct_fields__) for kind in (ServiceCosts, TitleCosts)}
    found = {kind: {name: given.get(name, 0.0) for name in names[kind]} for kind in names}
    assert set(given) <= names[ServiceCosts] | names[TitleCosts]
    return Costs(ServiceCosts(**found[ServiceCosts]), {"a-title": TitleCosts(**found[TitleCosts])})


def test_every_page_at_a_table_is_drawn_after_each_move_and_each_turn_of_a_bot() -> None:
    habits = Habits(seconds_a_move=10, people_a_table=4, spectators_a_table=0, bot_turns_a_move=0.5)
    load = habits.load(1_000)  # 100 moves and 50 turns of bots a second, four pages each
    assert load.updates == 600
    assert load.pages == 1_000
    assert costs(update_us=10_000).web(load) == pytest.approx(6.0)


def test_spectators_share_one_page() -> None:
    alone = Habits(seconds_a_move=10, people_a_table=4, spectators_a_table=1, bot_turns_a_move=0).load(1_000)
    many = Habits(seconds_a_move=10, people_a_table=4, spectators_a_table=11, bot_turns_a_move=0).load(1_000)
    assert (alone.updates, alone.readers) == (500, 0)
    assert (many.updates, many.readers) == (500, 1_000)


@pytest.mark.parametrize(
    ("happens", "cost"),
    [
        ("moves", "move_us"),
        ("updates", "update_us"),
        ("readers", "reader_us"),
        ("previews", "preview_us"),
        ("api_previews", "api_preview_us"),
        ("documents", "load_us"),
        ("openings", "open_us"),
        ("reconnects", "late_us"),
        ("unchanged", "same_us"),
        ("lobbies", "lobby_us"),
        ("pages", "page_second_us"),
    ],
)
def test_whatever_happens_costs_the_web_process_what_was_measured(happens: str, cost: str) -> None:
    assert costs(**{cost: 500.0}).web(Load(**{happens: 1_000.0})) == pytest.approx(0.5)


def test_the_first_update_of_a_page_is_paid_by_whoever_opens_it() -> None:
    found = costs(open_us=1_000, update_us=10_000, first_us=30_000, return_us=2_000, start_ms=0)
    assert found.web(Load(openings=1.0)) == pytest.approx(0.021)
    assert found.restart(100) == pytest.approx(2.2)


def test_nothing_that_happens_is_free() -> None:
    ten = costs(**dict.fromkeys((*ServiceCosts.__struct_fields__, *TitleCosts.__struct_fields__), 10.0))
    for name in Load.__struct_fields__:
        load = Load(**{name: 1.0})
        assert ten.web(load) + ten.workers(load) > 0, name


def test_the_longer_a_stream_is_away_the_more_often_it_has_missed_a_move() -> None:
    short, long = (Habits(seconds_away=seconds, reconnects_an_hour=36).load(100) for seconds in (1.0, 60.0))
    for load in (short, long):
        assert load.reconnects + load.unchanged == pytest.approx(1.0)
    assert short.reconnects < 0.2
    assert long.reconnects > 0.99


def test_a_restart_is_the_start_and_all_pages_that_come_back() -> None:
    assert costs(start_ms=1_500, return_us=20_000).restart(500) == pytest.approx(11.5)


def test_the_median_of_the_rounds_counts_and_the_rest_is_as_stored() -> None:
    stored = costs(move_us=1, update_us=2, lobby_us=3)
    samples: dict[str, dict[str, list[float]]] = {}
    for value in (30.0, 10.0, 80.0):
        add(samples, "a-title", {"update_us": value})
    found = costs_of(samples, stored)
    assert found.titles["a-title"].update_us == 30
    assert found.titles["a-title"].move_us == 1
    assert found.service == stored.service


def test_stored_figures_have_a_spread_and_cover_the_model() -> None:
    stored, figures = read()
    assert set(stored.titles) == {"lok-n-roll", "russian-railroads"}
    for named in figures.values():
        for median, least, most in named.values():
            assert least <= median <= most
    again = msgspec.toml.decode(written(figures))
    assert {part: set(named) for part, named in again.items()} == {part: set(named) for part, named in figures.items()}


def test_figures_without_pages_are_refused(tmp_path: Path) -> None:
    """A model of moves and shared streams alone is out by a factor of fifty."""
    _, figures = read()
    for named in figures.values():
        named.pop("update_us", None)
    file = tmp_path / "figures.toml"
    file.write_text(written(figures), encoding="utf-8")
    with pytest.raises(msgspec.ValidationError, match="update_us"):
        read(file)


def test_a_prediction_is_good_within_a_third() -> None:
    assert reached(1.0)
    assert reached(0.7)
    assert reached(1.3)
    assert not reached(0.66)
    assert not reached(1.34)

"""The rows of the display: when they are cleared, and what happens to the start-player tile."""

from __future__ import annotations

from random import Random

import pytest

from tests.support.games.first_class.positions import (
    BOX,
    GAME,
    after,
    barred,
    do,
    full_display,
    legal,
    new_game,
    only,
    position,
    show,
    turn_of,
)
from tests.support.seeds import SEED
from trainshed.games.first_class import events
from trainshed.games.first_class.rules.state import FirstClassState
from trainshed.kernel.events import Event

SEATS = [2, 3, 4]


def take(state: FirstClassState, word: str) -> list[Event]:
    """The seat whose turn it is takes a card and ignores it; the next seat begins its turn."""
    heard = do(state, word, "ignore", "leave")
    turn_of(state, (state.turn + 1) % state.seats)
    return heard


def row(state: FirstClassState, number: int) -> list[str]:
    """The names of the cards that lie in a row, "" where none lies."""
    names: list[str] = state.view(None).rows[6 * number - 6 : 6 * number]
    return names


@pytest.mark.clause("FC-ROW-01", "FC-ROW-03")
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_row_is_cleared_as_soon_as_so_many_cards_as_players_are_taken(seats: int, number: int) -> None:
    state = full_display(position(seats))
    cards = row(state, number)
    # given all but one of the cards that clear it / then the others lie where they were
    columns = [6, 2, 4, 1][:seats]
    for column in columns[:-1]:
        heard = take(state, f"take:{number}:{column}")
        assert only(heard, events.RowCleared) == []
    left = ["" if column in columns[:-1] else cards[column - 1] for column in range(1, 7)]
    assert row(state, number) == left
    # when as many as players have left the row / then its other 4, 3 or 2 cards are gone at once
    removed = state.removed
    heard = do(state, f"take:{number}:{columns[-1]}")
    cleared = only(heard, events.RowCleared)
    assert [event.row for event in cleared] == [number - 1]
    assert sorted(cleared[0].cards) == sorted({*cards} - {cards[column - 1] for column in columns})
    assert len(cleared[0].cards) == {2: 4, 3: 3, 4: 2}[seats]
    assert state.removed == removed + 6 - seats
    assert row(state, number) == [""] * 6
    # and no other row
    for other in {1, 2, 3} - {number}:
        assert "" not in row(state, other)


@pytest.mark.clause("FC-ROW-01")
def test_cards_of_different_rows_are_counted_apart() -> None:
    state = full_display(position(2))
    for number in (1, 2, 3):
        assert only(take(state, f"take:{number}:1"), events.RowCleared) == []
    assert state.row_taken == [1, 1, 1]
    assert len(legal_takes(state)) == 15


def legal_takes(state: FirstClassState) -> list[str]:
    return [word for word in legal(state) if word.startswith("take:")]


@pytest.mark.clause("FC-ROW-02")
def test_cards_of_a_cleared_row_cannot_be_taken() -> None:
    state = full_display(position(2))
    take(state, "take:2:1")
    # given a row of which one card is gone / then that place is empty, which is another reason
    assert barred(state, "take:2:1") == "FC-TURN-02"
    take(state, "take:2:2")
    # given a row that was cleared / then none of its places can be chosen
    for column in range(1, 7):
        assert barred(state, f"take:2:{column}") == "FC-ROW-02"
    assert len(legal_takes(state)) == 12


@pytest.mark.clause("FC-ROW-02")
@pytest.mark.parametrize("seats", SEATS)
def test_a_removed_card_never_comes_back(seats: int) -> None:
    state, rng = new_game(seats, None), Random(f"{SEED} removed {seats}")
    gone: set[str] = set()
    while not state.over:
        state.apply(rng.choice(state.moves()))
        heard = state.heard or []
        assert not gone & {event.card for event in only(heard, events.CardDealt)}
        assert not gone & {event.card for event in only(heard, events.CardTaken)}
        for cleared in only(heard, events.RowCleared):
            gone |= set(cleared.cards)
        gone |= {event.card for event in only(heard, events.CardDiscarded)}
    assert not gone & {name for names in state.view(None).taken for name in names}
    assert len(gone) >= 18 * (6 - seats)


@pytest.mark.clause("FC-ROW-04")
def test_the_tile_stays_when_the_first_row_is_cleared() -> None:
    state = full_display(position(2))
    take(state, "take:1:1")
    take(state, "take:1:2")
    # given a cleared row 1 / then the tile is there still, and the leftmost card of row 2 is the one it removes
    assert row(state, 1) == [""] * 6
    assert "tile" in legal(state)
    first = row(state, 2)[0]
    heard = do(state, "tile")
    assert [event.card for event in only(heard, events.CardDiscarded)] == [first]


@pytest.mark.clause("FC-ROW-04")
def test_the_tile_stays_until_it_is_taken() -> None:
    # given only the last row / then the tile can be taken as long as nobody has it
    state = show(position(3), "x1-car-1-1 x1-car-1-2", row=3)
    state.row_taken = [3, 3, 1]
    assert "tile" in legal(state)
    take(state, "take:3:1")
    assert "tile" in legal(state)


@pytest.mark.clause("FC-ROW-05")
def test_the_card_that_the_tile_discards_may_clear_its_row() -> None:
    # given 3 players and a top row with 4 cards
    state = full_display(position(3))
    take(state, "take:1:2")
    take(state, "take:1:5")
    cards = [name for name in row(state, 1) if name]
    assert len(cards) == 4
    # when the tile is taken
    removed = state.removed
    turn_of(state, 0)
    heard = do(state, "tile", "coach:upper")
    # then the leftmost card is discarded and the remaining 3 are cleared
    assert [event.card for event in only(heard, events.CardDiscarded)] == cards[:1]
    assert [event.cards for event in only(heard, events.RowCleared)] == [cards[1:]]
    assert row(state, 1) == [""] * 6
    assert state.removed == removed + 4
    assert len(row(state, 2)) == len([name for name in row(state, 2) if name])


@pytest.mark.clause("FC-ROW-05")
def test_the_discarded_card_counts_as_one_of_its_row() -> None:
    # given full rows and 2 players / when the tile is taken and then one card of the row / then the row is cleared
    state = full_display(position(2))
    assert only(do(state, "tile"), events.RowCleared) == []
    assert state.row_taken == [1, 0, 0]
    turn_of(after(state, 0), 1)
    assert barred(state, "take:1:1") == "FC-TURN-02"
    assert len(only(do(state, "take:1:6"), events.RowCleared)) == 1


@pytest.mark.clause("FC-ROW-06")
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("pair", ["a-b", "c-e"])
def test_in_every_round_each_row_loses_a_card_for_each_player(seats: int, pair: str) -> None:
    # given games / when a round is over / then every row has lost as many cards as players, and none is left
    rng = Random(f"{SEED} rows {seats} {pair}")
    for _ in range(3):
        state = new_game(seats, None, modules=pair)
        gone = 0
        lost = [0, 0, 0]
        while not state.over:
            turns = (state.round, state.turns)
            state.apply(rng.choice(state.moves()))
            heard = state.heard or []
            for event in heard:
                if isinstance(event, events.CardTaken | events.CardDiscarded):
                    gone += 1
                    lost[event.place // 6] += 1
                if isinstance(event, events.TurnBegun) and not event.scoring and state.turns > 1:
                    # each turn removes exactly one
                    assert gone == state.turns - 1, turns
                if isinstance(event, events.RoundEnded):
                    assert lost == [seats, seats, seats]
                    gone, lost = 0, [0, 0, 0]
                    assert set(state.rows) == {-1}
        assert GAME.census(state)["action cards"] == 120
    assert BOX.turns == 3

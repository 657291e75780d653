"""Whatever happens in First Class is told: every event, one line for each turn, and nothing that is secret."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

import pytest

from tests.games.first_class.text.happenings import EVERY_EVENT, OF_MODULES, SILENT, module
from tests.games.first_class.text.tables import NAMES, TABLES, lines_of, sound, walks
from tests.support.games.first_class.positions import GAME, carry, do, give, new_game, only, position, show
from trainshed.games.first_class import events
from trainshed.games.first_class.events import ModuleEvent
from trainshed.games.first_class.text import sentences
from trainshed.kernel.events import Event

KINDS = [
    kind for kind in vars(events).values() if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
]


def test_every_class_of_events_is_told() -> None:
    assert {type(event) for event in EVERY_EVENT} == set(KINDS)
    for event in EVERY_EVENT:
        said = sentences.sentence(GAME, event, names=NAMES)
        assert said == "" if isinstance(event, SILENT) else sound(said) and said.endswith("."), event


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_whatever_happens_can_be_said_to_everybody(seats: int, options: dict[str, str]) -> None:
    known = {(event.module, event.what) for event in OF_MODULES}
    for state in walks(seats, 11, **options):
        for seat in (None, 0, 1):
            for event in state.events(seat):
                said = sentences.sentence(GAME, event, names=NAMES)
                assert sound(said) or (isinstance(event, SILENT) and not said), event
                assert not isinstance(event, ModuleEvent) or (event.module, event.what) in known


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_there_is_one_line_for_each_turn(seats: int, options: dict[str, str]) -> None:
    _state, lines = lines_of(seats, 5, 0, **options)
    turns = [line for line in lines if isinstance(line[0], events.TurnBegun)]
    assert len(turns) == seats * (6 * 3 + 3)
    for line in turns:
        said = sentences.tell(GAME, line, names=NAMES)
        assert sound(said)
        assert said.endswith(".")
        assert "  " not in said
        assert ".." not in said
        assert said.startswith(NAMES[line[0].seat])  # type: ignore[attr-defined]
    others = (events.TurnBegun, events.RoundBegun, events.RoundEnded, events.FinalScored, events.GameEnded, ModuleEvent)
    after = lines[lines.index(turns[0]) :]
    assert [line[0] for line in after if not isinstance(line[0], others)] == []


@pytest.mark.parametrize(("seats", "options"), TABLES)
@pytest.mark.clause("FC-LOCO-07", "FC-SCORE-15")
def test_the_points_of_the_log_add_up(seats: int, options: dict[str, str]) -> None:
    """Every line tells all the points that it brought, by the name of the player."""
    state, lines = lines_of(seats, 7, 0, **options)
    points = dict.fromkeys(NAMES[:seats], 0)
    for line in lines:
        if not isinstance(line[0], events.GameEnded):
            for player, count in gains(sentences.tell(GAME, line, names=NAMES)):
                points[player] += count
    assert list(points.values()) == state.scores()


def gains(said: str) -> list[tuple[str, int]]:
    """Points that a line tells; they belong to the first player whom their sentence names, or to all ("each")."""
    found: list[tuple[str, int]] = []
    for part in re.split(r"[.;] ", said):
        players = list(dict.fromkeys(re.findall(r"\b(Ada|Bo|Cy|Di)\b", part)))
        for sign, count, each in re.findall(r"([+−])(\d+) points?( each)?", part):
            found += [(player, int(count) if sign == "+" else -int(count)) for player in players[: None if each else 1]]
    return found


def line(*happened: Event) -> str:
    """The line of the log that these events make."""
    assert not any(sentences.opens(event, before) for before, event in pairwise(happened))
    return sentences.tell(GAME, happened, names=NAMES)


def heard(*words: str, given: Sequence[str] = (), modules: str = "a-b") -> str:
    """What the log tells of the words of Ada's turn, with these cards in the first row."""
    state = show(position(3, modules=modules), " ".join(given))
    give(state, 0, upper="0 0 0 0", coins=(3, 0, 0))
    return line(*do(state, *words))


def test_a_turn_is_one_line_that_grows() -> None:
    turn: list[Event] = [events.TurnBegun(1, False)]
    assert line(*turn) == ""
    turn.append(events.CardTaken(1, "x1-loc-1-1", 0))
    assert line(*turn) == "Bo takes a locomotive card."
    turn += [events.CardUsed(1, "x1-loc-1-1"), events.LocomotiveMoved(1, 2, 5)]
    assert line(*turn) == "Bo takes a locomotive card and moves the locomotive to Munich (city 5)."
    turn += [events.CityPoints(1, 4, 3), events.CityPoints(1, 5, 2)]
    assert line(*turn) == "Bo takes a locomotive card and moves the locomotive to Munich (city 5): +5 points."


def test_a_turn_tells_coaches_mail_cars_and_coins_in_their_order() -> None:
    said = heard("take:1:1", "use", "coach:upper", "mail:m4", "coins", "coach:lower", given=["x1-car-1-1"])
    assert said == (
        "Ada takes a car card, adds a coach to the upper train, lays a mail car in the upper train (3 coins), takes 3"
        " coins and adds a coach to the lower train."
    )


def test_coins_are_counted_together_but_not_with_the_card() -> None:
    said = heard(
        *("take:1:1", "use", "coach:lower", "coach:lower", "coin:1:coach:lower", "coin:1:point"), given=["x1-car-1-1"]
    )
    assert said == (
        "Ada takes a car card, adds 2 coaches to the lower train, spends 2 coins and adds a coach to the"
        " lower train: +1 point."
    )


def test_what_is_lost_of_a_card_is_told() -> None:
    assert heard("take:1:1", "use", "leave", given=["x1-loc-1-1"]) == (
        "Ada takes a locomotive card and gives up the rest (locomotive up to 2 cities)."
    )
    assert heard("take:1:1", "ignore", "upgrade:upper:0", given=["x1-loc-1-1"]) == (
        "Ada takes a locomotive card, ignores it and raises coach 1 of the upper train to level 1."
    )


@pytest.mark.clause("FC-START-06", "FC-START-11")
def test_the_start_player_tile_tells_what_others_get() -> None:
    state = show(position(3, modules="a-b"), "a1-4")
    said = line(*do(state, "tile", "coach:upper"))
    assert said.startswith("Ada takes the start-player tile and takes 2 coins. Cy adds a coach to the upper train.")
    assert "leaves the game (Contract: locomotive in city 3 → locomotive up to 3 cities)." in said


@pytest.mark.clause("FC-SETUP-24")
def test_a_draft_is_told_to_nobody_else() -> None:
    state = GAME.start(3, {"first_player": "seat-1"})
    state.listen()
    while not only(state.events(None), events.BonusKept):
        state.play(state.moves()[0])
    (kept,) = only(state.events(None), events.BonusKept)
    assert line(kept) == "Cy keeps an end-bonus card."
    (own,) = only(state.events(2), events.BonusKept)
    assert line(own) == "Cy keeps an end-bonus card: 1 point for each car card."


@pytest.mark.clause("FC-MODULE-C-02", "FC-MODULE-C-18")
def test_the_murderer_and_the_tokens_are_told_only_to_those_who_know_them() -> None:
    words = ("fingerprint", "blank", "It is")
    state = carry(new_game(3, 1, modules="c-d"), 1, "give 1 to one")
    do(state, "give:1:1")
    told = [
        " ".join([sentences.sentence(GAME, event, names=NAMES) for event in state.events(seat)]) for seat in range(3)
    ]
    assert told[2] == "Bo gives an investigation token to Ada."
    assert told[0] == told[1] != told[2]
    for seat in (None, 0, 1, 2):
        for game in walks(3, 3, modules="c-d"):
            guilty = game.view(None).modules["murder"]["revealed"]
            for event in [] if guilty else game.events(seat):
                if isinstance(event, ModuleEvent) and event.seat not in (seat, event.facts.get("to")) and seat is None:
                    said = sentences.sentence(GAME, event, names=NAMES)
                    assert not any(word in said for word in words)


@pytest.mark.clause("FC-MODULE-C-10", "FC-MODULE-C-11")
def test_the_end_of_the_murder_is_told_with_everybodys_fingerprints() -> None:
    arrested = module("murder", "arrested", seats=[1], prints=[1, 3, 0], penalty=0)
    assert line(arrested, module("murder", "escaped", points=20)) == (
        "The investigation: Ada has 1 fingerprint, Bo has 3 fingerprints and Cy has 0 fingerprints. Bo is arrested and"
        " cannot win. The murderer Ada escapes: +20 points."
    )


def test_the_final_count_is_one_line() -> None:
    final = [events.FinalScored(0, 2, [6, 0, 3], ["eb-car-1"]), events.FinalScored(1, 0, [0, 0, 0], ["eb-car-2"])]
    assert line(*final) == "Final count: Ada +11 points (car cards 6, locomotive cards 3, coins 2); Bo +0 points."


def test_rounds_are_told_with_their_scoring_phase() -> None:
    assert line(events.RoundEnded(1, 0, False)) == "Round 1 is over; Ada stays the start player."
    assert line(events.RoundEnded(2, 1, True)) == "Round 2 is over; Bo is the start player now. Scoring phase 1 begins."
    dealt = [events.RoundBegun(2), events.CardDealt("x1-car-1-1", 0), events.RestRemoved(4)]
    assert line(*dealt) == (
        "Round 2 of 6 begins. 1 card of deck 1 lies in the display. The 4 cards left of the deck leave the game."
    )

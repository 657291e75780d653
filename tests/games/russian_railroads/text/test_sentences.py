"""Every word, event and refusal of Russian Railroads has a sentence of its own."""

from __future__ import annotations

from gettext import NullTranslations
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from tests.support.games.russian_railroads.table import (
    GAME,
    do,
    effect,
    games,
    legal,
    position,
    put,
    refresh,
    refusal,
    tracks,
)
from trainshed.games.russian_railroads import events
from trainshed.games.russian_railroads.rules.actions.tiles import PlaceLocomotive
from trainshed.games.russian_railroads.rules.actions.tokens import UseToken
from trainshed.games.russian_railroads.rules.bonus import LookThrough
from trainshed.games.russian_railroads.rules.rounds import NextTurn
from trainshed.games.russian_railroads.rules.state import RailState
from trainshed.games.russian_railroads.text import sentences
from trainshed.kernel.events import Event
from trainshed.kernel.rulebook import Refusal
from trainshed.kernel.translation import Translator

NAMES = ["Ada", "Bo", "Cy", "Di"]
KINDS = [
    kind for kind in vars(events).values() if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
]


def sound(text: str) -> bool:
    """Whether a text is not empty and has no placeholder left in it."""
    return bool(text.strip()) and "%" not in text and "None" not in text


def told(state: RailState, seat: int | None = 0) -> str:
    """The position in words, as one line."""
    return " ".join(" ".join(sentences.position(GAME, state.view(seat))).split())


# ---------------------------------------------------------------- labels


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_word_has_a_label_of_its_own(seats: int) -> None:
    view = position(seats).view(0)
    labels = {word: sentences.label(GAME, view, word) for word in [*GAME.vocabulary, "bonus:?", "removed:?"]}
    assert all(sound(text) and text != word for word, text in labels.items())
    assert len(set(labels.values())) == len(labels)


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("pass", "Pass and score 0 points"),
        ("space:track_any", "2 steps of any colour (1 worker and 1 rouble)"),
        ("space:track_bottom", "1 black or gray step (1 worker)"),
        ("space:loco_3", "Build a locomotive and build a factory (3 workers)"),
        ("space:eng_hire", "Hire engineer 4: 1 black step and 3 points (1 rouble)"),
        ("space:eng_light_left", "Left engineer of the strip, number 2: 1 black step and 1 gray step (1 worker)"),
        ("engineer:9", "Your engineer 9: repeat an action (1 worker)"),
        ("pay:w1t1r1", "Pay with 1 worker, 1 turquoise worker and 1 rouble"),
        ("pay:b1r2", "Pay with the black worker and 2 roubles"),
        ("advance:trans_siberian:black", "Trans-Siberian: move black to 2"),
        ("advance:kiev:gray", "Kiev: move gray"),
        ("build:locomotive", "Build locomotive 2"),
        ("build:factory:6", "Build the open factory 6: 1 rouble"),
        ("repeat:loco_1", "Repeat the locomotive space for 1 worker"),
        ("bonus:doublers", "End bonus card: many doublers, 20 points from 4 on and 30 points from 7 on"),
        ("bonus:?", "Take an end bonus card"),
        ("seat:2", "Next in the turn order: Bo"),
    ],
)
def test_labels_say_what_happens(word: str, text: str) -> None:
    assert sentences.label(GAME, position().view(0), word, names=NAMES) == text


def test_the_label_of_a_pass_names_the_points_it_brings() -> None:
    state = position(order=[1, 2, 3, 0])
    assert sentences.label(GAME, state.view(0), "pass") == "Pass and score 4 points"
    passed = [event for event in do(state, "pass") if isinstance(event, events.Passed)]
    assert passed[0].points == 4


def test_prices_follow_the_options() -> None:
    state = position(last_round_cost="1", engineer_cost="2")
    assert sentences.label(GAME, state.view(0), "space:last_round") == "In the last round 3 industry steps (1 worker)"
    assert sentences.label(GAME, state.view(0), "engineer:9").endswith("(2 workers)")


def test_labels_fit_the_question() -> None:
    state = position(pending=[effect(0, "track:any:2")])
    assert sentences.label(GAME, state.view(0), "done") == "Leave the rest"
    state = position()
    state.players[0].locomotives = [2, 1, 0, 0]
    refresh(state, [PlaceLocomotive(0, 3, 0)])
    text = sentences.label(GAME, state.view(0), "place:trans_siberian_1")
    assert text == "Put locomotive 3 on the first place of the Trans-Siberian instead of 2"
    assert sentences.label(GAME, state.view(0), "place:kiev") == "Put locomotive 3 on the place of Kiev"


# ---------------------------------------------------------------- log lines


def every_event() -> list[Event]:
    """One event of each class; two of those that have two sentences."""
    return [
        events.PositionDealt(0, 2),
        events.EngineerLaid(0, 6),
        events.EngineerLaid(9, 5),
        *[events.StartChosen(1, card) for card in ("black", "industry", "doubler", "rouble")],
        events.RoundBegun(2, False),
        events.RoundBegun(7, True),
        events.SpaceChosen(0, "track_any"),
        events.SpaceChosen(0, "eng_light_left"),
        events.SpaceChosen(0, "eng_light_right"),
        events.SpaceChosen(0, "engineer-9"),
        events.PiecesPlaced(0, "loco_3", 1, 1, 1, 0),
        events.PiecesPlaced(0, "eng_hire", 0, 0, 0, 1),
        events.PiecesSwapped(0, "aux_temp"),
        events.OrderClaimed(0, 1),
        events.TrackMoved(0, "kiev", "gray", 3, False),
        events.TrackMoved(0, "st_petersburg", "natural", 3, True),
        events.TracksEarned(0, "white"),
        events.MarkerMoved(0, 2, 0, True),
        events.MarkerMoved(0, 1, 4, False),
        events.MarkerMoved(0, 1, 4, True),
        *[events.FactoryUsed(0, number) for number in range(1, 10)],
        events.RewardGained(0, "trans_siberian", 13),
        events.TileTaken(0, 3, False, False),
        events.TileTaken(0, 3, True, False),
        events.TileTaken(0, 3, True, True),
        events.LocomotivePlaced(0, 3, "trans_siberian_2", 0, False),
        events.LocomotivePlaced(0, 3, "st_petersburg", 2, False),
        events.LocomotiveGivenUp(0, 2, True),
        events.FactoryBuilt(0, 4, 1, 0),
        events.FactoryBuilt(0, 4, 1, 2),
        events.DoublersPlaced(0, 1),
        events.RoublesTaken(0, 2),
        *[events.PointsScored(0, 10, why) for why in ("effect", "engineers", "locomotives", "ten")],
        events.WorkerGained(0, False),
        events.WorkerGained(0, True),
        events.TurquoiseTaken(0, 2),
        events.EngineerHired(0, 12),
        events.ActionRepeated(0, "industry_1"),
        events.TokenUsed(0, "kiev_medal"),
        events.CardUsed(0, "loco_9"),
        *[events.AgainChosen(0, part) for part in ("doubler", "industry", "track")],
        events.RestLapsed(0, False),
        events.RestLapsed(0, True),
        events.BonusDue(0),
        events.PileLookedThrough(0),
        events.BonusTaken(0, None),
        events.BonusTaken(0, "flat"),
        events.Passed(0, 3, False),
        events.Passed(0, 1, True),
        events.OrderChanged([2, 1, 0]),
        events.WorkerRelocated(0, ""),
        events.WorkerRelocated(0, "track_bottom"),
        events.RoundScored(0, [1, 2, 3], 4, 5, 15),
        events.CleanedUp(),
        events.BonusScored(0, "extra_workers", 20),
        events.MajorityScored(0, 1, 40),
        events.IncomeChanged(0, 3),
        events.GameEnded([9, 9], [1, 1]),
        events.GameEnded([9, 10], [2, 1]),
    ]


SILENT = (events.BonusDue, events.CleanedUp, events.OrderClaimed, events.RewardGained)
"""Events that others tell: the choice itself, the next round, the space of the claim, and the gains of a reward."""


def test_every_class_of_events_is_told() -> None:
    made = every_event()
    assert {type(event) for event in made} == set(KINDS)
    for event in made:
        told = sentences.sentence(GAME, event)
        if isinstance(event, SILENT):
            assert told == ""
        elif not (isinstance(event, events.EngineerLaid) and event.engineer == 0):
            assert sound(told)
            assert told.endswith(".")


def test_whatever_happens_can_be_said_to_everybody() -> None:
    for state in games(3, seed=41):
        for seat in (None, 0, 1):
            said = [sentences.sentence(GAME, event) for event in state.events(seat)]
            assert all(sound(text) for text in said if text)


def line(*told: Event) -> str:
    """The line of the log that these events make."""
    assert not any(sentences.opens(event, before) for before, event in pairwise(told))
    return sentences.tell(GAME, told, names=NAMES)


def test_a_turn_is_one_line_that_tells_what_it_brought() -> None:
    chosen = events.SpaceChosen(2, "track_black_1")
    assert line(chosen) == "Cy chooses 2 black steps."
    paid = events.PiecesPlaced(2, "track_black_1", 1, 0, 0, 0)
    assert line(chosen, paid) == "Cy sends 1 worker to 2 black steps."
    steps = [events.TrackMoved(2, "kiev", "black", to, False) for to in (4, 5)]
    assert line(chosen, paid, steps[0]) == "Cy sends 1 worker to 2 black steps: Kiev to 4."
    whole = line(chosen, paid, *steps, events.IncomeChanged(2, 3))
    assert whole == "Cy sends 1 worker to 2 black steps: Kiev to 5, +3 a round."


def test_points_and_gains_name_what_brought_them() -> None:
    paid = events.PiecesPlaced(0, "industry_2", 0, 0, 0, 2)
    told = line(
        paid,
        events.MarkerMoved(0, 1, 5, True),
        events.FactoryUsed(0, 4),
        events.DoublersPlaced(0, 2),
        events.MarkerMoved(0, 1, 6, True),
    )
    assert told == "Ada pays 2 roubles for 2 industry steps: industry to 10, +2 doublers from factory 4."
    reward = [events.RewardGained(0, "kiev", 9), events.PointsScored(0, 10, "effect")]
    assert (
        line(events.TrackMoved(0, "kiev", "gray", 9, True), *reward) == "Ada: Kiev gray to 9, +10 points from Kiev 9."
    )
    assert line(events.Passed(1, 3, False)) == "Bo passes: +3 points from the turn order."
    assert line(events.PointsScored(0, 10, "ten")) == "Ada: +10 points in place of an end bonus card."
    scored = [events.RoundScored(0, [12, 0, 3], 10, 5, 30), events.RoundScored(1, [0, 0, 0], 0, 2, 2)]
    assert line(*scored, events.CleanedUp(), events.RoundBegun(2, False)) == (
        "Scoring: Ada +30 (Trans-Siberian 12, Kiev 3, stars 10, industry 5); Bo +2 (industry 2). Round 2 begins."
    )


@pytest.mark.clause("RR-INDUSTRY-15")
def test_spaces_are_named_as_they_are_printed() -> None:
    assert line(events.MarkerMoved(0, 1, 4, True)) == "Ada: industry to 5."
    assert line(events.MarkerMoved(0, 1, 10, True)) == "Ada: industry to the question mark."
    assert line(events.MarkerMoved(0, 2, 7, True), events.FactoryUsed(0, 2)) == (
        "Ada: second marker to factory 2, uses factory 2."
    )
    laid = [events.EngineerLaid(9, 1), events.EngineerLaid(4, 0)]
    assert line(*laid) == "Engineers on the strip: 9. Engineer 4 is on the hiring space."
    named = {name: line(events.SpaceChosen(0, name)) for name in ("loco_1", "loco_2", "loco_3", "eng_hire")}
    assert len(set(named.values())) == 4
    assert named["eng_hire"] == "Ada chooses the hiring space."


def test_doublers_and_roubles_that_are_not_there_are_not_counted() -> None:
    assert line(events.DoublersPlaced(0, 0)) == "Ada: no doubler could be placed."
    assert line(events.RoublesTaken(0, 0)) == "Ada: no rouble was left."


def test_a_locomotive_and_those_that_it_displaces() -> None:
    placed = [
        events.TileTaken(0, 4, False, False),
        events.LocomotivePlaced(0, 4, "kiev", 3, False),
        events.LocomotivePlaced(0, 3, "trans_siberian_1", 1, False),
        events.LocomotiveGivenUp(0, 1, True),
    ]
    assert line(*placed) == "Ada: locomotive 4 to Kiev, 3 to Trans-Siberian, 1 becomes an open factory."


def test_players_without_a_name_have_a_number() -> None:
    assert sentences.sentence(GAME, events.EngineerHired(1, 12)) == "Player 2: hires engineer 12."


def test_a_card_kept_face_down_is_named_only_to_its_owner() -> None:
    taken = events.BonusTaken(0, "railroads")
    assert line(taken.as_seen(0)) == "Ada: keeps the end bonus card “finished railroads”."
    assert line(taken.as_seen(1)) == "Ada: keeps an end bonus card."


def test_the_end_names_the_winners() -> None:
    assert sentences.sentence(GAME, events.GameEnded([231, 1, 240], [2, 3, 1]), names=NAMES) == (
        "The game is over: Ada has 231 points, Bo has 1 point and Cy has 240 points. Cy wins."
    )
    assert sentences.sentence(GAME, events.GameEnded([4, 4], [1, 1]), names=NAMES).endswith(
        "Ada and Bo share the victory."
    )


# ---------------------------------------------------------------- refusals


def test_every_cited_clause_has_its_own_sentence() -> None:
    cited = list(GAME.citations)
    fallback = sentences.refusal(GAME, Refusal("RR-X-01")).replace("RR-X-01", "")
    said = {clause: sentences.refusal(GAME, Refusal(clause)) for clause in cited}
    assert all(sound(text) and text.replace(clause, "") != fallback for clause, text in said.items())
    assert len(set(said.values())) == len(cited)


def test_generic_refusals_do_not_speak_of_the_move() -> None:
    generic = {
        sentences.refusal(GAME, Refusal(clause, generic=True))
        for clause in (GAME.clause_over, GAME.clause_not_yours, GAME.clause_other)
    }
    assert len(generic) == 3
    assert all(sound(text) for text in generic)
    assert not generic & {sentences.refusal(GAME, Refusal(clause)) for clause in GAME.citations}


@pytest.mark.clause("RR-TURN-06")
def test_a_whole_action_is_refused_with_the_part_that_fails_and_why() -> None:
    state = position()
    ends = state.box.length
    state.players[0].tracks = tracks((ends[0],), (ends[1],), (ends[2] - 1,))
    state.turquoise = 0
    refresh(state)
    why = "No track may catch up with the one ahead of it, and a colour must be earned first."
    assert sentences.refusal(GAME, refusal(state, "space:track_black_2")) == (
        f"You could not carry this out in full: of 3 black steps you could make only 1. {why}"
    )
    assert sentences.refusal(GAME, refusal(state, "space:aux_temp")) == (
        "You could not carry this out in full. Not possible now: the turquoise workers for this round. "
        "Somebody has taken them."
    )


def test_a_space_that_is_too_dear_is_refused_with_price_and_supply() -> None:
    state = position()
    state.players[0].workers, state.players[0].roubles = 1, 0
    refresh(state)
    assert sentences.refusal(GAME, refusal(state, "space:loco_2")) == (
        "This space needs 2 workers; you have 1 worker and 0 roubles."
    )
    assert sentences.refusal(GAME, refusal(state, "space:eng_hire")) == (
        "This space needs at least 1 rouble; you have 0 roubles."
    )


def test_a_wrong_payment_is_refused_with_the_price() -> None:
    state = position()
    do(state, "space:loco_2")
    assert sentences.refusal(GAME, refusal(state, "pay:w3")) == (
        "This space takes exactly 2 workers; roubles may stand in for workers."
    )
    assert sentences.refusal(GAME, refusal(state, "pay:w1t1")) == (
        "You do not have these pieces: you have 5 workers and 1 rouble."
    )


def test_a_locomotive_that_is_too_low_is_refused_with_its_number() -> None:
    state = position()
    state.players[0].locomotives = [4, 1, 0, 0]
    refresh(state, [PlaceLocomotive(0, 3, 0)])
    assert sentences.refusal(GAME, refusal(state, "place:trans_siberian_1")) == (
        "A locomotive 3 goes only to an empty place or instead of a lower number."
    )


# ---------------------------------------------------------------- the position


def test_every_position_can_be_told_in_80_columns() -> None:
    for number, state in enumerate(games(3, seed=23)):
        if number % 4 and not state.over:
            continue
        for seat in (None, 0, 1):
            lines = sentences.position(GAME, state.view(seat))
            assert all(sound(line) and len(line) <= 80 for line in lines)
        view = state.view(max(0, state.actor))
        assert all(sound(sentences.label(GAME, view, word)) for word in legal(state))


def test_a_position_tells_board_spaces_supplies_and_players() -> None:
    state = position(2, round=2)
    own, other = state.players
    own.points, own.tracks, own.locomotives = 12, tracks((6, 3, 0), (2, 0, 0), (1, 0, 0)), [3, 1, 2, 0]
    own.doublers, own.factories, own.markers, own.engineers = 2, [2, 6], [6, -1], [9]
    own.workers, own.tokens = 4, 1 << 3
    other.passed = 1
    state.claims[0] = 1
    put(state, "order_1", 1)
    put(state, "loco_1", 0)
    put(state, "engineer-9", 0)
    put(state, "track_bottom", 0, workers=0, roubles=1)
    put(state, "track_bottom", 1)
    state.open_factories[3] = 2
    refresh(state)
    lines = sentences.position(GAME, state.view(0), names=NAMES)
    assert lines == [
        "Round 2 of 6. Ada: use a space, or pass?",
        "Turn order: 1 Ada, 2 Bo (passed). Claimed for the next round: position 1 by Bo.",
        "Spaces (w workers, t turquoise, b black worker, r roubles; [who stands there]):",
        "  Tracks: 2 steps of any colour (1w+1r); 3 black steps (2w); 3 gray steps (2w);",
        "    1 brown step (1w); 2 brown steps (2w); 1 natural step (1w); 2 natural steps",
        "    (2w); 1 white step (1w); 2 white steps (2w); 1 black or gray step (1w): [Ada",
        "    1r, Bo 1w]",
        "  Tiles: build a locomotive or a factory (1w): [Ada 1w]; build a locomotive and",
        "    build a factory (3w)",
        "  Industry: 1 industry step (1w); 2 industry steps (2w)",
        "  Help: 1 doubler (1w); 2 roubles (1w)",
        "  Engineers: hire engineer 3: 1 step of any colour and 3 points (1r); right",
        "    engineer of the strip, number 2: 1 black step and 1 gray step (1w)",
        "  Turn order: claim position 1 (1w): [Bo 1w]",
        "Locomotives: 2 of number 2, 2 of number 3, 2 of number 4, 2 of number 5, 2 of",
        "    number 6, 2 of number 7, 2 of number 8, 2 of number 9. Open factories: 3 (2",
        "    times).",
        "Engineer strip: - 10 11 12 2 3 (the last is for hire). Supply: roubles 13,",
        "    doublers 20, turquoise workers 0.",
        "Question cards: a bit of everything, engineer and rouble, factory and industry,",
        "    black worker and locomotive 9. End bonus pile: 8.",
        "Ada (you): 12 points; workers 4 (reserve 2), roubles 2.",
        "  Trans-Siberian: black 6, gray 3, brown waits; locomotive 3+1; doublers 2",
        "  St Petersburg: black 2, gray waits, brown waits; locomotive 2",
        "  Kiev: black 1, gray waits, brown waits; no locomotive",
        "  Industry on 10 (10 points). A scoring now brings 15 points: Trans-Siberian 5,",
        "    St Petersburg 0, Kiev 0, Industry 10. Factories: 2 6. Engineers: 9 (used).",
        "    Tokens: revaluation. Tokens left: four steps, five industry steps, three",
        "    doublers, second industry marker, Kiev medal, question card and end bonus.",
        "Bo: 0 points; workers 6 (reserve 2), roubles 2.",
        "  Trans-Siberian: black 1; locomotive 1",
        "  St Petersburg: black 1; no locomotive",
        "  Kiev: black 1; no locomotive",
        "  Industry on 0 (0 points). A scoring now brings 0 points: Trans-Siberian 0, St",
        "    Petersburg 0, Kiev 0, Industry 0. Factories: none. Engineers: none. Tokens",
        "    left: all.",
    ]


def test_the_last_round_shows_its_own_space_and_no_claims() -> None:
    text = told(position(round=7))
    assert "in the last round 3 industry steps" in text
    assert "claim position" not in text
    assert "in the last round" not in told(position(round=6))


@pytest.mark.parametrize(
    ("pending", "asked"),
    [
        (effect(0, "track:any:2", "industry:1"), "Left are 2 steps of any colour and 1 industry step."),
        (UseToken(0), "which question token is used?"),
        (PlaceLocomotive(0, 3, 0), "where does locomotive 3 go?"),
    ],
)
def test_the_question_is_told(pending: Any, asked: str) -> None:
    assert asked in told(position(pending=[pending]))


def test_end_bonus_cards_are_told_to_nobody_else() -> None:
    state = position(pending=[NextTurn(0), LookThrough(0)])
    do(state, "removed:flat:extra_workers", "bonus:railroads")
    own = told(state)
    assert "Your end bonus cards: finished railroads, 10 points each." in own
    assert "You last saw in the end bonus pile: many doublers" in own
    for seat in (1, None):
        text = told(state, seat)
        assert "finished railroads" not in text
        assert "many doublers" not in text
        assert "End bonus cards: 1." in text


def test_a_position_tells_no_hidden_card() -> None:
    state = position(pending=[NextTurn(1), LookThrough(1)])
    do(state, "removed:flat:extra_workers", "bonus:railroads")
    rng = Random(4)
    others = [state.redraw(0, rng) for _ in range(5)]
    assert any(other.digest() != state.digest() for other in others)
    assert all(told(other) == told(state) for other in others)


# ---------------------------------------------------------------- other languages


class Shouting(NullTranslations):
    """A pseudo-translation that marks every text."""

    def gettext(self, message: str) -> str:
        return f"¡{message}!"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"¡{msgid1 if n == 1 else msgid2}!"


def test_everything_goes_through_the_translator() -> None:
    speech = Translator(Shouting())
    view = position().view(0)
    assert all(sentences.label(GAME, view, word, speech=speech).startswith("¡") for word in GAME.vocabulary)
    for event in every_event():
        said = sentences.sentence(GAME, event, speech=speech)
        assert "¡" in said or isinstance(event, SILENT) or not said
    for clause in GAME.citations:
        for generic in (False, True):
            assert sentences.refusal(GAME, Refusal(clause, generic=generic), speech=speech).startswith("¡")
    lines = sentences.position(GAME, view, speech=speech)
    assert all(line.strip().startswith("¡") or line.startswith("    ") for line in lines)

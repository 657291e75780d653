"""Every word, event and refusal of Lok'n'Roll has a sentence of its own."""

from __future__ import annotations

from gettext import NullTranslations
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from tests.support.games.lok_n_roll.table import GAME, do, laura, position, refusal, s
from trainshed.games.lok_n_roll import events
from trainshed.games.lok_n_roll.rules.state import LokState
from trainshed.games.lok_n_roll.text import sentences
from trainshed.kernel.agenda import NATURE
from trainshed.kernel.events import Event
from trainshed.kernel.rulebook import Refusal
from trainshed.kernel.translation import ENGLISH, Translator

TABLES: list[tuple[int, dict[str, str]]] = [
    (1, {"mode": "solo"}),
    (1, {"mode": "challenge"}),
    (1, {"mode": "rival"}),
    (2, {}),
    (3, {"forbid_dead_end": "yes"}),
    (4, {}),
]


def sound(text: str) -> bool:
    """Whether a text is not empty and has no placeholder left in it."""
    return bool(text.strip()) and "%(" not in text and "%" not in text and "None" not in text


def game_of(seats: int, options: dict[str, str], seed: int) -> tuple[LokState, Random]:
    state: LokState = GAME.start(seats, options)
    state.listen()
    return state, Random(seed)


def step(state: LokState, rng: Random) -> None:
    state.apply(state.pick(rng.randrange(state.tickets())) if state.actor == NATURE else rng.choice(state.moves()))


# ---------------------------------------------------------------- labels


def test_every_word_has_a_label_of_its_own() -> None:
    view = position([s(1), s(2), s(3)], 1, [[s(1)], [s(2)]]).view(0)
    labels = {word: sentences.label(GAME, view, word) for word in GAME.vocabulary}
    assert all(sound(text) and text != word for word, text in labels.items())
    assert len(set(labels.values())) == len(labels)


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("lay:track:2:straight_long", "Lay a long straight 2"),
        ("lay:destroyed:3:straight_wide", "Lay a destroyed wide straight 3"),
        ("chaos:4", "Discard a chaos 4"),
        ("turn:left", "Turn up"),
        ("draw:?", "Draw a card"),
        ("wheels:1", "Roll 1 wheel"),
        ("start:2", "Player 2 begins"),
    ],
)
def test_labels_say_what_happens(word: str, text: str) -> None:
    assert sentences.label(GAME, position([s(1), s(2)], 0).view(0), word) == text


@pytest.mark.parametrize(
    ("track", "engine", "text"),
    [
        ([s(1), s(2), s(3)], 1, "Pass: the engine moves 1 card, you take 1 penalty card"),
        ([s(1), s(2), s(3)], 2, "Pass: the engine stays, you take 1 penalty card"),
        ([s(1), s(1), "destroyed:1:straight_long"], 1, "Pass: the engine moves 1 card, you take 2 penalty cards"),
        ([s(1)], 0, "Pass: the engine stays, you take 0 penalty cards"),
    ],
)
def test_the_label_of_a_pass_says_what_it_costs_and_is_right(track: list[str], engine: int, text: str) -> None:
    state = position(track, engine)
    assert sentences.label(GAME, state.view(0), "pass") == text
    taken = [event for event in do(state, "pass") if isinstance(event, events.PenaltyTaken)]
    assert f"take {len(taken[0].cards)} " in text


def test_labels_fit_the_question() -> None:
    state = position([s(1), s(2)], 0, [[s(2), s(2), s(2)], []])
    do(state, f"lay:{s(2)}", f"lay:{s(2)}")
    assert sentences.label(GAME, state.view(0), "stop") == "Stop and roll 4 dice"
    state = position([s(1), s(2)], 0, [["chaos:4", "chaos:4", s(1)], []], piles=[[s(4)]])
    do(state, "chaos:4")
    assert sentences.label(GAME, state.view(0), "combine") == "Combine: both 4s leave your pile"
    assert sentences.label(GAME, state.view(0), "keep") == "Keep both 4s on your pile"
    do(state, "combine")
    assert sentences.label(GAME, state.view(0), "stop") == "Stop and end the turn"


def test_the_turn_of_lauras_card_is_called_hers() -> None:
    state = laura([s(1), s(2), s(3)], 1)
    do(state, "draw:track:3:curve_left")
    assert sentences.label(GAME, state.view(0), "turn:left") == "Let Laura's card turn up"
    assert "which way shall Laura lay a left curve 3" in sentences.position(GAME, state.view(0))[0]


# ---------------------------------------------------------------- log lines


def every_event() -> list[Event]:
    """One event of each class; two of those that have two sentences."""
    card = "track:2:curve_left"
    return [
        events.StartChosen(1),
        events.CardTurned(0, card),
        events.CardTurned(None, "chaos:1"),
        *[
            events.CardAside(0, card, c)
            for c in ("LR-SETUP-04", "LR-PLACE-03", "LR-PLACE-04", "LR-SETUP-17", "LR-X-01")
        ],
        events.CardPlayed(0, card),
        *[events.CardLaid(None, card, turn, forced) for turn in ("left", "ahead", "right") for forced in (False, True)],
        events.TrackReady(2, 3, 11, 36),
        events.TrackReady(2, 0, 1, 1),
        events.CardDrawn(1, None),
        events.CardDrawn(1, "destroyed:4:curve_right"),
        events.TurnBegun(None, 3),
        events.Passed(None, True),
        events.Passed(0, False),
        events.Stopped(0, True),
        events.Stopped(0, False),
        events.Rolled(0, 1, 0),
        events.Rolled(0, 4, 1),
        events.EngineMoved(0, 0, 2),
        events.EngineMoved(0, 2, 4),
        events.TrackBroken(0, 1),
        events.TrackBroken(0, 2),
        events.Derailed(None, 1, 2),
        events.PenaltyTaken(0, 1, []),
        events.PenaltyTaken(0, 3, [card]),
        events.PenaltyTaken(0, 2, [card, card]),
        events.Discarded(0, "chaos:3", True, False),
        events.Discarded(None, card, False, True),
        events.Combined(0, [card, "chaos:2"]),
        events.Kept(0, card),
        events.CardBoxed(card),
        events.Lost(4),
        events.GameEnded([9, 9], [1, 1], [2, 0]),
        events.GameEnded([9, 10], [1, 2], [9, 3]),
        events.GameEnded([9], [2], [4], (7, 1)),
    ]


SILENT = (events.TurnBegun, events.Stopped)
"""Who is to move shows in what follows, and so does that no more cards are laid."""


def test_every_class_of_events_is_told() -> None:
    made = every_event()
    ours = {kind for kind in Event.__subclasses__() if kind.__module__ == events.__name__}
    assert {type(event) for event in made} == ours
    for event in made:
        said = sentences.sentence(GAME, event)
        later = isinstance(event, events.Discarded) and not event.from_hand  # told when the penalty was taken
        assert said == "" if later or isinstance(event, SILENT) else sound(said)
        assert said.endswith("." if said else "")


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_whatever_happens_can_be_said_to_everybody(seats: int, options: dict[str, str]) -> None:
    state, rng = game_of(seats, options, 11)
    while not state.over:
        step(state, rng)
        for seat in (None, *range(seats)):
            said = [sentences.sentence(GAME, event) for event in state.events(seat)]
            assert all(sound(text) for text in said if text)


def line(*told: Event) -> str:
    """The line of the log that these events make."""
    assert not any(sentences.opens(event, before) for before, event in pairwise(told))
    return sentences.tell(GAME, told, names=["Ada", "Bo", "Cy"])


def test_a_turn_is_one_line_that_grows() -> None:
    drawn = [events.TurnBegun(1, 3), events.CardDrawn(1, None)]
    assert line(*drawn) == "Bo draws a card."
    laid = [*drawn, events.CardPlayed(1, "track:3:curve_left")]
    assert line(*laid) == "Bo plays a curve 3."
    laid += [events.CardLaid(1, "track:3:curve_left", "left", False), events.Stopped(1, False)]
    assert line(*laid) == "Bo lays a curve 3."
    rolled = [*laid, events.Rolled(1, 3, 2), events.EngineMoved(1, 2, 5)]
    assert line(*rolled) == "Bo lays a curve 3: 3 dice show 2 wheels, the engine moves 2 cards."
    derailed = [
        *rolled,
        events.Derailed(1, 2, 1),
        events.PenaltyTaken(1, 2, ["track:2:curve_left", "track:1:curve_left"]),
    ]
    put = [events.Discarded(1, card, False, False) for card in ("track:2:curve_left", "track:1:curve_left")]
    assert line(*derailed, *put).endswith(
        "derails, 2 steps too many, penalty: a curve 2 and a curve 1, +3 points on the pile."
    )
    combined = events.Combined(1, ["track:1:curve_left", "track:1:curve_right"])
    assert line(*derailed, *put, combined).endswith("combines two 1s, +1 point on the pile.")


@pytest.mark.clause("LR-DICE-02")
def test_all_throws_of_a_long_extension_are_added() -> None:
    laid = [events.TurnBegun(1, 3), *[events.CardLaid(1, "track:3:curve_left", "left", False)] * 2]
    thrown = [events.Rolled(1, 4, 3), events.Rolled(1, 2, 1), events.EngineMoved(1, 4, 5)]
    assert line(*laid, *thrown).endswith(": 6 dice show 3 + 1 = 4 wheels, the engine moves 4 cards.")


def test_a_turn_with_very_many_cards_counts_them() -> None:
    begun, cards = events.TurnBegun(1, 3), [f"track:{1 + n % 4}:straight_long" for n in range(9)]
    laid = [events.CardLaid(1, f"track:4:{shape}", "ahead", False) for shape in ["straight_long", "straight_wide"] * 2]
    taken = [events.Derailed(1, 9, 1), events.PenaltyTaken(1, 9, cards)]
    put = [events.Discarded(1, card, False, True) for card in cards]
    pairs = [events.Combined(1, [f"track:{n}:straight_long"] * 2) for n in (1, 2, 3, 4)]
    said = line(begun, *laid, events.Rolled(1, 4, 4), events.EngineMoved(1, 0, 5), *taken, *put, *pairs)
    assert said == (
        "Bo lays 4 cards of value 4: 4 dice show 4 wheels, the engine stays, derails, 9 steps too many, "
        "9 penalty cards, combines 4 pairs, +1 point on the pile."
    )


def test_only_the_player_reads_which_card_was_drawn() -> None:
    drawn = events.CardDrawn(0, "track:2:straight_long")
    passed = [events.Passed(0, False), events.EngineMoved(0, 0, 3)]
    begun = events.TurnBegun(0, 3)
    assert line(begun, drawn, *passed) == "Ada passes: the engine stays. Drawn before: a straight 2."
    assert line(begun, drawn.as_seen(1), *passed) == "Ada passes: the engine stays."


def test_players_without_a_name_have_a_number() -> None:
    assert sentences.sentence(GAME, events.Passed(1, False), names=["Ada"]) == "Player 2 passes."
    assert sentences.sentence(GAME, events.Passed(None, True), names=["Ada"]) == "Laura has to pass."


@pytest.mark.parametrize(("heading", "left", "right"), [(0, "up", "down"), (1, "left", "right"), (2, "down", "up")])
def test_ways_are_named_as_they_are_seen(heading: int, left: str, right: str) -> None:
    assert sentences.turn_label("left", heading, False, ENGLISH) == f"Turn {left}"
    assert sentences.turn_label("right", heading, False, ENGLISH) == f"Turn {right}"
    assert sentences.turn_label("left", heading, True, ENGLISH) == f"Let Laura's card turn {left}"


def test_the_end_names_the_winners() -> None:
    names = ["Ada", "Bo", "Cy"]
    assert sentences.sentence(GAME, events.GameEnded([9, 7, 1], [3, 2, 1], [2, 0, 1]), names=names) == (
        "The game is over: Ada has 9 points (pile 7 + hand 2), Bo has 7 points (pile 7 + hand 0)"
        " and Cy has 1 point (pile 0 + hand 1). Cy wins."
    )
    assert sentences.sentence(GAME, events.GameEnded([4, 4, 8], [1, 1, 3], [0, 4, 1]), names=names).endswith(
        "Ada and Bo share the victory."
    )


# ---------------------------------------------------------------- refusals


def test_every_cited_clause_has_its_own_sentence() -> None:
    fallback = sentences.refusal(GAME, Refusal("LR-NONE-01")).replace("LR-NONE-01", "")
    cited = list(GAME.citations)
    said = {clause: sentences.refusal(GAME, Refusal(clause, {"value": 3, "end": 1})) for clause in cited}
    assert all(sound(text) and text.endswith(".") for text in said.values())
    assert all(text.replace(clause, "") != fallback for clause, text in said.items())
    assert len(set(said.values())) == len(cited)
    assert all(sound(sentences.refusal(GAME, Refusal(clause))) for clause in cited)


def test_generic_refusals_do_not_speak_of_the_move() -> None:
    generic = {
        sentences.refusal(GAME, Refusal(clause, generic=True))
        for clause in (GAME.clause_over, GAME.clause_not_yours, GAME.clause_other)
    }
    assert len(generic) == 3
    assert all(sound(text) for text in generic)
    specific = {sentences.refusal(GAME, Refusal(clause)) for clause in GAME.citations}
    assert not generic & specific


def test_a_refused_neighbour_is_named_with_its_numbers() -> None:
    state = position([s(2), s(1)], 0, [[s(3)], []])
    assert sentences.refusal(GAME, refusal(state, f"lay:{s(3)}")) == (
        "A 3 may not lie next to a 1: values that differ by 2 are never neighbours."
    )


def test_a_second_value_is_refused_with_its_numbers() -> None:
    state = position([s(2), s(2)], 0, [[s(2), s(2), s(3)], []])
    do(state, f"lay:{s(2)}")
    assert sentences.refusal(GAME, refusal(state, f"lay:{s(3)}")) == (
        "A 3 cannot follow a 2 in one turn: all cards of an extension have one value."
    )


# ---------------------------------------------------------------- the position


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_every_position_can_be_told_in_80_columns(seats: int, options: dict[str, str]) -> None:
    state, rng = game_of(seats, options, 23)
    while True:
        for seat in (None, *range(seats)):
            lines = sentences.position(GAME, state.view(seat))
            assert all(sound(line) and len(line) <= 80 for line in lines)
        for move in state.moves():
            assert sound(sentences.label(GAME, state.view(max(0, state.actor)), GAME.vocabulary.word(move)))
        if state.over:
            break
        step(state, rng)


def test_a_position_tells_track_engine_end_hands_and_piles() -> None:
    state = position(
        [s(1), "track:2:curve_left@left", "destroyed:1:straight_long", "track:4:curve_right@right"],
        2,
        [[s(3), "chaos:4"], [s(2)]],
        piles=[[s(2), s(3)], []],
    )
    state.turn = 5
    assert sentences.position(GAME, state.view(0), names=["Ada", "Bo"]) == [
        "Turn 5. Ada: pass, lay cards or discard chaos?",
        "Track from its start (L R: turns left, right; x: destroyed; [ ]: the engine):",
        "  1  2L  [1x]  4R  >",
        "Engine: 1 card ahead, 2 cards behind.",
        "The end looks east. There is room for every shape. No 2 may follow the 4.",
        "Deck: 20 cards. Removed unseen: 26 cards.",
        "Ada (you): 12 in all (pile 5 + hand 7), pile 2 3 (top last), 0 derailments.",
        "Bo: 0+? in all (pile 0 + 1 card in hand), empty pile, 0 derailments.",
        "Your hand: a long straight 3 and a chaos 4 (7 points).",
    ]


def test_a_position_tells_no_hidden_card() -> None:
    state, rng = game_of(2, {}, 4)
    for _ in range(60):
        step(state, rng)
    other = state.redraw(0, rng)
    assert sentences.position(GAME, other.view(0)) == sentences.position(GAME, state.view(0))
    assert not any("Your hand" in line for line in sentences.position(GAME, state.view(None)))


def test_a_blocked_end_is_told() -> None:
    turns = ["track:1:curve_right@right", "track:1:curve_right@right", "track:2:curve_right@right"]
    state = position([s(1), *turns, "track:2:curve_left@right"], 2)
    text = " ".join(sentences.position(GAME, state.view(0)))
    assert ("It is blocked" in text) == (state.room() == 0)
    assert state.room() == 0


# ---------------------------------------------------------------- other languages


class Shouting(NullTranslations):
    """A pseudo-translation that marks every text."""

    def gettext(self, message: str) -> str:
        return f"¡{message}!"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"¡{msgid1 if n == 1 else msgid2}!"


def test_everything_goes_through_the_translator() -> None:
    speech = Translator(Shouting())
    state = position([s(1), s(2), s(3)], 1, [[s(1)], [s(2)]])
    view: Any = state.view(0)
    assert all(sentences.label(GAME, view, word, speech=speech).startswith("¡") for word in GAME.vocabulary)
    said = [sentences.sentence(GAME, event, speech=speech) for event in every_event()]
    assert all("¡" in text for text in said if text)
    for clause in GAME.citations:
        for generic in (False, True):
            assert sentences.refusal(GAME, Refusal(clause, generic=generic), speech=speech).startswith("¡")

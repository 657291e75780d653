"""A position of First Class can be read as text: in 80 columns, in every language, and without what is hidden."""

from __future__ import annotations

from gettext import NullTranslations
from random import Random

import pytest

from tests.games.first_class.text.happenings import EVERY_EVENT, SILENT
from tests.games.first_class.text.tables import HIDDEN, NAMES, TABLES, sound, walks
from tests.support.games.first_class.positions import BOX, GAME, carry, do, give, new_game, position, scoring, show
from trainshed.games.first_class.rules.actions.coins import MakeRoom, PayBonus
from trainshed.games.first_class.rules.actions.in_progress import CHOICE
from trainshed.games.first_class.rules.actions.trains import ChooseMail
from trainshed.games.first_class.rules.modules.celebrities import PlaceCelebrity, PlacePostcard
from trainshed.games.first_class.rules.modules.passengers import PlaceGuest
from trainshed.games.first_class.rules.modules.switches import LayBetween
from trainshed.games.first_class.rules.set_up import KeepBonus
from trainshed.games.first_class.rules.state import FirstClassState
from trainshed.games.first_class.rules.turns import After, UseCard
from trainshed.games.first_class.text import sentences
from trainshed.games.first_class.text.position import QUESTIONS
from trainshed.kernel.rulebook import Refusal
from trainshed.kernel.translation import Translator


def told(state: FirstClassState, seat: int | None = 0) -> str:
    """The position in words, as one line."""
    return " ".join(" ".join(sentences.position(GAME, state.view(seat), names=NAMES)).split())


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_every_position_can_be_told_in_80_columns(seats: int, options: dict[str, str]) -> None:
    for number, state in enumerate(walks(seats, 23, **options)):
        if number % 7 and not state.over:
            continue
        for seat in (None, 0, 1):
            lines = sentences.position(GAME, state.view(seat), names=NAMES)
            assert [line for line in lines if not sound(line) or len(line) > 80] == []


def test_a_position_tells_trains_lines_coins_and_cards() -> None:
    state = show(position(modules="a-b"), "x1-car-1-1 - s1-1", row=2)
    give(state, 0, upper="4 1 0 0 0 m1 0", lower="0", conductors=(2, 0), city=4, sections="s1-5", coins=(5, 1, 0))
    give(state, 0, contracts="a1-1", bonus="eb-car-1 eb-con-6", points=12)
    state.arrivals = [1]
    assert sentences.position(GAME, state.view(0), names=NAMES) == [
        "Round 1 of 6. Ada: which card, or the start-player tile?",
        "Row 2: (1) Car card: 2 level-0 coaches; (3) Section card: 3 points · 2 conductor",
        "    steps in each scoring.",
        "Ada is the start player. The start-player tile lies in the display.",
        "End-bonus cards on display: 1 point for each locomotive card; action: 2",
        "    any-coach upgrades | 2 points for each locomotive card; action: locomotive",
        "    up to 2 cities | 2 points for each locomotive card; action: 1 any-coach",
        "    upgrade | 2 points for each locomotive card; action: 1 coin.",
        "Coins in the supply: 41. Coach cards in the supply: 0/1: 42, 2/4: 23, 7/12: 20.",
        "    End-bonus cards in the deck: 14. The next locomotive tile is 5. Arrived in",
        "    Constantinople: Bo (20 points).",
        "Ada (you): 12 points, 5 coins of column 1 and 1 coin of column 2, locomotive in",
        "    Ulm (city 4), 2 end-bonus cards, 0 used cards.",
        "  Upper train: 4, 1, 0, 0, 0, mail car, 0; conductor on card 2.",
        "  Lower train: 0; conductor in the station.",
        "  Line: 1: –; 2: 2 coins in each scoring; 3: 2 points; 4: 1 any-coach upgrade in",
        "    each scoring.",
        "  Mail cars left: 2 any-coach upgrades; 3 conductor steps; 3 coins.",
        "  Open contracts: 4 coaches of level 1 or higher → 3 any-coach upgrades.",
        "  End-bonus cards taken in play: 3 points for each conductor card.",
        "Bo: 0 points, 1 coin of column 1, locomotive in Paris, 1 end-bonus card, 0 used",
        "    cards.",
        "  Upper train: 0; conductor in the station.",
        "  Lower train: 0; conductor in the station.",
        "  Line: 1: –; 2: 2 coins in each scoring; 3: 2 points.",
        "  Mail cars left: locomotive up to 2 cities; 2 any-coach upgrades; 3 conductor",
        "    steps; 3 coins.",
        "Your end-bonus cards: 1 point for each car card; 3 points for each conductor",
        "    card.",
    ]


def test_every_question_is_told() -> None:
    number = BOX.card_numbers
    state = give(position(modules="a-b"), 0, upper="0 0", coins=(5, 5, 2))
    asked = [
        (KeepBonus(0), "Ada: which end-bonus card is kept?"),
        (
            UseCard(0, number["x1-loc-1-1"]),
            "carry out the card, or ignore it? Locomotive card: locomotive up to 2 cities.",
        ),
        (ChooseMail(0, 0), "Ada: which mail car?"),
        (PayBonus(0, 20), "Ada: pay with which coins?"),
        (MakeRoom(0, 2), "Ada: which coins make room for 2 coins?"),
        (After(0), "Ada: spend coins, fulfil contracts, or end the turn?"),
        (PlaceCelebrity(0, number["b1-1"]), "in which coach does the celebrity sit? Celebrity: 2 points"),
        (PlacePostcard(0, number["b1-4"]), "at which city does the postcard lie? Postcard: 2 points"),
    ]
    for pending, text in asked:
        state.set_agenda([pending])
        assert text in told(state)
    assert "what comes next? Left are 1 coin and 1 level-0 coach." in told(carry(state, 0, "coins 1, 0-coach x1"))
    assert "Ada: 1 level-0 coach or 1 upgrade 0→1?" in told(carry(state, 0, "0-coach x1, 0->1", CHOICE))
    assert "Scoring phase 2 of 3. Ada: which reward, or score the trains?" in told(scoring(state, 0, 2))
    others = position(modules="d-e")
    for question, text in (
        (PlaceGuest(0, number["d1-1"]), "Ada: in which coach? Passenger: 3 coins once"),
        (LayBetween(0, number["e1-1"]), "Ada: in which column? Switch: 1 coin in every"),
    ):
        others.set_agenda([question])
        assert text in told(others)
    names = {type(pending).__name__ for pending, _text in asked} | {"Turn", "Carry", "ScoringPart"}
    assert set(QUESTIONS) <= names


def shown(modules: str, card: str, *words: str) -> str:
    """The position after Ada has carried out a card of a module."""
    state = show(position(modules=modules), card)
    give(state, 0, upper="1 0", conductors=(1, 1), coins=(3, 0, 0))
    do(state, "take:1:1", "use", *words)
    return told(state)


@pytest.mark.clause("FC-MODULE-B-02", "FC-MODULE-B-06")
def test_celebrities_and_postcards_are_told_with_their_places() -> None:
    assert "Celebrities: coach 2 of the upper train, 2 points in every" in shown("a-b", "b1-1", "celebrity:upper:2")
    assert "Postcards: Stuttgart (city 3), 2 points in every scoring phase" in shown("a-b", "b1-4")
    assert "Celebrities" not in shown("d-e", "d1-8", "coins")


@pytest.mark.clause("FC-MODULE-D-03", "FC-MODULE-D-05")
def test_passengers_and_luggage_are_told_until_they_are_activated() -> None:
    assert "Waiting at coaches: coach 1 of the lower train, Luggage: 3 points once" in shown("d-e", "d1-4")
    after = shown("d-e", "d1-4", "activate:d1-4")
    assert "Waiting at coaches" not in after
    assert "Passengers and luggage activated: 1." in after


@pytest.mark.clause("FC-MODULE-E-03", "FC-MODULE-E-07")
def test_cards_between_the_trains_are_told_with_their_columns() -> None:
    said = shown("d-e", "e1-4", "column:1")
    assert "Between the trains: column 1, Mechanic: locomotive up to 3 cities once" in said
    assert "(used)" not in said
    assert "(used)" in shown("d-e", "e1-4", "column:1", "mechanic:e1-4", "locomotive:1", "leave")


@pytest.mark.clause("FC-MODULE-C-09", "FC-MODULE-C-10", "FC-MODULE-C-18")
def test_the_murder_is_told_at_the_end() -> None:
    begun = new_game(3, 1, modules="c-d")
    assert "Investigation tokens in the bag: 20." in told(begun, None)
    assert "Bo: 0 points" in told(begun, None)
    assert told(begun, None).count("Investigation tokens: 2.") == 3
    assert told(begun, 1).count("Investigation tokens: 2.") == 2
    *_, over = walks(3, 1, modules="c-d")
    guilty = over.view(None).modules["murder"]["guilty"]
    assert f"The murderer is {NAMES[guilty]}. Arrested: " in told(over, None)


@pytest.mark.clause("FC-MODULE-A-10")
def test_a_contract_that_pays_later_is_told_until_it_is_paid() -> None:
    state = give(position(modules="a-b"), 0, upper="4 4 4", contracts="a2-6")
    state.play(GAME.vocabulary.id("fulfil:a2-6"))
    assert "Fulfilled, and paid in the next scoring phase: 3 coaches of level 4 or higher → 10 points" in told(state)


@pytest.mark.clause("FC-MODULE-B-07")
def test_a_postcard_that_waits_is_told() -> None:
    state = show(position(modules="a-b"), "b1-5")
    for word in ("take:1:1", "use"):
        state.play(GAME.vocabulary.id(word))
    assert "Waiting for a city: Postcard: 3 points in every scoring phase" in told(state)


@pytest.mark.clause("FC-TURN-13")
def test_open_piles_are_told_by_type() -> None:
    state = give(position(open_piles="yes"), 0, taken="x1-car-1-1 x1-car-1-2 x1-loc-1-1 a1-8")
    assert "Used pile: car cards 2, conductor cards 0, locomotive cards 1, other cards 1." in told(state)
    assert "Used pile" not in told(position())


@pytest.mark.clause("FC-SETUP-24", "FC-MODULE-C-18")
def test_a_position_tells_nothing_hidden() -> None:
    rng = Random(4)
    for number, state in enumerate(walks(3, 8, modules="b-c")):
        if number % 40 == 30 and not state.over and not state.view(None).modules["murder"]["revealed"]:
            assert told(state.redraw(0, rng)) == told(state)
            assert "Your end-bonus" not in told(state, None)
            assert "fingerprint" not in told(state, None)
            assert "The murderer is" not in told(state, None)


@pytest.mark.clause("FC-SETUP-15")
def test_who_chooses_reads_the_cards_of_the_draft() -> None:
    state = GAME.start(3, {"first_player": "seat-1"})
    while state.actor < 0:
        state.play(state.moves()[0])
    assert state.actor == 2
    assert "You saw in the draft: 1 point for each car card; " in told(state, 2)
    assert "draft" not in told(state, 0)


# ---------------------------------------------------------------- other languages


class Shouting(NullTranslations):
    """A pseudo-translation that marks every text."""

    def gettext(self, message: str) -> str:
        return f"¡{message}!"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"¡{msgid1 if n == 1 else msgid2}!"


def test_everything_goes_through_the_translator() -> None:
    loud = Translator(Shouting())
    view = new_game(3, 5, modules="c-d").view(0)
    assert all(sentences.label(GAME, view, word, speech=loud).startswith("¡") for word in [*GAME.vocabulary, *HIDDEN])
    for event in EVERY_EVENT:
        said = sentences.sentence(GAME, event, speech=loud)
        assert "¡" in said or isinstance(event, SILENT)
    for clause in GAME.citations:
        for generic in (False, True):
            assert sentences.refusal(GAME, Refusal(clause, generic=generic), speech=loud).startswith("¡")
    lines = sentences.position(GAME, view, speech=loud)
    assert [line for line in lines if not line.strip().startswith("¡") and not line.startswith("    ")] == []

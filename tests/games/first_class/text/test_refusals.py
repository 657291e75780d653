"""Every clause that the rules of First Class cite has a sentence, with numbers where they help."""

from __future__ import annotations

import pytest

from tests.games.first_class.text.tables import sound
from tests.support.games.first_class.positions import BOX, GAME, ask, carry, give, position, refusal, scoring, show
from trainshed.games.first_class.rules.modules.celebrities import PlacePostcard
from trainshed.games.first_class.rules.state import FirstClassState
from trainshed.games.first_class.text import sentences
from trainshed.games.first_class.text.module import texts_of
from trainshed.games.first_class.text.refusals import REASONS
from trainshed.kernel.rulebook import Refusal
from trainshed.locale import LANGUAGES, speech


def why(state: FirstClassState, word: str) -> str:
    """Why a word is refused."""
    return sentences.refusal(GAME, refusal(state, word))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_cited_clause_has_its_own_sentence(language: str) -> None:
    cited = list(GAME.citations)
    said = {clause: sentences.refusal(GAME, Refusal(clause), speech=speech(language)) for clause in cited}
    fallback = sentences.refusal(GAME, Refusal("FC-X-01"), speech=speech(language)).replace("FC-X-01", "")
    assert [clause for clause, text in said.items() if not sound(text) or not text.endswith(".")] == []
    assert [clause for clause, text in said.items() if text.replace(clause, "") == fallback] == []
    assert len(set(said.values())) == len(cited)
    if language != "en":
        assert [clause for clause in cited if said[clause] == sentences.refusal(GAME, Refusal(clause))] == []


def test_there_is_no_sentence_for_a_clause_that_nothing_cites() -> None:
    own = [set(module.reasons) for module in texts_of(BOX)]
    assert set(REASONS).union(*own) == set(GAME.citations)


def test_generic_refusals_do_not_speak_of_the_move() -> None:
    generic = {
        sentences.refusal(GAME, Refusal(clause, generic=True))
        for clause in (GAME.clause_over, GAME.clause_not_yours, GAME.clause_other)
    }
    assert len(generic) == 3
    assert all(sound(text) for text in generic)
    assert not generic & {sentences.refusal(GAME, Refusal(clause)) for clause in GAME.citations}


@pytest.mark.clause("FC-CONDUCTOR-05", "FC-CONDUCTOR-04")
def test_steps_are_refused_with_their_numbers() -> None:
    state = carry(give(position(), 0, upper="0 0 0"), 0, "conductor steps 2")
    assert why(state, "conductor:lower:2") == "The conductor has only 1 card ahead in this train."
    assert why(state, "conductor:upper:3") == "You have 2 conductor steps left for this."
    carry(state, 0, "conductors both 1")
    assert why(state, "conductor:upper:2") == "Steps of one conductor cannot be given to the other one."


@pytest.mark.clause("FC-LOCO-01", "FC-LOCO-05")
def test_cities_are_refused_with_their_numbers() -> None:
    state = carry(give(position(), 0, city=1), 0, "locomotive 3, coins 1")
    assert why(state, "locomotive:3") == "The line has only 2 cities ahead: take a section card to lengthen it."
    assert why(state, "locomotive:4") == "The locomotive goes up to 3 cities now, not further."
    carry(state, 0, "coins 1, 0-coach x1")
    assert why(state, "locomotive:1") == "Nothing that you carry out now moves the locomotive that far."


@pytest.mark.clause("FC-MODULE-B-06")
def test_a_postcard_is_refused_with_its_city_and_the_line() -> None:
    state = give(position(modules="a-b"), 0, sections="s1-4")
    ask(state, PlacePostcard(0, BOX.card_numbers["b2-4"]))
    assert (
        why(state, "postcard:2") == "The postcard lies at city 5 or further; your line has 6, and each holds only one."
    )


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("done", "A turn has exactly one main move: an action card or the start-player tile."),
        ("take:2:1", "No card lies at this place: somebody has taken it."),
        ("buy:eb-car-7", "This end-bonus card does not lie face up."),
        ("buy:eb-loc-1", "An end-bonus card costs 4 coins, and you have 1 coin."),
        ("fulfil:a1-1", "Required is: 4 coaches of level 1 or higher. So far you have come to 0."),
        ("fulfil:a1-2", "This contract does not lie beside your board."),
        ("coin:2:locomotive", "A step or a city is bought with a coin of column 2, and none lies there."),
        ("coin:3:upgrade:upper:0", "An upgrade is bought with a coin of column 3, and none lies there."),
        ("post:b1-4", "This postcard is not waiting beside your board for a city."),
    ],
)
def test_refusals_say_why_not(word: str, text: str) -> None:
    state = show(position(modules="a-b"), "x1-car-1-1")
    give(state, 0, contracts="a1-1")
    assert why(state, word) == text


@pytest.mark.clause("FC-SCORE-04", "FC-SCORE-18", "FC-LOCO-02")
def test_rewards_are_refused_in_the_scoring_phase() -> None:
    state = scoring(give(position(modules="a-b"), 0, city=2, sections="s1-5"))
    assert why(state, "city:4") == "Your locomotive has not reached this city."
    assert why(state, "city:1") == "This city has no reward for scoring phases."
    assert why(state, "done") == "Rewards are left: receive them, or say that you give them up."


@pytest.mark.clause("FC-TURN-05", "FC-TURN-07", "FC-TURN-14")
def test_extras_are_refused_between_icons() -> None:
    state = carry(position(modules="a-b"), 0, "coins 1, 0-coach x1")
    assert why(state, "coin:1:coach:upper") == "First finish the card: coins and contracts come before it or after it."

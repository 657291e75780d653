"""Every word of First Class has a label that says what it does, in every language."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.first_class.text.tables import HIDDEN, NAMES, TABLES, sound, walks
from tests.support.games.first_class.positions import (
    BOX,
    GAME,
    ask,
    carry,
    give,
    legal,
    new_game,
    position,
    scoring,
    show,
)
from trainshed.games.first_class.rules.actions.coins import MakeRoom
from trainshed.games.first_class.rules.actions.trains import ChooseMail
from trainshed.games.first_class.rules.state import FirstClassState
from trainshed.games.first_class.rules.turns import UseCard
from trainshed.games.first_class.text import sentences
from trainshed.games.first_class.text.labels import PLAIN
from trainshed.games.first_class.text.names import card_name
from trainshed.kernel.translation import ENGLISH
from trainshed.locale import LANGUAGES, speech

ALIKE = ("deal:", "activate:")
"""Words that may share a label, because some cards are the same; where they wait, the coach is named too."""


def label(state: FirstClassState, word: str, seat: int = 0) -> str:
    return sentences.label(GAME, state.view(seat), word, names=NAMES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_has_a_label_of_its_own(language: str) -> None:
    view = position(4, modules="a-b").view(0)
    said = {
        word: sentences.label(GAME, view, word, speech=speech(language), names=NAMES)
        for word in [*GAME.vocabulary, *HIDDEN]
    }
    assert [word for word, text in said.items() if not sound(text) or text == word] == []
    distinct = [text for word, text in said.items() if not word.startswith(ALIKE)]
    assert len(set(distinct)) == len(distinct)
    if language != "en":
        english = {word: sentences.label(GAME, view, word, names=NAMES) for word in said}
        assert [word for word, text in said.items() if text == english[word]] == []


def test_labels_that_need_no_position_are_of_words_that_exist() -> None:
    assert set(PLAIN) <= {*GAME.vocabulary, *HIDDEN}


def test_cards_that_are_not_the_same_have_not_the_same_name() -> None:
    def printed(card: Any) -> tuple[Any, ...]:
        cities = [BOX.cities[city].text for city in card.cities]
        return (card.kind, card.effect, card.condition, card.pays, *cities)

    names: dict[str, tuple[Any, ...]] = {}
    for card in BOX.cards:
        assert names.setdefault(card_name(GAME, card.name, ENGLISH), printed(card)) == printed(card)


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("tile", "Take the start-player tile"),
        ("take:1:1", "Take card 1 of row 1. Car card: 2 level-0 coaches"),
        (
            "take:1:2",
            "Take card 2 of row 1. Section card: – · 1 level-0 coach and locomotive up to 2 cities in each scoring",
        ),
        ("take:2:6", "Take card 6 of row 2"),
        ("use", "Carry out the card"),
        ("ignore", "Ignore the card and upgrade a coach instead"),
        ("leave", "Give up what is left"),
        ("coins", "Take coins"),
        ("done", "End the turn"),
        ("score", "Score the trains and give up the other rewards"),
        ("coach:upper", "Add a coach to the upper train"),
        ("upgrade:lower:4", "Upgrade a coach of the lower train from 4 to 7"),
        ("conductor:upper:1", "Move the upper conductor 1 card"),
        ("conductor:lower:3", "Move the lower conductor 3 cards"),
        ("locomotive:1", "Move the locomotive 1 city"),
        ("locomotive:3", "Move the locomotive 3 cities"),
        ("mail:m4", "Lay the mail car: 3 coins"),
        ("coin:1:coach:upper", "Spend a coin: a coach for the upper train"),
        ("coin:3:coach:lower", "Spend a coin for upgrades: a coach for the lower train"),
        ("coin:2:conductor:lower", "Spend a coin: one step of the lower conductor"),
        ("coin:2:locomotive", "Spend a coin: the locomotive goes one city on"),
        ("coin:3:upgrade:upper:7", "Spend a coin: upgrade a coach of the upper train, 7 to 12"),
        ("coin:3:point", "Turn a coin of column 3 into 1 point"),
        ("bonus:eb-car-1", "Take the end-bonus card: 1 point for each car card; action: 2 any-coach upgrades"),
        ("buy:eb-con-7", "Buy the end-bonus card for 4 coins: 3 points for each conductor card; action: 1 point"),
        ("keep:eb-car-3", "Keep the end-bonus card: 1 point for each car card (without its action: 2 coins)"),
        ("keep:?", "Keep an end-bonus card"),
        ("pay:1:2:1", "Pay with 1 coin of column 1, 2 coins of column 2 and 1 coin of column 3"),
        ("fulfil:a1-1", "Fulfil the contract: 4 coaches of level 1 or higher → 3 any-coach upgrades"),
        ("fulfil:a2-6", "Fulfil the contract: 3 coaches of level 4 or higher → 10 points in the next scoring phase"),
        ("fulfil:d1-7", "Fulfil the contract: 2 passengers or pieces of luggage activated → 4 coins"),
        ("city:2", "Receive the reward of Strasbourg (city 2): 2 coins"),
        ("city:9", "Receive the reward of Bratislava (city 9)"),
        ("first:2", "Bo begins"),
        ("celebrity:upper:2", "Put the celebrity in coach 2 of the upper train"),
        ("postcard:5", "Put the postcard at city 5"),
        ("guilty:2", "Bo is the murderer"),
        ("token:?", "Draw an investigation token"),
        ("give:3:1", "Give token 1 to Cy"),
        ("discard:2", "Discard token 2"),
        ("passenger:3", "Put the passenger in coach 3 of the upper train"),
        ("luggage:1", "Put the luggage in coach 1 of the lower train"),
        ("column:4", "Lay the card in column 4"),
        ("switch:e2-3", "Use the switch: 5 points in every scoring phase when both conductors have reached the column"),
    ],
)  # fmt: skip
def test_labels_say_what_happens(word: str, text: str) -> None:
    assert label(show(position(3), "x1-car-1-1 s1-2"), word) == text


def test_labels_fit_the_question() -> None:
    state = position()
    number = BOX.card_numbers["x1-con-1-1"]
    assert label(ask(state, UseCard(0, number)), "use") == (
        "Carry out the card. Conductor card: each conductor up to 1 card"
    )
    carry(state, 0, "coins 2, locomotive 3")
    assert label(state, "coins") == "Take 2 coins"
    assert label(state, "leave") == "Give up what is left: 2 coins and locomotive up to 3 cities"
    assert (
        label(ask(state, ChooseMail(0, 1)), "mail:m1")
        == "Lay the mail car in the lower train: locomotive up to 2 cities"
    )
    assert label(scoring(give(state, 0, city=3)), "done") == "Score the trains"


def test_one_half_of_an_icon_with_both_conductors_is_named() -> None:
    state = carry(give(position(), 0, upper="0 0", lower="0 0"), 0, "conductors both 2")
    assert label(state, "leave") == "Give up what is left: each conductor up to 2 cards"
    state.play(GAME.vocabulary.id("conductor:upper:2"))
    assert label(state, "leave") == "Give up what is left: lower conductor up to 2 cards"


@pytest.mark.clause("FC-MODULE-C-18")
def test_only_who_knows_a_token_reads_what_it_shows() -> None:
    state = carry(new_game(3, 1, modules="c-d"), 0, "coins 2, give 1 to one")
    said = [label(state, "give:3:1", seat) for seat in range(3)]
    assert said[0] in ("Give token 1, a fingerprint, to Cy", "Give token 1, a blank one, to Cy")
    assert said[1:] == ["Give token 1 to Cy"] * 2
    carry(state, 0, "discard 1")
    assert label(state, "discard:1") in ("Discard token 1, a fingerprint", "Discard token 1, a blank one")
    assert label(state, "discard:1", 1) == "Discard token 1"


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_whatever_is_offered_has_a_label(seats: int, options: dict[str, str]) -> None:
    for number, state in enumerate(walks(seats, 23, **options)):
        if number % 4 == 0 and state.actor >= 0:
            said = {word: label(state, word, state.actor) for word in legal(state)}
            assert all(sound(text) for text in said.values())
            assert len(set(said.values())) == len(said)


def test_making_room_offers_labels_of_coins() -> None:
    state = give(position(), 0, coins=(5, 5, 2))
    ask(state, MakeRoom(0, 2))
    assert "Spend a coin: a coach for the upper train" in [label(state, word) for word in legal(state)]

"""What is printed for First Class: cards, cities, tiles and modules, as they stand in content.toml."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from importlib.resources import files
from itertools import combinations, pairwise
from typing import Any

import pytest

from trainshed.games.first_class.game import FirstClassGame
from trainshed.kernel.content import ContentError, Pack

TEXT = files("trainshed.games.first_class").joinpath("content.toml").read_text(encoding="utf-8")
PRINTED: dict[str, Any] = tomllib.loads(TEXT)
GAME = FirstClassGame()
LEVELS = [0, 1, 2, 4, 7, 12]
DECKS = (1, 2, 3)
BASE: dict[int, list[dict[str, Any]]] = {deck: PRINTED["base"][f"deck{deck}"]["cards"] for deck in DECKS}
MODULES: dict[str, dict[str, Any]] = PRINTED["module"]
BONUS: list[dict[str, Any]] = PRINTED["end_bonus"]["cards"]
SECTIONS = [card for deck in DECKS for card in BASE[deck] if card["type"] == "section"]
NUMBER, LEVEL = r"[1-9]\d*", "(?:0|1|2|4|7|12)"

ITEMS = (
    *(rf"0-coach x{NUMBER}", rf"upgrade-any x{NUMBER}", rf"{LEVEL}->{LEVEL}", rf"conductors both {NUMBER}"),
    *(rf"conductor steps {NUMBER}", rf"locomotive {NUMBER}", rf"coins {NUMBER}", rf"points {NUMBER}"),
    *(rf"end-bonus card x{NUMBER}", rf"draw {NUMBER}", rf"others draw {NUMBER}"),
    *(rf"give {NUMBER} to (?:one|any)", rf"discard {NUMBER}"),
)
CONDITIONS = {
    "contract": (
        rf"coaches {NUMBER} level {LEVEL}\+|sequence {LEVEL}(?:-{LEVEL})+"
        rf"|(?:one train|both trains|trains in all) {NUMBER} cards|(?:one conductor|both conductors) card {NUMBER}"
        rf"|locomotive city {NUMBER}|reward cities {NUMBER}|end-bonus cards {NUMBER}|locomotive tiles {NUMBER}"
        rf"|activated {NUMBER}"
    ),
    "celebrity": rf"coach level {LEVEL}\+",
    "postcard": rf"city {NUMBER}\+",
    "passenger": rf"upper coach level {LEVEL}\+",
    "luggage": rf"lower coach level {LEVEL}\+",
    "switch": "both conductors column",
    "mechanic": rf"column levels {NUMBER}\+",
    "money": "",
    "game end": "",
    "murder": "",
}
OWN_KINDS: dict[str, list[dict[str, int]]] = {
    "A": [{"contract": 7, "money": 1}, {"contract": 7, "money": 1}, {"contract": 7, "game end": 1}],
    "B": [{"celebrity": 3, "postcard": 2, "contract": 1, "money": 1, "game end": 1}] * 3,
    "C": [{"murder": 5, "contract": 1, "money": 1, "game end": 1}] * 3,
    "D": [{"passenger": 3, "luggage": 3, "contract": 1, last: 1} for last in ("money", "game end", "money")],
    "E": [{"switch": 3, "mechanic": 3, "contract": 1, last: 1} for last in ("money", "game end", "money")],
}
WORTH = {
    "0-coach": 1.0,
    "upgrade-any": 2.0,
    "conductors both": 2.0,
    "conductor steps": 1.0,
    "locomotive": 1.0,
    "coins": 1.0,
    "points": 1.0,
    "end-bonus card": 5.0,
    "draw": -1.0,
    "others draw": 1.5,
    "give": 1.5,
    "discard": 1.5,
}
"""A rough worth of one of each, only to compare the decks."""


def module_cards(letter: str, deck: int) -> list[dict[str, Any]]:
    cards: list[dict[str, Any]] = MODULES[letter][f"deck{deck}"]
    return cards


EVERY_MODULE_CARD = [card for letter in MODULES for deck in DECKS for card in module_cards(letter, deck)]


def items(effect: str) -> list[tuple[str, int]]:
    """The items of an effect: what, and how often; an upgrade of one level counts what it adds to the coach."""
    found = []
    for item in effect.split(", "):
        head, _, last = item.rpartition(" ")
        if "->" in item:
            low, high = [int(level) for level in item.split("->")]
            found.append(("->", high - low))
        elif item.startswith("give "):
            found.append(("give", int(item.split()[1])))
        else:
            found.append((head, int(last.removeprefix("x"))))
    return found


def verbs(effect: str) -> set[str]:
    return {what for what, _ in items(effect)}


def worth(effect: str) -> float:
    return sum(number if what == "->" else WORTH[what] * number for what, number in items(effect))


def rewards(cities: list[str]) -> list[str]:
    return [city[2:-1] for city in cities if city.startswith("R[")]


def every_effect() -> list[str]:
    found = [card["effect"] for deck in DECKS for card in BASE[deck] if "effect" in card]
    found += [effect for card in SECTIONS for effect in rewards(card["cities"])]
    found += rewards(PRINTED["board_line"]["cities"])
    tables = (BONUS, PRINTED["mail_cars"]["cards"], PRINTED["locomotive_tiles"]["tiles"], EVERY_MODULE_CARD)
    found += [row["effect"] for table in tables for row in table]
    found += [option for row in PRINTED["start_player_tile"]["rewards"] for option in row["options"]]
    found += [option for column in PRINTED["coins"]["columns"] for option in column["options"]]
    return found + [row["effect"] for row in PRINTED["coins"]["any_column"]]


# ---------------------------------------------------------------- the file


def test_the_pack_can_be_read_and_every_table_names_its_source() -> None:
    pack = Pack.parse(TEXT, "content.toml")
    assert set(pack.data) - {"meta", "base", "module"} <= {origin.path for origin in pack.origins()}
    assert {origin.confidence for origin in pack.origins()} <= {"high", "medium", "low"}
    for table in (*PRINTED["base"].values(), *MODULES.values(), PRINTED["setup"]["conductor"]):
        assert table["source"]
        assert table["confidence"] in ("high", "medium", "low")
    for name in ("guilt", "tokens"):
        assert MODULES["C"][name]["source"]


def test_every_id_stands_once() -> None:
    tables = (BONUS, EVERY_MODULE_CARD, PRINTED["coaches"]["pairs"], PRINTED["coins"]["columns"])
    more = (PRINTED["mail_cars"]["cards"], PRINTED["locomotive_tiles"]["tiles"], MODULES["C"]["guilt"]["cards"])
    ids = [row["id"] for table in (*BASE.values(), *tables, *more) for row in table]
    assert [name for name, times in Counter(name.lower() for name in ids).items() if times > 1] == []


def test_every_effect_follows_the_notation_and_no_upgrade_skips_a_level() -> None:
    effects = every_effect()
    for effect in effects:
        for item in effect.split(", "):
            assert any(re.fullmatch(pattern, item) for pattern in ITEMS), effect
            if "->" in item:
                low, high = item.split("->")
                assert LEVELS.index(int(high)) == LEVELS.index(int(low)) + 1, effect
    # what the worked examples of the rulebook need
    assert {"0-coach x2", "conductors both 2", "locomotive 2"} <= set(effects)
    assert any("0->1" in effect for effect in effects)
    assert any("4->7" in effect for effect in effects)
    assert any("P8" in card["cities"] for card in SECTIONS)


@pytest.mark.parametrize(
    "effect",
    ["0->2", "2->1", "upgrade-any", "coins 0", "give 2", "locomotive x2", "0-coach 2", "0-coach x1,coins 1", " "],
)
def test_an_effect_outside_of_the_notation_is_refused(effect: str) -> None:
    with pytest.raises(ContentError):
        GAME.box.icons(effect)


def test_every_condition_fits_the_kind_of_its_card() -> None:
    for card in EVERY_MODULE_CARD:
        assert re.fullmatch(CONDITIONS[card["kind"]], card.get("condition", "")), card
        if card.get("condition", "").startswith("sequence "):
            wanted = [int(level) for level in card["condition"].split()[1].split("-")]
            assert wanted == sorted(wanted, reverse=True), card
        assert "activated" not in card.get("condition", "") or card["id"].startswith("D"), card


# ---------------------------------------------------------------- boards and tiles


@pytest.mark.clause("FC-UPGRADE-01")
def test_levels_rise_from_0_to_12_in_pairs() -> None:
    pairs = PRINTED["coaches"]["pairs"]
    assert PRINTED["coaches"]["levels"] == LEVELS
    assert [level for pair in pairs for level in pair["levels"]] == LEVELS


def test_twelve_coin_spaces_a_board_use_all_coins() -> None:
    columns = PRINTED["coins"]["columns"]
    assert [column["capacity"] for column in columns] == [5, 5, 2]
    assert 4 * sum(column["capacity"] for column in columns) == PRINTED["coins"]["total"] == 48
    prices = {row["effect"]: row["coins"] for row in PRINTED["coins"]["any_column"]}
    assert prices == {"points 1": 1, "end-bonus card x1": 4}
    assert PRINTED["game"]["end_bonus_price"] == 4


@pytest.mark.clause("FC-SETUP-09")
def test_locomotive_tiles_are_printed_in_the_order_of_the_stack() -> None:
    tiles = [(tile["points"], tile["effect"]) for tile in PRINTED["locomotive_tiles"]["tiles"]]
    assert [points for points, _ in tiles] == [5, 6, 7, 8, 12, 13, 14, 15]
    assert [effect for _, effect in tiles] == ["upgrade-any x2"] * 4 + ["upgrade-any x1"] * 4


@pytest.mark.clause("FC-SETUP-10")
def test_constantinople_has_three_spaces() -> None:
    assert PRINTED["constantinople"]["points"] == [20, 10, 5]


@pytest.mark.clause("FC-SETUP-21")
def test_the_board_shows_three_cities_one_of_them_with_a_reward() -> None:
    cities = PRINTED["board_line"]["cities"]
    assert len(cities) == 3
    assert rewards(cities) == ["coins 2"]


def test_the_start_player_tile_gives_by_seat_from_the_taker() -> None:
    gifts: dict[int, list[str]] = {1: ["coins 2"], 2: [], 3: ["0-coach x1"], 4: ["0-coach x1", "0->1"]}
    rows = PRINTED["start_player_tile"]["rewards"]
    assert [(row["players"], row["seat"]) for row in rows] == [(n, s) for n in (2, 3, 4) for s in range(1, n + 1)]
    assert all(row["options"] == gifts[row["seat"]] for row in rows)


# ---------------------------------------------------------------- base decks and end-bonus cards


@pytest.mark.clause("FC-SETUP-03", "FC-LINE-01")
@pytest.mark.parametrize("deck", DECKS)
def test_a_base_deck_has_nine_car_cards_and_five_of_each_other_type(deck: int) -> None:
    counts = Counter(card["type"] for card in BASE[deck])
    assert counts == {"car": 9, "conductor": 5, "locomotive": 5, "section": 5}
    assert all(card["id"][1] == str(deck) for card in BASE[deck])


def test_a_base_card_has_only_icons_of_its_type() -> None:
    allowed = {
        "car": {"0-coach", "->", "upgrade-any"},
        "conductor": {"conductors both", "conductor steps"},
        "locomotive": {"locomotive"},
    }
    for card in [card for deck in DECKS for card in BASE[deck] if card["type"] != "section"]:
        assert verbs(card["effect"]) <= allowed[card["type"]], card


@pytest.mark.clause("FC-LINE-04")
def test_a_section_card_has_one_to_four_cities_one_of_them_with_a_reward() -> None:
    for card in SECTIONS:
        assert 1 <= len(card["cities"]) <= 4, card
        assert len(rewards(card["cities"])) == 1, card
        assert all(re.fullmatch(rf"plain|P{NUMBER}|R\[.+\]", city) for city in card["cities"]), card
        assert "effect" not in card


def test_end_bonus_cards_are_seven_of_each_type_and_bring_no_other_end_bonus_card() -> None:
    assert Counter(card["type"] for card in BONUS) == {"car": 7, "conductor": 7, "locomotive": 7}
    assert all(card["points"] >= 1 for card in BONUS)
    assert not any("end-bonus card" in verbs(card["effect"]) for card in BONUS)
    # those of the rulebook's examples
    assert len([card for card in BONUS if (card["type"], card["points"]) == ("car", 2)]) >= 2
    assert any((card["type"], card["points"]) == ("locomotive", 3) for card in BONUS)


def test_decks_get_stronger() -> None:
    strength: dict[str, list[float]] = {}
    for deck in DECKS:
        for kind in ("car", "conductor", "locomotive"):
            own = [worth(card["effect"]) for card in BASE[deck] if card["type"] == kind]
            strength.setdefault(kind, []).append(sum(own))
        cities = [city for card in BASE[deck] for city in card.get("cities", ())]
        strength.setdefault("section", []).append(sum(int(city[1:]) for city in cities if city.startswith("P")))
        for letter in MODULES:
            total = 0.0
            for card in module_cards(letter, deck):
                pays = card.get("pays", PRINTED["kinds"][card["kind"]]["pays"])
                often = 4 - deck if pays == "scoring" and card["kind"] != "contract" else 1
                total += worth(card["effect"]) * often
            strength.setdefault(letter, []).append(total)
    assert [name for name, numbers in strength.items() if any(a >= b for a, b in pairwise(numbers))] == []


# ---------------------------------------------------------------- modules


@pytest.mark.parametrize("letter", sorted(OWN_KINDS))
@pytest.mark.parametrize("deck", DECKS)
def test_a_module_has_eight_cards_a_deck_of_its_own_kinds(letter: str, deck: int) -> None:
    cards = module_cards(letter, deck)
    assert [card["id"] for card in cards] == [f"{letter}{deck}-{number}" for number in range(1, 9)]
    assert Counter(card["kind"] for card in cards) == OWN_KINDS[letter][deck - 1]


def test_cards_of_a_kind_pay_what_the_kind_says() -> None:
    kinds = {name for name, row in PRINTED["kinds"].items() if isinstance(row, dict)}
    assert kinds == set(CONDITIONS)
    tokens = {"draw", "others draw", "give", "discard"}
    for card in EVERY_MODULE_CARD:
        own = [what for what, _ in items(card["effect"])]
        if card["kind"] in ("celebrity", "postcard", "luggage"):
            assert own == ["points"], card
        if card["kind"] == "money":
            assert own == ["coins"], card
        if card["kind"] == "game end":
            assert items(card["effect"])[0] == ("end-bonus card", 1), card
        assert card["kind"] == "murder" or not tokens & set(own), card
        pays = card.get("pays", PRINTED["kinds"][card["kind"]]["pays"])
        assert pays in ("now", "contract", "activation", "scoring"), card
    assert MODULES["E"]["columns"] == [1, 2, 3, 4, 5, 7, 8, 9]


def test_murder_has_one_guilty_card_and_tokens_for_every_draw() -> None:
    guilt, tokens = MODULES["C"]["guilt"]["cards"], MODULES["C"]["tokens"]
    assert [card["guilty"] for card in guilt].count(True) == 1
    assert len(guilt) == 4
    assert tokens["fingerprint"] + tokens["blank"] == PRINTED["totals"]["investigation_tokens"] == 26
    effects = [item for deck in DECKS for card in module_cards("C", deck) for item in items(card["effect"])]
    drawn = sum(number for what, number in effects if what == "draw")
    others = sum(number for what, number in effects if what == "others draw")
    for seats in (2, 3, 4):
        assert seats * tokens["start_per_player"] + drawn + others * (seats - 1) + tokens["murderer_extra"] <= 26


@pytest.mark.clause("FC-SETUP-03")
@pytest.mark.parametrize("pair", list(combinations("ABCDE", 2)))
def test_a_deck_of_any_two_modules_has_40_cards_of_which_4_are_not_dealt(pair: tuple[str, str]) -> None:
    game = PRINTED["game"]
    for deck in DECKS:
        names = [card["id"] for card in BASE[deck]]
        names += [card["id"] for letter in pair for card in module_cards(letter, deck)]
        assert len(set(names)) == game["deck_size"] == 40
        dealt = game["rounds_per_deck"] * game["rows"] * game["cards_per_row"]
        assert len(names) - dealt == game["unused_cards_per_deck"] == 4

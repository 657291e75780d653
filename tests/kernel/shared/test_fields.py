"""Fields declared once: lists of values, and structs of a view made from objects of the rules and back."""

from __future__ import annotations

import msgspec

from trainshed.kernel.shared.fields import Mirror, reader

FIELDS = ("cards", "coins", "passed", "tokens", "secret")


class Owner:
    """An object of the rules, with its fields as arguments in the order of `FIELDS`."""

    def __init__(self, cards: list[int], coins: int, passed: int, tokens: int, secret: int) -> None:
        self.cards = cards
        self.coins = coins
        self.passed = passed
        self.tokens = tokens
        self.secret = secret


class OwnerView(msgspec.Struct, frozen=True):
    name: str
    coins: int
    passed: bool
    tokens: list[str]
    cards: list[int]


MIRROR = Mirror(OwnerView, Owner, FIELDS, otherwise=("tokens",))


def test_a_reader_lists_the_values_in_the_order_of_the_names() -> None:
    owner = Owner([3, 4], 7, 1, 0, 9)
    assert reader(FIELDS)(owner) == [[3, 4], 7, 1, 0, 9]
    assert reader(("coins", "cards"))(owner) == [7, [3, 4]]


def test_a_mirror_shows_equal_fields_and_takes_the_others_from_the_caller() -> None:
    owner = Owner([3, 4], 7, 1, 2, 9)
    shown = MIRROR.show(owner, name="Clara", tokens=["b"])
    assert shown == OwnerView("Clara", 7, True, ["b"], [3, 4])
    assert shown.passed is True
    owner.cards.append(5)
    assert shown.cards == [3, 4], "a view keeps its own copy of a list"


def test_a_mirror_makes_the_object_again() -> None:
    shown = OwnerView("Clara", 7, True, ["b"], [3, 4])
    owner = MIRROR.restore(shown, tokens=2, secret=9)
    assert reader(FIELDS)(owner) == [[3, 4], 7, 1, 2, 9]
    assert owner.passed is not True, "a number, as the rules keep it"
    owner.cards.append(5)
    assert shown.cards == [3, 4]

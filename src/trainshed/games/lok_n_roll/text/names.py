"""Names of the players and cards of Lok'n'Roll as they stand inside a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from trainshed.kernel.game import Game
from trainshed.kernel.translation import Translator, marked
from trainshed.kernel.vocabulary import rests_of
from trainshed.phrases import listed, who

CARDS: Final = {
    ("chaos", ""): marked("a chaos %(value)d"),
    ("track", "straight_long"): marked("a long straight %(value)d"),
    ("track", "straight_wide"): marked("a wide straight %(value)d"),
    ("track", "curve_left"): marked("a left curve %(value)d"),
    ("track", "curve_right"): marked("a right curve %(value)d"),
    ("destroyed", "straight_long"): marked("a destroyed long straight %(value)d"),
    ("destroyed", "straight_wide"): marked("a destroyed wide straight %(value)d"),
    ("destroyed", "curve_left"): marked("a destroyed left curve %(value)d"),
    ("destroyed", "curve_right"): marked("a destroyed right curve %(value)d"),
}
"""Cards as they lie in a hand, by kind and shape."""

PIECES: Final = {
    ("chaos", ""): marked("a chaos %(value)d"),
    ("track", "straight"): marked("a straight %(value)d"),
    ("track", "curve"): marked("a curve %(value)d"),
    ("destroyed", "straight"): marked("a destroyed straight %(value)d"),
    ("destroyed", "curve"): marked("a destroyed curve %(value)d"),
}
"""Cards in the log: to which side a curve leads depends on how it was laid, and the board shows it."""


def player(seat: int | None, speech: Translator, names: Sequence[str]) -> str:
    """A seat by its name; None is Laura."""
    return speech.gettext("Laura") if seat is None else who(seat, speech, names)


def value_of(card: str) -> int:
    """The value of a card by its name."""
    return int(card.split(":")[1])


def points_of(cards: Sequence[str]) -> int:
    return sum(value_of(card) for card in cards)


def card_names(game: Game) -> list[str]:
    """The classes of cards, in the order in which effects number them."""
    return rests_of(game.vocabulary, "lay")


def a_card(card: str, speech: Translator) -> str:
    """A card with its article, as it stands inside a sentence."""
    kind, _value, *shape = card.split(":")
    return described(CARDS.get((kind, "".join(shape)), ""), card, speech)


def a_piece(card: str, speech: Translator) -> str:
    """A card in the log, without the details of its shape."""
    kind, _value, *shape = card.split(":")
    return described(PIECES.get((kind, "".join(shape).partition("_")[0]), ""), card, speech)


def described(text: str, card: str, speech: Translator) -> str:
    """A card by the text for its shape; a shape that only a changed pack has is called by its own name there."""
    _ = speech.gettext
    kind, value, *shape = card.split(":")
    if not text:
        text = marked("a destroyed %(shape)s %(value)d") if kind == "destroyed" else marked("a %(shape)s %(value)d")
    return _(text) % {"value": int(value), "shape": "".join(shape).replace("_", " ")}


def cards_listed(cards: Sequence[str], speech: Translator) -> str:
    return listed([a_card(card, speech) for card in cards], speech)


def pieces_listed(cards: Sequence[str], speech: Translator) -> str:
    return listed([a_piece(card, speech) for card in cards], speech)

"""Controls for words that belong to no element of the board: payments, cards to choose from, and single actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from trainshed.draw.choices import Face, ListLayout, draw_button, draw_choices, icon_face, listed_words, worth_face
from trainshed.draw.fit import Rect
from trainshed.draw.pieces import coin
from trainshed.draw.seats import worker
from trainshed.draw.sheet import Sheet
from trainshed.games.russian_railroads.board.icons import fitted_row, key_of
from trainshed.games.russian_railroads.board.scene import Scene
from trainshed.games.russian_railroads.rules.effect_notation import BLACK_BIT, DOUBLER, INDUSTRY, TRACK
from trainshed.games.russian_railroads.rules.player import bonus_points
from trainshed.games.russian_railroads.text.labels import paid
from trainshed.games.russian_railroads.text.names import bonus_name, start_name
from trainshed.kernel.translation import marked
from trainshed.kernel.vocabulary import head_of, rest_of
from trainshed.phrases import NameTable, capital

TITLES: Final = {
    "pay": marked("Pay with"),
    "again": marked("Once more"),
    "start": marked("Starting cards"),
    "bonus": marked("End bonus cards"),
    "ten": marked("End bonus cards"),
    "look": marked("End bonus cards"),
}
"""Words that are chosen from a list, by their first part, and the title of the list."""

OTHER_WORDS: Final = marked("Action")
SINGLE: Final = ("done", "give_up", "stay", "pass")
"""Words that get a button of their own."""

AGAIN: Final = {
    "doubler": ((DOUBLER, 0, 1), "doubler"),
    "industry": ((INDUSTRY, 0, 1), "industry"),
    "track": ((TRACK, BLACK_BIT, 1), "black"),
}
"""The parts of a card that can be made once more, and the starting card of the same name."""

short_bonus: Final = NameTable(
    flat=marked("fixed"),
    black_sum=marked("black tracks"),
    extra_engineer=marked("one more engineer"),
    question_tokens=marked("tokens used"),
    locomotive_sum=marked("locomotives"),
)


# ---------------------------------------------------------------- the button


def single(scene: Scene, heads: Sequence[str] = SINGLE) -> str:
    """The word that the button stands for now, or ""."""
    return scene.best([head for head in heads if scene.state(head) != "dead"])[0]


def single_text(scene: Scene, word: str) -> str:
    """The text of the button for a word."""
    match word:
        case "pass":
            order = scene.now.order
            points = scene.box.turn_card_points[order.index(scene.seat) + 1] if scene.seat in order else 0
            return scene.phrase("Pass +%(points)d", points=points)
        case "give_up":
            return scene.phrase("Give it up")
        case "stay":
            return scene.phrase("Let it stay")
    return scene.phrase("Repeat nothing" if scene.question == "Repeat" else "Leave the rest")


def draw_single(sheet: Sheet, scene: Scene, area: Rect, heads: Sequence[str] = SINGLE) -> bool:
    """One button, if there is anything to press: to pass, to leave the rest of an effect, to give up a locomotive, or
    to let a worker stay."""
    word = single(scene, heads)
    if word:
        draw_button(sheet, scene, area, word, single_text(scene, word))
    return bool(word)


# ---------------------------------------------------------------- the list


def choices(scene: Scene) -> list[str]:
    """The words to choose from a list."""
    return listed_words(scene, [*TITLES])


def list_layout(words: Sequence[str], row: float, gap: float) -> ListLayout:
    if words and all(head_of(word) == "pay" for word in words):
        return ListLayout(3, row, gap)
    return ListLayout(1 if len(words) <= 4 else 2, row, gap)


def draw_list(sheet: Sheet, scene: Scene, area: Rect, words: Sequence[str], row: float, gap: float) -> float:
    """A list with one control for each word; return its height, 0 without words."""
    if not words:
        return 0
    layout = list_layout(words, row, gap)
    title = TITLES.get(head_of(words[-1]), OTHER_WORDS)
    draw_choices(sheet, scene, area, scene.phrase(title), words, layout, FACES)
    return layout.height(len(words))


def usual_payment(words: Sequence[str]) -> str:
    """The payment with the fewest roubles and then the most workers of one's own; "" if other words are legal."""
    if not words or any(head_of(word) != "pay" for word in words):
        return ""

    def price(word: str) -> tuple[int, int, int]:
        own, turquoise, _black, roubles = paid(rest_of(word))
        return roubles, -own, -turquoise

    return min(words, key=price)


# ---------------------------------------------------------------- its rows


def payment_face(sheet: Sheet, scene: Scene, area: Rect, word: str) -> None:
    """The pieces of a payment side by side."""
    own, turquoise, black, roubles = paid(rest_of(word))
    kinds = [scene.color] * own + ["temp"] * turquoise + ["ink"] * black + ["coin"] * roubles
    scale = min(1.0, (area.h - 4) / 29)
    pitch = 23 * scale
    x = area.x + (area.w - len(kinds) * pitch) / 2
    cy = area.y + area.h / 2
    for kind in kinds:
        if kind == "coin":
            sheet.board(coin(x + pitch / 2, cy, 9.5 * scale))
        else:
            sheet.board(worker(x + 1.5 * scale, cy - 14 * scale, kind, scale=scale))
        x += pitch


def start_face(sheet: Sheet, scene: Scene, area: Rect, word: str) -> None:
    """A starting card."""
    parts = scene.box.start_parts[scene.box.start_names.index(rest_of(word))]
    icon_face(sheet, area, fitted_row(key_of(parts), 60), capital(start_name(rest_of(word), scene.speech)))


def again_face(sheet: Sheet, scene: Scene, area: Rect, word: str) -> None:
    part, name = AGAIN[rest_of(word)]
    icon_face(sheet, area, fitted_row((part,), 60), capital(start_name(name, scene.speech)))


def bonus_short(card: str, scene: Scene) -> str:
    """A short name of an end bonus card."""
    return (short_bonus if card in short_bonus.names else bonus_name)(card, scene.speech)


def bonus_face(sheet: Sheet, scene: Scene, area: Rect, word: str) -> None:
    """An end bonus card, and the points that it would bring now."""
    card = rest_of(word)
    worth = bonus_points(scene.box, scene.mine, scene.box.bonus_names.index(card))
    worth_face(sheet, area, bonus_short(card, scene), "" if card == "extra_engineer" else f"+{worth}")


def ten_face(sheet: Sheet, scene: Scene, area: Rect, word: str) -> None:
    """The points in place of an end bonus card."""
    worth_face(sheet, area, scene.phrase("at once"), f"+{scene.box.bonus_instead}")


FACES: Final[Mapping[str, Face]] = {
    "pay": payment_face,
    "start": start_face,
    "again": again_face,
    "bonus": bonus_face,
    "ten": ten_face,
}

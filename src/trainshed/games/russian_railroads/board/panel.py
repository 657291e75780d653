"""Controls for words that belong to no element of the board: payments, cards to choose from, and single actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from trainshed.draw.fit import Rect, fitted, lines, room_of
from trainshed.draw.pieces import coin
from trainshed.draw.seats import worker
from trainshed.draw.sheet import Sheet
from trainshed.draw.svg import moved, rect, text
from trainshed.games.russian_railroads.board.icons import fitted_row, key_of
from trainshed.games.russian_railroads.board.preview import payment_of
from trainshed.games.russian_railroads.board.scene import Scene, head_of, rest_of
from trainshed.games.russian_railroads.rules.effect_notation import BLACK_BIT, DOUBLER, INDUSTRY, TRACK
from trainshed.games.russian_railroads.rules.player import bonus_points
from trainshed.games.russian_railroads.text import sentences

LISTED: Final = ("pay", "again", "start", "bonus", "ten")
"""Words that are chosen from a list, by their first part."""

SINGLE: Final = ("done", "give_up", "stay", "pass")
"""Words that get a button of their own."""

HEAD: Final = 22
AGAIN: Final = {"doubler": (DOUBLER, 0, 1), "industry": (INDUSTRY, 0, 1), "track": (TRACK, BLACK_BIT, 1)}


# ---------------------------------------------------------------- the button


def single(scene: Scene, heads: Sequence[str] = SINGLE) -> str:
    """The word that the button stands for now, or ""."""
    word, state = scene.best([head for head in heads if scene.state(head) != "dead"])
    return word if state is not None else ""


def single_text(scene: Scene, word: str) -> str:
    _ = scene.speech.gettext
    match word:
        case "pass":
            order = scene.now.order
            points = scene.box.turn_card_points[order.index(scene.seat) + 1] if scene.seat in order else 0
            return _("Pass +%(points)d") % {"points": points}
        case "give_up":
            return _("Give it up")
        case "stay":
            return _("Let it stay")
    match scene.question:
        case "Repeat":
            return _("Repeat nothing")
        case "UseCard":
            return _("Use no card")
    return _("Leave the rest")


def draw_single(sheet: Sheet, scene: Scene, area: Rect, word: str) -> None:
    """One button: to pass, to leave the rest of an effect, to give up a locomotive, or to let a worker stay."""
    sheet.board(rect(*area, 3, "sp"))
    said, room = single_text(scene, word), area.w - 10
    sizes = (16, 14, 13) if area.h > 30 else (14, 13)
    size = next((size for size in sizes if room_of(said, size) <= room), 12)
    said = fitted(said, size, room)
    sheet.board(text(area.x + area.w / 2, area.y + area.h / 2 + size * 0.34, said, f"t{size}b", "middle"))
    scene.offer(sheet, area, word)


# ---------------------------------------------------------------- the list


def listed_words(scene: Scene) -> list[str]:
    """The words to choose from a list, in the order of the vocabulary."""
    known = [*scene.asked.moves, *scene.asked.instead, *([scene.held] if scene.held else [])]
    words = {word for word in known if head_of(word) in LISTED}
    return sorted(words, key=scene.game.vocabulary.id)


def left_over(scene: Scene, words: Sequence[str]) -> list[str]:
    """Legal words that have no control yet; each gets a row of a list, so that no legal word is ever missing."""
    return [word for word in scene.asked.moves if word not in scene.offered and word not in words]


def columns_of(words: Sequence[str]) -> int:
    if words and all(head_of(word) == "pay" for word in words):
        return 3
    return 1 if len(words) <= 4 else 2


def panel_height(words: Sequence[str], row: float, gap: float) -> float:
    return HEAD + -(-len(words) // columns_of(words)) * (row + gap)


def title_of(scene: Scene, words: Sequence[str]) -> str:
    _ = scene.speech.gettext
    match head_of(words[-1]):
        case "pay":
            return _("Pay with")
        case "start":
            return _("Starting cards")
        case "bonus" | "ten":
            return _("End bonus cards")
        case "again":
            return _("Once more")
    return _("Action")


def draw_panel(sheet: Sheet, scene: Scene, area: Rect, words: Sequence[str], row: float, gap: float) -> None:
    """A list with one control for each word."""
    sheet.board(text(area.x, area.y + 14, title_of(scene, words), "sign"))
    columns = columns_of(words)
    w = (area.w + 6) / columns - 6
    faces: dict[str, Callable[[Sheet, Scene, Rect, str], None]] = {
        "pay": payment_face,
        "start": start_face,
        "again": again_face,
        "bonus": bonus_face,
        "ten": bonus_face,
    }
    for index, word in enumerate(words):
        there = Rect(area.x + index % columns * (w + 6), area.y + HEAD + index // columns * (row + gap), w, row)
        sheet.board(rect(*there, 3, "sp"))
        faces.get(head_of(word), other_face)(sheet, scene, there, word)
        scene.offer(sheet, there, word)


def payment_face(sheet: Sheet, scene: Scene, area: Rect, word: str) -> None:
    """The pieces of a payment side by side."""
    own, turquoise, black, roubles = payment_of(rest_of(word))
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
    name = rest_of(word)
    parts = scene.box.start_parts[scene.box.start_names.index(name)]
    icon_face(sheet, area, fitted_row(key_of(parts), 60), sentences.capital(sentences.start_name(name, scene.speech)))


def again_face(sheet: Sheet, scene: Scene, area: Rect, word: str) -> None:
    name = rest_of(word)
    part = AGAIN[name]
    said = sentences.start_name({"track": "black", "doubler": "doubler"}.get(name, "industry"), scene.speech)
    icon_face(sheet, area, fitted_row((part,), 60), sentences.capital(said))


def icon_face(sheet: Sheet, area: Rect, drawn: tuple[str, float], said: str) -> None:
    sheet.board(moved(area.x + 44 - drawn[1] / 2 - 8, area.y + area.h / 2, drawn[0]))
    sheet.board(text(area.x + 76, area.y + area.h / 2 + 5, fitted(said, 14, area.w - 82), "t14b"))


def bonus_short(card: str, scene: Scene) -> str:
    """A short name of an end bonus card."""
    _ = scene.speech.gettext
    match card:
        case "flat":
            return _("fixed")
        case "black_sum":
            return _("black tracks")
        case "extra_engineer":
            return _("one more engineer")
        case "question_tokens":
            return _("tokens used")
        case "locomotive_sum":
            return _("locomotives")
    return sentences.bonus_name(card, scene.speech)


def bonus_face(sheet: Sheet, scene: Scene, area: Rect, word: str) -> None:
    """An end bonus card, and the points that it would bring now."""
    if word == "ten":
        said, worth = scene.speech.gettext("at once"), scene.box.bonus_instead
    else:
        card = rest_of(word)
        said, worth = bonus_short(card, scene), bonus_points(scene.box, scene.mine, scene.box.bonus_names.index(card))
    points = "" if word == "bonus:extra_engineer" else f"+{worth}"
    sheet.board(text(area.x + area.w - 7, area.y + area.h / 2 + 5, points, "t14b", "end"))
    two_lines(sheet, area, said, area.w - 18 - room_of(points, 15))


def other_face(sheet: Sheet, scene: Scene, area: Rect, word: str) -> None:
    two_lines(sheet, area, scene.label(word), area.w - 14)


def two_lines(sheet: Sheet, area: Rect, said: str, room: float) -> None:
    """A text of one or two lines in the middle of a row."""
    parts = lines(said, 12, room)
    if len(parts) > 2:
        parts = [parts[0], fitted(" ".join(parts[1:]), 12, room)]
    top = area.y + area.h / 2 + 4 - (len(parts) - 1) * 6
    for index, part in enumerate(parts):
        sheet.board(text(area.x + 8, top + index * 12, part, "t12"))

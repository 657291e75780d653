"""The hand of railway cards by colour, and the cards that can be drawn: face up, the pile, and what is discarded."""

from __future__ import annotations

from trainshed.draw.choices import draw_button
from trainshed.draw.fit import Rect, fitted, lines
from trainshed.draw.hover_card import named_piece
from trainshed.draw.icons import sign
from trainshed.draw.sheet import Sheet
from trainshed.draw.svg import circle, line, moved, rect, text
from trainshed.games.spike.board.icons import card_face, pile_back
from trainshed.games.spike.board.scene import Scene
from trainshed.games.spike.text import names

CLOSING = ("stop", "done")
"""Words that end a draw or a turn; they share a button."""


def hand_note(scene: Scene) -> str:
    """The text in place of the hand for a spectator, or if it is empty."""
    if scene.seat is None:
        return scene.phrase("You are watching. Hands are secret.")
    return "" if any(scene.now.hand) or any(scene.then.hand) else scene.phrase("Your hand is empty.")


def hand_facts(scene: Scene) -> list[str]:
    """How many cards and tracks the viewer has."""
    if scene.seat is None:
        return []
    player = scene.then.players[scene.seat]
    tracks = scene.plural("%(count)d track", "%(count)d tracks", player.stock)
    return [names.any_cards(sum(scene.then.hand), scene.speech), tracks]


def draw_hand(sheet: Sheet, scene: Scene, area: Rect, card: Rect) -> None:
    """The cards by colour: one stack for each with its number; those that pay for a route are lifted.

    `card`: the place of the first stack, the others stand beside it as far as the area reaches.
    """
    note = hand_note(scene)
    if note:
        for row, part in enumerate(lines(note, 14, area.w)):
            sheet.board(text(area.x, area.y + 20 + row * 18, part, "t14 ink2"))
        return
    colors = scene.box.colors
    pitch = (area.w - card.w) / max(1, len(colors) - 1)
    held = scene.before_gesture.hand if scene.asked.before is not None else scene.now.hand
    for index, color in enumerate(colors):
        count, left = held[index], scene.then.hand[index]
        place = Rect(area.x + index * pitch, card.y, card.w, card.h)
        if max(count, left) == 0:
            sheet.board(rect(*place, 4, "socket dash", data_about=f"hand:{color}"))
            continue
        draw_stack(sheet, scene, place, color, count, left)


def draw_stack(sheet: Sheet, scene: Scene, area: Rect, color: str, count: int, left: int) -> None:
    """The cards of one colour: their number; if the gesture takes or adds some, the number before and after."""
    word = f"give:{color}"
    state = scene.state(word)
    changed = left != count
    back = "".join(
        moved(k * 2.2, -k * 2.2, card_face(color, area.w, area.h)) for k in range(min(max(left, 1), 3) - 1, 0, -1)
    )
    face = card_face(color, area.w, area.h)
    name = names.cards_of(color, left, scene.speech)
    lifted = changed or state in ("chosen", "only")
    sheet.piece(
        named_piece(area.x, area.y, name, back, face, id_=f"hand-{color}", lifted=lifted, thing=f"hand:{color}")
    )
    said = f"{count} → {left}" if changed else str(left)
    w = 24 if not changed else 42
    x, y = area.x + area.w / 2, area.y + area.h - 20
    sheet.label(rect(x - w / 2, y - 11, w, 22, 11, "may-fill" if changed else "countdisc"))
    sheet.label(text(x, y + 5, said, "t15b may-on" if changed else "t15b", "middle"))
    if changed:
        sheet.label(rect(area.x - 2, area.y - 2, area.w + 4, area.h + 4, 6, "ghost-ring"))
    if state is not None:
        scene.offer(sheet, area, word)


# ---------------------------------------------------------------- drawing cards


def draw_supply(sheet: Sheet, scene: Scene, area: Rect, w: float, h: float) -> None:
    """The pile and the face-up cards, each the option to draw it; the area has a card's height."""
    view = scene.then
    count = len(view.display) + 1
    pitch = (area.w - w) / max(1, count - 1)
    said = names.any_cards(view.pile, scene.speech)
    name = scene.phrase("pile: %(cards)s", cards=said)
    sheet.piece(named_piece(area.x, area.y, name, pile_back(w, h, str(view.pile)), id_="pile", thing="pile"))
    scene.offer(sheet, Rect(area.x, area.y, w, h), "pile")
    shown = scene.before_gesture.display if scene.asked.chosen and scene.asked.before is not None else view.display
    gone = [word.partition(":")[2] for word in scene.asked.chosen if word.startswith("take:")]
    for slot, color in enumerate(shown):
        place = Rect(area.x + (slot + 1) * pitch, area.y, w, h)
        if not color:
            sheet.board(rect(*place, 4, "socket dash", data_about="slot"))
            continue
        word = f"take:{color}"
        if color in gone:
            gone.remove(color)
            sheet.board(rect(*place, 4, "ghost-from"))
            scene.control(sheet, place, word, "chosen", f"take-{slot}")
            continue
        face = card_face(color, w, h)
        name, id_ = names.cards_of(color, 1, scene.speech), f"face-up-{slot}"
        sheet.piece(named_piece(place.x, place.y, name, face, id_=id_, thing=word))
        state = scene.state(word)
        if state in ("chosen", "only"):
            state = "" if word in scene.moves else "alt" if word in scene.instead else None
        if state is not None:
            scene.control(sheet, place, word, state, f"take-{slot}", 4)


def draw_closing(sheet: Sheet, scene: Scene, area: Rect) -> bool:
    """The button that ends a draw or a turn, if it is asked; was it drawn?"""
    word, state = scene.best(CLOSING)
    if state in (None, "dead"):
        return False
    said = scene.phrase("Stop") if word == "stop" else scene.phrase("End the turn")
    draw_button(sheet, scene, area, word, said)
    return True


def draw_build(sheet: Sheet, scene: Scene, area: Rect) -> None:
    """The button that builds link by link; cities on the map do it at once."""
    state = scene.state("build")
    if state is None or scene.question in ("BuildRoute", "PayRoute"):
        return
    draw_button(sheet, scene, area, "build", scene.phrase("Build"))


def draw_strip(sheet: Sheet, scene: Scene, area: Rect) -> None:
    """Hand and supply side by side, for the desktop layout."""
    hand = Rect(area.x, area.y, 438, area.h)
    sheet.part("hand", hand)
    sheet.part("pile", Rect(area.x + 442, area.y, area.w - 442, area.h))
    sheet.board(text(area.x + 14, area.y + 25, fitted(scene.phrase("My hand"), 15, 90), "sign"))
    for row, fact in enumerate(hand_facts(scene)):
        sheet.board(text(area.x + 14, area.y + 44 + row * 17, fitted(fact, 13, 90), "t13 ink2"))
    draw_build(sheet, scene, Rect(area.x + 12, area.y + area.h - 38, 84, 30))
    draw_hand(sheet, scene, Rect(area.x + 110, area.y + 16, 316, area.h - 30), Rect(0, area.y + 19, 46, area.h - 36))
    x = area.x + 442
    sheet.board(line(x, area.y + 12, x, area.y + area.h - 12, "hair"))
    sheet.board(text(x + 12, area.y + 25, fitted(scene.phrase("Draw"), 15, 64), "sign"))
    for row, fact in enumerate(supply_facts(scene)):
        sheet.board(text(x + 12, area.y + 44 + row * 17, fitted(fact, 13, 78), "t13 ink2"))
    draw_closing(sheet, scene, Rect(x + 10, area.y + area.h - 38, 78, 30))
    draw_supply(sheet, scene, Rect(x + 96, area.y + 19, area.w - 442 - 108, area.h - 36), 36, area.h - 36)


def supply_facts(scene: Scene) -> list[str]:
    """How many cards the tender allows, and how many are discarded."""
    facts = []
    if scene.seat is not None:
        supply = scene.then.players[scene.seat].supply
        facts.append(scene.phrase("up to %(count)d", count=supply))
    discards = sum(scene.then.discards)
    facts.append(scene.phrase("%(count)d discarded", count=discards))
    return facts


def draw_eye(sheet: Sheet, x: float, y: float) -> None:
    sheet.board(sign("eye", x, y, 16, "ink3"))


def count_disc(x: float, y: float, said: str) -> str:
    return circle(x, y, 10, "countdisc") + text(x, y + 5, said, "t14b", "middle")

"""The panels beside the track of Lok'n'Roll: the hand, actions without a place on the table, the risk, the dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from trainshed.draw.choices import draw_priced
from trainshed.draw.fit import Rect, fitted, lines, paragraph, room_of
from trainshed.draw.hover_card import about, named_piece
from trainshed.draw.panel import PLATE, draw_title, grid
from trainshed.draw.sheet import Sheet
from trainshed.draw.svg import group, line, moved, path, rect, text
from trainshed.games.lok_n_roll.board.cards import die, plain_card, portrait, value_disc
from trainshed.games.lok_n_roll.board.scene import ComingRoll, Scene, percent, safe_of, slug, word_of
from trainshed.games.lok_n_roll.text import sentences
from trainshed.kernel.translation import marked
from trainshed.kernel.vocabulary import rests_of
from trainshed.phrases import points

FACES: Final = {
    "?": marked("a die to be rolled"),
    "wheel": marked("a wheel"),
    "blank": marked("a blank face"),
    "": marked("a die"),
}
"""What a die shows: not rolled yet, a wheel, nothing; or it is at rest."""

GAP: Final = 9
"""The gap between rows of actions, whose outlines glow."""


# ---------------------------------------------------------------- the hand


class Held(NamedTuple):
    """A card of the hand, or the place that a previewed card has left."""

    card: str
    nth: int
    gone: bool


def held_cards(scene: Scene) -> list[Held]:
    """The hand in order, with the places of cards that chosen words have played, so that no other card moves."""
    order = {card: place for place, card in enumerate(sentences.card_names(scene.game))}
    cards = [(card, False) for card in scene.now.hand] + [(card, True) for card in scene.played()]
    seen: dict[str, int] = {}
    hand = []
    for card, gone in sorted(cards, key=lambda entry: (order[entry[0]], not entry[1])):
        hand.append(Held(card, seen.get(card, 0), gone))
        seen[card] = seen.get(card, 0) + 1
    return hand


class HandGrid(NamedTuple):
    """How many cards of a hand stand in a row, and how large they are."""

    columns: int
    rows: int
    w: float
    h: float


def grid_of(count: int, w: float, h: float, most: float, gap: float) -> HandGrid:
    """The grid with the largest cards that fit; a card is 1.5 times as high as wide."""
    best = HandGrid(max(1, count), 1, 0, 0)
    for rows in range(1, 7):
        columns = max(1, -(-count // rows))
        width = min(most, w / columns - gap, ((h - (rows - 1) * gap) / rows) / 1.5)
        if width > best.w + 0.01:
            best = HandGrid(columns, rows, width, width * 1.5)
    return best


def draw_hand(sheet: Sheet, scene: Scene, area: Rect, places: HandGrid, gap: float) -> None:
    """Draw the hand; each card is the option that plays it."""
    shown_held = False
    cards = held_cards(scene)
    for entry, there in zip(
        cards, grid(area._replace(w=places.w, h=places.h), len(cards), places.columns, gap), strict=True
    ):
        word = word_of(entry.card)
        id_ = f"hand-{slug(entry.card)}-{entry.nth}"
        if entry.gone:
            sheet.board(rect(*there, 6, "ghost-from"))
            gone = "only" if word in scene.asked.only else "chosen"
            scene.control(sheet, there, word, gone, id_, 6, said=scene.label(word))
            continue
        state = scene.state(word)
        if state in ("chosen", "only"):
            if shown_held or word != scene.held:
                state = None
            shown_held = True
        draw_held(sheet, scene, there, entry.card, id_, state)


def draw_held(sheet: Sheet, scene: Scene, area: Rect, card: str, id_: str, state: str | None) -> None:
    name, face = sentences.a_card(card, scene.speech), portrait(card, area.w, area.h, scene.speech)
    looks = {"chosen": " lift", "only": " lift", "dead": " dimmed2"}.get(state or "", "")
    given = about(word_of(card), name)
    sheet.piece(moved(area.x, area.y, face, id_=id_, cls=f"piece{looks}", data_from="deck", **given))
    if state is not None:
        scene.control(sheet, area, word_of(card), state, id_, 6)


def hand_note(scene: Scene) -> str:
    """The text in place of the hand for a spectator, or if the hand is empty; else ""."""
    if scene.now.seat is None:
        if scene.now.over:
            return scene.phrase("You have watched this game. All hands are open now.")
        return scene.phrase("You are watching. Hands are secret until the end.")
    return "" if scene.now.hand or scene.played() else scene.phrase("Your hand is empty.")


def hand_counts(scene: Scene) -> tuple[str, str]:
    """The number of cards in the viewer's hand, and their points (LR-SCORE-01)."""
    cards = scene.plural("%(count)d card", "%(count)d cards", len(scene.now.hand))
    return cards, points(sentences.points_of(scene.now.hand), scene.speech)


# ---------------------------------------------------------------- actions


class ActionRow(NamedTuple):
    """A word without a place on the table. Each has a fixed place in the panel, so that none takes another's place."""

    slot: int
    word: str
    title: str
    price: str = ""
    """Its consequence."""
    half: int = 0
    """1 or 2: the left or the right half of the row; 0: the whole."""


SLOTS: Final = 2
"""The rows of the panel: to pass, and below it what a turn can go on with."""


def action_rows(scene: Scene) -> list[ActionRow]:
    """The words that have no place on the table."""
    if scene.setting_up or scene.for_laura:
        return []
    rows = []
    if scene.question not in ("Combine", "Discard"):
        cards = scene.taken_by_pass()
        price = scene.plural("takes %(cards)d card", "takes %(cards)d cards", cards, cards=cards)
        rows.append(ActionRow(0, "pass", scene.phrase("Pass"), price))
    elif "pass" in scene.asked.chosen:
        rows.append(ActionRow(0, "pass", scene.phrase("Pass")))
    if scene.question in ("ExtendMore", "ChaosMore"):
        rows.append(ActionRow(1, "stop", scene.label("stop")))
    if scene.question == "Combine":
        value = sentences.value_of(scene.now.piles[scene.now.actor][-1])
        leave, stay = (
            scene.phrase("both %(value)ds leave", value=value),
            scene.phrase("both %(value)ds stay", value=value),
        )
        rows.append(ActionRow(1, "combine", scene.phrase("Combine"), leave, 1))
        rows.append(ActionRow(1, "keep", scene.phrase("Keep both"), stay, 2))
    return rows


HINTS: Final = {
    "Action": marked("or press a card of your hand: lay it at the end, or discard chaos"),
    "ExtendMore": marked("or press another card of the same value"),
    "ChaosMore": marked("or press another chaos card"),
    "ChooseTurn": marked("press the side to which the line turns"),
    "Discard": marked("press the card that goes on the pile next; two equal cards that meet there may leave it"),
}
"""What can be pressed in the hand or on the table, by question."""


def action_hint(scene: Scene) -> str:
    """A hint at what can be pressed in the hand or on the table; for other viewers, who is asked."""
    if not scene.playing:
        return waiting(scene)
    hint = HINTS.get(scene.question, "")
    return scene.phrase(hint)


def draw_actions(sheet: Sheet, scene: Scene, area: Rect, row: float, card: float) -> None:
    """The action panel: rows for words without a place on the table, a hint, and the waiting penalty cards."""
    draw_title(sheet, area, scene.phrase("Action"))
    top = area.y + PLATE + 8
    for entry in action_rows(scene) if scene.playing else []:
        draw_row(sheet, scene, Rect(area.x, top + entry.slot * (row + GAP), area.w, row), entry)
    sheet.board(paragraph(area.x, top + used_slots(scene) * (row + GAP) + 13, area.w, action_hint(scene)))
    if scene.now.penalties:
        draw_penalties(sheet, scene, Rect(area.x, top + SLOTS * (row + GAP), area.w, 0), card)


def used_slots(scene: Scene) -> int:
    """How many rows of the panel are used; below them is the hint."""
    return max((entry.slot + 1 for entry in action_rows(scene)), default=0) if scene.playing else 0


def actions_height(scene: Scene, w: float, row: float, card: float) -> float:
    """The height of the action panel in the phone layout, where no fixed height is reserved for it."""
    if scene.now.penalties:
        return PLATE + 8 + SLOTS * (row + GAP) + card * 1.25 + 12
    return PLATE + 8 + used_slots(scene) * (row + GAP) + 17 * len(lines(action_hint(scene), 13, w))


def draw_row(sheet: Sheet, scene: Scene, area: Rect, entry: ActionRow) -> None:
    if entry.half:
        w = (area.w - GAP) / 2
        area = area._replace(x=area.x + (entry.half - 1) * (w + GAP), w=w)
    draw_priced(sheet, scene, area, entry.word, entry.title, entry.price, bool(entry.half))


def waiting(scene: Scene) -> str:
    """Who is asked what, for viewers who are not asked."""
    return scene.phrase("The game is over.") if scene.now.over else scene.question_asked()[0]


def draw_penalties(sheet: Sheet, scene: Scene, area: Rect, size: float) -> None:
    """Penalty cards lie beside their player until the end of the turn (LR-PENALTY-06); a press discards one. The place
    of a card that a chosen word has discarded stays empty, so that no other card takes it."""
    gone = [(value, "") for value in scene.discarded()]
    cards = sorted([*gone, *((sentences.value_of(card), card) for card in scene.now.penalties)])
    pitch = min(size + 8, area.w / len(cards))
    w, h = min(size, pitch - 3), size * 1.25
    held = ""
    for index, (value, card) in enumerate(cards):
        x = area.x + index * pitch + 1
        word = f"discard:{value}"
        if not card:
            sheet.board(rect(x, area.y + 2, w, h, 3, "ghost-from"))
            continue
        state = scene.state(word) if scene.question == "Discard" else None
        if state in ("chosen", "only"):
            state, held = (state, card) if word == scene.held and not held else (None, held)
        name, id_ = sentences.a_card(card, scene.speech), f"penalty-{index}"
        lifted = state in ("chosen", "only")
        sheet.piece(named_piece(x, area.y + 2, name, plain_card(card, w, h), id_=id_, lifted=lifted, thing=word))
        if state is not None:
            scene.control(sheet, Rect(x, area.y + 2, w, h), word, state, id_)


# ---------------------------------------------------------------- risk and dice


def draw_risk(sheet: Sheet, scene: Scene, area: Rect) -> None:
    """The exact odds of the coming roll, or of a roll for each value that might be laid."""
    roll, title = scene.roll(), scene.phrase("Stays on the rails")
    if not scene.asked.odds:
        draw_title(sheet, area, title)
        none = scene.phrase("This table plays without odds.")
        sheet.board(paragraph(area.x, area.y + PLATE + 24, area.w, none, "t14 ink2"))
    elif roll is not None:
        draw_title(
            sheet, area, title, scene.plural("with %(dice)d die", "with %(dice)d dice", roll.dice, dice=roll.dice)
        )
        draw_bars(sheet, scene, roll, Rect(area.x, area.y + PLATE + 8, area.w, area.h - PLATE - 40))
        draw_arrival(sheet, scene, roll, area.x, area.y + area.h - 8)
    elif not scene.setting_up:
        draw_title(sheet, area, title, scene.phrase("with one card"))
        draw_values(sheet, scene, area.below(PLATE + 8))


def draw_bars(sheet: Sheet, scene: Scene, roll: ComingRoll, area: Rect) -> None:
    counts = scene.odds(roll.dice)
    whole, pitch = sum(counts), area.w / len(counts)
    tall = (area.h - 62) / max(counts)
    base = area.y + area.h - 22
    for wheels, count in enumerate(counts):
        x, h = area.x + wheels * pitch, tall * count
        bad = wheels + roll.wheels > roll.ahead
        parts = [rect(x + 3, base - h, pitch - 6, h, 1, "bar-bad" if bad else "bar")]
        if bad:
            parts.append(rect(x + 3, base - h, pitch - 6, h, 1, "bar-hatch"))
        total = wheels + roll.wheels
        parts.append(text(x + pitch / 2, base + 16, total, "t13b badt" if bad else "t13b", "middle"))
        if count * 50 >= whole:
            parts.append(text(x + pitch / 2, base - h - 5, percent(count, whole), "t12 ink2", "middle"))
        sheet.board(group(*parts, data_about=f"bar:{roll.dice}:{roll.ahead}:{roll.wheels}:{total}"))
    sheet.board(line(area.x, base, area.x + area.w, base, "hair2"))
    safe = roll.ahead - roll.wheels + 1
    if safe < len(counts):
        draw_cut(sheet, scene, area, area.x + max(0, safe) * pitch)


def draw_cut(sheet: Sheet, scene: Scene, area: Rect, x: float) -> None:
    """The line in the bar chart between the rolls that keep the engine on the rails and those that derail it."""
    stays, derails = scene.phrase("stays on"), scene.phrase("derails")
    sheet.board(path(f"M{x:.1f} {area.y + 4:.1f}V{area.y + area.h:.1f}", "cut"))
    room = area.x + area.w - x - 6
    if room_of(derails, 13) <= room:
        sheet.board(text(x + 6, area.y + 13, derails, "t13b badt"))
        left = x - 6
    else:
        sheet.board(text(x - 6, area.y + 13, f"{derails} →", "t13b badt", "end"))
        left = x - 16 - room_of(derails, 13) - 10
    if left - room_of(stays, 13) >= area.x:
        sheet.board(text(left, area.y + 13, stays, "t13 ink2", "end"))


def draw_arrival(sheet: Sheet, scene: Scene, roll: ComingRoll, x: float, base: float) -> None:
    share, cards = scene.phrase("%(percent)s %%", percent=scene.share(roll)), roll.ahead
    said = scene.plural("stays on: %(cards)d card ahead", "stays on: %(cards)d cards ahead", cards, cards=cards)
    sheet.board(text(x, base, share, "t24b"), text(x + room_of(share, 24) + 14, base - 1, said, "t13 ink2"))


def draw_values(sheet: Sheet, scene: Scene, area: Rect) -> None:
    """For each value, the chance that the roll after laying one card of it does not derail the engine."""
    values = [int(value) for value in rests_of(scene.game.vocabulary, "discard")]
    pitch = min(38.0, area.h / len(values))
    for row, value in enumerate(values):
        counts, y = scene.odds(value), area.y + row * pitch + pitch / 2
        part, whole = safe_of(counts, ComingRoll(value, scene.ahead + 1)), sum(counts)
        w = area.w - 36 - 52
        good = w * part / whole
        parts = [value_disc(area.x + 14, y, value, 11), rect(area.x + 36, y - 8, w, 16, 1, "inset-l")]
        if good:
            parts.append(rect(area.x + 36, y - 8, good, 16, 1, "bar"))
        if part < whole:
            bad = (area.x + 36 + good, y - 8, w - good, 16.0)
            parts += [rect(*bad, 1, "bar-bad"), rect(*bad, 1, "bar-hatch")]
        share = scene.phrase("%(percent)s %%", percent=percent(part, whole))
        parts.append(text(area.x + area.w, y + 5, share, "t15b", "end"))
        sheet.board(group(*parts, data_about=f"odds:{value}"))


def dice_shown(scene: Scene) -> tuple[str, list[str]]:
    """What is said of the dice, and their faces: to be rolled, of the last roll (without faces if it took several
    throws, LR-DICE-02), or at rest."""
    count = scene.game.pack.number("dice.count")
    roll, last = scene.roll(), scene.last_roll()
    right, faces = "", [""] * count
    if roll is not None:
        right = scene.plural("%(dice)d die to roll", "%(dice)d dice to roll", roll.dice, dice=roll.dice)
        faces = ["?"] * min(roll.dice, count) + faces[min(roll.dice, count) :]
    elif last is not None:
        dice, wheels = last
        right = scene.plural("%(count)d wheel", "%(count)d wheels", wheels)
        if dice <= count:
            faces = ["wheel"] * wheels + ["blank"] * (dice - wheels) + faces[dice:]
    return right, faces


def draw_dice(sheet: Sheet, scene: Scene, area: Rect, side: float) -> None:
    """The panel with the dice."""
    right, faces = dice_shown(scene)
    draw_title(sheet, area, scene.phrase("Dice"), right)
    pitch = min(side + 19, (area.w - side) / (len(faces) - 1))
    draw_faces(sheet, scene, faces, area.below(PLATE + 10), side, pitch)


def draw_dice_row(sheet: Sheet, scene: Scene, area: Rect) -> None:
    """The dice in one row as high as they are, and beside them what they show: on a phone they lie next to the track,
    because a roll is watched there."""
    right, faces = dice_shown(scene)
    pitch = area.h + 8
    draw_faces(sheet, scene, faces, area, area.h, pitch)
    x = area.x + len(faces) * pitch + 4
    said = fitted(right or scene.phrase("Dice"), 14, area.x + area.w - x)
    sheet.board(text(x, area.y + area.h / 2 + 5, said, "t14b" if right else "t14 ink2"))


def draw_faces(sheet: Sheet, scene: Scene, faces: Sequence[str], area: Rect, side: float, pitch: float) -> None:
    for index, face in enumerate(faces):
        name = scene.phrase(FACES[face])
        sheet.piece(die(area.x + index * pitch, area.y, side, face, f"die-{index}", name))

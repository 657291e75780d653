"""The panels beside the track of Lok'n'Roll: the hand, actions without a place on the table, the risk, the dice."""

from __future__ import annotations

from typing import Final, NamedTuple

from trainshed.draw.fit import Rect, fitted, lines, paragraph, room_of
from trainshed.draw.pieces import option, plate
from trainshed.draw.sheet import Sheet
from trainshed.draw.svg import line, moved, named, path, rect, text
from trainshed.games.lok_n_roll.board.cards import PLATE, die, plain_card, portrait, value_disc
from trainshed.games.lok_n_roll.board.scene import ComingRoll, Scene, percent, safe_of, slug, word_of
from trainshed.games.lok_n_roll.text import sentences

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
    for card, gone in sorted(cards, key=lambda entry: (order[entry[0]], entry[1])):
        hand.append(Held(card, seen.get(card, 0), gone))
        seen[card] = seen.get(card, 0) + 1
    return hand


class Grid(NamedTuple):
    """How many cards of a hand stand in a row, and how large they are."""

    columns: int
    rows: int
    w: float
    h: float


def grid_of(count: int, w: float, h: float, most: float, gap: float) -> Grid:
    """The grid with the largest cards that fit; a card is 1.5 times as high as wide."""
    best = Grid(max(1, count), 1, 0, 0)
    for rows in range(1, 7):
        columns = max(1, -(-count // rows))
        width = min(most, w / columns - gap, ((h - (rows - 1) * gap) / rows) / 1.5)
        if width > best.w + 0.01:
            best = Grid(columns, rows, width, width * 1.5)
    return best


def draw_hand(sheet: Sheet, scene: Scene, area: Rect, grid: Grid, gap: float) -> None:
    """Draw the hand; each card is the option that plays it."""
    shown_held = False
    for place, entry in enumerate(held_cards(scene)):
        x = area.x + place % grid.columns * (grid.w + gap)
        y = area.y + place // grid.columns * (grid.h + gap)
        word = word_of(entry.card)
        id_ = f"hand-{slug(entry.card)}-{entry.nth}"
        if entry.gone:
            sheet.board(rect(x, y, grid.w, grid.h, 6, "ghost-from"))
            continue
        state = scene.state(word)
        if state == "chosen":
            if shown_held:
                state = None
            shown_held = True
        draw_held(sheet, scene, Rect(x, y, grid.w, grid.h), entry.card, id_, state)


def draw_held(sheet: Sheet, scene: Scene, area: Rect, card: str, id_: str, state: str | None) -> None:
    word = word_of(card)
    parts = [named(sentences.a_card(card, scene.speech)), portrait(card, area.w, area.h, scene.speech)]
    looks = {"chosen": " lift", "dead": " dimmed2"}.get(state or "", "")
    sheet.piece(moved(area.x, area.y, *parts, id_=id_, cls=f"piece{looks}"))
    if state is not None:
        sheet.option(option(f"opt-{id_}", *area, scene.spoken(word), word, scene.rule(word), 6, state))


def hand_note(scene: Scene) -> str:
    """The text in place of the hand for a spectator, or if the hand is empty; else ""."""
    _ = scene.speech.gettext
    if scene.now.seat is None:
        if scene.now.over:
            return _("You have watched this game. All hands are open now.")
        return _("You are watching. Hands are secret until the end.")
    return "" if scene.now.hand or scene.played() else _("Your hand is empty.")


def hand_counts(scene: Scene) -> tuple[str, str]:
    """The number of cards in the viewer's hand, and their points (LR-SCORE-01)."""
    cards, points = len(scene.now.hand), sentences.points_of(scene.now.hand)
    return (
        scene.speech.ngettext("%(count)d card", "%(count)d cards", cards) % {"count": cards},
        scene.speech.ngettext("%(count)d point", "%(count)d points", points) % {"count": points},
    )


# ---------------------------------------------------------------- actions


def action_rows(scene: Scene) -> list[tuple[str, str, str]]:
    """The words that have no place on the table: the word, its title, and its consequence."""
    _ = scene.speech.gettext
    if scene.question == "Combine":
        value = {"value": sentences.value_of(scene.now.piles[scene.now.actor][-1])}
        return [
            ("combine", _("Combine"), _("both %(value)ds leave") % value),
            ("keep", _("Keep both"), _("both %(value)ds stay") % value),
        ]
    if scene.setting_up or scene.for_laura or scene.question == "Discard":
        return []
    rows = []
    if scene.question in ("ExtendMore", "ChaosMore"):
        rows.append(("stop", scene.label("stop"), ""))
    cards = scene.passing()[1]
    price = scene.speech.ngettext("takes %(cards)d card", "takes %(cards)d cards", cards) % {"cards": cards}
    rows.append(("pass", _("Pass"), price))
    return rows


def action_hint(scene: Scene) -> str:
    """A hint at what can be pressed in the hand or on the table; for other viewers, who is asked."""
    _ = scene.speech.gettext
    if not scene.playing:
        return waiting(scene)
    match scene.question:
        case "Action":
            return _("or press a card of your hand: lay it at the end, or discard chaos")
        case "ExtendMore":
            return _("or press another card of the same value")
        case "ChaosMore":
            return _("or press another chaos card")
        case "ChooseTurn":
            return _("press the side to which the line turns")
        case "Discard":
            return _("press the card that goes on the pile next")
    return ""


def draw_actions(sheet: Sheet, scene: Scene, area: Rect, row: float, card: float) -> None:
    """The action panel: rows for words without a place on the table, a hint, and the waiting penalty cards."""
    _ = scene.speech.gettext
    sheet.board(plate(area.x, area.y, area.w, PLATE, _("Action")))
    y = area.y + PLATE + 8
    if scene.playing:
        for word, title, price in action_rows(scene):
            draw_row(sheet, scene, Rect(area.x, y, area.w, row), word, title, price)
            y += row + GAP
    hint = lines(action_hint(scene), 13, area.w)
    sheet.board(paragraph(area.x, y + 13, area.w, action_hint(scene)))
    if scene.now.penalties:
        draw_penalties(sheet, scene, Rect(area.x, y + 17 * len(hint) + 6, area.w, 0), card)


def actions_height(scene: Scene, w: float, row: float, card: float) -> float:
    """The height of the action panel in the phone layout, where no fixed height is reserved for it."""
    rows = len(action_rows(scene)) if scene.playing else 0
    hint = 17 * len(lines(action_hint(scene), 13, w))
    return PLATE + 8 + rows * (row + GAP) + hint + (card * 1.25 + 12 if scene.now.penalties else 0)


def draw_row(sheet: Sheet, scene: Scene, area: Rect, word: str, title: str, price: str) -> None:
    state = scene.state(word)
    quiet = " ink3" if state == "dead" else ""
    base = area.y + area.h / 2 + 5
    sheet.board(rect(*area, 3, "sp-taken" if state == "dead" else "sp"))
    title = fitted(title, 16, area.w - 34 - room_of(price, 13))
    sheet.board(text(area.x + 12, base, title, f"t16b{quiet}"))
    sheet.board(text(area.x + area.w - 12, base, price, f"t13 {quiet.strip() or 'ink2'}", "end"))
    sheet.option(option(f"opt-{word}", *area, scene.spoken(word), word, scene.rule(word), 3, state or ""))


def waiting(scene: Scene) -> str:
    """Who is asked what, for viewers who are not asked."""
    _ = scene.speech.gettext
    if scene.now.over:
        return _("The game is over.")
    if scene.now.actor >= 0:
        return sentences.question(scene.game, scene.now, scene.speech, scene.names)
    return _("The dice and the deck decide.")


def draw_penalties(sheet: Sheet, scene: Scene, area: Rect, size: float) -> None:
    """Penalty cards lie beside their player until the end of the turn (LR-PENALTY-06); a press discards one."""
    cards = scene.now.penalties
    pitch = min(size + 8, area.w / len(cards))
    w, h = min(size, pitch - 3), size * 1.25
    held = ""
    for index, card in enumerate(cards):
        x = area.x + index * pitch + 1
        word = f"discard:{sentences.value_of(card)}"
        state = scene.state(word) if scene.question == "Discard" else None
        if state == "chosen":
            state, held = (None, held) if held else (state, card)
        parts = [named(sentences.a_card(card, scene.speech)), plain_card(card, w, h)]
        lift = " lift" if state == "chosen" else ""
        sheet.piece(moved(x, area.y + 2, *parts, id_=f"penalty-{index}", cls=f"piece{lift}"))
        if state is not None:
            place = Rect(x, area.y + 2, w, h)
            sheet.option(option(f"opt-penalty-{index}", *place, scene.spoken(word), word, scene.rule(word), 3, state))


# ---------------------------------------------------------------- risk and dice


def draw_risk(sheet: Sheet, scene: Scene, area: Rect) -> None:
    """The exact odds of the coming roll, or of a roll for each value that might be laid."""
    _ = scene.speech.gettext
    roll = scene.roll()
    if not scene.asked.odds:
        sheet.board(plate(area.x, area.y, area.w, PLATE, _("Risk")))
        sheet.board(paragraph(area.x, area.y + PLATE + 24, area.w, _("This table plays without odds."), "t14 ink2"))
    elif roll is not None:
        right = scene.speech.ngettext("wheels with %(dice)d die", "wheels with %(dice)d dice", roll.dice)
        sheet.board(plate(area.x, area.y, area.w, PLATE, _("Risk"), right=right % {"dice": roll.dice}))
        draw_bars(sheet, scene, roll, Rect(area.x, area.y + PLATE + 8, area.w, area.h - PLATE - 40))
        draw_arrival(sheet, scene, roll, area.x, area.y + area.h - 8)
    elif not scene.setting_up:
        sheet.board(plate(area.x, area.y, area.w, PLATE, _("Risk"), right=_("if one card is laid")))
        draw_values(sheet, scene, Rect(area.x, area.y + PLATE + 8, area.w, area.h - PLATE - 8))


def draw_bars(sheet: Sheet, scene: Scene, roll: ComingRoll, area: Rect) -> None:
    counts = scene.odds(roll.dice)
    whole, pitch = sum(counts), area.w / len(counts)
    tall = (area.h - 62) / max(counts)
    base = area.y + area.h - 22
    for wheels, count in enumerate(counts):
        x, h = area.x + wheels * pitch, tall * count
        bad = wheels + roll.wheels > roll.ahead
        sheet.board(rect(x + 3, base - h, pitch - 6, h, 1, "bar-bad" if bad else "bar"))
        if bad:
            sheet.board(rect(x + 3, base - h, pitch - 6, h, 1, "bar-hatch"))
        sheet.board(text(x + pitch / 2, base + 16, wheels + roll.wheels, "t13b badt" if bad else "t13b", "middle"))
        if count * 50 >= whole:
            sheet.board(text(x + pitch / 2, base - h - 5, percent(count, whole), "t12 ink2", "middle"))
    sheet.board(line(area.x, base, area.x + area.w, base, "hair2"))
    safe = roll.ahead - roll.wheels + 1
    if safe < len(counts):
        draw_cut(sheet, scene, area, area.x + max(0, safe) * pitch)


def draw_cut(sheet: Sheet, scene: Scene, area: Rect, x: float) -> None:
    """The line in the bar chart between the rolls that arrive and those that derail the engine."""
    arrives, derails = scene.speech.gettext("arrives"), scene.speech.gettext("derails")
    sheet.board(path(f"M{x:.1f} {area.y + 4:.1f}V{area.y + area.h:.1f}", "cut"))
    room = area.x + area.w - x - 6
    if room_of(derails, 13) <= room:
        sheet.board(text(x + 6, area.y + 13, derails, "t13b badt"))
        left = x - 6
    else:
        sheet.board(text(x - 6, area.y + 13, f"{derails} →", "t13b badt", "end"))
        left = x - 16 - room_of(derails, 13) - 10
    if left - room_of(arrives, 13) >= area.x:
        sheet.board(text(left, area.y + 13, arrives, "t13 ink2", "end"))


def draw_arrival(sheet: Sheet, scene: Scene, roll: ComingRoll, x: float, base: float) -> None:
    counts = scene.odds(roll.dice)
    share = scene.speech.gettext("%(percent)s %%") % {"percent": percent(safe_of(counts, roll), sum(counts))}
    said = scene.speech.ngettext("to arrive: %(cards)d card ahead", "to arrive: %(cards)d cards ahead", roll.ahead)
    said %= {"cards": roll.ahead}
    sheet.board(text(x, base, share, "t24b"), text(x + room_of(share, 24) + 14, base - 1, said, "t13 ink2"))


def draw_values(sheet: Sheet, scene: Scene, area: Rect) -> None:
    """For each value, the chance that the roll after laying one card of it does not derail the engine."""
    values = [int(word.partition(":")[2]) for word in scene.game.vocabulary if word.startswith("discard:")]
    pitch = min(38.0, area.h / len(values))
    for row, value in enumerate(values):
        counts, y = scene.odds(value), area.y + row * pitch + pitch / 2
        part, whole = safe_of(counts, ComingRoll(value, scene.ahead + 1)), sum(counts)
        w = area.w - 36 - 52
        good = w * part / whole
        sheet.board(value_disc(area.x + 14, y, value, 11), rect(area.x + 36, y - 8, w, 16, 1, "inset-l"))
        if good:
            sheet.board(rect(area.x + 36, y - 8, good, 16, 1, "bar"))
        if part < whole:
            bad = (area.x + 36 + good, y - 8, w - good, 16.0)
            sheet.board(rect(*bad, 1, "bar-bad"), rect(*bad, 1, "bar-hatch"))
        share = scene.speech.gettext("%(percent)s %%") % {"percent": percent(part, whole)}
        sheet.board(text(area.x + area.w, y + 5, share, "t15b", "end"))


def draw_dice(sheet: Sheet, scene: Scene, area: Rect, side: float) -> None:
    """The dice: to be rolled, of the last roll (without faces if it took several throws, LR-DICE-02), or at rest."""
    _, ngettext = scene.speech.gettext, scene.speech.ngettext
    count = scene.game.pack.number("dice.count")
    roll, last = scene.roll(), scene.last_roll()
    right, faces = "", [""] * count
    if roll is not None:
        right = ngettext("%(dice)d die to roll", "%(dice)d dice to roll", roll.dice) % {"dice": roll.dice}
        faces = ["?"] * min(roll.dice, count) + faces[min(roll.dice, count) :]
    elif last is not None:
        dice, wheels = last
        right = ngettext("%(count)d wheel", "%(count)d wheels", wheels) % {"count": wheels}
        if dice <= count:
            faces = ["wheel"] * wheels + ["blank"] * (dice - wheels) + faces[dice:]
    names = {"?": _("a die to be rolled"), "wheel": _("a wheel"), "blank": _("a blank face"), "": _("a die")}
    sheet.board(plate(area.x, area.y, area.w, PLATE, _("Dice"), right=right))
    pitch = min(side + 19, (area.w - side) / (count - 1))
    for index, face in enumerate(faces):
        sheet.piece(die(area.x + index * pitch, area.y + PLATE + 10, side, face, f"die-{index}", names[face]))

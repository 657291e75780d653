"""What a player of First Class owns beside trains and line: coins, open contracts, and the final count so far."""

from __future__ import annotations

from trainshed.draw.choices import draw_button
from trainshed.draw.fit import Rect, fitted, room_of
from trainshed.draw.hover_card import about
from trainshed.draw.icon_row import Drawn, scaled, side_by_side
from trainshed.draw.icons import sign
from trainshed.draw.panel import grid, share
from trainshed.draw.pieces import coin, coin_socket
from trainshed.draw.sheet import Sheet
from trainshed.draw.svg import line, moved, rect, text
from trainshed.games.first_class.board.art.cards import BANDS, condition_row, type_icon
from trainshed.games.first_class.board.art.icons import compact_icons, drawn_icons, glyphs, key_of
from trainshed.games.first_class.board.art.icons import word as written
from trainshed.games.first_class.board.company.contract_progress import reached
from trainshed.games.first_class.board.module import LyingCard
from trainshed.games.first_class.board.scene import Scene
from trainshed.games.first_class.rules import effect_notation as verbs
from trainshed.kernel.translation import marked

BUYS = {
    verbs.COACH: marked("coach"),
    verbs.STEPS: marked("conductor"),
    verbs.LOCOMOTIVE: marked("locomotive"),
    verbs.ANY: marked("upgrade"),
}
"""What a coin of a column buys, by the verb."""


SMALL = 0.6
"""The smallest scale at which icons are drawn beside the board."""


# ---------------------------------------------------------------- coins


def coin_caption(scene: Scene, column: int) -> str:
    bought = [scene.phrase(BUYS[verb]) for verb in scene.box.coin_columns[column].verbs]
    return " / ".join(bought)


def draw_coins(sheet: Sheet, scene: Scene, area: Rect, wide: bool) -> None:
    """The three columns of coins with what a coin of each buys: side by side, or one below the other on a phone."""
    sheet.part("coins", area)
    x, y = area.x, area.y
    columns = scene.box.coin_columns
    for at, column in enumerate(columns):
        icons = [glyphs(scene.box, verb, 0, 1)[0] for verb in column.verbs]
        body, own = scaled(side_by_side(icons, 5), 66, 0.8)
        pitch = 22.0 if wide else 25.0
        point = 30.0 if wide else 40.0
        if wide:
            w = own + 16 + column.capacity * pitch + point
            there = Rect(x, y + 18, w, 34)
            x += w + 8
        else:
            there = Rect(area.x, y, area.w, 44)
            y += 50
        thing = about(f"purse:{scene.shown}:{at + 1}")
        sheet.board(rect(*there, 3, "inset-l", **thing), moved(there.x + 7, there.y + there.h / 2, body))
        start = there.x + there.w - point - column.capacity * pitch
        if not wide:
            room = start - there.x - own - 20
            said = coin_caption(scene, at)
            if room_of(said, 13) <= room:
                sheet.board(text(there.x + own + 14, there.y + 27, said, "t13 ink2"))
        draw_column(sheet, scene, at, start, there.y + there.h / 2, pitch)
        spot = Rect(there.x + there.w - point + 2, there.y + 3, point - 5, there.h - 6)
        draw_point(sheet, scene, at, spot)
        if scene.state("coins") is not None and at == first_room(scene) and scene.live("coins"):
            scene.offer(sheet, Rect(there.x, there.y, there.w - point, there.h), "coins")


def first_room(scene: Scene) -> int:
    """The first column with room for a coin."""
    for at, column in enumerate(scene.box.coin_columns):
        if scene.player.coins[at] < column.capacity:
            return at
    return 0


def draw_column(sheet: Sheet, scene: Scene, at: int, x: float, y: float, pitch: float) -> None:
    """The coins of a column; new ones are ringed, spent ones leave a dashed ring."""
    now, old = scene.player.coins[at], scene.base.coins[at]
    r = pitch / 2 - 1
    for place in range(scene.box.coin_columns[at].capacity):
        cx = x + pitch * (place + 0.5)
        if place < now:
            sheet.piece(coin(cx, y - 0.5, r, "1", f"coin-{at}-{place}", "lift" if place >= old else ""))
            if place >= old:
                sheet.label(rect(cx - r - 1, y - r - 1.5, 2 * r + 2, 2 * r + 2, r + 1, "ghost-ring"))
        else:
            sheet.board(coin_socket(cx, y, r))
            if place < old:
                sheet.label(rect(cx - r, y - r, 2 * r, 2 * r, r, "ghost-from"))


def draw_point(sheet: Sheet, scene: Scene, at: int, area: Rect) -> None:
    """The small control that turns a coin of a column into a point."""
    word = f"coin:{at + 1}:point"
    if not scene.live(word):
        return
    body, wide = glyphs(scene.box, verbs.POINTS, 0, scene.box.point_price)[0]
    scale = min(1.0, (area.w - 2) / wide)
    drawn = scaled((body, wide), area.w - 2, scale)
    sheet.board(rect(*area, 3, "sp"))
    sheet.board(moved(area.x + (area.w - drawn[1]) / 2, area.y + area.h / 2, drawn[0]))
    scene.offer(sheet, area, word)


# ---------------------------------------------------------------- cards beside the board


def lying_cards(scene: Scene) -> list[LyingCard]:
    """The cards that lie face up beside the board: open contracts first, then what modules add."""
    found = [LyingCard(card, (f"fulfil:{card}",)) for card in scene.player.contracts]
    gone = [card for card in scene.base.contracts if card not in scene.player.contracts]
    found += [LyingCard(card, (f"fulfil:{card}",)) for card in gone]
    for module in scene.modules.values():
        found += [card for card in module.lying(scene) if card.card not in gone]
    return found


def card_columns(count: int, w: float) -> int:
    """In how many columns the cards beside the board lie."""
    most = max(1, int(w // 92))
    return min(most, 1 if w < 150 else 2 if count <= 4 else 3 if count <= 9 else 4)


def cards_height(scene: Scene) -> float:
    """The height of the cards beside the board in the phone layout."""
    count = len(lying_cards(scene))
    return 22.0 if not count else -(-count // 2) * 52.0


def draw_lying(sheet: Sheet, scene: Scene, area: Rect, touch: bool = False) -> None:
    """The cards beside the board, in as many rows as they need."""
    sheet.part("contracts", area)
    cards = lying_cards(scene)
    if not cards:
        said = scene.phrase("none yet")
        sheet.board(text(area.x, area.y + 16, fitted(said, 13, area.w), "t13 ink3"))
        return
    columns = 2 if touch else card_columns(len(cards), area.w)
    rows = -(-len(cards) // columns)
    most = 46.0 if touch else min(58.0, (area.h + 4) / rows - 4)
    if most < 20:
        rows = max(1, int((area.h + 4) // 24))
        most = (area.h + 4) / rows - 4
        hidden = len(cards) - rows * columns
        cards = cards[: rows * columns]
        if hidden > 0:  # beside the title; the page lists all of them in words
            sheet.board(text(area.x + area.w, area.y - 7, f"+{hidden}", "t13b ink2", "end"))
    first = Rect(area.x, area.y, share(area.w, columns, 6), most)
    for card, there in zip(cards, grid(first, len(cards), columns, 6, 5 if touch else 4), strict=True):
        draw_lying_card(sheet, scene, there, card)


def draw_lying_card(sheet: Sheet, scene: Scene, area: Rect, lying: LyingCard) -> None:
    """A card beside the board: what it asks for, and what it gives; in two lines if there is room."""
    card = scene.card(lying.card)
    thing = about(f"card:{scene.shown}:{lying.card}", scene.card_name(lying.card))
    sheet.board(
        rect(*area, 3, "plaque", **thing), rect(area.x, area.y, 4, area.h, 1.5, f"ty-{BANDS.get(card.kind, 'module')}")
    )
    asked = condition_row(scene.box, card)
    gives = side_by_side(drawn_icons(scene.box, key_of(card.icons)), 3)
    later = lying.waits or card.pays == "scoring"
    x, room = area.x + 9, area.w - 14
    if area.h >= 44:
        upper, _ = scaled(asked, room, min(0.9, (area.h / 2 - 3) / 25))
        right = room - (18 if later else 0)
        told_, taken = progress(scene, lying.card, right - gives[1] * SMALL)
        lower, _ = scaled(gives, right - taken, min(0.84, (area.h / 2 - 3) / 24))
        body = [moved(9, area.h * 0.27, upper), moved(9, area.h * 0.75, lower)]
        body.append(moved(9 + right - taken, area.h * 0.75, told_))
        sheet.board(line(x, area.y + area.h / 2, area.x + area.w - 6, area.y + area.h / 2, "hair"))
        if later:
            body.append(sign("clock", area.w - 19, area.h * 0.75 - 6, 12, "ink3"))
    else:
        both = side_by_side([asked, written("→"), compact_icons(scene.box, key_of(card.icons))], 4)
        room -= 15 if later else 0
        told_, taken = progress(scene, lying.card, room - asked[1] * SMALL)
        scale = min(0.86, (area.h - 2) / 26)
        # Where both would be too small to read, what it asks for; what it gives is told by its name.
        drawn, _ = scaled(both if both[1] * SMALL <= room - taken else asked, room - taken, max(scale, SMALL))
        body = [moved(9, area.h / 2, drawn), moved(9 + room - taken, area.h / 2, told_)]
        if later:
            body.append(sign("clock", area.w - 16, area.h / 2 - 6, 12, "ink3"))
    sheet.piece(moved(area.x, area.y, *body, id_=f"lying-{lying.card}", cls="piece"))
    scene.offer(sheet, area, *lying.words)


def progress(scene: Scene, name: str, room: float) -> Drawn:
    """How far an open contract has come: a tick, or a number, which is violet where the gesture changes it."""
    wanted = scene.card(name).requirement
    if wanted is None or name not in scene.player.contracts:
        return "", 0
    now = reached(scene, scene.then, scene.shown, wanted)
    old = reached(scene, scene.start, scene.shown, wanted)
    if now >= wanted.least:
        return sign("check", 4, -7, 14, "may" if old < wanted.least else "good"), 18
    said = scene.phrase("%(count)d of %(most)d", count=now, most=wanted.least)
    cls = "t13 ink2" if now == old else "t13b may"
    for each in (said if now == old else f"{old} → {said}", f"{now}/{wanted.least}"):
        wide = room_of(each, 13) + 4
        if wide <= room:
            return text(wide, 4.5, each, cls, "end"), wide
    return "", 0


# ---------------------------------------------------------------- the final count


def draw_final(sheet: Sheet, scene: Scene, area: Rect) -> None:
    """The final count so far: cards of each type times the end-bonus cards of that type, and the coins."""
    sheet.part("final", area)
    sheet.board(rect(*area, 0, "nofill", **about(f"final:{scene.shown}")))
    view, seat = scene.then, scene.shown
    found, old = scene.bonus_points(view, seat), scene.bonus_points(scene.start, seat)
    total = sum(count * worth for count, worth in found)
    gain = total - sum(count * worth for count, worth in old)
    right = area.x + area.w
    hidden = view.players[seat].bonus > len(scene.known_bonus(view, seat))
    sheet.board(text(area.x, area.y + 13, fitted(scene.phrase("Final"), 15, area.w - 66), "sign"))
    said = "?" if min(count for count, _ in found) < 0 else f"{total}+?" if hidden else str(total)
    gain = 0 if said == "?" else gain
    sheet.board(text(right - (30 if gain else 0), area.y + 13, said, "t15b", "end"))
    if gain:
        sheet.board(text(right, area.y + 13, f"{gain:+d}", "t14b may", "end"))
    for at, ((count, worth), before) in enumerate(zip(found, old, strict=True)):
        y = area.y + 35 + at * 21
        icon, wide = type_icon(at, 16)
        sheet.board(moved(area.x + (24 - wide) / 2, y - 5, icon))
        changed = (count, worth) != before
        cards, points = ("?", "?") if count < 0 else (str(count), str(count * worth))
        sheet.board(text(area.x + 32, y, f"{cards} × {worth}", "t13 may" if changed else "t13 ink2"))
        sheet.board(text(right, y, points, "t14b", "end"))


def final_note(scene: Scene) -> str:
    """How many cards lie in the used pile, by type if piles are open, and how many end-bonus cards the player has."""
    player = scene.player
    bonus = scene.plural("%(count)d end-bonus card", "%(count)d end-bonus cards", player.bonus)
    used = scene.plural("%(count)d used card", "%(count)d used cards", player.used)
    if player.pile:
        names_ = ("cars", "conductors", "locomotives", "others")
        facts = dict(zip(names_, player.pile, strict=True))
        kinds = scene.phrase(
            "%(cars)d car, %(conductors)d conductor, %(locomotives)d locomotive, %(others)d other", **facts
        )
        used = f"{used} ({kinds})"
    return f"{used} · {bonus}"


# ---------------------------------------------------------------- the button

CLOSING = {
    "done": marked("End the turn"),
    "score": marked("Score the trains now"),
    "leave": marked("Leave the rest"),
}
"""Words that end a question; they share a button."""


def closing(scene: Scene) -> str:
    """The word that ends the question, if there is one to press."""
    word, state = scene.best(list(CLOSING))
    return word if state not in (None, "dead") else ""


def draw_closing(sheet: Sheet, scene: Scene, area: Rect) -> bool:
    """The button that ends a question, if there is one; was it drawn?"""
    word = closing(scene)
    if not word:
        return False
    draw_button(sheet, scene, area, word, closing_label(scene, word))
    return True


def closing_label(scene: Scene, word: str) -> str:
    """The label of a button that ends a question."""
    if word == "done" and scene.now.scoring:
        return scene.phrase("Score the trains")
    return scene.phrase(CLOSING[word])

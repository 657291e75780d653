"""What stands in the place of the display: the draft, a scoring phase as a timetable, and the result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from trainshed.draw.fit import Rect, fitted, room_of
from trainshed.draw.hover_card import about, named_piece
from trainshed.draw.icon_row import Drawn, side_by_side
from trainshed.draw.icons import sign
from trainshed.draw.panel import PLATE, draw_seat, grid, share
from trainshed.draw.pieces import plate
from trainshed.draw.seats import SEATS, badge
from trainshed.draw.sheet import Sheet
from trainshed.draw.svg import group, line, moved, rect, text
from trainshed.games.first_class.board.art.cards import BANDS, bonus_back, paper, type_icon
from trainshed.games.first_class.board.art.icons import block, key_of, word
from trainshed.games.first_class.board.company.trains import LABELS
from trainshed.games.first_class.board.scene import Scene
from trainshed.games.first_class.rules.components import TYPES
from trainshed.games.first_class.text import names
from trainshed.kernel.translation import marked

TYPE_NAMES = {
    "car": marked("per car card"),
    "conductor": marked("per conductor card"),
    "locomotive": marked("per locomotive card"),
}

FINAL_ROW: Final = 44.0
"""The height of a seat in the result on a phone, without its cards."""

CARD_GAP: Final = 4
CARD_NARROW: Final = 40.0
"""The least width of an end-bonus card in the result: its type and its points can be read."""
CARD_TALL: Final = 38.0

# ---------------------------------------------------------------- the draft


def draft_cards(scene: Scene) -> list[str]:
    """The cards among which the viewer chooses, or has chosen."""
    return list(scene.start.draft)


def draw_draft(sheet: Sheet, scene: Scene, area: Rect, columns: int, high: float) -> float:
    """The cards of the draft, large; without any, who has chosen already. Returns the height."""
    title = scene.phrase("Draft: an end-bonus card to begin with")
    right = fitted(scene.phrase("keep one, the rest goes on"), 13, max(0.0, area.w - room_of(title, 15) - 30))
    fits = room_of(right, 13) > 80 and room_of(title, 15) < area.w - 20
    head = plate(area.x, area.y, area.w, PLATE, fitted(title, 15, area.w - 14), right=right if fits else "")
    sheet.board(group(head, **about("draft")))
    y = area.y + PLATE + 10
    cards = draft_cards(scene)
    if cards:
        columns = min(columns, max(2, len(cards)))
        first = Rect(area.x, y, min(178.0, share(area.w, columns, 8)), high)
        places = list(grid(first, len(cards), columns, 8))
        for name, there in zip(cards, places, strict=True):
            draw_draft_card(sheet, scene, there, name)
        y = places[-1].y + high + 10
    else:
        first = Rect(area.x, y, min(120.0, share(area.w, 4, 8)), min(high, 120.0))
        for there in grid(first, 3, 4, 8):
            sheet.board(moved(there.x, there.y, bonus_back(there.w, there.h), **about("draft")))
        y += min(high, 120.0) + 12
    return y + draw_drafters(sheet, scene, Rect(area.x, y, area.w, 20)) - area.y


def draw_draft_card(sheet: Sheet, scene: Scene, area: Rect, name: str) -> None:
    """A card of the draft: what it multiplies and by how much; its action is quiet, because the draft gives none."""
    card = scene.box.bonus[scene.box.bonus_numbers[name]]
    icon, wide = type_icon(card.type, 44 if area.h > 150 else 30)
    said = scene.plural("%(count)d point", "%(count)d points", card.points)
    kind = scene.phrase(TYPE_NAMES[TYPES[card.type]])
    mine = name in scene.then.own_bonus
    h = area.h
    face = [
        paper(area.w, h, BANDS[TYPES[card.type]], 7),
        moved((area.w - wide) / 2, h * 0.27, icon),
        text(area.w / 2, h * 0.58, fitted(said, 18, area.w - 12), "t18b", "middle"),
        text(area.w / 2, h * 0.58 + 19, fitted(kind, 13, area.w - 8), "t13 ink2", "middle"),
        line(10, h * 0.76, area.w - 10, h * 0.76, "hair"),
        group(moved(10, h * 0.76, block(scene.box, key_of(card.icons), area.w - 20, h * 0.24)), cls="dimmed"),
    ]
    label = names.bonus_name(scene.game, name, scene.speech)
    lifted = mine and not scene.asked.moves
    thing = f"keep:{name}"
    sheet.piece(named_piece(area.x, area.y, label, *face, id_=f"draft-{name}", lifted=lifted, thing=thing))
    if scene.state(f"keep:{name}") is not None:
        scene.offer(sheet, area, f"keep:{name}", r=4)
    elif mine:
        sheet.label(sign("check", area.x + area.w - 22, area.y + 14, 14, "good"))


def draw_drafters(sheet: Sheet, scene: Scene, area: Rect) -> float:
    """Who has kept a card, in the order of the draft: from the right of the start player against the clock."""
    view, x = scene.then, area.x
    seats = [(view.start - 1 - at) % view.seats for at in range(view.seats)] if view.start >= 0 else range(view.seats)
    w = area.w / view.seats
    for seat in seats:
        kept = view.drafted[seat]
        said = fitted(scene.who(seat), 13, w - (40 if kept else 26))
        mark = badge(SEATS[seat], x + 7, area.y + 8, 6)
        sheet.board(group(mark, text(x + 19, area.y + 13, said, "t13 ink2"), **about(f"drafter:{seat}")))
        if kept:
            sheet.board(sign("check", x + 24 + room_of(said, 13), area.y + 2, 12, "good"))
        x += w
    return 22


# ---------------------------------------------------------------- tables


def draw_table(
    sheet: Sheet,
    scene: Scene,
    area: Rect,
    rows: Sequence[tuple[str, Sequence[str], str]],
    order: Sequence[int],
    now: int = -1,
) -> None:
    """A timetable with a column for each seat; each row is a name, the values, and their class."""
    compact = area.w < 500
    label = area.w * (0.32 if compact else 0.28)
    w = (area.w - label) / len(order)
    high = (area.h - 30) / max(1, len(rows))
    for at, seat in enumerate(order):
        x = area.x + label + at * w
        sheet.board(rect(x, area.y, w, area.h, 3, "nofill", **about(f"points:{seat}")))
        if seat == now:
            sheet.board(rect(x, area.y, w, area.h, 3, f"seatsoft-{SEATS[seat]}"))
        if compact and w < 70:
            sheet.board(badge(SEATS[seat], x + w / 2, area.y + 15, 7))
        else:
            draw_seat(sheet, x + 6, area.y + 20, SEATS[seat], scene.who(seat), w - 38, "t14")
    for at, (name, values, cls) in enumerate(rows):
        y = area.y + 30 + at * high
        sheet.board(line(area.x, y, area.x + area.w, y, "inkline" if cls == "t18b" else "hair"))
        bold = "t14b" if cls == "t18b" else "t14"
        sheet.board(text(area.x, y + high / 2 + 5, fitted(name, 14, label - 6), bold))
        for place, value in enumerate(values):
            x = area.x + label + (place + 0.5) * w
            sheet.board(text(x, y + high / 2 + 5.5, value, cls, "middle"))


def seats_in_order(scene: Scene) -> list[int]:
    """The seats in the order of a scoring phase, from the start player."""
    view = scene.now
    return [(max(0, view.start) + at) % view.seats for at in range(view.seats)]


def module_rows(scene: Scene) -> dict[str, list[int]]:
    """What modules bring in a scoring phase, by name, for the seats in their order."""
    view, order = scene.then, seats_in_order(scene)
    rows: dict[str, list[int]] = {}
    for at, seat in enumerate(order):
        for name, points in (*scene.module_points(view, seat), *scene.points_once(view, seat)):
            rows.setdefault(name, [0] * len(order))[at] = points
    return rows


def draw_scoring(sheet: Sheet, scene: Scene, area: Rect) -> None:
    """A scoring phase: what each player's trains and modules bring as they stand, in the order in which they count."""
    view, order = scene.then, seats_in_order(scene)
    title = scene.phrase("Scoring %(phase)d of %(count)d", phase=scene.now.scoring, count=3)
    sheet.part("display", area)
    sheet.board(group(plate(area.x, area.y, area.w, PLATE, fitted(title, 15, area.w - 12)), **about("scoring")))
    done = order.index(view.turn) if view.turn in order else 0
    counted = [view.scoring != scene.now.scoring or at < done for at in range(len(order))]
    players = [view.players[seat] for seat in order]
    trains = [[scene.train_points(player, train) for player in players] for train in (0, 1)]
    extras = module_rows(scene)
    brought = [sum([trains[0][at], trains[1][at], *[row[at] for row in extras.values()]]) for at in range(len(order))]
    before = [players[at].points - (brought[at] if counted[at] else 0) for at in range(len(order))]
    after = [before[at] + brought[at] for at in range(len(order))]
    rows = [(scene.phrase("Before counting"), [str(points) for points in before], "t14")]
    for train, name in enumerate(LABELS):
        rows.append((scene.phrase(name), [f"+{points}" for points in trains[train]], "t14 ink2"))
    rows += [(scene.phrase(name), [f"+{points}" for points in values], "t14 ink2") for name, values in extras.items()]
    rows.append((scene.phrase("After counting"), [str(points) for points in after], "t18b"))
    body = area.below(PLATE + 4)
    draw_table(sheet, scene, body, rows, order, scene.now.turn)


def result_height(scene: Scene, w: float) -> float:
    """The height of the result on a phone: a head, and for each seat a row with its cards below."""
    view = scene.now
    return PLATE + 6 + sum([FINAL_ROW + opened_height(len(cards), w) for cards in view.opened or [[]] * view.seats])


def draw_result(sheet: Sheet, scene: Scene, area: Rect, cards_below: bool = False) -> None:
    """The end of the game: ranks, points, and the end-bonus cards of every player, next to the points or below them."""
    view = scene.now
    order = sorted(range(view.seats), key=lambda seat: (view.standings[seat], -view.scores[seat]))
    head = plate(area.x, area.y, area.w, PLATE, fitted(scene.phrase("The result"), 15, area.w - 12))
    sheet.board(group(head, **about("result")))
    y = area.y + PLATE + 6
    high = FINAL_ROW if cards_below else (area.h - PLATE - 6) / view.seats
    points = area.w if cards_below else min(190.0, area.w * 0.42) + 50
    name = area.w - 110 if cards_below else min(150.0, area.w * 0.26)
    for at, seat in enumerate(order):
        if at:
            sheet.board(line(area.x, y, area.x + area.w, y, "hair"))
        cards = view.opened[seat] if view.opened else []
        draw_place(sheet, scene, Rect(area.x, y, points, high), seat, name)
        if cards_below:
            below = opened_height(len(cards), area.w)
            draw_opened(sheet, scene, Rect(area.x, y + high, area.w, below - 8), seat, cards)
            y += below
        else:
            draw_opened(sheet, scene, Rect(area.x + points + 6, y + 2, area.w - points - 6, high - 4), seat, cards)
        y += high


def draw_place(sheet: Sheet, scene: Scene, area: Rect, seat: int, name: float) -> None:
    """A seat's rank, its name in a width of `name` with what modules say about it, and its points."""
    view = scene.now
    middle = area.y + area.h / 2 + 5
    sheet.board(rect(area.x, area.y + 1, area.w, area.h - 2, 0, "nofill", **about(f"points:{seat}")))
    sheet.board(text(area.x + 4, middle, view.standings[seat], "t18b"))
    verdicts = [module.verdict(view, seat) for module in scene.modules.values()]
    said = " · ".join(scene.phrase(text_) for text_ in verdicts if text_)
    raised = 8 if said else 0
    draw_seat(sheet, area.x + 22, middle - raised, SEATS[seat], scene.who(seat), name)
    sheet.board(text(area.x + 48, middle + 10, fitted(said, 13, name), "t13 ink2"))
    sheet.board(text(area.x + area.w - 6, middle + 1, view.scores[seat], "t20b", "end"))


def opened_lines(count: int, w: float) -> int:
    """In how many lines so many end-bonus cards are laid, so that each can be read."""
    across = max(1, int((w + CARD_GAP) // (CARD_NARROW + CARD_GAP)))
    return -(-count // across)


def opened_height(count: int, w: float) -> float:
    """The height of so many end-bonus cards on a phone."""
    return 8 + opened_lines(count, w) * (CARD_TALL + CARD_GAP) if count else 0


def draw_opened(sheet: Sheet, scene: Scene, area: Rect, seat: int, cards: Sequence[str]) -> None:
    """All end-bonus cards of a seat, in as many lines as they need."""
    if not cards:
        return
    lines = opened_lines(len(cards), area.w)
    across = -(-len(cards) // lines)
    w = min(56.0, (area.w + CARD_GAP) / across - CARD_GAP)
    h = min(46.0, (area.h + CARD_GAP) / lines - CARD_GAP)
    top = area.y + (area.h - lines * (h + CARD_GAP) + CARD_GAP) / 2
    for at, name in enumerate(cards):
        face = bonus_short(scene, name, w, h)
        said = names.bonus_name(scene.game, name, scene.speech)
        x, y = area.x + at % across * (w + CARD_GAP), top + at // across * (h + CARD_GAP)
        sheet.piece(named_piece(x, y, said, face, thing=f"counted:{seat}:{name}"))


def bonus_short(scene: Scene, name: str, w: float, h: float) -> str:
    """An end-bonus card with its type and its points only."""
    card = scene.box.bonus[scene.box.bonus_numbers[name]]
    icon, wide = type_icon(card.type, 14)
    parts: list[Drawn] = [(icon, wide)] if w >= 34 else []
    body, own = side_by_side([*parts, word(f"×{card.points}", "t13b")], 2)
    return paper(w, h, BANDS[TYPES[card.type]], 4) + moved((w - own) / 2, h / 2 + 2, body)


def draw_own_bonus(sheet: Sheet, scene: Scene, area: Rect) -> float:
    """The end-bonus cards of the player shown, right-aligned: those that the viewer knows, and backs. Their width."""
    known = scene.known_bonus(scene.then, scene.shown)
    count = scene.player.bonus
    if not count:
        return 0
    w = min(46.0, (area.w + 4) / count - 4)
    left = area.x + area.w - count * (w + 4) + 4
    hidden = count - len(known)
    for at in range(count):
        x = left + at * (w + 4)
        if at < hidden:
            sheet.board(rect(x, area.y, w, area.h, 3, "card-back", **about(f"counted:{scene.shown}:")))
            sheet.board(sign("star", x + w / 2 - 6, area.y + area.h / 2 - 6, 12, "on-enamel"))
            continue
        name = known[at - hidden]
        said = names.bonus_name(scene.game, name, scene.speech)
        face, thing = bonus_short(scene, name, w, area.h), f"counted:{scene.shown}:{name}"
        sheet.piece(named_piece(x, area.y, said, face, id_=f"own-{name}", thing=thing))
    return count * (w + 4)

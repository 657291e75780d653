"""The layout of the whole board of Russian Railroads: the shared board and one railway, for desktops and for phones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from trainshed.draw.board import Asked, Say, SeatLine, Standing
from trainshed.draw.choices import unplaced
from trainshed.draw.fit import Rect, fitted, room_of
from trainshed.draw.panel import draw_hair, draw_paper, draw_title, grid
from trainshed.draw.pieces import plate
from trainshed.draw.sheet import TALL, WIDTH, Sheet
from trainshed.draw.svg import line, number, path, text
from trainshed.games.russian_railroads.board import belongings, railway, spaces, supply
from trainshed.games.russian_railroads.board.captions import ahead, gesture, progress, projection, question
from trainshed.games.russian_railroads.board.header import MARGIN, tall_header, wide_header
from trainshed.games.russian_railroads.board.hover.about import about, worth
from trainshed.games.russian_railroads.board.panel import choices, draw_list, draw_single, list_layout, usual_payment
from trainshed.games.russian_railroads.board.railway import IN_HAND, TrackStretch
from trainshed.games.russian_railroads.board.scene import Scene
from trainshed.games.russian_railroads.board.score_sheet import count, scored, tally
from trainshed.games.russian_railroads.board.small_railway import facts_of, spark
from trainshed.games.russian_railroads.board.spaces import HEAD
from trainshed.games.russian_railroads.rules.components import KIEV, RAILROADS, ST_PETERSBURG, TRANS_SIBERIAN
from trainshed.games.russian_railroads.rules.player import reach
from trainshed.games.russian_railroads.text.names import box_of, railroad_name
from trainshed.games.russian_railroads.view import View
from trainshed.kernel.game import Game
from trainshed.kernel.translation import marked
from trainshed.kernel.vocabulary import head_of

__all__ = [
    "about",
    "ahead",
    "count",
    "draw",
    "gesture",
    "parts",
    "progress",
    "question",
    "scored",
    "seat",
    "standing",
    "tally",
    "usual",
    "worth",
]

WIDE_HEIGHT: Final = 766
SHARED: Final = 341
"""The height of the shared board in the wide layout."""

OWN: Final = 350
"""The top of the player's board in the wide layout."""

CELL: Final = 48
FIRST: Final = 224
"""Wide layout: the width of a space of a railroad, and the x of space 1."""

TOUCH: Final = 46
EDGE: Final = 4
"""Tall layout: the height of a space, and the margin that leaves room for the glow around an option."""

DEPOT: Final = 34
GROUPS: Final = {
    "locomotive": ("locomotive_spaces", marked("Locomotives and factories")),
    "industry": ("industry_spaces", marked("Industry")),
    "auxiliary": ("stores", marked("Stores")),
}
"""Groups of spaces: their parts of the board, and their titles."""

BESIDE: Final = True
"""A rival's railway can be shown in place of the viewer's own."""

FOLD: Final = 8
"""Tall layout: the Trans-Siberian and the industry lane continue in a second line after this many spaces."""


def draw(game: Game, before: View | None, now: View, asked: Asked, layout: str, say: Say) -> str:
    """The board as one SVG. While a rival's railway is shown, only the shared board has options."""
    scene = Scene(game, now, asked._replace(beside=None), say, before)
    own = scene if asked.beside is None else Scene(game, now, Asked(beside=asked.beside), say, before)
    sheet = Sheet()
    height = tall(sheet, scene, own) if layout == TALL else wide(sheet, scene, own)
    return sheet.svg(WIDTH[layout], height, say.speech.gettext("The table of Russian Railroads"))


def parts(game: Game, now: View, layout: str, say: Say) -> Sequence[tuple[str, Rect]]:
    """The name and area of each part of the board, so that the rulebook can point at it."""
    sheet, scene = Sheet(), Scene(game, now, Asked(), say)
    tall(sheet, scene, scene) if layout == TALL else wide(sheet, scene, scene)
    return sheet.parts


# ---------------------------------------------------------------- wide layout, for desktops


def wide(sheet: Sheet, scene: Scene, own: Scene) -> float:
    w = float(WIDTH["wide"])
    draw_paper(sheet, Rect(0, 0, w, SHARED))
    wide_spaces(sheet, scene, w)
    wide_strip(sheet, scene, w, 288)
    wide_own(sheet, own, w)
    return WIDE_HEIGHT


def wide_own(sheet: Sheet, scene: Scene, w: float) -> None:
    """One player's railway: header, railroads, industry lane, and the block for tokens, cards and lists."""
    draw_paper(sheet, Rect(0, OWN, w, WIDE_HEIGHT - OWN))
    wide_header(sheet, scene, w, OWN)
    top = OWN + 84
    wide_railroads(sheet, scene, w, top)
    industry = top + 263
    draw_hair(sheet, MARGIN, industry - 7, w - 2 * MARGIN)
    belongings.draw_industry_title(sheet, scene, MARGIN, industry + 20, 104, "sign")
    sheet.part("industry_lane", Rect(MARGIN - 4, industry - 4, w - 2 * MARGIN + 8, 72))
    railway.draw_industry(sheet, scene, Rect(120, industry, 53, 56), 0, scene.box.lane_end)
    railway.draw_score(sheet, scene, w - MARGIN, industry + 36, "industry", scene.industry_score(), below=True)
    left = FIRST + 9 * CELL + 44 + 64
    wide_block(sheet, scene, Rect(left, top + 86, w - MARGIN - left, 168))


def wide_spaces(sheet: Sheet, scene: Scene, w: float) -> None:
    """The spaces under their signs, the works yard, and the turn order."""
    top, row, gap = 10.0, 36.0, 4.0
    column = 178.0
    tracks = Rect(MARGIN, top, column * 2 + 8, HEAD + 6 * (row + gap) - gap)
    draw_tracks(sheet, scene, tracks, row, gap)
    three = HEAD + 3 * (row + gap) - gap
    loco = Rect(MARGIN + column * 2 + 24, top, 204, three)
    works = Rect(loco.x + loco.w + 16, top, 196, three)
    store = Rect(works.x + works.w + 16, top, w - MARGIN - works.x - works.w - 16, three)
    draw_groups(sheet, scene, {"locomotive": loco, "industry": works, "auxiliary": store}, row, gap)
    below, aside = top + three + gap, 126.0
    yard = Rect(loco.x, below, loco.w + 16 + works.w - aside - 12, 115)
    lying = Rect(yard.x + yard.w + 12, below, aside, 115)
    order = Rect(store.x, below, store.w, 116)
    draw_caption(sheet, yard, scene.phrase("Works yard: lowest pile first"), "works_yard")
    draw_caption(sheet, lying, scene.phrase("Open factories"), "open_factories")
    supply.draw_piles(sheet, scene, yard.below(21))
    supply.draw_open(sheet, scene, lying.below(21))
    draw_caption(sheet, order, scene.phrase("Turn order"), "turn_order")
    spaces.draw_order(sheet, scene, order.below(29))
    draw_single(sheet, scene, Rect(w - MARGIN - 140, below, 140, 24))


def draw_caption(sheet: Sheet, area: Rect, title: str, part: str) -> None:
    """A caption on top of a part of the board."""
    sheet.part(part, area)
    sheet.board(text(area.x, area.y + 14, fitted(title, 13, area.w), "cap ink2"))


def draw_tracks(sheet: Sheet, scene: Scene, area: Rect, row: float, gap: float) -> None:
    """The spaces for tracks under their sign, in two columns."""
    rest = draw_title(sheet, area, scene.phrase("Track extension"), part="track_spaces")
    first = Rect(rest.x, area.y + HEAD, (area.w - 8) / 2, row)
    for column, there in zip(spaces.track_columns(scene), grid(first, 2, 2, 8), strict=True):
        spaces.draw_column(sheet, scene, column, there, gap)


def draw_groups(sheet: Sheet, scene: Scene, areas: Mapping[str, Rect], row: float, gap: float) -> None:
    """Groups of spaces under their signs, by the name of the group."""
    for name, area in areas.items():
        part, title = GROUPS[name]
        said = scene.speech.gettext(title)
        if name == "locomotive" and room_of(said, 15) > area.w - 16:
            said = scene.phrase("Locomotives")
        sheet.part(part, area)
        spaces.draw_group(sheet, scene, area, said, name, row, gap)


def wide_strip(sheet: Sheet, scene: Scene, w: float, y: float) -> None:
    """The engineers from left to right, and the question cards."""
    title = scene.phrase("Engineers")
    label = room_of(title, 15) + 18
    cards = Rect(w - MARGIN - 196, y, 196.0, 44)
    end = cards.x - 34 - 8
    kinds = spaces.strip_kinds(scene)
    shares = {"next": 84.0, "use": 120.0, "hire": 116.0}
    gap = 5.0
    whole = sum(shares[kind] for _place, _number, kind in kinds)
    stretch = min(1.25, (end - MARGIN - label - 6 - gap * len(kinds)) / whole)
    x = MARGIN + label + 6
    sheet.part("engineers", Rect(MARGIN, y, end - MARGIN, 44))
    sheet.part("question_cards", Rect(cards.x - 34, y, cards.w + 34, 44))
    sheet.board(plate(MARGIN, y, label, 44, title))
    for place, engineer, kind in kinds:
        share = shares[kind] * stretch
        spaces.draw_engineer(sheet, scene, Rect(x, y, share, 44), place, engineer, kind)
        x += share + gap
    sheet.board(plate(cards.x - 34, y, 28, 44, "?"))
    supply.draw_cards(sheet, scene, cards)


def wide_railroads(sheet: Sheet, scene: Scene, w: float, top: float) -> None:
    rows = (top, top + 107, top + 191)
    wide_parts(sheet, w, top, rows)
    for railroad, y in enumerate(rows):
        name = railroad_name(RAILROADS[railroad], scene.speech)
        said = reach_text(scene, railroad)
        if room_of(name, 15) + room_of(said, 13) > 162:
            said = f"→ {reach(scene.mine, railroad)}"
        key = scene.owned(f"railroad:{RAILROADS[railroad]}")
        sheet.board(text(MARGIN, y - 10, name, "sign", data_about=key))
        sheet.board(text(180, y - 10, said, "t13 ink2", "end", data_about=scene.owned(f"reach:{RAILROADS[railroad]}")))
        railway.draw_locomotives(sheet, scene, railroad, MARGIN, y - 3, 82, 46)
        signs = 56 if railroad == TRANS_SIBERIAN else -31
        length = scene.box.length[railroad]
        railway.draw_line(sheet, scene, TrackStretch(railroad, FIRST, y + 20, CELL, 1, length, signs))
    railway.draw_doublers(sheet, scene, FIRST, top - 25, CELL, 34)
    belongings.draw_values(sheet, scene, FIRST + 8 * CELL + 22, top - 11, 50)
    total = scene.phrase("this round %(points)d", points=scene.round_score(scene.mine))
    sheet.board(text(w - MARGIN, top - 11, total, "cap ink2", "end", data_about=scene.owned("points")))
    ends = (w - MARGIN, FIRST + 9 * CELL + 86, FIRST + 9 * CELL + 86)
    for railroad, (x, y) in enumerate(zip(ends, rows, strict=True)):
        part = f"railroad:{RAILROADS[railroad]}"
        railway.draw_score(sheet, scene, x, y + 28, part, scene.railroad_score(railroad), below=True)


def wide_parts(sheet: Sheet, w: float, top: float, rows: tuple[float, float, float]) -> None:
    """Name the areas of the railroads, their locomotives, the doublers and the values, for the rulebook."""
    sheet.part("trans_siberian", Rect(MARGIN - 4, top - 8, w - 2 * MARGIN + 8, 92))
    for railroad in (ST_PETERSBURG, KIEV):
        sheet.part(RAILROADS[railroad], Rect(MARGIN - 4, rows[railroad] - 22, FIRST + 9 * CELL + 82, 76))
    for y in rows:
        sheet.part("locomotives", Rect(MARGIN - 4, y - 7, 182 if y == top else 90, 54))
    sheet.part("doublers", Rect(FIRST, top - 29, 8 * CELL, 26))
    sheet.part("values", Rect(FIRST + 8 * CELL + 18, top - 29, 250, 24))


def reach_text(scene: Scene, railroad: int) -> str:
    return scene.phrase("reach %(spaces)d", spaces=reach(scene.mine, railroad))


def wide_block(sheet: Sheet, scene: Scene, area: Rect) -> None:
    """One of: the list to choose from, the final result, the starting cards, or tokens, majority and cards."""
    sheet.board(line(area.x - 14, area.y + 4, area.x - 14, area.y + area.h - 4, "hair"))
    tickets = any(head_of(word) == "token" for word in scene.asked.moves)
    words = [] if tickets else choices(scene)
    words += [word for word in unplaced(scene, words) if not (tickets and head_of(word) == "token")]
    if scene.waits:
        railway.draw_in_hand(sheet, scene, area.x, area.y + area.h - IN_HAND + 6, area.w)
        area = area._replace(h=area.h - IN_HAND)
    if words:
        rows = list_layout(words, 0, 0).rows(len(words))
        draw_list(sheet, scene, area, words, min(32.0, (area.h - 22) / rows - 4), 4)
    elif scene.waits:
        return
    elif scene.now.over:
        belongings.draw_result(sheet, scene, area, 36)
    elif scene.now.round == 0:
        belongings.draw_starts(sheet, scene, area, 30, 5)
    else:
        possessions(sheet, scene, area)


def possessions(sheet: Sheet, scene: Scene, area: Rect) -> None:
    x, y, w = area.x, area.y, area.w
    key = scene.owned("tokens")
    sheet.board(text(x, y + 15, scene.phrase("Question tokens"), "sign", data_about=key))
    sheet.board(text(x + w, y + 15, belongings.next_ticket(scene), "t13 ink2", "end"))
    for name, top, h in (("question_tokens", 0, 108), ("majority", 117, 22), ("end_bonus", 144, 22)):
        sheet.part(name, Rect(x - 4, y + top, w + 8, h))
    belongings.draw_tickets(sheet, scene, x, y + 24, w, 36)
    draw_hair(sheet, x, y + 114, w)
    belongings.draw_majority(sheet, scene, x, y + 133, w, 86)
    draw_hair(sheet, x, y + 141, w)
    belongings.draw_bonus(sheet, scene, x, y + 160, w, 86)


# ---------------------------------------------------------------- tall layout, for phones


def tall(sheet: Sheet, scene: Scene, own: Scene) -> float:
    y = tall_shared(sheet, scene, EDGE, WIDTH[TALL] - 2.0 * EDGE)
    return tall_own(sheet, own, EDGE, y, WIDTH[TALL] - 2.0 * EDGE)


def paid_group(scene: Scene) -> str:
    """The group of the space that is being paid, below which the payments are listed; "own": a player's engineer."""
    index = scene.paid_space()
    if index < 0:
        fresh = [stack.space for stack in scene.stacks if scene.fresh(stack)]
        index = fresh[-1] if fresh else -1
    if index < 0:
        return ""
    return scene.box.spaces[index].group if index < len(scene.box.spaces) else "own"


def tall_payments(sheet: Sheet, scene: Scene, x: float, y: float, w: float, *groups: str) -> float:
    """The list of payments, below the groups of spaces where they are paid; returns the y below it."""
    words = [word for word in choices(scene) if head_of(word) == "pay"]
    if not words or paid_group(scene) not in groups:
        return y
    return y + draw_list(sheet, scene, Rect(x, y, w, 0), words, TOUCH, 6) + 8


def tall_shared(sheet: Sheet, scene: Scene, x: float, w: float) -> float:
    """The shared board, section below section; those that stand side by side are equally high."""
    gap, column, y = 6.0, (w - 8) / 2, 2.0
    right = x + column + 8
    three = HEAD + 3 * (TOUCH + gap) - gap
    tracks = Rect(x, y, w, HEAD + 6 * (TOUCH + gap) - gap)
    draw_tracks(sheet, scene, tracks, TOUCH, gap)
    y = tall_payments(sheet, scene, x, y + tracks.h + gap + 4, w, "track")
    left, beside = Rect(x, y, column, three), Rect(right, y, column, three)
    draw_groups(sheet, scene, {"locomotive": left, "industry": beside}, TOUCH, gap)
    y = tall_payments(sheet, scene, x, y + three + gap + 4, w, "locomotive", "industry")
    draw_groups(sheet, scene, {"auxiliary": Rect(x, y, column, three)}, TOUCH, gap)
    order = Rect(right, y, column, three)
    draw_title(sheet, order, scene.phrase("Turn order"), part="turn_order")
    spaces.draw_order(sheet, scene, Rect(right, y + HEAD, column, 2 * TOUCH + gap))
    draw_single(sheet, scene, Rect(right, y + HEAD + 2 * (TOUCH + gap), column, TOUCH), ("stay", "pass"))
    y = tall_payments(sheet, scene, x, y + three + gap + 4, w, "auxiliary", "order", "last_round")
    y = tall_strip(sheet, scene, x, y, w)
    y = tall_payments(sheet, scene, x, y, w, "engineer_hire", "engineer_light")
    draw_title(sheet, Rect(x, y, w, HEAD + 96), scene.phrase("Works yard: lowest pile first"), part="works_yard")
    supply.draw_piles(sheet, scene, Rect(x, y + HEAD, w, 96))
    y += HEAD + 96 + 10
    lying = Rect(x, y, 140.0, HEAD + 64)
    cards = Rect(x + lying.w + 10, y, w - lying.w - 10, HEAD + 64)
    draw_title(sheet, lying, scene.phrase("Open factories"), part="open_factories")
    draw_title(sheet, cards, scene.phrase("Question cards"), part="question_cards")
    high = 64 + 69 * (supply.open_rows(scene) - 1)
    supply.draw_open(sheet, scene, Rect(x, y + HEAD, lying.w, high))
    supply.draw_cards(sheet, scene, cards.below(HEAD))
    return y + HEAD + high + 14


def tall_strip(sheet: Sheet, scene: Scene, x: float, y: float, w: float) -> float:
    """The engineers three in a row, those of this round first."""
    kinds = [entry for entry in reversed(spaces.strip_kinds(scene)) if entry[1] or entry[2] != "next"]
    high = -(-len(kinds) // 3) * 54
    draw_title(sheet, Rect(x, y, w, HEAD + high - 6), scene.phrase("Engineers"), part="engineers")
    first = Rect(x, y + HEAD, (w - 12) / 3, 48)
    for (place, engineer, kind), there in zip(kinds, grid(first, len(kinds), 3, 6), strict=True):
        spaces.draw_engineer(sheet, scene, there, place, engineer, kind)
    return y + HEAD + high + 4


def tall_own(sheet: Sheet, scene: Scene, x: float, y: float, w: float) -> float:
    """One player's railway; what is to be chosen from a list stands first, and words without a place last."""
    y = tall_header(sheet, scene, x, y, w)
    if draw_single(sheet, scene, Rect(x, y + 2, w, 44), ("done", "give_up")):
        y += 54
    words = [word for word in choices(scene) if head_of(word) != "pay"]
    if words:
        y += draw_list(sheet, scene, Rect(x, y, w, 0), words, 44, 7) + 6
    if scene.waits:
        railway.draw_in_hand(sheet, scene, x, y, w)
        y += IN_HAND
    if scene.now.over:
        belongings.draw_result(sheet, scene, Rect(x, y, w, 0), 38)
        y += 22 + 38 * scene.now.seats + 8
    elif scene.now.round == 0 and not words:
        belongings.draw_starts(sheet, scene, Rect(x, y, w, 0), 36, 6)
        y += 22 + 42 * len(scene.now.starts) + 6
    y = tall_engineers(sheet, scene, x, y, w)
    y = tall_payments(sheet, scene, x, y, w, "own")
    y = tall_railroads(sheet, scene, x, y, w)
    y = tall_industry(sheet, scene, x, y, w)
    y = tall_possessions(sheet, scene, x, y, w)
    rest = unplaced(scene)
    return y + draw_list(sheet, scene, Rect(x, y, w, 0), rest, 44, 7) + 6 if rest else y


def tall_engineers(sheet: Sheet, scene: Scene, x: float, y: float, w: float) -> float:
    count = len(scene.mine.engineers)
    if not count:
        return y
    sheet.part("own_engineers", Rect(x, y, w, -(-count // 3) * 51 - 7))
    belongings.draw_engineers(sheet, scene, Rect(x, y, w, 44), 3, 7, 132)
    return y + -(-count // 3) * 51 + 6


def tall_head(sheet: Sheet, scene: Scene, x: float, y: float, w: float, railroad: int) -> None:
    name = railroad_name(RAILROADS[railroad], scene.speech)
    key = f"railroad:{RAILROADS[railroad]}"
    size = "sign-lg" if room_of(name, 20) <= 124 else "sign"
    sheet.board(text(x, y + 20, name, size, data_about=scene.owned(key)))
    far = scene.owned(f"reach:{RAILROADS[railroad]}")
    sheet.board(text(x, y + 38, reach_text(scene, railroad), "t13 ink2", data_about=far))
    railway.draw_locomotives(sheet, scene, railroad, x + 126, y, 78, 44)
    sheet.part("locomotives", Rect(x + 123, y - 3, 166 if railroad == TRANS_SIBERIAN else 84, 50))
    railway.draw_score(sheet, scene, x + w - 44, y + 30, key, scene.railroad_score(railroad))


def tall_railroads(sheet: Sheet, scene: Scene, x: float, y: float, w: float) -> float:
    """The Trans-Siberian in two lines, the first as long as the row of doublers above it; the others in one line."""
    start = x + DEPOT
    cell = (w - DEPOT) / FOLD
    tall_head(sheet, scene, x, y, w, TRANS_SIBERIAN)
    sheet.part("trans_siberian", Rect(x, y - 2, w, 54 + 24 + 96 + 84))
    y += 54
    sheet.part("doublers", Rect(start, y - 3, w - DEPOT, 26))
    railway.draw_doublers(sheet, scene, start, y, cell, cell - 8)
    y += 24
    railway.draw_line(sheet, scene, TrackStretch(TRANS_SIBERIAN, start, y + 20, cell, 1, FOLD, 56))
    y += 96
    sheet.board(
        path(f"M{number(x + w - 1)} {number(y - 60)}V{number(y - 8)}H{number(start - 8)}V{number(y + 20)}h5", "fold")
    )
    railway.draw_line(
        sheet, scene, TrackStretch(TRANS_SIBERIAN, start, y + 20, cell, FOLD + 1, scene.box.length[0], 56)
    )
    y += 96
    for railroad in (ST_PETERSBURG, KIEV):
        draw_hair(sheet, x, y - 4, w)
        y += 4
        tall_head(sheet, scene, x, y, w, railroad)
        sheet.part(RAILROADS[railroad], Rect(x, y - 2, w, 130))
        y += 72
        length = scene.box.length[railroad]
        railway.draw_line(sheet, scene, TrackStretch(railroad, start, y + 20, (w - DEPOT) / length, 1, length, -31))
        y += 70
    return y


def tall_industry(sheet: Sheet, scene: Scene, x: float, y: float, w: float) -> float:
    draw_hair(sheet, x, y - 4, w)
    sheet.part("industry_lane", Rect(x, y, w, 66 + 74 + 68))
    belongings.draw_industry_title(sheet, scene, x, y + 24, w - 80, "sign-lg")
    railway.draw_score(sheet, scene, x + w - 44, y + 34, "industry", scene.industry_score())
    y += 66
    cell = w / FOLD
    railway.draw_industry(sheet, scene, Rect(x, y, cell, 58), 0, FOLD - 1)
    y += 74
    railway.draw_industry(sheet, scene, Rect(x, y, cell, 58), FOLD, scene.box.lane_end)
    return y + 76


def tall_possessions(sheet: Sheet, scene: Scene, x: float, y: float, w: float) -> float:
    draw_hair(sheet, x, y - 4, w)
    key = scene.owned("tokens")
    sheet.board(text(x, y + 22, scene.phrase("Question tokens"), "sign-lg", data_about=key))
    sheet.board(text(x + w, y + 20, belongings.next_ticket(scene), "t13 ink2", "end"))
    sheet.part("question_tokens", Rect(x, y, w, 132))
    belongings.draw_tickets(sheet, scene, x, y + 32, w, 44)
    y += 32 + 104
    for name, row in (("majority", 3), ("end_bonus", 34), ("values", 65)):
        sheet.part(name, Rect(x, y + row, w, 26))
    draw_hair(sheet, x, y, w)
    belongings.draw_majority(sheet, scene, x, y + 21, w, 92)
    draw_hair(sheet, x, y + 31, w)
    belongings.draw_bonus(sheet, scene, x, y + 52, w, 92)
    draw_hair(sheet, x, y + 62, w)
    sheet.board(text(x, y + 83, scene.phrase("Values"), "sign"))
    belongings.draw_values(sheet, scene, x + 92, y + 83, 50)
    return y + 96


# ---------------------------------------------------------------- panels and texts beside the board


def seat(game: Game, view: View, seat: int, say: Say) -> SeatLine:
    """The panel of a seat: points, small facts, the railroads as a picture, and for the viewer the projected points."""
    scene = Scene(game, view, Asked(), say)
    more = projection(scene, seat) if seat == view.seat and not view.over else ""
    return SeatLine(str(points_of(view)[seat]), facts_of(scene, seat), spark(scene, seat), more)


def usual(game: Game, view: View, moves: Sequence[str]) -> str:
    """The payment that the page makes for its player: workers; roubles by one press. "" if something else is asked."""
    return usual_payment(moves)


def points_of(view: View) -> Sequence[int]:
    """The points of each seat so far."""
    return view.scores if view.over else [player.points for player in view.players]


def standing(game: Game, view: View) -> Standing:
    """The points of each seat so far, and the round."""
    return Standing(points_of(view), view.round, rounds=box_of(game, view.options).rounds[view.seats])

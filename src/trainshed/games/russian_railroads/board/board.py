"""The layout of the whole board of Russian Railroads: the shared board and one railway, for desktops and for phones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from trainshed.draw.board import Asked, ConfirmBar, Count, PointSources, Say, SeatLine, Standing
from trainshed.draw.fit import Rect, fitted, room_of
from trainshed.draw.pieces import plate
from trainshed.draw.seats import badge
from trainshed.draw.sheet import TALL, WIDTH, Sheet
from trainshed.draw.svg import group, line, number, path, rect, text
from trainshed.games.russian_railroads.board import captions, score_sheet
from trainshed.games.russian_railroads.board.belongings import (
    draw_bonus,
    draw_engineers,
    draw_industry_title,
    draw_majority,
    draw_ready,
    draw_result,
    draw_roubles,
    draw_starts,
    draw_tickets,
    draw_values,
    next_ticket,
    roubles_width,
    title_of,
)
from trainshed.games.russian_railroads.board.icons import PLATE
from trainshed.games.russian_railroads.board.panel import (
    draw_panel,
    draw_single,
    left_over,
    listed_words,
    panel_height,
    single,
)
from trainshed.games.russian_railroads.board.railway import (
    TrackStretch,
    draw_doublers,
    draw_in_hand,
    draw_industry,
    draw_line,
    draw_locomotives,
    draw_score,
)
from trainshed.games.russian_railroads.board.scene import Scene, head_of
from trainshed.games.russian_railroads.board.small_railway import facts_of, spark
from trainshed.games.russian_railroads.board.spaces import (
    draw_column,
    draw_engineer,
    draw_group,
    draw_order,
    group_of,
    strip_kinds,
    track_columns,
)
from trainshed.games.russian_railroads.board.supply import draw_cards, draw_open, draw_piles, open_rows
from trainshed.games.russian_railroads.rules.components import KIEV, RAILROADS, ST_PETERSBURG, TRANS_SIBERIAN
from trainshed.games.russian_railroads.rules.player import reach
from trainshed.games.russian_railroads.text import sentences
from trainshed.games.russian_railroads.view import View
from trainshed.kernel.events import Event
from trainshed.kernel.game import Game

WIDE_HEIGHT: Final = 766
MARGIN: Final = 12
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
    sheet.board(rect(0.5, 0.5, w - 1, SHARED - 1, 4, "sheet"))
    wide_spaces(sheet, scene, w)
    wide_strip(sheet, scene, w, 288)
    wide_own(sheet, own, w)
    return WIDE_HEIGHT


def wide_own(sheet: Sheet, scene: Scene, w: float) -> None:
    """One player's railway: header, railroads, industry lane, and the block for tokens, cards and lists."""
    sheet.board(rect(0.5, OWN + 0.5, w - 1, WIDE_HEIGHT - OWN - 1, 4, "sheet"))
    wide_header(sheet, scene, w, OWN)
    top = OWN + 75
    wide_railroads(sheet, scene, w, top)
    industry = top + 266
    sheet.board(line(MARGIN, industry - 8, w - MARGIN, industry - 8, "hair"))
    draw_industry_title(sheet, scene, MARGIN, industry + 20, 104, "sign")
    sheet.part("industry_lane", Rect(MARGIN - 4, industry - 4, w - 2 * MARGIN + 8, 72))
    draw_industry(sheet, scene, Rect(120, industry, 53, 56), 0, scene.box.lane_end)
    draw_score(sheet, scene, w - 52, industry + 36, scene.industry_score())
    left = FIRST + 9 * CELL + 44 + 64
    wide_block(sheet, scene, Rect(left, top + 88, w - MARGIN - left, 168))


def wide_spaces(sheet: Sheet, scene: Scene, w: float) -> None:
    """The spaces under their signs, the works yard, and the turn order."""
    _ = scene.speech.gettext
    top, row, gap = 10.0, 36.0, 4.0
    column = 178.0
    sheet.board(plate(MARGIN, top, column * 2 + 8, PLATE, _("Track extension")))
    for index, spaces in enumerate(track_columns(scene)):
        there = Rect(MARGIN + index * (column + 8), top + PLATE + 7, column, row)
        draw_column(sheet, scene, spaces, there, gap)
    sheet.part("track_spaces", Rect(MARGIN, top, column * 2 + 8, PLATE + 7 + 6 * (row + gap) - gap))
    loco = Rect(MARGIN + column * 2 + 24, top, 204, row)
    draw_group(sheet, scene, loco, tiles_title(scene, loco.w), group_of(scene, "locomotive"), gap)
    works = Rect(loco.x + loco.w + 16, top, 196, row)
    draw_group(sheet, scene, works, _("Industry"), group_of(scene, "industry"), gap)
    store = Rect(works.x + works.w + 16, top, w - MARGIN - works.x - works.w - 16, row)
    draw_group(sheet, scene, store, _("Stores"), group_of(scene, "auxiliary"), gap)
    below = top + PLATE + 7 + 3 * (row + gap)
    for name, there in (("locomotive_spaces", loco), ("industry_spaces", works), ("stores", store)):
        sheet.part(name, there._replace(h=below - gap - top))
    yard = loco.w + 16 + works.w
    aside = 126.0
    sheet.board(text(loco.x, below + 14, fitted(_("Works yard: lowest pile first"), 13, yard - aside - 8), "cap ink2"))
    sheet.board(text(loco.x + yard - aside, below + 14, fitted(_("Open factories"), 13, aside), "cap ink2"))
    sheet.part("works_yard", Rect(loco.x, below, yard - aside - 12, 115))
    sheet.part("open_factories", Rect(loco.x + yard - aside, below, aside, 115))
    sheet.part("turn_order", Rect(store.x, below, store.w, 116))
    draw_piles(sheet, scene, Rect(loco.x, below + 21, yard - aside - 12, 94))
    draw_open(sheet, scene, Rect(loco.x + yard - aside, below + 21, aside, 94))
    sheet.board(text(store.x, below + 14, _("Turn order"), "cap ink2"))
    draw_order(sheet, scene, Rect(store.x, below + 29, store.w, 87))
    word = single(scene)
    if word:
        draw_single(sheet, scene, Rect(w - MARGIN - 140, below, 140, 24), word)


def tiles_title(scene: Scene, w: float) -> str:
    """The title of the section of locomotives and factories, shortened where there is no room."""
    said = scene.speech.gettext("Locomotives and factories")
    return said if room_of(said, 15) <= w - 16 else scene.speech.gettext("Locomotives")


def wide_strip(sheet: Sheet, scene: Scene, w: float, y: float) -> None:
    """The engineers from left to right, and the question cards."""
    title = scene.speech.gettext("Engineers")
    label = room_of(title, 15) + 18
    sheet.board(plate(MARGIN, y, label, 44, title))
    cards = 196.0
    end = w - MARGIN - cards - 34 - 8
    kinds = strip_kinds(scene)
    shares = {"next": 84.0, "use": 120.0, "hire": 116.0}
    gap = 5.0
    whole = sum(shares[kind] for _place, _number, kind in kinds)
    stretch = min(1.25, (end - MARGIN - label - 6 - gap * len(kinds)) / whole)
    x = MARGIN + label + 6
    sheet.part("engineers", Rect(MARGIN, y, end - MARGIN, 44))
    sheet.part("question_cards", Rect(w - MARGIN - cards - 34, y, cards + 34, 44))
    for place, engineer, kind in kinds:
        share = shares[kind] * stretch
        draw_engineer(sheet, scene, Rect(x, y, share, 44), place, engineer, kind)
        x += share + gap
    sheet.board(plate(w - MARGIN - cards - 34, y, 28, 44, "?"))
    draw_cards(sheet, scene, Rect(w - MARGIN - cards, y, cards, 44))


def wide_header(sheet: Sheet, scene: Scene, w: float, y: float) -> None:
    """The header of a railway: its owner, workers, roubles, engineers and points."""
    sheet.board(path(f"M.5 {y + 40}V{y + 4}q0 -4 4 -4H{number(w - 4.5)}q4 0 4 4V{y + 40}Z", "enamel"))
    title = fitted(title_of(scene), 20, 150)
    sheet.board(badge(scene.color, 22, y + 20, 8, "onrim"), text(40, y + 26.5, title, "sign-lg on-enamel"))
    left = x = max(158.0, 52 + room_of(title, 20))
    x = draw_ready(sheet, scene, x, y + 6, 200)
    x = draw_roubles(sheet, scene, x + 12, y + 20, 96) + 16
    points = points_text(scene)
    sheet.part("pieces", Rect(left - 6, y + 2, x - left - 4, 36))
    sheet.part("points", Rect(w - MARGIN - 8 - room_of(points, 20), y + 2, room_of(points, 20) + 14, 36))
    sheet.board(text(w - MARGIN - 2, y + 26, points, "t18b on-enamel", "end"))
    end = w - MARGIN - 14 - room_of(points, 20)
    count = max(1, len(scene.mine.engineers))
    sheet.part("own_engineers", Rect(x - 3, y + 2, min(end - x, count * 120.0), 36))
    draw_engineers(sheet, scene, Rect(x, y + 5, end - x, 31), count, 6, 114)


def points_text(scene: Scene) -> str:
    """The points now, and after the scoring of this round if nothing more were done."""
    if scene.now.over:
        return str(scene.now.scores[scene.seat])
    return f"{scene.mine.points} → {scene.mine.points + scene.round_score(scene.mine)}"


def wide_railroads(sheet: Sheet, scene: Scene, w: float, top: float) -> None:
    _ = scene.speech.gettext
    rows = (top, top + 108, top + 193)
    wide_parts(sheet, w, top, rows)
    for railroad, y in enumerate(rows):
        name = sentences.railroad_name(RAILROADS[railroad], scene.speech)
        said = reach_text(scene, railroad)
        if room_of(name, 15) + room_of(said, 13) > 162:
            said = f"→ {reach(scene.mine, railroad)}"
        sheet.board(text(MARGIN, y - 10, name, "sign"), text(180, y - 10, said, "t13 ink2", "end"))
        draw_locomotives(sheet, scene, railroad, MARGIN, y - 3, 82, 46)
        signs = 56 if railroad == TRANS_SIBERIAN else -31
        length = scene.box.length[railroad]
        draw_line(sheet, scene, TrackStretch(railroad, FIRST, y + 20, CELL, 1, length, signs))
    draw_in_hand(sheet, scene, MARGIN + 90, rows[ST_PETERSBURG] - 3, 82, 46)
    draw_doublers(sheet, scene, FIRST, top - 25, CELL, 34)
    draw_values(sheet, scene, FIRST + 8 * CELL + 22, top - 11, 50)
    total = scene.round_score(scene.mine)
    sheet.board(text(w - MARGIN, top - 11, _("this round %(points)d") % {"points": total}, "cap ink2", "end"))
    draw_score(sheet, scene, w - 52, top + 28, scene.railroad_score(TRANS_SIBERIAN))
    x = FIRST + 9 * CELL + 40
    for railroad in (ST_PETERSBURG, KIEV):
        draw_score(sheet, scene, x, rows[railroad] + 28, scene.railroad_score(railroad))


def wide_parts(sheet: Sheet, w: float, top: float, rows: tuple[float, float, float]) -> None:
    """Name the areas of the railroads, their locomotives, the doublers and the values, for the rulebook."""
    sheet.part("trans_siberian", Rect(MARGIN - 4, top - 8, w - 2 * MARGIN + 8, 92))
    for name, y in (("st_petersburg", rows[ST_PETERSBURG]), ("kiev", rows[KIEV])):
        sheet.part(name, Rect(MARGIN - 4, y - 22, FIRST + 9 * CELL + 82, 76))
    for y in rows:
        sheet.part("locomotives", Rect(MARGIN - 4, y - 7, 182 if y == top else 90, 54))
    sheet.part("doublers", Rect(FIRST, top - 29, 8 * CELL, 26))
    sheet.part("values", Rect(FIRST + 8 * CELL + 18, top - 29, 250, 24))


def reach_text(scene: Scene, railroad: int) -> str:
    return scene.speech.gettext("reach %(spaces)d") % {"spaces": reach(scene.mine, railroad)}


def wide_block(sheet: Sheet, scene: Scene, area: Rect) -> None:
    """One of: the list to choose from, the final result, the starting cards, or tokens, majority and cards."""
    sheet.board(line(area.x - 14, area.y + 4, area.x - 14, area.y + area.h - 4, "hair"))
    tickets = any(head_of(word) == "token" for word in scene.asked.moves)
    words = [] if tickets else listed_words(scene)
    words += [word for word in left_over(scene, words) if not (tickets and head_of(word) == "token")]
    if words:
        rows = (panel_height(words, 1, 0) - 22) or 1
        row = min(32.0, (area.h - 22) / rows - 4)
        draw_panel(sheet, scene, area, words, row, 4)
    elif scene.now.over:
        draw_result(sheet, scene, area, 36)
    elif scene.now.round == 0:
        draw_starts(sheet, scene, area, 30, 5)
    else:
        possessions(sheet, scene, area)


def possessions(sheet: Sheet, scene: Scene, area: Rect) -> None:
    x, y, w = area.x, area.y, area.w
    title = scene.speech.gettext("Question tokens")
    sheet.board(text(x, y + 15, title, "sign"))
    sheet.board(text(x + w, y + 15, next_ticket(scene), "t13 ink2", "end"))
    sheet.part("question_tokens", Rect(x - 4, y, w + 8, 108))
    sheet.part("majority", Rect(x - 4, y + 117, w + 8, 22))
    sheet.part("end_bonus", Rect(x - 4, y + 144, w + 8, 22))
    ticket_w = (w - 24) / 4
    draw_tickets(sheet, scene, Rect(x, y + 24, w, 0), ticket_w, 36, 8)
    sheet.board(line(x, y + 114, x + w, y + 114, "hair"))
    draw_majority(sheet, scene, x, y + 133, w, 86)
    sheet.board(line(x, y + 141, x + w, y + 141, "hair"))
    draw_bonus(sheet, scene, x, y + 160, w, 86)


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


def tall_list(sheet: Sheet, scene: Scene, x: float, y: float, w: float, here: bool) -> float:
    """The list of payments, below the section where they are paid."""
    words = [word for word in listed_words(scene) if head_of(word) == "pay"]
    if not here or not words:
        return y
    draw_panel(sheet, scene, Rect(x, y, w, 0), words, TOUCH, 6)
    return y + panel_height(words, TOUCH, 6) + 8


def tall_shared(sheet: Sheet, scene: Scene, x: float, w: float) -> float:
    _ = scene.speech.gettext
    gap, paid = 6.0, paid_group(scene)
    column = (w - 8) / 2
    right = x + column + 8
    y = 2.0
    sheet.part("track_spaces", Rect(x, y, w, PLATE + 7 + 6 * (TOUCH + gap) - gap))
    sheet.board(plate(x, y, w, PLATE, _("Track extension")))
    for index, spaces in enumerate(track_columns(scene)):
        draw_column(sheet, scene, spaces, Rect((x, right)[index], y + PLATE + 7, column, TOUCH), gap)
    y += PLATE + 7 + 6 * (TOUCH + gap) + 4
    y = tall_list(sheet, scene, x, y, w, paid == "track")
    loco = Rect(x, y, column, TOUCH)
    three = PLATE + 7 + 3 * (TOUCH + gap) - gap
    sheet.part("locomotive_spaces", loco._replace(h=three))
    sheet.part("industry_spaces", Rect(right, y, column, three))
    draw_group(sheet, scene, loco, tiles_title(scene, column), group_of(scene, "locomotive"), gap)
    draw_group(sheet, scene, loco._replace(x=right), _("Industry"), group_of(scene, "industry"), gap)
    y += PLATE + 7 + 3 * (TOUCH + gap) + 4
    y = tall_list(sheet, scene, x, y, w, paid in ("locomotive", "industry"))
    sheet.part("stores", Rect(x, y, column, three))
    sheet.part("turn_order", Rect(right, y, column, three))
    draw_group(sheet, scene, Rect(x, y, column, TOUCH), _("Stores"), group_of(scene, "auxiliary"), gap)
    sheet.board(plate(right, y, column, PLATE, _("Turn order")))
    draw_order(sheet, scene, Rect(right, y + PLATE + 7, column, 2 * TOUCH + gap))
    word = single(scene, ("stay", "pass"))
    if word:
        draw_single(sheet, scene, Rect(right, y + PLATE + 7 + 2 * (TOUCH + gap), column, TOUCH), word)
    y += PLATE + 7 + 3 * (TOUCH + gap) + 4
    y = tall_list(sheet, scene, x, y, w, paid in ("auxiliary", "order", "last_round"))
    y = tall_strip(sheet, scene, x, y, w)
    y = tall_list(sheet, scene, x, y, w, paid.startswith("engineer"))
    sheet.part("works_yard", Rect(x, y, w, PLATE + 7 + 96))
    sheet.board(plate(x, y, w, PLATE, _("Works yard: lowest pile first")))
    draw_piles(sheet, scene, Rect(x, y + PLATE + 7, w, 96))
    y += PLATE + 7 + 96 + 10
    half = 140.0
    sheet.part("open_factories", Rect(x, y, half, PLATE + 7 + 64))
    sheet.part("question_cards", Rect(x + half + 10, y, w - half - 10, PLATE + 7 + 64))
    sheet.board(plate(x, y, half, PLATE, fitted(_("Open factories"), 15, half - 12)))
    sheet.board(plate(x + half + 10, y, w - half - 10, PLATE, _("Question cards")))
    lying = 64 + 69 * (open_rows(scene) - 1)
    draw_open(sheet, scene, Rect(x, y + PLATE + 7, half, lying))
    draw_cards(sheet, scene, Rect(x + half + 10, y + PLATE + 7, w - half - 10, 64))
    return y + PLATE + 7 + lying + 14


def tall_strip(sheet: Sheet, scene: Scene, x: float, y: float, w: float) -> float:
    """The engineers three in a row, those of this round first."""
    sheet.board(plate(x, y, w, PLATE, scene.speech.gettext("Engineers")))
    y += PLATE + 7
    each = (w - 12) / 3
    kinds = [entry for entry in reversed(strip_kinds(scene)) if entry[1] or entry[2] != "next"]
    sheet.part("engineers", Rect(x, y - PLATE - 7, w, PLATE + 7 + -(-len(kinds) // 3) * 54 - 6))
    for index, (place, engineer, kind) in enumerate(kinds):
        there = Rect(x + index % 3 * (each + 6), y + index // 3 * 54, each, 48)
        draw_engineer(sheet, scene, there, place, engineer, kind)
    return y + -(-len(kinds) // 3) * 54 + 4


def tall_own(sheet: Sheet, scene: Scene, x: float, y: float, w: float) -> float:
    y = tall_header(sheet, scene, x, y, w)
    word = single(scene, ("done", "give_up"))
    if word:
        draw_single(sheet, scene, Rect(x, y + 2, w, 44), word)
        y += 54
    begin = y
    words = [word for word in listed_words(scene) if head_of(word) != "pay"]
    if words:
        draw_panel(sheet, scene, Rect(x, y, w, 0), words, 44, 7)
        y = begin + panel_height(words, 44, 7) + 6
    if scene.now.over:
        draw_result(sheet, scene, Rect(x, y, w, 0), 38)
        y += 22 + 38 * scene.now.seats + 8
    elif scene.now.round == 0 and not words:
        draw_starts(sheet, scene, Rect(x, y, w, 0), 36, 6)
        y += 22 + 42 * len(scene.now.starts) + 6
    y = tall_engineers(sheet, scene, x, y, w)
    y = tall_list(sheet, scene, x, y, w, paid_group(scene) == "own")
    y = tall_railroads(sheet, scene, x, y, w)
    y = tall_industry(sheet, scene, x, y, w)
    y = tall_possessions(sheet, scene, x, y, w)
    rest = left_over(scene, [])
    if rest:
        draw_panel(sheet, scene, Rect(x, y, w, 0), rest, 44, 7)
        y += panel_height(rest, 44, 7) + 6
    return y


def tall_header(sheet: Sheet, scene: Scene, x: float, y: float, w: float) -> float:
    title = fitted(title_of(scene), 20, 150)
    sheet.board(group(rect(0, y, w + 2 * x, 44, 0, "enamel"), id_="mine"))
    sheet.board(badge(scene.color, x + 10, y + 22, 8, "onrim"), text(x + 26, y + 28.5, title, "sign-lg on-enamel"))
    points = str(scene.now.scores[scene.seat] if scene.now.over else scene.mine.points)
    sheet.board(text(x + w - 4, y + 29, points, "t20b on-enamel", "end"))
    end = x + w - 10 - room_of(points, 20)
    start = x + 34 + room_of(title, 20)
    roubles = roubles_width(scene, 50)
    sheet.part("pieces", Rect(start - 4, y + 3, end - start + 2, 38))
    sheet.part("points", Rect(end + 1, y + 3, x + w - end, 38))
    draw_ready(sheet, scene, start, y + 8, end - roubles - 8 - start)
    draw_roubles(sheet, scene, end - roubles - 2, y + 22, 50)
    return y + 54


def tall_engineers(sheet: Sheet, scene: Scene, x: float, y: float, w: float) -> float:
    count = len(scene.mine.engineers)
    if not count:
        return y
    sheet.part("own_engineers", Rect(x, y, w, -(-count // 3) * 51 - 7))
    draw_engineers(sheet, scene, Rect(x, y, w, 44), 3, 7, 132)
    return y + -(-count // 3) * 51 + 6


def tall_head(sheet: Sheet, scene: Scene, x: float, y: float, w: float, railroad: int) -> None:
    name = sentences.railroad_name(RAILROADS[railroad], scene.speech)
    sheet.board(text(x, y + 20, name, "sign-lg" if room_of(name, 20) <= 124 else "sign"))
    sheet.board(text(x, y + 38, reach_text(scene, railroad), "t13 ink2"))
    draw_locomotives(sheet, scene, railroad, x + 126, y, 78, 44)
    sheet.part("locomotives", Rect(x + 123, y - 3, 166 if railroad == TRANS_SIBERIAN else 84, 50))
    draw_score(sheet, scene, x + w - 44, y + 30, scene.railroad_score(railroad))


def tall_railroads(sheet: Sheet, scene: Scene, x: float, y: float, w: float) -> float:
    """The Trans-Siberian in two lines, the first as long as the row of doublers above it; the others in one line."""
    start = x + DEPOT
    cell = (w - DEPOT) / FOLD
    tall_head(sheet, scene, x, y, w, TRANS_SIBERIAN)
    sheet.part("trans_siberian", Rect(x, y - 2, w, 54 + 24 + 96 + 84))
    y += 54
    sheet.part("doublers", Rect(start, y - 3, w - DEPOT, 26))
    draw_doublers(sheet, scene, start, y, cell, cell - 8)
    y += 24
    draw_line(sheet, scene, TrackStretch(TRANS_SIBERIAN, start, y + 20, cell, 1, FOLD, 56))
    y += 96
    sheet.board(
        path(f"M{number(x + w - 1)} {number(y - 60)}V{number(y - 8)}H{number(start - 8)}V{number(y + 20)}h5", "fold")
    )
    draw_line(sheet, scene, TrackStretch(TRANS_SIBERIAN, start, y + 20, cell, FOLD + 1, scene.box.length[0], 56))
    y += 96
    for railroad in (ST_PETERSBURG, KIEV):
        sheet.board(line(x, y - 4, x + w, y - 4, "hair"))
        y += 4
        tall_head(sheet, scene, x, y, w, railroad)
        sheet.part(RAILROADS[railroad], Rect(x, y - 2, w, 130))
        if railroad == ST_PETERSBURG:
            draw_in_hand(sheet, scene, x + 210, y, 78, 44)
        y += 72
        length = scene.box.length[railroad]
        draw_line(sheet, scene, TrackStretch(railroad, start, y + 20, (w - DEPOT) / length, 1, length, -31))
        y += 70
    return y


def tall_industry(sheet: Sheet, scene: Scene, x: float, y: float, w: float) -> float:
    sheet.board(line(x, y - 4, x + w, y - 4, "hair"))
    sheet.part("industry_lane", Rect(x, y, w, 66 + 74 + 68))
    draw_industry_title(sheet, scene, x, y + 24, w - 80, "sign-lg")
    draw_score(sheet, scene, x + w - 44, y + 34, scene.industry_score())
    y += 66
    cell = w / FOLD
    draw_industry(sheet, scene, Rect(x, y, cell, 58), 0, FOLD - 1)
    y += 74
    draw_industry(sheet, scene, Rect(x, y, cell, 58), FOLD, scene.box.lane_end)
    return y + 76


def tall_possessions(sheet: Sheet, scene: Scene, x: float, y: float, w: float) -> float:
    sheet.board(line(x, y - 4, x + w, y - 4, "hair"))
    sheet.board(text(x, y + 22, scene.speech.gettext("Question tokens"), "sign-lg"))
    sheet.board(text(x + w, y + 20, next_ticket(scene), "t13 ink2", "end"))
    sheet.part("question_tokens", Rect(x, y, w, 132))
    draw_tickets(sheet, scene, Rect(x, y + 32, w, 0), (w - 24) / 4, 44, 8)
    y += 32 + 104
    for name, row in (("majority", 3), ("end_bonus", 34), ("values", 65)):
        sheet.part(name, Rect(x, y + row, w, 26))
    sheet.board(line(x, y, x + w, y, "hair"))
    draw_majority(sheet, scene, x, y + 21, w, 92)
    sheet.board(line(x, y + 31, x + w, y + 31, "hair"))
    draw_bonus(sheet, scene, x, y + 52, w, 92)
    sheet.board(line(x, y + 62, x + w, y + 62, "hair"))
    sheet.board(text(x, y + 83, scene.speech.gettext("Values"), "sign"))
    draw_values(sheet, scene, x + 92, y + 83, 50)
    return y + 96


# ---------------------------------------------------------------- panels and texts beside the board


def seat(game: Game, view: View, seat: int, say: Say) -> SeatLine:
    """The panel of a seat: points, small facts, the railroads as a picture, and for the viewer the projected points."""
    points = view.scores[seat] if view.over else view.players[seat].points
    scene = Scene(game, view, Asked(), say)
    more = captions.projection(scene, seat) if seat == view.seat and not view.over else ""
    return SeatLine(str(points), facts_of(scene, seat), spark(scene, seat), more)


def ahead(game: Game, view: View, asked: Asked, say: Say) -> str:
    """The sentence in the viewer's panel while a gesture is previewed: the projected points with it."""
    scene = Scene(game, view, asked, say)
    return captions.projection(scene, scene.seat)


def gesture(game: Game, view: View, asked: Asked, say: Say) -> ConfirmBar:
    """The confirm bar for the words that are chosen."""
    return captions.gesture(Scene(game, view, asked, say))


def progress(game: Game, view: View, say: Say) -> str:
    """Which round it is."""
    return captions.progress(Scene(game, view, Asked(), say))


def question(game: Game, view: View, asked: Asked, say: Say) -> tuple[str, str]:
    """What is asked now, and the clause that helps with it."""
    return captions.question(Scene(game, view, asked, say))


def standing(game: Game, view: View) -> Standing:
    """The points of each seat so far, and the round."""
    points = view.scores if view.over else [player.points for player in view.players]
    return Standing(points, view.round)


def count(game: Game, view: View, events: Sequence[Event], say: Say) -> Count | None:
    """The last scoring among some events, source by source."""
    return score_sheet.count(view, events, say)


def tally(game: Game, view: View, events: Sequence[Event], say: Say) -> PointSources:
    """All points of a game, by source and round."""
    return score_sheet.tally(view, events, say)

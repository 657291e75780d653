"""What a player of Russian Railroads has beside the railroads: workers, roubles, engineers, tokens, cards; results."""

from __future__ import annotations

from typing import Final

from trainshed.draw.choices import TITLE
from trainshed.draw.fit import Rect, paragraph, room_of
from trainshed.draw.hover_card import named_piece, thing
from trainshed.draw.icons import sign
from trainshed.draw.panel import draw_hair, draw_seat, grid, share
from trainshed.draw.pieces import coin, track_face
from trainshed.draw.seats import SEATS, badge, worker, worker_socket
from trainshed.draw.sheet import Sheet
from trainshed.draw.svg import group, moved, rect, text
from trainshed.games.russian_railroads.board.icons import TRACKS, key_of, readable_row, ticket
from trainshed.games.russian_railroads.board.panel import bonus_short, start_face
from trainshed.games.russian_railroads.board.scene import Scene
from trainshed.games.russian_railroads.board.spaces import draw_number, draw_sockets, is_taken, offer_space
from trainshed.games.russian_railroads.rules.effect_notation import COLOURS, QUESTION_TOKEN
from trainshed.games.russian_railroads.rules.player import bonus_points, engineer_rank, majority_points
from trainshed.games.russian_railroads.text.names import colour_name, token_name

COIN: Final = 24


def title_of(scene: Scene) -> str:
    return scene.phrase("My railway") if scene.seat == scene.now.seat else scene.who(scene.seat)


# ---------------------------------------------------------------- workers, roubles, engineers


def ready(scene: Scene) -> list[tuple[str, str]]:
    """Kind and id of the workers: own ones, with an empty kind where one is placed; then turquoise and black ones."""
    color, mine = scene.color, scene.mine
    out = scene.counts.get(f"w-{color}", 0)
    temp = scene.counts.get("w-temp", 0) + sum(player.turquoise for player in scene.players[: scene.seat])
    ink = scene.counts.get("w-ink", 0)
    pieces = [("", f"w-{color}-{index}") for index in range(out)]
    pieces += [(color, f"w-{color}-{out + index}") for index in range(mine.workers)]
    pieces += [("temp", f"w-temp-{temp + index}") for index in range(mine.turquoise)]
    return pieces + [("ink", f"w-ink-{ink + index}") for index in range(mine.black)]


def draw_ready(sheet: Sheet, scene: Scene, x: float, y: float, most: float) -> float:
    """Draw the workers in a row with its top at y, placed ones as empty sockets; return the x where the row ends."""
    pieces = ready(scene)
    pitch = min(23.0, most / max(1, len(pieces)))
    sheet.board(rect(x, y, len(pieces) * pitch, 30, 0, "nofill", data_about=scene.owned("workers")))
    for index, (kind, id_) in enumerate(pieces):
        if kind:
            sheet.piece(worker(x + index * pitch, y, kind, id_, 1))
        else:
            sheet.board(group(worker_socket(x + index * pitch, y), cls="spent"))
    return x + len(pieces) * pitch


def draw_roubles(sheet: Sheet, scene: Scene, x: float, cy: float, most: float) -> float:
    """Draw roubles side by side, or one with a number if they are too many; return the x where they end."""
    count = scene.mine.roubles
    out = scene.counts.get(f"c-{scene.color}", 0)
    shown = count if count * COIN <= most else 1
    if count:
        where = (x, cy - 13, roubles_width(scene, most), 26.0)
        sheet.board(rect(*where, 0, "nofill", data_about=scene.owned("roubles")))
    for index in range(shown):
        sheet.piece(coin(x + 11 + index * COIN, cy, 10.5, id_=f"c-{scene.color}-{out + index}"))
    if shown < count:
        sheet.board(text(x + 26, cy + 5, f"×{count}", "t15b"))
    return x + roubles_width(scene, most)


def roubles_width(scene: Scene, most: float) -> float:
    count = scene.mine.roubles
    return count * COIN if count * COIN <= most else 26 + room_of(f"×{count}", 17)


def draw_engineers(sheet: Sheet, scene: Scene, area: Rect, columns: int, gap: float, most: float) -> None:
    """The player's engineers: spaces that nobody else can use (RR-ENGINEER-03)."""
    numbers = sorted(scene.mine.engineers)
    first = area._replace(w=min(most, share(area.w, columns, gap)))
    for number, there in zip(numbers, grid(first, len(numbers), columns, gap), strict=True):
        draw_own_engineer(sheet, scene, there, number)


def draw_own_engineer(sheet: Sheet, scene: Scene, area: Rect, number: int) -> None:
    space = scene.engineer_space(number)
    stacks = scene.on(space)
    cost = (scene.box.engineer_workers[number], 0)
    scale = min(1.0, (area.h - 4) / 28)
    cy = area.y + area.h / 2
    taken = is_taken(scene, stacks)
    key = scene.owned(f"engineer:{number}")
    sheet.board(rect(*area, 3, "sp-taken" if taken else "plaque", data_about=key))
    draw_number(sheet, scene, area.x + 15, cy, number, number not in scene.base.engineers)
    sockets = max(sum(cost), sum(len(placed) for _, placed in stacks)) * 22 * scale
    body, _w = readable_row(key_of(scene.box.engineer_parts[number]), area.w - 34 - sockets - 4)
    sheet.board(moved(area.x + 30, cy, body, cls="dimmed" if taken else None))
    draw_sockets(sheet, scene, area.x + area.w - sockets - 2, cy, cost, stacks, scale)
    offer_space(sheet, scene, area, space, f"engineer-{number}", f"engineer:{number}", stacks)


# ---------------------------------------------------------------- values, tickets, majority, cards


def draw_values(sheet: Sheet, scene: Scene, x: float, base: float, pitch: float) -> None:
    """The value of a space of each colour, before or after the revaluation (RR-SCORE-05, -06)."""
    values = scene.box.revalued if scene.mine.revalued else scene.box.values
    old = scene.box.revalued if scene.base.revalued else scene.box.values
    for index, color in enumerate(TRACKS):
        left = x + index * pitch
        cls = "t14b may" if values[index] != old[index] else "t14b"
        face = track_face(color, left, base - 12, 20, 14, 2) + text(left + 25, base, values[index], cls)
        key = scene.owned(f"value:{COLOURS[index]}")
        sheet.board(thing(key, colour_name(COLOURS[index], scene.speech), face))


def draw_tickets(sheet: Sheet, scene: Scene, x: float, y: float, w: float, h: float) -> None:
    """The seven question tokens, each drawn as a ticket, four in a row (RR-PBOARD-15)."""
    tokens = scene.box.token_names
    first = Rect(x, y, (w - 24) / 4, h)
    for index, (token, there) in enumerate(zip(tokens, grid(first, len(tokens), 4, 8), strict=True)):
        used = bool(scene.base.tokens >> index & 1)
        chosen = not used and bool(scene.mine.tokens >> index & 1)
        name = scene.phrase("Question token: %(token)s", token=token_name(token, scene.speech))
        face = ticket(token, scene.color, there.w, h, used)
        word = f"token:{token}"
        key = scene.owned(word)
        sheet.piece(named_piece(there.x, there.y, name, face, id_=f"token-{token}", lifted=chosen, thing=key))
        scene.offer(sheet, there, word)


def next_ticket(scene: Scene) -> str:
    """How many question spaces are still to be reached, as text."""
    specials = scene.box.specials
    questions = [index for index, special in enumerate(specials) if special.parts[0].verb == QUESTION_TOKEN]
    left = sum(not scene.mine.gained >> index & 1 for index in [*questions, len(specials)])
    if not left:
        return scene.phrase("all spaces reached")
    return scene.plural("%(count)d more space", "%(count)d more spaces", left)


def draw_majority(sheet: Sheet, scene: Scene, x: float, base: float, w: float, indent: float) -> None:
    """How many engineers each seat has, and the majority points of the drawn seat (RR-FINAL-04)."""
    ranks = [(engineer_rank(scene.box, player), seat) for seat, player in enumerate(scene.players)]
    sheet.board(rect(x, base - 16, w, 21, 0, "nofill", data_about=scene.owned("majority")))
    sheet.board(text(x, base, scene.phrase("Engineers"), "sign"))
    left = x + indent
    for (count, _highest), seat in sorted(ranks, reverse=True):
        sheet.board(badge(SEATS[seat], left + 6, base - 4.5, 5), text(left + 15, base, count, "t14b"))
        left += 36
    points = majority_points(scene.box, scene.players)[scene.seat]
    sheet.board(text(x + w, base, f"+{points}", "t14b", "end"))


def draw_bonus(sheet: Sheet, scene: Scene, x: float, base: float, w: float, indent: float) -> None:
    """The end bonus cards: the viewer's own by name, those of another player only as a count."""
    sheet.board(rect(x, base - 16, w, 21, 0, "nofill", data_about=scene.owned("bonus")))
    sheet.board(text(x, base, scene.phrase("End bonus"), "sign"))
    cards = scene.mine.bonus
    if scene.seat != scene.now.seat or not cards:
        held = scene.now.players[scene.seat].bonus
        said = card_count(scene, held) if held else scene.phrase("none yet")
        sheet.board(text(x + indent, base, said, "t13 ink2"))
        return
    said = ", ".join(bonus_short(scene.box.bonus_names[card], scene) for card in cards)
    said = said if room_of(said, 13) <= w - indent - 36 - 20 else card_count(scene, len(cards))
    worth = sum(bonus_points(scene.box, scene.mine, card) for card in cards)
    sheet.board(sign("eye", x + indent, base - 11, 13, "ink3"), text(x + indent + 18, base, said, "t13 ink2"))
    sheet.board(text(x + w, base, f"+{worth}", "t14b", "end"))


def card_count(scene: Scene, count: int) -> str:
    return scene.plural("%(count)d card", "%(count)d cards", count)


# ---------------------------------------------------------------- set-up and end


def draw_starts(sheet: Sheet, scene: Scene, area: Rect, row: float, gap: float) -> None:
    """The starting cards that nobody has taken, for a viewer who is not asked to choose one (RR-STARTBONUS-03)."""
    sheet.board(text(area.x, area.y + 14, scene.phrase("Starting cards"), "sign"))
    cards = scene.now.starts
    for card, there in zip(cards, grid(Rect(area.x, area.y + TITLE, area.w, row), len(cards), 1, gap), strict=True):
        word = f"start:{card}"
        sheet.board(rect(*there, 3, "sp", data_about=word))
        start_face(sheet, scene, there, word)


def draw_result(sheet: Sheet, scene: Scene, area: Rect, row: float) -> None:
    """The final count: every seat by rank, with its end bonus cards (RR-FINAL-02, -08)."""
    sheet.board(text(area.x, area.y + 14, scene.phrase("Final count"), "sign"))
    seats = sorted(range(scene.now.seats), key=lambda seat: scene.now.standings[seat])
    for index, seat in enumerate(seats):
        y = area.y + TITLE + index * row
        score = str(scene.now.scores[seat])
        sheet.board(rect(area.x, y, area.w, row, 0, "nofill", data_about=f"{seat}/points"))
        draw_hair(sheet, area.x, y, area.w)
        draw_seat(sheet, area.x, y + 17, SEATS[seat], scene.who(seat), area.w - 30 - room_of(score, 18))
        sheet.board(text(area.x + area.w, y + 17, score, "t18b", "end"))
        sheet.board(text(area.x + 26, y + row - 4, final_sources(scene, seat, area.w - 28), "t12 ink2"))


def final_sources(scene: Scene, seat: int, room: float) -> str:
    """Where the points of the final count come from; cards only by their number where there is no room."""
    cards = scene.now.opened[seat] if scene.now.opened else []
    names = scene.box.bonus_names
    worth = [bonus_points(scene.box, scene.players[seat], names.index(card)) for card in cards]
    known = [f"{bonus_short(card, scene)} +{points}" for card, points in zip(cards, worth, strict=True)]
    majority = majority_points(scene.box, scene.players)[seat]
    engineers = [f"{scene.phrase('engineers')} +{majority}"] if majority else []
    said = ", ".join([*known, *engineers]) or scene.phrase("no end bonus")
    return said if room_of(said, 12) <= room else ", ".join([card_count(scene, len(cards)), *engineers])


def draw_industry_title(sheet: Sheet, scene: Scene, x: float, y: float, room: float, cls: str) -> None:
    """The title of the industry lane, and why the first marker cannot advance if a gap lies ahead (RR-INDUSTRY-03)."""
    ahead = scene.mine.markers[0] + 1
    gap = ahead <= scene.box.lane_end and scene.box.lane_slot[ahead] > len(scene.mine.factories)
    key = scene.owned("industry")
    sheet.board(text(x, y if gap else y + 12, scene.phrase("Industry"), cls, data_about=key))
    if gap:
        sheet.board(paragraph(x, y + 18, room, scene.phrase("the gap needs a factory"), "t13 ink2", 16))

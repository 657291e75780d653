"""What a player of Russian Railroads has beside the railroads: workers, roubles, engineers, tokens, cards; results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from trainshed.draw.fit import Rect, fitted, paragraph, room_of
from trainshed.draw.icons import sign
from trainshed.draw.pieces import coin, track_face
from trainshed.draw.seats import SEATS, badge, worker, worker_socket
from trainshed.draw.sheet import Sheet
from trainshed.draw.svg import group, line, moved, named, rect, text
from trainshed.games.russian_railroads.board.icons import TRACKS, fitted_row, key_of, numbered, readable_row, ticket
from trainshed.games.russian_railroads.board.panel import bonus_short, icon_face
from trainshed.games.russian_railroads.board.scene import Scene
from trainshed.games.russian_railroads.board.spaces import draw_sockets, engineer_name, pay_ring, ring, words_of
from trainshed.games.russian_railroads.rules.effect_notation import QUESTION_TOKEN
from trainshed.games.russian_railroads.rules.player import bonus_points, engineer_rank, majority_points
from trainshed.games.russian_railroads.text import sentences

COIN: Final = 24


def title_of(scene: Scene) -> str:
    return scene.speech.gettext("My railway") if scene.seat == scene.now.seat else scene.who(scene.seat)


# ---------------------------------------------------------------- workers, roubles, engineers


def ready(scene: Scene) -> list[tuple[str, str]]:
    """Kind and id of the workers: own ones, with an empty kind where one is placed; then turquoise and black ones."""
    color, mine = scene.color, scene.mine
    out = scene.counts.get(f"w-{color}", 0)
    pieces = [("", f"w-{color}-{index}") for index in range(out)]
    pieces += [(color, f"w-{color}-{out + index}") for index in range(mine.workers)]
    temp = scene.counts.get("w-temp", 0) + sum(
        player.turquoise for seat, player in enumerate(scene.now.players) if seat < scene.seat
    )
    pieces += [("temp", f"w-temp-{temp + index}") for index in range(mine.turquoise)]
    pieces += [("ink", f"w-ink-{scene.counts.get('w-ink', 0) + index}") for index in range(mine.black)]
    return pieces


def draw_ready(sheet: Sheet, scene: Scene, x: float, y: float, most: float) -> float:
    """Draw the workers in a row with its top at y, placed ones as empty sockets; return the x where the row ends."""
    pieces = ready(scene)
    pitch = min(23.0, most / max(1, len(pieces)))
    for index, (kind, id_) in enumerate(pieces):
        if kind:
            sheet.piece(worker(x + index * pitch, y, kind, id_, 1, "onrimw" if kind == "ink" else ""))
        else:
            sheet.board(group(worker_socket(x + index * pitch, y), cls="spent"))
    return x + len(pieces) * pitch


def draw_roubles(sheet: Sheet, scene: Scene, x: float, cy: float, most: float) -> float:
    """Draw roubles side by side, or one with a number if they are too many; return the x where they end."""
    count = scene.mine.roubles
    out = scene.counts.get(f"c-{scene.color}", 0)
    shown = count if count * COIN <= most else 1
    for index in range(shown):
        sheet.piece(coin(x + 11 + index * COIN, cy, 10.5, id_=f"c-{scene.color}-{out + index}"))
    if shown < count:
        sheet.board(text(x + 26, cy + 5, f"×{count}", "t15b on-enamel"))
    return x + roubles_width(scene, most)


def roubles_width(scene: Scene, most: float) -> float:
    count = scene.mine.roubles
    return count * COIN if count * COIN <= most else 26 + room_of(f"×{count}", 17)


def draw_engineers(sheet: Sheet, scene: Scene, area: Rect, columns: int, gap: float, most: float) -> None:
    """The player's engineers: spaces that nobody else can use (RR-ENGINEER-03)."""
    w = min(most, (area.w + gap) / columns - gap)
    for index, number in enumerate(sorted(scene.mine.engineers)):
        there = Rect(area.x + index % columns * (w + gap), area.y + index // columns * (area.h + gap), w, area.h)
        draw_own_engineer(sheet, scene, there, number)


def draw_own_engineer(sheet: Sheet, scene: Scene, area: Rect, number: int) -> None:
    stacks = scene.on(scene.engineer_space(number))
    cost = (scene.box.engineer_workers[number], 0)
    scale = min(1.0, (area.h - 4) / 28)
    cy = area.y + area.h / 2
    taken = bool(stacks) and not any(scene.fresh(stack) for stack, _ in stacks)
    new = number not in scene.base.engineers
    sheet.board(rect(*area, 3, "sp-taken" if taken else "plaque"))
    face = [named(engineer_name(scene, number)), numbered(number)]
    sheet.piece(moved(area.x + 15, cy, *face, id_=f"eng-{number}", cls="piece lift" if new else "piece"))
    sockets = max(sum(cost), sum(len(placed) for _, placed in stacks)) * 22 * scale
    body, _w = readable_row(key_of(scene.box.engineer_parts[number]), area.w - 34 - sockets - 4)
    sheet.board(moved(area.x + 30, cy, body, cls="dimmed" if taken else None))
    draw_sockets(sheet, scene, area.x + area.w - sockets - 2, cy, cost, stacks, scale)
    ring(sheet, scene, area, stacks)
    pay_ring(sheet, scene, area, scene.engineer_space(number))
    scene.offer(sheet, area, *words_of(scene, f"engineer-{number}", stacks, f"engineer:{number}"))


# ---------------------------------------------------------------- values


def draw_values(sheet: Sheet, scene: Scene, x: float, base: float, pitch: float) -> None:
    """The value of a space of each colour, before or after the revaluation (RR-SCORE-05, -06)."""
    values = scene.box.revalued if scene.mine.revalued else scene.box.values
    old = scene.box.revalued if scene.base.revalued else scene.box.values
    for index, color in enumerate(TRACKS):
        left = x + index * pitch
        cls = "t14b may" if values[index] != old[index] else "t14b"
        name = sentences.colour_name(("black", "gray", "brown", "natural", "white")[index], scene.speech)
        face = track_face(color, left, base - 12, 20, 14, 2)
        sheet.board(group(named(name), face, text(left + 25, base, values[index], cls)))


# ---------------------------------------------------------------- tickets, majority, cards


def draw_tickets(sheet: Sheet, scene: Scene, area: Rect, w: float, h: float, gap: float) -> None:
    """The seven question tokens, each drawn as a ticket (RR-PBOARD-15)."""
    columns = round((area.w + gap) / (w + gap))
    for index, token in enumerate(scene.box.token_names):
        there = Rect(area.x + index % columns * (w + gap), area.y + index // columns * (h + gap), w, h)
        used = bool(scene.base.tokens >> index & 1)
        chosen = not used and bool(scene.mine.tokens >> index & 1)
        label = scene.speech.gettext("Question token: %(token)s")
        name = named(label % {"token": sentences.token_name(token, scene.speech)})
        cls = "piece lift" if chosen else "piece"
        face = ticket(token, scene.color, w, h, used)
        sheet.piece(moved(there.x, there.y, name, face, id_=f"token-{token}", cls=cls))
        scene.offer(sheet, there, f"token:{token}")


def next_ticket(scene: Scene) -> str:
    """How many question spaces are still to be reached, as text."""
    specials = enumerate(scene.box.specials)
    questions = [index for index, special in specials if special.parts[0].verb == QUESTION_TOKEN]
    left = sum(not scene.mine.gained >> index & 1 for index in [*questions, len(scene.box.specials)])
    said = scene.speech.ngettext("%(count)d more space", "%(count)d more spaces", left)
    return said % {"count": left} if left else scene.speech.gettext("all spaces reached")


def draw_majority(sheet: Sheet, scene: Scene, x: float, base: float, w: float, indent: float) -> None:
    """How many engineers each seat has, and the majority points of the drawn seat (RR-FINAL-04)."""
    players = [scene.mine if seat == scene.seat else player for seat, player in enumerate(scene.players)]
    ranks = [(engineer_rank(scene.box, player), seat) for seat, player in enumerate(players)]
    sheet.board(text(x, base, scene.speech.gettext("Engineers"), "sign"))
    left = x + indent
    for (count, _highest), seat in sorted(ranks, reverse=True):
        sheet.board(badge(SEATS[seat], left + 6, base - 4.5, 5), text(left + 15, base, count, "t14b"))
        left += 36
    points = majority_points(scene.box, players)[scene.seat]
    sheet.board(text(x + w, base, f"+{points}", "t14b", "end"))


def draw_bonus(sheet: Sheet, scene: Scene, x: float, base: float, w: float, indent: float) -> None:
    """The end bonus cards: the viewer's own by name, those of another player only as a count."""
    _ = scene.speech.gettext
    sheet.board(text(x, base, _("End bonus"), "sign"))
    known = scene.seat == scene.now.seat
    cards = list(scene.mine.bonus)
    held = scene.now.players[scene.seat].bonus
    if known and cards:
        names = ", ".join(bonus_short(scene.box.bonus_names[card], scene) for card in cards)
        worth = sum(bonus_points(scene.box, scene.mine, card) for card in cards)
        said = names if room_of(names, 13) <= w - indent - 36 - 20 else counted(scene, len(cards))
        sheet.board(sign("eye", x + indent, base - 11, 13, "ink3"), text(x + indent + 18, base, said, "t13 ink2"))
        sheet.board(text(x + w, base, f"+{worth}", "t14b", "end"))
        return
    sheet.board(text(x + indent, base, counted(scene, held) if held else _("none yet"), "t13 ink2"))


def counted(scene: Scene, count: int) -> str:
    return scene.speech.ngettext("%(count)d card", "%(count)d cards", count) % {"count": count}


# ---------------------------------------------------------------- set-up and end


def draw_starts(sheet: Sheet, scene: Scene, area: Rect, row: float, gap: float) -> None:
    """The starting cards that nobody has taken, for a viewer who is not asked to choose one (RR-STARTBONUS-03)."""
    sheet.board(text(area.x, area.y + 14, scene.speech.gettext("Starting cards"), "sign"))
    for index, card in enumerate(scene.now.starts):
        there = Rect(area.x, area.y + 22 + index * (row + gap), area.w, row)
        parts = scene.box.start_parts[scene.box.start_names.index(card)]
        sheet.board(rect(*there, 3, "sp"))
        icon_face(
            sheet, there, fitted_row(key_of(parts), 60), sentences.capital(sentences.start_name(card, scene.speech))
        )


def draw_result(sheet: Sheet, scene: Scene, area: Rect, row: float) -> None:
    """The final count: every seat by rank, with its end bonus cards (RR-FINAL-02, -08)."""
    _ = scene.speech.gettext
    sheet.board(text(area.x, area.y + 14, _("Final count"), "sign"))
    seats: Sequence[int] = sorted(range(scene.now.seats), key=lambda seat: scene.now.standings[seat])
    majority = majority_points(scene.box, scene.players)
    for index, seat in enumerate(seats):
        y = area.y + 22 + index * row
        cards = scene.now.opened[seat] if scene.now.opened else []
        sheet.board(line(area.x, y, area.x + area.w, y, "hair"))
        sheet.board(badge(SEATS[seat], area.x + 8, y + 13, 6))
        score = str(scene.now.scores[seat])
        name = fitted(scene.who(seat), 14, area.w - 30 - room_of(score, 18))
        sheet.board(text(area.x + 22, y + 17, name, "t14b"), text(area.x + area.w, y + 18, score, "t18b", "end"))
        known = [f"{bonus_short(card, scene)} +{bonus_worth(scene, seat, card)}" for card in cards]
        if majority[seat]:
            known.append(f"{_('engineers')} +{majority[seat]}")
        said = ", ".join(known) or _("no end bonus")
        if room_of(said, 12) > area.w - 24:
            said = ", ".join([counted(scene, len(cards)), *known[len(cards) :]])
        sheet.board(text(area.x + 22, y + 31, said, "t12 ink2"))


def bonus_worth(scene: Scene, seat: int, card: str) -> int:
    return bonus_points(scene.box, scene.players[seat], scene.box.bonus_names.index(card))


def industry_note(scene: Scene) -> str:
    """Why the first industry marker cannot advance, or "" if no gap lies ahead of it (RR-INDUSTRY-03)."""
    ahead = scene.mine.markers[0] + 1
    if ahead <= scene.box.lane_end and scene.box.lane_slot[ahead] > len(scene.mine.factories):
        return scene.speech.gettext("the gap needs a factory")
    return ""


def draw_industry_title(sheet: Sheet, scene: Scene, x: float, y: float, room: float, cls: str) -> None:
    note = industry_note(scene)
    sheet.board(text(x, y if note else y + 12, scene.speech.gettext("Industry"), cls))
    if note:
        sheet.board(paragraph(x, y + 18, room, note, "t13 ink2", 16))

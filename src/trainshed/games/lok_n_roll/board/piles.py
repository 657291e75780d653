"""The discard piles of Lok'n'Roll, and at the end the count of hands and piles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from trainshed.draw.fit import Rect, fitted, room_of
from trainshed.draw.hover_card import thing
from trainshed.draw.icons import sign
from trainshed.draw.panel import PLATE, draw_seat, draw_title, ruled_rows
from trainshed.draw.seats import SEATS, turn_ring
from trainshed.draw.sheet import Sheet
from trainshed.draw.svg import circle, group, moved, rect, text
from trainshed.games.lok_n_roll.board.cards import plain_card
from trainshed.games.lok_n_roll.board.scene import LAURA, Scene
from trainshed.games.lok_n_roll.text import sentences
from trainshed.games.lok_n_roll.text.score import score_of


class Owner(NamedTuple):
    """A seat or Laura, with a pile."""

    mark: str
    name: str
    pile: Sequence[str]
    total: str
    parts: str
    """What the total is made of."""
    own: bool


def owners(scene: Scene) -> list[Owner]:
    """All seats, and Laura, whose cards count 1 point each (LR-RIVAL-12)."""
    view, found = scene.now, list[Owner]()
    for seat, pile in enumerate(view.piles):
        score = score_of(view, seat)
        total, parts = "–" if view.lost else score.text, score.parts(scene.speech)
        found.append(Owner(SEATS[seat], scene.who(seat), pile, total, parts, seat == view.seat))
    if view.rival is not None:
        each = scene.phrase("1 for each card")
        found.append(Owner(LAURA, scene.who(None), view.rival.pile, str(view.rival.score), each, False))
    return found


def aim(scene: Scene) -> str:
    """What the numbers of the piles are for."""
    alone = scene.now.seats == 1 and scene.now.rival is None
    return str(scene.phrase("fewer is better" if alone else "the lowest wins"))


def draw_piles(sheet: Sheet, scene: Scene, area: Rect) -> None:
    """All piles, which are open (LR-COMBINE-10): the top cards of each, and the total of pile and hand."""
    draw_title(sheet, area, scene.phrase("Discard piles"), aim(scene))
    rows = owners(scene)
    limit = limit_height(scene)
    pitch = min(100.0, (area.h - PLATE - 2 - limit) / len(rows))
    name_w = min(area.w * 0.42, max(room_of(owner.name, 14) for owner in rows))
    for owner, there in zip(rows, ruled_rows(sheet, area.below(PLATE + 2), len(rows), pitch), strict=True):
        draw_pile(sheet, scene, there, owner, name_w)
    if limit:
        draw_limit(sheet, scene, area.x, area.y + PLATE + 10 + pitch)


def limit_height(scene: Scene) -> int:
    """The height of the challenge's line of derailments; 0 in other modes, which have no limit (LR-SOLO-08)."""
    return 34 if scene.now.options.get("mode") == "challenge" else 0


def draw_limit(sheet: Sheet, scene: Scene, x: float, y: float) -> None:
    """The challenge: how often the engine has derailed, and how often it may (LR-SOLO-05)."""
    most, so_far = scene.game.pack.number("rules.challenge_derailments"), scene.now.derailments[0]
    signs = [sign("warn", x + index * 22, y, 17, "brk" if index < so_far else "ghosti") for index in range(most)]
    said = scene.phrase("%(count)d of %(most)d derailments", count=so_far, most=most)
    sheet.board(group(*signs, text(x + most * 22 + 6, y + 14, said, "t14 ink2"), data_about="limit"))


def draw_pile(sheet: Sheet, scene: Scene, area: Rect, owner: Owner, name_w: float) -> None:
    roomy = area.h >= 84
    base = area.y + (20 if roomy else area.h / 2 + 5)
    cards_w = area.w - 44 if roomy else area.w - 26 - name_w - 12 - 44
    draw_seat(sheet, area.x, base, owner.mark, owner.name, name_w + 1, "t14b" if owner.own else "t14")
    about = f"pile:{owner.mark}"
    sheet.board(text(area.x + area.w, base + 1, owner.total, "t18b", "end", data_about=about))
    if roomy:
        rest = area.w - 26 - name_w - 8 - room_of(owner.total, 18) - 10
        parts = fitted(owner.parts, 13, rest)
        x = area.x + area.w - room_of(owner.total, 18) - 10
        sheet.board(text(x, base, parts, "t13 ink2", "end", data_about=about))
    x = area.x if roomy else area.x + area.w - 44 - cards_w
    y = area.y + (30 if roomy else (area.h - 36) / 2)
    draw_stack(sheet, scene, owner, Rect(x, y, cards_w, 34))


def draw_stack(sheet: Sheet, scene: Scene, owner: Owner, area: Rect) -> None:
    """The top cards of a pile, the topmost last and whole."""
    if not owner.pile:
        sheet.board(rect(area.x, area.y, 24, area.h, 3, "socket dash", data_about=f"pile:{owner.mark}"))
        return
    pitch = 20.0
    most = int((area.w - 30) / pitch)
    hidden = len(owner.pile) - most
    shown = owner.pile[max(0, hidden) :]
    left = area.x
    if hidden > 0:
        sheet.board(text(left, area.y + area.h / 2 + 4, f"+{hidden}", "t12 ink2"))
        left += 24
    top = area.x + area.w - 24 if hidden > 0 else left + (len(shown) - 1) * pitch
    step = (top - left) / max(1, len(shown) - 1) if hidden > 0 else pitch
    parts = [moved(left + i * step, area.y, plain_card(card, 24, area.h)) for i, card in enumerate(shown)]
    if pile_grew(scene, owner):
        parts.append(turn_ring(left + (len(shown) - 1) * step - 2.5, area.y - 2.5, 29, area.h + 6, owner.mark))
    name = sentences.pile_text(owner.pile, scene.speech)
    sheet.piece(thing(f"pile:{owner.mark}", name, *parts, id_=f"pile-{owner.mark}", cls="piece"))


def pile_grew(scene: Scene, owner: Owner) -> bool:
    """Have the turns that are marked put a card on this pile?"""
    if not scene.turns:
        return False
    before = scene.turns[0].before
    if owner.mark == LAURA:
        return before.rival is not None and len(before.rival.pile) < len(owner.pile)
    seat = SEATS.index(owner.mark)
    return len(before.piles[seat]) < len(owner.pile)


# ---------------------------------------------------------------- the end


def draw_count(sheet: Sheet, scene: Scene, area: Rect) -> None:
    """The end of the game: hands are open, hand and pile are added up, the lowest score wins (LR-SCORE-01, -02)."""
    draw_title(sheet, area, scene.phrase("Final count"), aim(scene))
    rows = owners(scene)
    pitch = min(176.0, (area.h - PLATE - 4) / len(rows))
    for index, there in enumerate(ruled_rows(sheet, area.below(PLATE + 4), len(rows), pitch)):
        draw_final(sheet, scene, there, rows[index], index)


def draw_final(sheet: Sheet, scene: Scene, area: Rect, owner: Owner, index: int) -> None:
    view, _ = scene.now, scene.speech.gettext
    laura = owner.mark == LAURA
    hand = [] if laura else view.opened[index]
    rank = (view.rival.rank if view.rival else 0) if laura else view.standings[index]
    draw_seat(sheet, area.x, area.y + 25, owner.mark, owner.name, area.w - 110)
    if rank == 1:
        medal = sign("medal", area.x + area.w - 66, area.y + 10, 18, "ink")
        sheet.board(group(medal, data_about=f"medal:{owner.mark}"))
    sheet.board(text(area.x + area.w, area.y + 28, owner.total, "t24b", "end"))
    pile_points = _("1 each") if laura else str(sentences.points_of(owner.pile))
    for row, (key, name, cards, points) in enumerate(
        [("pile", _("pile"), list(owner.pile), pile_points)]
        + ([] if laura else [("hand", _("hand"), hand, str(sentences.points_of(hand)))])
    ):
        y = area.y + 40 + row * min(50.0, (area.h - 48) / 2)
        sheet.board(text(area.x, y + 21, fitted(name, 13, 52), "t13 ink2"))
        sheet.board(text(area.x + area.w, y + 21, points, "t14 ink2", "end"))
        there = Rect(area.x + 54, y, area.w - 54 - max(34.0, room_of(points, 14) + 8), 32)
        draw_spread(sheet, f"{row}-{owner.mark}", f"{key}:{owner.mark}", cards, there)


def draw_spread(sheet: Sheet, id_: str, key: str, cards: Sequence[str], area: Rect) -> None:
    """All cards side by side; where they are too many, how many of each value."""
    if not cards:
        sheet.board(circle(area.x + 6, area.y + 16, 2, "ink3", data_about=key))
        return
    step = min(26.0, (area.w - 24) / max(1, len(cards) - 1))
    if step < 17:  # the numbers of the lower cards would be covered
        values = [sentences.value_of(card) for card in cards]
        firsts = [card for i, card in enumerate(cards) if values[i] not in values[:i]]
        firsts.sort(key=sentences.value_of)
        step, cards = area.w / len(firsts), firsts
        for i, card in enumerate(firsts):
            count = values.count(sentences.value_of(card))
            sheet.board(text(area.x + i * step + 27, area.y + area.h / 2 + 4, f"×{count}", "t13"))
    parts = [moved(area.x + i * step, area.y, plain_card(card, 24, area.h)) for i, card in enumerate(cards)]
    sheet.piece(group(*parts, id_=f"final-{id_}", cls="piece", data_about=key))

"""The board of Lok'n'Roll, drawn from views in a desktop and a phone layout, and the texts around it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from trainshed.draw.board import Asked, AutomaLine, ConfirmBar, Say, SeatLine, Standing
from trainshed.draw.fit import Rect, fitted, paragraph, room_of
from trainshed.draw.hover_card import named_piece
from trainshed.draw.icons import sign
from trainshed.draw.panel import draw_paper, small_picture
from trainshed.draw.pieces import plate
from trainshed.draw.sheet import TALL, WIDTH, Sheet
from trainshed.draw.svg import moved, number, path, rect, text
from trainshed.games.lok_n_roll.board import about as hover
from trainshed.games.lok_n_roll.board import score_sheet
from trainshed.games.lok_n_roll.board.cards import back, plain_card
from trainshed.games.lok_n_roll.board.engine import LAMPLIGHT
from trainshed.games.lok_n_roll.board.panels import (
    actions_height,
    draw_actions,
    draw_dice,
    draw_dice_row,
    draw_hand,
    draw_risk,
    grid_of,
    hand_counts,
    hand_note,
    held_cards,
)
from trainshed.games.lok_n_roll.board.piles import draw_count, draw_piles, limit_height, owners
from trainshed.games.lok_n_roll.board.rails import BALLAST
from trainshed.games.lok_n_roll.board.scene import Scene
from trainshed.games.lok_n_roll.board.scenery import NARROW_BAND, SCENERY
from trainshed.games.lok_n_roll.board.track import draw_track
from trainshed.games.lok_n_roll.text import sentences as words
from trainshed.games.lok_n_roll.text.score import score_of
from trainshed.games.lok_n_roll.view import View
from trainshed.kernel.game import Game
from trainshed.kernel.translation import marked
from trainshed.kernel.vocabulary import head_of

WIDE_HEIGHT: Final = 766
TABLE: Final = 744
"""The width of the table in the desktop layout; the column beside it has the rest."""

LARGEST: Final = 26
LARGEST_TALL: Final = 17
"""The largest half unit of the table in pixels, on a desk and on a phone: a short track fills its meadow."""

MEADOW: Final = 200
"""How high the track may be drawn on a phone: with dice, hand and actions it fits a screen, so that nobody scrolls away
from it."""

MARGIN: Final = 4
"""The margin of the phone layout: room for the glow of options."""

SMALL_DIE: Final = 32
"""The side of a die on a phone."""

TOUCH: Final = 44
SPARE: Final = 24
"""The minimum sizes of an option: for a finger, and for a mouse pointer."""

SOON: Final = 2
"""How many rounds before the end the page says what ends the game."""

CHIPS: Final = {
    "lay": marked("Lay a %(value)d"),
    "chaos": marked("Chaos %(value)d"),
    "discard": marked("%(value)d on the pile"),
    "turn": marked("This way"),
    "pass": marked("Pass"),
    "combine": marked("Combine"),
    "keep": marked("Keep both"),
    "stop": marked("Stop"),
}
"""Short labels of chosen words for the confirm bar, by the kind of the word."""


def draw(game: Game, before: View | None, now: View, asked: Asked, layout: str, say: Say) -> str:
    """The board as one SVG."""
    scene = Scene(game, now, asked, say, before)
    sheet = Sheet()
    height = tall(sheet, scene) if layout == TALL else wide_sheet(sheet, scene)
    return sheet.svg(WIDTH[layout], height, say.speech.gettext("The table of Lok'n'Roll"))


def parts(game: Game, now: View, layout: str, say: Say) -> Sequence[tuple[str, Rect]]:
    """Where the parts of the board are, for the rulebook."""
    sheet, scene = Sheet(), Scene(game, now, Asked(), say)
    tall(sheet, scene) if layout == TALL else wide_sheet(sheet, scene)
    return sheet.parts


# ---------------------------------------------------------------- desktop layout


def wide_sheet(sheet: Sheet, scene: Scene) -> float:
    wide_table(sheet, scene)
    wide_hand(sheet, scene, Rect(0, 560, TABLE, WIDE_HEIGHT - 560))
    x, w = TABLE + 14, WIDTH["wide"] - TABLE - 14
    draw_paper(sheet, Rect(x, 0, w, WIDE_HEIGHT))
    x, w = x + 12, w - 24
    if scene.now.over:
        draw_count(sheet, scene, Rect(x, 10, w, WIDE_HEIGHT - 20))
        return WIDE_HEIGHT
    sheet.part("action", Rect(x, 10, w, 186))
    sheet.part("risk", Rect(x, 204, w, 212))
    sheet.part("dice", Rect(x, 428, w, 96))
    sheet.part("piles", Rect(x, 532, w, WIDE_HEIGHT - 540))
    with sheet.section("actions"):
        draw_actions(sheet, scene, Rect(x, 10, w, 186), 44, 36)
    with sheet.section("risk"):
        draw_risk(sheet, scene, Rect(x, 204, w, 212))
    with sheet.section("dice"):
        draw_dice(sheet, scene, Rect(x, 428, w, 100), 56)
    with sheet.section("piles"):
        draw_piles(sheet, scene, Rect(x, 532, w, WIDE_HEIGHT - 540))
    return WIDE_HEIGHT


def wide_table(sheet: Sheet, scene: Scene) -> None:
    sheet.part("track", Rect(8, 60, TABLE - 118, 480))
    sheet.part("deck", Rect(TABLE - 104, 64, 92, 138))
    sheet.board(BALLAST, LAMPLIGHT, SCENERY.shown("wide", 0.5, 0.5), rect(0.5, 0.5, TABLE - 1, 547, 4, "frame2"))
    title, fact = scene.phrase("The track"), track_fact(scene)
    w = room_of(title, 15) + room_of(fact, 13) + 36
    with sheet.section("supply"):
        sheet.board(path(f"M28 40V58M{number(w)} 40V58", "post"), plate(14, 12, w, 30, title, right=fact))
        wide_supply(sheet, scene, TABLE - 96, 72)
    draw_track(sheet, scene, Rect(24, 78, TABLE - 24 - 116, 448), LARGEST, SPARE)


def wide_supply(sheet: Sheet, scene: Scene, x: float, y: float) -> None:
    """The deck, and the open cards that are out of play."""
    view, deck = scene.now, scene.phrase("deck")
    sheet.piece(named_piece(x, y, deck, back(72, 104, str(view.deck), "t24b"), id_="deck", thing="deck"))
    sheet.board(text(x + 36, y + 124, fitted(deck, 13, 104), "t13 ink2", "middle"))
    y += 142
    supplies = (("aside", scene.phrase("put aside"), view.aside), ("box", scene.phrase("in the box"), view.boxed))
    for key, name, cards in supplies:
        if cards:
            sheet.board(text(x + 36, y + 20, len(cards), "t16b ink2", "middle", data_about=key))
            sheet.board(text(x + 36, y + 36, fitted(name, 13, 104), "t13 ink3", "middle", data_about=key))
            y += 46


def track_fact(scene: Scene) -> str:
    """How long the track is, and how many of its cards lie ahead of the engine."""
    cards, ahead = track_counts(scene)
    said = scene.plural("%(count)d card", "%(count)d cards", cards)
    if scene.setting_up:
        return said
    return scene.phrase("%(cards)s, %(ahead)d ahead of the engine", cards=said, ahead=ahead)


def track_counts(scene: Scene) -> tuple[int, int]:
    """Cards of the track, and those ahead of the engine; both include a card that is only previewed."""
    more = scene.held_card() is not None
    return len(scene.now.track) + more, scene.ahead + more


def wide_hand(sheet: Sheet, scene: Scene, area: Rect) -> None:
    sheet.part("hand", area.grown(-5))
    draw_paper(sheet, area)
    note = hand_note(scene)
    if scene.now.seat is None:
        sheet.board(sign("eye", area.x + 18, area.y + area.h / 2 - 9, 18, "ink3"))
        sheet.board(text(area.x + 48, area.y + area.h / 2 + 5, note, "t16 ink2"))
        return
    sheet.board(text(18, area.y + 31, scene.phrase("My hand"), "sign-lg"))
    for row, fact in enumerate(hand_counts(scene)):
        sheet.board(text(18, area.y + 53 + row * 20, fact, "t14 ink2"))
    if note:
        sheet.board(text(138, area.y + 53, note, "t14 ink2"))
    place = Rect(138, area.y + 16, area.w - 138 - 10, area.h - 32)
    grid = grid_of(len(held_cards(scene)), place.w, place.h, 106, 10)
    tall_rows = grid.rows * (grid.h + 10) - 10
    draw_hand(sheet, scene, place._replace(y=place.y + (place.h - tall_rows) / 2), grid, 10)


# ---------------------------------------------------------------- phone layout


def tall(sheet: Sheet, scene: Scene) -> float:
    """One panel below the other; each is drawn from its own top."""
    x, w = float(MARGIN), WIDTH[TALL] - 2.0 * MARGIN
    y = tall_table(sheet, scene, x, w) + 10
    if not scene.setting_up and not scene.now.over:
        with sheet.shifted(0, y):
            draw_dice_row(sheet, scene, Rect(x, 0, w, SMALL_DIE))
            sheet.part("dice", Rect(x, 0, w, SMALL_DIE))
        y += SMALL_DIE + 10
    with sheet.shifted(0, y):
        hand = tall_hand(sheet, scene, x, 0, w)
        sheet.part("hand", Rect(x, 0, w, hand))
        y += hand + 14
    if scene.now.over:
        count = 34 + len(owners(scene)) * 142
        with sheet.shifted(0, y):
            draw_count(sheet, scene, Rect(x, 0, w, count))
        return y + count
    with sheet.shifted(0, y):
        draw_actions(sheet, scene, Rect(x, 0, w, 0), 46, TOUCH)
        sheet.part("action", Rect(x, 0, w, actions_height(scene, w, 46, TOUCH)))
    y += actions_height(scene, w, 46, TOUCH) + 12
    if not scene.setting_up:
        risk = 212 if scene.roll() else 186
        with sheet.shifted(0, y):
            draw_risk(sheet, scene, Rect(x, 0, w, risk))
            sheet.part("risk", Rect(x, 0, w, risk))
        y += risk + 12
    piles = 30 + 48 * len(owners(scene)) + limit_height(scene)
    with sheet.shifted(0, y):
        draw_piles(sheet, scene, Rect(x, 0, w, piles))
        sheet.part("piles", Rect(x, 0, w, piles))
    return y + piles + 4


def tall_table(sheet: Sheet, scene: Scene, x: float, w: float) -> float:
    """The track on its meadow, which is always equally high: no card shifts what is below it."""
    title, deck = scene.phrase("The track"), scene.phrase("deck")
    sheet.board(text(x, 19, title, "sign-lg"))
    sheet.piece(named_piece(x + w - 40, 1, deck, back(40, 24, str(scene.now.deck), "t13b"), id_="deck", thing="deck"))
    sheet.board(text(x + w - 46, 18, fitted(deck, 13, 70), "t13 ink2", "end"))
    room = w - room_of(title, 20) - 12 - 46 - room_of(deck, 13) - 10
    sheet.board(text(x + room_of(title, 20) + 6, 18, fitted(short_fact(scene), 13, room), "t13 ink2"))
    height = NARROW_BAND + 44 + MEADOW
    sheet.part("track", Rect(x, 32, w, height))
    sheet.part("deck", Rect(x + w - 46 - room_of(deck, 13), 0, 46 + room_of(deck, 13), 27))
    sheet.board(BALLAST, LAMPLIGHT, SCENERY.shown("tall", x + 0.5, 32.5, height - 1))
    sheet.board(rect(x + 0.5, 32.5, w - 1, height - 1, 4, "frame2"))
    top = 32 + NARROW_BAND + 20
    draw_track(sheet, scene, Rect(x + 14, top, w - 28, MEADOW), LARGEST_TALL, TOUCH)
    return 32 + height


def short_fact(scene: Scene) -> str:
    if scene.setting_up:
        return track_fact(scene)
    cards, ahead = track_counts(scene)
    said = scene.plural("%(count)d card", "%(count)d cards", cards)
    return scene.phrase("%(cards)s, %(ahead)d ahead", cards=said, ahead=ahead)


def tall_hand(sheet: Sheet, scene: Scene, x: float, y: float, w: float) -> float:
    note = hand_note(scene)
    if scene.now.seat is None:
        sheet.board(sign("eye", x, y + 4, 16, "ink3"), paragraph(x + 26, y + 17, w - 26, note, "t14 ink2", 19))
        return y + 40
    sheet.board(text(x, y + 17, scene.phrase("My hand"), "sign-lg"))
    sheet.board(text(x + w, y + 16, ", ".join(hand_counts(scene)), "t13 ink2", "end"))
    if note:
        sheet.board(text(x, y + 44, note, "t14 ink2"))
        return y + 56
    count = len(held_cards(scene))
    columns = max(5, min(7, count))
    grid = grid_of(columns, w + 8, 100, 66, 8)._replace(columns=columns, rows=-(-count // columns))
    draw_hand(sheet, scene, Rect(x, y + 30, w, 0), grid, 8)
    return y + 30 + grid.rows * (grid.h + 8) - 8


# ---------------------------------------------------------------- texts around the board


def seat(game: Game, view: View, seat: int, say: Say) -> SeatLine:
    """A seat's total of pile and hand, and its parts; the hands of others are open at the end only (LR-SCORE-01)."""
    _, speech = say.speech.gettext, say.speech
    score = score_of(view, seat)
    facts = [
        ("plus", score.parts(speech), _("the parts of the total")),
        ("ticket", str(view.hands[seat]), _("cards in hand")),
        ("warn", str(view.derailments[seat]), words.derailed(view.derailments[seat], speech)),
    ]
    return SeatLine("–" if view.lost else score.text, facts, spark(view.piles[seat], say))


def automa(game: Game, view: View, say: Say) -> AutomaLine | None:
    """Laura's panel: her points, one for each card of her pile (LR-RIVAL-12)."""
    laura = view.rival
    if laura is None:
        return None
    speech = say.speech
    facts = [
        ("plus", speech.gettext("1 for each card"), speech.gettext("how her points are counted")),
        ("warn", str(laura.derailments), words.derailed(laura.derailments, speech)),
    ]
    return AutomaLine(SeatLine(str(laura.score), facts, spark(laura.pile, say)), laura.rank)


def spark(pile: list[str], say: Say) -> str:
    """The top cards of a pile as a small picture."""
    if not pile:
        return ""
    cards = pile[-12:]
    body = "".join(moved(1 + i * 18, 1, plain_card(card, 22, 28)) for i, card in enumerate(cards))
    return small_picture(body, 18 * len(cards) + 7, 32, words.pile_text(pile, say.speech))


def gesture(game: Game, view: View, asked: Asked, say: Say) -> ConfirmBar:
    """The confirm bar: steps, what confirming does, and whether it can be taken back."""
    scene = Scene(game, view, asked, say)
    if not asked.chosen:
        return ConfirmBar((), scene.own_question())
    steps = [chip(word, say) for word in asked.chosen]
    roll = scene.roll()
    if scene.rolls and roll is not None:
        title = scene.plural("Extend and roll %(dice)d die", "Extend and roll %(dice)d dice", roll.dice, dice=roll.dice)
        share, effect = scene.share(roll), scene.phrase("a roll cannot be undone")
        if share:
            effect = scene.phrase("%(percent)s %% to stay on the rails; a roll cannot be undone", percent=share)
        return ConfirmBar(steps, title, effect, scene.phrase("Roll"))
    last = asked.chosen[-1]
    if scene.waiting_card and scene.held:
        card = words.a_card(scene.waiting_card, say.speech)
        return ConfirmBar(steps, scene.phrase("Lay %(card)s this way", card=card))
    own = head_of(last) in ("lay", "chaos") or (scene.held and head_of(last) != "turn")
    title = scene.label(last) if own else steps[-1]
    ends = scene.held and not scene.setting_up and not scene.for_laura
    return ConfirmBar(steps, title, scene.phrase("then your turn is over") if ends else "")


def chip(word: str, say: Say) -> str:
    """A short label of a chosen word for the confirm bar."""
    head, *rest = word.split(":")
    value = {"lay": 1, "chaos": 0, "discard": 0}.get(head)
    return say.speech.phrase(CHIPS[head], value=0 if value is None else int(rest[value]))


def progress(game: Game, view: View, say: Say) -> str:
    """How many cards, and so turns, are left (LR-END-01)."""
    if view.over:
        return say.speech.gettext("The challenge is lost." if view.lost else "The game is over.")
    if view.engine < 0:
        return say.speech.gettext("The starting track is laid")
    if view.deck == 0:
        return say.speech.gettext("The last turn")
    if view.deck <= SOON * view.seats:
        return say.speech.plural(
            "%(count)d card left, then the game ends", "%(count)d cards left, then the game ends", view.deck
        )
    return say.speech.plural("%(count)d card left in the deck", "%(count)d cards left in the deck", view.deck)


def question(game: Game, view: View, asked: Asked, say: Say) -> tuple[str, str]:
    """What is asked now, and the clause that helps with it."""
    if view.over:
        return progress(game, view, say), "LR-SOLO-05" if view.lost else "LR-SCORE-02"
    return Scene(game, view, asked, say).question_asked()


def standing(game: Game, view: View) -> Standing:
    """The points of the piles, which are public, or the final scores; the fewest points win (LR-SCORE-02)."""
    points = view.scores or [words.points_of(pile) for pile in view.piles]
    return Standing(points, fewest=True)


tally: Final = score_sheet.tally
scored: Final = score_sheet.scored
about: Final = hover.about

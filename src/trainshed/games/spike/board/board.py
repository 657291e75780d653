"""The board of Spike, drawn from views in a desktop and a phone layout, and the texts around it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from trainshed.draw.board import Asked, ConfirmBar, Say, SeatLine, Standing
from trainshed.draw.choices import unplaced
from trainshed.draw.fit import Rect, fitted
from trainshed.draw.panel import draw_paper, small_picture
from trainshed.draw.sheet import TALL, WIDE, WIDTH, Sheet
from trainshed.draw.svg import group, text
from trainshed.games.spike.board import score_sheet
from trainshed.games.spike.board.contracts import contracts_height, draw_contracts, draw_route, shown_routes
from trainshed.games.spike.board.hand import (
    draw_build,
    draw_closing,
    draw_hand,
    draw_strip,
    draw_supply,
    hand_facts,
    hand_note,
    supply_facts,
)
from trainshed.games.spike.board.hover import about as hover
from trainshed.games.spike.board.icons import good, small_train
from trainshed.games.spike.board.land.terrain import FRAMES
from trainshed.games.spike.board.map import LIST_AREA, draw_map
from trainshed.games.spike.board.market import draw_market, draw_money, draw_time
from trainshed.games.spike.board.offers import next_payments
from trainshed.games.spike.board.scene import Scene
from trainshed.games.spike.board.scenery import BAND
from trainshed.games.spike.board.train import draw_train
from trainshed.games.spike.board.ways import ListedWay, WayList, draw_cartouche, draw_list, list_height, way_list
from trainshed.games.spike.rules.components import ROUNDS
from trainshed.games.spike.text import names
from trainshed.games.spike.view import View
from trainshed.kernel.game import Game
from trainshed.kernel.translation import marked
from trainshed.kernel.vocabulary import head_of, rest_of

BESIDE: Final = True
"""Another seat's train, contracts and route card can be shown in place of the viewer's."""

WIDE_HEIGHT: Final = 766
MAP_TOP: Final = {WIDE: 62, TALL: 48}
"""The top of the map; above it are the money track in its landscape, and in the desktop layout the time."""

MARGIN: Final = 4
"""The margin of the phone layout: room for the glow of options."""

TOUCH: Final = 46

CHIPS: Final = {
    "pile": marked("From the pile"),
    "stop": marked("Stop"),
    "build": marked("Build"),
    "match": marked("Pay"),
    "done": marked("End"),
    "time": marked("Time card"),
}
"""Short labels of chosen words for the confirm bar."""

CHIPS_OF: Final = {
    "load": marked("Load %(what)s"),
    "unload": marked("Unload %(what)s"),
    "deliver": marked("Deliver %(what)s"),
    "move": marked("Move: %(what)s"),
    "start": marked("Start: %(what)s"),
    "extra": marked("Extra: %(what)s"),
    "place": marked("Begin in %(what)s"),
    "side": marked("Contract: %(what)s"),
    "keep": marked("Route: %(what)s"),
}
"""Short labels of words that are about a commodity or a place."""


def draw(game: Game, before: View | None, now: View, asked: Asked, layout: str, say: Say) -> str:
    """The board as one SVG."""
    scene = Scene(game, now, asked._replace(beside=None), say, before)
    own = scene if asked.beside is None else Scene(game, now, Asked(beside=asked.beside), say, before)
    sheet = Sheet()
    height = tall(sheet, scene, own) if layout == TALL else wide(sheet, scene, own)
    return sheet.svg(WIDTH[layout], height, say.speech.gettext("The table of Spike"))


def parts(game: Game, now: View, layout: str, say: Say) -> Sequence[tuple[str, Rect]]:
    """Where the parts of the board are, for the rulebook."""
    sheet, scene = Sheet(), Scene(game, now, Asked(), say)
    tall(sheet, scene, scene) if layout == TALL else wide(sheet, scene, scene)
    return sheet.parts


# ---------------------------------------------------------------- desktop layout


def wide(sheet: Sheet, scene: Scene, own: Scene) -> float:
    """The map with the hand below it, and a column of panels; `own` is whose train and contracts are shown."""
    frame, map_top = FRAMES[WIDE], MAP_TOP[WIDE]
    draw_money(sheet, scene, Rect(0.5, 0.5, BAND[WIDE][0] + 1, map_top - 5), WIDE)
    draw_time(sheet, scene, Rect(562, 0.5, frame.w - 562.5, map_top - 5))
    top = map_top + frame.h + 6
    strip = Rect(0, top, frame.w, WIDE_HEIGHT - top)
    draw_paper(sheet, strip)
    draw_strip(sheet, scene, strip)
    draw_map(sheet, scene, WIDE, 0, map_top, listed=way_list(scene) is not None)
    x, w = frame.w + 14, WIDTH[WIDE] - frame.w - 14
    draw_paper(sheet, Rect(x, 0, w, WIDE_HEIGHT))
    x, w = x + 12, w - 24
    draw_market(sheet, scene, Rect(x, 10, w, 174))
    draw_train(sheet, own, Rect(x, 192, w, 126))
    route = 96 if len(shown_routes(own)) < 2 else 150
    draw_contracts(sheet, own, Rect(x, 326, w, WIDE_HEIGHT - 326 - route - 10), 84)
    draw_route(sheet, own, Rect(x, WIDE_HEIGHT - route - 4, w, route))
    found = rest_list(scene, way_list(scene)) if own is scene else way_list(scene)
    if found is not None:
        row = 36 if len(found.rows) < 5 else 32 if len(found.rows) == 5 else 26
        draw_cartouche(sheet, scene, LIST_AREA.moved(0, map_top), found, row, 6)
    return WIDE_HEIGHT


def rest_list(scene: Scene, found: WayList | None) -> WayList | None:
    """The list, with every legal word that has no control yet."""
    listed = [row.word.partition(" ")[0] for row in found.rows] if found is not None else []
    more = [ListedWay(word) for word in unplaced(scene, listed)]
    if not more:
        return found
    if found is None:
        return WayList(scene.phrase("Choose"), "", more)
    return found._replace(rows=[*more, *found.rows])


# ---------------------------------------------------------------- phone layout


def tall(sheet: Sheet, scene: Scene, own: Scene) -> float:
    """One panel below the other; `own` is whose train and contracts are shown."""
    frame = FRAMES[TALL]
    x, w = float(MARGIN), WIDTH[TALL] - 2.0 * MARGIN
    map_top = MAP_TOP[TALL]
    draw_money(sheet, scene, Rect(x, 0.5, BAND[TALL][0] + 1, map_top - 4), TALL)
    y = map_top + frame.h + 8.0
    found = way_list(scene)
    if found is not None:
        y += list_height(found, TOUCH, 5) + 6
    y = tall_hand(sheet, scene, x, y, w)
    draw_map(sheet, scene, TALL, 0, map_top)
    if found is not None:
        draw_list(sheet, scene, Rect(x, map_top + frame.h + 6, w, 0), found, TOUCH, 5)
    height = contracts_height(own, 66)
    sheet.board(group(id_="mine", transform=f"translate({x:.0f} {y:.0f})"))
    draw_contracts(sheet, own, Rect(x, y, w, height), 66)
    y += height + 6
    draw_market(sheet, scene, Rect(x, y, w, 180))
    y += 186
    draw_train(sheet, own, Rect(x, y, w, 130), TOUCH)
    y += 138
    route = 92 if len(shown_routes(own)) < 2 else 150
    draw_route(sheet, own, Rect(x, y, w, route))
    y += route + 8
    draw_time(sheet, scene, Rect(x, y, w, 30))
    y += 36
    rest = [ListedWay(word) for word in unplaced(scene)] if own is scene else []
    if rest:
        more = WayList(scene.phrase("Choose"), "", rest)
        draw_list(sheet, scene, Rect(x, y, w, 0), more, TOUCH, 8)
        y += list_height(more, TOUCH, 8) + 4
    return y + 2


def tall_hand(sheet: Sheet, scene: Scene, x: float, y: float, w: float) -> float:
    """Hand and supply one below the other; returns where the next panel begins."""
    top = y
    sheet.board(text(x, y + 17, scene.phrase("My hand"), "sign"))
    sheet.board(text(x + w, y + 17, fitted(", ".join(hand_facts(scene)), 13, w - 100), "t13 ink2", "end"))
    y += 30
    if hand_note(scene):
        draw_hand(sheet, scene, Rect(x, y - 6, w, 40), Rect(0, y, 52, 64))
        y += 30
    else:
        draw_hand(sheet, scene, Rect(x + 2, y + 4, w - 10, 64), Rect(0, y + 4, 52, 64))
        y += 76
    sheet.part("hand", Rect(x, top, w, y - top))
    if scene.state("build") is not None and scene.question not in ("BuildRoute", "PayRoute"):
        draw_build(sheet, scene, Rect(x, y, w, 44))
        y += 52
    top = y
    sheet.board(text(x, y + 17, scene.phrase("Draw"), "sign"))
    sheet.board(text(x + w, y + 17, fitted(", ".join(supply_facts(scene)), 13, w - 80), "t13 ink2", "end"))
    y += 28
    draw_supply(sheet, scene, Rect(x + 4, y, w - 4, 64), 54, 64)
    y += 76
    sheet.part("pile", Rect(x, top, w, y - top - 6))
    if draw_closing(sheet, scene, Rect(x, y, w, 44)):
        y += 52
    return y + 2


# ---------------------------------------------------------------- texts around the board


def seat(game: Game, view: View, seat: int, say: Say) -> SeatLine:
    """A seat's money, what it has, and its train with the cargo aboard."""
    player, speech = view.players[seat], say.speech
    box = names.box_of(game)
    faces = [(names.face_of(box, contract.face), contract.aboard) for contract in player.contracts]
    aboard = [box.commodities[face.commodity] for face, up in faces if up]
    waiting = [box.commodities[face.commodity] for face, up in faces if not up]
    facts = [
        ("net", str(len(player.cities)), speech.gettext("cities")),
        ("ticket", str(player.cards), speech.gettext("cards in hand")),
        ("branch", str(player.stock), speech.gettext("tracks")),
        ("check", str(len(player.delivered)), speech.gettext("deliveries")),
    ]
    train = small_train(player.speed, player.supply, max(box.supply), aboard, player.capacity, max(box.capacity))
    goods = "".join(good(name, 8 + index * 19, 42, 15) for index, name in enumerate(waiting))
    label = speech.phrase("train and open contracts of this seat")
    spark = small_picture(train + goods, 246, 50 if waiting else 34, label)
    return SeatLine(names.money(player.money, speech), facts, spark)


def gesture(game: Game, view: View, asked: Asked, say: Say) -> ConfirmBar:
    """The confirm bar: steps, what confirming does, and its consequence."""
    if not asked.chosen:
        return ConfirmBar((), "")
    scene = Scene(game, view, asked, say)
    steps = [chip(scene, word) for word in asked.chosen]
    last = asked.chosen[-1]
    title = built_title(scene) if "match" in asked.chosen else scene.label(last)
    effect, button = "", ""
    if scene.goal >= 0 and "match" in asked.chosen:
        effect = scene.phrase(
            "the market pays %(pay)s for %(good)s",
            pay=scene.money(scene.pays(scene.goal)),
            good=scene.good(scene.supplied(scene.goal)),
        )
    elif last == "pile":
        effect, button = scene.phrase("a card that was drawn cannot be put back"), scene.phrase("Draw")
    return ConfirmBar(steps, title, effect, button)


def built_title(scene: Scene) -> str:
    """What the gesture builds."""
    tracks = scene.plural("%(count)d track", "%(count)d tracks", len(scene.route))
    city = scene.city(scene.goal) if scene.goal >= 0 else ""
    return scene.phrase("Build to %(city)s: %(tracks)s", city=city, tracks=tracks)


def chip(scene: Scene, word: str) -> str:
    """A short label of a chosen word for the confirm bar."""
    head, rest = head_of(word), rest_of(word)
    if head in CHIPS:
        return scene.phrase(CHIPS[head])
    if head in ("take", "give"):
        return names.cards_of(rest, 1, scene.speech)
    if head == "spend":
        color, _, count = rest.partition(":")
        return names.cards_of(color, int(count), scene.speech)
    if head in ("load", "unload", "deliver"):
        return scene.phrase(CHIPS_OF[head], what=scene.good(rest))
    if scene.waits(word):
        return scene.phrase("Wait")
    if head in ("move", "start", "extra", "place"):
        return scene.phrase(CHIPS_OF[head], what=names.space_name(scene.box, rest, scene.speech))
    if head == "link":
        return names.space_name(scene.box, rest, scene.speech)
    if head == "side":
        good_name = scene.box.commodities[names.face_of(scene.box, rest).commodity]
        return scene.phrase(CHIPS_OF[head], what=scene.good(good_name))
    if head == "keep":
        return scene.phrase(CHIPS_OF[head], what=scene.city(names.route_of(scene.box, rest).start))
    return scene.label(word)


def progress(game: Game, view: View, say: Say) -> str:
    """The round and what is left of the pile."""
    if view.over:
        return say.speech.gettext("The game is over.")
    if view.turn < 0:
        return say.speech.gettext("The game is set up")
    cards = names.any_cards(view.pile, say.speech)
    return say.speech.phrase("Round %(round)d of 3, %(cards)s in the pile", round=view.round, cards=cards)


def question(game: Game, view: View, asked: Asked, say: Say) -> tuple[str, str]:
    """What is asked now, and the clause that helps with it."""
    if view.over:
        return progress(game, view, say), "SP-END-06"
    return Scene(game, view, asked, say).question_asked()


def usual(game: Game, view: View, moves: Sequence[str]) -> str:
    """The payment that the page makes for its player: the fewest cards; others by one press. "" if something else is
    asked."""
    if view.seat is None or not view.pending or view.pending[-1][0] != "PayRoute":
        return ""
    return next((word for word in next_payments(names.box_of(game), view) if word in moves), "")


def standing(game: Game, view: View) -> Standing:
    """The money of each seat, and the round."""
    return Standing(view.scores or [player.money for player in view.players], view.round, unit="$", rounds=ROUNDS)


tally: Final = score_sheet.tally
scored: Final = score_sheet.scored
about: Final = hover.about
worth: Final = hover.worth

"""Hover cards of what belongs to nobody in First Class: the display, end-bonus cards, supply, Constantinople."""

from __future__ import annotations

from typing import Final

from trainshed.draw.hover_card import HoverCard
from trainshed.games.first_class.board.company.contract_progress import reached
from trainshed.games.first_class.board.display import row_note
from trainshed.games.first_class.board.hover.faces import (
    COIN_FACE,
    Face,
    action_face,
    back_face,
    bonus_face,
    coach_face,
    engine_face,
    sign_face,
    tile_picture,
)
from trainshed.games.first_class.board.module import board_module
from trainshed.games.first_class.board.scene import Scene
from trainshed.games.first_class.rules.components import CONTRACT, SECTION, TYPES
from trainshed.games.first_class.text import names
from trainshed.games.first_class.text.effects import coin_count
from trainshed.kernel.translation import marked
from trainshed.phrases import capital, points

KIND_CLAUSES: Final = {
    "car": "FC-TURN-03",
    "conductor": "FC-CONDUCTOR-04",
    "locomotive": "FC-LOCO-01",
    SECTION: "FC-LINE-02",
    CONTRACT: "FC-CONTRACT-02",
    "money": "FC-MODULE-A-13",
    "game end": "FC-MODULE-A-13",
}
"""The clause of an action card by its kind; modules have those of their own kinds."""

KIND_TOLD: Final = {
    "car": marked("It counts as a car card for end-bonus cards, used or ignored."),
    "conductor": marked("It counts as a conductor card for end-bonus cards, used or ignored."),
    "locomotive": marked("It counts as a locomotive card for end-bonus cards, used or ignored."),
    SECTION: marked("It makes the line of its taker longer, from right to left."),
    CONTRACT: marked("Its taker keeps it until it is fulfilled, in an own turn or scoring part."),
}
"""What else is to know of an action card, by its kind."""

PLACES: Final = ("FC-CONSTANTINOPLE-02", "FC-CONSTANTINOPLE-03", "FC-CONSTANTINOPLE-04")


def faced(card: HoverCard, face: Face) -> HoverCard:
    """A card with a picture."""
    return card._replace(face=face[0], face_size=face[1])


def ended(said: str) -> str:
    """A text of the title as a sentence of its own."""
    return f"{capital(said)}."


# ---------------------------------------------------------------- the display


def action_card(scene: Scene, name: str, state: str) -> HoverCard:
    """An action card: its kind, and what stands on it."""
    card = scene.card(name)
    own = board_module(scene.box.modules[card.module].name).kind_clauses if card.module >= 0 else {}
    told = ended(names.card_text(scene.game, name, scene.speech))
    if card.cities:
        cities = [scene.box.cities[number] for number in card.cities]
        told = ended("; ".join(names.city_text(scene.game, city, scene.speech) for city in cities))
    if card.kind in KIND_TOLD:
        told += " " + scene.phrase(KIND_TOLD[card.kind])
    clause = own.get(card.kind, KIND_CLAUSES.get(card.kind, "FC-TURN-03"))
    kind = names.kind_name(scene.game, name, scene.speech)
    return faced(HoverCard(kind, state, told, clause=clause), action_face(scene, name))


def place_of_display(scene: Scene, rest: str) -> HoverCard | None:
    """A place of the display: its card, or that it is empty."""
    row, _, column = rest.partition(":")
    if not (row.isdigit() and column.isdigit()):
        return None
    at, of = int(row) - 1, int(column) - 1
    box = scene.box
    if not (0 <= at < box.rows and 0 <= of < box.columns):
        return None
    place = at * box.columns + of
    name = scene.start.rows[place] if place < len(scene.start.rows) else ""
    where = scene.phrase("row %(row)d, card %(column)d", row=at + 1, column=of + 1)
    if not name:
        title = scene.phrase("Empty place")
        told = scene.phrase("The card of this place was taken, or left the game with its row.")
        return faced(HoverCard(title, where, told, clause="FC-ROW-01"), sign_face("x"))
    found = action_card(scene, name, f"{where}, {row_note(scene, at)[0]}")
    return found._replace(now=contract_now(scene, name))


def contract_now(scene: Scene, name: str) -> list[str]:
    """How far the viewer has come with what a contract asks for; nothing for other cards and for spectators."""
    wanted = scene.card(name).requirement
    if wanted is None or scene.now.seat is None:
        return []
    have = reached(scene, scene.then, scene.now.seat, wanted)
    if have >= wanted.least:
        return [scene.phrase("met already")]
    return [scene.phrase("%(count)d of %(most)d so far", count=have, most=wanted.least)]


def row_of_display(scene: Scene, rest: str) -> HoverCard | None:
    if not rest.isdigit() or not 0 < int(rest) <= scene.box.rows:
        return None
    at = int(rest) - 1
    told = scene.plural(
        "As soon as %(count)d card has been taken from a row, the rest of it leaves the game.",
        "As soon as %(count)d cards have been taken from a row, the rest of it leaves the game.",
        scene.now.seats,
    )
    taken = scene.plural("%(count)d card taken", "%(count)d cards taken", scene.then.row_taken[at])
    state = f"{taken}, {row_note(scene, at)[0]}"
    return faced(HoverCard(scene.phrase("Row %(row)d", row=at + 1), state, told, clause="FC-ROW-01"), sign_face("grid"))


def deck(scene: Scene) -> HoverCard:
    """The display as a whole, and the deck from which it is dealt."""
    left = scene.plural("%(count)d card not dealt yet", "%(count)d cards not dealt yet", len(scene.now.deck))
    state = f"{scene.phrase('deck %(deck)d', deck=scene.deck)}, {left}" if scene.now.round else ""
    return faced(HoverCard(scene.phrase("Display"), state, clause="FC-ROUND-03"), sign_face("grid"))


def start_tile(scene: Scene) -> HoverCard:
    """The start-player tile, and what it gives to whom."""
    view = scene.then
    state = scene.phrase("in the display")
    if view.tile >= 0:
        state = scene.phrase("%(who)s has it", who=scene.who(view.tile))
    rewards = names.tile_rewards(scene.game, view.seats, scene.speech)
    given = [
        scene.phrase("player %(number)d: %(reward)s", number=at + 1, reward=reward)
        for at, reward in enumerate(rewards)
        if reward and at
    ]
    told = scene.phrase(
        "Who takes it begins the next round and receives %(reward)s. The first card of the top row leaves the game.",
        reward=rewards[0],
    )
    if given:
        told += " " + scene.phrase("Counted from the taker, %(rewards)s.", rewards=", ".join(given))
    title = scene.phrase("Start-player tile")
    return faced(HoverCard(title, state, told, clause="FC-START-03"), sign_face("flag"))


# ---------------------------------------------------------------- end-bonus cards


def bonus_told(scene: Scene, name: str) -> str:
    """What an end-bonus card counts, and what it gives when it is taken."""
    return ended(names.bonus_name(scene.game, name, scene.speech))


def bonus_now(scene: Scene, name: str, seat: int | None) -> list[str]:
    """What an end-bonus card would bring the viewer at the end, by the cards that he or she has now."""
    if seat is None:
        return []
    found = scene.box.bonus[scene.box.bonus_numbers[name]]
    types = scene.used_types(scene.then, seat)
    if not types:
        return []
    count = types[found.type]
    kind = names.type_name(TYPES[found.type], scene.speech)
    worth = scene.phrase("%(points)+d at the end", points=count * found.points)
    return [worth, scene.phrase("%(kind)s so far: %(count)d", kind=kind, count=count)]


def bonus_card(scene: Scene, name: str, state: str) -> HoverCard | None:
    if name not in scene.box.bonus_numbers:
        return None
    told = bonus_told(scene, name)
    card = HoverCard(scene.phrase("End-bonus card"), state, told, clause="FC-BONUS-03")
    return faced(card, bonus_face(scene, name))


def open_bonus(scene: Scene, name: str, free: bool = False) -> HoverCard | None:
    """An end-bonus card that can be bought, or taken without paying."""
    card = bonus_card(scene, name, scene.phrase("face up, for everybody"))
    if card is None:
        return None
    seat = scene.now.seat
    card = card._replace(now=bonus_now(scene, name, seat), clause="FC-BONUS-07" if free else "FC-BONUS-02")
    if free:
        return card
    return card._replace(cost=price(scene), cost_face=COIN_FACE)


def price(scene: Scene) -> str:
    """What an end-bonus card costs, and what the viewer has of it."""
    cost = scene.box.price
    if scene.now.seat is None:
        return coin_count(cost, scene.speech)
    have = sum(scene.then.players[scene.now.seat].coins)
    return scene.phrase("%(coins)s, you have %(count)d", coins=coin_count(cost, scene.speech), count=have)


def bonus_display(scene: Scene) -> HoverCard:
    """The end-bonus cards as a whole."""
    state = scene.plural("%(count)d in the deck", "%(count)d in the deck", scene.now.bonus_deck)
    told = scene.phrase("Each pays points at the end for every base card of its type that its owner has taken.")
    card = HoverCard(scene.phrase("End-bonus cards"), state, told, price(scene), COIN_FACE, clause="FC-BONUS-02")
    return faced(card, back_face())


def drafted_card(scene: Scene, name: str) -> HoverCard | None:
    """A card of the draft, which the viewer may keep."""
    if name not in scene.start.draft and name not in scene.then.own_bonus:
        return None
    kept = name in scene.then.own_bonus
    card = bonus_card(scene, name, scene.phrase("in the draft, kept") if kept else scene.phrase("in the draft"))
    if card is None:
        return None
    counted = ended(names.bonus_count_text(scene.game, name, scene.speech))
    told = counted + " " + scene.phrase("A card of the draft gives no action.")
    return card._replace(told=told, clause="FC-SETUP-15")


def draft(scene: Scene) -> HoverCard:
    """The draft as a whole."""
    kept = sum(scene.then.drafted)
    state = scene.phrase("%(count)d of %(most)d players have a card", count=kept, most=scene.now.seats)
    return faced(HoverCard(scene.phrase("Draft"), state, clause="FC-SETUP-16"), back_face())


def drafter(scene: Scene, seat: int) -> HoverCard:
    """A player in the draft."""
    kept = scene.then.drafted[seat]
    state = scene.phrase("has kept a card") if kept else scene.phrase("has no card yet")
    return faced(HoverCard(scene.who(seat), state, clause="FC-SETUP-24"), back_face())


# ---------------------------------------------------------------- supply


def free_coaches(scene: Scene, level: str) -> HoverCard | None:
    """The free coaches of a level; two levels share their cards."""
    if level not in [str(each) for each in scene.box.levels]:
        return None
    at = scene.box.levels.index(int(level))
    pair = scene.box.pair_of[at]
    levels = "/".join(str(each) for each, of in zip(scene.box.levels, scene.box.pair_of, strict=True) if of == pair)
    state = scene.plural(
        "in the supply, %(count)d card %(levels)s left",
        "in the supply, %(count)d cards %(levels)s left",
        scene.then.coaches[pair],
        levels=levels,
    )
    now = []
    if scene.now.seat is not None:
        have = sum(train.count(level) for train in scene.then.players[scene.now.seat].trains)
        now = [scene.phrase("%(count)d in your trains", count=have)]
    name = capital(names.train_card(scene.game, level, scene.speech))
    clause = "FC-CAR-02" if at == 0 else "FC-UPGRADE-17"
    return faced(HoverCard(name, state, coach_told(scene, level), now=now, clause=clause), coach_face(level))


def coach_told(scene: Scene, level: str) -> str:
    """What a coach scores."""
    if int(level) == 0:
        return scene.phrase("It scores nothing before it is upgraded.")
    worth = points(int(level), scene.speech)
    return scene.phrase("It scores %(points)s in every scoring phase once the conductor has reached it.", points=worth)


def next_tile(scene: Scene) -> HoverCard:
    """The locomotive tile on top of the stack."""
    tiles, taken = scene.box.tiles, scene.then.tiles
    left = scene.plural("%(count)d on the stack", "%(count)d on the stack", len(tiles) - taken)
    if taken >= len(tiles):
        return faced(HoverCard(scene.phrase("Locomotive tiles"), left, clause="FC-LOCOCARD-01"), engine_face())
    tile = tiles[taken]
    told = ended(names.tile_text(scene.game, tile.name, scene.speech))
    told += " " + scene.phrase("It is laid after card %(number)d of a train.", number=scene.box.tile_at - 1)
    now = []
    if scene.now.seat is not None:
        lengths = [len(cards) for cards in scene.then.players[scene.now.seat].trains]
        longest = max([length for length in lengths if length < scene.box.tile_at], default=0)
        if longest:
            now = [scene.phrase("your longest train: %(count)d of %(most)d", count=longest, most=scene.box.tile_at - 1)]
    name = capital(names.tile_name(scene.game, tile.name, scene.speech))
    state = scene.phrase("next tile, %(left)s", left=left)
    return faced(HoverCard(name, state, told, now=now, clause="FC-LOCOCARD-01"), tile_picture(tile.points))


def arrival(scene: Scene, rest: str) -> HoverCard | None:
    """A place in Constantinople."""
    places, arrived = scene.box.places, scene.then.constantinople
    if not rest.isdigit() or not 0 < int(rest) <= len(places):
        return None
    at = int(rest) - 1
    state = scene.phrase("free")
    if at < len(arrived):
        state = scene.phrase("%(who)s has it", who=scene.who(arrived[at]))
    told = scene.phrase(
        "%(points)s at once for the conductor that takes this place by reaching the locomotive tile of its train.",
        points=points(places[at], scene.speech),
    )
    name = scene.phrase("Constantinople, place %(number)d", number=at + 1)
    clause = PLACES[at] if at < len(PLACES) else "FC-CONSTANTINOPLE-05"
    return faced(HoverCard(name, state, told, clause=clause), engine_face())

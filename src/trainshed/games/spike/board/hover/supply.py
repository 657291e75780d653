"""Hover cards of the hand and of what belongs to nobody in Spike: cards to draw, the market, money and time."""

from __future__ import annotations

from trainshed.draw.hover_card import HoverCard
from trainshed.draw.icons import sign
from trainshed.draw.seats import badge
from trainshed.draw.svg import moved
from trainshed.games.spike.board.hover.places import is_open, own_player, seat_of
from trainshed.games.spike.board.icons import good_disc, pile_back, small_card
from trainshed.games.spike.board.offers import next_payments
from trainshed.games.spike.board.scene import Scene
from trainshed.games.spike.text import names
from trainshed.kernel.vocabulary import head_of, rest_of
from trainshed.phrases import listed

CARD_FACE = (24, 33)


def titled(said: str) -> str:
    """A name as a title."""
    return said[:1].upper() + said[1:]


# ---------------------------------------------------------------- railway cards


def joker_rule(scene: Scene) -> str:
    return scene.phrase("Two alike stand for one card of another colour, three for two, and so on.")


def stack_card(scene: Scene, color: str) -> HoverCard | None:
    """The viewer's cards of one colour."""
    if color not in scene.box.colors or scene.seat is None:
        return None
    count = scene.then.hand[scene.box.colors.index(color)]
    told = scene.phrase("Each pays for a track on a space of its colour.") + " " + joker_rule(scene)
    name = titled(names.cards_of(color, count, scene.speech))
    state = scene.phrase("in your hand")
    return HoverCard(name, state, told, clause="SP-JOKER-01", face=small_card(color, *CARD_FACE), face_size=CARD_FACE)


def taken_card(scene: Scene, word: str) -> HoverCard:
    """A card that lies face up."""
    color = rest_of(word)
    told = scene.phrase("Taken in the action Draw. The place is filled when the whole draw is over.")
    now = []
    if is_open(scene, word) and color in scene.box.colors:
        have = scene.now.hand[scene.box.colors.index(color)]
        now = [scene.phrase("you then have %(cards)s", cards=names.cards_of(color, have + 1, scene.speech))]
        now += draws_left(scene)
    name = titled(names.cards_of(color, 1, scene.speech))
    state = scene.phrase("face up")
    face = small_card(color, *CARD_FACE)
    return HoverCard(name, state, told, now=now, clause="SP-DRAW-01", face=face, face_size=CARD_FACE)


def draws_left(scene: Scene) -> list[str]:
    player = own_player(scene)
    if player is None or scene.question != "Turn":
        return []
    return [scene.plural("the tender takes %(count)d card", "the tender takes %(count)d cards", player.supply)]


def pile_card(scene: Scene, word: str) -> HoverCard:
    """The pile."""
    view = scene.then
    told = scene.phrase("A card that nobody knows, taken in the action Draw. When the pile is empty, the round ends.")
    clause = "SP-DRAW-01"
    if view.round >= 3 and view.pile_times:
        clause = "SP-TIME-02"
        told = scene.plural(
            "%(count)d Time card is among these. When the third is drawn, the game ends at once.",
            "%(count)d Time cards are among these. When the third is drawn, the game ends at once.",
            view.pile_times,
        )
    now = draws_left(scene) if is_open(scene, word) else []
    face = moved(4, 4, pile_back(26, 34, str(view.pile)))
    return HoverCard(
        scene.phrase("Pile"),
        names.any_cards(view.pile, scene.speech),
        told,
        now=now,
        clause=clause,
        face=face,
        face_size=(31, 39),
    )


def slot_card(scene: Scene, _rest: str) -> HoverCard:
    """An empty place among the cards that lie face up."""
    told = scene.phrase("It is filled from the pile when the draw is over.")
    return HoverCard(scene.phrase("Place for a card"), scene.phrase("empty"), told, clause="SP-DRAW-03")


def given_card(scene: Scene, word: str) -> HoverCard:
    """A card that the first player can give away."""
    color = rest_of(word)
    told = scene.phrase(
        "The first player gives one card to the player on the right, who is the last in the turn order."
    )
    face = small_card(color, *CARD_FACE)
    return HoverCard(scene.label(word), "", told, clause="SP-SETUP-14", face=face, face_size=CARD_FACE)


def payment_card(scene: Scene, word: str) -> HoverCard:
    """Cards that pay for a route."""
    cards: tuple[int, ...] = ()
    if scene.question == "PayRoute" and scene.now.seat is not None:
        cards = next_payments(scene.box, scene.now).get(word, ())
    cost = names.cards_listed(scene.box, cards, scene.speech) if cards else ""
    clause = "SP-BUILD-09" if word == "match" else "SP-JOKER-01"
    told = scene.phrase("Each track space takes a card of its colour.") if word == "match" else joker_rule(scene)
    return HoverCard(scene.label(word), "", told, cost=cost, clause=clause)


def closing_card(scene: Scene, word: str) -> HoverCard:
    """To draw no more cards, or to end the turn."""
    if head_of(word) == "stop":
        told = scene.phrase("You need not take as many cards as your tender allows.")
        return HoverCard(scene.label(word), "", told, clause="SP-DRAW-02")
    told = scene.phrase("Nothing more to load or to deliver: the next player takes a turn.")
    return HoverCard(scene.label(word), "", told, clause="SP-TURN-05")


# ---------------------------------------------------------------- the market


def good_card(scene: Scene, good: str) -> HoverCard | None:
    """The price marker of a commodity: its value, and the cities that supply it."""
    box = scene.box
    if good not in box.commodities:
        return None
    worth = scene.worth(scene.then.market, good)
    state = scene.phrase("worth %(pay)s at the market", pay=scene.money(worth)) if worth else ""
    cities = [scene.city(city) for city in range(box.net.cities) if scene.supplied(city) == good]
    told = scene.phrase(
        "A route to a new city that supplies it pays this; then it falls to the lowest value. From %(cities)s.",
        cities=listed(cities, scene.speech),
    )
    now = []
    player = own_player(scene)
    for contract in player.contracts if player is not None else []:
        name, ends = scene.contract(contract)
        if name == good:
            pays = ", ".join(f"{scene.place(city)} {scene.money(pay)}" for city, pay in ends)
            now.append(scene.phrase("your contract: %(cities)s", cities=pays))
    face = good_disc(good, 16, 16, 15)
    return HoverCard(titled(scene.good(good)), state, told, now=now, clause="SP-MARKET-03", face=face)


def row_card(scene: Scene, rest: str) -> HoverCard | None:
    """A row of the market."""
    rows = scene.box.row_worth
    if not rest.isdecimal() or len(rest) > 2 or int(rest) >= len(rows):
        return None
    row = int(rest)
    goods = [good for at, good in enumerate(scene.then.market) if good and at % len(rows) == row]
    told = scene.phrase("Reaching a new city pays this for what it supplies. That marker then drops to the lowest row.")
    state = listed([scene.good(good) for good in goods], scene.speech)
    name = scene.phrase("Market row worth %(pay)s", pay=scene.money(rows[row]))
    return HoverCard(name, state, told, clause="SP-MARKET-03")


# ---------------------------------------------------------------- money and time


def money_card(scene: Scene, color: str) -> HoverCard | None:
    """The money track, or the marker of a seat on it."""
    told = scene.phrase("Money is the score: the most at the end wins. Upgrades are paid with it.")
    if not color:
        return HoverCard(scene.phrase("Money track"), "", told, clause="SP-COMP-14")
    seat = seat_of(scene, color)
    if seat is None:
        return None
    state = scene.money(scene.then.players[seat].money)
    face = badge(color, 12, 12, 10)
    own = seat == scene.seat
    name = scene.phrase("Your money") if own else scene.phrase("Money of %(who)s", who=scene.who(seat))
    return HoverCard(name, state, told, clause="SP-COMP-14", face=face, face_size=(24, 24))


def round_card(scene: Scene, _rest: str) -> HoverCard:
    """The round, and the Time cards."""
    view = scene.then
    if view.round < 3:
        told = scene.phrase("A round ends when the pile is empty. In the third the Time cards are in the pile.")
        clause = "SP-ROUND-01"
    else:
        told = scene.phrase("When the third Time card is drawn, the game ends at once.")
        clause = "SP-TIME-02"
    most = scene.box.time_cards
    state = scene.phrase("%(count)d of %(most)d Time cards up", count=view.times, most=most)
    face = sign("clock", 0, 0, 32)
    return HoverCard(scene.phrase("Round %(round)d", round=view.round), state, told, clause=clause, face=face)

"""A small picture of a player's trains and line, and small facts, for the panel of a seat in First Class."""

from __future__ import annotations

from typing import Final

from trainshed.draw.icons import sign
from trainshed.draw.panel import small_picture
from trainshed.draw.seats import SEATS
from trainshed.draw.svg import circle, line, rect, text
from trainshed.games.first_class.board.art.coaches import class_of
from trainshed.games.first_class.board.scene import Scene

CELL: Final = 27
ROW: Final = 19


def facts_of(scene: Scene, seat: int) -> list[tuple[str, str, str]]:
    """Icon, value and name of each small fact."""
    view, player = scene.now, scene.now.players[seat]
    facts = [
        ("coin", str(sum(player.coins)), scene.phrase("coins")),
        ("net", str(player.city), scene.phrase("cities")),
        ("star", str(player.bonus), scene.phrase("end-bonus cards")),
        ("clip", str(len(player.contracts)), scene.phrase("open contracts")),
    ]
    for module in scene.modules.values():
        facts += module.facts(view, seat, scene.speech)
    return facts


def spark(scene: Scene, seat: int) -> str:
    """Both trains as rows of cards with their levels and the reach of the conductor, and the line below them."""
    player = scene.now.players[seat]
    body = []
    for train, cards in enumerate(player.trains):
        y = train * ROW
        for at in range(scene.box.tile_at):
            body.append(small_card(scene, cards[at] if at < len(cards) else "", at * CELL, y))
        reached = player.conductors[train]
        if reached:
            body.append(line(0, y + 16.5, reached * CELL - 2, y + 16.5, "reachmark"))
    body += small_line(scene, seat, 2 * ROW + 6)
    label = scene.phrase("Trains and line of %(who)s", who=scene.who(seat))
    return small_picture("".join(body), scene.box.tile_at * CELL, 50, label)


def small_card(scene: Scene, card: str, x: float, y: float) -> str:
    w = CELL - 2
    if not card:
        return line(x + 8, y + 7.5, x + w - 6, y + 7.5, "hair2")
    if card.isdigit():
        kind = class_of(card)
        middle = x + w / 2
        return rect(x, y, w, 14.5, 2, f"{kind} carline") + text(middle, y + 11.8, card, f"t13b {kind}-on", "middle")
    if card in [tile.name for tile in scene.box.tiles]:
        points = scene.card_points(card)
        return rect(x, y, w, 14.5, 2, "enamel") + text(x + w / 2, y + 11.8, points, "t13b on-enamel", "middle")
    return rect(x, y, w, 14.5, 2, "kmail carline") + sign("mail", x + w / 2 - 5.5, y + 2, 11, "kmail-on")


def small_line(scene: Scene, seat: int, y: float) -> list[str]:
    """The line from right to left: a dot for each city, reached ones filled, rewards as squares."""
    player = scene.now.players[seat]
    cities = [scene.box.cities[city] for city, _ in scene.city_numbers(player)]
    width = scene.box.tile_at * CELL - 2
    step = min(18.0, (width - 8) / (len(cities) + 1))
    drawn = [line(width - step * (len(cities) + 0.5), y, width, y, "hair2")]
    color = SEATS[seat]
    for at in range(len(cities) + 1):
        x = width - step * (at + 0.5) + 2
        cls = f"seat-{color} edge" if at <= player.city else "socket"
        reward = at > 0 and bool(cities[at - 1].icons)
        drawn.append(rect(x - 3.4, y - 3.4, 6.8, 6.8, 1, cls) if reward else circle(x, y, 2.8, cls))
    return drawn

"""The confirm bar of First Class: the chosen steps, what confirming does, and what it brings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from trainshed.draw.board import Asked, BarChoice, ConfirmBar, Say
from trainshed.games.first_class.board.company.belongings import CLOSING, closing_label
from trainshed.games.first_class.board.module import module_of_verb
from trainshed.games.first_class.board.scene import Scene
from trainshed.games.first_class.rules.effect_notation import MODULE_VERBS
from trainshed.games.first_class.text import names
from trainshed.games.first_class.text.effects import icons_text
from trainshed.games.first_class.text.labels import icons_left
from trainshed.games.first_class.view import PlayerView, View
from trainshed.kernel.game import Game
from trainshed.kernel.translation import marked
from trainshed.kernel.vocabulary import head_of, rest_of
from trainshed.phrases import points

CHIPS: Final = {
    "use": marked("Use it"),
    "ignore": marked("Ignore it"),
    "tile": marked("Start the next round"),
    "coins": marked("Coins"),
    "bonus": marked("End-bonus card"),
    "buy": marked("Buy a card"),
    "mail": marked("Mail car"),
    "fulfil": marked("Contract"),
    "keep": marked("Keep it"),
    "leave": marked("Leave the rest"),
    "score": marked("Score the trains"),
    "done": marked("End"),
}
"""Short labels of chosen words for the confirm bar, by the first part of the word."""

ON_TRAINS: Final = {
    "upper": {
        "coach": marked("Coach, upper train"),
        "upgrade": marked("%(low)d → %(high)d, upper train"),
        "conductor": marked("Upper conductor +%(count)d"),
    },
    "lower": {
        "coach": marked("Coach, lower train"),
        "upgrade": marked("%(low)d → %(high)d, lower train"),
        "conductor": marked("Lower conductor +%(count)d"),
    },
}
"""Short labels of what is done to a train, by the train and the first part of the word."""


WORKED: Final = ("car", "conductor", "locomotive")
"""Kinds of cards that do nothing but their action."""


def gesture(game: Game, view: View, asked: Asked, say: Say) -> ConfirmBar:
    """The confirm bar: the chosen steps, what confirming does, and what it brings."""
    scene = Scene(game, view, asked, say)
    if not asked.chosen:
        word = next((word for word in CLOSING if word in asked.moves), "")
        return ConfirmBar((), "", ending=BarChoice(word, closing_label(scene, word)) if word else None)
    steps = [chip(scene, word) for word in asked.chosen]
    ends = not asked.moves or asked.closing
    title = done_title(scene) if ends else scene.own_question()
    for module in scene.modules.values():
        if scene.held in module.draws:
            button, why = module.draws[scene.held]
            brings = [part for part in (effect(scene), left_text(scene), scene.phrase(why)) if part]
            return ConfirmBar(steps, title, " · ".join(brings), scene.phrase(button))
    return ConfirmBar(steps, title, effect(scene))


def taken_card(scene: Scene) -> str:
    """The card that the gesture takes, or ""."""
    for word in scene.asked.chosen:
        if head_of(word) == "take":
            row, column = (int(part) for part in rest_of(word).split(":"))
            return scene.start.rows[(row - 1) * scene.box.columns + column - 1]
    return ""


def done_title(scene: Scene) -> str:
    """What the gesture does, in a few words."""
    card = taken_card(scene)
    if card and "ignore" in scene.asked.chosen:
        kind = names.kind_name(scene.game, card, scene.speech)
        return scene.phrase("Ignore the card for an upgrade: %(card)s", card=kind)
    if card:
        return scene.card_name(card)
    if counts_trains(scene):
        brought = points(scene.each_scoring(scene.then, scene.shown), scene.speech)
        return scene.phrase("Score the trains: %(points)s", points=brought)
    last = scene.asked.chosen[-1]
    return scene.label(last) if scene.held else chip(scene, last)


def counts_trains(scene: Scene) -> bool:
    """Does confirming end the viewer's part of a scoring phase?"""
    if not scene.start.scoring:
        return False
    after = scene.asked.after
    over = after is not None and (after.turn, after.scoring) != (scene.start.turn, scene.start.scoring)
    return bool(scene.asked.closing) or scene.held in ("done", "score") or (bool(scene.held) and over)


def effect(scene: Scene) -> str:
    """What the gesture brings: points at once, more in each scoring, and what happens to the row of its card."""
    if scene.held and scene.asked.after is None:
        return " · ".join(about_company(scene))
    seat = scene.shown
    before, now = scene.start, scene.then
    counted = before.scoring != now.scoring or before.round != now.round
    gained = now.players[seat].points - before.players[seat].points
    more = scene.each_scoring(now, seat) - scene.each_scoring(before, seat)
    once = scene.next_scoring(now, seat) - scene.next_scoring(before, seat) - more
    parts = list(about_company(scene))
    left = icons_left(scene.now) if scene.question == "Carry" and not scene.held else []
    if left:
        parts.append(scene.phrase("left: %(icons)s", icons=icons_text(scene.box, left, scene.speech)))
    if scene.held and counts_trains(scene):
        gained -= scene.each_scoring(now, seat)  # the title says what the trains bring
    if gained > 0 and not counted:
        parts.append(scene.plural("+%(count)d point now", "+%(count)d points now", gained))
    parts += [scene.phrase("%(points)+d in each scoring", points=more)] if more and not before.scoring else []
    parts += [scene.phrase("+%(points)d in the next scoring", points=once)] if once > 0 else []
    coins = sum(now.players[seat].coins) - sum(before.players[seat].coins)
    if coins > 0:
        parts.append(scene.plural("+%(count)d coin", "+%(count)d coins", coins))
    if taken_card(scene) and before.round == now.round and not before.scoring and not now.scoring:
        for at, taken in enumerate(now.row_taken):
            if taken != before.row_taken[at] and taken >= now.seats:
                parts.append(scene.phrase("row %(row)d leaves", row=at + 1))
    return " · ".join(parts)


def about_company(scene: Scene) -> Iterator[str]:
    """Where the locomotive runs; why trains bring nothing; and whether a card is wasted."""
    old, new = scene.start.players[scene.shown], scene.then.players[scene.shown]
    if new.city != old.city:
        yield scene.phrase("the locomotive runs to %(city)s", city=names.city_name(new.city, scene.speech))
    if (
        scene.held
        and counts_trains(scene)
        and not any(new.conductors)
        and not scene.each_scoring(scene.then, scene.shown)
    ):
        yield scene.phrase("only coaches up to the conductor count, and yours stand before the first")
    card = taken_card(scene)
    kind = names.card_of(scene.game, card).kind if card else ""
    known = scene.asked.after is not None or scene.held in ("", "done")  # whether the whole action is in the view
    ends = known and (not scene.asked.moves or scene.asked.closing)
    if ends and kind in WORKED and "ignore" not in scene.asked.chosen and company(old) == company(new):
        yield scene.phrase("nothing on this card can be used now")


def company(player: PlayerView) -> tuple[object, ...]:
    """What the action of a card can change."""
    return player.points, player.trains, player.conductors, player.city, player.coins


def left_text(scene: Scene) -> str:
    """What can still be used after a draw, in words: icons that are not drawn themselves; "" if there are none."""
    left = [
        icon
        for icon in icons_left(scene.now)
        if icon.verb < MODULE_VERBS or not module_of_verb(scene.box, icon.verb).compulsory(icon)
    ]
    return scene.phrase("left: %(icons)s", icons=icons_text(scene.box, left, scene.speech)) if left else ""


def chip(scene: Scene, word: str) -> str:
    """A short label of a chosen word for the confirm bar."""
    head, rest = head_of(word), rest_of(word)
    for module in scene.modules.values():
        if head in module.chips:
            return scene.phrase(module.chips[head])
    if head in CHIPS:
        return scene.phrase(CHIPS[head])
    match head:
        case "take":
            row, column = rest.split(":")
            return scene.phrase("Card %(row)s.%(column)s", row=row, column=column)
        case "coach" | "upgrade" | "conductor":
            return train_chip(scene, head, rest)
        case "locomotive":
            return scene.phrase("Locomotive +%(count)s", count=rest)
        case "city":
            return scene.phrase("City %(city)s", city=rest)
        case "pay":
            return scene.phrase("Pay %(coins)s", coins=rest.replace(":", " + "))
        case "coin":
            return coin_chip(scene, rest)
    return scene.label(word)


def train_chip(scene: Scene, head: str, rest: str) -> str:
    train, _, count = rest.partition(":")
    said = ON_TRAINS[train][head]
    if head == "upgrade":
        levels = scene.box.levels
        low = levels.index(int(count))
        return scene.phrase(said, low=levels[low], high=levels[low + 1])
    return scene.phrase(said, count=int(count)) if count else scene.phrase(said)


def coin_chip(scene: Scene, rest: str) -> str:
    """What a coin is spent for."""
    _, _, what = rest.partition(":")
    head, _, more = what.partition(":")
    if head == "point":
        return scene.phrase("Coin: 1 point")
    if head == "locomotive":
        return scene.phrase("Coin: locomotive +1")
    done = train_chip(scene, head, f"{more}:1" if head == "conductor" else more)
    return scene.phrase("Coin: %(what)s", what=done)

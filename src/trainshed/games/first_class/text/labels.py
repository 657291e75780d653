"""Labels of the controls of First Class: what a word would do in the position of a view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from trainshed.games.first_class.rules.effect_notation import COINS, Icon, icons_from
from trainshed.games.first_class.text import names as name
from trainshed.games.first_class.text.effects import coin_count, icons_text
from trainshed.games.first_class.text.module import texts_of
from trainshed.games.first_class.text.names import box_of
from trainshed.games.first_class.view import PlayerView, View
from trainshed.kernel.game import Game
from trainshed.kernel.translation import ENGLISH, Translator, marked
from trainshed.phrases import Counted, points, who

PLAIN: Final = {
    "tile": marked("Take the start-player tile"),
    "ignore": marked("Ignore the card and upgrade a coach instead"),
    "score": marked("Score the trains and give up the other rewards"),
    "draft:?": marked("Draw an end-bonus card for the draft"),
    "keep:?": marked("Keep an end-bonus card"),
}
"""The labels of words that are the same in every position."""

ADD: Final = {
    "upper": marked("Add a coach to the upper train"),
    "lower": marked("Add a coach to the lower train"),
}
RISE: Final = {
    "upper": marked("Upgrade a coach of the upper train from %(low)d to %(high)d"),
    "lower": marked("Upgrade a coach of the lower train from %(low)d to %(high)d"),
}
STEP: Final = {
    "upper": Counted("Move the upper conductor %(count)d card", "Move the upper conductor %(count)d cards"),
    "lower": Counted("Move the lower conductor %(count)d card", "Move the lower conductor %(count)d cards"),
}
drive: Final = Counted("Move the locomotive %(count)d city", "Move the locomotive %(count)d cities")
MAIL: Final = {
    "": marked("Lay the mail car: %(reward)s"),
    "upper": marked("Lay the mail car in the upper train: %(reward)s"),
    "lower": marked("Lay the mail car in the lower train: %(reward)s"),
}
COIN: Final = {
    "coach:upper": marked("Spend a coin: a coach for the upper train"),
    "coach:lower": marked("Spend a coin: a coach for the lower train"),
    "3:coach:upper": marked("Spend a coin for upgrades: a coach for the upper train"),
    "3:coach:lower": marked("Spend a coin for upgrades: a coach for the lower train"),
    "conductor:upper": marked("Spend a coin: one step of the upper conductor"),
    "conductor:lower": marked("Spend a coin: one step of the lower conductor"),
    "locomotive": marked("Spend a coin: the locomotive goes one city on"),
    "upgrade:upper": marked("Spend a coin: upgrade a coach of the upper train, %(low)d to %(high)d"),
    "upgrade:lower": marked("Spend a coin: upgrade a coach of the lower train, %(low)d to %(high)d"),
}
"""What a coin buys, by the rest of its word."""

BONUS: Final = {
    "bonus": marked("Take the end-bonus card: %(card)s"),
    "show": marked("Turn up the end-bonus card: %(card)s"),
    "draft": marked("In the draft: %(card)s (without its action: %(action)s)"),
    "keep": marked("Keep the end-bonus card: %(card)s (without its action: %(action)s)"),
}
"""What happens to an end-bonus card. A card of the draft gives no action (FC-BONUS-04)."""


def label(game: Game, view: View, word: str, *, speech: Translator = ENGLISH, names: Sequence[str] = ()) -> str:
    """The label of the control for a word, in the position of this view."""
    if word in PLAIN:
        return speech.gettext(PLAIN[word])
    head, _colon, rest = word.partition(":")
    match head:
        case "take":
            return take_label(game, view, rest, speech)
        case "use" | "leave" | "coins" | "done":
            return plain_label(game, view, head, speech)
        case "coach" if rest in ADD:
            return speech.gettext(ADD[rest])
        case "upgrade":
            train, _colon, level = rest.partition(":")
            return speech.phrase(RISE[train], **levels(game, int(level)))
        case "conductor":
            train, _colon, steps = rest.partition(":")
            return STEP[train](int(steps), speech)
        case "locomotive":
            return drive(int(rest), speech)
        case "mail":
            return mail_label(game, view, rest, speech)
        case "coin":
            return coin_label(game, rest, speech)
        case "bonus" | "show":
            return speech.phrase(BONUS[head], card=name.bonus_name(game, rest, speech))
        case "draft" | "keep":
            facts = {"card": name.bonus_count_text(game, rest, speech), "action": name.bonus_action(game, rest, speech)}
            return speech.phrase(BONUS[head], **facts)
        case "buy":
            cost = coin_count(box_of(game).price, speech)
            card = name.bonus_name(game, rest, speech)
            return speech.phrase("Buy the end-bonus card for %(cost)s: %(card)s", cost=cost, card=card)
        case "pay":
            coins = name.coins_by_column([int(count) for count in rest.split(":")], speech)
            return speech.phrase("Pay with %(coins)s", coins=coins)
        case "fulfil":
            return speech.phrase("Fulfil the contract: %(card)s", card=name.card_text(game, rest, speech))
        case "city":
            return city_label(game, view, int(rest), speech)
        case "first":
            return speech.phrase("%(who)s begins", who=who(int(rest) - 1, speech, names))
        case "deal":
            return speech.phrase("Deal %(card)s", card=name.card_name(game, rest, speech))
    for module in texts_of(box_of(game)):
        if own := module.label(game, view, word, speech, names):
            return own
    return word


def asked(view: View) -> list[Any]:
    """The pending question: the name of its effect and its numbers."""
    return list(view.pending[-1]) if view.pending else [""]


def acting(view: View) -> PlayerView | None:
    """The player who is asked."""
    return view.players[view.actor] if 0 <= view.actor < len(view.players) else None


def icons_left(view: View) -> list[Icon]:
    """The icons that are being carried out."""
    match asked(view):
        case ["Carry", _seat, _kind, _source, *numbers]:
            return icons_from(numbers)
    return []


def levels(game: Game, level: int) -> dict[str, int]:
    """A printed level and the next one."""
    all_levels = box_of(game).levels
    return {"low": level, "high": all_levels[all_levels.index(level) + 1]}


def take_label(game: Game, view: View, place: str, speech: Translator) -> str:
    """An action card of the display, if one lies there."""
    row, column = [int(number) for number in place.split(":")]
    at = (row - 1) * box_of(game).columns + column - 1
    facts = {"row": row, "column": column}
    if at < len(view.rows) and view.rows[at]:
        card = name.card_name(game, view.rows[at], speech)
        return speech.phrase("Take card %(column)d of row %(row)d. %(card)s", **facts, card=card)
    return speech.phrase("Take card %(column)d of row %(row)d", **facts)


def plain_label(game: Game, view: View, word: str, speech: Translator) -> str:
    """Words without arguments, which mean something else in every question."""
    question, left = asked(view), icons_left(view)
    if word == "use":
        if question[0] == "UseCard":
            return speech.phrase("Carry out the card. %(card)s", card=name.card_name(game, question[2], speech))
        return speech.gettext("Carry out the card")
    if word == "leave":
        if left:
            return speech.phrase("Give up what is left: %(icons)s", icons=icons_text(box_of(game), left, speech))
        return speech.gettext("Give up what is left")
    if word == "coins":
        count = sum([icon.count for icon in left if icon.verb == COINS])
        return (
            speech.plural("Take %(count)d coin", "Take %(count)d coins", count)
            if count
            else speech.gettext("Take coins")
        )
    return speech.gettext("Score the trains" if question[0] == "ScoringPart" else "End the turn")


def mail_label(game: Game, view: View, mail_car: str, speech: Translator) -> str:
    """A mail car, and in which train it is laid."""
    question = asked(view)
    train = ("upper", "lower")[question[2]] if question[0] == "ChooseMail" else ""
    return speech.phrase(MAIL[train], reward=name.mail_text(game, mail_car, speech))


def coin_label(game: Game, rest: str, speech: Translator) -> str:
    """A coin, and what it buys; its column where that does not follow."""
    column, _colon, what = rest.partition(":")
    facts: dict[str, int] = {}
    if what == "point":
        worth = points(box_of(game).point_price, speech)
        return speech.phrase("Turn a coin of column %(column)d into %(points)s", column=int(column), points=worth)
    if what.startswith("upgrade:"):
        what, _colon, level = what.rpartition(":")
        facts |= levels(game, int(level))
    what = rest if rest in COIN else what
    return speech.phrase(COIN[what], **facts)


def city_label(game: Game, view: View, number: int, speech: Translator) -> str:
    """A reward city, and what it gives."""
    player, box = acting(view), box_of(game)
    line = name.line_of(box, player.sections) if player is not None else []
    city = name.city_name(number, speech)
    if number <= len(line) and line[number - 1].icons:
        reward = icons_text(box, line[number - 1].icons, speech)
        return speech.phrase("Receive the reward of %(city)s: %(reward)s", city=city, reward=reward)
    return speech.phrase("Receive the reward of %(city)s", city=city)

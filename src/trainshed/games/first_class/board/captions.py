"""Texts beside the board of First Class: the question, the confirm bar, the round, and what the page answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from trainshed.draw.board import Asked, ConfirmBar, Say
from trainshed.games.first_class.board.module import board_module
from trainshed.games.first_class.board.scene import Scene
from trainshed.games.first_class.rules import effect_notation as verbs
from trainshed.games.first_class.rules.actions.in_progress import CHOICE
from trainshed.games.first_class.rules.components import TRAINS
from trainshed.games.first_class.rules.effect_notation import Icon, icons_from
from trainshed.games.first_class.text import names
from trainshed.games.first_class.text.effects import icons_text
from trainshed.games.first_class.text.labels import icons_left
from trainshed.games.first_class.view import View
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


def progress(game: Game, view: View, say: Say) -> str:
    """The round and the deck, or the scoring phase."""
    if view.over:
        return say.speech.gettext("The game is over.")
    if not view.round:
        return say.speech.gettext("The game is set up")
    box = names.box_of(game)
    if view.scoring:
        return say.speech.phrase("Scoring %(phase)d of 3, after round %(round)d", phase=view.scoring, round=view.round)
    deck = -(-view.round // box.rounds_per_deck)
    return say.speech.phrase(
        "Round %(round)d of %(rounds)d, deck %(deck)d", round=view.round, rounds=box.rounds, deck=deck
    )


def question(game: Game, view: View, asked: Asked, say: Say) -> tuple[str, str]:
    """What is asked now, and the clause that helps with it."""
    if view.over:
        return " ".join([progress(game, view, say), *verdicts(Scene(game, view, asked, say))]), "FC-FINAL-10"
    return Scene(game, view, asked, say).question_asked()


def verdicts(scene: Scene) -> list[str]:
    """What modules say about players when the game is over, such as who is arrested: it decides who has won."""
    found = [
        (seat, module.verdict(scene.now, seat)) for seat in range(scene.now.seats) for module in scene.modules.values()
    ]
    return [
        scene.phrase("%(who)s: %(verdict)s.", who=scene.who(seat), verdict=scene.phrase(said))
        for seat, said in found
        if said
    ]


# ---------------------------------------------------------------- the header of a company


def title_of(scene: Scene) -> str:
    if scene.own:
        return scene.phrase("My company")
    return scene.phrase("Company of %(who)s", who=scene.who(scene.shown))


def turn_text(scene: Scene) -> str:
    """Which of its turns of the round a player has, or that it scores."""
    view = scene.now
    if view.over or not view.round or view.turn != scene.shown:
        return ""
    if view.scoring:
        return scene.phrase("counting now")
    turn = min(scene.box.turns, -(-view.turns // view.seats))
    return scene.phrase("turn %(turn)d of %(turns)d", turn=max(1, turn), turns=scene.box.turns)


def points_text(scene: Scene) -> str:
    if scene.now.over:
        return str(scene.now.scores[scene.shown])
    return str(scene.player.points)


def ahead_text(scene: Scene) -> str:
    """What the next scoring would bring, before and after the gesture."""
    if scene.now.over:
        return ""
    now, then = scene.next_scoring(scene.start, scene.shown), scene.next_scoring(scene.then, scene.shown)
    if scene.now.scoring and now != then:
        return scene.phrase("this scoring +%(now)d → +%(then)d", now=now, then=then)
    if scene.now.scoring:
        return scene.phrase("this scoring +%(points)d", points=now)
    if now != then:
        return scene.phrase("next scoring +%(now)d → +%(then)d", now=now, then=then)
    return scene.phrase("next scoring +%(points)d", points=now)


# ---------------------------------------------------------------- the confirm bar


def gesture(game: Game, view: View, asked: Asked, say: Say) -> ConfirmBar:
    """The confirm bar: the chosen steps, what confirming does, and what it brings."""
    if not asked.chosen:
        return ConfirmBar((), "")
    scene = Scene(game, view, asked, say)
    steps = [chip(scene, word) for word in asked.chosen]
    ends = not asked.moves or asked.closing
    title = done_title(scene) if ends else scene.own_question()
    for module in scene.modules.values():
        if scene.held in module.draws:
            button, why = module.draws[scene.held]
            return ConfirmBar(steps, title, scene.phrase(why), scene.phrase(button))
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
        brought = points(scene.next_scoring(scene.then, scene.shown), scene.speech)
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
        return ""
    seat = scene.shown
    before, now = scene.start, scene.then
    counted = before.scoring != now.scoring or before.round != now.round
    gained = now.players[seat].points - before.players[seat].points
    more = scene.next_scoring(now, seat) - scene.next_scoring(before, seat)
    parts = []
    left = icons_left(scene.now) if scene.question == "Carry" and not scene.held else []
    if left:
        parts.append(scene.phrase("left: %(icons)s", icons=icons_text(scene.box, left, scene.speech)))
    if scene.held and counts_trains(scene):
        gained -= scene.next_scoring(now, seat)  # the title says what the trains bring
    if gained > 0 and not counted:
        parts.append(scene.plural("+%(count)d point now", "+%(count)d points now", gained))
    parts += [scene.phrase("%(points)+d in each scoring", points=more)] if more and not before.scoring else []
    coins = sum(now.players[seat].coins) - sum(before.players[seat].coins)
    if coins > 0:
        parts.append(scene.plural("+%(count)d coin", "+%(count)d coins", coins))
    if taken_card(scene) and before.round == now.round and not before.scoring and not now.scoring:
        for at, taken in enumerate(now.row_taken):
            if taken != before.row_taken[at] and taken >= now.seats:
                parts.append(scene.phrase("row %(row)d leaves", row=at + 1))
    return " · ".join(parts)


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


# ---------------------------------------------------------------- usual answers


def usual(game: Game, view: View, moves: Sequence[str]) -> str:
    """What most players would say: use a taken card, and use icons fully that leave nothing to choose; else "".

    It never spends a coin, fulfils a contract or ends a scoring.
    """
    if view.seat is None or not view.pending:
        return ""
    effect_, *args = view.pending[-1]
    if effect_ == "UseCard":
        return "use" if "use" in moves else ""
    if effect_ != "Carry" or int(args[1]) == CHOICE:
        return ""
    for name in view.modules:
        word = board_module(name).usual(view, moves)
        if word:
            return word
    return usual_icon(game, view, moves, icons_from([int(number) for number in args[3:]]))


def usual_icon(game: Game, view: View, moves: Sequence[str], icons: Sequence[Icon]) -> str:
    """The full use of an icon that has only one: locomotive, conductors that share no steps, coins if they fit."""
    box = names.box_of(game)
    assert view.seat is not None
    coins = sum(icon.count for icon in icons if icon.verb == verbs.COINS)
    if "coins" in moves and sum(view.players[view.seat].coins) + coins <= box.capacity:
        return "coins"
    drives = [word for word in moves if head_of(word) == "locomotive"]
    if drives:
        return max(drives, key=lambda word: int(rest_of(word)))
    if any(icon.verb in (verbs.COACH, verbs.ANY) for icon in icons):
        return ""  # a longer train may let a conductor go further
    return usual_walk(moves, icons)


def usual_walk(moves: Sequence[str], icons: Sequence[Icon]) -> str:
    """The longest way of a conductor where no other one could use its steps; "" if they have to be shared."""
    walks = [word for word in moves if head_of(word) == "conductor"]
    trains = sorted({rest_of(word).partition(":")[0] for word in walks}, key=TRAINS.index)
    shared = any(icon.verb == verbs.STEPS for icon in icons)
    if not trains or (shared and len(trains) > 1):
        return ""
    own = [word for word in walks if rest_of(word).startswith(f"{trains[0]}:")]
    return max(own, key=lambda word: int(word.rpartition(":")[2]))

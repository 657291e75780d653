"""Texts beside the board of First Class: the question, the round, and the header of a company."""

from __future__ import annotations

from trainshed.draw.board import Asked, Say
from trainshed.games.first_class.board.scene import Scene
from trainshed.games.first_class.text import names
from trainshed.games.first_class.view import View
from trainshed.kernel.game import Game


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
        scene = Scene(game, view, asked, say)
        return " ".join([progress(game, view, say), *verdicts(scene)]), end_clause(scene)
    return Scene(game, view, asked, say).question_asked()


def end_clause(scene: Scene) -> str:
    """The clause that decided who has won: a module's own, or that the most points win."""
    own = [module.end_clause(scene.now) for module in scene.modules.values()]
    return next(filter(None, own), "FC-FINAL-10")


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

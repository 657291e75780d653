"""Refusals of First Class: why the rules forbid a word, with the figures of the position where they help."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from trainshed.games.first_class.text.effects import coin_count, requirement_text
from trainshed.games.first_class.text.module import texts_of
from trainshed.games.first_class.text.names import box_of
from trainshed.kernel.game import Game
from trainshed.kernel.rulebook import Refusal
from trainshed.kernel.translation import ENGLISH, Translator, marked
from trainshed.phrases import general_refusal

REASONS: Final = {
    "FC-BONUS-01": marked("This end-bonus card does not lie face up."),
    "FC-BONUS-02": marked("An end-bonus card costs four coins, and you have fewer."),
    "FC-BONUS-07": marked("Nothing that you carry out now gives an end-bonus card."),
    "FC-BONUS-13": marked("No end-bonus card lies face up: this icon is lost."),
    "FC-CAR-02": marked("Nothing that you carry out now gives a coach."),
    "FC-CAR-06": marked("This train has its locomotive tile: no coach can follow."),
    "FC-CAR-07": marked("No level-0 coach is left in the supply."),
    "FC-COIN-02": marked("Nothing that you carry out now gives coins."),
    "FC-COIN-09": marked("A coach is bought with a coin of column 1, and none lies there."),
    "FC-COIN-10": marked("A step or a city is bought with a coin of column 2, and none lies there."),
    "FC-COIN-11": marked("An upgrade is bought with a coin of column 3, and none lies there."),
    "FC-COIN-12": marked("You do not have these coins: an end-bonus card takes four in all."),
    "FC-COIN-13": marked("No coin lies in this column."),
    "FC-COIN-17": marked("The coin would buy nothing: what it is for is not possible now."),
    "FC-COIN-20": marked("End-bonus cards are bought in your own turn only; now you only make room for coins."),
    "FC-CONDUCTOR-03": marked("Steps of one conductor cannot be given to the other one."),
    "FC-CONDUCTOR-04": marked("You do not have that many conductor steps."),
    "FC-CONDUCTOR-05": marked("The conductor would go beyond the last card of the train."),
    "FC-CONTRACT-02": marked("This contract does not lie beside your board."),
    "FC-CONTRACT-04": marked("The requirement of this contract is not met yet."),
    "FC-LOCO-01": marked("Nothing that you carry out now moves the locomotive that far."),
    "FC-LOCO-02": marked("This city has no reward for scoring phases."),
    "FC-LOCO-05": marked("The line ends before that: take a section card to lengthen it."),
    "FC-MAIL-02": marked("You have laid this mail car already."),
    "FC-ROW-02": marked("This row is cleared: its cards have left the game."),
    "FC-SCORE-04": marked("Your locomotive has not reached this city."),
    "FC-SCORE-07": marked("First finish the reward that you have begun, or give up the rest of it."),
    "FC-SCORE-09": marked("You have had the reward of this city in this scoring phase."),
    "FC-SCORE-18": marked("Rewards are left: receive them, or say that you give them up."),
    "FC-SETUP-01": marked("This belongs to a module that is not in this game."),
    "FC-SETUP-15": marked("This card is not among those that were passed on to you."),
    "FC-START-03": marked("What the start-player tile gives cannot be declined."),
    "FC-START-12": marked("Somebody has taken the start-player tile in this round."),
    "FC-TURN-01": marked("A turn has exactly one main move: an action card or the start-player tile."),
    "FC-TURN-02": marked("No card lies at this place: somebody has taken it."),
    "FC-TURN-04": marked("What can be used of this must be used; it cannot be left out."),
    "FC-TURN-05": marked("First finish the card: coins and contracts come before it or after it."),
    "FC-TURN-07": marked("An ignored card upgrades a coach that is already in a train; it gives no new coach."),
    "FC-TURN-14": marked("First finish the reward that you have begun: coins and contracts come after it."),
    "FC-UPGRADE-02": marked("Nothing that you carry out now upgrades a coach of this level."),
    "FC-UPGRADE-03": marked("This train has no coach of this level."),
    "FC-UPGRADE-17": marked("No coach card of the next level is left in the supply."),
}
"""What each clause forbids, in words that need no figures."""


def refusal(game: Game, refusal: Refusal, *, speech: Translator = ENGLISH, names: Sequence[str] = ()) -> str:
    """Why a move is refused, as a sentence. `generic` refusals are not about the move itself."""
    if refusal.generic:
        return general_refusal(game, refusal, speech)
    figures = with_figures(game, refusal, speech)
    if figures:
        return figures
    if refusal.clause in REASONS:
        return speech.gettext(REASONS[refusal.clause])
    for module in texts_of(box_of(game)):
        if own := module.refusal(refusal, speech):
            return own
        if refusal.clause in module.reasons:
            return speech.gettext(module.reasons[refusal.clause])
    return general_refusal(game, refusal, speech)


def with_figures(game: Game, refusal: Refusal, speech: Translator) -> str:
    """A refusal with the numbers on which it turns, or ""."""
    clause, numbers = refusal.clause, refusal.numbers
    if clause == "FC-CONTRACT-04" and "contract" in numbers:
        requirement = box_of(game).cards[numbers["contract"]].requirement
        assert requirement is not None
        facts = {"requirement": requirement_text(box_of(game), requirement, speech), "reached": numbers["reached"]}
        return speech.phrase("Required is: %(requirement)s. So far you have come to %(reached)d.", **facts)
    if clause == "FC-BONUS-02" and "price" in numbers:
        facts = {"price": coin_count(numbers["price"], speech), "coins": coin_count(numbers["coins"], speech)}
        return speech.phrase("An end-bonus card costs %(price)s, and you have %(coins)s.", **facts)
    if clause == "FC-CONDUCTOR-05" and "ahead" in numbers:
        return speech.plural(
            "The conductor has only %(count)d card ahead in this train.",
            "The conductor has only %(count)d cards ahead in this train.",
            numbers["ahead"],
        )
    if clause == "FC-CONDUCTOR-04" and "steps" in numbers:
        return speech.plural(
            "You have %(count)d conductor step left for this.",
            "You have %(count)d conductor steps left for this.",
            numbers["steps"],
        )
    if clause == "FC-LOCO-05" and "ahead" in numbers:
        return speech.plural(
            "The line has only %(count)d city ahead: take a section card to lengthen it.",
            "The line has only %(count)d cities ahead: take a section card to lengthen it.",
            numbers["ahead"],
        )
    if clause == "FC-LOCO-01" and numbers.get("cities"):
        return speech.plural(
            "The locomotive goes up to %(count)d city now, not further.",
            "The locomotive goes up to %(count)d cities now, not further.",
            numbers["cities"],
        )
    return ""

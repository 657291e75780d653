"""Why a game of Lok'n'Roll ended as it did: the points, what broke a tie, Laura, or a lost challenge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from trainshed.games.lok_n_roll.text.names import card_names, player, value_of
from trainshed.games.lok_n_roll.view import View
from trainshed.kernel.game import Game
from trainshed.kernel.translation import ENGLISH, Translator, marked
from trainshed.phrases import Automa, Ranking, listed, points, who

LAURA = 1
"""Laura's place beside the only seat."""


def decided(
    game: Game, view: View, seats: Sequence[int], *, speech: Translator = ENGLISH, names: Sequence[str] = ()
) -> list[tuple[str, str]]:
    """What decided between these seats, in sentences with their clauses; the last one says who has won."""
    if view.lost:
        one, many = "The challenge is lost: %(count)d derailment.", "The challenge is lost: %(count)d derailments."
        return [(speech.plural(one, many, view.derailments[0]), "LR-SOLO-05")]
    keys = {seat: sort_key(game, view.scores[seat], view.opened[seat] + view.piles[seat]) for seat in seats}
    if view.rival is not None:
        keys[LAURA] = sort_key(game, view.rival.score, view.rival.pile)
        names = [who(0, speech, names), player(None, speech, names)]
    elif view.seats == 1:
        facts = {"who": who(0, speech, names), "points": points(view.scores[0], speech)}
        return [(speech.phrase("%(who)s ends with %(points)s; the fewer, the better.", **facts), "LR-SOLO-01")]
    values = card_values(game)
    ties = [speech.gettext("fewer cards"), *[speech.phrase("fewer cards of value %(value)d", value=v) for v in values]]
    rules = ["LR-TIEBREAK-01", "LR-TIEBREAK-02", *["LR-TIEBREAK-03"] * (len(values) - 1)]
    clauses = ["LR-SCORE-02", *rules, "LR-TIEBREAK-04"]
    if view.rival is not None:  # the numbers are compared, and ties broken, by a clause of this mode
        clauses = ["LR-RIVAL-13", *rules, "LR-RIVAL-13"]
    return [Ranking(clauses, ties, fewest=True).decided(keys, speech, names)]


def ended_alone(
    game: Game, view: View, *, speech: Translator = ENGLISH, names: Sequence[str] = ()
) -> tuple[str, bool, bool]:
    """The end of a game for one in a few words; whether it was won, and whether somebody without a seat has won."""
    if view.lost:
        return speech.gettext("The challenge is lost"), False, False
    if view.rival is None:
        return points(view.scores[0], speech), True, False
    mine, laura = who(0, speech, names), player(None, speech, names)
    won, lost = view.standings[0] == 1, view.rival.rank == 1
    if won and lost:
        return speech.phrase("%(winners)s share the victory", winners=listed([mine, laura], speech)), True, False
    return speech.phrase("%(who)s wins", who=mine if won else laura), won, lost


def automa(options: Mapping[str, str], *, speech: Translator = ENGLISH) -> Automa | None:
    """Laura at a table with these options, or None without her (LR-RIVAL-01)."""
    if options.get("mode") != "rival":
        return None
    plays = marked(
        "She has no hand: she turns up a card, lays it if it fits, and the engine runs exactly as far as its value."
        " Each card on her pile counts 1 point."
    )
    return Automa(player(None, speech, ()), "laura", speech.gettext(plays))


def card_values(game: Game) -> list[int]:
    """The values of cards, the highest first: the order of the last tie-breaks."""
    return sorted({value_of(card) for card in card_names(game)}, reverse=True)


def sort_key(game: Game, score: int, cards: Sequence[str]) -> list[int]:
    """What is compared at the end: points, cards, then 4s, 3s, 2s and 1s (LR-TIEBREAK-01 to -03)."""
    values = [value_of(card) for card in cards]
    return [score, len(values), *[values.count(value) for value in card_values(game)]]

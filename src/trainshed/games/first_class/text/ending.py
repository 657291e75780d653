"""Why a game of First Class ended as it did: what modules decide at the end, and the points (FC-FINAL-10, -11)."""

from __future__ import annotations

from collections.abc import Sequence

from trainshed.games.first_class.text.position import own_texts
from trainshed.games.first_class.view import View
from trainshed.kernel.game import Game
from trainshed.kernel.translation import ENGLISH, Translator
from trainshed.phrases import Ranking


def decided(
    game: Game, view: View, seats: Sequence[int], *, speech: Translator = ENGLISH, names: Sequence[str] = ()
) -> list[tuple[str, str]]:
    """What decided between these seats, in sentences with their clauses; the last one says who has won."""
    modules = own_texts(view)
    found = [told for module in modules for told in module.decided(game, view, speech, names)]
    compared = [seat for seat in seats if not any(module.drops_out(view, seat) for module in modules)]
    if not compared:  # everybody else has given up
        return found
    ranking = Ranking(("FC-FINAL-10", "FC-FINAL-11"))
    return [*found, ranking.decided({seat: [view.scores[seat]] for seat in compared}, speech, names)]

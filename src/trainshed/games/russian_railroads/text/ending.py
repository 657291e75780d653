"""Why a game of Russian Railroads ended as it did: the points (RR-FINAL-08)."""

from __future__ import annotations

from collections.abc import Sequence

from trainshed.games.russian_railroads.view import View
from trainshed.kernel.game import Game
from trainshed.kernel.translation import ENGLISH, Translator
from trainshed.phrases import Ranking


def decided(
    game: Game, view: View, seats: Sequence[int], *, speech: Translator = ENGLISH, names: Sequence[str] = ()
) -> list[tuple[str, str]]:
    """What decided between these seats, in sentences with their clauses; the last one says who has won."""
    ranking = Ranking(("RR-FINAL-08", "RR-FINAL-08"))
    return [ranking.decided({seat: [view.scores[seat]] for seat in seats}, speech, names)]

"""Why a game of Spike ended as it did: how the end came, the money, and what broke a tie."""

from __future__ import annotations

from collections.abc import Sequence

from trainshed.games.spike.text.names import box_of, money
from trainshed.games.spike.view import View
from trainshed.kernel.game import Game
from trainshed.kernel.translation import ENGLISH, Translator, marked
from trainshed.phrases import Ranking, who


def decided(
    game: Game, view: View, seats: Sequence[int], *, speech: Translator = ENGLISH, names: Sequence[str] = ()
) -> list[tuple[str, str]]:
    """How the game ended and what decided between these seats, in sentences with their clauses; the last one says who
    has won."""
    _ = speech.gettext
    ranking = Ranking(
        ("SP-END-06", "SP-TIEBREAK-01", "SP-TIEBREAK-02", "SP-TIEBREAK-03"),
        (_("more connected cities"), _("more railway cards left")),
        money,
    )
    players = view.players
    keys = {seat: [view.scores[seat], len(players[seat].cities), players[seat].cards] for seat in seats}
    return [*special_end(game, view, speech, names), ranking.decided(keys, speech, names)]


def special_end(game: Game, view: View, speech: Translator, names: Sequence[str]) -> list[tuple[str, str]]:
    """How the end came, if not in the normal way, by the third Time card (SP-END-01)."""
    if view.times >= box_of(game).time_cards:
        text = speech.gettext("The last Time card is drawn during the last turns.")
        return [(text, "SP-END-04")] if view.last_turns >= 0 else []
    if view.last_turns == 0:
        caused = who((view.turn + 1) % view.seats, speech, names)  # everybody else has had one more turn since
        text = marked("Special end: %(who)s has laid all tracks and has nothing left to deliver.")
        return [(speech.phrase(text, who=caused), "SP-END-02")]
    return [(speech.gettext("For too long nobody has drawn, built, upgraded or delivered."), "SP-END-08")]

"""The sentences about the end of a game: every title says who has won, with clauses that exist, in every language."""

from __future__ import annotations

from random import Random

import pytest

from tests.support.games.title_tables import TABLES, Table
from tests.support.games.words import wander
from tests.support.seeds import size
from trainshed.kernel.registry import game
from trainshed.locale import LANGUAGES, speech
from trainshed.phrases import listed

NAMES = ["Ada", "Bo", "Cy", "Di"]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_last_sentence_names_those_who_have_won(table: Table) -> None:
    title = game(table.slug)
    rng = Random(str(table))
    for _ in range(size(day=2, night=20)):
        state = title.start(table.seats, dict(table.options))
        while not state.over:
            wander(state, rng)
        winners = [NAMES[seat] for seat, rank in enumerate(state.standings()) if rank == 1]
        for language in LANGUAGES:
            spoken = speech(language)
            sentences = title.part("text.sentences")
            told = sentences.decided(title, state.view(None), range(table.seats), speech=spoken, names=NAMES)
            assert all(clause in title.rulebook for _, clause in told)
            assert not any("%" in text or "None" in text for text, _ in told)
            if table.seats > 1:
                assert listed(winners, spoken) in told[-1][0]

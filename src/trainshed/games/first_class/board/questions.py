"""The questions of First Class as they are put to the viewer, and the clauses that explain questions and options."""

from __future__ import annotations

from typing import Final

from trainshed.kernel.translation import marked

CLAUSES: Final = {
    "keep": "FC-SETUP-15",
    "take": "FC-TURN-01",
    "tile": "FC-START-01",
    "use": "FC-TURN-03",
    "ignore": "FC-TURN-07",
    "coach": "FC-CAR-04",
    "upgrade": "FC-UPGRADE-08",
    "conductor": "FC-CONDUCTOR-02",
    "locomotive": "FC-LOCO-01",
    "coins": "FC-COIN-02",
    "bonus": "FC-BONUS-07",
    "leave": "FC-TURN-04",
    "mail": "FC-MAIL-01",
    "coin": "FC-COIN-14",
    "buy": "FC-BONUS-02",
    "pay": "FC-COIN-12",
    "fulfil": "FC-CONTRACT-04",
    "city": "FC-SCORE-04",
    "score": "FC-SCORE-18",
    "done": "FC-TURN-14",
}
"""The clause that explains an option, by the first part of its word."""

COIN_CLAUSES: Final = {
    "coach": "FC-COIN-09",
    "conductor": "FC-COIN-10",
    "locomotive": "FC-COIN-10",
    "upgrade": "FC-COIN-11",
    "point": "FC-COIN-13",
}
"""The clause of a word that spends a coin, by what the coin buys."""

QUESTIONS: Final = {
    "KeepBonus": "FC-SETUP-15",
    "Draft": "FC-SETUP-15",
    "Turn": "FC-TURN-01",
    "UseCard": "FC-TURN-03",
    "Carry": "FC-TURN-06",
    "ChooseMail": "FC-MAIL-02",
    "PayBonus": "FC-COIN-12",
    "MakeRoom": "FC-COIN-07",
    "After": "FC-TURN-14",
    "ScoringPart": "FC-SCORE-04",
}
"""The clause that helps most with each question."""

OWN_QUESTIONS: Final = {
    "KeepBonus": marked("Which end-bonus card do you keep?"),
    "Draft": marked("Which end-bonus card do you keep?"),
    "Turn": marked("Which card do you take?"),
    "UseCard": marked("Carry the card out, or ignore it for an upgrade?"),
    "Carry": marked("Which step now?"),
    "ChooseMail": marked("Which mail car is laid?"),
    "PayBonus": marked("Which coins pay for the card?"),
    "MakeRoom": marked("Which coins make room for the new ones?"),
    "After": marked("Anything more before the turn ends?"),
    "ScoringPart": marked("Take a reward of your line, or score the trains?"),
}
"""Each question as it is put to the viewer."""

ANSWERS: Final = {"use": "card", "ignore": "card"}
"""Words that answer the same question although they begin differently."""

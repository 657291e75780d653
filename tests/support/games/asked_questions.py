"""Records the questions that a server puts to its bot processes."""

from __future__ import annotations

from typing import Any

import pytest

from trainshed.service.bot_processes.pool import BotProcess
from trainshed.service.bot_processes.question import Question


def seen_questions(monkeypatch: pytest.MonkeyPatch) -> list[Question]:
    """All questions that are put to processes from now on."""
    asked: list[Question] = []
    ask = BotProcess.ask

    async def recorded(self: BotProcess, question: Question) -> Any:
        asked.append(question)
        return await ask(self, question)

    monkeypatch.setattr(BotProcess, "ask", recorded)
    return asked

"""The exception of a game, on its way from the process that played to the one that asked for it."""

from __future__ import annotations

import pickle
import traceback


class GameError(Exception):
    """An exception in a game that cannot be sent from process to process as it is."""


class _RemoteTraceback(Exception):
    """The traceback of an exception in another process, as text."""

    def __str__(self) -> str:
        return f'\n"""\n{self.args[0]}"""'


class FailedGame:
    """The exception of a game, made fit for sending."""

    def __init__(self, error: Exception) -> None:
        self.text = "".join(traceback.format_exception(error))
        try:
            self.pickled = pickle.dumps(error)
            pickle.loads(self.pickled)
        except Exception:  # a class may refuse to be pickled or made again in any way
            named = GameError(f"{type(error).__name__}: {error}")
            for note in getattr(error, "__notes__", []):
                named.add_note(note)
            self.pickled = pickle.dumps(named)

    def exception(self) -> Exception:
        error: Exception = pickle.loads(self.pickled)
        error.__cause__ = _RemoteTraceback(self.text)
        return error

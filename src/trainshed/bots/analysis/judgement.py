"""What an analysis of a game says. The types stand in `trainshed.wire`, because clients of the API get them too."""

from trainshed.wire import Analysis, JudgedDecision, JudgedMove, Judgement

__all__ = ["Analysis", "JudgedDecision", "JudgedMove", "Judgement"]

"""Numbers as texts, written as the reader's language writes them."""

from __future__ import annotations

from trainshed.kernel.translation import Translator


def rounded(number: float, speech: Translator) -> str:
    """A number with at most one decimal, as it is written in the reader's language."""
    text = f"{number:.1f}".removesuffix(".0").replace("-", "−")
    return text if speech.language == "en" else text.replace(".", ",")

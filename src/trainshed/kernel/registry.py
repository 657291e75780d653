"""Registry of titles by slug: those of all installed packages with an entry point `trainshed.games`."""

from __future__ import annotations

from trainshed.kernel.content import Pack
from trainshed.kernel.game import Game
from trainshed.kernel.options import SetupError
from trainshed.kernel.plugins import installed

GROUP = "trainshed.games"

_made: dict[tuple[str, int], Game] = {}


class UnknownTitle(SetupError):
    """No installed package offers this title."""


def titles() -> list[str]:
    """The slugs of all installed titles."""
    return list(installed(GROUP))


def game(slug: str, edition: int | None = None, pack: Pack | None = None) -> Game:
    """A title by its slug; by default its newest edition with its built-in content pack."""
    if pack is None and edition is not None and (slug, edition) in _made:
        return _made[slug, edition]
    points = installed(GROUP)
    if slug not in points:
        raise UnknownTitle(f"no title {slug[:40]!r}; there are {', '.join(points) or 'none'}")
    title = points[slug].load()
    edition = title.editions[-1] if edition is None else edition
    if pack is None and (slug, edition) in _made:
        return _made[slug, edition]
    made: Game = title(edition, pack)
    if pack is None:
        made = _made.setdefault((slug, made.edition), made)
    return made

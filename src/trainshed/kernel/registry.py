"""Registry of titles by slug: those of all installed packages with an entry point `trainshed.games`.

A title with another content pack is a game of its own. Packs are known by their digests: the built-in one, those of
earlier releases (`former/DIGEST.toml` in the title's folder), and those that somebody has brought (`add_pack`).
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Final

from trainshed.kernel.content import ContentError, Pack, check_like, differences
from trainshed.kernel.game import Game, title_file
from trainshed.kernel.options import SetupError
from trainshed.kernel.plugins import installed

GROUP = "trainshed.games"

MOST_GAMES: Final = 64
"""Games with packs that are not built in that are kept; then those longest unused are made anew when needed."""
MOST_PACKS = 1_000
"""Packs that are kept; then those added first are forgotten."""

_titles: dict[str, Any] = {}
_built_in: dict[tuple[str, int], Game] = {}
_made: OrderedDict[tuple[str, int, str], Game] = OrderedDict()
_packs: OrderedDict[tuple[str, str], Pack] = OrderedDict()


class UnknownTitle(SetupError):
    """No installed package offers this title."""


class UnknownPack(SetupError):
    """Nobody has brought the content pack with this digest."""


def titles() -> list[str]:
    """The slugs of all installed titles."""
    return list(installed(GROUP))


def game(slug: str, edition: int | None = None, pack: Pack | str | None = None) -> Game:
    """A title by its slug; by default its newest edition with its built-in content pack.

    `pack` is another pack, or the digest of one that is known here. The same pack gives the same game.
    """
    if edition is None or (slug, edition) not in _built_in:
        title = _title(slug)
        edition = title.editions[-1] if edition is None else edition
        if (slug, edition) not in _built_in:
            _built_in.setdefault((slug, edition), title(edition, None))
    usual = _built_in[slug, edition]
    digest = pack.digest if isinstance(pack, Pack) else pack
    if digest is None or digest == usual.pack.digest:
        return usual
    key = (slug, edition, digest)
    found = _made.get(key)
    if found is None:
        found = _make(usual, edition, pack if isinstance(pack, Pack) else pack_of(slug, digest))
        _made[key] = found
        if len(_made) > MOST_GAMES:
            _made.popitem(last=False)
    else:
        _made.move_to_end(key)
    return found


def built_in(own: Game) -> bool:
    """Does this game use the content pack that its title brings along in this release?"""
    return _usual(own).pack.digest == own.pack.digest


def own_content(own: Game) -> list[str]:
    """Where the content of a game differs from the built-in pack, one line each; none if it is that pack."""
    return [str(difference) for difference in differences(_usual(own).pack, own.pack)]


def _usual(own: Game) -> Game:
    """The same title with its built-in pack; a title that is not installed has no other pack than its own."""
    return game(own.slug, own.edition) if own.slug in installed(GROUP) else own


# ---------------------------------------------------------------- packs


def add_pack(slug: str, pack: Pack) -> None:
    """Let a pack be found by its digest, as long as this process runs or many others are added."""
    _packs[slug, pack.digest] = pack
    _packs.move_to_end((slug, pack.digest))
    if len(_packs) > MOST_PACKS:
        _packs.popitem(last=False)


def knows_pack(slug: str, digest: str) -> bool:
    """Can `game` find this pack by its digest? The built-in one is not meant here."""
    return (slug, digest) in _packs or _former(slug, digest) is not None


def pack_of(slug: str, digest: str) -> Pack:
    """A pack by its digest, that is not the built-in one: brought by somebody, or of an earlier release."""
    found = _packs.get((slug, digest)) or _former(slug, digest)
    if found is None:
        raise UnknownPack(f"the content pack {digest[:12]} of {slug} is not known here")
    return found


def _former(slug: str, digest: str) -> Pack | None:
    """The built-in pack of an earlier release. Files are named by digests, so no other name can be asked for."""
    if len(digest) != 64 or not digest.isalnum():
        return None
    file = title_file(_title(slug).package, f"former/{digest}.toml")
    if not file.is_file():
        return None
    pack = Pack.read(file)
    if pack.digest != digest:
        raise ContentError(f"{file}: its digest is {pack.digest}")
    pack.name, pack.released = "content of an earlier release", True
    add_pack(slug, pack)
    return pack


def _title(slug: str) -> Any:
    found = _titles.get(slug)
    if found is None:
        points = installed(GROUP)
        if slug not in points:
            raise UnknownTitle(f"no title {slug[:40]!r}; there are {', '.join(points) or 'none'}")
        found = _titles[slug] = points[slug].load()
    return found


def _make(usual: Game, edition: int, pack: Pack) -> Game:
    """The game with a pack from outside. Whatever the rules cannot use of it is said in one line."""
    if not pack.released:
        check_like(pack, usual.pack)
    try:
        made: Game = _title(usual.slug)(edition, pack)
    except Exception as error:
        if isinstance(error, ContentError) and str(error).startswith(pack.name):
            raise
        # The rules read a pack as it should be. What was changed in this one is where the fault is.
        raise ContentError(f"{pack.name}: {unusable(usual.pack, pack, error)}") from error
    return made


def unusable(usual: Pack, pack: Pack, error: Exception) -> str:
    """Why the rules cannot play with a pack: what was changed in it, and the error that came of it."""
    changed = differences(usual, pack)
    shown = "; ".join(str(difference) for difference in changed[:3])
    more = f" and {len(changed) - 3} more changes" if len(changed) > 3 else ""
    kind = "" if isinstance(error, ContentError) else f"{type(error).__name__}: "
    reason = " ".join(f"{kind}{error}".split())[:160]
    return f"the rules cannot play with {shown}{more} ({reason})"

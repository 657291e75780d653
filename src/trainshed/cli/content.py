"""`trainshed content`: copy the content pack of a title, check a corrected one, offer it at the tables of a server."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from trainshed.cli.common import CliError, plain
from trainshed.kernel.content import MOST_BYTES, ContentError, Pack, differences
from trainshed.kernel.game import Game, title_file
from trainshed.kernel.registry import game as find
from trainshed.kernel.registry import titles

content = typer.Typer(no_args_is_help=True, help="What is printed on the cards and boards of a title.")

File = Annotated[Path, typer.Argument(help="A pack, as `export` writes it and somebody has corrected it.")]
TitleOfPack = Annotated[
    str | None, typer.Argument(metavar="[TITLE]", help="Its title; without it the pack itself says which.")
]


@content.command()
def export(
    title: Annotated[str, typer.Argument(help="The title's slug, see `trainshed games`.")],
    file: Annotated[Path | None, typer.Argument(help="Where to write it; without it, to standard output.")] = None,
) -> None:
    """Write the built-in pack of a title to a file, to be corrected against the box."""
    find(title)
    text = title_file(_package(title), "content.toml").read_text(encoding="utf-8")
    if file is None:
        sys.stdout.write(text)
        return
    with file.open("x", encoding="utf-8", newline="\n") as stream:  # never over somebody's corrections
        stream.write(text)
    print(f"{file}: the content of {find(title).name}. Correct it, then: trainshed content check {file}")


@content.command()
def check(file: File, title: TitleOfPack = None) -> None:
    """Check a pack: its rows and fields, where it differs from the built-in one, and whether games with it end."""
    game = checked(file, title)
    changed = differences(find(game.slug).pack, game.pack)
    for difference in changed:
        print(plain(f"  {difference}"))
    print(
        f"{plain(str(file))}: {game.name} with {len(changed) or 'no'} change{'' if len(changed) == 1 else 's'},"
        f" digest {game.pack.digest[:12]}. Trial games with {', '.join(map(str, game.seat_counts))} seats have ended."
    )


@content.command()
def add(
    file: File,
    title: TitleOfPack = None,
    name: Annotated[str, typer.Option(help="How it is called at tables; without it, like the file.")] = "",
) -> None:
    """Offer a pack at the tables of the server (TRAINSHED_DATABASE), after the same check."""
    from trainshed.cli.db import one_line, ready
    from trainshed.service.base.errors import ServiceError
    from trainshed.service.ops.backup import connected
    from trainshed.service.packs.pack_store import insert_pack
    from trainshed.service.tables.open_tables import system_now

    game = checked(file, title)
    if game is find(game.slug):
        raise CliError(f"{file}: this is the built-in content: nothing in it was changed")
    database = ready()
    try:
        with one_line(), connected(database) as connection:
            fresh = insert_pack(connection, game, name or file.stem, system_now())
    except ServiceError as error:
        raise CliError(str(error)) from error
    print(f"{game.name}, digest {game.pack.digest[:12]}: {'added' if fresh else 'is there already'}.")


@content.command("list")
def list_packs() -> None:
    """List the packs that are stored in the database of the server."""
    from trainshed.cli.db import one_line, ready
    from trainshed.service.ops.backup import connected
    from trainshed.service.packs.pack_store import stored_packs

    database = ready()
    with one_line(), connected(database) as connection:
        found = stored_packs(connection)
    for pack in found:
        kind = "built in" if pack.built_in else "added"
        print(f"{pack.digest[:12]}  {pack.title}  {kind}  {plain(pack.name)}")
    print(f"{len(found)} content packs")


def checked(file: Path, title: str | None) -> Game:
    """The title with the pack of a file, after trial games in a process of its own."""
    from trainshed.arena.pack_check import check_apart

    with file.open(encoding="utf-8", newline="") as stream:
        text = stream.read(MOST_BYTES + 1)
    slug = title_of(Pack.parse(text, str(file))) if title is None else title
    find(slug)
    return find(slug, None, check_apart(slug, text, str(file)))


def title_of(pack: Pack) -> str:
    """The title of a pack: the one whose built-in pack has the same name."""
    meta = pack.data.get("meta")
    name = meta.get("game") if isinstance(meta, dict) else None
    for slug in titles():
        if find(slug).pack.data.get("meta", {}).get("game") == name:
            return slug
    raise ContentError(f"{pack.name}: meta.game is not that of a title; there are {', '.join(titles())}")


def _package(title: str) -> str:
    package: str = type(find(title)).package  # type: ignore[attr-defined]  # every title has one, see `Title`
    return package

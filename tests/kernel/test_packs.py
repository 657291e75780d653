"""Packs that are not built in: found by digest, compared with the built-in one, embedded in records."""

from __future__ import annotations

import copy
import json
from collections import OrderedDict
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.support.packs.changed import changed
from trainshed.kernel import registry
from trainshed.kernel.content import MOST_BYTES, MOST_VALUES, ContentError, Pack, check_like, differences
from trainshed.kernel.nature import Committed
from trainshed.kernel.record import Record, Recorder, RecordError, final, read, verify, write
from trainshed.kernel.registry import UnknownPack, add_pack, built_in, game, own_content

SECRET = b"s" * Committed.SECRET_BYTES


def played(slug: str, pack: Pack | None) -> Record:
    """A random game to its end."""
    title = game(slug, None, pack)
    recorder = Recorder(title.start(2), ["Ada", "Blaise"], Committed(SECRET, "kitchen"))
    rng = Random(f"{slug} {title.pack.digest}")
    while not recorder.state.over:
        if recorder.state.actor < 0:
            recorder.draw()
        else:
            recorder.play(rng.choice(recorder.state.moves()))
    return recorder.finish()


@pytest.fixture
def nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that knows no pack but the built-in ones."""
    forget(monkeypatch)


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_made", "_packs"):
        monkeypatch.setattr(registry, name, OrderedDict())


@pytest.mark.parametrize("slug", ["lok-n-roll", "russian-railroads"])
def test_a_changed_card_changes_the_digest_and_is_a_game_of_its_own(slug: str) -> None:
    pack = changed(slug)
    other = game(slug, None, pack)
    assert pack.digest != game(slug).pack.digest
    assert other is not game(slug)
    assert other is game(slug, None, changed(slug)), "the same pack is the same game"
    assert not built_in(other)
    assert built_in(game(slug))
    assert len(own_content(other)) == 1
    assert own_content(game(slug)) == []
    assert game(slug, None, Pack(copy.deepcopy(game(slug).pack.data))) is game(slug)


@pytest.mark.usefixtures("nothing_known")
def test_packs_are_found_by_digest() -> None:
    pack = changed("lok-n-roll", 2)
    with pytest.raises(UnknownPack, match=pack.digest[:12]):
        game("lok-n-roll", 1, pack.digest)
    add_pack("lok-n-roll", pack)
    assert game("lok-n-roll", 1, pack.digest).pack is pack
    assert game("lok-n-roll", 1, game("lok-n-roll").pack.digest) is game("lok-n-roll")
    for digest in ("../content", "x" * 64, ""):
        with pytest.raises(UnknownPack):
            game("lok-n-roll", 1, digest)


@pytest.mark.usefixtures("nothing_known")
def test_games_of_many_packs_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "MOST_PACKS", 40)
    cards = game("lok-n-roll").pack.data["card"]
    for number in range(registry.MOST_GAMES + 5):
        data = copy.deepcopy(game("lok-n-roll").pack.data)
        data["card"][number % len(cards)]["count"] += 1 + number // len(cards)
        game("lok-n-roll", None, Pack(data))
        add_pack("lok-n-roll", Pack(data))
    assert len(registry._made) == registry.MOST_GAMES
    assert len(registry._packs) == 40


class TitleWithPast:
    """Lok'n'Roll as if its files lay in another package, which a test writes."""

    package = "title_with_a_past"
    editions = (1,)

    def __new__(cls, edition: int, pack: Pack) -> Any:
        return type(game("lok-n-roll"))(edition, pack)  # type: ignore[call-arg]


@pytest.mark.usefixtures("nothing_known")
def test_packs_of_earlier_releases_are_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    text = Path("src/trainshed/games/lok_n_roll/content.toml").read_text(encoding="utf-8")
    old = Pack.parse(text.replace("hand = 2", "hand = 3"), "old")
    former = tmp_path / "title_with_a_past" / "former"
    former.mkdir(parents=True)
    (former.parent / "__init__.py").touch()
    (former / f"{old.digest}.toml").write_text(text.replace("hand = 2", "hand = 3"), encoding="utf-8")
    (former / f"{'0' * 64}.toml").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setitem(registry._titles, "lok-n-roll", TitleWithPast)
    assert own_content(game("lok-n-roll", 1, old.digest)) == ["setup.hand: 2 → 3"]
    with pytest.raises(ContentError, match="its digest is"):
        game("lok-n-roll", 1, "0" * 64)


# ---------------------------------------------------------------- records


@pytest.mark.usefixtures("nothing_known")
@pytest.mark.parametrize("slug", ["lok-n-roll", "russian-railroads"])
def test_a_record_embeds_a_pack_that_is_not_built_in(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pack = changed(slug)
    record = played(slug, pack)
    text = write(record)
    assert "\ncontent: " in text
    assert max(map(len, text.splitlines())) < 400
    assert "\ncontent: " not in write(played(slug, None))
    forget(monkeypatch)  # as on another machine
    again = read(text)
    assert verify(again).digest == record.position == final(again).digest()
    assert write(again) == text
    assert own_content(again.game) == [str(found) for found in differences(game(slug).pack, pack)]


@pytest.mark.usefixtures("nothing_known")
def test_what_a_record_embeds_must_be_what_it_names(monkeypatch: pytest.MonkeyPatch) -> None:
    record = played("lok-n-roll", changed("lok-n-roll"))
    data = json.loads(record.content)
    data["setup"]["hand"] = 3
    other = json.dumps(data)
    del data["dice"]
    for content, said in (
        ("", f"recorded with content pack {record.pack[:12]}"),
        (other, "the content of the record has the digest"),
        ("[]", "not a content pack"),
        ('{"dice": NaN}', "the content of the record: NaN is no number"),
        ("{", "the content of the record: "),
    ):
        record.content = content
        forget(monkeypatch)
        with pytest.raises(RecordError, match=said):
            verify(record)
    record.content, record.pack = json.dumps(data), Pack(data).digest
    with pytest.raises(RecordError, match="dice is missing"):
        verify(record)
    long = write(record).replace("\nseat 1:", "\n" + "content: x\n" * 1_100 + "seat 1:")
    with pytest.raises(RecordError, match="a content pack has at most"):
        read(long)


# ---------------------------------------------------------------- limits


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a = 1.5", "f: a: 1.5 is neither a text, a whole number nor a flag"),
        ("a = 2026-11-16", "f: a: 2026-11-16 is neither"),
        (f"a = {2**40}", "f: a: 1099511627776 is neither"),
        ("a = '" + "x" * 1_001 + "'", "f: a: a text has at most 1,000 characters"),
        ('a = "x\\u0007"', "f: a: a text has at most"),
        ('[[row]]\nb = 1\n[[row]]\nb = "\\n"', "f: row, row 2, b: a text has at most"),
        (f"a = [{'1,' * MOST_VALUES}]", "f: a content pack has at most 10,000 values"),
        (f"a = '{'x' * MOST_BYTES}'", "f: a content pack has at most 200,000 bytes"),
        ("a = " + "[" * 40 + "]" * 40, "nested too deeply"),
        ("a = " + "[" * 5_000 + "]" * 5_000, "f: "),
        ("a = " + "9" * 5_000, "f: "),
        (f"{'k' * 61} = 1", "f: : 'kkkkkkkkkkkkkkkkkkkk' is no name"),
        ("a = 1\na = 2", "f: Cannot overwrite a value"),
    ],
)
def test_limits_of_a_pack(text: str, said: str) -> None:
    with pytest.raises(ContentError) as error:
        Pack.parse(text, "f")
    assert said in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("card.2.count", "5", "own: card, row 3, count: a text, and not a whole number"),
        ("card.2.count", -1, "own: card, row 3, count: -1 is not from 0 to 50"),
        ("card.2.count", 51, "own: card, row 3, count: 51 is not from 0 to 50"),
        ("card.2.count", True, "own: card, row 3, count: a flag, and not a whole number"),
        ("dice", None, "own: dice is missing"),
        ("dices", {}, "own: dices is no part of this content"),
        ("dice.faces", [1] * 29, "own: dice.faces: 29 entries are more than 28"),
        ("geometry.forms.straight_long", {}, "own: geometry.forms.straight_long: a table, and not a list"),
    ],
)
def test_a_pack_is_like_the_built_in_one(path: str, value: object, said: str) -> None:
    data = copy.deepcopy(game("lok-n-roll").pack.data)
    *way, last = path.split(".")
    place: Any = data
    for key in way:
        place = place[int(key)] if isinstance(place, list) else place[key]
    if value is None:
        del place[last]
    else:
        place[last] = value
    with pytest.raises(ContentError) as error:
        check_like(Pack(data, "own"), game("lok-n-roll").pack)
    assert str(error.value) == said


def test_differences_follow_rows_that_were_added_or_removed() -> None:
    before = Pack({"row": [{"id": "a", "n": 1}, {"id": "b", "n": 2}, {"id": "c", "n": 3}], "list": [1, 2]})
    after = Pack({"row": [{"id": "b", "n": 2}, {"id": "c", "n": 4, "note": "?"}], "list": [1], "new": "x" * 60})
    assert [str(found) for found in differences(before, after)] == [
        'row, row 1: {"id": "a", "n": 1} → -',
        "row, row 2, n: 3 → 4",
        "list: [1, 2] → [1]",
        f"new: - → {'x' * 39}…",
    ]

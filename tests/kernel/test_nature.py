"""Nature: seeded draws that two arms of a study share, scripted draws, and committed draws that can be verified."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import pairwise

import pytest

import trainshed
from trainshed.kernel.nature import Committed, Nature, Scripted, ScriptError, Seeded, choose_all, commitment, mix
from trainshed.kernel.vocabulary import UnknownWord

GAME = trainshed.game("lok-n-roll")
SECRET = bytes(range(32))


def chi_square(counts: Counter[int], cells: int) -> float:
    expected = counts.total() / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in range(cells))


# ---------------------------------------------------------------- seeded


def test_golden_numbers() -> None:
    """The draws of a seed must never change: saved studies and examples depend on them."""
    nature = Seeded(1)
    assert [nature.fraction("deck") for _ in range(4)] == [46021406, 1370872383, 167297258, 347667509]
    assert [nature.fraction("die") for _ in range(4)] == [1976999100, 222716741, 956268970, 257239404]
    assert [Seeded("7:0").fraction("deck"), Seeded("7:1").fraction("deck")] == [1887044719, 1143452262]


def test_golden_draws() -> None:
    state = GAME.start(3)
    drawn = choose_all(state, Seeded("golden"))
    assert [GAME.vocabulary.word(move) for move in drawn][:5] == ["start:2", "draw:track:2:curve_right"]


def test_a_number_and_its_text_are_one_seed() -> None:
    assert Seeded(12).fraction("x") == Seeded("12").fraction("x")


def test_streams_do_not_disturb_each_other() -> None:
    alone, mixed = Seeded(5), Seeded(5)
    want = [alone.fraction("deck") for _ in range(50)]
    got = []
    for index in range(50):
        for _ in range(index % 3):
            mixed.fraction("die")
        got.append(mixed.fraction("deck"))
    assert got == want
    assert want != [Seeded(5).fraction("die") for _ in range(50)]


def test_mix_loses_nothing() -> None:
    assert len({mix(x) for x in range(1 << 16)}) == 1 << 16
    assert all(0 <= mix(x) < 1 << 31 for x in range(0, 1 << 31, (1 << 31) // 997))


@pytest.mark.parametrize("cells", [6, 55])
def test_seeded_tickets_are_even(cells: int) -> None:
    """Along one stream, and over the first draws of many seeds: a χ² that chance exceeds once in 10,000."""
    nature = Seeded("even")
    along = Counter((nature.fraction("deck") * cells) >> 31 for _ in range(50_000))
    over = Counter((Seeded(f"s:{index}").fraction("deck") * cells) >> 31 for index in range(50_000))
    limit = {6: 25.7, 55: 105.0}[cells]
    assert chi_square(along, cells) < limit
    assert chi_square(over, cells) < limit


def test_seeded_neighbours_are_independent() -> None:
    nature = Seeded("pairs")
    rolls = [(nature.fraction("die") * 6) >> 31 for _ in range(60_001)]
    pairs = Counter(6 * a + b for a, b in pairwise(rolls))
    assert chi_square(pairs, 36) < 76.0


# ---------------------------------------------------------------- scripted


def test_a_script_is_followed() -> None:
    words = ["start:2", "draw:track:1:straight_long"]
    state = GAME.start(2)
    nature = Scripted(words)
    for word in words:
        move = nature.choose(state)
        assert GAME.vocabulary.word(move) == word
        state.play(move)
    with pytest.raises(ScriptError, match="no word for draw 3"):
        nature.choose(state)


def test_after_the_script_another_nature_goes_on() -> None:
    state = GAME.start(2)
    nature: Nature = Scripted(["start:2"], Seeded(1))
    drawn = choose_all(state, nature)
    assert GAME.vocabulary.word(drawn[0]) == "start:2"
    assert len(drawn) > 1


def test_a_script_cannot_break_the_rules() -> None:
    with pytest.raises(ScriptError, match="draw 1 cannot be start:3"):
        Scripted(["start:3"]).choose(GAME.start(2))
    with pytest.raises(UnknownWord):
        Scripted(["start:nobody"]).choose(GAME.start(2))


# ---------------------------------------------------------------- committed


def test_the_ticket_is_what_the_format_says() -> None:
    for seq in range(1, 50):
        raw = hmac.new(SECRET, f"kitchen\n{seq}\n0".encode(), hashlib.sha256).digest()
        assert Committed(SECRET, "kitchen", seq).ticket(55) == int.from_bytes(raw[:8], "big") % 55


def test_overhanging_values_are_drawn_again() -> None:
    """With 2**63 + 1 tickets nearly half of all values overhang."""
    tickets = (1 << 63) + 1
    again = 0
    for seq in range(200):
        attempt = 0
        while True:
            raw = hmac.digest(SECRET, f"t\n{seq}\n{attempt}".encode(), "sha256")
            value = int.from_bytes(raw[:8], "big")
            if value < tickets:
                break
            attempt += 1
        again += attempt > 0
        assert Committed(SECRET, "t", seq).ticket(tickets) == value
    assert 60 < again < 140


@pytest.mark.parametrize(("tickets", "limit"), [(2, 15.2), (6, 25.7), (55, 105.0)])
def test_committed_tickets_are_even(tickets: int, limit: float) -> None:
    counts = Counter(Committed(SECRET, "even", seq).ticket(tickets) for seq in range(40_000))
    assert chi_square(counts, tickets) < limit


def test_the_smallest_wheel_has_one_ticket() -> None:
    assert Committed(SECRET, "t", 1).ticket(1) == 0


def test_a_secret_has_32_bytes_and_a_public_hash() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Committed(b"short", "t")
    assert Committed(SECRET, "t").commitment == commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()
    assert Committed(SECRET, "t", 9).ticket(1 << 40) != Committed(SECRET, "u", 9).ticket(1 << 40)

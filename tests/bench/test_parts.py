"""Parts of measurements: CPU time of processes, and clients with addresses of their own."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from time import process_time

import pytest

from bench.parts.http import Web
from bench.parts.page_tables import Player
from bench.parts.processor import cpu_seconds, with_children


def test_cpu_time_is_that_of_the_process() -> None:
    before = process_time()
    found = cpu_seconds(os.getpid())
    assert before <= found <= process_time()


def test_cpu_time_of_children_is_counted_and_that_of_others_is_not() -> None:
    busy = "import time\nwhile time.process_time() < 0.3: pass\nprint('done', flush=True)\ninput()"
    before = with_children(os.getpid()) - cpu_seconds(os.getpid())
    with subprocess.Popen([sys.executable, "-c", busy], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"done\n"
        alone = cpu_seconds(child.pid)
        assert alone >= 0.3
        assert with_children(os.getpid()) - cpu_seconds(os.getpid()) - before == pytest.approx(alone, abs=0.1)
        assert with_children(child.pid) == pytest.approx(alone, abs=0.1)
        child.communicate(b"\n")


def test_every_player_has_an_address_of_their_own() -> None:
    """Servers limit how much may come from one address."""

    async def addresses() -> list[str]:
        seen: list[str] = []

        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            seen.append(writer.get_extra_info("peername")[0])
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
            writer.close()

        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        for _ in range(3):
            await Player(url, "token").ask("GET", "/")
        await Web(url).ask("GET", "/")
        server.close()
        return seen

    *players, plain = asyncio.run(addresses())
    assert len({*players, plain}) == 4
    assert all(address.startswith("127.") for address in players)
    assert plain == "127.0.0.1"

"""The cluster of servers for tests: killed servers come back with what was committed, and no process stays behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from tests.support.servers.cluster import Cluster, ClusterError, free_ports, nats_answers, postgres_answers

pytestmark = pytest.mark.live

ROOT = Path(__file__).resolve().parents[2]

WITH_ONE = """
import sys, time
from tests.support.servers.cluster import Cluster
with Cluster(own_postgres=False) as cluster:
    print(cluster.folder, flush=True)
    {then}
"""


def those_in(folder: str | Path) -> list[str]:
    """Ids of processes whose working directory is in a folder, also after it was removed."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            where = os.readlink(process / "cwd")
        except OSError:
            continue
        if where.startswith(str(folder)):
            found.append(process.name)
    return found


def test_killed_servers_come_back_and_all_are_gone_afterwards() -> None:
    with Cluster() as cluster:
        cluster.wait_ready()
        assert cluster.processes == ["postgres", "nats"]
        with psycopg.connect(cluster.database) as connection:
            assert connection.execute("SHOW fsync").fetchone() == ("on",)
            assert connection.execute("SHOW max_connections").fetchone() == ("200",)
            connection.execute("CREATE TABLE kept (word text)")
            connection.execute("INSERT INTO kept VALUES ('here')")
            connection.commit()
            connection.execute("INSERT INTO kept VALUES ('not committed')")
            cluster.kill("postgres")
            with pytest.raises(psycopg.OperationalError):
                connection.execute("SELECT 1")
        assert not cluster.alive("postgres")
        assert "immediate shutdown" in cluster.log("postgres")
        assert cluster.alive("nats")

        cluster.kill("nats")
        assert not nats_answers(cluster.nats)
        with pytest.raises(ClusterError, match="does not run"):
            cluster.wait_ready(5)

        cluster.start("nats")
        cluster.start("postgres")
        cluster.wait_ready()
        with psycopg.connect(cluster.database) as connection:
            assert connection.execute("SELECT word FROM kept").fetchall() == [("here",)]
            connection.commit()
            # It does not wait for those who are connected.
            cluster.stop("postgres")
            connection.close()
        assert "fast shutdown" in cluster.log("postgres")
        cluster.start("postgres")
        cluster.wait_ready()
        assert those_in(cluster.folder)

    assert not those_in(cluster.folder)
    assert not cluster.folder.exists()
    assert not postgres_answers(cluster.database)
    assert not nats_answers(cluster.nats)


# Many short sleeps: a signal that comes just before a long one begins is heard only after it.
WAIT = "for _ in range(6000): time.sleep(0.1)"


@pytest.mark.parametrize(
    ("then", "ending", "code"),
    [
        (WAIT, signal.SIGTERM, 143),
        (WAIT, signal.SIGINT, -signal.SIGINT),
        ("sys.exit(7)", None, 7),
    ],
)
def test_an_early_end_leaves_nothing(then: str, ending: signal.Signals | None, code: int) -> None:
    command = [sys.executable, "-c", WITH_ONE.format(then=then)]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as measurement:
        assert measurement.stdout is not None
        folder = measurement.stdout.readline().strip()
        assert folder
        if ending is not None:
            measurement.send_signal(ending)
        assert measurement.wait(60) == code
    assert not those_in(folder)
    assert not Path(folder).exists()


def test_what_cannot_start_leaves_nothing() -> None:
    cluster = Cluster(webs=1, own_postgres=False, env={"TRAINSHED_DATABASE": ""})
    with pytest.raises(ClusterError, match="TRAINSHED_DATABASE"):
        cluster.__enter__()
    assert not those_in(cluster.folder)
    assert not cluster.folder.exists()


def test_free_ports_are_different() -> None:
    assert len(set(free_ports(20))) == 20

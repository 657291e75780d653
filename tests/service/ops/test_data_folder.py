"""The folder of a house: where it is, and that it has one inhabitant."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from trainshed.service.ops.data_folder import FolderInUse, data_folder, inhabited

pytestmark = pytest.mark.live


def test_where_it_is(tmp_path: Path) -> None:
    assert data_folder({"TRAINSHED_HOME": str(tmp_path), "XDG_DATA_HOME": "/elsewhere"}) == tmp_path
    assert data_folder({"XDG_DATA_HOME": str(tmp_path)}) == tmp_path / "trainshed"
    usual = data_folder({})
    assert usual.name == "trainshed"
    assert usual.is_absolute()


def test_one_at_a_time(tmp_path: Path) -> None:
    with inhabited(tmp_path) as inhabitant:
        with pytest.raises(FolderInUse, match=f"being opened or closed in {tmp_path} .process {os.getpid()}."):
            inhabited(tmp_path).__enter__()
        inhabitant.tell("http://127.0.0.1:8000/")
        with pytest.raises(FolderInUse, match=f"runs already: http://127.0.0.1:8000/ .process {os.getpid()}."):
            inhabited(tmp_path).__enter__()
    assert list(tmp_path.iterdir()) == []
    with inhabited(tmp_path):
        pass


def test_what_a_dead_one_left_is_no_hindrance(tmp_path: Path) -> None:
    code = (
        "import os, sys; from pathlib import Path; from trainshed.service.ops.data_folder import inhabited\n"
        "with inhabited(Path(sys.argv[1])) as me: me.tell('here'); os.kill(os.getpid(), 9)"
    )
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=False)
    assert done.returncode == -9
    assert [path.name for path in tmp_path.iterdir()] == ["running"]
    with inhabited(tmp_path):
        pass


def test_many_come_at_once(tmp_path: Path) -> None:
    """Each takes the folder, removes the file and comes again: never are two inside."""
    code = (
        "import sys, time; from pathlib import Path\n"
        "from trainshed.service.ops.data_folder import Inhabited, inhabited\n"
        "folder, done = Path(sys.argv[1]), 0\n"
        "while done < 100:\n"
        "    try:\n"
        "        with inhabited(folder):\n"
        "            (folder / 'inside').touch(exist_ok=False)\n"
        "            (folder / 'inside').unlink()\n"
        "        done += 1\n"
        "    except Inhabited: time.sleep(0.0001)"
    )
    several = [subprocess.Popen([sys.executable, "-c", code, str(tmp_path)]) for _ in range(3)]
    assert [process.wait(60) for process in several] == [0, 0, 0]

"""The data folder of a home server: where it is, and that only one process uses it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.servers.patience import PATIENCE
from trainshed.service.ops.data_folder import FolderInUse, data_folder, locked_folder

pytestmark = pytest.mark.live


def test_where_it_is(tmp_path: Path) -> None:
    assert data_folder({"TRAINSHED_HOME": str(tmp_path), "XDG_DATA_HOME": "/elsewhere"}) == tmp_path
    assert data_folder({"XDG_DATA_HOME": str(tmp_path)}) == tmp_path / "trainshed"
    usual = data_folder({})
    assert usual.name == "trainshed"
    assert usual.is_absolute()


def test_one_at_a_time(tmp_path: Path) -> None:
    with locked_folder(tmp_path) as owner:
        with pytest.raises(FolderInUse, match=f"starting or stopping in {tmp_path} .process {os.getpid()}."):
            locked_folder(tmp_path).__enter__()
        owner.tell("http://127.0.0.1:8000/")
        with pytest.raises(FolderInUse, match=f"runs already: http://127.0.0.1:8000/ .process {os.getpid()}."):
            locked_folder(tmp_path).__enter__()
    assert list(tmp_path.iterdir()) == []
    with locked_folder(tmp_path):
        pass


def test_what_a_dead_one_left_is_no_hindrance(tmp_path: Path) -> None:
    code = (
        "import os, sys; from pathlib import Path; from trainshed.service.ops.data_folder import locked_folder\n"
        "with locked_folder(Path(sys.argv[1])) as me: me.tell('here'); os.kill(os.getpid(), 9)"
    )
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=False)
    assert done.returncode == -9
    assert [path.name for path in tmp_path.iterdir()] == ["running"]
    with locked_folder(tmp_path):
        pass


def test_many_come_at_once(tmp_path: Path) -> None:
    """Many processes take the folder, remove its file and try again: there are never two at once."""
    code = (
        "import sys, time; from pathlib import Path\n"
        "from trainshed.service.ops.data_folder import FolderInUse, locked_folder\n"
        "folder, done = Path(sys.argv[1]), 0\n"
        "while done < 100:\n"
        "    try:\n"
        "        with locked_folder(folder):\n"
        "            (folder / 'inside').touch(exist_ok=False)\n"
        "            (folder / 'inside').unlink()\n"
        "        done += 1\n"
        "    except FolderInUse: time.sleep(0.0001)"
    )
    several = [subprocess.Popen([sys.executable, "-c", code, str(tmp_path)]) for _ in range(3)]
    assert [process.wait(PATIENCE) for process in several] == [0, 0, 0]

"""Two hosts, one of them cut off: the short run, and what it says where hosts cannot be made."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bench import two_hosts

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.slow
@pytest.mark.skipif(os.getuid() != 0, reason="only root can make network namespaces")
@pytest.mark.skipif(shutil.which("nginx", path="/usr/sbin:/usr/bin") is None, reason="nginx is not installed")
def test_both_catch_up() -> None:
    done = subprocess.run(
        [sys.executable, "bench/two_hosts.py", "--short"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1].startswith("two hosts: good: ")
    assert "0 lost, 0 doubled, 0 gaps, 0 unequal, 0 failed" in done.stdout


def test_without_the_right_to_make_hosts(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(os, "getuid", lambda: 1000)
    monkeypatch.setattr(sys, "argv", ["two_hosts.py", "--short"])
    assert two_hosts.main() == 1
    said = capsys.readouterr().out.splitlines()[-1]
    assert said == "two hosts: BAD: only root can make network namespaces"

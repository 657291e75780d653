"""bench/two_hosts.py where network namespaces cannot be made: it says so. `.ci/nightly` runs the measurement itself."""

from __future__ import annotations

import os
import sys

import pytest

from bench import two_hosts


def test_without_the_right_to_make_hosts(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(os, "getuid", lambda: 1000)
    monkeypatch.setattr(sys, "argv", ["two_hosts.py", "--short"])
    assert two_hosts.main() == 1
    said = capsys.readouterr().out.splitlines()[-1]
    assert said == "two hosts: BAD: only root can make network namespaces"

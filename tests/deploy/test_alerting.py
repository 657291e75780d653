"""Alerts reach a person: Prometheus knows its Alertmanager, whose routes and mail settings Debian's tools accept."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
PROMETHEUS = yaml.safe_load((DEPLOY / "prometheus.yml").read_text(encoding="utf-8"))
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))


def tool(*args: str | Path) -> str:
    """Run a tool of Prometheus or Alertmanager, which `.ci/run` installs; what it prints."""
    found = shutil.which(str(args[0]))
    assert found is not None, f"{args[0]} is not installed"
    done = subprocess.run([found, *args[1:]], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def alertmanager() -> Any:
    return yaml.safe_load((DEPLOY / "alertmanager.yml").read_text(encoding="utf-8"))


def alerts() -> list[str]:
    groups = yaml.safe_load((DEPLOY / "alerts.yml").read_text(encoding="utf-8"))["groups"]
    return [rule["alert"] for group in groups for rule in group["rules"]]


def test_prometheus_sends_alerts_to_the_alertmanager_of_compose() -> None:
    (manager,) = PROMETHEUS["alerting"]["alertmanagers"]
    (target,) = [target for group in manager["static_configs"] for target in group["targets"]]
    host, port = target.split(":")
    service = COMPOSE["services"][host]
    assert service["profiles"] == COMPOSE["services"]["prometheus"]["profiles"]
    assert set(service["networks"]) >= {"inside", "outgoing"}, "Prometheus reaches it, and it reaches the mail server"
    assert service["ports"] == [f"127.0.0.1:{port}:{port}"]
    assert "./alertmanager.yml:/etc/alertmanager/alertmanager.yml:ro" in service["volumes"]


def test_prometheus_accepts_configuration_and_rules() -> None:
    said = tool("promtool", "check", "config", DEPLOY / "prometheus.yml")
    assert f"{len(alerts())} rules found" in said


def test_alertmanager_accepts_its_configuration() -> None:
    assert "SUCCESS" in tool("amtool", "check-config", DEPLOY / "alertmanager.yml")


@pytest.mark.parametrize("alert", alerts())
def test_every_alert_reaches_a_receiver_with_an_address(alert: str) -> None:
    config = f"--config.file={DEPLOY / 'alertmanager.yml'}"
    receiver = tool("amtool", "config", "routes", "test", config, f"alertname={alert}").splitlines()[0]
    (found,) = [each for each in alertmanager()["receivers"] if each["name"] == receiver]
    (mail,) = found["email_configs"]
    assert "@" in mail["to"]
    assert mail["send_resolved"] is True


def test_muted_alerts_exist() -> None:
    for rule in alertmanager()["inhibit_rules"]:
        for matcher in [*rule["source_matchers"], *rule["target_matchers"]]:
            name, _, values = matcher.replace('"', "").replace("=~", "=").partition("=")
            assert name == "alertname"
            assert set(values.split("|")) <= set(alerts())


def test_settings_to_change_are_in_the_manual() -> None:
    manual = (ROOT / "docs" / "operate.md").read_text(encoding="utf-8")
    for name in [name for name in alertmanager()["global"] if name.startswith("smtp_")]:
        assert f"`{name}`" in manual

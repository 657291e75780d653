"""Requests pages as a browser does, and checks what every page must have."""

from __future__ import annotations

import re

import httpx

from tests.support.service import Guest
from trainshed.web.pages.frame.shell import POLICY

BROWSER = {"accept": "text/html,application/xhtml+xml"}
INLINE = re.compile(r"<style|\sstyle=|<script(?![^>]*\ssrc=)|\son\w+=|javascript:", re.I)


async def read(
    http: httpx.AsyncClient, path: str, who: Guest | None = None, status: int = 200, languages: str = "en"
) -> str:
    """The HTML of a page, after checks of its status, headers, heading and policy: nothing inline."""
    headers = {**BROWSER, "accept-language": languages, **({} if who is None else who.headers)}
    answer = await http.get(path, headers=headers)
    assert answer.status_code == status, f"{path}: {answer.status_code}"
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["content-security-policy"] == POLICY
    assert answer.headers["cache-control"] == "no-store"
    assert INLINE.search(answer.text) is None, path
    assert answer.text.count("<h1") == 1, path
    return answer.text

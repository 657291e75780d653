"""The page of `trainshed dev`: frames side by side, drawn anew when a file is saved, gone through by keys."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.support.dev_server import running_dev

SLOW_MS = 60_000


def test_the_frames_are_drawn_anew_when_a_file_is_saved(browser: Browser, tmp_path: Path) -> None:
    with running_dev(tmp_path, "--moves", "5") as dev:
        context = browser.new_context(viewport={"width": 1440, "height": 360})
        page = context.new_page()
        troubles: list[str] = []
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda said: troubles.append(said.text) if said.type == "error" else None)
        page.goto(dev.url)
        expect(page.locator("#about")).to_contain_text("row 5", timeout=SLOW_MS)
        assert page.locator("iframe").count() == 12
        for frame in page.frames[1:]:
            assert frame.locator("#sheet").get_attribute("aria-label") == "Shunting Yard"
        page.keyboard.press("ArrowRight")
        expect(page.locator("#about")).to_contain_text("row 6", timeout=SLOW_MS)
        page.keyboard.press("ArrowLeft")
        expect(page.locator("#about")).to_contain_text("row 5", timeout=SLOW_MS)
        page.get_by_label("dark").uncheck()
        assert page.locator("figure:visible").count() == 6
        page.set_viewport_size({"width": 1440, "height": 200})  # less high than the frames
        page.evaluate("scrollTo(0, 60)")
        assert page.evaluate("scrollY") == 60
        dev.change('"Shunting Yard"', '"Shunting Yard')
        expect(page.locator("#error")).to_contain_text("SyntaxError", timeout=SLOW_MS)
        dev.change('"Shunting Yard', '"Marshalling Yard"')
        expect(page.locator("#error")).to_be_hidden(timeout=SLOW_MS)
        first = page.frames[1].locator("#sheet")
        expect(first).to_have_attribute("aria-label", "Marshalling Yard", timeout=SLOW_MS)
        assert page.evaluate("scrollY") == 60
        assert page.locator("figure:visible").count() == 6
        assert troubles == []
        context.close()

"""Notifications of the browser in Debian's whole Chromium, which shows them; its shell without a window does not.

Neither can subscribe to a push service: tests make the subscription, and Chromium's own tools deliver the message.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, Worker, expect

from tests.support.browser.site import Person, Site
from tests.support.servers.patience import PATIENCE
from tests.support.servers.push_service import Browser as Subscriber
from trainshed.service.messages.push_subscriptions import PushText

WHOLE = "/usr/bin/chromium"
SHOWN = """navigator.serviceWorker.ready.then((registration) => registration.getNotifications())
  .then((all) => all.map((one) => [one.title, one.body, one.lang, one.tag]))"""

WATCHED = """() => {
globalThis.badges = [];
globalThis.went = [];
navigator.setAppBadge = async (count) => void badges.push(count);
navigator.clearAppBadge = async () => void badges.push(0);
clients.openWindow = async (path) => void went.push(`opened ${path}`);
WindowClient.prototype.focus = async function () { went.push(`focused ${new URL(this.url).pathname}`); };
}"""
"""In the worker: only a person's own click may focus or open a window, and no test sees a badge."""

CLICKED = """async (path) => {
  const shown = (await registration.getNotifications()).find((one) => one.data === path);
  const notification = shown ?? { data: path, close() {} };
  let done;
  dispatchEvent(Object.assign(new Event("notificationclick"), { notification, waitUntil: (all) => (done = all) }));
  await done;
  return went.splice(0);
}"""

RENEWED = """async ({ old, fresh }) => {
  let done;
  const change = { oldSubscription: { endpoint: old }, newSubscription: { toJSON: () => fresh } };
  dispatchEvent(Object.assign(new Event("pushsubscriptionchange"), change, { waitUntil: (all) => (done = all) }));
  await done;
}"""

DEVICE = """(() => {
  const kept = sessionStorage;
  const asked = (what) => (kept.asked = `${kept.asked ?? ""} ${what}`.trim());
  Object.defineProperty(Notification, "permission", { get: () => kept.permission ?? "default" });
  Notification.requestPermission = async () => { asked("permission"); return (kept.permission = ANSWER); };
  const made = { toJSON: () => (SUBSCRIPTION), endpoint: SUBSCRIPTION.endpoint };
  made.unsubscribe = async () => { asked("unsubscribe"); delete kept.made; };
  PushManager.prototype.getSubscription = async () => (kept.made ? made : null);
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    asked(`subscribe:${userVisibleOnly}:${applicationServerKey}`);
    kept.made = "1";
    return made;
  };
})();"""
"""In every page: a device that keeps what it was asked, with a subscription of the test."""


@pytest.fixture(scope="module")
def whole(browser: Browser) -> Iterator[Browser]:
    """Chromium with notifications, without a window."""
    assert os.path.exists(WHOLE), f"there is no browser {WHOLE}; .ci/run installs it"
    found = browser.browser_type.launch(
        executable_path=WHOLE, args=["--no-sandbox", "--headless=new"], ignore_default_args=["--headless"]
    )
    yield found
    found.close()


def opened(whole: Browser, site: Site, who: Person, **more: Any) -> BrowserContext:
    context = whole.new_context(base_url=site.url, reduced_motion="reduce", **more)
    context.add_cookies([who.cookie])
    return context


def until(page: Page, condition: Callable[[], object], what: str) -> None:
    """Wait until a condition is true that the page itself cannot see."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, what
        page.wait_for_timeout(20)


def controlled(page: Page) -> Worker:
    """The page's service worker, once it is in charge."""
    until(
        page,
        lambda: page.evaluate("navigator.serviceWorker.controller?.state === 'activated'"),
        "no worker is in charge",
    )
    return page.context.service_workers[0]


class Deliveries:
    """Delivers push messages to the worker of a page, as a push service would, but decrypted."""

    def __init__(self, page: Page, site: Site) -> None:
        self.page = page
        self.site = site
        self.cdp: CDPSession = page.context.new_cdp_session(page)
        self.found: list[Any] = []
        self.cdp.on("ServiceWorker.workerRegistrationUpdated", lambda told: self.found.extend(told["registrations"]))
        self.cdp.send("ServiceWorker.enable")

    def deliver(self, worker: Worker, title: str, table: str, count: int = 1) -> None:
        """Deliver a message, and wait until the worker has handled it: it sets the badge first of all."""
        until(self.page, lambda: self.found, "no registration")
        text = PushText(title, "It is your turn.", f"/t/{table}", "es", count)
        worker.evaluate("badges.length = 0")
        message = {
            "origin": self.site.url,
            "registrationId": self.found[-1]["registrationId"],
            "data": msgspec.json.encode(text).decode(),
        }
        self.cdp.send("ServiceWorker.deliverPushMessage", message)
        until(self.page, lambda: worker.evaluate(f"badges.includes({count})"), "the message is not handled")

    def shown(self) -> list[Any]:
        found: list[Any] = self.page.evaluate(SHOWN)
        return found


def test_a_push_message_is_shown_and_leads_to_its_table(whole: Browser, site: Site) -> None:
    ada, bob = site.guest("Ada"), site.guest("Bob")
    here, there = site.started(ada, [bob]), site.started(ada, [bob])
    waiting = ada.get("/waiting")
    context = opened(whole, site, ada, permissions=["notifications"])
    page = context.new_page()
    page.goto(f"/t/{here}")
    worker = controlled(page)
    worker.evaluate(WATCHED)
    push = Deliveries(page, site)

    push.deliver(worker, "Te toca", there, count=2)
    until(page, lambda: len(push.shown()) == 1, "not 1 notifications")
    push.deliver(worker, "Te toca otra vez", there, count=3)
    until(page, lambda: any(one[0] == "Te toca otra vez" for one in push.shown()), "not replaced")
    assert push.shown() == [["Te toca otra vez", "It is your turn.", "es", f"/t/{there}"]], "a turn replaces the last"
    push.deliver(worker, "Te toca", here)
    page.evaluate("new Promise((done) => setTimeout(done))")
    assert len(push.shown()) == 1, "the page of this table is visible"

    assert worker.evaluate(CLICKED, f"/t/{there}") == [f"opened /t/{there}"]
    until(page, lambda: len(push.shown()) == 0, "not 0 notifications")
    assert worker.evaluate(CLICKED, f"/t/{here}") == [f"focused /t/{here}"]

    # A page that appears closes the notifications of its own table and of those that do not wait, and counts anew.
    def both_shown() -> bool:
        # The page that was focused above may still be counting, and close one of them: then they come again.
        for table in (there, "0000000000000"):
            push.deliver(worker, "Te toca", table)
        return len(push.shown()) == 2

    until(page, both_shown, "not 2 notifications")
    worker.evaluate("badges.length = 0")
    second = context.new_page()
    second.goto(f"/t/{there}")

    def tidied() -> bool:
        # A busy server may have refused the count: look again, as after a return to the page.
        second.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        return push.shown() == []

    until(page, tidied, "not 0 notifications")
    until(page, lambda: worker.evaluate(f"badges.includes({len(waiting)})"), "the badge is not set")
    context.close()


def test_this_device_is_asked_only_when_its_button_is_pressed(whole: Browser, site: Site) -> None:
    ada, bob = site.guest("Ada"), site.guest("Bob")
    table = site.started(ada, [bob])
    wanted: list[str] = []
    context = opened(whole, site, ada)
    context.add_init_script(device("granted"))
    context.set_default_timeout(90_000)
    context.on("request", lambda request: wanted.append(request.url.removeprefix(site.url)))
    page = context.new_page()
    page.goto(f"/t/{table}")
    controlled(page)
    assert not any("push" in url or "waiting" in url for url in wanted), "what is not used is not loaded"
    page.locator(".topbar details.menu > summary").first.click()
    button = page.get_by_role("button", name="Notify me on this device")
    expect(button).to_be_visible()
    page.goto("/me")
    expect(page.locator("[data-push]")).to_have_text("Notify me on this device")
    assert page.evaluate("sessionStorage.asked") is None
    assert not any(url.startswith(("/api/me/push", "/api/me/notices", "/api/waiting")) for url in wanted)

    page.goto(f"/t/{table}")
    page.locator(".topbar details.menu > summary").first.click()
    button.click()
    expect(page.locator(".push-said")).to_have_text("This device will tell you when it is your turn.")
    key = ada.get("/me/push")["key"]
    assert page.evaluate("sessionStorage.asked") == f"permission subscribe:true:{key}"
    [made] = ada.get("/me/notices")
    assert (made["kind"], made["device"]) == ("push", "Chrome, Linux")

    # The browser changes its address by itself: the worker tells the server, which keeps the name of the device.
    fresh = Subscriber().subscription(f"{made['address']}-changed")
    controlled(page).evaluate(RENEWED, {"old": made["address"], "fresh": fresh})
    [renewed] = ada.get("/me/notices")
    assert (renewed["address"], renewed["device"]) == (f"{made['address']}-changed", "Chrome, Linux")
    controlled(page).evaluate(RENEWED, {"old": renewed["address"], "fresh": made_of(page)})

    page.goto("/me")
    row = page.locator("#notices li").filter(has_text="Chrome, Linux")
    expect(row).to_be_visible()
    page.get_by_role("button", name="Stop notifying me on this device").click()
    expect(row).to_have_count(0)
    expect(page.locator("[data-push]")).to_have_text("Notify me on this device")
    assert ada.get("/me/notices") == []
    assert page.evaluate("sessionStorage.asked").endswith("unsubscribe")
    context.close()


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("Object.defineProperty(globalThis, 'isSecureContext', { value: false })", "begin with https"),
        ("delete globalThis.PushManager", "home screen"),
        ("", "does not allow"),
    ],
)
def test_what_a_browser_cannot_is_said(whole: Browser, site: Site, script: str, said: str) -> None:
    context = opened(whole, site, site.guest("Ada"))
    context.add_init_script(f"{device('denied')} {script};")
    page = context.new_page()
    page.goto("/me")
    page.locator("[data-push]").click()
    expect(page.locator(".push-said")).to_contain_text(said)
    assert ("permission" in (page.evaluate("sessionStorage.asked") or "")) == (script == "")
    context.close()


def made_of(page: Page) -> Any:
    """The subscription of the page's device."""
    return page.evaluate(
        "navigator.serviceWorker.ready.then((r) => r.pushManager.getSubscription()).then((s) => s.toJSON())"
    )


def device(answer: str) -> str:
    """The script of a device on which a person answers the question for permission so."""
    subscription = Subscriber().subscription(f"https://push.example/{os.urandom(8).hex()}")
    return DEVICE.replace("ANSWER", f'"{answer}"').replace("SUBSCRIPTION", msgspec.json.encode(subscription).decode())

// Switches the notifications of this device on and off (Web Push). Nothing is asked of the browser or of its push service
// before somebody presses the button.
import { ask } from "./shell.js";

const buttons = [...document.querySelectorAll("[data-push]")];

// Why this browser cannot, as the name of a text of the button; empty if it can.
function obstacle() {
  if (!isSecureContext) return "insecure";
  if (!navigator.serviceWorker || !globalThis.PushManager || !globalThis.Notification) return "missing";
  return Notification.permission === "denied" ? "denied" : "";
}

function say(text) {
  for (const button of buttons) {
    const note = button.nextElementSibling;
    note.textContent = button.dataset[text] ?? text;
    note.hidden = !text;
  }
}

function label(on) {
  for (const button of buttons) button.textContent = button.dataset[on ? "off" : "on"];
}

const subscribed = async () => (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();

// This device among the addresses that the server has of me. A browser without a subscription is none of them.
async function channel() {
  const mine = await subscribed();
  return mine && (await ask("GET", "/api/me/notices")).find(({ address }) => address === mine.endpoint);
}

function device() {
  const seen = (names) => names.find((name) => navigator.userAgent.includes(name)) ?? "";
  const browser = seen(["Edg", "OPR", "Firefox", "Chrome", "Safari"]);
  const system = seen(["Android", "iPhone", "iPad", "Windows", "Mac", "Linux"]);
  return [{ Edg: "Edge", OPR: "Opera" }[browser] ?? browser, system].filter(Boolean).join(", ");
}

async function start() {
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  const { key } = await ask("GET", "/api/me/push");
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  await before?.unsubscribe(); // it may be for another key of the server
  let made;
  try {
    made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  } catch {
    return "failed";
  }
  const { endpoint, keys } = made.toJSON();
  await ask("POST", "/api/me/push", { endpoint, keys, device: device(), replaces: before?.endpoint ?? "" });
  return "done";
}

async function stop({ id }) {
  await ask("DELETE", `/api/me/notices/${id}`);
  await (await subscribed())?.unsubscribe();
  return "stopped";
}

async function toggle(button) {
  say("");
  button.disabled = true;
  try {
    const known = obstacle() ? null : await channel();
    const said = obstacle() || (await (known ? stop(known) : start()));
    label(said === "done");
    say(said);
    // The settings page has a list of devices.
    if (button.dataset.push === "list" && ["done", "stopped"].includes(said)) location.reload();
  } catch (error) {
    say(error.message);
  }
  button.disabled = false;
}

for (const button of buttons) button.addEventListener("click", () => toggle(button));
const now = obstacle();
if (now) say(now);
else label(await channel().catch(() => null));

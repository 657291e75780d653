// What every page shares: how it asks the server, what the reader prefers, its frame of menus, tabs and forms, and how it says that
// something waits, and for how long.

// ------------------------------------------------------------ the server

export async function ask(method, address, body) {
  const answer = await fetch(address, {
    method,
    headers: body === undefined ? {} : { "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  const json = (answer.headers.get("content-type") ?? "").includes("json") && text ? JSON.parse(text) : text;
  if (!answer.ok) throw Object.assign(new Error(json.message ?? answer.statusText), { status: answer.status, problem: json });
  return json;
}

// A stream of events. After an error such as 429 it is tried again, ever later, unless `refused` says no.

export function events(address, handlers, failed, refused) {
  let source, again, wait = 2000;
  function close() {
    clearTimeout(again);
    source?.close();
  }
  function open() {
    close();
    source = new EventSource(address());
    for (const name in handlers) source.addEventListener(name, ({ data, lastEventId }) => {
      wait = 2000;
      handlers[name](JSON.parse(data), lastEventId);
    });
    source.onerror = () => {
      failed?.();
      if (source.readyState !== EventSource.CLOSED) return;
      again = setTimeout(async () => (await refused().catch(() => true)) && open(), wait * (0.5 + Math.random()));
      wait = Math.min(60000, wait * 2);
    };
  }
  return { open, close };
}

// ------------------------------------------------------------ what the reader prefers, on this device

const YEAR = 31536000;

export function remember(name, value) {
  document.cookie = `${name}=${value};path=/;samesite=lax;max-age=${value ? YEAR : 0}`;
}

// A change of a preference holds at once, as an attribute of the page's root, and is stored for the person and this browser.
document.addEventListener("change", async ({ target: { form, name, value } }) => {
  if (form?.dataset.preferences === undefined) return;
  document.documentElement.dataset[name] = value;
  remember(name, value);
  for (const other of document.querySelectorAll("[data-preferences]")) other.elements[name].value = value;
  dispatchEvent(new Event("preferences"));
  try {
    if (document.body.dataset.me) await ask("PATCH", "/api/me/preferences", { [name]: value });
    form.querySelector("[role=alert]")?.remove();
  } catch (error) {
    complain(form, error);
  }
});

function markTheme() {
  const chosen = /(?:^|; )theme=(light|dark)/.exec(document.cookie)?.[1] ?? "";
  for (const button of document.querySelectorAll("[data-theme-set]")) button.ariaPressed = button.dataset.themeSet === chosen;
}
addEventListener("theme", markTheme);
markTheme();

// Whether nothing is to move, by preference or because the device says so: see theme.js.
export const still = { get matches() { return document.documentElement.classList.contains("still"); } };

// The layout is the window's: wide from 900 pixels on. The cookie is the server's guess for the first paint of a page, which
// asks again when the guess was wrong and when the window changes.
const wide = matchMedia("(min-width: 900px)");
export const layout = () => (wide.matches ? "wide" : "tall");
remember("layout", layout());
wide.addEventListener("change", () => {
  remember("layout", layout());
  dispatchEvent(new Event("layout"));
});

// ------------------------------------------------------------ menus, and links to copy

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-language], [data-theme-set], [data-copy], [data-reload]");
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
  const item = event.target.closest(".menu-b a, .menu-b button[type=button]");
  if (item && item.dataset.push === undefined && !(item.dataset.sure && !item.dataset.armed)) closeMenu(item.closest("details.menu[open]"));
  if (!button) return;
  if (button.dataset.language) {
    remember("language", button.dataset.language);
    location.reload();
  } else if (button.dataset.themeSet !== undefined) {
    remember("theme", button.dataset.themeSet);
    dispatchEvent(new Event("theme"));
  } else if (button.dataset.copy) {
    copy(button);
  } else if (button.dataset.reload !== undefined) {
    location.reload();
  }
});

// Copies the link of a button. Without TLS, as at home, a page has no clipboard API, and a browser may refuse to copy: then
// the link is copied from a field, or stays selected there with a word on how to copy it by hand.
async function copy(button) {
  const link = new URL(button.dataset.copy, location.href).href;
  const done = await navigator.clipboard?.writeText(link).then(() => true, () => false);
  if (done || copiedFromField(link)) (button.querySelector("span") ?? button).textContent = button.dataset.done;
}

function copiedFromField(text) {
  const box = document.querySelector("#copy-box"), field = box.querySelector("input");
  field.value = text;
  box.showModal();
  field.select();
  const done = document.execCommand("copy");
  if (done) box.close();
  return done;
}

document.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && document.activeElement?.closest("details.menu[open]");
  if (!menu) return;
  closeMenu(menu);
  event.preventDefault();
  event.stopPropagation();
});

// Focus goes back to the button that opens the menu. What has to be pressed twice closes it the second time.
function closeMenu(menu) {
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
}

// The switch for notifications of this device is loaded when the menu opens that has it.
document.addEventListener("toggle", ({ target }) => target.querySelector("[data-push]") && import("./push.js"), true);

// ------------------------------------------------------------ notices

let hiding;

// Shows a notice, for some time or until it is closed; without a text it hides the one that is shown.
export function notice(kind = "", text = "", ms = 0) {
  const place = document.getElementById("strip"), said = place.firstElementChild;
  clearTimeout(hiding);
  place.hidden = !text;
  place.className = `strip ${kind}`;
  if (said.textContent !== text) said.textContent = text;
  if (ms) hiding = setTimeout(notice, ms);
}

// Closes it by its button or by Escape. A page that has more to close looks at `defaultPrevented`.
function dismiss(event) {
  const place = document.getElementById("strip");
  if (!place || place.hidden) return;
  notice();
  place.dispatchEvent(new Event("dismissed", { bubbles: true }));
  event.preventDefault();
}
document.addEventListener("click", (event) => event.target.closest("#strip [data-dismiss]") && dismiss(event));
document.addEventListener("keydown", (event) => event.key === "Escape" && !event.defaultPrevented && dismiss(event));

// ------------------------------------------------------------ tabs

// Marks in a list of links to the parts of a page the part that one is at: the tab bar of a phone, the contents of a book.

const find = (selector) => document.querySelector(selector);
let chosen = location.hash; // a part near the end of a page cannot come up to its top: it is marked because it was asked for

export function mark() {
  const bar = find(".tabs, .toc"), links = [...(bar?.querySelectorAll("a") ?? [])].filter((link) => find(link.hash));
  if (!links.length || !bar.offsetHeight) return;
  // A part begins when its top passes a line in the window. Over the last screen the line goes down to its bottom.
  const top = parseFloat(getComputedStyle(find(links[0].hash)).scrollMarginTop) || 48;
  const height = (find("#confirm, .tabs")?.getBoundingClientRect().top ?? innerHeight) - top;
  const most = document.documentElement.scrollHeight - innerHeight, rest = Math.min(most, height);
  const share = Math.max(Math.min(scrollY / height, 1 / 4), rest > 0 ? 1 - (most - scrollY) / rest : 0);
  const passed = links.filter((link) => find(link.hash).getBoundingClientRect().top <= top + share * height + 1);
  const here = links.find((link) => link.hash === chosen) ?? passed.at(-1) ?? links[0];
  for (const link of links) link === here ? link.setAttribute("aria-current", "location") : link.removeAttribute("aria-current");
}

for (const by of ["wheel", "touchmove", "keydown"]) addEventListener(by, () => (chosen = ""), { passive: true });
document.addEventListener("click", ({ target }) => {
  chosen = target.closest("a")?.hash || chosen;
  requestAnimationFrame(mark); // a click that sends a move is not to wait for a layout
});
for (const by of ["scroll", "resize", "hashchange"]) addEventListener(by, mark, { passive: true });
mark();

// ------------------------------------------------------------ forms

// A form names its API path in `data-api`. `data-kind` is the type of a field that is not text.
export function fields(form) {
  const body = {};
  for (const field of form.elements) {
    const { kind } = field.dataset;
    if (!field.name || field.disabled || kind === "guest" || (field.type === "radio" && !field.checked)) continue;
    let value = field.type === "checkbox" ? field.checked : field.value;
    if (kind === "number") value = value === "" ? null : Number(value);
    if (kind === "minutes") value = Math.round(Number(value) * 60000);
    if (kind === "clock") value = field.valueAsNumber / 60000;
    if (kind === "zone") value = zone();
    let at = body;
    const path = field.name.split(".");
    for (const part of path.slice(0, -1)) at = at[part] ??= {};
    if (kind === "list") (at[path.at(-1)] ??= []).push(...(value ? [field.value] : []));
    else at[path.at(-1)] = value;
  }
  form.dispatchEvent(new CustomEvent("fields", { bubbles: true, detail: body }));
  return body;
}

export function complain(form, error) {
  const place = form.querySelector("[role=alert]") ?? form.appendChild(Object.assign(document.createElement("p"), { className: "bad-note" }));
  place.setAttribute("role", "alert");
  place.textContent = error.message;
}

// Playing needs no account: the first action creates a guest.
export async function somebody(name) {
  const { me, guest } = document.body.dataset;
  if (me) return;
  const typed = document.querySelector("[data-name]")?.value.trim();
  await ask("POST", "/api/guests", { name: name || typed || guest, language: document.documentElement.lang, zone: zone() });
  document.body.dataset.me = "1";
}
const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.dataset.api) return;
  event.preventDefault();
  const button = form.querySelector("[type=submit]");
  if (button) button.disabled = true;
  try {
    if (form.dataset.guest !== undefined) await somebody(form.querySelector("[data-kind=guest]")?.value);
    const answer = await ask(form.dataset.method ?? "POST", form.dataset.api, fields(form));
    const handler = handlers[form.dataset.then];
    if (handler) await handler(answer, form);
    else if (form.dataset.to) location.assign(form.dataset.to);
    else location.reload();
  } catch (error) {
    complain(form, error);
  }
  if (button) button.disabled = false;
});

// Handlers for the answers to forms, by the name in `data-then`.
export const handlers = {};

// ------------------------------------------------------------ what waits, and how long ago something was

// That something waits for me: in the title and the icon of the tab, and as the badge of the installed app.
const icon = document.querySelector("link[rel=icon]"), { title } = document, plain = icon.getAttribute("href");

// `text` is what waits, or empty; `unread` counts messages that nobody has read in a hidden tab.
export function attention(text, unread) {
  const said = (unread ? `(${unread}) ` : "") + (text ? `● ${text}` : title), drawn = text ? icon.dataset.turn : plain;
  if (document.title !== said) document.title = said;
  if (icon.getAttribute("href") !== drawn) icon.href = drawn;
}

export const badge = (tables) => navigator.setAppBadge?.(tables).catch(() => 0); // 0 clears it

const unit = (name) => {
  let made;
  return (count) => (made ??= new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit: name, unitDisplay: "narrow" })).format(count);
};
export const [minutes, hours, days] = ["minute", "hour", "day"].map(unit);
export const skew = Number(document.body.dataset.time) - Date.now(); // the server's clock is the reference

export function ago(at, just) {
  const m = Math.floor((Date.now() + skew - at) / 60000);
  return m < 1 ? just : m < 60 ? minutes(m) : m < 1440 ? hours(Math.floor(m / 60)) : days(Math.floor(m / 1440));
}

export function tellAges(just) {
  for (const place of document.querySelectorAll("time[data-at]")) {
    const text = ago(Number(place.dataset.at), just);
    if (place.textContent !== text) place.textContent = text; // else the whole log would be laid out again
  }
}

if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register("/sw.js");
  const here = () => {
    if (globalThis.Notification?.permission !== "granted") return;
    navigator.serviceWorker.controller?.postMessage(document.hidden ? "" : location.pathname);
  };
  document.addEventListener("visibilitychange", here);
  here();
}

// For every page: remembers language, theme and layout, and sends forms to the API as JSON.

const YEAR = 31536000;

export function remember(name, value) {
  document.cookie = `${name}=${value};path=/;samesite=lax;max-age=${value ? YEAR : 0}`;
}

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

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-language], [data-theme-set], [data-copy], [data-reload]");
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
  if (!button) return;
  if (button.dataset.language) {
    remember("language", button.dataset.language);
    location.reload();
  } else if (button.dataset.themeSet !== undefined) {
    remember("theme", button.dataset.themeSet);
    dispatchEvent(new Event("theme"));
    button.closest("details").open = false;
  } else if (button.dataset.copy) {
    copy(new URL(button.dataset.copy, location.href).href);
    button.textContent = button.dataset.done;
  } else if (button.dataset.reload !== undefined) {
    location.reload();
  }
});

// Without TLS, as at home, a page has no clipboard API; then the link is selected and copied.
function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  document.querySelector("[data-link]")?.select();
  return document.execCommand("copy");
}

document.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && document.activeElement?.closest("details.menu[open]");
  if (menu) {
    menu.open = false;
    menu.querySelector("summary").focus();
    event.stopPropagation();
  }
});

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
  await ask("POST", "/api/guests", { name: name || guest, language: document.documentElement.lang, zone: zone() });
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

if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js");

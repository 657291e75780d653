// The coach: shows the texts about kinds of decisions that are new to the player. Which were read is stored for each title
// in this browser, and nowhere else.

const byId = (id) => document.getElementById(id);
const { title } = document.body.dataset;

// Without local storage it is known until the page is left.
function keep(title, on, seen) {
  try {
    localStorage.setItem(`coach.${title}`, JSON.stringify({ on, seen: [...seen] }));
  } catch {}
}

let on = false, seen = new Set();
try {
  const kept = JSON.parse(localStorage.getItem(`coach.${title}`)) ?? {};
  [on, seen] = [Boolean(kept.on), new Set(kept.seen)];
} catch {}

// Switches the coach on for a title, with all texts unread.
export const begin = (title) => keep(title, true, []);

// ------------------------------------------------------------ at the table

const card = byId("coach-card");
const passed = new Set(); // kinds shown at earlier steps of this gesture; shown again only after new ones
let showing = "", asked = "", sent = "";

// Called after every change of the page.
export function advise() {
  if (!card) return;
  document.body.classList.toggle("is-coached", on);
  const texts = [...document.querySelectorAll("#coach [data-kind]")], now = texts.map((text) => text.dataset.kind).join();
  if (now !== asked && showing) passed.add(showing);
  asked = now;
  const waits = byId("now").dataset.seq === sent; // the stream has not brought the sent gesture yet
  const fresh = texts.filter(({ dataset }) => on && !waits && !seen.has(dataset.kind));
  show(fresh.find(({ dataset }) => !passed.has(dataset.kind)) ?? fresh[0]);
  point();
  byId("coach-n").textContent = fresh.length > 1 ? `+${fresh.length - 1}` : "";
}

function show(text) {
  const kind = text?.dataset.kind ?? "";
  if (kind === showing) return;
  card.dataset.kind = showing = kind;
  card.hidden = !kind;
  card.lang = text?.lang || document.documentElement.lang;
  const parts = text ? [...text.cloneNode(true).children] : [];
  byId("coach-t").replaceChildren(...parts);
  byId("coach-said").textContent = parts.slice(0, 2).map((part) => part.textContent).join(". ");
}

// Outlines on the board what the text is about.
async function point() {
  if (on) (await import("./pointing.js")).pointAt([...card.querySelectorAll("[data-about]")].map(({ dataset }) => dataset.about).join(" "));
}

function learnt(kinds) {
  for (const kind of kinds) seen.add(kind);
  passed.clear();
  keep(title, on, seen);
  advise();
}

// The kinds shown with a gesture that is about to be sent. The stream may bring its result before the request is answered.
export const advised = () => ({ row: byId("now").dataset.seq, kinds: showing ? [...passed, showing] : [] });

// The gesture was sent: the kinds shown on the way to it count as read.
export function played({ row, kinds }) {
  sent = row;
  if (card) learnt(kinds);
}

function pressed(id, act) {
  byId(id)?.addEventListener("click", ({ currentTarget }) => {
    const byKeys = currentTarget.matches(":focus-visible");
    learnt(act() ?? []);
    const menu = currentTarget.closest("details");
    if (menu) menu.open = false;
    // Keyboard focus moves on to the next text, or to the board when there is none.
    const board = document.querySelector("#options .opt:not(.dead, .alt, .chosen)") ?? byId("send") ?? byId("stage");
    if (byKeys) (card.hidden ? board : byId("coach-ok")).focus({ preventScroll: true });
  });
}
function off() {
  byId("coach-t").replaceChildren();
  point();
  on = false;
}

pressed("coach-ok", () => [showing]);
pressed("coach-off", off);
pressed("coach-switch", () => {
  if (on) return off();
  on = true;
  seen.clear();
});

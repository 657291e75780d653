// The coach: shows the text of a kind of decision that is new to whoever sits here. What was read is kept in this browser,
// title by title, and nowhere else.

const byId = (id) => document.getElementById(id);
const { title } = document.body.dataset;

// A browser that keeps nothing knows it until the page is left.
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

// From the beginning, for somebody who wants to learn a title.
export const begin = (title) => keep(title, true, []);

// ------------------------------------------------------------ at the table

const card = byId("coach-card");
const passed = new Set(); // what stood there at earlier steps of this gesture; it comes back only after what is new
let showing = "", asked = "", sent = "";

// Called after everything that changes the page.
export function advise() {
  if (!card) return;
  document.body.classList.toggle("is-coached", on);
  const texts = [...document.querySelectorAll("#coach [data-kind]")], now = texts.map((text) => text.dataset.kind).join();
  if (now !== asked && showing) passed.add(showing);
  asked = now;
  const waits = byId("now").dataset.seq === sent; // what was sent has not come back yet
  const fresh = texts.filter(({ dataset }) => on && !waits && !seen.has(dataset.kind));
  show(fresh.find(({ dataset }) => !passed.has(dataset.kind)) ?? fresh[0]);
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

function learnt(kinds) {
  for (const kind of kinds) seen.add(kind);
  passed.clear();
  keep(title, on, seen);
  advise();
}

// What is told beside a gesture that is about to be sent. The line may bring what it leads to before the answer is there.
export const advised = () => ({ row: byId("now").dataset.seq, kinds: showing ? [...passed, showing] : [] });

// The gesture was sent: what was told on the way to it need not be told again.
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
    // Whoever presses by keys goes on with the next text, or at the board when there is nothing more to read.
    const board = document.querySelector("#options .opt:not(.dead, .alt, .chosen)") ?? byId("send") ?? byId("stage");
    if (byKeys) (card.hidden ? board : byId("coach-ok")).focus({ preventScroll: true });
  });
}
pressed("coach-ok", () => [showing]);
pressed("coach-off", () => void (on = false));
pressed("coach-switch", () => {
  on = !on;
  if (on) seen.clear();
});

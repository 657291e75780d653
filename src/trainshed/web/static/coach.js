// The coach: shows the text of a kind of decision that is new to whoever sits here. What was read is kept in this browser,
// title by title, and nowhere else.

const byId = (id) => document.getElementById(id);
const name = (title) => `coach.${title}`;

function kept(title) {
  try {
    const { on, seen } = JSON.parse(localStorage.getItem(name(title))) ?? {};
    return { on: Boolean(on), seen: new Set(seen) };
  } catch {
    return { on: false, seen: new Set() }; // a browser that keeps nothing
  }
}

function keep(title, { on, seen }) {
  try {
    localStorage.setItem(name(title), JSON.stringify({ on, seen: [...seen] }));
  } catch {
    // Then it is known until the page is left.
  }
}

// From the beginning, for somebody who wants to learn a title.
export function begin(title) {
  keep(title, { on: true, seen: [] });
}

// ------------------------------------------------------------ at the table

const { title } = document.body.dataset;
const card = byId("coach-card");
const memory = kept(title);
const passed = new Set(); // what stood there at earlier steps of this gesture; whoever plays on has had his chance to read it
let showing = "", asked = "", sent = "";

const texts = () => [...document.querySelectorAll("#coach [data-kind]")];

// Called after everything that changes the page.
export function advise() {
  if (!card) return;
  document.body.classList.toggle("is-coached", memory.on);
  const all = texts(), now = all.map((text) => text.dataset.kind).join(" ");
  if (now !== asked) {
    if (showing) passed.add(showing);
    asked = now;
  }
  const waits = byId("now").dataset.seq === sent; // what was sent has not come back yet
  const fresh = memory.on && !waits ? all.filter((text) => !memory.seen.has(text.dataset.kind)) : [];
  show(fresh.find((text) => !passed.has(text.dataset.kind)) ?? fresh[0], fresh.length - 1);
}

function show(text, more) {
  const kind = text?.dataset.kind ?? "";
  byId("coach-n").textContent = more > 0 ? `+${more}` : "";
  if (kind === showing) return;
  showing = kind;
  card.hidden = !kind;
  card.dataset.kind = kind;
  card.lang = text?.lang || document.documentElement.lang;
  byId("coach-t").replaceChildren(...(text ? [...text.cloneNode(true).children] : []));
  byId("coach-said").textContent = text ? `${text.querySelector("h2").textContent}. ${text.querySelector("p").textContent}` : "";
}

function learnt(kinds) {
  for (const kind of kinds) memory.seen.add(kind);
  passed.clear();
  keep(title, memory);
}

// What is told beside a gesture that is about to be sent. The line may bring what it leads to before the answer is there.
export const advised = () => ({ row: byId("now").dataset.seq, kinds: showing ? [...passed, showing] : [] });

// The gesture was sent: what was told on the way to it need not be told again.
export function played({ row, kinds }) {
  if (!card) return;
  sent = row;
  learnt(kinds);
  advise();
}

// Whoever presses by keys goes on at the board when there is nothing more to read.
function onward(byKeys) {
  if (card.hidden && byKeys) (document.querySelector("#options .opt:not(.dead, .alt, .chosen)") ?? byId("send") ?? byId("stage")).focus({ preventScroll: true });
}

if (card) {
  byId("coach-ok").addEventListener("click", ({ currentTarget }) => {
    const byKeys = currentTarget.matches(":focus-visible");
    learnt([showing]);
    advise();
    onward(byKeys);
  });
  byId("coach-off").addEventListener("click", ({ currentTarget }) => {
    const byKeys = currentTarget.matches(":focus-visible");
    memory.on = false;
    keep(title, memory);
    advise();
    onward(byKeys);
  });
  byId("coach-switch").addEventListener("click", ({ currentTarget }) => {
    memory.on = !memory.on;
    if (memory.on) memory.seen.clear();
    passed.clear();
    keep(title, memory);
    advise();
    currentTarget.closest("details").open = false;
  });
}

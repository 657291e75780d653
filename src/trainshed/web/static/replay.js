// The replay: goes from row to row by slider, keys, links or autoplay; every row has its own address.

import { Idiomorph } from "./idiomorph.js";
import { hideCard, hoverCards } from "./hover_card.js";
import { ask, layout, notice, tellAges } from "./shell.js";

const { table, seat, last: end, turns: begins } = document.body.dataset;
const last = Number(end);
const turns = begins ? begins.split(",").map(Number) : [];
const byId = (id) => document.getElementById(id);
const texts = byId("texts").dataset;
const handle = byId("at"), play = byId("play"), speed = byId("speed"), share = byId("share");
const shareText = share.innerHTML; // after a click the button says that the link was copied
const query = new URLSearchParams(location.search);
const KEPT = 60; // rows whose parts are cached, so that going back is immediate
const seen = new Map();

let row = Number(byId("now").dataset.seq), wanted = row;
let beside = ""; // the seat whose board is shown in place of the viewer's own
let chart = query.get("chart") ?? ""; // what the timeline shows, if there is an analysis
let stale = false; // more than the row has changed

function parts(seq) {
  const whole = stale || document.body.dataset.layout !== layout();
  const address = `/t/${table}/replay/${seq}/parts?${new URLSearchParams({ seat, layout: layout(), beside, chart, whole })}`;
  if (!seen.has(address)) {
    seen.set(address, ask("GET", address).catch((error) => {
      seen.delete(address);
      throw error;
    }));
    if (seen.size > KEPT) seen.delete(seen.keys().next().value);
  }
  return seen.get(address);
}

async function go(seq, quiet) {
  wanted = Math.max(0, Math.min(last, seq));
  if (!quiet) handle.value = wanted;
  const asked = wanted;
  try {
    const found = await parts(asked);
    if (asked !== wanted) return; // the slider has moved on meanwhile
    show(found, asked);
    notice();
  } catch (error) {
    stop();
    notice("warn", error.status ? error.message : texts.lost);
  }
}

function show(found, seq) {
  const near = Math.abs(seq - row) <= 1;
  hideCard();
  row = seq;
  if (found.lines) [document.body.dataset.layout, stale] = [layout(), false];
  for (const [id, html] of Object.entries(found)) {
    // Between neighbouring rows parts are morphed, so that pieces move. After a jump it is quicker to replace them, except
    // the live region and a part that has the focus.
    const place = byId(id);
    if (near || id === "said" || place.contains(document.activeElement)) Idiomorph.morph(place, html, { morphStyle: "outerHTML" });
    else place.outerHTML = html;
  }
  query.delete("play");
  history.replaceState(null, "", `/t/${table}/replay/${seq}?${query}`.replace(/\?$/, ""));
  share.dataset.copy = location.href;
  share.innerHTML = shareText;
  handle.value = seq;
  handle.setAttribute("aria-valuetext", byId("phase").textContent.trim());
  showLine();
  for (const link of document.querySelectorAll("[data-eyes]")) link.search = `?seat=${link.dataset.eyes}`;
  tellAges(texts.now);
  clearTimeout(resting);
  resting = setTimeout(fetchNear, playing ? 0 : 200);
  if (seq >= last) stop();
}

// Prefetches the neighbouring rows: the next step is likely to go there.
let resting;
function fetchNear() {
  for (const near of [row + 1, row - 1]) if (near >= 0 && near <= last) parts(near).catch(() => 0);
}

// Scrolls the log only, not the page.
function showLine() {
  const log = byId("log"), here = log.querySelector("[aria-current]");
  if (here) log.scrollTop += here.getBoundingClientRect().top - log.getBoundingClientRect().top - log.clientHeight / 3;
}

// ------------------------------------------------------------ autoplay

const SPEEDS = [1, 2, 4];
const PAUSE = 900;
let playing = 0, fast = 0;

function stop() {
  clearTimeout(playing);
  playing = 0;
  play.setAttribute("aria-pressed", "false");
}

function start() {
  play.setAttribute("aria-pressed", "true");
  const step = async () => {
    await go(row + 1);
    if (playing) playing = setTimeout(step, PAUSE / SPEEDS[fast]);
  };
  if (row >= last) go(0);
  playing = setTimeout(step, PAUSE / SPEEDS[fast]);
}

play.addEventListener("click", () => (playing ? stop() : start()));
speed.addEventListener("click", () => {
  fast = (fast + 1) % SPEEDS.length;
  speed.textContent = `${SPEEDS[fast]}×`;
});

// ------------------------------------------------------------ controls

const MOVES = {
  first: () => 0,
  back: () => wanted - 1,
  on: () => wanted + 1,
  last: () => last,
  turnBack: () => turns.findLast((begin) => begin < wanted) ?? 0,
  turnOn: () => turns.find((begin) => begin > wanted) ?? last,
};
const KEYS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", PageUp: "turnBack", PageDown: "turnOn" };

handle.addEventListener("input", () => {
  stop();
  go(Number(handle.value), true);
});

document.addEventListener("click", async (event) => {
  const target = event.target.closest("[data-go], [data-row], [data-eyes], [data-beside], [data-chart], #branch");
  if (!target || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const { go: move, row: chosen, eyes, beside: other, chart: drawn } = target.dataset;
  if (eyes !== undefined) {
    event.preventDefault();
    return location.assign(`/t/${table}/replay/${row}?seat=${eyes}`);
  }
  if (target.id === "branch") return branch(target);
  if (other !== undefined) {
    beside = other;
    return go(row);
  }
  if (drawn !== undefined) {
    chart = drawn;
    if (chart) query.set("chart", chart);
    else query.delete("chart");
    return renew();
  }
  event.preventDefault();
  stop();
  go(chosen === undefined ? MOVES[move]() : Number(chosen));
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("details.menu[open]")) return;
  const move = KEYS[event.key];
  if (move) {
    stop();
    go(MOVES[move]());
  } else if (event.key === " " && !event.target.closest("a, button, summary")) playing ? stop() : start();
  else return;
  event.preventDefault();
});

// Fetches all parts again.
function renew() {
  stale = true;
  return go(row);
}

async function branch(button) {
  button.disabled = true;
  try {
    const card = await ask("POST", `/api/tables/${table}/branch`, { seq: row, seat: Number(seat) });
    location.assign(`/t/${card.table}`);
  } catch (error) {
    button.disabled = false;
    notice("warn", error.status ? error.message : texts.lost);
  }
}

// The server drew for the layout that it guessed; the window decides.
addEventListener("layout", () => go(row));
if (document.body.dataset.layout !== layout()) go(row);

tellAges(texts.now);
showLine();
setInterval(() => tellAges(texts.now), 30000);
if (query.has("play")) start();
else fetchNear();

hoverCards(({ dataset }) => `/t/${table}/replay/${row}/about?${new URLSearchParams({ thing: dataset.about, seat })}`);

// ------------------------------------------------------------ the analysis

if (byId("analysis").dataset.state && byId("analysis").dataset.state !== "ready") {
  (await import("./analysis.js")).follow(table, async (focused) => {
    seen.clear();
    await renew();
    notice("good", texts.analysed, 6000);
    if (focused) document.querySelector("#verdict a")?.focus();
  });
}

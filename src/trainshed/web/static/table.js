// The table: shows what the server draws, previews and sends gestures.

import { hideCard, hoverCards } from "./hover_card.js";
import { Idiomorph } from "./idiomorph.js";
import { animate, stopMotion } from "./motion.js";
import { pace, teller } from "./pace.js";
import { ask, days, events, hours, layout, minutes, notice, skew, still, tellAges } from "./shell.js";
import { askWho, looking, tellWho } from "./signals.js";

const { table, title, parts, invite, address } = document.body.dataset;
const api = `/api/tables/${table}`;
const byId = (id) => document.getElementById(id);
const texts = byId("texts").dataset;
history.replaceState(null, "", address); // a player needs no invitation

// ------------------------------------------------------------ rendering

const confirmed = new Map(); // the page without the preview: id -> pieces of text
for (const id of parts.split(" ")) confirmed.set(id, [byId(id).outerHTML]);
let tried = {}; // the parts that the preview of a gesture changes
let words = [];
let earlier = []; // the words before each press of the gesture
let held = ""; // the rule slip of a forbidden option
const shown = new Map();
const CUT = /(?<=>)(?=<)/;

// After the end: the bar with the offer of a rematch, which is not part of the stream.
let rematch = () => "", askRematch = async (go) => {
  const { rematchOf } = await import("./rematch.js");
  [rematch, askRematch] = rematchOf(table, render);
  askRematch(go);
};

const now = () => byId("now").dataset;
const seq = () => Number(now().seq);

function show(id, html) {
  const place = byId(id);
  if (!place || shown.get(id) === html) return;
  shown.set(id, html);
  const parsed = document.createElement("template");
  parsed.innerHTML = html;
  Idiomorph.morph(place, parsed.content, { callbacks: { beforeNodeMorphed: (old, fresh) => !isSame(old, fresh) } });
}

// Most of a part is as it was. The text of a time is the page's own: see `tellAges`.
const isSame = (old, fresh) => old.isEqualNode(fresh) || (old.dataset?.at && old.dataset.at === fresh.dataset?.at);

function render() {
  if (others.telling) return;
  const focused = document.activeElement?.id || hadFocus;
  hadFocus = "";
  for (const [id, pieces] of confirmed) show(id, id === "slip" && held ? held : (id === "confirm" && rematch()) || (tried[id] ?? pieces.join("")));
  if (touched) { // what was pressed stays under the pointer
    const { id, top } = touched, place = byId(id);
    touched = null;
    if (place) scrollBy(0, topOf(place) - top);
  }
  if (focused && document.activeElement?.id !== focused) (byId(focused) ?? onward())?.focus({ preventScroll: true });
  tick();
  handOver();
  hideNews();
  coach?.advise();
  scoring();
  foldSteps();
  tellChoices(); // after the steps: it only measures until its end, so that the page is laid out once
}

// ------------------------------------------------------------ telling the turns of others

const frames = new Map(); // the parts of the frame that is shown: id -> pieces of text
let again = []; // words to preview again after it
let hadFocus = ""; // what had the focus before it

const others = teller({
  address: (after, to) => `/t/${table}/turns?${new URLSearchParams({ after, to, layout: layout(), beside })}`,
  show: (frame, ms) => {
    const { parts } = frame;
    for (const [id, patch] of Object.entries(parts)) frames.set(id, patched(frames.get(id) ?? [], patch));
    const put = (id) => show(id, frames.get(id).join(""));
    animate(() => Object.keys(parts).forEach(put), ms, frame, () => frames.get("stage").join(""), () => put("confirm"));
    tick();
  },
  mine: (seat) => String(seat) === now().seat,
  end: () => {
    stopMotion();
    frames.clear();
    render();
    settle(again);
  },
});

// Tells once more what happened since a row; without a pace, the link leads to the replay.
function tellAgain(event, row) {
  event.preventDefault();
  others.tell(row, seq());
}

// Whether there is something to tell since a row that the reader has seen, and a reader who sees it.
const tellable = (row) => pace() !== "off" && !document.hidden && away < SHORT && Number(now().news) > row;

const topOf = (option) => option.querySelector(".opt-hit").getBoundingClientRect().top;

// The next focus of the keyboard.
const GO_ON = "#options .opt:not(.dead, .alt, .chosen)";
const onward = () => document.querySelector(GO_ON) ?? document.querySelector("#send:enabled") ?? byId("stage");

// Says how many options are out of sight, and where: if none is in sight, and at a desk also if some are.
let outOfSight; // the first of them
function tellChoices() {
  const top = document.querySelector(".chips").getBoundingClientRect().bottom || 48, bottom = byId("confirm").getBoundingClientRect().top;
  const all = [...document.querySelectorAll(GO_ON)], at = new Map(all.map((option) => [option, option.getBoundingClientRect()]));
  const below = all.filter((option) => at.get(option).top > bottom - 20), above = all.filter((option) => at.get(option).bottom < top + 20);
  const place = byId("choices"), n = below.length || above.length, none = below.length + above.length === all.length;
  place.hidden = !n || document.querySelector("#send:enabled") !== null || !none && (layout() === "tall" || byId("send") !== null); // more may be chosen, or not
  place.classList.toggle("primary", none);
  outOfSight = below[0] ?? above[0];
  if (!place.hidden) place.textContent = texts[(below.length ? "below" : "above") + (n > 1 ? "" : 1)].replace("{n}", n);
}
addEventListener("scroll", tellChoices, { passive: true });
addEventListener("resize", tellChoices);

// Folds the oldest steps of a gesture into "+4" where they do not all fit. The newest one is always shown.
const FOLD = 52; // pixels, with two digits
function foldSteps() {
  const list = document.querySelector("#confirm .steps"), steps = [...list.children];
  if (!steps.length) return;
  delete list.dataset.more;
  list.classList.remove("tight");
  for (const step of steps) step.classList.remove("folded");
  const widths = steps.map((step) => step.getBoundingClientRect().width), room = list.clientWidth - parseFloat(getComputedStyle(list).paddingLeft);
  let left = room - widths.reduce((sum, width) => sum + width, 0), more = 0;
  if (left > -1) return;
  for (left -= FOLD; left < 0 && more < steps.length - 1; more++) left += widths[more];
  steps.slice(0, more).forEach((step) => step.classList.add("folded"));
  if (more) list.dataset.more = `+${more}`;
  list.classList.toggle("tight", left < 0);
}
addEventListener("resize", foldSteps);
document.fonts.ready.then(foldSteps);

const written = (html) => new DOMParser().parseFromString(html, "text/html").body.innerHTML;

function take(parts, patch) {
  const before = seq(), board = confirmed.get("stage")?.join("");
  for (const [id, part] of Object.entries(parts)) {
    const old = confirmed.get(id) ?? [];
    confirmed.set(id, patch ? patched(old, part) : part.split(CUT));
  }
  show("now", confirmed.get("now").join(""));
  // After a proposal the board is as it was: the preview is requested again. The first board comes from the document.
  again = words.length && seq() !== before && !sending && written(confirmed.get("stage").join("")) === written(board) ? words : [];
  if (seq() !== before) {
    byId("log").scrollTop = 0; // the latest row
    [words, tried, held, sending, earlier] = [[], {}, "", null, []];
    asking++;
    hideCard();
  }
  if (Number(now().news) > before) was = ""; // others have moved: if it is my turn, it is again
  if (tellable(before)) {
    if (!others.telling) hadFocus = document.activeElement?.closest(".opt, #send") ? document.activeElement.id : "";
    others.tell(before, seq());
    show("said", confirmed.get("said").join("")); // a screen reader hears it at once
  }
  if (!others.telling) {
    render();
    settle(again);
  }
  return madeAfter(before);
}

const patched = (old, patch) => patch.flatMap((p) => (typeof p === "string" ? [p] : old.slice(p[0], p[0] + p[1])));

function settle(again) {
  if (beside !== "" && now().mine === "1" && !document.querySelector(GO_ON)) goHome(); // moves are made on the own board
  else if (again.length && now().mine === "1") attempt(again);
  else onlyChoice();
  looking();
  bringUp();
  const { mine } = now();
  if (mine === "1" && mine !== was) dispatchEvent(new Event("myturn"));
  was = mine;
  if (now().over === "1") askRematch();
}
let was = now().mine; // whether it was my turn

// How many turns others have taken since a row. Each is a line of the log, which may have begun before that row.
function madeAfter(row) {
  const seats = [...document.querySelectorAll("#log [data-mover]")].filter((line) => Number(line.dataset.last) > row).map((line) => line.dataset.mover);
  return seats.filter((seat, place) => seat !== now().seat && seat !== seats[place + 1]).length;
}

// ------------------------------------------------------------ the connection

const SHORT = 1500; // ms, not reported
let lost = 0, away = 0, heard = Date.now();
let { have } = document.body.dataset;

const arrived = (act) => (data, name) => {
  heard = Date.now();
  const waiting = sending;
  away = lost && heard - lost;
  lost = 0;
  unsaid = false;
  have = name || have;
  const more = act(data);
  document.body.dataset.live = "";
  if (away > SHORT) strip("good", texts.back + (more > 0 ? " " + texts.meanwhile.replace("{n}", more) : ""), 6000);
  else if (away) strip();
  if (!away || !waiting) return;
  sending = waiting; // the answer says whether the table moved on by this gesture or by somebody else
  send();
};

const { open: connect, close } = events(() => `/t/${table}/stream?${new URLSearchParams({ layout: layout(), have, beside, invite })}`, {
  page: arrived(take),
  patch: arrived((parts) => take(parts, true)),
  same: arrived(settle),
  beat: arrived(() => 0),
  chat: arrived(() => chat()),
  arrived: arrived(askWho),
  rematch: arrived(() => askRematch(true)),
}, () => (lost ||= Date.now()), async () => ![403, 404, 409].includes((await fetch(`${api}?invite=${invite}`)).status) || location.reload());

// A browser may know of a lost connection before the keep-alive timeout.
addEventListener("offline", () => {
  close();
  lost ||= Date.now();
});
addEventListener("online", connect);

setInterval(() => {
  if (Date.now() - heard > 45000) {
    lost ||= heard;
    heard = Date.now();
    connect();
  }
  if (lost && !unsaid && Date.now() - lost > SHORT) strip("warn", `${texts.lost} ${Math.round((Date.now() - lost) / 1000)} s`);
  tick();
}, 1000);

addEventListener("layout", () => {
  connect();
  if (words.length) attempt(words);
});

// ------------------------------------------------------------ the board of another seat

let beside = ""; // the seat whose board is shown in place of the viewer's own
let coming = false; // requested: scroll to it when it arrives

function lookAt(seat) {
  [beside, coming] = [seat, true];
  connect();
  if (words.length) attempt(words);
}

function goHome() {
  beside = "";
  connect();
}

// On a phone the board is far below the panel that was pressed.
function bringUp() {
  const top = coming && byId("mine")?.getBoundingClientRect().top;
  coming = false;
  if (top !== false && (top < 100 || top > innerHeight - 300)) scrollBy(0, top - 110);
}

// ------------------------------------------------------------ a scoring, cell by cell

const counted = (key, how) => (how ? sessionStorage.setItem(`${table} ${key}`, how) : sessionStorage.getItem(`${table} ${key}`));
let counting = "";

function scoring() {
  const place = byId("count"), key = place?.dataset.key ?? "";
  if (key && key !== counting && !counted(key) && now().over !== "1" && matchMedia("(max-width: 1359px)").matches) place.scrollIntoView({ block: "start" });
  counting = key;
  place?.classList.toggle("all", still.matches || Boolean(counted(key)));
  if (place) place.hidden = counted(key) === "closed";
}

// The first press shows the whole scoring, the second closes it. The next scoring is animated again.
function skipCount() {
  counted(counting, byId("count").classList.contains("all") ? "closed" : "all");
  scoring();
}

// Escape, in this order: close a message, skip a running scoring, cancel the gesture, close a finished scoring.
function escape() {
  const place = byId("count");
  if (Object.values(CLOSE).some((close) => close())) return;
  if (place && !place.hidden && !(words.length && place.classList.contains("all"))) skipCount();
  else attempt([]);
}

document.addEventListener("animationend", ({ target }) => {
  if (!target.matches("#count .sum td:last-child") || counted(counting)) return;
  counted(counting, "all");
  scoring();
});

function strip(kind, text, ms) {
  document.body.classList.toggle("is-lost", Boolean(lost));
  notice(kind, text, ms);
}
let unsaid = false; // the notice of a lost connection was closed: nothing is said until it is back
addEventListener("dismissed", () => (unsaid = Boolean(lost)));

// A refusal is closed by any press.
for (const by of ["pointerdown", "keydown"]) addEventListener(by, () => byId("strip").classList.contains("low") && strip());

let gone = ""; // news of the table that were closed

// The news of the table stay closed until there are others.
function hideNews() {
  const news = byId("proposal");
  if (news.querySelector("[data-dismiss]")) news.hidden = !news.textContent || news.textContent === gone;
}

// Messages that can be closed, the one on top first: each by the part of the page that has it. Each says whether it was there.
const CLOSE = {
  slip: () => held && (held = "", render(), true),
  hint: () => byId("hint-found")?.hasChildNodes() && (byId("hint-found").replaceChildren(), true),
  proposal: () => {
    const news = byId("proposal");
    if (news.hidden || !news.querySelector("[data-dismiss]")) return false;
    gone = news.textContent;
    hideNews();
    return true;
  },
};

// ------------------------------------------------------------ a gesture

let asking = 0, sending = null, group = "";

// Previews words, with a press that adds or exchanges one; or asks why a word is forbidden.
async function attempt(wanted, more) {
  const number = ++asking;
  if (!wanted.length && !more) {
    [words, tried, held, earlier] = [[], {}, "", []];
    render();
    return onlyChoice();
  }
  try {
    const parts = await ask("POST", `/t/${table}/try?${new URLSearchParams({ layout: layout(), beside })}`, { seq: seq(), words: wanted, group, ...more });
    if (number !== asking) return;
    if (more?.why) held = parts.slip;
    else {
      const made = parts.words.split(" ");
      earlier = [...earlier, words].filter((old) => old.length < made.length && old.every((word, place) => word === made[place]));
      [words, tried, held, group] = [made, parts, "", parts.group];
    }
    render();
    if (parts.free && more?.press && document.documentElement.dataset.confirm === "final") send();
  } catch (error) {
    if (number === asking) refused(error);
  }
}

function refused(error) {
  if (error.status === 409 && error.problem.error === "stale") return connect();
  strip(error.status ? "bad low" : "warn", error.status ? error.message : texts.lost, 8000);
}

let touched = null; // where the last pressed option is

function press(option) {
  const { word, words: all = word } = option.dataset; // one press may say several words
  if (sending || option.classList.contains("chosen")) return;
  dispatchEvent(new CustomEvent("sound", { detail: "press" }));
  if (beside !== "") goHome(); // moves are made on the own board
  touched = { id: option.id, top: topOf(option) };
  attempt(words, option.classList.contains("dead") ? { why: word } : { press: all });
}

const undoStep = () => attempt(earlier.at(-1) ?? []);

async function send() {
  if (!sending && !document.querySelector("#send:enabled")) return;
  sending ??= { seq: seq(), words: words.concat(byId("send")?.dataset.close ?? []), mark: Math.floor(Math.random() * 2 ** 52) };
  const button = byId("send");
  if (button) button.disabled = true;
  const told = coach?.advised();
  try {
    await ask("POST", `${api}/moves`, sending);
    coach?.played(told);
    // The stream brings the result, as for everybody else.
  } catch (error) {
    if (!error.status || error.status === 503) {
      lost ||= Date.now();
      strip("warn", texts.lost);
      return; // sent again after reconnecting; the mark says that it is the same
    }
    [words, tried, sending, earlier] = [[], {}, null, []];
    if (error.status === 409) strip("warn low", error.problem.error === "stale" ? texts.first : error.message, 8000);
    else refused(error);
    connect();
    render();
  }
}

// A single legal word, which only its player can know to be the only one, is previewed at once.
function onlyChoice() {
  const { only, mine } = now();
  if (mine === "1" && only && !words.length) attempt([only]);
}

const SEATED = ["leave", "back", "hand", "bots", "rematch", "rematch/decline"]; // commands that do not depend on the row

async function command(path, extra) {
  try {
    const answer = await ask("POST", `${api}/${path}`, { ...(SEATED.includes(path) ? {} : { seq: seq() }), ...extra });
    return answer;
  } catch (error) {
    refused(error);
  }
}

// The second click of a double click is not meant for what has come there meanwhile. Chromium also takes two quick taps
// that are a finger's breadth and more apart for a double tap: these are two choices.
const NEAR = 24; // pixels
let clicked = [0, 0];
function doubled({ detail, clientX: x, clientY: y }) {
  const [oldX, oldY] = clicked;
  clicked = [x, y];
  return detail > 1 && Math.hypot(x - oldX, y - oldY) < NEAR;
}

document.addEventListener("click", async (event) => {
  const target = event.target.closest("button, .opt, #since-mine"), again = doubled(event);
  if (held && !event.target.closest(".opt")) {
    held = "";
    render();
  }
  if (!target) return;
  const { id, dataset } = target;
  if (target.classList.contains("opt")) return again || press(target);
  if (id === "since-mine") return pace() === "off" || event.ctrlKey || event.metaKey || tellAgain(event, Number(dataset.after));
  if (id === "send") send();
  else if (id === "undo-step") undoStep();
  else if (id === "choices") outOfSight?.scrollIntoView({ block: "center", behavior: still.matches ? "auto" : "smooth" });
  else if (id === "start-over") attempt([]);
  else if (dataset.dismiss !== undefined) CLOSE[target.closest("#slip, #hint, #proposal")?.id]?.();
  else if (dataset.press) again || attempt(words, { press: dataset.press });
  else if (id === "take-back") command("undo");
  else if (id === "count-go") skipCount();
  else if (id === "coach-switch" && !coach) (await callCoach(), target.click());
  else if (dataset.hint !== undefined || dataset.find) (await import("./hint.js")).hint(table, seq(), words, dataset.find);
  else if (dataset.beside !== undefined) lookAt(dataset.beside);
  else if (dataset.rematch !== undefined) {
    if (await command(`rematch${dataset.rematch}`)) askRematch(true);
  } else if (dataset.reply) command("reply", { agree: dataset.reply === "yes" });
  else if (dataset.ask) command("ask", { what: dataset.ask });
  else if (dataset.command) {
    if (dataset.sure && !dataset.armed) {
      dataset.armed = "1";
      strip("warn", dataset.sure, 6000);
      setTimeout(() => delete dataset.armed, 6000);
    } else command(dataset.command, dataset.seat && { seat: Number(dataset.seat), bot: dataset.bot });
  } else if (id === "keys") byId("keys-box").showModal();
  else if (id === "hand-go") {
    if (await command("hand", { seat: Number(dataset.seat) }) !== undefined) location.reload();
  }
});

// ------------------------------------------------------------ keys

const options = () => [...document.querySelectorAll("#options .opt")];

function towards(from, key) {
  const box = (e) => { const r = e.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; };
  const [x, y] = box(from), [ax, ay] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  let best, least = Infinity;
  for (const other of options()) {
    const [ox, oy] = box(other), along = (ox - x) * ax + (oy - y) * ay, aside = Math.abs((ox - x) * ay) + Math.abs((oy - y) * ax);
    if (other !== from && along > 1 && along + 2 * aside < least) [best, least] = [other, along + 2 * aside];
  }
  best?.focus();
}

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || target.closest("input, textarea, select, dialog[open], details.menu[open]")) return;
  const option = target.closest(".opt");
  if (option && (key === " " || key === "Enter") && !option.classList.contains("chosen")) event.repeat || press(option);
  else if (key === "Enter" && !target.closest("button, a, summary")) send();
  else if (key === "Backspace") words.length ? undoStep() : byId("take-back")?.click();
  else if (key === "Escape") escape();
  else if (key === "?") byId("keys-box").showModal();
  else if (/^[1-9]$/.test(key)) options()[key - 1]?.focus();
  else if (key.startsWith("Arrow") && option) towards(option, key);
  else return;
  event.preventDefault();
});

// ------------------------------------------------------------ what things are

hoverCards(({ dataset: { about, word, words: said = word, rule = "" } }) => `/t/${table}/about?${new URLSearchParams({ thing: about ?? said, seq: seq(), words: words.join(" "), group, rule, invite })}`);

// ------------------------------------------------------------ time

const warned = new Set();

function left(ms) {
  const s = Math.max(0, Math.ceil(ms / 1000));
  if (s >= 86400) return `${days(Math.floor(s / 86400))} ${hours(Math.floor((s % 86400) / 3600))}`;
  if (s >= 3600) return `${hours(Math.floor(s / 3600))} ${minutes(Math.floor((s % 3600) / 60))}`;
  return `${String(Math.floor(s / 60)).padStart(2, "0")}:${String(s % 60).padStart(2, "0")}`;
}

function tick() {
  for (const clock of document.querySelectorAll(".clock")) {
    const { left: all, since } = clock.dataset;
    const ms = Number(all) - (since ? Date.now() + skew - Number(since) : 0);
    clock.textContent = left(ms);
    clock.classList.toggle("short", Boolean(since) && ms < 60000);
    if (since && now().mine === "1") for (const [limit, text] of [[300000, texts.five], [60000, texts.minute]]) {
      const key = since + limit;
      if (ms < limit && ms > limit - 5000 && !warned.has(key)) {
        warned.add(key);
        strip("warn", text, 5000);
      }
    }
  }
  for (const button of document.querySelectorAll("[data-from]")) button.hidden = Date.now() + skew < Number(button.dataset.from);
  tellAges(texts.now);
  tellWho();
}

// ------------------------------------------------------------ one device, several seats

const mySeats = JSON.parse(document.body.dataset.hand || "[]");

function handOver() {
  const turn = [...document.querySelectorAll("#seats .seat")].findIndex((seat) => seat.classList.contains("now"));
  const next = mySeats.find(([seat]) => seat === turn);
  const box = byId("handover");
  if (Boolean(next) === box.open) return;
  if (!next) return box.close();
  byId("hand-t").textContent = texts.hand.replace("{who}", next[1]);
  byId("hand-go").textContent = texts.go.replace("{who}", next[1]);
  byId("hand-go").dataset.seat = next[0];
  box.showModal();
}

byId("handover").addEventListener("cancel", (event) => event.preventDefault()); // Escape must not uncover the board

// ------------------------------------------------------------ the coach

let coach; // loaded where it is on, or when it is switched on

async function callCoach() {
  coach = await import("./coach.js");
  coach.advise();
}
try {
  if (JSON.parse(localStorage.getItem(`coach.${title}`))?.on) callCoach();
} catch {}

// ------------------------------------------------------------ chat

let chat = () => 0; // loaded where the table has one
if (byId("chat")) import("./chat.js").then(({ chatOf }) => (chat = chatOf(api, tick, refused))());

connect();
tick();
handOver();
tellChoices();

// Signals at the table: my turn, unread chat, who is here and who thinks. Sound is loaded only when it is switched on.

import { ago, ask, attention, badge, skew } from "./shell.js";

const { table, me } = document.body.dataset, api = `/api/tables/${table}`;
const byId = (id) => document.getElementById(id);
const texts = byId("texts").dataset, root = document.documentElement.dataset;
const facts = () => byId("now").dataset;

// ------------------------------------------------------------ my turn, and unread chat

let turn = facts().mine === "1", unread = 0;

function tell() {
  attention(turn ? texts.turn : "", document.hidden && unread);
}

// How many tables wait for me is asked only where there is a badge to show it: the page runs as an installed app.
async function count() {
  if (!me || !navigator.setAppBadge || !matchMedia("(display-mode: standalone)").matches) return;
  const cards = await ask("GET", "/api/tables").catch(() => 0);
  if (cards) badge(cards.filter(({ turn, seats, loadable = true }) => loadable && seats[turn]?.mine && !seats[turn].bot).length);
}

addEventListener("myturn", () => {
  turn = true;
  tell();
  count();
});

export function tellUnread(number) {
  unread = number;
  for (const mark of [byId("unread"), byId("unread-tab")]) {
    mark.hidden = !unread;
    mark.textContent = unread;
  }
  byId("unread-said").textContent = unread ? texts.unread.replace("{n}", unread) : "";
  tell();
}

// ------------------------------------------------------------ who is here, who thinks, and for how long

const HERE = 180000; // ms without an input, after which somebody is away
const EVERY = 30000;
const actedAt = {}; // of each seat; a preview does not know it
let seen = [], asked = 0, told = 0, active = Date.now();

// Says that I am here, if I am; `seen` decides whether a notification is needed, too.
export function looking() {
  const now = Date.now();
  if (now - told < EVERY || now - active > HERE || document.hidden || !me || facts().seat === "") return;
  told = now;
  ask("POST", `${api}/seen`).catch(() => 0);
}

// Asked also when the stream says that somebody has `arrived`, and never without anybody to tell it about.
export async function askWho(arrived) {
  const now = Date.now();
  if (!arrived && now - asked < EVERY || document.hidden || !me || !document.querySelector(".pr[data-seat]")) return;
  asked = now;
  ({ seen } = await ask("GET", `${api}/presence`).catch(() => ({ seen })));
  tellWho();
}

for (const kind of ["pointermove", "pointerdown", "keydown", "wheel", "touchmove"]) addEventListener(kind, () => {
  active = Date.now();
  looking();
}, { passive: true });

document.addEventListener("visibilitychange", () => {
  active = Date.now();
  looking();
  askWho();
  tell();
});

function lasted(ms) {
  const s = Math.max(0, Math.floor(ms / 1000));
  return s < 3600 ? `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}` : ago(Date.now() + skew - ms);
}

function tellMark(mark) {
  const { seat, since, acted } = mark.dataset, time = Date.now() + skew;
  const known = seat in seen, last = Math.max(seen[seat], (actedAt[seat] = Math.max(actedAt[seat] ?? 0, acted)));
  const gone = known && time - last > HERE, thinks = since ? lasted(time - since) : "";
  const away = last ? texts.away.replace("{time}", ago(last)) : texts.gone;
  let text = thinks && texts.thinking.replace("{time}", thinks);
  if (mark.matches(".brief, .bar")) text = thinks;
  if (gone) text = mark.matches(".brief") ? thinks : away;
  else if (!thinks && known && !mark.matches(".brief")) text = texts.here;
  mark.classList.toggle("is-here", known && !gone);
  mark.classList.toggle("is-gone", gone);
  mark.classList.toggle("thinks", Boolean(thinks) && !gone);
  if (mark.textContent !== text) mark.textContent = text;
}

// Called every second and after every change of the page.
export function tellWho() {
  document.querySelectorAll(".pr").forEach(tellMark);
  askWho();
  if (turn && facts().mine !== "1") {
    turn = false;
    count();
    tell();
  }
}

// ------------------------------------------------------------ sound

const listen = () => root.sound === "on" && import("./sound.js");
addEventListener("preferences", listen);

listen();
tell();
if (turn) count();

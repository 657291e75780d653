// A hint: lists the best moves of the present question, and marks one of them on the board. Loaded at the first press.

import { ask } from "./shell.js";

const byId = (id) => document.getElementById(id);
const found = () => byId("hint-found");
const question = () => `${byId("now").dataset.seq} ${document.querySelectorAll("#confirm .steps li").length}`;
const ROOM = 10; // pixels for the ring
let about = "", marked = "", following = false;

// The mark lies over the board: a ring and the number of the move, which nothing on the board covers.
const ring = document.body.appendChild(Object.assign(document.createElement("div"), { className: "hint-mark", hidden: true, ariaHidden: "true" }));
ring.append(document.createElement("b"));

// The option of a word. One press may say several words; on a map there may be none to see.
const optionOf = (word) => [...document.querySelectorAll("#options .opt:not(.dead)")].find(({ dataset }) => `${dataset.words ?? dataset.word} `.startsWith(`${word} `));
const boxOf = (option) => (option.querySelector(".opt-hit") ?? option).getBoundingClientRect();

function mark(word = "") {
  marked = word;
  for (const old of document.querySelectorAll(".opt.focus")) old.classList.remove("focus");
  for (const line of document.querySelectorAll("#hint-found li")) line.classList.toggle("is-marked", line.querySelector(`[data-find="${CSS.escape(word)}"]`) !== null);
  const option = word && optionOf(word);
  ring.hidden = !option;
  if (!option) return;
  ring.firstChild.textContent = document.querySelector("#hint-found .is-marked i").textContent;
  bringUp(option);
  lay();
  if (!following) follow();
}

// Lays the mark over its option.
function lay() {
  const option = marked && optionOf(marked);
  ring.hidden = !option;
  if (!option) return;
  option.classList.add("focus");
  const { left, top, width, height } = boxOf(option), { style } = ring;
  [style.left, style.top, style.width, style.height] = [left, top, width, height].map((pixels) => `${pixels}px`);
}

// The board is drawn again, scrolled and zoomed under the mark.
function follow() {
  following = marked !== "";
  lay();
  if (following) requestAnimationFrame(follow);
}

// Scrolls an option between the bars of the page, and not under the list; a page that shows it stays.
function bringUp(option) {
  const box = boxOf(option), list = byId("hint").getBoundingClientRect();
  const heads = document.querySelector(".heads"), sticks = getComputedStyle(heads).position === "sticky";
  const top = Math.max(sticks && heads.getBoundingClientRect().bottom, document.querySelector(".topbar").offsetHeight);
  const bar = byId("confirm").getBoundingClientRect().top, fixed = getComputedStyle(byId("hint")).position === "fixed";
  const bottom = fixed && box.right > list.left && box.left < list.right ? Math.min(bar, list.top) : bar;
  if (box.top < top + ROOM || box.bottom > bottom - ROOM) scrollBy(0, (box.top + box.bottom - top - bottom) / 2);
}

// The hint goes with its question, after a step and when the turn is over; and when its list is closed.
new MutationObserver(() => {
  if (about && question() !== about) {
    about = "";
    found()?.replaceChildren();
  }
  if (marked && !found()?.hasChildNodes()) mark();
}).observe(document.body, { subtree: true, childList: true, attributeFilter: ["data-seq"] });

// `word`: one of the listed moves was pressed, and is shown on the board.
export async function hint(table, seq, words, word) {
  if (word) return mark(word);
  const buttons = document.querySelectorAll("[data-hint]");
  for (const button of buttons) button.disabled = true;
  about = question();
  const asked = about;
  try {
    const { hint: html } = await ask("POST", `/t/${table}/hint`, { seq, words });
    if (asked !== about) return;
    found().innerHTML = html;
    mark(found().querySelector("[data-find]").dataset.find);
  } catch (error) {
    if (asked === about) found().textContent = error.message;
  } finally {
    for (const button of buttons) button.disabled = false;
  }
}

// A hint: lists the best moves of the present question, and marks one of them on the board. Loaded at the first press.

import { ask, layout } from "./shell.js";

const byId = (id) => document.getElementById(id);
const found = () => byId("hint-found");
const question = () => `${byId("now").dataset.seq} ${document.querySelectorAll("#confirm .steps li").length}`;
let about = "";

// Marks the option of a word as if it had the focus. One press may say several words; on a map there may be none to see.
function mark(word, scroll) {
  for (const old of document.querySelectorAll(".opt.focus")) old.classList.remove("focus");
  const option = [...document.querySelectorAll("#options .opt:not(.dead)")].find(({ dataset }) => `${dataset.words ?? dataset.word} `.startsWith(`${word} `));
  if (!option) return;
  option.classList.add("focus");
  if (scroll || !(layout() === "tall" || inView(option))) option.scrollIntoView({ block: "center" });
}

function inView(option) {
  const { top, bottom } = option.getBoundingClientRect();
  return top >= 100 && bottom <= byId("confirm").getBoundingClientRect().top;
}

// The hint goes with its question: after a step, and when the turn is over.
new MutationObserver(() => {
  if (!about || question() === about) return;
  about = "";
  found()?.replaceChildren();
  mark();
}).observe(document.body, { subtree: true, childList: true, attributeFilter: ["data-seq"] });

// `word`: one of the listed moves was pressed, and is shown on the board.
export async function hint(table, seq, words, word) {
  if (word) return mark(word, true);
  const buttons = document.querySelectorAll("[data-hint]");
  for (const button of buttons) button.disabled = true;
  about = question();
  const asked = about;
  try {
    const { hint: html } = await ask("POST", `/t/${table}/hint`, { seq, words });
    if (asked !== about) return;
    found().innerHTML = html;
    mark(found().querySelector("[data-find]").dataset.find);
    // On a phone the list is below the board: it is read first, and a press on a move leads to its place.
    if (layout() === "tall") byId("hint").scrollIntoView({ block: "center" });
  } catch (error) {
    if (asked === about) found().textContent = error.message;
  } finally {
    for (const button of buttons) button.disabled = false;
  }
}

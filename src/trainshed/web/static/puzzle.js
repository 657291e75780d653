// A puzzle: a press on the board chooses an answer of the list; hover cards; another layout, or another seat's board.

import { hideCard, hoverCards } from "./hover_card.js";
import { Idiomorph } from "./idiomorph.js";
import { solve } from "./puzzles.js";
import { layout } from "./shell.js";

const { title, number, verdict } = document.body.dataset;
const byId = (id) => document.getElementById(id);
const form = byId("choose");
const options = () => [...document.querySelectorAll("#options .opt")];
let beside = ""; // the seat whose board is shown in place of the own one

if (verdict === "right") solve(title, Number(number));

// ------------------------------------------------------------ choosing

function mark() {
  const input = form?.querySelector("input:checked");
  if (!form) return;
  for (const option of options()) {
    const chosen = option.dataset.word === input?.value;
    for (const name of ["chosen", "focus"]) option.classList.toggle(name, chosen); // on a map an option that is chosen looks as before
    chosen ? option.setAttribute("aria-pressed", "true") : option.removeAttribute("aria-pressed");
  }
  if (input) document.querySelector("#doing b").textContent = input.labels[0].querySelector("span").firstChild.textContent;
}

function choose(option) {
  const input = [...form.elements.answer].find(({ value }) => value === option.dataset.word);
  if (!input) return;
  input.checked = true;
  const list = input.closest(".answers");
  list.scrollTop = input.closest("li").offsetTop - list.clientHeight / 2; // of the list alone: the board stays where it is
  mark();
  if (beside === "") return;
  beside = ""; // moves are made on the own board
  redraw();
}

form?.addEventListener("change", mark);

document.addEventListener("click", ({ target }) => {
  const option = target.closest(".opt"), look = target.closest("[data-beside]");
  if (option && form) choose(option);
  else if (look) {
    beside = look.dataset.beside;
    redraw();
  }
});

document.addEventListener("keydown", (event) => {
  const option = event.target.closest(".opt");
  if (!option || !form || ![" ", "Enter"].includes(event.key)) return;
  event.preventDefault();
  if (event.key === "Enter" && option.classList.contains("chosen")) form.requestSubmit();
  else choose(option);
});

// ------------------------------------------------------------ drawing again

async function redraw() {
  const query = new URLSearchParams(location.search);
  query.set("layout", layout());
  query.set("beside", beside);
  const answer = await fetch(`${location.pathname}?${query}`);
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  hideCard();
  for (const id of ["phase", "stage", "seats", "chips"]) Idiomorph.morph(byId(id), fresh.getElementById(id));
  document.body.dataset.layout = layout();
  mark();
}

addEventListener("layout", redraw);
if (document.body.dataset.layout !== layout()) redraw();
hoverCards(({ dataset: { about, word, words: said = word, rule = "" } }) => `/puzzles/${title}/${number}/about?${new URLSearchParams({ thing: about ?? said, rule })}`);
mark(); // a browser may restore an earlier choice

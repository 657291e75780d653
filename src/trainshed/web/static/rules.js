// The rulebook. Clauses are found while one types: by the server, as they are without this file.
import { layout } from "./shell.js";

const form = document.querySelector("[data-search]");
let waiting;
let asking;

async function find(question) {
  asking?.abort();
  asking = new AbortController();
  const address = form.action + (question && `?q=${encodeURIComponent(question)}`);
  const answer = await fetch(address, asking);
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const id of ["#book", "#count"]) document.querySelector(id).replaceChildren(...fresh.querySelector(id).childNodes);
  history.replaceState(null, "", address);
}

form?.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(() => find(form.elements.q.value.trim()).catch(() => 0), 160); // if it fails, there is the button
});

const print = document.querySelector("[data-print]");
if (print) {
  print.hidden = false;
  print.onclick = () => window.print();
}

// The server draws a board for one layout, and learns from a cookie that it is another; where it may not, once is enough.
const stage = document.querySelector("#stage");
const again = performance.getEntriesByType("navigation")[0].type === "reload";
if (stage && stage.dataset.layout !== layout() && !again) location.reload();
addEventListener("layout", () => stage && location.reload());

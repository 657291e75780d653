// The rulebook: search while typing. The server searches, as it does without this script.
import { layout, mark } from "./shell.js";

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
  mark();
}

form?.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(() => find(form.elements.q.value.trim()).catch(() => 0), 160); // if it fails, there is the submit button
});

const print = document.querySelector("[data-print]");
if (print) {
  print.hidden = false;
  print.onclick = () => window.print();
}

// The server draws the board, or the map of the component sheet, for one layout. If it is the wrong one, the page is loaded again
// with the right cookie; only once, as cookies may be blocked.
const stage = document.querySelector("#stage");
const again = performance.getEntriesByType("navigation")[0].type === "reload";
if (stage && stage.dataset.layout !== layout() && !again) location.reload();
addEventListener("layout", () => stage && location.reload());

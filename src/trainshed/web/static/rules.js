// The rulebook: clauses are found while one types. The server looks for them, as it does without this file.
import { layout } from "./shell.js";

const form = document.querySelector("[data-search]");
const PAUSE = 160;
let waiting = 0;
let asking = null;

async function find(question) {
  asking?.abort();
  asking = new AbortController();
  const address = question ? `${form.action}?${new URLSearchParams({ q: question })}` : form.action;
  try {
    const answer = await fetch(address, { signal: asking.signal });
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    document.querySelector("#book").replaceWith(fresh.querySelector("#book"));
    document.querySelector("#count").replaceChildren(...fresh.querySelector("#count").childNodes);
    history.replaceState(null, "", address);
  } catch (error) {
    if (error.name !== "AbortError") form.submit();
  }
}

if (form) {
  const field = form.elements.q;
  let last = field.value.trim();
  const look = (pause) => {
    const question = field.value.trim();
    if (question === last) return;
    last = question;
    clearTimeout(waiting);
    waiting = setTimeout(() => find(question), pause);
  };
  field.addEventListener("input", () => look(PAUSE));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    look(0);
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-clear]")) return;
    event.preventDefault();
    field.value = "";
    look(0);
    field.focus();
  });
}

const print = document.querySelector("[data-print]");
if (print) {
  print.hidden = false;
  print.addEventListener("click", () => window.print());
}

// The server draws a board for one layout, and learns from a cookie that it is another one; where it may not, once is enough.
const stage = document.querySelector("#stage[data-layout]");
const again = performance.getEntriesByType("navigation")[0]?.type === "reload";
if (stage && stage.dataset.layout !== layout() && !again) location.reload();
if (stage) addEventListener("layout", () => location.reload());

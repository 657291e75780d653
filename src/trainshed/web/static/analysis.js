// Starts the analysis of a finished game and shows how far it is. Only replays without an analysis load this.

import { ask } from "./shell.js";

const PAUSE = 1500; // ms between two questions
const panel = () => document.getElementById("analysis");

// `ready` is called when the analysis is there, with whether the panel had the focus.
export function follow(table, ready) {
  async function look() {
    const { analysis } = await ask("GET", `/t/${table}/replay/analysis`).catch(() => ({})); // without connection: asked again
    const focused = panel().contains(document.activeElement);
    if (analysis) panel().outerHTML = analysis;
    const { state } = panel().dataset;
    if (state === "ready") return ready(focused);
    if (focused) panel().focus();
    if (state === "queued" || state === "running") setTimeout(look, PAUSE);
  }

  document.addEventListener("click", async ({ target }) => {
    const button = target.closest("#analyse");
    if (!button) return;
    button.disabled = true;
    try {
      await ask("POST", `/api/tables/${table}/analysis`);
      panel().focus(); // the button is about to go
      look();
    } catch (error) {
      button.disabled = false;
      document.getElementById("analysis-bad").textContent = error.message;
    }
  });
  if (["queued", "running"].includes(panel().dataset.state)) setTimeout(look, PAUSE);
}

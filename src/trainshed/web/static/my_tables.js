// The tables of the reader in the lobby: the list follows what happens there, and the tab says that one waits.

import { Idiomorph } from "./idiomorph.js";
import { attention, badge } from "./shell.js";

function tell() {
  const waiting = document.querySelector("#mine h1 em")?.textContent ?? "";
  attention(waiting && `${waiting} — Trainshed`);
  badge(document.querySelectorAll("#mine .row.my").length);
}

async function refresh() {
  const answer = await fetch("/").catch(() => 0);
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const place of ["#offers", "#mine", ".tabs [href='#mine']"]) Idiomorph.morph(document.querySelector(place), fresh.querySelector(place).innerHTML, { morphStyle: "innerHTML" });
  tell();
}

// Whether the list does not show what a line of the stream says.
function isNew(line) {
  const { type, table } = JSON.parse(line), row = document.querySelector(`#mine .row:has([href="/t/${table}"])`);
  if (type === "rematch") return true;
  return type === "tableOver" ? row : !row || (type === "yourTurn" && !row.matches(".my"));
}

// After an error the stream is opened again, ever later; a stranger has none.
async function follow(wait) {
  const answer = await fetch("/api/bot/stream").catch(() => 0);
  if (answer.status === 401) return;
  try {
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let rest = "", part; !(part = await reader.read()).done;) {
      wait = 2000;
      const lines = (rest + part.value).split("\n");
      rest = lines.pop();
      if (lines.some((line) => line && isNew(line))) await refresh();
    }
  } catch { /* broken off */ }
  setTimeout(follow, wait * (0.5 + Math.random()), Math.min(60000, wait * 2));
}

export function followTables() {
  tell();
  if (document.body.dataset.me) follow(2000);
  document.addEventListener("visibilitychange", () => document.hidden || !document.body.dataset.me || refresh());
}

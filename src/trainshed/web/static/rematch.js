// The offer of a rematch after the end: the bar of the page as it is now, which is not part of the stream.

import { ask } from "./shell.js";

// Returns the bar that was fetched last, and a function that fetches it; `go`: to the new table, if there is one now.
export function rematchOf(table, changed) {
  scrollTo(0, 0); // the ending stands above the board
  let bar = "", asked = 0;
  scrollTo(0, 0); // the ending is the head of the page, and the player looked at the last move
  const fetchBar = async (go) => {
    const number = ++asked;
    const answer = await ask("GET", `/t/${table}/rematch`).catch(() => null); // fetched again after reconnecting
    if (!answer || number !== asked) return;
    if (go && answer.table) return location.assign(`/t/${answer.table}`);
    bar = answer.confirm;
    changed();
  };
  return [() => bar, fetchBar];
}

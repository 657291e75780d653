// Plays what others did, turn by turn, before the page shows the present. The server is not slowed: only the page waits.

import { ask } from "./shell.js";

// Milliseconds: one piece to its place; a whole turn, at least and at most; dice tumbling and then standing; at most with a roll.
export const TIMES = {
  calm: { piece: 420, least: 600, most: 1600, tumble: 500, stand: 1200, roll: 2500 },
  quick: { piece: 180, least: 300, most: 600, tumble: 250, stand: 600, roll: 1000 },
};
export const pace = () => document.documentElement.dataset.pace ?? "calm";

// How long each frame of one turn is shown: its parts are sped up or slowed evenly to fit the turn, and a roll has its time. `spent` is
// what was told of the turn before, if its rest came later.
const SHORTEST = 100; // for each part of a rest that comes after the time of its turn
export function durations(frames, times, least = times.least, spent = 0) {
  const rolls = frames.filter((frame) => frame.roll).length, others = frames.length - rolls;
  const rolling = rolls * (times.tumble + times.stand), most = (rolls ? Math.max(times.roll, rolling) : times.most) - spent;
  const wanted = Math.max(others * times.piece + rolling, least - spent);
  const left = Math.max(Math.min(wanted, most) - rolling, spent && others * SHORTEST);
  const extra = rolls && !others ? Math.max(0, Math.min(times.piece, most - rolling)) : 0; // the engine runs after its dice
  return frames.map((frame) => (frame.roll ? (rolling + extra) / rolls : left / others));
}

// `show(frame, ms)` shows one frame, `end()` the present. `address(after, to)` gives the frames between two rows; `mine(seat)` tells
// whether a seat is the reader's, whose own roll or draw needs no least time.
export function teller({ address, show, end, mine }) {
  let told = 0, wanted = 0, run = 0, wake = () => 0;
  const self = { telling: false, tell, skip };

  function tell(after, to) {
    wanted = to;
    if (self.telling) return;
    self.telling = true;
    told = after;
    document.body.classList.add("telling");
    play(++run);
  }

  function skip() {
    if (!self.telling) return;
    run++;
    finish();
    wake();
  }

  function finish() {
    self.telling = false;
    document.body.classList.remove("telling");
    end();
  }

  async function play(number) {
    let seat, spent = 0;
    while (told < wanted && number === run) {
      const to = wanted, frames = await ask("GET", address(told, to)).catch(() => []);
      if (number !== run) return;
      told = to;
      for (const turn of turns(frames)) {
        if (turn[0].seat !== seat) [seat, spent] = [turn[0].seat, 0];
        const lengths = durations(turn, TIMES[pace()] ?? TIMES.calm, mine(seat) ? 0 : undefined, spent);
        spent += lengths.reduce((sum, ms) => sum + ms, 0);
        for (const [place, frame] of turn.entries()) {
          show(frame, lengths[place]);
          await pause(lengths[place]);
          if (number !== run) return;
        }
      }
    }
    finish();
  }

  const pause = (ms) => new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    wake = () => { clearTimeout(timer); resolve(); };
  });

  // The first press, key or touch only skips to the present; the click that follows it chooses nothing.
  let swallow = false;
  const ASIDE = ".topbar, .chat, dialog, input, textarea, select";
  function interrupt(event) {
    swallow = false;
    const { key, target } = event;
    if (!self.telling || target.closest?.(ASIDE)) return;
    if (key && (event.ctrlKey || event.metaKey || event.altKey || ["Shift", "Control", "Meta", "Alt"].includes(key))) return;
    swallow = true;
    if (key) event.preventDefault();
    event.stopPropagation();
    skip();
  }
  addEventListener("pointerdown", interrupt, true);
  addEventListener("keydown", interrupt, true);
  addEventListener("click", (event) => {
    if (!swallow) return;
    swallow = false;
    event.preventDefault();
    event.stopPropagation();
  }, true);
  document.addEventListener("visibilitychange", () => document.hidden && skip());
  addEventListener("preferences", () => pace() === "off" && skip());

  return self;
}

// Frames that follow each other and belong to the same seat are one turn.
function turns(frames) {
  const found = [];
  for (const frame of frames) {
    if (found.at(-1)?.[0].seat === frame.seat) found.at(-1).push(frame);
    else found.push([frame]);
  }
  return found;
}

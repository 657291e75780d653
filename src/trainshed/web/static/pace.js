// Plays what others did, turn by turn, before the page shows the present. The server is not slowed: only the page waits.

import { ask } from "./shell.js";

// Milliseconds: one piece to its place; a whole turn, at least and at most; dice tumbling and then standing; at most with a roll.
// A turn may stand for 100 more, until the next one is drawn.
export const TIMES = {
  calm: { piece: 420, least: 600, most: 1500, tumble: 500, stand: 1200, roll: 2400 },
  quick: { piece: 180, least: 300, most: 600, tumble: 250, stand: 600, roll: 1000 },
};
export const pace = () => document.documentElement.dataset.pace ?? "calm";

// How long each frame of one turn is shown: its parts are sped up or slowed evenly to fit the turn, and a roll has its time. `spent` is
// the time since its first frame, if some were shown before; `rolled` whether a roll was among them.
const SHORTEST = 80; // for each part that comes after the time of its turn
export function durations(frames, times, least = times.least, spent = 0, rolled) {
  const rolls = frames.filter((frame) => frame.roll).length, others = frames.length - rolls;
  const rolling = rolls * (times.tumble + times.stand), most = (rolled || rolls ? Math.max(times.roll, rolling) : times.most) - spent;
  const wanted = Math.max(others * times.piece + rolling, least - spent);
  const left = Math.max(Math.min(wanted, most) - rolling, spent && others * SHORTEST);
  const extra = rolls && !others ? Math.max(0, Math.min(times.piece, most - rolling)) : 0; // the engine runs after its dice
  return frames.map((frame) => (frame.roll ? (rolling + extra) / rolls : left / others));
}

// `show(frame, ms)` shows one frame, `end()` the present. `address(after, to)` gives the frames between two rows; `mine(seat)` tells
// whether a seat is the reader's, whose own roll or draw needs no least time.
export function teller({ address, show, end, mine }) {
  let told, wanted, run = 0, wake;
  const self = { telling: false, tell };

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
    wake?.();
  }

  function finish() {
    self.telling = false;
    document.body.classList.remove("telling");
    end();
  }

  // The rest of a turn is planned anew before each frame: what was needed to fetch and draw is taken from it.
  async function play(number) {
    let seat, begun, rolled, coming = more();
    while (coming) {
      const frames = await coming;
      coming = 0;
      while (frames.length && number === run) {
        const now = performance.now(), [frame] = frames, times = TIMES[pace()];
        if (frame.seat !== seat) [seat, begun, rolled] = [frame.seat, 0, false];
        const next = frames.findIndex((frame) => frame.seat !== seat), turn = next < 0 ? frames : frames.slice(0, next);
        const [ms] = durations(turn, times, mine(seat) ? 0 : undefined, begun && now - begun, rolled);
        show(frames.shift(), ms);
        if (!frames.length) coming = more();
        const drawn = performance.now();
        await pause(Math.max(ms - (begun && drawn - now), frame.roll && times.tumble + times.stand));
        begun ||= drawn;
        rolled ||= frame.roll;
      }
      if (number !== run) return;
      coming ||= more();
    }
    finish();
  }

  // The frames of what is not told yet, or false. They are asked for while the last frame stands.
  function more() {
    const after = told;
    told = wanted;
    return told > after && ask("GET", address(after, told)).catch(() => []);
  }

  const pause = (ms) => new Promise((resolve) => {
    wake = resolve;
    setTimeout(resolve, ms);
  });

  // The first press, key or touch only skips to the present; the click that follows it chooses nothing.
  let swallow = false;
  function interrupt(event) {
    swallow = false;
    const { key, target } = event;
    if (!self.telling || target.closest?.(".topbar, .chat, dialog, input, textarea, select")) return;
    if (key && (event.ctrlKey || event.metaKey || event.altKey || key === "Shift")) return; // the others are held down in their own event
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

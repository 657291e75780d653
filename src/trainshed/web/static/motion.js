// Lets pieces move from where they were to where they are, while the turns of others are played: along the line that the board has
// drawn for them (`data-moves`), or straight. Only pieces move; nothing that can be pressed or read is shifted.

import { still } from "./shell.js";

const PIECES = "#stage .piece[id]";
const MOST_NEW = 4; // more pieces that come or go at once, such as new cards on a display, only fade
const TUMBLE = 0.3, STAND = 0.22; // of the time of a roll, before the engine runs
const SLOW = "cubic-bezier(.45,.05,.35,1)", DROP = "cubic-bezier(.2,.8,.3,1)";

const sound = (name) => dispatchEvent(new CustomEvent("sound", { detail: name }));

// Transforms are added to the place where a piece stands; its opacity is replaced.
let running = [];
function run(element, frames, options) {
  const begin = (keyframes, composite) => keyframes.length && running.push(element.animate(keyframes, { fill: "backwards", composite, ...options }));
  const only = (name) => frames.filter((frame) => name in frame).map(({ [name]: value, offset, easing = "linear" }) => ({ [name]: value, offset, easing }));
  begin(only("opacity"), "replace");
  begin(only("transform"), "add");
  return running.at(-1);
}

// Ends all motion of pieces: what is shown then is the position.
let later = [], counts = [];
export function stopMotion() {
  later.forEach(clearTimeout);
  // A total counts on, unless it changes now.
  queueMicrotask(() => counts = counts.filter((count) => count.effect.target.textContent === count.id || count.cancel()));
  for (const made of running) made.cancel();
  running = [];
}

const matrixOf = (element) => DOMMatrix.fromMatrix(element.getScreenCTM());
const at = (matrix, x = 0, y = 0) => matrix.transformPoint(new DOMPoint(x, y));
const away = (matrix, { x, y }) => `translate(${at(matrix.inverse(), x, y).x}px,${at(matrix.inverse(), x, y).y}px)`;
const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
const middle = (element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return new DOMPoint(left + width / 2, top + height / 2);
};

// The panel of a seat beside the board, or its chip in a narrow window, where the panel is out of sight.
const seatMark = (seat) => [...document.querySelectorAll(`#seat-${seat} .seat-b, .chip:nth-child(${seat + 1})`)].find((mark) => mark.getClientRects().length);
const totals = () => [...document.querySelectorAll(document.querySelector("#chips").getClientRects().length ? ".chip b" : ".seat-s")];

// Shows a frame by `change()`, and moves what it has moved within `ms`. A roll is thrown on the board as it was, with the dice of the
// board that comes; `say()` tells its result when they stand, and then happens what they decide.
export function animate(change, ms, frame, coming, say) {
  stopMotion();
  if (still.matches) return change();
  if (!frame.roll) return move(change, ms, frame);
  for (const die of new DOMParser().parseFromString(coming(), "text/html").querySelectorAll(".die")) document.getElementById(die.id)?.replaceWith(document.adoptNode(die));
  const time = tumble(ms);
  later = [setTimeout(say, time * 0.8), setTimeout(move, time + ms * STAND, change, ms - time - ms * STAND, frame)];
}

function move(change, ms, { seat, roll }) {
  const nodes = [...document.querySelectorAll(PIECES)], before = new Map(nodes.map((piece) => [piece.id, matrixOf(piece)]));
  const points = totals().map((total) => parseInt(total.textContent));
  change();
  const time = Math.min(ms, 900), delay = roll ? time / 2 : 0; // the engine runs on the board as it was
  const pieces = [...document.querySelectorAll(PIECES)], lines = linesOf();
  const fresh = pieces.filter(({ id }) => !before.has(id) && !id.startsWith("die") && !lines.has(id));
  let source, place; // where points come from: the place to which the last piece moves
  for (const piece of pieces) { // a group before what is in it, which is then moved within the group
    const old = before.get(piece.id), now = matrixOf(piece), line = lines.get(piece.id), goal = middle(piece);
    const start = line && old ? nearest(line, at(old)) : 0, stands = line && nearest(line, at(now));
    if (line && (line.dataset.derails ? roll : start < stands / 2)) alongLine(piece, line, start, stands, now, time);
    else if (old && distance(at(old), at(now)) > 2 && !piece.matches(".die")) run(piece, [{ transform: String(now.inverse().multiply(old)) }, { transform: "none" }], { duration: Math.min(time - delay, 420), delay, easing: SLOW });
    else continue;
    [source, place] = [piece, goal];
  }
  const gone = new Set(nodes.filter(({ id }) => !document.getElementById(id)));
  for (const piece of fresh) { // where one of its kind is gone, it is that one: a locomotive out of the hand
    const [one, more] = [...gone].filter(({ id }) => id.split("-")[0] === piece.id.split("-")[0]), left = one && !more && before.get(one.id);
    const mark = fresh.length <= MOST_NEW && (document.getElementById(piece.dataset.from) ?? (piece.hasAttribute("transform") && seatMark(seat))), from = left ? at(left) : mark && middle(mark);
    if (left) gone.delete(one);
    [source, place] = [piece, middle(piece)];
    run(piece, [{ transform: from ? away(matrixOf(piece), from) : "translate(0,-3px)", opacity: left ? 1 : 0 }, { opacity: 1, offset: 0.3 }, { transform: "none", opacity: 1 }], { duration: Math.min(time, from ? 420 : 240), easing: from ? SLOW : DROP });
  }
  if (source) sound("piece");
  if (gone.size <= MOST_NEW) for (const node of gone) leave(node, before.get(node.id), seat, time, delay);
  totals().forEach((total, owner) => {
    const old = points[owner], now = parseInt(total.textContent);
    if (old !== now) flyPoints(total, owner, old, now, owner === Number(source?.dataset.seat ?? owner) && place, time * 0.5);
  });
}

const linesOf = () => {
  const found = new Map();
  for (const line of document.querySelectorAll("#stage path[data-moves]")) for (const id of line.dataset.moves.split(" ")) found.set(id, line);
  return found;
};

// A piece runs along a line and turns with it. Where it derails, the first piece of a line goes on to its end, lies there among sparks,
// and is put back; a second one follows it. A piece that is not at the beginning of a line has run along it in an earlier frame.
const STEPS = 20, RUN = 0.35, FALL = 0.45, LIE = 0.95; // of the time of a derailment
function alongLine(piece, line, start, stands, now, time) {
  const end = at(now), derails = Boolean(line.dataset.derails);
  const leader = document.getElementById(line.dataset.moves.split(" ")[0]);
  const goal = derails ? line.getTotalLength() - nearest(line, at(matrixOf(leader))) + stands : stands;
  const angle = (length) => {
    const a = spot(line, Math.max(0, length - 2)), b = spot(line, length + 2);
    return Math.atan2(b.y - a.y, b.x - a.x) * 180 / Math.PI;
  };
  const pose = (length, turn = 0) => {
    const { x, y } = spot(line, length), moved = new DOMMatrix().translate(x, y).rotate(angle(length) - angle(stands) + turn).translate(-end.x, -end.y);
    return String(now.inverse().multiply(moved).multiply(now));
  };
  const frames = [];
  for (let step = 0; step < STEPS; step++) frames.push({ transform: pose(start + (goal - start) * step / STEPS), offset: (derails ? RUN : 1) * step / STEPS });
  if (derails) {
    const lying = pose(goal, piece === leader ? 24 : -14);
    frames.push({ transform: pose(goal), offset: RUN, easing: DROP }, { transform: lying, offset: FALL }, { transform: lying, offset: LIE });
    if (piece === leader) spark(time);
  }
  frames.push({ transform: "none", offset: 1 });
  run(piece, frames, { duration: time, easing: SLOW });
}

function spark(duration) {
  const grown = (opacity, scale, offset) => ({ opacity, transform: `scale(${scale})`, offset });
  const sparks = document.getElementById("sparks");
  if (sparks) run(sparks, [grown(0, 0.4, 0), grown(0, 0.4, RUN - 0.01), grown(1, 0.6, RUN), grown(1, 1.3, 0.6), grown(0, 1.5, 1)], { duration });
  later.push(setTimeout(sound, duration * RUN, "crash"));
}

const spot = (line, length) => {
  const { x, y } = line.getPointAtLength(length);
  return at(matrixOf(line), x, y);
};

// How far along a line a place on the screen is.
function nearest(line, place) {
  let best, least = Infinity;
  for (let step = 0; step < 121; step++) {
    const length = line.getTotalLength() * step / 120, far = distance(spot(line, length), place);
    if (far < least) [best, least] = [length, far];
  }
  return best;
}

// Dice come rolling from the left, one after the other. Gives the time after which they stand.
function tumble(ms) {
  const time = ms * TUMBLE;
  document.querySelectorAll("#stage .die:not(.dimmed)").forEach((die, place) => run(die, [
    { transform: "translate(-90px,-30px) rotate(-260deg)", opacity: 0 }, { opacity: 1, offset: 0.2 }, { transform: "translate(-40px,-26px) rotate(-120deg)", offset: 0.4 },
    { transform: "translate(-16px,0) rotate(-40deg)", offset: 0.65 }, { transform: "translate(-6px,-9px) rotate(-14deg)", offset: 0.8 }, { transform: "none", opacity: 1 },
  ], { duration: time - 70, delay: Math.min(place, 4) * 18, easing: "ease-out" }));
  sound("dice");
  return time;
}

// A piece that is gone slides to the seat that took it.
function leave(node, old, seat, time, delay) {
  const layer = document.querySelector("#stage #labels"), mark = seatMark(seat);
  if (!layer || !mark || node.matches(".die")) return;
  const ghost = node.cloneNode(true);
  ghost.removeAttribute("id");
  ghost.setAttribute("aria-hidden", "true");
  ghost.setAttribute("transform", matrixOf(layer).inverse().multiply(old));
  layer.append(ghost);
  run(ghost, [{ transform: "none", opacity: 1 }, { opacity: 0.9, offset: 0.7 }, { transform: away(old, middle(mark)), opacity: 0 }], { duration: Math.min(time - delay, 520), delay, easing: SLOW }).finished.catch(() => 0).then(() => ghost.remove());
}

// "+3" travels from what brought the points to the total of their seat, which counts up when it arrives.
function flyPoints(total, seat, old, now, place, delay) {
  const chip = document.createElement("div"), color = document.querySelector(`#seat-${seat}`), goal = middle(total);
  const from = place || middle(document.querySelector("#stage"));
  chip.className = `fly ${[...color.classList].find((name) => name.startsWith("s-")) ?? ""}`;
  chip.textContent = (now > old ? "+" : "−") + Math.abs(now - old);
  chip.ariaHidden = "true";
  document.body.append(chip);
  const pose = ({ x, y }, scale) => `translate(${x}px,${y}px) translate(-50%,-50%) scale(${scale})`;
  const flight = chip.animate([{ transform: pose(from, 0.6), opacity: 0 }, { opacity: 1, transform: pose(from, 1.1), offset: 0.2 }, { transform: pose(goal, 1), opacity: 1, offset: 0.9 }, { transform: pose(goal, 0.7), opacity: 0 }], { duration: 700, delay, easing: SLOW, fill: "backwards" });
  flight.finished.catch(() => 0).then(() => chip.remove());
  const number = (n) => ({ "--n": n, "--unit": `"${total.textContent.replace(/\d+/, "")}"`, "--v": "visible", color: "transparent" }); // the text itself is the new number all the time
  const count = total.animate([number(old), number(now)], { duration: 300, delay: delay + 600, fill: "backwards" });
  count.id = total.textContent;
  counts.push(count);
  sound("points");
}

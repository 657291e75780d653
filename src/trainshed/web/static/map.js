// Zoom and pan of a map, by wheel, touch, keys and buttons. Only pages with a map load this.
//
// Zoom and pan stand in a style sheet of the page, not in the drawing: the table morphs the drawing, and they stay.

const MOST = 6, SHRINK = 0.7; // as in draw/map/net.py
const SLOP = 6; // px that a finger may slip before it drags
const TOUCH = 24; // px around a target that belong to it
const UNSURE = 8; // px: two targets that differ by less are not told apart by a finger
const TWICE = 350; // ms between two presses

const sheet = new CSSStyleSheet();
sheet.replaceSync(".map-view{} :root{} .map-win{}");
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
const [view, root, win] = [...sheet.cssRules].map((rule) => rule.style);

let k = 1, x = 0, y = 0; // a point p of the map is shown at p * k + (x, y), in units of the board
const frame = () => document.getElementById("map-frame");
const size = () => [frame().width.baseVal.value, frame().height.baseVal.value];
const within = (value, least, most) => Math.min(most, Math.max(least, value));
const inMap = (target) => Boolean(target.closest?.(".map-win, .map-frame, .map-btn"));

function put(zoom, left, top, smooth) {
  if (!frame()) return;
  const [w, h] = size();
  k = within(zoom, 1, MOST);
  x = within(left, w - w * k, 0);
  y = within(top, h - h * k, 0);
  view.transform = `translate(${x}px,${y}px) scale(${k})`;
  view.transition = smooth ? "" : "none";
  root.setProperty("--map-pin", k ** -SHRINK);
  win.touchAction = k > 1 ? "none" : ""; // the whole map lets the page scroll
  document.documentElement.toggleAttribute("data-map-near", k >= Number(frame().dataset.near));
  document.documentElement.dataset.map = k <= 1 ? "least" : k >= MOST ? "most" : "";
}

const zoom = (factor, [px, py] = size().map((side) => side / 2), smooth = true) => {
  const to = within(k * factor, 1, MOST);
  put(to, px - ((px - x) * to) / k, py - ((py - y) * to) / k, smooth);
};
const pan = (dx, dy, smooth) => put(k, x + dx, y + dy, smooth);
const whole = () => put(1, 0, 0, true);

// A point of the screen in units of the board, from the window's corner.
function at({ clientX, clientY }) {
  const box = frame().getBoundingClientRect(), unit = size()[0] / box.width;
  return [(clientX - box.left) * unit, (clientY - box.top) * unit];
}

// ------------------------------------------------------------ pointers

const down = new Map();
let from, dragged = false, touch = false, before = {};

addEventListener("pointerdown", (event) => {
  if (!inMap(event.target) || event.target.closest(".map-btn") || event.button) return;
  touch = event.pointerType === "touch";
  if (!down.size) [from, dragged] = [event, false];
  down.set(event.pointerId, at(event));
});

addEventListener("pointermove", (event) => {
  const old = down.get(event.pointerId);
  if (!old) return;
  if (down.size === 1 && !dragged && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) < SLOP) return;
  const now = at(event), other = [...down].find(([id]) => id !== event.pointerId)?.[1];
  dragged = true;
  down.set(event.pointerId, now);
  if (!other) return pan(now[0] - old[0], now[1] - old[1]);
  const apart = ([px, py]) => Math.max(1, Math.hypot(px - other[0], py - other[1]));
  const middle = (p) => [(p[0] + other[0]) / 2, (p[1] + other[1]) / 2], [mx, my] = middle(now), [ox, oy] = middle(old);
  pan(mx - ox, my - oy);
  zoom(apart(now) / apart(old), [mx, my], false);
});

for (const name of ["pointerup", "pointercancel"]) addEventListener(name, (event) => down.delete(event.pointerId));

// Two fingers are ours, also where one finger scrolls the page.
addEventListener("touchmove", (event) => {
  if (event.touches.length > 1 && event.cancelable && inMap(event.target)) event.preventDefault();
}, { passive: false });

addEventListener("wheel", (event) => {
  if (!inMap(event.target) || (k === 1 && event.deltaY >= 0)) return; // the page scrolls on
  event.preventDefault();
  const step = event.deltaMode ? 16 : 1, { deltaX, deltaY } = event;
  if (event.shiftKey || Math.abs(deltaX) > Math.abs(deltaY)) pan(-step * (deltaX || deltaY), 0);
  else zoom(2 ** ((-step * deltaY) / (event.ctrlKey ? 100 : 400)), at(event), false);
}, { passive: false });

// ------------------------------------------------------------ presses

const centre = (target) => {
  const box = target.querySelector(".opt-touch").getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
};

function nearest({ clientX, clientY }) {
  const far = (target) => Math.hypot(...centre(target).map((value, axis) => value - [clientX, clientY][axis]));
  const found = [...document.querySelectorAll(".map-view .opt")].map((target) => ({ target, far: far(target), dead: target.matches(".dead") }));
  const rank = (one) => one.far + one.dead * UNSURE; // in doubt, the one that can be chosen
  return found.filter((one) => one.far <= TOUCH).sort((one, two) => rank(one) - rank(two));
}

addEventListener("click", (event) => {
  if (!event.isTrusted || !frame() || !inMap(event.target)) return;
  const stop = () => { event.stopPropagation(); event.preventDefault(); };
  const button = event.target.closest(".map-btn");
  if (button) return act(button.dataset.map);
  if (dragged) return stop(); // the end of a drag presses nothing
  const [first, second] = touch ? nearest(event) : [];
  if (second && !second.dead && second.far - first.far < UNSURE && k < MOST) {
    stop();
    const [a, b] = [first, second].map((one) => centre(one.target)), apart = Math.max(8, Math.hypot(a[0] - b[0], a[1] - b[1]));
    return zoom(Math.max(1.5, (2.2 * TOUCH) / apart), at({ clientX: (a[0] + b[0]) / 2, clientY: (a[1] + b[1]) / 2 }));
  }
  if (first && first.target !== event.target.closest(".opt")) {
    stop();
    return first.target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  }
  if (event.target.closest(".opt")) return;
  const again = event.timeStamp - before.timeStamp < TWICE && Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY) < TOUCH;
  before = again ? {} : event;
  if (again) k > 1 ? whole() : zoom(2.5, at(event));
}, true);

const act = (what) => (what === "all" ? whole() : zoom(what === "in" ? 1.5 : 1 / 1.5));

// ------------------------------------------------------------ keys

const STEPS = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (!frame() || event.ctrlKey || event.metaKey || event.altKey || target.closest?.("input, textarea, select, dialog[open]")) return;
  const button = target.closest?.(".map-btn"), step = STEPS[key];
  if (button && (key === "Enter" || key === " ")) act(button.dataset.map);
  else if (key === "+" || key === "=") act("in");
  else if (key === "-" || key === "_") act("out");
  else if (key === "0") whole();
  else if (step && k > 1 && inMap(target) && (event.shiftKey || !target.closest(".opt"))) {
    const [w, h] = size();
    pan((step[0] * w) / 5, (step[1] * h) / 5, true);
  } else return;
  event.preventDefault();
  event.stopPropagation();
}, true);

// A target that the keyboard reaches comes into sight.
addEventListener("focusin", ({ target }) => {
  if (!target.matches?.(".map-view .opt:focus-visible")) return;
  const [px, py] = centre(target), box = frame().getBoundingClientRect(), [cx, cy] = at({ clientX: px, clientY: py }), [w, h] = size();
  if (px < box.left + TOUCH || px > box.right - TOUCH || py < box.top + TOUCH || py > box.bottom - TOUCH) pan(w / 2 - cx, h / 2 - cy, true);
});

// A drawing for another layout arrives later than the window has it: the page was drawn for the layout that the server
// guessed. What fits on the whole map is then another: it is shown whole again.
let known = "";
function redrawn() {
  const now = frame() ? [frame().dataset.near, ...size()].join(" ") : "";
  if (now !== known) put(1, 0, 0);
  known = now;
}
new MutationObserver(redrawn).observe(document.body, { subtree: true, childList: true, attributeFilter: ["data-near", "width"] });
addEventListener("layout", () => put(1, 0, 0));
redrawn();

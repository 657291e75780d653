// Hover cards: what a thing is that the pointer rests on, that has the focus of the keyboard, or that a finger holds.

import { ask } from "./shell.js";

const THING = "[data-about], .opt[data-word]:not(.chosen), [data-told]";
const REST = 300, HOLD = 500, SLIP = 10, GAP = 12, MOST = 200;
const card = document.getElementById("hover-card");
const narrow = matchMedia("(max-width: 1359px)"); // there it stands above the confirm bar by its style sheet, or high where it would cover the thing
const box = (thing) => (thing.querySelector(".opt-hit") ?? thing).getBoundingClientRect();
const texts = new Map();
let thing, waiting, pinned = false, swallow = false, from;

// What the server says of a thing; header buttons carry their text.
async function text(it, address) {
  const { told } = it.dataset, named = document.createElement("div");
  if (told !== undefined) {
    const name = document.createElement("b"), said = document.createElement(it.ariaLabel ? "p" : "span");
    [name.textContent, said.textContent] = [it.ariaLabel, told];
    named.append(name, said);
    return named.innerHTML;
  }
  if (texts.size > MOST) texts.clear();
  if (!texts.has(address)) texts.set(address, (await ask("GET", address)).card);
  return texts.get(address);
}

export function hideCard() {
  clearTimeout(waiting);
  thing = undefined;
  card.hidden = true;
  pinned = false;
}

// Beside the thing, where it covers the fewest options; `--tip` is the place of its tip.
function place() {
  if (!thing) return;
  const { left, right, top, bottom } = box(thing);
  card.classList.remove("high");
  if (narrow.matches) return card.classList.toggle("high", bottom > card.getBoundingClientRect().top);
  const w = card.offsetWidth, h = card.offsetHeight;
  const within = (value, most) => Math.max(8, Math.min(value, most - 8));
  const x = within((left + right - w) / 2, innerWidth - w), y = within((top + bottom) / 2 - 88, innerHeight - h);
  const options = [...document.querySelectorAll("#options .opt:not(.dead)")].map(box);
  const [, side, at] = [["right", right + GAP, y], ["left", left - w - GAP, y], ["below", x, bottom + GAP], ["above", x, top - h - GAP]]
    .map(([side, x, y]) => [
      options.filter((o) => o.left < x + w && o.right > x && o.top < y + h && o.bottom > y).length + (x < 0 || x + w > innerWidth || y < 0 || y + h > innerHeight ? 1e3 : 0),
      side, [x, y],
    ]).reduce((best, other) => (other[0] < best[0] ? other : best));
  card.dataset.side = side;
  const { style } = card;
  [style.left, style.top] = at.map((pixels) => `${Math.round(pixels)}px`);
  style.setProperty("--tip", `${side === "right" || side === "left" ? (top + bottom) / 2 - at[1] : (left + right) / 2 - at[0]}px`);
}

export function hoverCards(address) {
  const show = async (it) => {
    const html = await text(it, it.dataset.told === undefined && address(it)).catch(() => "");
    if (thing !== it) return;
    if (!html || document.body.classList.contains("telling")) return void (pinned = false); // a finger holds it nevertheless
    card.innerHTML = html;
    card.classList.toggle("pinned", pinned);
    card.hidden = false;
    place();
  };
  const rest = (it, ms, pin = false) => {
    if (it === thing && !pin) return;
    hideCard();
    if (!it) return;
    [thing, pinned] = [it, pin];
    waiting = setTimeout(show, ms, it);
  };
  const at = ({ target }) => target.closest?.(THING);
  addEventListener("pointerover", (event) => event.pointerType === "touch" || event.buttons || pinned || rest(at(event), REST));
  document.addEventListener("pointerleave", () => pinned || hideCard());
  addEventListener("focusin", (event) => {
    const it = at(event);
    if (it?.matches(":focus-visible")) rest(it, 0);
  });
  addEventListener("focusout", () => pinned || hideCard());
  addEventListener("pointerdown", (event) => {
    if (card.contains(event.target)) return;
    hideCard();
    [from, swallow] = [event, false];
    if (event.pointerType === "touch") rest(at(event), HOLD, true);
  }, true);
  addEventListener("pointermove", ({ clientX, clientY, pointerType }) => pointerType === "touch" && card.hidden && Math.hypot(clientX - from?.clientX, clientY - from?.clientY) > SLIP && hideCard());
  addEventListener("pointercancel", hideCard);
  addEventListener("pointerup", ({ pointerType, timeStamp }) => {
    if (pointerType !== "touch") return;
    swallow = thing && timeStamp - from.timeStamp > HOLD; // a finger that has held a thing chooses nothing
    if (!swallow) hideCard();
  });
  addEventListener("click", (event) => {
    if (!swallow) return;
    swallow = false;
    event.preventDefault();
    event.stopImmediatePropagation(); // a map would press what is nearest
  }, true);
  addEventListener("click", (event) => { // what cannot be chosen can be read at once
    const it = at(event);
    if (it?.dataset.about && !it.matches("a, .opt")) rest(it, 0, true);
  });
  addEventListener("keydown", ({ key }) => key === "Escape" && hideCard());
  addEventListener("scroll", place, { passive: true });
  addEventListener("contextmenu", (event) => from?.pointerType === "touch" && at(event) && event.preventDefault());
}

// Outlines the part of the board that the coach speaks of. Only pages with the coach on load this.

import { ask, layout } from "./shell.js";

const rings = document.body.appendChild(Object.assign(document.createElement("div"), { className: "pointing" }));
let asked = "", areas = [];

function put() {
  const sheet = document.getElementById("sheet"), box = sheet?.getBoundingClientRect(), unit = box && box.width / sheet.viewBox.baseVal.width;
  rings.hidden = !unit || document.body.classList.contains("telling");
  [...rings.children].forEach(({ style }, place) => {
    const [x, y, w, h] = areas[place].map((side) => side * unit);
    [style.left, style.top] = [`${box.left + scrollX + x - 4}px`, `${box.top + scrollY + y - 4}px`];
    [style.width, style.height] = [`${w + 8}px`, `${h + 8}px`];
  });
}
addEventListener("resize", put);

// `clauses` separated by blanks; none: nothing is pointed at. Called after every change of the page, which may have moved it.
export async function pointAt(clauses) {
  const wanted = clauses && `${clauses}&layout=${layout()}`;
  if (wanted !== asked) {
    asked = wanted;
    const found = wanted ? await ask("GET", `/t/${document.body.dataset.table}/places?clauses=${wanted.replaceAll(" ", "+")}`).catch(() => []) : [];
    if (wanted !== asked) return;
    areas = found;
    rings.replaceChildren(...areas.map(() => document.createElement("i")));
  }
  put();
}

// Which puzzles this browser has solved: marked in the list of all and in the lobby, and stored nowhere else.

const KEY = "puzzles";

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

export function solve(title, number) {
  const all = stored();
  all[title] = [...new Set([...(all[title] ?? []), number])];
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {} // full, or forbidden
}

const all = stored();
for (const part of document.querySelectorAll(".pz-title")) {
  const links = [...part.querySelectorAll("[data-puzzle]")], known = new Set(all[part.id]);
  const solved = links.filter((link) => known.has(Number(link.dataset.puzzle)));
  for (const link of solved) link.classList.add("solved");
  const note = part.querySelector("[data-solved]");
  if (solved.length) note.textContent = note.dataset.solved.replace("{n}", solved.length).replace("{all}", links.length);
}

const { title, number } = document.querySelector(".daily")?.dataset ?? {};
if (all[title]?.includes(Number(number))) document.querySelector(".daily-s").hidden = false;

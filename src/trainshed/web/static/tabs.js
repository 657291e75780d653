// Marks in a list of links to the parts of a page the part that one is at: the tab bar of a phone, the contents of a book.

const find = (selector) => document.querySelector(selector);
let chosen = location.hash; // a part near the end of a page cannot come up to its top: it is marked because it was asked for

export function mark() {
  const bar = find(".tabs, .toc"), links = [...(bar?.querySelectorAll("a") ?? [])].filter((link) => find(link.hash));
  if (!links.length || !bar.offsetHeight) return;
  // A part begins when its top passes a line in the window. Over the last screen the line goes down to its bottom.
  const top = parseFloat(getComputedStyle(find(links[0].hash)).scrollMarginTop) || 48;
  const height = (find("#confirm, .tabs")?.getBoundingClientRect().top ?? innerHeight) - top;
  const most = document.documentElement.scrollHeight - innerHeight, rest = Math.min(most, height);
  const share = Math.max(Math.min(scrollY / height, 1 / 4), rest > 0 ? 1 - (most - scrollY) / rest : 0);
  const passed = links.filter((link) => find(link.hash).getBoundingClientRect().top <= top + share * height + 1);
  const here = links.find((link) => link.hash === chosen) ?? passed.at(-1) ?? links[0];
  for (const link of links) link === here ? link.setAttribute("aria-current", "location") : link.removeAttribute("aria-current");
}

for (const by of ["wheel", "touchmove", "keydown"]) addEventListener(by, () => (chosen = ""), { passive: true });
document.addEventListener("click", ({ target }) => {
  chosen = target.closest("a")?.hash || chosen;
  mark();
});
for (const by of ["scroll", "resize", "hashchange"]) addEventListener(by, mark, { passive: true });
mark();

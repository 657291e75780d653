// Sets the theme before anything is drawn: the chosen one, or that of the device; and `still` where nothing is to move.
(() => {
  const root = document.documentElement;
  root.classList.remove("no-js");
  const dark = matchMedia("(prefers-color-scheme: dark)"), less = matchMedia("(prefers-reduced-motion: reduce)");
  const chosen = () => /(?:^|; )theme=(light|dark)/.exec(document.cookie)?.[1];
  const apply = () => {
    root.dataset.theme = chosen() ?? (dark.matches ? "dark" : "light");
    root.classList.toggle("still", less.matches || root.dataset.motion === "none");
  };
  dark.addEventListener("change", apply);
  less.addEventListener("change", apply);
  addEventListener("theme", apply);
  addEventListener("preferences", apply);
  apply();
})();

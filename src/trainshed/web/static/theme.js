// Sets the theme before anything is drawn: the chosen one, or that of the device.
(() => {
  const root = document.documentElement;
  root.classList.remove("no-js");
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const chosen = () => /(?:^|; )theme=(light|dark)/.exec(document.cookie)?.[1];
  const apply = () => { root.dataset.theme = chosen() ?? (dark.matches ? "dark" : "light"); };
  dark.addEventListener("change", apply);
  addEventListener("theme", apply);
  apply();
})();

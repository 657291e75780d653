// Preferences: a change holds at once, as an attribute of the page's root, and is stored for the person and this browser.
import { ask, complain, remember } from "./shell.js";

document.addEventListener("change", async ({ target: { form, name, value } }) => {
  if (form?.dataset.preferences === undefined) return;
  document.documentElement.dataset[name] = value;
  remember(name, value);
  for (const other of document.querySelectorAll("[data-preferences]")) other.elements[name].value = value;
  dispatchEvent(new Event("preferences"));
  try {
    if (document.body.dataset.me) await ask("PATCH", "/api/me/preferences", { [name]: value });
    form.querySelector("[role=alert]")?.remove();
  } catch (error) {
    complain(form, error);
  }
});

function markTheme() {
  const chosen = /(?:^|; )theme=(light|dark)/.exec(document.cookie)?.[1] ?? "";
  for (const button of document.querySelectorAll("[data-theme-set]")) button.ariaPressed = button.dataset.themeSet === chosen;
}
addEventListener("theme", markTheme);
markTheme();

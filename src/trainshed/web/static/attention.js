// That something waits for me: in the title and the icon of the tab, and as the badge of the installed app.

const icon = document.querySelector("link[rel=icon]"), { title } = document, plain = icon.getAttribute("href");

// `text` is what waits, or empty; `unread` counts messages that nobody has read in a hidden tab.
export function attention(text, unread) {
  const said = (unread ? `(${unread}) ` : "") + (text ? `● ${text}` : title), drawn = text ? icon.dataset.turn : plain;
  if (document.title !== said) document.title = said;
  if (icon.getAttribute("href") !== drawn) icon.href = drawn;
}

export const badge = (tables) => navigator.setAppBadge?.(tables).catch(() => 0); // 0 clears it

// The chat of a table.

import { ask } from "./shell.js";
import { tellUnread } from "./signals.js";

const byId = (id) => document.getElementById(id);

// Returns a function that reads the messages again; `refused` shows why one was not sent.
export function chatOf(api, tick, refused) {
  const chat = byId("chat");
  let insight = false; // messages are read where they are in sight
  const isRead = () => chat.open && insight && !document.hidden;
  const read = async () => {
    const { said, unread } = await ask("GET", `${api}/chat`).catch(() => ({}));
    if (!said) return; // read again when the connection is back
    byId("chat-log").replaceChildren(...said.map(({ name, text, at }) => {
      const line = document.createElement("li"), who = document.createElement("b"), when = document.createElement("time");
      who.textContent = name;
      when.dataset.at = at;
      line.append(who, " ", text, " ", when);
      return line;
    }));
    tellUnread(isRead() ? 0 : unread);
    if (unread && isRead()) ask("POST", `${api}/chat/read`, { upto: said.at(-1).id }).catch(() => 0);
    tick();
  };
  chat.addEventListener("toggle", read);
  new IntersectionObserver(([entry]) => {
    insight = entry.isIntersecting;
    if (insight) read();
  }, { rootMargin: "-100px 0px -110px" }).observe(byId("chat-log")); // not behind the bars
  byId("chat-tab")?.addEventListener("click", () => (chat.open = true));
  addEventListener("online", read);
  document.addEventListener("visibilitychange", () => !document.hidden && chat.open && read());
  byId("chat-form")?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const field = byId("chat-text");
    if (!field.value.trim()) return;
    try {
      await ask("POST", `${api}/chat`, { text: field.value });
      field.value = "";
      read();
    } catch (error) {
      refused(error);
    }
  });
  return read;
}

// The pages around the table: new table, waiting room, settings.
import { Idiomorph } from "./idiomorph.js";
import { followTables } from "./my_tables.js";
import { begin } from "./coach.js";
import { ask, complain, events, fields, handlers, remember, somebody } from "./shell.js";

async function open(plan, bots) {
  await somebody();
  const { table, seats } = await ask("POST", "/api/tables", plan);
  const at = `/api/tables/${table}/`;
  if (bots) {
    for (const [seat, { free }] of seats.entries()) if (free) await ask("POST", `${at}bots`, { seat });
    await ask("POST", `${at}start`, {}).catch(async (error) => {
      if (error.status === 409) await ask("POST", `${at}leave`, {}); // refused: the table would wait for ever
      throw error;
    });
  }
  location.assign(`/t/${table}`);
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  const { play, title, seats, mode } = form.dataset;
  if (play === undefined && form.dataset.new === undefined) return;
  event.preventDefault();
  const button = form.querySelector("[type=submit]");
  button.disabled = true;
  try {
    const language = document.documentElement.lang;
    if (form.dataset.learn !== undefined) begin(title);
    if (play !== undefined) await open({ title, seats: +seats, language, options: mode ? { mode } : {} }, true);
    else await open(...planned(form));
  } catch (error) {
    complain(form, error);
    button.disabled = false;
  }
});

function planned(form) {
  const { title, seats, pace, options, packs, visibility, language, odds, ...clocks } = fields(form);
  const alone = pace === "bots" || seats === "1";
  const [kind, turn, bank] = alone ? ["none", 0, 0] : clocks[pace].split(" ");
  const plan = { title, seats: +seats, options: options?.[title], visibility: visibility ?? "private", language, odds, pack: packs?.[title] ?? "" };
  return [{ ...plan, pace: { kind, turn: +turn, bank: +bank } }, alone];
}

// What can be chosen depends on the title, the seats and the pace.
const form = document.querySelector("[data-new]");
function arrange() {
  const title = form.querySelector("[name=title]:checked");
  const show = (element, shown) => {
    element.hidden = !shown;
    for (const field of element.querySelectorAll("input, select")) field.disabled = !shown;
  };
  const counts = title.dataset.seats.split(" ");
  for (const input of form.elements.seats) show(input.closest("label"), counts.includes(input.value));
  if (form.querySelector("[name=seats]:checked")?.disabled ?? true) form.querySelector("[name=seats][value='2']").checked = true;
  const seats = form.elements.seats.value;
  const pace = seats === "1" ? "alone" : form.elements.pace.value;
  for (const element of form.querySelectorAll("[data-for]")) show(element, element.dataset.for.split(" ").includes(pace));
  for (const rule of form.querySelectorAll("[data-titles]")) {
    const { titles, seats: counts = seats, beside, choices } = rule.dataset;
    const fits = titles.split(" ").includes(title.value) && counts.split(" ").includes(seats);
    show(rule, fits && (!beside || choices.split(" ").includes(form.elements[beside].value)));
    for (const choice of rule.querySelectorAll("[data-seat]")) {
      choice.disabled = choice.hidden = +choice.dataset.seat > +seats;
      if (choice.disabled && choice.selected) choice.parentElement.selectedIndex = 0;
    }
  }
}
if (form) {
  form.addEventListener("change", arrange);
  arrange(); // a browser may restore earlier choices
}

// The waiting room is fetched again after every change, until the game starts.
const room = document.querySelector("#room");
if (room) {
  for (const link of document.querySelectorAll("[data-link]")) link.value = new URL(link.value, location.href).href;
  const { table } = room.dataset;
  const invited = () => new URLSearchParams({ invite: room.dataset.invite });
  const readdress = (path = room.dataset.address) => history.replaceState(null, "", path);
  readdress();
  const begun = () => {
    if (room.dataset.host !== undefined) readdress(`/t/${table}`); // the others need what they have
    location.reload();
  };
  handlers.begun = begun;
  const refresh = async () => {
    const answer = await fetch(`/t/${table}?${invited()}`);
    if (answer.status === 403 || answer.status === 404) {
      stream.close();
      room.replaceChildren(document.querySelector("#gone").content.cloneNode(true));
      return false;
    }
    if (answer.status === 429 || answer.status >= 500) return true; // the next time
    if (!answer.ok) return begun();
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#room");
    if (!fresh) return begun();
    for (const link of fresh.querySelectorAll("[data-link]")) link.setAttribute("value", new URL(link.value, location.href).href);
    const callbacks = { beforeAttributeUpdated: (name) => name !== "open" }; // what is open stays open
    Idiomorph.morph(room, fresh, { ignoreActiveValue: true, callbacks });
    readdress();
    return true;
  };
  handlers.left = refresh; // the address of a player has no invitation to open the page with again
  const stream = events(() => `/api/tables/${table}/stream?${invited()}`, { lobby: refresh, state: begun }, null, refresh);
  stream.open();
}

if (document.querySelector("#mine")) followTables();

// The settings page.
const done = (form) => {
  form.querySelector("[role=alert]")?.remove();
  form.querySelector(".done").textContent = "✓";
};
handlers.saved = (_, form) => done(form);
handlers.settled = ({ language }) => {
  remember("language", language);
  location.reload();
};
handlers.answered = ({ ok, said }, form) => {
  form.querySelector("output").textContent = `${ok ? "✓" : "✗"} ${said}`;
};
handlers.token = ({ token }, form) => {
  const place = form.querySelector(".secret");
  place.hidden = false;
  place.querySelector("code").textContent = token;
};

document.addEventListener("click", ({ target }) => {
  target.closest("[data-drop]")?.closest("[data-holiday]").remove();
  const add = target.closest("[data-add]");
  add?.before(add.parentElement.querySelector("template").content.cloneNode(true));
});

// The time at which a calendar day begins in a time zone. What a clock there is ahead of UTC may change on that very day: it is
// asked for again at about that time.
function midnight(day, zone) {
  const utc = Date.parse(`${day}T00:00Z`);
  const ahead = (at) => Date.parse(`${new Date(at).toLocaleString("sv", { timeZone: zone }).replace(" ", "T")}Z`) - at;
  return utc - ahead(utc - ahead(utc));
}

document.addEventListener("fields", ({ target, detail }) => {
  if (target.dataset.hours === undefined) return;
  detail.holidays = [];
  for (const row of target.querySelectorAll("[data-holiday]")) {
    const [first, last] = [...row.querySelectorAll("input")].map((input) => input.valueAsNumber);
    if (!first || !last) continue;
    const [from, to] = [first, last + 86400000].map((day) => midnight(new Date(day).toISOString().slice(0, 10), detail.zone));
    detail.holidays.push([from, to]);
  }
});

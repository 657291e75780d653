// How long ago something was, in the language of the page.

const language = document.documentElement.lang;
const unit = (name) => new Intl.NumberFormat(language, { style: "unit", unit: name, unitDisplay: "narrow" });
export const [minutes, hours, days] = ["minute", "hour", "day"].map(unit);
export const skew = Number(document.body.dataset.time) - Date.now(); // the server's clock is the reference

export function ago(at, just) {
  const m = Math.floor((Date.now() + skew - at) / 60000);
  return m < 1 ? just : m < 60 ? minutes.format(m) : m < 1440 ? hours.format(Math.floor(m / 60)) : days.format(Math.floor(m / 1440));
}

export function tellAges(just) {
  for (const place of document.querySelectorAll("time[data-at]")) place.textContent = ago(Number(place.dataset.at), just);
}

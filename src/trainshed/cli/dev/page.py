"""The page of `trainshed dev`: frames with the drawings, and a chooser of layouts, themes and languages."""

from __future__ import annotations

from html import escape
from typing import Final

from trainshed.draw.sheet import LAYOUTS, TALL
from trainshed.locale import LANGUAGES

THEMES: Final = ("light", "dark")
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; frame-src 'self'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'"
)


def frames_page(title: str, row: int) -> str:
    """The page with all frames."""
    chooser = "".join(
        f'<label><input type="checkbox" name="{value}" checked> {label}</label>'
        for value, label in (
            *((layout, "phone" if layout == TALL else "desk") for layout in LAYOUTS),
            *((theme, theme) for theme in THEMES),
            *((language, language) for language in LANGUAGES),
        )
    )
    frames = "".join(
        f'<figure data-is="{layout} {theme} {language}"><figcaption>{layout} · {theme} · {language}</figcaption>'
        f'<iframe class="{layout}" data-frame="{layout}/{language}" title="{layout}, {theme}, {language}"'
        f' src="/frame?{layout}/{theme}/{language}"></iframe></figure>'
        for layout in LAYOUTS
        for language in LANGUAGES
        for theme in THEMES
    )
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)} — trainshed dev</title>'
        '<link rel="stylesheet" href="/dev.css"><script type="module" src="/dev.js"></script></head>'
        f'<body data-row="{row}"><header><b>{escape(title)}</b><span id="about" role="status">drawing…</span>'
        '<span><button data-step="-10">−10</button><button data-step="-1">←</button>'
        '<button data-step="1">→</button><button data-step="10">+10</button></span>'
        f'<form id="chooser">{chooser}<label>size <select name="size"><option value="50">50 %</option>'
        '<option value="75">75 %</option><option value="100">100 %</option></select></label></form></header>'
        f'<pre id="error" role="alert" hidden></pre><main>{frames}</main></body></html>'
    )


def frame(layout: str, theme: str, language: str) -> str:
    """The document of one frame, into which the page puts the drawing."""
    sheets = "".join(
        f'<link rel="stylesheet" href="/static/dev/{name}.css">' for name in ("fonts", "tokens", "pieces", "table")
    )
    return (
        f'<!doctype html><html lang="{language}" data-theme="{theme}"><head><meta charset="utf-8">'
        f'<title>{layout}</title>{sheets}<link rel="stylesheet" href="/dev.css">'
        '<script type="module" src="/static/dev/map.js"></script></head>'
        '<body class="dev-frame"><section class="stage" id="stage"></section></body></html>'
    )


STYLE: Final = """
html:not([data-theme]) body{margin:0;font:14px/1.4 system-ui,sans-serif;background:#dfe3e8;color:#17212b}
header{position:sticky;top:0;z-index:1;display:flex;flex-wrap:wrap;gap:6px 18px;align-items:center;padding:8px 14px;
background:#fff;border-bottom:1px solid #b7c0c9}
form{display:flex;flex-wrap:wrap;gap:10px;margin-left:auto}button{margin-right:4px}
#error{margin:12px;padding:12px;white-space:pre-wrap;background:#fff;border:2px solid #af231c;color:#7c150f}
#error:not([hidden])+main{opacity:.4}
main{display:flex;flex-wrap:wrap;gap:14px;align-items:flex-start;padding:14px}
figure{margin:0}figure[hidden]{display:none}figcaption{font-size:12px;color:#434f5a}
iframe{border:1px solid #b7c0c9;display:block}
iframe.wide{width:1088px}iframe.tall{width:390px}
main.size-50 iframe{zoom:.5}main.size-75 iframe{zoom:.75}
body.dev-frame{margin:0;padding:12px;overflow:hidden;min-height:0}.dev-frame .stage>svg{width:100%;height:auto}
"""

SCRIPT: Final = """
const byId = (id) => document.getElementById(id);
const frames = [...document.querySelectorAll("iframe")], chooser = byId("chooser");
let row = Number(location.hash.slice(1) || document.body.dataset.row), last = Infinity, asking = 0;

const ready = Promise.all(frames.map((frame) => new Promise((done) => {
  if (frame.contentDocument?.getElementById("stage")) done();
  else frame.addEventListener("load", done, { once: true });
})));

function size(frame) {
  const stage = frame.contentDocument.getElementById("stage");
  if (!frame.closest("figure").hidden) frame.height = Math.ceil(stage.getBoundingClientRect().height) + 26;
}

// Only the drawings are exchanged: the frames keep their scroll, their zoom and their focus.
async function draw() {
  const number = ++asking;
  const drawn = await (await fetch(`/drawn?${row}`)).json();
  await ready;
  if (number !== asking) return;
  byId("error").hidden = !drawn.error;
  byId("error").textContent = drawn.error;
  if (drawn.error) return;
  row = drawn.row;
  last = drawn.last ? row : Infinity;
  history.replaceState(null, "", `#${row}`);
  byId("about").textContent = drawn.about;
  for (const frame of frames) {
    frame.contentDocument.getElementById("stage").innerHTML = drawn.frames[frame.dataset.frame];
    size(frame);
  }
}

function step(by) {
  row = Math.max(0, Math.min(last, row + by));
  draw();
}

function keys(event) {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!by || event.target.closest?.("input, select, #map-frame, .opt")) return;
  event.preventDefault();
  step(event.shiftKey ? 10 * by : by);
}

function choose() {
  const given = new FormData(chooser);
  for (const figure of document.querySelectorAll("figure")) {
    figure.hidden = !figure.dataset.is.split(" ").every((name) => given.has(name));
  }
  document.querySelector("main").className = `size-${given.get("size")}`;
  localStorage.setItem("dev", JSON.stringify([...given.keys(), given.get("size")]));
  frames.forEach(size);
}

document.addEventListener("keydown", keys);
document.addEventListener("click", ({ target }) => target.dataset.step && step(Number(target.dataset.step)));
chooser.addEventListener("change", choose);
const kept = JSON.parse(localStorage.getItem("dev") ?? "null");
if (kept) {
  for (const box of chooser.querySelectorAll("input")) box.checked = kept.includes(box.name);
  chooser.size.value = kept.at(-1);
}
await ready;
for (const frame of frames) frame.contentDocument.addEventListener("keydown", keys);
choose();
new EventSource("/events").onmessage = draw;
"""

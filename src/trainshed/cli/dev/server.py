"""The server of `trainshed dev`: serves the page on 127.0.0.1, watches files, and keeps the process that draws."""

from __future__ import annotations

import re
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from threading import Condition, Event, Lock, Thread
from typing import Any, Final
from urllib.parse import unquote

import msgspec

from trainshed.cli.common import CliError
from trainshed.cli.dev.drawing import Drawing, DrawnGame
from trainshed.cli.dev.page import POLICY, SCRIPT, STYLE, THEMES, frame, frames_page
from trainshed.draw.place.scenery import FOLDER
from trainshed.draw.sheet import LAYOUTS
from trainshed.kernel.plugins import installed
from trainshed.kernel.registry import GROUP
from trainshed.locale import LANGUAGES

WATCHED: Final = (".py", ".toml", ".css", ".js", ".mo")
EVERY: Final = 0.3
"""Seconds between two looks at the files."""

TYPES: Final = {".css": "text/css", ".js": "text/javascript", ".woff2": "font/woff2", ".svg": "image/svg+xml"}
PICTURE: Final = re.compile(re.escape(FOLDER) + r"[a-z0-9-]+/[a-z0-9-]+\.svg")
LOCAL: Final = ("127.0.0.1", "localhost")


class DrawingProcess:
    """The process that draws. It is started when it is needed, and after `renew` from the files as they are now."""

    def __init__(self, wanted: DrawnGame) -> None:
        self.wanted = msgspec.json.encode(wanted).decode()
        self.process: subprocess.Popen[str] | None = None
        self.lock = Lock()

    def drawn(self, row: int | str) -> bytes:
        """The drawing of a row, or a picture of the scenery, as JSON."""
        with self.lock:
            if self.process is None:
                self.process = subprocess.Popen(
                    [sys.executable, "-m", "trainshed.cli.dev.drawing", self.wanted],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                    encoding="utf-8",
                )
            process = self.process
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                process.stdin.write(f"{row}\n")
                process.stdin.flush()
                line = process.stdout.readline()
            except BrokenPipeError:
                line = ""
            if line:
                return line.encode()
            self.process = None
            return msgspec.json.encode(Drawing(error=f"The drawing process ended with exit code {process.wait()}."))

    def renew(self) -> None:
        """End the process, so that the next drawing reads all files again."""
        with self.lock:
            if self.process is not None:
                self.process.kill()
                self.process.communicate()
                self.process = None


class FileWatch:
    """Notices that a file below some folders was saved, by its time and size."""

    def __init__(self, folders: list[Path]) -> None:
        self.folders = folders
        self.seen = self.present()

    def present(self) -> dict[str, tuple[int, int]]:
        found = {}
        for folder in self.folders:
            for file in folder.rglob("*"):
                if file.suffix in WATCHED:
                    try:
                        about = file.stat()
                    except FileNotFoundError:
                        continue  # an editor has just replaced it
                    found[str(file)] = (about.st_mtime_ns, about.st_size)
        return found

    def changed(self) -> bool:
        now = self.present()
        same = now == self.seen
        self.seen = now
        return not same


def title_folder(title: str) -> Path:
    """The folder of a title's package, found without running it."""
    module = installed(GROUP)[title].module.rpartition(".")[0] or installed(GROUP)[title].module
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise CliError(f"the package of {title} has no folder")
    return Path(spec.origin).parent


class DevServer:
    """Serves the page until it is interrupted."""

    def __init__(self, wanted: DrawnGame, row: int, port: int) -> None:
        self.title = wanted.title
        self.row = row
        self.drawing = DrawingProcess(wanted)
        root = Path(str(files("trainshed")))
        self.static = root / "web" / "static"
        self.watch = FileWatch([title_folder(wanted.title), root / "draw", root / "locale", self.static])
        self.changes = Condition()
        self.version = 0
        self.over = Event()
        self.http = ThreadingHTTPServer(("127.0.0.1", port), handler(self))
        self.http.daemon_threads = True

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.http.server_address[1]}/"

    def run(self) -> None:
        Thread(target=self.look, daemon=True).start()
        try:
            self.http.serve_forever()
        finally:
            self.over.set()
            self.http.server_close()
            self.drawing.renew()

    def look(self) -> None:
        """Watch the files, and tell all pages when one was saved."""
        while not self.over.wait(EVERY):
            if self.watch.changed():
                self.drawing.renew()
                with self.changes:
                    self.version += 1
                    self.changes.notify_all()


def handler(dev: DevServer) -> type[BaseHTTPRequestHandler]:
    """The request handler of a server."""

    class DevHandler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.headers.get("host", "").partition(":")[0] not in LOCAL:  # a page elsewhere that renamed itself
                return self.send_error(421)
            path, _, query = self.path.partition("?")
            if path == "/":
                self.answer("text/html", frames_page(dev.title, dev.row).encode())
            elif path == "/dev.js":
                self.answer("text/javascript", SCRIPT.encode())
            elif path == "/dev.css":
                self.answer("text/css", STYLE.encode())
            elif path == "/frame":
                self.frame(query.split("/"))
            elif path == "/drawn" and query.isdecimal() and len(query) < 7:
                self.answer("application/json", dev.drawing.drawn(int(query)))
            elif path == "/events":
                self.events()
            elif path.startswith("/static/"):
                self.file(unquote(path).split("/", 3)[-1])
            else:
                self.send_error(404)
            return None

        def frame(self, wanted: list[str]) -> None:
            if len(wanted) == 3 and wanted[0] in LAYOUTS and wanted[1] in THEMES and wanted[2] in LANGUAGES:
                self.answer("text/html", frame(*wanted).encode())
            else:
                self.send_error(404)

        def file(self, name: str) -> None:
            if PICTURE.fullmatch(name):
                name = name.rpartition("/")[2]
                drawn = msgspec.json.decode(dev.drawing.drawn(name), type=Drawing).frames.get(name)
                return self.send_error(404) if drawn is None else self.answer(TYPES[".svg"], drawn.encode())
            file = (dev.static / name).resolve()
            if file.is_relative_to(dev.static.resolve()) and file.is_file():
                self.answer(TYPES.get(file.suffix, "application/octet-stream"), file.read_bytes())
            else:
                self.send_error(404)
            return None

        def events(self) -> None:
            """Tell the page to draw: at once, and whenever a file was saved."""
            self.send_response(200)
            self.send_header("content-type", "text/event-stream")
            self.end_headers()
            told = -1
            try:
                while not dev.over.is_set():
                    with dev.changes:
                        if dev.version == told:
                            dev.changes.wait(10)
                        said = b"data: %d\n\n" % dev.version if dev.version != told else b": still here\n\n"
                        told = dev.version
                    self.wfile.write(said)
                    self.wfile.flush()
            except (BrokenPipeError, ConnectionResetError):
                return  # the page was closed

        def answer(self, media: str, body: bytes) -> None:
            self.send_response(200)
            self.send_header("content-type", f"{media}; charset=utf-8" if not media.startswith("font") else media)
            self.send_header("content-length", str(len(body)))
            self.send_header("cache-control", "no-store")
            self.send_header("content-security-policy", POLICY)
            self.send_header("x-content-type-options", "nosniff")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            """Requests are not printed: the terminal is for what the title prints."""

    return DevHandler

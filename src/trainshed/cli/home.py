"""`trainshed home`, and `trainshed` alone: a whole house for a family, with its PostgreSQL, its bots and its clocks."""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated

import typer

from trainshed.cli.common import CommandError

if TYPE_CHECKING:
    from trainshed.service.base.settings import Settings

FIRST_PORT = 8000
PORTS = 100
NEEDED = ("alembic", "litestar", "psycopg", "segno", "uvicorn")
INSTALL = 'pip install "trainshed[home]"'


def home(
    lan: Annotated[bool, typer.Option("--lan", help="Let others in your network come in too.")] = False,
    port: Annotated[
        int | None, typer.Option(min=1, max=65535, help="The port to listen on; else the first free one from 8000.")
    ] = None,
) -> None:
    """Open a house: everything that is needed to play in the browser, with the games kept in TRAINSHED_HOME."""
    if sys.platform == "win32":
        raise CommandError("a house does not run on Windows itself; it runs in the Windows Subsystem for Linux")
    if not installed():
        raise CommandError(f"a house needs more than what is installed: {INSTALL}")

    from threading import Thread

    from trainshed.service.ops.data_folder import FolderInUse, data_folder, inhabited
    from trainshed.service.ops.embedded_postgres import Embedded, EmbeddedError

    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        # Signals first: whatever happens to the house, PostgreSQL is stopped and the folder is free afterwards.
        with stoppable(), inhabited(folder) as inhabitant:
            print(f"The house is being opened in {folder} …", flush=True)
            reading = Thread(target=read_ahead, daemon=True)
            reading.start()
            with Embedded(folder) as postgres:
                reading.join()
                with listening(lan, port) as sock:
                    number = sock.getsockname()[1]
                    here = f"http://127.0.0.1:{number}/"

                    def ready() -> None:
                        inhabitant.tell(here)
                        welcome(here, lan_address(number) if lan else "", lan)

                    start_service(postgres.url, sock, ready)
    except (EmbeddedError, FolderInUse) as error:
        raise CommandError(str(error)) from error
    with suppress(OSError):  # the terminal may be gone
        print("The house is closed.", flush=True)


def installed() -> bool:
    """Is everything there that a house needs, apart from PostgreSQL?"""
    return all(find_spec(name) for name in NEEDED)


def read_ahead() -> None:
    """The rest of the program, while PostgreSQL gets ready; what is wrong with it is said when it is needed."""
    with suppress(Exception):
        import trainshed.web.server  # noqa: F401


def start_service(database: str, sock: socket.socket, ready: Callable[[], None]) -> None:
    """Bring the data up to date, and serve until told to stop."""
    from trainshed.service.container import Container
    from trainshed.service.ops.migrate import TooNew, upgrade
    from trainshed.web.server import serve_on

    try:
        upgrade(database)
    except TooNew as error:
        raise CommandError(str(error)) from error
    opened = False

    def told() -> None:
        nonlocal opened
        opened = True
        ready()

    try:
        serve_on(Container(settings(database)), sock, told)
    finally:
        ignore_signals()
    if not opened:
        raise CommandError("the house could not be opened")


def settings(database: str) -> Settings:
    """What the environment says, but with a database and without company: everything happens in this process."""
    from trainshed.service.base.settings import Settings, SettingsError

    try:
        return Settings.read({**os.environ, "TRAINSHED_DATABASE": database, "TRAINSHED_NATS": ""})
    except SettingsError as error:
        raise CommandError(str(error)) from error


# ---------------------------------------------------------------- where it is found


@contextmanager
def listening(lan: bool, port: int | None) -> Iterator[socket.socket]:
    """A socket at the port, or at the first free one."""
    from trainshed.web.http.sockets import listening as bound

    host = "0.0.0.0" if lan else "127.0.0.1"
    wanted = [port] if port is not None else list(range(FIRST_PORT, FIRST_PORT + PORTS))
    for number in wanted:
        try:
            sock = bound(host, number)
            sock.listen()  # only now it is certain that the port is ours
        except OSError as error:
            why = error.strerror or str(error)
            continue
        with sock:
            yield sock
        return
    at = f"port {port}" if port is not None else f"the ports {wanted[0]} to {wanted[-1]}"
    raise CommandError(f"cannot listen on {at}: {why}")


def lan_address(port: int) -> str:
    """Where others in the network find this machine; empty if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        for far in ("192.0.2.1", "224.0.0.251"):  # nothing is sent: the system only chooses the way
            with suppress(OSError):
                sock.connect((far, 9))
                address: str = sock.getsockname()[0]
                if not address.startswith(("127.", "0.")):
                    return f"http://{address}:{port}/"
    return ""


def welcome(here: str, there: str, lan: bool) -> None:
    print(f"Trainshed is open: {here}")
    if there:
        print(f"In your network:   {there}\n")
        print(qr_code(there))
    elif lan:
        print("No network was found: only this machine can come in.")
    print("Ctrl-C closes the house.", flush=True)


def qr_code(address: str) -> str:
    """The address for the camera of a telephone."""
    import io

    import segno

    drawn = io.StringIO()
    segno.make(address, micro=False).terminal(drawn, compact=True, border=2)
    lines = drawn.getvalue().splitlines()
    if sys.stdout.isatty():
        # White on black whatever the colours of the terminal are: not every camera reads the inverse.
        lines = [f"\x1b[97;40m{line}\x1b[0m" for line in lines]
    return "\n".join(lines) + "\n"


# ---------------------------------------------------------------- being stopped


ASKED = (signal.SIGTERM, signal.SIGINT)


@contextmanager
def stoppable() -> Iterator[None]:
    """Every way of being asked to stop is an orderly end, also before the server runs and while it is put away."""
    before = {number: signal.signal(number, leave) for number in ASKED}
    hang_up = signal.getsignal(signal.SIGHUP)
    if hang_up is not signal.SIG_IGN:  # as under nohup
        signal.signal(signal.SIGHUP, lambda *_: os.kill(os.getpid(), signal.SIGTERM))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        signal.signal(signal.SIGHUP, hang_up)


def leave(*_: object) -> None:
    """Once: whoever presses Ctrl-C again must not keep PostgreSQL from being stopped."""
    ignore_signals()
    raise KeyboardInterrupt


def ignore_signals() -> None:
    for number in ASKED:
        signal.signal(number, signal.SIG_IGN)

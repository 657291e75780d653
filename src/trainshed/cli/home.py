"""`trainshed home`, and `trainshed` alone: a complete server for home use, with its own PostgreSQL, bots and clocks."""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from trainshed.cli.common import CliError
from trainshed.cli.content import checked

if TYPE_CHECKING:
    from trainshed.kernel.game import Game
    from trainshed.service.base.settings import Settings

FIRST_PORT = 8000
PORTS = 100
NEEDED = ("alembic", "litestar", "psycopg", "segno", "uvicorn")
INSTALL = 'pip install "trainshed[home]"'


def home(
    lan: Annotated[bool, typer.Option("--lan", help="Let other devices in your network connect too.")] = False,
    port: Annotated[
        int | None, typer.Option(min=1, max=65535, help="The port to listen on; else the first free one from 8000.")
    ] = None,
    pack: Annotated[
        list[Path] | None, typer.Option(help="Offer this content pack at tables, see `trainshed content`.")
    ] = None,
) -> None:
    """Start a server with everything that is needed to play in the browser. Games are kept in TRAINSHED_HOME."""
    if sys.platform == "win32":
        raise CliError("the server does not run on Windows itself; it runs in the Windows Subsystem for Linux")
    if not installed():
        raise CliError(f"the server needs more than what is installed: {INSTALL}")

    from threading import Thread

    from trainshed.service.ops.data_folder import FolderInUse, data_folder, locked_folder
    from trainshed.service.ops.embedded_postgres import Embedded, EmbeddedError

    brought = [(checked(file, None), file.stem) for file in pack or []]
    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        # Signals first: whatever happens to the server, PostgreSQL is stopped and the folder is free afterwards.
        with stoppable(), locked_folder(folder) as owner:
            print(f"Trainshed starts, with its data in {folder} …", flush=True)
            reading = Thread(target=read_ahead, daemon=True)
            reading.start()
            with Embedded(folder) as postgres:
                reading.join()
                with listening(lan, port) as sock:
                    number = sock.getsockname()[1]
                    here = f"http://127.0.0.1:{number}/"

                    def ready() -> None:
                        owner.tell(here)
                        welcome(here, lan_address(number) if lan else "", lan)

                    start_service(postgres.url, sock, ready, lan, brought)
    except (EmbeddedError, FolderInUse) as error:
        raise CliError(str(error)) from error
    with suppress(OSError):  # the terminal may be gone
        print("Trainshed has stopped.", flush=True)


def installed() -> bool:
    """Whether all packages are installed that the server needs, apart from PostgreSQL."""
    return all(find_spec(name) for name in NEEDED)


def read_ahead() -> None:
    """Import the rest of the program while PostgreSQL starts. Errors are left to the import that needs it."""
    with suppress(Exception):
        import trainshed.web.server  # noqa: F401


def start_service(
    database: str,
    sock: socket.socket,
    ready: Callable[[], None],
    lan: bool = False,
    packs: Sequence[tuple[Game, str]] = (),
) -> None:
    """Migrate the database, store the content packs that were brought, and serve until a stop signal."""
    from trainshed.service.container import Container
    from trainshed.service.ops.migrate import TooNew, upgrade
    from trainshed.web.server import serve_on

    try:
        upgrade(database)
    except TooNew as error:
        raise CliError(str(error)) from error
    store_packs(database, packs)
    opened = False

    def told() -> None:
        nonlocal opened
        opened = True
        ready()

    try:
        serve_on(Container(settings(database, lan, lan_address(sock.getsockname()[1]) if lan else "")), sock, told)
    finally:
        ignore_signals()
    if not opened:
        raise CliError("the server could not be started")


def store_packs(database: str, packs: Sequence[tuple[Game, str]]) -> None:
    """Store content packs with the names of their files: at home the owner is the administrator."""
    from trainshed.service.base.errors import ServiceError
    from trainshed.service.ops.backup import connected
    from trainshed.service.packs.pack_store import insert_pack
    from trainshed.service.tables.open_tables import system_now

    for game, name in packs:
        try:
            with connected(database) as connection:
                insert_pack(connection, game, name, system_now())
        except ServiceError as error:
            raise CliError(str(error)) from error


def settings(database: str, lan: bool, site: str = "") -> Settings:
    """Settings from the environment, but with this database and without NATS: everything runs in this process.

    Whoever can reach the server only from this machine has it to themselves: there is no limit on requests then. `site`
    is the address for invitations and notifications, if the environment names none.
    """
    from trainshed.service.base.settings import Settings, SettingsError

    try:
        usual = {"TRAINSHED_SITE": site} if lan else {"TRAINSHED_ADDRESS_SHARE": "0"}
        return Settings.read({**usual, **os.environ, "TRAINSHED_DATABASE": database, "TRAINSHED_NATS": ""})
    except SettingsError as error:
        raise CliError(str(error)) from error


# ---------------------------------------------------------------- address


@contextmanager
def listening(lan: bool, port: int | None) -> Iterator[socket.socket]:
    """A listening socket on the port, or on the first free one from `FIRST_PORT`."""
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
    raise CliError(f"cannot listen on {at}: {why}")


def lan_address(port: int) -> str:
    """The address of this server in the local network; empty if there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        for far in ("192.0.2.1", "224.0.0.251"):  # nothing is sent: the system only chooses a route
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
        print("No network was found: only this machine can connect.")
    print("Ctrl-C stops Trainshed.", flush=True)


def qr_code(address: str) -> str:
    """An address as a QR code, as text for a terminal."""
    import io

    import segno

    drawn = io.StringIO()
    segno.make(address, micro=False).terminal(drawn, compact=True, border=2)
    lines = drawn.getvalue().splitlines()
    if sys.stdout.isatty():
        # White on black whatever the colours of the terminal are: not every camera reads the inverse.
        lines = [f"\x1b[97;40m{line}\x1b[0m" for line in lines]
    return "\n".join(lines) + "\n"


# ---------------------------------------------------------------- signals


ASKED = (signal.SIGTERM, signal.SIGINT)


@contextmanager
def stoppable() -> Iterator[None]:
    """Make every stop signal an orderly shutdown, also before the server runs and while it is being closed."""
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
    """Stop, and ignore further signals: a second Ctrl-C must not keep PostgreSQL from being stopped."""
    ignore_signals()
    raise KeyboardInterrupt


def ignore_signals() -> None:
    for number in ASKED:
        signal.signal(number, signal.SIG_IGN)

"""Sends mail, webhooks and Web Push, by a queue in the database (Procrastinate), outside every move's transaction."""

from __future__ import annotations

import asyncio
import contextlib
import smtplib
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from email.message import EmailMessage
from typing import Final
from urllib.parse import unquote, urlsplit

import procrastinate
import psycopg
from procrastinate.exceptions import AlreadyEnqueued
from psycopg_pool import PoolTimeout

from trainshed.service.base.daemon_thread import DaemonThreads, NoThreadFree
from trainshed.service.base.database import READ_ONLY, Database, caused_by, is_away, json_text
from trainshed.service.base.errors import TooMany, Unavailable, Wrong
from trainshed.service.base.settings import Settings
from trainshed.service.base.supervisor import SupervisedTask, Supervisor
from trainshed.service.messages import safe_http
from trainshed.service.messages.destinations import DestinationLimits
from trainshed.service.messages.push_subscriptions import PushSubscriptions, later
from trainshed.wire import Delivery

QUEUE: Final = "post"
PUSH_QUEUE: Final = "push"
"""A queue apart: processes of an older version, which cannot push, leave it to others."""
TRIES: Final = 5
WEBHOOKS_A_MINUTE: Final = 300
"""Most notifications to webhooks of one host in a minute, from all tables; those above wait in the queue."""
MAIL_TIMEOUT: Final = 60.0
"""Seconds for a mail, with the lookup of the mail server's name."""
MAILS: Final = DaemonThreads("mail", 8)
"""Threads that talk to the mail server, which may hang."""


class NotSent(Exception):
    """A delivery failed; the queue tries again later."""


class Outbox:
    """The queue of outgoing mail, webhooks and Web Push."""

    def __init__(
        self,
        settings: Settings,
        database: Database,
        supervisor: Supervisor,
        limits: DestinationLimits,
        push: PushSubscriptions,
    ) -> None:
        self.settings = settings
        self.database = database
        self.supervisor = supervisor
        self.limits = limits
        self.push = push
        self.queue = procrastinate.App(
            connector=procrastinate.PsycopgConnector(conninfo=settings.database, min_size=1, max_size=2)
        )
        retry = procrastinate.RetryStrategy(max_attempts=TRIES, exponential_wait=20)
        self.task = self.queue.task(name="trainshed.post", queue=QUEUE, retry=retry)(self._deliver)
        self.push_task = self.queue.task(name="trainshed.push", queue=PUSH_QUEUE, retry=retry)(self._deliver_push)
        self.running: SupervisedTask | None = None
        self.opened = False
        self.opening = asyncio.Lock()

    @property
    def mails(self) -> bool:
        return self.settings.mail != ""

    @property
    def site(self) -> str:
        """The public URL of this server, for links."""
        return self.settings.site.rstrip("/")

    def start(self) -> None:
        """Begin to deliver from the queue; only processes that do background work do."""
        self.running = self.supervisor.start("deliveries", 1.0, self._work, "work")

    async def close(self) -> None:
        if self.running is not None:
            await self.running.stop()
        if self.opened:
            await self.queue.close_async()

    async def _open(self) -> None:
        """Connect when it is first needed: a web process that sends nothing needs no second pool of connections."""
        async with self.opening:
            if not self.opened:
                try:
                    await self.queue.open_async()
                except (procrastinate.exceptions.ConnectorException, psycopg.Error, PoolTimeout) as error:
                    raise Unavailable("the database cannot be reached") from error
                self.opened = True

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[None]:
        """Open the queue, and tell a database that is away from other errors of the queue."""
        await self._open()
        try:
            yield
        except procrastinate.exceptions.ConnectorException as error:
            if caused_by(error, READ_ONLY):
                await self._disconnect()
            if is_away(error):
                raise Unavailable("the database cannot be reached") from error
            raise error.__cause__ or error from None

    async def _disconnect(self) -> None:
        """Close the connections, which lead to a server that accepts no changes; the next use makes new ones."""
        async with self.opening:
            if self.opened:
                self.opened = False
                await self.queue.close_async()

    async def _work(self) -> None:
        """Deliver from the queue; returns only when the queue stops by itself."""
        async with self._connected():
            await self.queue.run_worker_async(
                queues=[QUEUE, PUSH_QUEUE],
                concurrency=4,
                install_signal_handlers=False,
                shutdown_graceful_timeout=1,
                delete_jobs="always",  # jobs name people and addresses; the result is kept with the channel
            )

    async def defer(
        self, kind: str, address: str, subject: str, text: str, where: str, notice: int, lock: str | None = None
    ) -> None:
        """Put a message into the queue, unless one with the same lock is still there."""
        async with self._connected():
            with contextlib.suppress(AlreadyEnqueued):
                await self.task.configure(queueing_lock=lock).defer_async(
                    kind=kind, address=address, subject=subject, text=text, where=where, notice=notice
                )

    async def defer_push(self, notice: int, table: int, touched: int, title: str, body: str) -> None:
        """Put a Web Push into the queue, unless the same one is still there. Addresses and keys are not part of it."""
        async with self._connected():
            with contextlib.suppress(AlreadyEnqueued):
                await self.push_task.configure(queueing_lock=f"push {table}-{touched}-{notice}").defer_async(
                    notice=notice, table=table, touched=touched, title=title, body=body
                )

    async def _deliver_push(self, notice: int, table: int, touched: int, title: str, body: str) -> None:
        answer = await self.push.tell(notice, table, touched, title, body)
        if answer is None:
            return
        await self.note(notice, answer.delivery)
        if later(answer):
            raise NotSent(answer.said)

    async def _deliver(self, kind: str, address: str, subject: str, text: str, where: str, notice: int) -> None:
        answer = await self._limited(kind, address) or await self.send(kind, address, subject, text, where)
        await self.note(notice, answer)
        if not answer.ok:
            raise NotSent(answer.said)

    async def _limited(self, kind: str, address: str) -> Delivery | None:
        """A failed delivery, if the host of a webhook was called too often or the address is none."""
        try:
            if kind == "webhook":
                await self.limits.call(address, WEBHOOKS_A_MINUTE)
        except (TooMany, Wrong) as error:
            return Delivery(False, str(error))
        return None

    async def note(self, notice: int, answer: Delivery) -> None:
        """Store the result of the last delivery with the channel, for its owner."""
        await self.database.write("UPDATE notices SET answer = %s WHERE id = %s", (answer.said[:300], notice))

    async def send(self, kind: str, address: str, subject: str, text: str, where: str) -> Delivery:
        """Send a mail or call a webhook now, without the queue."""
        if kind == "mail":
            try:
                async with asyncio.timeout(MAIL_TIMEOUT):
                    return await MAILS.run(self._mail, address, subject, f"{text}\n\n{where}".strip() + "\n")
            except (TimeoutError, NoThreadFree):
                return Delivery(False, "Not sent: the mail server does not answer.")
        said = f"{text} {where}".strip()
        return await safe_http.post(
            address, json_text({"subject": subject, "text": said, "content": said, "url": where}).encode()
        )

    def _mail(self, address: str, subject: str, text: str) -> Delivery:
        where = urlsplit(self.settings.mail)
        try:
            letter = EmailMessage()
            # A header with a line end in it is refused here, before anything is sent.
            letter["From"] = self.settings.mail_from
            letter["To"] = address
            letter["Subject"] = subject
            letter["Auto-Submitted"] = "auto-generated"
            letter.set_content(text)
            host, port = where.hostname or "localhost", where.port
            secure = ssl.create_default_context()
            server: smtplib.SMTP
            if where.scheme == "smtps":
                server = smtplib.SMTP_SSL(host, port or 465, timeout=20, context=secure)
            else:
                server = smtplib.SMTP(host, port or 25, timeout=20)
            with server:
                if where.scheme == "smtp+starttls":
                    server.starttls(context=secure)
                if where.username:
                    server.login(unquote(where.username), unquote(where.password or ""))
                server.send_message(letter)
        except (OSError, smtplib.SMTPException, ValueError) as error:
            return Delivery(False, f"Not sent: {type(error).__name__}: {error}"[:300])
        return Delivery(True, "sent")

// A stream of events. After an error such as 429 it is tried again, ever later, unless `refused` says no.

export function events(address, handlers, failed, refused) {
  let source, again, wait = 2000;
  function close() {
    clearTimeout(again);
    source?.close();
  }
  function open() {
    close();
    source = new EventSource(address());
    for (const name in handlers) source.addEventListener(name, ({ data, lastEventId }) => {
      wait = 2000;
      handlers[name](JSON.parse(data), lastEventId);
    });
    source.onerror = () => {
      failed?.();
      if (source.readyState !== EventSource.CLOSED) return;
      again = setTimeout(async () => (await refused().catch(() => true)) && open(), wait * (0.5 + Math.random()));
      wait = Math.min(60000, wait * 2);
    };
  }
  return { open, close };
}

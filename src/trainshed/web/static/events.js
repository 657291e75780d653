// Server-sent events that come back by themselves. A browser reconnects after a broken stream, but not after an error such as
// 429: then the stream is opened again, after twice as long each time, and after a different time in each browser.

const FIRST = 2000, LONGEST = 60000; // ms

export class Events {
  // `address` is a function: what the page has is asked for anew each time. `handlers` are called with the data and the id,
  // `failed` when the stream breaks, and `refused` before it is opened again after an error: false if it should not be.
  constructor(address, handlers, { failed = () => 0, refused = async () => true } = {}) {
    Object.assign(this, { address, handlers, failed, refused, wait: FIRST });
  }

  open() {
    this.close();
    this.source = new EventSource(this.address());
    for (const [name, act] of Object.entries(this.handlers)) {
      this.source.addEventListener(name, (event) => {
        this.wait = FIRST;
        act(event.data ? JSON.parse(event.data) : {}, event.lastEventId);
      });
    }
    this.source.onerror = () => {
      this.failed();
      if (this.source?.readyState !== EventSource.CLOSED) return;
      this.close();
      this.again = setTimeout(async () => (await this.refused().catch(() => true)) && this.open(), this.wait * (0.5 + Math.random()));
      this.wait = Math.min(LONGEST, this.wait * 2);
    };
  }

  close() {
    clearTimeout(this.again);
    this.source?.close();
    this.source = null;
  }
}

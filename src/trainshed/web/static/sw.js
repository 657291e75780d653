// The service worker: caches static files and the offline page, and shows notifications. Tables are never cached: an old
// position would mislead.
const NAME = `trainshed-${"DIGEST"}`;
const FILES = ["FILES"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(["/offline", ...FILES])).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== NAME) await caches.delete(name);
    await self.clients.claim();
  })());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => caches.match("/offline")));
  } else if (address.pathname.startsWith("/static/")) {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetched(request)));
  }
});

async function fetched(request) {
  const answer = await fetch(request);
  if (answer.ok && (answer.headers.get("cache-control") ?? "").includes("immutable")) {
    const cache = await caches.open(NAME);
    await cache.put(request, answer.clone());
  }
  return answer;
}

// Notifications that it is my turn. The badge of the installed app has the number of tables that wait for me.

self.addEventListener("push", (event) => event.waitUntil(told(event.data?.json() ?? {})));

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(opened(event.notification.data));
});

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renewed(event)));

// A page of somebody who allowed notifications appears, with its path, or disappears, with an empty one.
self.addEventListener("message", (event) => event.waitUntil(counted(event.data)));

const badge = (count) => (count ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.());
const pages = () => self.clients.matchAll({ type: "window", includeUncontrolled: true });
const at = (page, path) => new URL(page.url).pathname === path;

async function told({ title, body, lang, url, count }) {
  if (!title) return;
  await badge(count);
  if ((await pages()).some((page) => page.visibilityState === "visible" && at(page, url))) return;
  await self.registration.showNotification(title, { body, lang, tag: url, renotify: true, data: url, icon: "ICON" });
}

async function opened(path) {
  const page = (await pages()).find((one) => at(one, path));
  return page ? page.focus() : self.clients.openWindow(path);
}

async function counted(path) {
  const answer = await fetch("/api/waiting");
  if (!answer.ok && answer.status !== 401) return;
  const waiting = answer.ok ? await answer.json() : [];
  for (const shown of await self.registration.getNotifications()) {
    if (shown.data === path || !waiting.some((table) => shown.data === `/t/${table}`)) shown.close();
  }
  await badge(waiting.length);
}

async function renewed({ oldSubscription: old, newSubscription: fresh }) {
  const made = fresh ?? (old && (await self.registration.pushManager.subscribe(old.options)));
  if (!made) return;
  const { endpoint, keys } = made.toJSON();
  await fetch("/api/me/push", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ endpoint, keys, replaces: old?.endpoint ?? "" }),
  });
}

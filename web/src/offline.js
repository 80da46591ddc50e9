// The service worker: the page works without a network after the first visit. Building fills in version and files.
const CACHE = "fukumen-__VERSION__";
const FILES = __FILES__;

self.addEventListener("install", (event) => {
  const fill = async () => {
    const cache = await caches.open(CACHE);
    // From the host itself: the browser may still hold files of the version before. Those with a hash in their names are of this one.
    const kept = (name) => (name.startsWith("assets/") ? "default" : "reload");
    await cache.addAll(FILES.map((name) => new Request(name, { cache: kept(name) })));
    const index = await cache.match("./");
    // A host that is in the middle of a change, or keeps what it served: the next visit tries again.
    if (!(await index.text()).includes("__MAIN__")) throw new Error("the index is of another version");
  };
  event.waitUntil(fill().catch((error) => caches.delete(CACHE).then(() => Promise.reject(error))));
});

self.addEventListener("activate", (event) => {
  const old = async () => {
    for (const name of await caches.keys())
      if (name.startsWith("fukumen-") && name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(old());
});

// A new version waits until the page says that it may take over.
self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { method, url, mode, cache } = event.request;
  // A page that lacks a file asks the host itself.
  if (method !== "GET" || cache === "reload" || new URL(url).origin !== location.origin) return;
  const wanted = mode === "navigate" ? new URL("./", location.href).href : url;
  event.respondWith(caches.match(wanted, { cacheName: CACHE }).then((found) => found ?? fetch(event.request)));
});

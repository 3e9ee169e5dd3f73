// The runtime of the book's pages, kept in the browser: what was loaded once is never asked for
// again. Only files below `_static/live/` in a folder named by its hash; all else goes its own way.
const KEPT = "course-live";
const FOLDERS = new Set(/* the folders of this build */);
const folder = (url) => (/\/_static\/live\/([0-9a-f]{12})\//.exec(url) || [])[1];

/** @type {any} */ const worker = self; // TypeScript's "dom" knows no service worker

worker.addEventListener("install", () => worker.skipWaiting());
worker.addEventListener("activate", (event) => event.waitUntil(tidy()));
worker.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && folder(event.request.url)) {
    event.respondWith(first(event.request));
  }
});

async function first(request) {
  const cache = await caches.open(KEPT), kept = await cache.match(request.url);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.status === 200) await cache.put(request.url, answer.clone()).catch(() => {}); // full
  return answer;
}

async function tidy() { // of an older build nothing is wanted any more
  const cache = await caches.open(KEPT), old = await cache.keys();
  await Promise.all(old.filter((one) => !FOLDERS.has(folder(one.url)))
    .map((one) => cache.delete(one)));
  await worker.clients.claim();
}

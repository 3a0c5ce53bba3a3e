// Kept as part of the site: CACHE names this build, FILES is what is kept at once.
const scope = new URL(self.registration.scope);

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES.map((file) => new URL(file, scope))))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  const drop = (names) =>
    Promise.all(
      names
        .filter((name) => name.startsWith('shardform-docs-') && name !== CACHE)
        .map((name) => caches.delete(name)),
    );
  event.waitUntil(
    caches
      .keys()
      .then(drop)
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== 'GET' || address.origin !== scope.origin) return;
  if (address.pathname.startsWith(`${scope.pathname}play/`)) return;
  event.respondWith(request.mode === 'navigate' ? page(request, address) : asset(request));
});

/** Pages are the server's, so that nobody reads old ones; without a network, those that are kept. */
async function page(request, address) {
  try {
    const response = await fetch(request);
    if (response.ok) void caches.open(CACHE).then((cache) => cache.put(request, response.clone()));
    return response;
  } catch {
    const cache = await caches.open(CACHE);
    const path = address.pathname;
    const names = [path, `${path.replace(/\/$/, '')}.html`, `${path.replace(/\/?$/, '/')}index.html`];
    for (const name of names) {
      const kept = await cache.match(new URL(name, scope), { ignoreSearch: true });
      if (kept !== undefined) return kept;
    }
    return (await cache.match(new URL('404.html', scope))) ?? Response.error();
  }
}

/** Names of assets have a hash of their contents. */
async function asset(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request, { ignoreSearch: true });
  if (kept !== undefined) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

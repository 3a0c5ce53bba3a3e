import type { Plugin } from 'vite';

/** What the page's caches are called; others of the same host belong to other pages, such as the documentation around it. */
const OWN = 'shardform-play-';

/** Writes `service-worker.js`, which keeps every file of the build, so that the page works without a network. */
export function offline(): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    // After what emits the worker's files.
    enforce: 'post',
    generateBundle(_options, bundle) {
      const files = ['./', ...Object.keys(bundle)];
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: serviceWorker(files) });
    },
  };
}

/** Names of files have a hash of their contents, so that a new build is a new cache. */
function serviceWorker(files: readonly string[]): string {
  const cache = JSON.stringify(`${OWN}${hash(files.join())}`);
  return `const CACHE = ${cache};
const FILES = ${JSON.stringify(files)};
self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});
self.addEventListener('activate', (event) => {
  const drop = (names) => Promise.all(names.filter((name) => name.startsWith('${OWN}') && name !== CACHE).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(drop).then(() => self.clients.claim()));
});
self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET') return;
  event.respondWith(caches.match(event.request, { ignoreSearch: true, ignoreVary: true }).then((kept) => kept ?? fetch(event.request)));
});
`;
}

/** FNV-1a, in hexadecimal. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return value.toString(16);
}

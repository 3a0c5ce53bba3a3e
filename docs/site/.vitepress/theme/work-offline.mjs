import { withBase } from 'vitepress';

/** Keeps the site, and the playground beside it, for times without a network, once the page that was asked for is shown. */
export function workOffline() {
  if (!import.meta.env.PROD || typeof navigator === 'undefined' || !('serviceWorker' in navigator)) return;
  if (navigator.connection?.saveData === true) return;
  const later = window.requestIdleCallback ?? ((work) => setTimeout(work, 2000));
  window.addEventListener('load', () =>
    later(() => {
      for (const worker of ['/service-worker.js', '/play/service-worker.js'])
        void navigator.serviceWorker.register(withBase(worker));
    }),
  );
}

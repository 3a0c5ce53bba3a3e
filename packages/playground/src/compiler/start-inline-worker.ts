import InlineWorker from './worker.ts?worker&inline';

/** Starts the compiler's worker, which is in the page: for pages that are one file. */
export function startWorker(): Worker {
  return new InlineWorker();
}

import { writeSync } from 'node:fs';

/** Signals that end a process and let it clean up: Ctrl-C, `kill`, a terminal that is closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type Signal = (typeof SIGNALS)[number];

const cleanUps = new Set<() => void>();

/**
 * Runs a cleanup if a signal ends the process: for child processes and temporary files. Then the process ends by the
 * signal, as without a handler: shells see exit code 130 or 143. Without anything to clean up there must be no handler,
 * because Node calls handlers only when the thread is idle: a computation would not be ended by Ctrl-C.
 *
 * @param cleanUp must be synchronous.
 * @returns a function that removes the handler.
 */
export function beforeTermination(cleanUp: () => void): () => void {
  // One function may be registered by several.
  const own = (): void => cleanUp();
  if (cleanUps.size === 0) for (const signal of SIGNALS) process.on(signal, terminate);
  cleanUps.add(own);
  return () => {
    if (cleanUps.delete(own) && cleanUps.size === 0) ignoreSignals();
  };
}

/**
 * Runs work that a signal must not interrupt. A pending signal ends the process as soon as the thread is idle, so no
 * long work may follow.
 */
export function withoutTermination<T>(work: () => T): T {
  const release = beforeTermination(() => undefined);
  try {
    return work();
  } finally {
    // Signals are seen when the thread waits, which lies between the two.
    setImmediate(() => setImmediate(release));
  }
}

function terminate(signal: Signal): void {
  ignoreSignals();
  for (const cleanUp of cleanUps) cleanUp();
  try {
    writeSync(2, `shardform: ended by ${signal}\n`);
  } catch {
    // Nobody reads it.
  }
  process.kill(process.pid, signal);
}

function ignoreSignals(): void {
  for (const signal of SIGNALS) process.off(signal, terminate);
}

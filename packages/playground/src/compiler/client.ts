import { startThread } from './compiler-thread.ts';
import type { Compiler } from './messages.ts';
import { CancelledError, type WorkOptions, WorkQueue } from './work-queue.ts';

/** What a person waits for while looking at the program. */
const queue = new WorkQueue(startThread);
/** Milliseconds after which the second thread gives its memory back. */
const IDLE_TIME = 30_000;
/** What takes long: it never delays the other. Its thread is started when needed. */
const background = new WorkQueue(startThread, IDLE_TIME);
/** Milliseconds that work in the second thread may go on once it is cancelled. */
const BACKGROUND_PATIENCE = 200;

/**
 * Runs work in the compiler's thread, so that typing never blocks.
 *
 * @throws CancelledError once the answer isn't needed any more.
 */
export function ask<T>(work: (compiler: Compiler) => Promise<T>, options?: WorkOptions): Promise<T> {
  return queue.ask(work, options);
}

/** Runs work in a second thread of its own. @throws CancelledError once the answer isn't needed any more. */
export function askInBackground<T>(
  work: (compiler: Compiler) => Promise<T>,
  options?: WorkOptions,
): Promise<T> {
  return background.ask(work, { patience: BACKGROUND_PATIENCE, ...options });
}

/** Gives back the memory of what the second thread knows of an earlier program. */
export function forgetBackground(): void {
  background.endIdle();
}

/** Returns the error message of failed work, without a full stop. */
export function failureText(error: unknown): string {
  if (error instanceof CancelledError) return 'stopped';
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  // Names cross from the worker, classes don't.
  if (name === 'LimitError') return message;
  if (/allocation failed|invalid (typed )?array length|out of memory/i.test(message))
    return 'the browser has no more memory for it';
  return `the compiler failed: ${message}`;
}

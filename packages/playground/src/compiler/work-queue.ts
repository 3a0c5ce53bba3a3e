import type { CompilerThread } from './compiler-thread.ts';
import type { Compiler } from './messages.ts';

/** Options of a piece of work. */
export interface WorkOptions {
  /** Raised when the answer isn't needed any more. */
  readonly signal?: AbortSignal;
  /** True if work that is not urgent gives way, and is done anew afterwards. */
  readonly isUrgent?: boolean;
}

/** Nobody waits for the answer any more. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError';
}

interface Job {
  readonly work: (compiler: Compiler) => Promise<unknown>;
  readonly isUrgent: boolean;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (reason: unknown) => void;
  isCancelled: boolean;
  /** True if it has to be done anew when it is stopped. */
  isPutBack: boolean;
}

/** Time in milliseconds that a thread may take to stop before it is replaced. */
const PATIENCE = 200;

/**
 * Work for a thread, executed one piece after the other. Work that isn't needed any more is not started, or cancelled:
 * the thread is asked to stop, and replaced if it doesn't, or if it has died.
 */
export class WorkQueue {
  readonly #start: () => CompilerThread;
  #thread: CompilerThread | null = null;
  #current: Job | null = null;
  #waiting: Job[] = [];

  constructor(start: () => CompilerThread) {
    this.#start = start;
  }

  /** @throws CancelledError once the signal is raised; else what the work throws. */
  ask<T>(
    work: (compiler: Compiler) => Promise<T>,
    { signal, isUrgent = false }: WorkOptions = {},
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      // The answer is the work's.
      const settle = resolve as (answer: unknown) => void;
      const job: Job = { work, isUrgent, resolve: settle, reject, isCancelled: false, isPutBack: false };
      if (signal?.aborted === true) {
        this.#cancel(job);
        return;
      }
      signal?.addEventListener('abort', () => this.#cancel(job), { once: true });
      this.#enqueue(job);
      if (isUrgent && this.#current?.isUrgent === false) {
        this.#current.isPutBack = true;
        this.#stop(this.#current);
      }
      this.#next();
    });
  }

  /** Urgent work precedes other work. */
  #enqueue(job: Job): void {
    const at = job.isUrgent ? this.#waiting.findIndex(({ isUrgent }) => !isUrgent) : -1;
    this.#waiting.splice(at === -1 ? this.#waiting.length : at, 0, job);
  }

  #cancel(job: Job): void {
    job.isCancelled = true;
    job.reject(new CancelledError('stopped'));
    this.#waiting = this.#waiting.filter((other) => other !== job);
    if (job === this.#current) this.#stop(job);
  }

  #stop(job: Job): void {
    const thread = this.#thread;
    thread?.interrupt();
    setTimeout(() => {
      // The thread has other work, or is another one.
      if (thread === null || this.#current !== job || this.#thread !== thread) return;
      thread.end();
      thread.onEnd?.(new CancelledError('stopped'));
    }, PATIENCE);
  }

  #next(): void {
    if (this.#current !== null) return;
    const job = this.#waiting.shift();
    if (job !== undefined) void this.#do(job);
  }

  /** Preempted work is repeated, unless it isn't needed any more. */
  #fail(job: Job, error: unknown): void {
    if (job.isPutBack && !job.isCancelled) this.#enqueue(job);
    else job.reject(error);
  }

  async #do(job: Job): Promise<void> {
    this.#current = job;
    job.isPutBack = false;
    try {
      const thread = (this.#thread ??= this.#start());
      thread.begin();
      const answer = new Promise((resolve, reject) => {
        thread.onEnd = (reason) => {
          this.#thread = null;
          reject(reason);
        };
        job.work(thread.compiler).then(resolve, reject);
      });
      job.resolve(await answer);
    } catch (error) {
      this.#fail(job, error);
    }
    this.#current = null;
    this.#next();
  }
}

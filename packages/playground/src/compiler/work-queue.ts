import type { CompilerThread } from './compiler-thread.ts';
import type { Compiler } from './messages.ts';

/** Options of a piece of work. */
export interface WorkOptions {
  /** Raised when the answer isn't needed any more. */
  readonly signal?: AbortSignal;
  /** True if it precedes other work, which gives way and is done anew afterwards. */
  readonly isUrgent?: boolean;
  /**
   * Milliseconds that it waits for other work to give way, and that it may go on once it is cancelled. Then the thread
   * is replaced, and with it goes all that it knows; by default that is never worth it.
   */
  readonly patience?: number;
}

/** Nobody waits for the answer any more. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError';
}

interface Job {
  readonly work: (compiler: Compiler) => Promise<unknown>;
  readonly isUrgent: boolean;
  readonly patience: number;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (reason: unknown) => void;
  isCancelled: boolean;
  /** True if it has to be done anew when it is stopped. */
  isPutBack: boolean;
}

/**
 * Work for a thread, executed one piece after the other. Work that isn't needed any more is not started, or cancelled:
 * the thread is asked to stop. It is replaced if it has died, or if it doesn't stop and others have no more patience.
 */
export class WorkQueue {
  readonly #start: () => CompilerThread;
  readonly #idleTime: number;
  #thread: CompilerThread | null = null;
  #current: Job | null = null;
  #waiting: Job[] = [];
  #idleTimer: ReturnType<typeof setTimeout> | undefined;

  /** @param idleTime milliseconds without work after which the thread ends, and gives its memory back. */
  constructor(start: () => CompilerThread, idleTime = Infinity) {
    this.#start = start;
    this.#idleTime = idleTime;
  }

  /** @throws CancelledError once the signal is raised; else what the work throws. */
  ask<T>(
    work: (compiler: Compiler) => Promise<T>,
    { signal, isUrgent = false, patience = Infinity }: WorkOptions = {},
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      // The answer is the work's.
      const settle = resolve as (answer: unknown) => void;
      const job = { work, isUrgent, patience, resolve: settle, reject, isCancelled: false, isPutBack: false };
      if (signal?.aborted === true) {
        this.#cancel(job);
        return;
      }
      signal?.addEventListener('abort', () => this.#cancel(job), { once: true });
      this.#enqueue(job);
      if (isUrgent && this.#current?.isUrgent === false) {
        this.#current.isPutBack = true;
        this.#stop(this.#current, patience);
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
    if (job === this.#current) this.#stop(job, job.patience);
  }

  #stop(job: Job, patience: number): void {
    const thread = this.#thread;
    thread?.interrupt();
    if (patience === Infinity) return;
    setTimeout(() => {
      // The thread has other work, or is another one.
      if (thread === null || this.#current !== job || this.#thread !== thread) return;
      thread.end();
      thread.onEnd?.(new CancelledError('stopped'));
    }, patience);
  }

  #next(): void {
    if (this.#current !== null) return;
    clearTimeout(this.#idleTimer);
    const job = this.#waiting.shift();
    if (job !== undefined) void this.#do(job);
    else if (this.#idleTime !== Infinity) this.#idleTimer = setTimeout(() => this.endIdle(), this.#idleTime);
  }

  /** Ends the thread unless it works: what it knows is not needed any more. */
  endIdle(): void {
    if (this.#current !== null) return;
    this.#thread?.end();
    this.#thread = null;
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

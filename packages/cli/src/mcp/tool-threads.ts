import { Interrupted } from '@shardform/ir-core';
import type { WorkerPort } from '@shardform/runtime-sim';
import type { Answer, Given } from './tool.ts';
import type { ThreadAnswer, ThreadCall, ThreadMessage, ThreadProgress } from './tool-thread.ts';

/** Calls that are worked on at the same time; others wait. */
const MOST_THREADS = 4;

/** The cancellation of a call. */
export interface Cancellation {
  onCancellationRequested(listener: () => void): unknown;
}

/** A call that waits for its turn or its answer. */
interface Waiting {
  readonly call: ThreadCall;
  readonly settle: (outcome: ThreadAnswer | Error) => void;
  readonly onProgress: (progress: ThreadProgress) => void;
  thread: Thread | null;
  timer: ReturnType<typeof setTimeout> | undefined;
}

interface Thread {
  readonly port: WorkerPort;
  call: Waiting | null;
}

/**
 * Threads that answer calls of tools, so that the server stays free to answer others. A call that is cancelled, or takes too
 * long, ends with its thread; the next call gets another.
 */
export class ToolThreads {
  readonly #start: () => WorkerPort;
  readonly #seconds: number;
  readonly #grace: number;
  readonly #threads = new Set<Thread>();
  readonly #queue: Waiting[] = [];
  #isClosed = false;

  /**
   * @param seconds the time limit of a call, or infinity.
   * @param grace additional seconds for a thread to report the timeout itself.
   */
  constructor(start: () => WorkerPort, seconds: number, grace = 2) {
    this.#grace = grace;
    this.#start = start;
    this.#seconds = seconds;
  }

  /** Starts a first thread, so that the first call need not wait for it. */
  warmUp(): void {
    if (this.#threads.size === 0 && !this.#isClosed) this.#startThread();
  }

  /** Ends all threads; requests that are read at the end of the input start no others. */
  close(): void {
    this.#isClosed = true;
    for (const { port } of this.#threads) port.close();
    this.#threads.clear();
  }

  /** Returns the answer of a tool; never settles for a call that is cancelled. @param onProgress is told of long work. */
  async call(
    name: string,
    given: Given,
    cancellation: Cancellation,
    onProgress: (progress: ThreadProgress) => void = () => undefined,
  ): Promise<Answer> {
    const outcome = await new Promise<ThreadAnswer | Error>((settle) => {
      const waiting: Waiting = {
        call: { name, given, seconds: this.#seconds },
        ...{ settle, onProgress },
        thread: null,
        timer: undefined,
      };
      cancellation.onCancellationRequested(() => this.#drop(waiting));
      this.#queue.push(waiting);
      this.#serve();
    });
    if (outcome instanceof Interrupted) return failure(outcome.message);
    if (outcome instanceof Error) throw outcome;
    if ('defect' in outcome) throw new Error(outcome.defect);
    return outcome.answer;
  }

  #drop(waiting: Waiting): void {
    const at = this.#queue.indexOf(waiting);
    if (at >= 0) this.#queue.splice(at, 1);
    if (waiting.thread?.call === waiting) this.#end(waiting.thread);
  }

  #serve(): void {
    while (this.#queue.length > 0 && !this.#isClosed) {
      const free = [...this.#threads].find(({ call }) => call === null);
      if (free === undefined && this.#threads.size >= MOST_THREADS) return;
      this.#begin(free ?? this.#startThread(), this.#queue.shift()!);
    }
  }

  #begin(thread: Thread, waiting: Waiting): void {
    thread.call = waiting;
    waiting.thread = thread;
    if (this.#seconds !== Infinity)
      waiting.timer = setTimeout(
        () => {
          this.#end(thread);
          waiting.settle(new Interrupted(this.#seconds));
        },
        1000 * (this.#seconds + this.#grace),
      );
    thread.port.send(waiting.call);
  }

  #startThread(): Thread {
    const thread: Thread = { port: this.#start(), call: null };
    this.#threads.add(thread);
    thread.port.listen(
      (message) => {
        // The other end sends nothing else.
        const told = message as ThreadMessage;
        if ('progress' in told) {
          thread.call?.onProgress(told.progress);
          return;
        }
        this.#finish(thread, told);
        this.#serve();
      },
      (cause) => {
        if (!this.#threads.delete(thread)) return;
        this.#finish(thread, new Error(`the thread of the tool has ended${causeText(cause)}`));
        this.#serve();
      },
    );
    return thread;
  }

  #finish(thread: Thread, outcome: ThreadAnswer | Error): void {
    const { call } = thread;
    thread.call = null;
    clearTimeout(call?.timer);
    call?.settle(outcome);
  }

  #end(thread: Thread): void {
    this.#threads.delete(thread);
    clearTimeout(thread.call?.timer);
    thread.port.close();
    this.#serve();
  }
}

/** Why a thread has ended, as far as that is known. */
function causeText(cause: unknown): string {
  return cause instanceof Error ? `: ${cause.message}` : '';
}

function failure(message: string): Answer {
  const error = { kind: 'module', message, diagnostics: [] };
  return { text: message, data: { version: 1, error }, isError: true };
}

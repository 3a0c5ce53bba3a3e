import { parentPort, workerData } from 'node:worker_threads';
import { BusyTime } from './busy-time.ts';
import { inputOf, randomOf } from './case.ts';
import { fuzzContext } from './context.ts';
import type { Corpus } from './corpus.ts';
import { targets } from './targets/index.ts';

/** The initial data of a worker. */
export interface WorkerTask {
  /** The name of the target. */
  readonly target: string;
  readonly corpus: Corpus;
  readonly first: number;
  readonly end: number;
  /** Two numbers: the input being executed, and how many milliseconds after `start` its execution began, -1 before the first. */
  readonly progress: SharedArrayBuffer;
  readonly start: number;
  /** Threads that work at the same time. */
  readonly jobs: number;
}

/** Something that must not happen. */
export interface Finding {
  readonly number: number;
  readonly problem: string;
}

/** Contexts keep what their modules had in common; a fresh one now and then keeps executions independent. */
const EXECUTIONS_PER_CONTEXT = 200;
/** Bytes that one input of a few kilobytes may take. */
const MEMORY_LIMIT = 512e6;

async function run(task: WorkerTask): Promise<void> {
  const { target: name, corpus, first, end, progress, start, jobs } = task;
  BusyTime.threads = jobs;
  const shared = new Int32Array(progress);
  const target = targets[name]!;
  let context = fuzzContext();
  for (let number = first; number < end; number++) {
    if (number % EXECUTIONS_PER_CONTEXT === 0) context = fuzzContext();
    Atomics.store(shared, 0, number);
    Atomics.store(shared, 1, Date.now() - start);
    const before = process.memoryUsage.rss();
    let problem: string | null;
    try {
      problem = await target.execute(inputOf(target, number, corpus), context, randomOf(~number));
    } catch (error) {
      problem = `throws ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
    }
    if (process.memoryUsage.rss() - before > MEMORY_LIMIT) problem ??= 'takes too much memory';
    if (problem !== null) parentPort!.postMessage({ number, problem } satisfies Finding);
  }
}

await run(workerData as WorkerTask);

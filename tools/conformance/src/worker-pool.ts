import { Worker } from 'node:worker_threads';
import type { Job, JobResult, WorkerSetup } from './messages.ts';

/** A job with its index in the list, and its duration. */
export interface FinishedJob extends JobResult {
  readonly index: number;
  readonly milliseconds: number;
}

/** Memory that one worker may use before its test fails, in MiB. */
const memoryLimit = 4096;

interface Assignment {
  readonly index: number;
  readonly started: number;
  readonly timer: NodeJS.Timeout;
}

/** One worker thread, which is replaced when a test takes too long or brings it down. */
class Lane {
  private worker: Worker;
  private assignment: Assignment | null = null;
  private isReady = false;
  private readonly script: string;
  private readonly setup: WorkerSetup;
  private readonly next: () => { readonly index: number; readonly job: Job } | null;
  private readonly finish: (result: FinishedJob) => void;
  private readonly fail: (error: Error) => void;

  constructor(
    script: string,
    setup: WorkerSetup,
    next: Lane['next'],
    finish: (result: FinishedJob) => void,
    fail: (error: Error) => void,
  ) {
    this.script = script;
    this.setup = setup;
    this.next = next;
    this.finish = finish;
    this.fail = fail;
    this.worker = this.start();
  }

  private start(): Worker {
    this.isReady = false;
    const worker = new Worker(this.script, {
      workerData: this.setup,
      resourceLimits: { maxOldGenerationSizeMb: memoryLimit },
    });
    worker.on('message', (message: 'ready' | JobResult) => {
      if (worker !== this.worker) return;
      if (message === 'ready') this.isReady = true;
      else this.end(message);
      this.assign();
    });
    worker.on('error', (error) => {
      if (worker === this.worker)
        this.replace(`crashed: ${error instanceof Error ? error.message : String(error)}`);
    });
    worker.on('exit', (code) => {
      if (worker === this.worker && this.assignment) this.replace(`the worker ended with ${code}`);
    });
    return worker;
  }

  private assign(): void {
    const next = this.next();
    if (!next) {
      void this.worker.terminate();
      return;
    }
    const { timeoutSeconds } = this.setup;
    const timer = setTimeout(() => {
      this.replace(`timed out after ${timeoutSeconds} s`);
    }, timeoutSeconds * 1000);
    this.assignment = { index: next.index, started: performance.now(), timer };
    this.worker.postMessage(next.job);
  }

  private end(result: JobResult): void {
    if (!this.assignment) return;
    const { index, started, timer } = this.assignment;
    clearTimeout(timer);
    this.assignment = null;
    this.finish({ ...result, index, milliseconds: Math.round(performance.now() - started) });
  }

  /** Gives the test up, and goes on with a new worker. */
  private replace(report: string): void {
    const old = this.worker;
    if (!this.isReady) {
      this.fail(new Error(`the worker did not start: ${report}`));
      return;
    }
    this.worker = this.start();
    void old.terminate();
    this.end({ status: 'failed', report });
  }
}

/**
 * Runs jobs on worker threads. The results are in the order of the jobs.
 *
 * @param onProgress is called with each result as it arrives.
 * @throws when a worker cannot be started at all.
 */
export function runJobs(
  jobs: readonly Job[],
  script: string,
  setup: WorkerSetup,
  lanes: number,
  onProgress: (result: FinishedJob) => void,
): Promise<readonly FinishedJob[]> {
  return new Promise((resolve, reject) => {
    const results: FinishedJob[] = [];
    let started = 0;
    let finished = 0;
    if (jobs.length === 0) resolve(results);
    const next = () => (started < jobs.length ? { index: started, job: jobs[started++]! } : null);
    const finish = (result: FinishedJob) => {
      results[result.index] = result;
      onProgress(result);
      if (++finished === jobs.length) resolve(results);
    };
    for (let lane = 0; lane < Math.min(lanes, jobs.length); lane++)
      new Lane(script, setup, next, finish, reject);
  });
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { BusyTime } from './busy-time.ts';
import { inputOf } from './case.ts';
import { type Corpus, readCorpus } from './corpus.ts';
import { type Target, targets } from './targets/index.ts';
import { type FuzzOptions, parseOptions, usage } from './options.ts';
import type { Finding, WorkerTask } from './worker.ts';

/** Inputs per worker: types and attributes live as long as their thread. */
const INPUTS_PER_WORKER = 20_000;
/** An input that takes longer hangs. In milliseconds that the process is busy. */
const HANG = 5000;
const MEMORY_LIMIT_MB = 1500;

/** Runs the fuzzer; the answer is the exit code: 1 after findings. */
export async function main(args: readonly string[], worker: string): Promise<number> {
  let options: FuzzOptions;
  try {
    options = parseOptions(args);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    return 2;
  }
  BusyTime.threads = options.jobs;
  const corpus = readCorpus(options.paths);
  console.log(`${corpus.texts.length} texts and ${corpus.files.length} bytecode files`);
  const shares = options.target === 'all' ? SHARES : { [options.target]: 1 };
  const runs = Object.entries(shares).map(([name, share]) => new TargetRun(name, share, corpus, options));
  const started = Date.now();
  let executed = 0;
  const lane = async (): Promise<void> => {
    for (;;) {
      // The one that is furthest behind its share.
      const run = runs.filter((candidate) => candidate.hasMore).sort((a, b) => a.done - b.done)[0];
      if (run === undefined) return;
      const count = await run.executeBatch(worker);
      executed += count;
      const findings = runs.reduce((sum, { findings: { count: found } }) => sum + found, 0);
      const seconds = Math.round((Date.now() - started) / 1000);
      const each = runs.length === 1 ? '' : `: ${runs.map((one) => one.describe()).join(', ')}`;
      console.log(`${executed} executions, ${findings} findings, ${seconds} s${each}`);
    }
  };
  await Promise.all(Array.from({ length: options.jobs }, lane));
  const findings = runs.reduce((sum, run) => sum + run.findings.count, 0);
  const kinds = runs.reduce((sum, run) => sum + run.findings.kinds, 0);
  console.log(`${executed} executions, ${findings} findings of ${kinds} kinds`);
  return findings > 0 ? 1 : 0;
}

/** The share of each target in all executions, in percent: fast targets get more. */
const SHARES: Readonly<Record<string, number>> = {
  read: 30,
  arrays: 15,
  onnx: 10,
  hlo: 5,
  arguments: 10,
  interpreter: 10,
  passes: 15,
  commands: 2,
  lsp: 2,
  mcp: 1,
};

/** The executions of one target. */
class TargetRun {
  readonly findings: Findings;
  readonly #name: string;
  readonly #corpus: Corpus;
  readonly #total: number;
  readonly #first: number;
  #begun = 0;
  #ended = 0;

  constructor(name: string, share: number, corpus: Corpus, { count, first, output, target }: FuzzOptions) {
    this.#name = name;
    this.#corpus = corpus;
    this.#first = first;
    this.#total = target === 'all' ? Math.ceil((count * share) / 100) : count;
    this.findings = new Findings(targets[name]!, corpus, target === 'all' ? join(output, name) : output);
  }

  get hasMore(): boolean {
    return this.#begun < this.#total;
  }

  /** The part of its executions that has begun. */
  get done(): number {
    return this.#begun / this.#total;
  }

  describe(): string {
    return `${this.#name} ${this.#ended}`;
  }

  /** Executes some inputs; the answer is how many. */
  async executeBatch(worker: string): Promise<number> {
    const count = Math.min(
      INPUTS_PER_WORKER,
      Math.max(1000, Math.ceil(this.#total / 20)),
      this.#total - this.#begun,
    );
    const first = this.#first + this.#begun;
    this.#begun += count;
    const batch = { target: this.#name, corpus: this.#corpus, first, end: first + count };
    await runBatch(worker, batch, this.findings);
    this.#ended += count;
    return count;
  }
}

/** The executions of a thread. */
type Batch = Pick<WorkerTask, 'target' | 'corpus' | 'first' | 'end'>;

/** Executes inputs, in a thread that is replaced behind an input that hangs or ends it. */
async function runBatch(script: string, batch: Batch, findings: Findings): Promise<void> {
  for (let from = batch.first; from < batch.end;) {
    const failed = await runThread(script, { ...batch, first: from }, findings);
    if (failed === null) return;
    findings.add(failed);
    from = failed.number + 1;
  }
}

function runThread(script: string, task: Batch, findings: Findings): Promise<Finding | null> {
  const progress = new SharedArrayBuffer(8);
  const shared = new Int32Array(progress);
  const start = Date.now();
  shared[0] = task.first;
  shared[1] = -1;
  return new Promise((resolve) => {
    const worker = new Worker(script, {
      workerData: { ...task, progress, start, jobs: BusyTime.threads } satisfies WorkerTask,
      // As much of a call stack as the main thread of a process has.
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB, stackSizeMb: 1 },
    });
    const finish = (problem: string | null): void => {
      clearInterval(watch);
      void worker.terminate();
      resolve(problem === null ? null : { number: Atomics.load(shared, 0), problem });
    };
    const busy = new BusyTime();
    let last = -1;
    const watch = setInterval(() => {
      const begun = Atomics.load(shared, 1);
      if (begun !== last) busy.restart();
      last = begun;
      // Before the first input the thread itself starts.
      if (begun >= 0 && busy.isOver(HANG)) finish('hangs');
    }, 250);
    worker.on('message', (finding: Finding) => {
      findings.add(finding);
    });
    worker.on('error', (error) => {
      finish(`ends the thread: ${error instanceof Error ? error.message : String(error)}`);
    });
    worker.on('exit', (code) => {
      finish(code === 0 ? null : `ends the thread with code ${code}`);
    });
  });
}

/** Findings by kind of error: a few inputs of each are kept. */
class Findings {
  readonly #target: Target;
  readonly #corpus: Corpus;
  readonly #folder: string;
  readonly #byKind = new Map<string, number>();
  count = 0;

  constructor(target: Target, corpus: Corpus, folder: string) {
    this.#target = target;
    this.#corpus = corpus;
    this.#folder = folder;
  }

  get kinds(): number {
    return this.#byKind.size;
  }

  add({ number, problem }: Finding): void {
    this.count++;
    const kind = kindOf(problem);
    const known = this.#byKind.get(kind) ?? 0;
    this.#byKind.set(kind, known + 1);
    if (known >= 3) return;
    mkdirSync(this.#folder, { recursive: true });
    const path = join(this.#folder, `${number}.mlir`);
    writeFileSync(path, inputOf(this.#target, number, this.#corpus));
    writeFileSync(join(this.#folder, `${number}.txt`), problem);
    if (known === 0) console.log(`${path}: ${problem.split('\n').slice(0, 4).join('\n')}`);
  }
}

/** Failures at the same place are of one kind. */
function kindOf(problem: string): string {
  const place = /\n\s+at (\S+)/.exec(problem)?.[1];
  const message = problem
    .split('\n')[0]!
    .replace(/'[^']*'|"[^"]*"|\d+/g, '_')
    .slice(0, 60);
  return `${message} ${place ?? ''}`;
}

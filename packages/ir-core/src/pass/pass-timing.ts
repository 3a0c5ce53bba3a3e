import type { PassInstrumentation } from './instrumentation.ts';
import { reportHeading } from './report-heading.ts';
import { collectionName, displayName, scheduleName } from './schedule.ts';
import { lastOf } from '../list/last-of.ts';

/** Times as a tree that follows the pipeline, or all of one name together, the longest first. */
export type TimingDisplay = 'tree' | 'list';

/** A clock in milliseconds, such as `performance.now`. */
export type Clock = () => number;

class Timer {
  readonly name: string;
  /** Shown in lists only: tree reports show its children in its row. */
  readonly isHidden: boolean;
  /** In order of their first start, by what they measure. */
  readonly children = new Map<unknown, Timer>();
  totalMs = 0;
  startedAt = 0;

  constructor(name: string, isHidden = false) {
    this.name = name;
    this.isHidden = isHidden;
  }
}

/**
 * Measures how long the steps of a run and its passes take. The report is MLIR's of `--mlir-timing` without
 * threads: wall time only.
 */
export class Timing {
  readonly #now: Clock;
  readonly #root = new Timer('root');
  readonly #running: Timer[] = [this.#root];

  constructor(now: Clock) {
    this.#now = now;
    this.#root.startedAt = now();
  }

  /** Measures `body` as a step of that name. */
  measure<T>(name: string, body: () => T): T {
    this.#start(name, name);
    try {
      return body();
    } finally {
      this.#stop();
    }
  }

  /** Measures passes and pipelines within the step that runs them. */
  instrumentation(): PassInstrumentation {
    const stop = (): void => this.#stop();
    return {
      // The outermost pipeline is the run itself.
      beforePipeline: (pipeline) => {
        if (this.#running.length > 1) this.#start(pipeline, scheduleName(pipeline));
      },
      afterPipeline: () => {
        if (this.#running.length > 1) stop();
      },
      beforeNested: (stage) => this.#start(stage, collectionName(stage), stage.nested.length === 1),
      afterNested: stop,
      beforePass: (pass) => this.#start(pass, displayName(pass)),
      afterPass: stop,
      afterPassFailed: stop,
    };
  }

  /** The report on everything until now. */
  report(display: TimingDisplay = 'tree'): string {
    const total = this.#now() - this.#root.startedAt;
    const row = (ms: number, name: string): string => {
      const seconds = (ms / 1000).toFixed(4).padStart(8);
      const percentage = (total === 0 ? 0 : (100 * ms) / total).toFixed(1).padStart(5);
      return `  ${seconds} (${percentage}%)  ${name}\n`;
    };
    this.#root.totalMs = total;
    const steps = shown(this.#root);
    const rows = display === 'tree' ? treeRows(steps, '') : listRows(this.#root);
    const rest = total - steps.reduce((sum, { totalMs }) => sum + totalMs, 0);
    return (
      reportHeading('Execution time') +
      `  Total Execution Time: ${(total / 1000).toFixed(4)} seconds\n\n  ----Wall Time----  ----Name----\n` +
      rows.map(([ms, name]) => row(ms, name)).join('') +
      row(rest, 'Rest') +
      row(total, 'Total')
    );
  }

  #start(key: unknown, name: string, isHidden = false): void {
    const parent = lastOf(this.#running);
    let timer = parent.children.get(key);
    if (timer === undefined) parent.children.set(key, (timer = new Timer(name, isHidden)));
    timer.startedAt = this.#now();
    this.#running.push(timer);
  }

  #stop(): void {
    const timer = this.#running.pop()!;
    timer.totalMs += this.#now() - timer.startedAt;
  }
}

type Row = readonly [ms: number, name: string];

/** Returns the children of a timer, with hidden ones replaced by their children. */
function shown(timer: Timer): Timer[] {
  return [...timer.children.values()].flatMap((child) => (child.isHidden ? shown(child) : [child]));
}

function treeRows(timers: readonly Timer[], indent: string): Row[] {
  return timers.flatMap((timer): Row[] => [
    [timer.totalMs, `${indent}${timer.name}`],
    ...treeRows(shown(timer), `${indent}  `),
  ]);
}

function listRows(root: Timer): Row[] {
  const sums = new Map<string, number>();
  const add = (timer: Timer): void => {
    sums.set(timer.name, (sums.get(timer.name) ?? 0) + timer.totalMs);
    timer.children.forEach(add);
  };
  add(root);
  return [...sums].map(([name, ms]): Row => [ms, name]).sort(([a], [b]) => b - a);
}

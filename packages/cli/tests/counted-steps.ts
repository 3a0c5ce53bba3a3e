import { Session } from 'node:inspector/promises';

/** The executions of each block of code, by where it is. */
export type Steps = ReadonlyMap<string, number>;

/** Built-in functions that look at as many characters or elements as what they are called on has. */
const BUILT_IN = [
  [String.prototype, 'trim'],
  [String.prototype, 'split'],
  [Array.prototype, 'indexOf'],
  [Array.prototype, 'includes'],
  [Array.prototype, 'slice'],
  [Array.prototype, 'flat'],
] as const;

/** Does work, and counts what it has built-in functions look at. */
async function withBuiltInSteps(work: () => unknown): Promise<Map<string, number>> {
  const steps = new Map<string, number>();
  const originals = BUILT_IN.map(([prototype, name]) => {
    const original: unknown = Reflect.get(prototype, name);
    if (typeof original !== 'function') throw new Error(`no function ${name}`);
    const counted = function (this: { readonly length: number }, ...args: unknown[]): unknown {
      steps.set(name, (steps.get(name) ?? 0) + this.length);
      return Reflect.apply(original, this, args);
    };
    Object.defineProperty(prototype, name, { value: counted, writable: true, configurable: true });
    return original;
  });
  try {
    await work();
  } finally {
    BUILT_IN.forEach(([prototype, name], i) => {
      Object.defineProperty(prototype, name, { value: originals[i], writable: true, configurable: true });
    });
  }
  return steps;
}

/** Counts the executions of the blocks of all code that is loaded after it has begun. */
export class StepCounter {
  readonly #session = new Session();

  async begin(): Promise<void> {
    this.#session.connect();
    await this.#session.post('Profiler.enable');
    await this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  end(): void {
    this.#session.disconnect();
  }

  /** Counts the steps of some work in the sources of the packages. */
  async stepsOf(work: () => unknown): Promise<Steps> {
    await this.#session.post('Profiler.takePreciseCoverage');
    const steps = await withBuiltInSteps(work);
    const { result } = await this.#session.post('Profiler.takePreciseCoverage');
    for (const { url, functions } of result) {
      const [, source] = /\/packages\/(.*\/src\/.*)$/.exec(url) ?? [];
      if (source === undefined) continue;
      for (const { functionName, ranges } of functions)
        for (const { startOffset, count } of ranges) {
          const place = `${source} ${functionName} ${startOffset}`;
          steps.set(place, (steps.get(place) ?? 0) + count);
        }
    }
    return steps;
  }
}

/**
 * Lists the blocks whose executions grow by more than a factor from one size of an input to another.
 *
 * @param least executions of blocks that are looked at.
 */
export function growingFaster(small: Steps, large: Steps, factor: number, least: number): string[] {
  return [...large]
    .filter(([place, count]) => count > least && count > factor * (small.get(place) ?? least))
    .map(([place, count]) => `${place}: ${small.get(place) ?? 'few'} to ${count}`);
}

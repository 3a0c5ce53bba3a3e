import type { KernelModule } from '../wasm/wasm-module.ts';

/** What a thread of kernels gets when it starts; its code is {@link kernelThreadCode}. */
export interface KernelThreadStart {
  readonly module: WebAssembly.Module;
  /** What the module imports. */
  readonly imports: Readonly<Record<string, Readonly<Record<string, WebAssembly.Memory>>>>;
  /** The name of the function that computes a task. */
  readonly task: string;
  /** See {@link KernelThreads}. */
  readonly control: SharedArrayBuffer;
}

/** Starts a thread that runs {@link kernelThreadCode} with the given value; throws where that is not possible. */
export type StartKernelThread = (start: KernelThreadStart) => void;

// Words of the shared control block.
const generationWord = 0;
/** The generation, in the upper bits, and the next task. */
const ticketWord = 1;
const doneWord = 2;
const countWord = 3;
const argumentsWord = 4;
const mostArguments = 16;

const taskBits = 12;
const lastTask = 2 ** taskBits - 1;

/**
 * The code of a thread, a function of {@link KernelThreadStart} in plain JavaScript that imports nothing, so that it starts at
 * once. It never returns: the thread ends with the process.
 */
export const kernelThreadCode = `({ module, imports, task, control }) => {
  const words = new Int32Array(control);
  const run = new WebAssembly.Instance(module, imports).exports[task];
  let seen = 0;
  for (;;) {
    const start = performance.now();
    // Work often follows soon; sleeping and waking would take as long as a task.
    while (Atomics.load(words, ${generationWord}) === seen) {
      if (performance.now() - start > 0.05) Atomics.wait(words, ${generationWord}, seen);
    }
    seen = Atomics.load(words, ${generationWord});
    for (;;) {
      const ticket = Atomics.load(words, ${ticketWord});
      const index = ticket & ${lastTask};
      if (ticket >> ${taskBits} !== (seen << ${taskBits}) >> ${taskBits} || index >= Atomics.load(words, ${countWord})) break;
      if (Atomics.compareExchange(words, ${ticketWord}, ticket, ticket + 1) !== ticket) continue;
      // Nobody changes the arguments before this task is done.
      run(index, ...words.subarray(${argumentsWord}, ${argumentsWord + mostArguments}));
      Atomics.add(words, ${doneWord}, 1);
      Atomics.notify(words, ${doneWord});
    }
  }
}`;

/**
 * Threads that compute tasks of one WebAssembly function beside this one, on a memory that they share. Tasks are independent of
 * each other and each is computed by one thread, so results do not depend on the number of threads. A thread that is late
 * is not waited for: this one computes what nobody has begun.
 */
export class KernelThreads {
  readonly #words: Int32Array;
  readonly #run: (...args: number[]) => void;
  #generation = 0;

  /**
   * @param kernels on a memory that threads can share.
   * @param task the name of the function; called with the number of the task and the arguments of {@link compute}.
   * @throws where no thread can be started.
   */
  constructor(count: number, start: StartKernelThread, kernels: KernelModule, task: string) {
    const control = new SharedArrayBuffer(4 * (argumentsWord + mostArguments));
    this.#words = new Int32Array(control);
    this.#run = kernels.call[task];
    const { module, imports } = kernels;
    for (let i = 0; i < count; i += 1) start({ module, imports, task, control });
  }

  /**
   * Computes the tasks from 0 to `count` - 1; each is called with its number and `args`.
   *
   * @param meanwhile what this thread does first, while others have begun; touches nothing that tasks do.
   */
  compute(count: number, args: readonly number[], meanwhile: (() => void) | null = null): void {
    const words = this.#words;
    if (count >= lastTask || args.length > mostArguments) {
      throw new Error(`${count} tasks with ${args.length} arguments`);
    }
    this.#generation = (this.#generation + 1) | 0;
    // While the tasks are described no ticket is valid: a thread that looks at the last one finds it changed, or all taken.
    Atomics.store(words, ticketWord, (this.#generation << taskBits) | lastTask);
    words.set(args, argumentsWord);
    Atomics.store(words, doneWord, 0);
    Atomics.store(words, countWord, count);
    Atomics.store(words, ticketWord, this.#generation << taskBits);
    Atomics.store(words, generationWord, this.#generation);
    Atomics.notify(words, generationWord);
    try {
      meanwhile?.();
    } finally {
      // Threads work on the memory until all is done.
      this.#finish(count, args);
    }
  }

  #finish(count: number, args: readonly number[]): void {
    const words = this.#words;
    for (;;) {
      const index = Atomics.add(words, ticketWord, 1) & lastTask;
      if (index >= count) break;
      this.#run(index, ...args);
      Atomics.add(words, doneWord, 1);
    }
    for (let done = Atomics.load(words, doneWord); done < count; done = Atomics.load(words, doneWord)) {
      Atomics.wait(words, doneWord, done, 1);
    }
  }
}

interface ThreadSource {
  readonly count: number;
  readonly start: StartKernelThread;
}

let source: ThreadSource | null = null;

/**
 * Lets large products of this thread be computed by `count` more threads, which are started when they pay. For threads that may
 * wait, which those of a page's documents may not, and where memory can be shared.
 */
export function useKernelThreads(count: number, start: StartKernelThread): void {
  source = count < 1 || typeof SharedArrayBuffer === 'undefined' ? null : { count, start };
}

/** Returns what {@link useKernelThreads} was called with; `null` where kernels have one thread. */
export function kernelThreadSource(): ThreadSource | null {
  return source;
}

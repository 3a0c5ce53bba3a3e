import type { KernelModule } from '../wasm/wasm-module.ts';

/** What a thread of kernels gets when it starts; its code is {@link kernelThreadCode}. */
export interface KernelThreadStart {
  /** What modules of kernels import. */
  readonly imports: KernelModule['imports'];
  /** See {@link KernelThreads}. */
  readonly control: SharedArrayBuffer;
  /** The modules of all kernels, one after the other. */
  readonly code: SharedArrayBuffer;
}

/** Starts a thread that runs {@link kernelThreadCode} with the given value; throws where that is not possible. */
export type StartKernelThread = (start: KernelThreadStart) => void;

// Words of the shared control block.
const generationWord = 0;
/** The generation, in the upper bits, and the next task. */
const ticketWord = 1;
const doneWord = 2;
const countWord = 3;
/** Where the module of the tasks begins in the code, and its length. */
const codeWord = 4;
const codeLengthWord = 5;
const argumentsWord = 6;
const mostArguments = 64;

/** The generation that ends a thread; those of tasks are positive. */
const lastGeneration = -1;

/** Bytes of all modules; tasks of those that find no room have one thread. */
const codeBytes = 1 << 21;

/** The name under which a module exports the function that computes a task. */
export const taskName = 'task';

const taskBits = 12;
const lastTask = 2 ** taskBits - 1;

/**
 * The code of a thread, a function of {@link KernelThreadStart} in plain JavaScript that imports nothing, so that it starts at
 * once. It never returns: the thread ends with the process.
 */
export const kernelThreadCode = `({ imports, control, code }) => {
  const words = new Int32Array(control);
  const tasks = new Map();
  const taskAt = (start, length) => {
    let task = tasks.get(start);
    if (task === undefined) {
      const module = new WebAssembly.Module(new Uint8Array(code).slice(start, start + length));
      task = new WebAssembly.Instance(module, imports).exports.${taskName};
      tasks.set(start, task);
    }
    return task;
  };
  let seen = 0;
  for (;;) {
    const start = performance.now();
    // Work often follows soon; sleeping and waking would take as long as a task.
    while (Atomics.load(words, ${generationWord}) === seen) {
      if (performance.now() - start > 0.05) Atomics.wait(words, ${generationWord}, seen);
    }
    seen = Atomics.load(words, ${generationWord});
    if (seen === ${lastGeneration}) return;
    for (;;) {
      const ticket = Atomics.load(words, ${ticketWord});
      const index = ticket & ${lastTask};
      if (ticket >> ${taskBits} !== (seen << ${taskBits}) >> ${taskBits} || index >= Atomics.load(words, ${countWord})) break;
      if (Atomics.compareExchange(words, ${ticketWord}, ticket, ticket + 1) !== ticket) continue;
      // Nobody changes these words before this task is done.
      const run = taskAt(words[${codeWord}], words[${codeLengthWord}]);
      run(index, ...words.subarray(${argumentsWord}, ${argumentsWord + mostArguments}));
      Atomics.add(words, ${doneWord}, 1);
      Atomics.notify(words, ${doneWord});
    }
  }
}`;

/** A function that computes tasks, in this thread and in others. */
export interface SharedTask {
  readonly run: (...args: number[]) => void;
  /** Where its module lies in the code; `null` where there was no room. */
  readonly at: { readonly start: number; readonly length: number } | null;
}

/**
 * Threads that compute tasks of WebAssembly functions beside this one, on a memory that they share. Tasks are independent of
 * each other and each is computed by one thread, so results do not depend on the number of threads. A thread that is late
 * is not waited for: this one computes what nobody has begun.
 */
export class KernelThreads {
  readonly #words: Int32Array;
  readonly #code: Uint8Array;
  #used = 0;
  #generation = 0;

  /**
   * @param imports of the modules: a memory that threads can share.
   * @throws where no thread can be started.
   */
  constructor(count: number, start: StartKernelThread, imports: KernelModule['imports']) {
    const control = new SharedArrayBuffer(4 * (argumentsWord + mostArguments));
    const code = new SharedArrayBuffer(codeBytes);
    this.#words = new Int32Array(control);
    this.#code = new Uint8Array(code);
    for (let i = 0; i < count; i += 1) start({ imports, control, code });
  }

  /** Makes the function {@link taskName} of a module, which was instantiated for this thread, known to all threads. */
  share({ bytes, call }: KernelModule): SharedTask {
    const start = this.#used;
    const { length } = bytes;
    const run = call[taskName];
    if (start + length > codeBytes) return { run, at: null };
    this.#code.set(bytes, start);
    this.#used += length;
    return { run, at: { start, length } };
  }

  /** Lets the threads end. */
  stop(): void {
    Atomics.store(this.#words, generationWord, lastGeneration);
    Atomics.notify(this.#words, generationWord);
  }

  /**
   * Computes the tasks from 0 to `count` - 1; `run` is called with the number of each and `args`.
   *
   * @param meanwhile what this thread does first, while others have begun; touches nothing that tasks do.
   */
  compute(
    { run, at }: SharedTask,
    count: number,
    args: readonly number[],
    meanwhile: (() => void) | null = null,
  ): void {
    const words = this.#words;
    if (at === null) {
      meanwhile?.();
      for (let index = 0; index < count; index += 1) run(index, ...args);
      return;
    }
    if (count >= lastTask || args.length > mostArguments) {
      throw new Error(`${count} tasks with ${args.length} arguments`);
    }
    // Tickets hold its last bits only; it stays positive.
    this.#generation = (this.#generation % 0x3fffffff) + 1;
    // While the tasks are described no ticket is valid: a thread that looks at the last one finds it changed, or all taken.
    Atomics.store(words, ticketWord, (this.#generation << taskBits) | lastTask);
    words[codeWord] = at.start;
    words[codeLengthWord] = at.length;
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
      this.#finish(run, count, args);
    }
  }

  #finish(run: SharedTask['run'], count: number, args: readonly number[]): void {
    const words = this.#words;
    for (;;) {
      const index = Atomics.add(words, ticketWord, 1) & lastTask;
      if (index >= count) break;
      run(index, ...args);
      Atomics.add(words, doneWord, 1);
    }
    for (let done = Atomics.load(words, doneWord); done < count; done = Atomics.load(words, doneWord)) {
      Atomics.wait(words, doneWord, done, 1);
    }
  }
}

/** How many threads there may be, and how they start. */
export interface ThreadSource {
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

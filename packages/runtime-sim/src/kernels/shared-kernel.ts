import type { KernelMemory } from '../memory/kernel-memory.ts';
import { taskName } from '../threads/kernel-threads.ts';
import type { FunctionBuilder, Local } from '../wasm/function-builder.ts';
import { instantiate, type KernelModule } from '../wasm/wasm-module.ts';

/** Tasks of a call at most: threads that are late get fewer of them. */
const mostTasks = 32;

/**
 * A function on a memory that threads share: `task(index, count, total, ...args)` computes `count` of `total` items, from `index *
 * count` on; see {@link taskItems}.
 */
export class SharedKernel {
  readonly #memory: KernelMemory;
  readonly #kernel: KernelModule;

  private constructor(memory: KernelMemory, kernel: KernelModule) {
    this.#memory = memory;
    this.#kernel = kernel;
  }

  /** `null` where there is no WebAssembly with vectors. */
  static make(memory: KernelMemory, functions: readonly FunctionBuilder[]): SharedKernel | null {
    const kernel = instantiate(functions, memory.memory);
    return kernel === null ? null : new SharedKernel(memory, kernel);
  }

  /** Computes all items. @param least items of a task, unless there are fewer: what is worth handing over. */
  compute(total: number, least: number, args: readonly number[]): void {
    if (total > 0) computeItems(this.#kernel, this.#memory, total, least, args);
  }
}

/**
 * Computes all items of a kernel, of which there is one at least.
 *
 * @param memory whose threads take part; `null` for none.
 * @param least items of a task, unless there are fewer.
 * @param meanwhile what this thread may do first while others compute.
 */
export function computeItems(
  kernel: KernelModule,
  memory: KernelMemory | null,
  total: number,
  least: number,
  args: readonly number[],
  meanwhile: (() => void) | null = null,
): void {
  const count = Math.max(least, Math.ceil(total / mostTasks));
  const shared = total <= count ? null : (memory?.threadsFor(kernel) ?? null);
  if (shared === null) kernel.call[taskName](0, total, total, ...args);
  else shared.threads.compute(shared.task, Math.ceil(total / count), [count, total, ...args], meanwhile);
}

/** Kernels that are made once for each memory. */
export class SharedKernels<Key> {
  readonly #write: (key: Key) => readonly FunctionBuilder[];
  readonly #made = new WeakMap<KernelMemory, Map<Key, SharedKernel | null>>();

  /** @param write the functions of a kernel, of which one is the task. */
  constructor(write: (key: Key) => readonly FunctionBuilder[]) {
    this.#write = write;
  }

  on(memory: KernelMemory, key: Key): SharedKernel | null {
    let made = this.#made.get(memory);
    if (made === undefined) this.#made.set(memory, (made = new Map<Key, SharedKernel | null>()));
    let kernel = made.get(key);
    if (kernel === undefined) made.set(key, (kernel = SharedKernel.make(memory, this.#write(key))));
    return kernel;
  }
}

/** The parameters of a task before its arguments. */
export const taskParameters = 3;

/** Emits what a task begins with; returns the number of its first item, and how many there are. */
export function taskItems(f: FunctionBuilder): readonly [Local, Local] {
  const [index, count, total] = [0, 1, 2];
  const left = f.local('i32');
  f.get(index, count);
  f.op('i32.mul');
  f.set(index);
  f.get(total, index);
  f.op('i32.sub');
  f.set(left);
  // The lesser of both.
  f.get(count, left, count, left);
  f.op('i32.lt_u');
  f.op('select');
  f.set(left);
  return [index, left];
}

/** Advances an address by `bytes`, a constant, of each item before the first one. */
export function skipItems(f: FunctionBuilder, address: Local, first: Local, bytes: number): void {
  f.get(address, first);
  f.i32(bytes);
  f.op('i32.mul');
  f.op('i32.add');
  f.set(address);
}

/** The same for bytes that a variable tells. */
export function skipPitches(f: FunctionBuilder, address: Local, first: Local, pitch: Local): void {
  f.get(address, first, pitch);
  f.op('i32.mul');
  f.op('i32.add');
  f.set(address);
}

import { type ArrayData, type ArrayKind, bytesOf, viewBuffer } from '../array/array-kind.ts';
import {
  KernelThreads,
  kernelThreadSource,
  type SharedTask,
  type ThreadSource,
} from '../threads/kernel-threads.ts';
import { ensureMemory, kernelImports, type KernelModule, sharedMemory } from '../wasm/wasm-module.ts';
import { AddressSpace, type Block } from './address-space.ts';

/** Smaller arrays have storage of their own, which costs less than keeping account of it. */
const leastBytes = 1 << 14;

/** Addresses that arrays may have: below 2^31, so that they are the same signed and unsigned. */
const limit = 2 ** 31 - 2 ** 16;

/** Bytes that the memory grows by at least. */
const growth = 1 << 22;

/** A memory larger than this is given up when nothing is in it. */
const mostKept = 1 << 28;

/** Threads, and a function that they compute tasks with. */
export interface ThreadsAndTask {
  readonly threads: KernelThreads;
  readonly task: SharedTask;
}

function startThreads({ count, start }: ThreadSource, memory: WebAssembly.Memory): KernelThreads | null {
  try {
    return new KernelThreads(count, start, kernelImports(memory));
  } catch {
    // A process may be forbidden to start threads.
    return null;
  }
}

/**
 * Memory of WebAssembly that holds arrays, so that kernels, of all threads, compute on them where they are. It does not know when an
 * array dies: whoever takes storage has to drop it.
 */
export class KernelMemory {
  readonly memory: WebAssembly.Memory;
  readonly #space = new AddressSpace(leastBytes);
  /** What the buffer was called before it grew: arrays that were made then still say so. */
  readonly #buffers = new Set<ArrayBufferLike>();
  #source: ThreadSource | null = null;
  #threads: KernelThreads | null = null;
  /** What the threads know kernels as. */
  #tasks = new WeakMap<KernelModule, SharedTask>();

  constructor(memory: WebAssembly.Memory) {
    this.memory = memory;
    this.#buffers.add(memory.buffer);
  }

  /** Threads that compute on the memory, and the function of a kernel that computes a task; `null` where there are none. */
  threadsFor(kernel: KernelModule): ThreadsAndTask | null {
    const source = kernelThreadSource();
    if (source !== this.#source) {
      this.#threads?.stop();
      this.#threads = source === null ? null : startThreads(source, this.memory);
      this.#source = source;
      this.#tasks = new WeakMap();
    }
    const threads = this.#threads;
    if (threads === null) return null;
    let task = this.#tasks.get(kernel);
    if (task === undefined) this.#tasks.set(kernel, (task = threads.share(kernel)));
    return { threads, task };
  }

  /** How many blocks somebody uses. */
  get blockCount(): number {
    return this.#space.blockCount;
  }

  /** Storage for `count` elements, which hold anything; `null` for few, and where there is no room. */
  take(kind: ArrayKind, count: number): { readonly data: ArrayData; readonly block: Block } | null {
    const size = count * bytesOf(kind);
    const block = size < leastBytes ? null : this.takeBytes(size);
    if (block === null) return null;
    return { data: viewBuffer(kind, this.memory.buffer, block.start, count), block };
  }

  /** A block for what a kernel needs; `null` where there is no room. */
  takeBytes(size: number): Block | null {
    const block = this.#space.take(size, limit);
    if (block === null || this.#makeRoom()) return block;
    this.#space.give(block);
    return null;
  }

  /** The block that holds storage; `null` for storage outside. */
  blockOf(data: ArrayData): Block | null {
    // No block begins at 0; to ask a small array for its buffer would make one.
    if (data.byteOffset === 0 || !this.#buffers.has(data.buffer)) return null;
    return this.#space.blockAt(data.byteOffset);
  }

  /** The address of storage; `null` outside. */
  addressOf(data: ArrayData): number | null {
    return data.byteOffset !== 0 && this.#buffers.has(data.buffer) ? data.byteOffset : null;
  }

  /** Ends one use of a block, which is free after the last one. */
  drop(block: Block): void {
    block.users -= 1;
    if (block.users <= 0) this.#space.give(block);
  }

  /** Gives up a large memory that holds nothing: it can't become smaller. */
  giveUpUnused(): void {
    if (current !== this || this.#space.blockCount > 0 || this.memory.buffer.byteLength <= mostKept) return;
    current = undefined;
    this.#threads?.stop();
  }

  #makeRoom(): boolean {
    const missing = this.#space.end - this.memory.buffer.byteLength;
    if (missing <= 0) return true;
    try {
      ensureMemory(this.memory, Math.min(this.#space.end + growth, limit));
    } catch {
      return false;
    }
    this.#buffers.add(this.memory.buffer);
    return true;
  }
}

let current: KernelMemory | null | undefined;

/** The memory of this thread's arrays, made on first use; `null` where there is none that threads can share. */
export function kernelMemory(): KernelMemory | null {
  if (current !== undefined) return current;
  const memory = typeof SharedArrayBuffer === 'undefined' ? null : sharedMemory();
  current = memory === null ? null : new KernelMemory(memory);
  return current;
}

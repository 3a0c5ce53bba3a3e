import { type ArrayData, lanesOf } from '../array/array-kind.ts';
import type { NdArray } from '../array/nd-array.ts';
import { type KernelMemory, kernelMemory } from './kernel-memory.ts';
import { References } from './references.ts';

/**
 * Storage of arrays that is used again: results of executions which have this pool, until they are released, and arrays that were
 * placed in it. It lies in memory that threads share, where kernels compute on it without copying.
 *
 * An array that is released must not be used any more, nor any array over the same buffer; its storage will have other numbers.
 * Those that are not released keep theirs, and so does what is not from the pool.
 */
export class ArrayPool {
  readonly #lent = new Map<KernelMemory, References>();

  /** Copies an array to the pool; returns the array itself where it is there already, is small, or finds no room. */
  place(array: NdArray): NdArray {
    const memory = kernelMemory();
    const { kind, shape, data } = array;
    if (memory?.blockOf(data) !== null) return array;
    const taken = memory.take(kind, data.length / lanesOf(kind));
    if (taken === null) return array;
    copyBits(data, taken.data);
    this.#referencesIn(memory).addBlock(taken.block);
    return { kind, shape, data: taken.data };
  }

  /** Gives back the storage of arrays, if it is the pool's. An array that was a result twice is released after the second time. */
  release(arrays: readonly NdArray[]): void {
    for (const [memory, lent] of this.#lent) {
      for (const { data } of arrays) lent.remove(data);
      memory.giveUpUnused();
    }
  }

  /**
   * Counts arrays in a memory as results.
   * @internal
   */
  lend(memory: KernelMemory, arrays: readonly NdArray[]): void {
    const lent = this.#referencesIn(memory);
    for (const { data } of arrays) lent.add(data);
  }

  #referencesIn(memory: KernelMemory): References {
    let references = this.#lent.get(memory);
    if (references === undefined) this.#lent.set(memory, (references = new References(memory)));
    return references;
  }
}

function copyBits(from: ArrayData, to: ArrayData): void {
  const bytes = new Uint8Array(from.buffer, from.byteOffset, from.byteLength);
  new Uint8Array(to.buffer, to.byteOffset, to.byteLength).set(bytes);
}

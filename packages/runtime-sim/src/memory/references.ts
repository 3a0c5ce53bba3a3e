import type { ArrayData } from '../array/array-kind.ts';
import type { Block } from './address-space.ts';
import type { KernelMemory } from './kernel-memory.ts';

/** References of one run, or of one pool, to the blocks of a memory. All of them together are one use of a block. */
export class References {
  readonly #memory: KernelMemory;
  readonly #counts = new Map<Block, number>();

  constructor(memory: KernelMemory) {
    this.#memory = memory;
  }

  /** Adds a reference to the block that holds storage, if one does. */
  add(data: ArrayData): void {
    const block = this.#memory.blockOf(data);
    if (block !== null) this.addBlock(block);
  }

  addBlock(block: Block): void {
    const count = this.#counts.get(block) ?? 0;
    if (count === 0) block.users += 1;
    this.#counts.set(block, count + 1);
  }

  /** Removes a reference to the block that holds storage, if there is one. */
  remove(data: ArrayData): void {
    const block = this.#memory.blockOf(data);
    if (block !== null) this.removeBlock(block);
  }

  removeBlock(block: Block): void {
    const count = this.#counts.get(block);
    if (count === undefined) return;
    if (count > 1) {
      this.#counts.set(block, count - 1);
      return;
    }
    this.#counts.delete(block);
    this.#memory.drop(block);
  }

  /** Removes all references. */
  clear(): void {
    const blocks = [...this.#counts.keys()];
    this.#counts.clear();
    for (const block of blocks) this.#memory.drop(block);
  }
}

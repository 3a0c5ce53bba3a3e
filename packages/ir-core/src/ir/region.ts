import { Block } from './block.ts';
import { noteChange } from './change.ts';
import type { Operation } from './operation.ts';

/** A list of blocks owned by an operation; the first block is the entry. */
export class Region {
  /** The operation that holds the region. */
  readonly parent: Operation;
  /** Position among the regions of the operation. */
  readonly index: number;
  readonly blocks: readonly Block[] = [];

  /** @internal */
  constructor(parent: Operation, index: number) {
    this.parent = parent;
    this.index = index;
  }

  get isEmpty(): boolean {
    return this.blocks.length === 0;
  }

  /** The entry block. @throws when the region is empty. */
  get entry(): Block {
    const block = this.blocks[0];
    if (block === undefined) throw new Error(`region ${this.index} of '${this.parent.name}' is empty`);
    return block;
  }

  /** Appends a detached block. */
  append(block: Block): Block {
    return this.insert(block, this.blocks.length);
  }

  insert(block: Block, at: number): Block {
    if (block.parent !== null) throw new Error('block already stands in a region');
    block.parent = this;
    this.#splice(at, 0, block);
    return block;
  }

  remove(block: Block): void {
    const at = this.blocks.indexOf(block);
    if (at < 0) throw new Error('block does not stand in this region');
    this.#splice(at, 1);
    block.parent = null;
  }

  #splice(at: number, removed: number, ...inserted: readonly Block[]): void {
    // Read-only for everybody but the region.
    (this.blocks as Block[]).splice(at, removed, ...inserted);
    noteChange(this.parent);
  }

  /** Appends a new empty block. */
  addBlock(): Block {
    return this.append(new Block());
  }

  /** Moves all blocks of `other` to the end of this region. */
  takeBody(other: Region): void {
    for (const block of other.blocks) block.parent = this;
    this.#splice(this.blocks.length, 0, ...other.blocks);
    other.#splice(0, other.blocks.length);
  }

  /** Returns true if this region is `other` or lies inside it. */
  isInside(other: Region): boolean {
    return this === other || this.parent.parentRegion?.isInside(other) === true;
  }

  clear(): void {
    for (const block of this.blocks) block.dropAllReferences();
    for (const block of this.blocks) {
      block.clear();
      block.parent = null;
    }
    this.#splice(0, this.blocks.length);
  }
}

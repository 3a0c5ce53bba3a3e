import { type Block, placeIn } from '../ir/block.ts';
import type { Operation } from '../ir/operation.ts';

/** In place of a number: the operation's results have other names. */
const NONE = -1;

interface BlockNumbers {
  readonly block: Block;
  /** By place in the block: tells whether an operation still stands where it was numbered. */
  readonly ops: Operation[];
  readonly numbers: Int32Array;
}

/**
 * Numbers of operations, of which there are as many as lines in a program: kept by place in their block, they take less than half
 * of a map's memory and are found without hashing.
 */
export class OperationNumbers {
  readonly #blocks = new Map<Block, BlockNumbers>();
  #last: BlockNumbers | null = null;
  /** All numbers, once an operation was asked for that stands elsewhere by now. */
  #byOperation: Map<Operation, number> | null = null;

  /** Begins with the operations of a block. */
  begin(block: Block): void {
    const count = block.renumber();
    const ops = new Array<Operation>(count);
    this.#last = { block, ops, numbers: new Int32Array(count).fill(NONE) };
    this.#blocks.set(block, this.#last);
  }

  /** Numbers an operation of the block that was begun last. @returns false for one of another block. */
  set(op: Operation, number: number): boolean {
    const last = this.#last;
    if (last?.block !== op.parent) return false;
    const place = placeIn(op);
    last.ops[place] = op;
    last.numbers[place] = number;
    return true;
  }

  get(op: Operation): number | null {
    const { parent } = op;
    if (parent !== null && this.#last?.block !== parent) this.#last = this.#blocks.get(parent) ?? this.#last;
    const known = this.#last;
    const place = placeIn(op);
    const number = known?.ops[place] === op ? known.numbers[place] : this.#all().get(op);
    return number === undefined || number === NONE ? null : number;
  }

  #all(): ReadonlyMap<Operation, number> {
    if (this.#byOperation !== null) return this.#byOperation;
    const all = new Map<Operation, number>();
    for (const { ops, numbers } of this.#blocks.values())
      ops.forEach((op, place) => all.set(op, numbers[place]!));
    this.#byOperation = all;
    return all;
  }
}

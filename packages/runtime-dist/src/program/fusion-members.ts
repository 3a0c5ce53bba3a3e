import { NONE } from './flat-program.ts';

/** What is known of the members of one fusion after the other, and of its operands; arrays are used again for each. */
export class FusionMembers {
  /** By operation, the root of the fusion that it was last a member of. */
  readonly root: Int32Array;
  /** By member, 1 if its result lies in the root's result element by element. */
  readonly aligned: Uint8Array;
  /** By member, the part of its result that its users in the fusion read. */
  readonly needed: Float64Array;
  /** By value, the root of the fusion that it was last an operand of, and its place among those operands. */
  readonly #reader: Int32Array;
  readonly #place: Int32Array;

  constructor(opCount: number, valueCount: number) {
    this.root = new Int32Array(opCount).fill(NONE);
    this.aligned = new Uint8Array(opCount);
    this.needed = new Float64Array(opCount);
    this.#reader = new Int32Array(valueCount).fill(NONE);
    this.#place = new Int32Array(valueCount);
  }

  /** Begins with a fusion, of which nothing but the root is known. */
  begin(root: number, parts: readonly number[]): void {
    for (const op of parts) this.#add(op, root, 0);
    this.#add(root, root, 1);
  }

  /** The place of a value among the operands of the fusion of a root; `NONE` unless it is one. */
  placeOf(value: number, root: number): number {
    return this.#reader[value] === root ? this.#place[value] : NONE;
  }

  /** Notes a value as an operand of the fusion of a root. */
  setPlace(value: number, root: number, place: number): void {
    this.#reader[value] = root;
    this.#place[value] = place;
  }

  #add(op: number, root: number, known: number): void {
    this.root[op] = root;
    this.aligned[op] = known;
    this.needed[op] = known;
  }
}

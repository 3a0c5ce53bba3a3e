import type { Operation } from '../ir/operation.ts';

/** Entries of a state that is remembered at most: large programs are verified again rather than held twice. */
const MOST_PARTS = 4_000_000;

/**
 * Remembers the state in which operations were verified, so that what a pass left as it was is not verified again.
 * A state is everything that the verifier looks at, by identity: operations, operands, attributes, types, blocks.
 */
export class VerifiedStates {
  readonly #states = new WeakMap<Operation, unknown[]>();

  /** Returns true if an operation, with all in it, is as it was when it was remembered. */
  isUnchanged(op: Operation): boolean {
    const state = this.#states.get(op);
    if (state === undefined) return false;
    return matchOp(op, state, 0) === state.length;
  }

  remember(op: Operation): void {
    // The array that is there is written over: it is as long as the program.
    const state = this.#states.get(op) ?? [];
    const length = recordOp(op, state, 0);
    state.length = Math.min(length, state.length);
    if (length < MOST_PARTS) this.#states.set(op, state);
    else this.#states.delete(op);
  }
}

/*
 * A state has, for each operation in order, the operation, its operands after their number, its properties, its results
 * with their types, its discardable attributes with their names, its successors, and what its regions hold: each block
 * with its arguments and operations, after the number of blocks. The two functions below go through the same entries;
 * with one function and a visitor, each entry would be a call.
 */

/** Writes the state of an operation from `start` on. @returns where it ends; {@link MOST_PARTS} when it is too long. */
function recordOp(op: Operation, state: unknown[], start: number): number {
  const { operands, results, properties, discardable, successors, regions } = op;
  let at = start;
  state[at++] = op;
  state[at++] = operands.length;
  for (const { value } of operands) state[at++] = value;
  for (const attribute of properties) state[at++] = attribute;
  for (const result of results) {
    state[at++] = result;
    state[at++] = result.type;
  }
  if (discardable !== null) {
    for (const [name, attribute] of discardable) {
      state[at++] = name;
      state[at++] = attribute;
    }
  }
  for (const successor of successors) state[at++] = successor;
  for (const { blocks } of regions) {
    state[at++] = blocks.length;
    for (const block of blocks) {
      state[at++] = block;
      for (const argument of block.arguments) {
        state[at++] = argument;
        state[at++] = argument.type;
      }
      for (let inner = block.firstOp; inner !== null; inner = inner.next) {
        at = recordOp(inner, state, at);
        if (at >= MOST_PARTS) return MOST_PARTS;
      }
    }
  }
  return at;
}

/** Compares the state of an operation with what was written from `start` on. @returns where it ends; -1 when it differs. */
function matchOp(op: Operation, state: readonly unknown[], start: number): number {
  const { operands, results, properties, discardable, successors, regions } = op;
  let at = start;
  if (state[at++] !== op || state[at++] !== operands.length) return -1;
  for (const { value } of operands) if (state[at++] !== value) return -1;
  for (const attribute of properties) if (state[at++] !== attribute) return -1;
  for (const result of results) {
    if (state[at++] !== result || state[at++] !== result.type) return -1;
  }
  if (discardable !== null) {
    for (const [name, attribute] of discardable) {
      if (state[at++] !== name || state[at++] !== attribute) return -1;
    }
  }
  for (const successor of successors) if (state[at++] !== successor) return -1;
  for (const { blocks } of regions) {
    if (state[at++] !== blocks.length) return -1;
    for (const block of blocks) {
      if (state[at++] !== block) return -1;
      for (const argument of block.arguments) {
        if (state[at++] !== argument || state[at++] !== argument.type) return -1;
      }
      for (let inner = block.firstOp; inner !== null; inner = inner.next) {
        at = matchOp(inner, state, at);
        if (at < 0) return -1;
      }
    }
  }
  return at;
}

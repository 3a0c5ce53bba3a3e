import type { Operation } from '../ir/operation.ts';

/** Parts of a state that is remembered at most: large programs are rather verified again than held twice. */
const MOST_PARTS = 4_000_000;

/**
 * Remembers the state in which operations were verified, so that what a pass left as it was is not verified again.
 * A state is everything that the verifier looks at, by identity: operations, operands, attributes, types, blocks.
 */
export class VerifiedStates {
  readonly #states = new WeakMap<Operation, readonly unknown[]>();

  /** Whether an operation, with all in it, is as it was when it was remembered. */
  isUnchanged(op: Operation): boolean {
    const state = this.#states.get(op);
    if (state === undefined) return false;
    let at = 0;
    return visitParts(op, (part) => state[at++] === part) && at === state.length;
  }

  remember(op: Operation): void {
    const state: unknown[] = [];
    const isWhole = visitParts(op, (part) => state.push(part) < MOST_PARTS);
    if (isWhole) this.#states.set(op, state);
    else this.#states.delete(op);
  }
}

/** Visits the parts of an operation until `visit` says no, each list behind its length. */
function visitParts(op: Operation, visit: (part: unknown) => boolean): boolean {
  const { operands, results, properties, discardable, successors, regions } = op;
  if (!visit(op) || !visit(operands.length)) return false;
  for (const { value } of operands) if (!visit(value)) return false;
  for (const attribute of properties) if (!visit(attribute)) return false;
  for (const result of results) if (!visit(result) || !visit(result.type)) return false;
  if (discardable !== null) {
    for (const [name, attribute] of discardable) if (!visit(name) || !visit(attribute)) return false;
  }
  for (const successor of successors) if (!visit(successor)) return false;
  for (const { blocks } of regions) {
    if (!visit(blocks.length)) return false;
    for (const block of blocks) {
      if (!visit(block)) return false;
      for (const argument of block.arguments) if (!visit(argument) || !visit(argument.type)) return false;
      for (let inner = block.firstOp; inner !== null; inner = inner.next)
        if (!visitParts(inner, visit)) return false;
    }
  }
  return true;
}

import type { FuncOp } from '@shardform/dialect-func';
import type { MeshAttr } from '@shardform/dialect-sdy';
import { AllReduceOp } from '@shardform/dialect-stablehlo';
import {
  BlockArgument,
  type Context,
  isPure,
  type ModuleOp,
  type Operation,
  type Value,
} from '@shardform/ir-core';
import { effectiveOperands } from '@shardform/passes-mpmd';
import { PlanningError } from '../problem/planning-error.ts';
import { entryOf } from '../problem/program-function.ts';
import { type MicrobatchText, onMesh } from './microbatch-text.ts';

/**
 * When an operation is executed: wherever its result is used (`constant`), once before the microbatches, for each of them
 * (`body`), or once after them.
 */
export type WorkKind = 'constant' | 'before' | 'body' | 'after';

/** A program on one of several microbatches. */
export interface MicrobatchProgram extends Pick<
  MicrobatchText,
  'microbatches' | 'data' | 'joined' | 'number' | 'mayStride'
> {
  readonly module: ModuleOp;
  readonly func: FuncOp;
  /** By operation of the function, in the order of the program. */
  readonly kinds: ReadonlyMap<Operation, WorkKind>;
  /** Values of a microbatch of which the operations after all of them use the sum. */
  readonly sums: ReadonlySet<Value>;
}

/**
 * Returns a program of microbatches on a mesh, in which a microbatch has its part of each sum.
 *
 * @throws PlanningError where something works on parts of the batch after it has used the whole.
 */
export function microbatchProgram(
  text: MicrobatchText,
  name: string,
  mesh: MeshAttr,
  context: Context,
): MicrobatchProgram {
  const module = onMesh(text, name, mesh);
  const func = entryOf(module);
  const kinds = workKinds(func, text, context);
  const sums = new Set<Value>();
  for (const op of [...func.entry]) {
    if (!(op instanceof AllReduceOp)) continue;
    const operands = op.operandValues();
    for (const value of operands) sums.add(value);
    op.replaceAllUsesWith(operands);
    kinds.delete(op);
    op.erase();
  }
  const { microbatches, data, joined, number, mayStride } = text;
  const program = { module, func, kinds, sums, microbatches, data, joined, number, mayStride };
  refuseLateParts(program);
  return program;
}

function workKinds(
  func: FuncOp,
  { data, number }: MicrobatchText,
  context: Context,
): Map<Operation, WorkKind> {
  const kinds = new Map<Operation, WorkKind>();
  const kindOf = (value: Value): WorkKind => {
    if (!(value instanceof BlockArgument)) return kinds.get(value.definingOp!) ?? 'constant';
    return data.has(value.index) || value.index === number ? 'body' : 'before';
  };
  for (const op of func.entry) {
    if (op.definition.isTerminator) continue;
    const used = new Set(effectiveOperands(op).map(kindOf));
    if (op instanceof AllReduceOp) {
      // Even what each microbatch has alike is added up.
      for (const { definingOp } of op.operandValues())
        if (definingOp !== null && !used.has('body') && !used.has('after')) kinds.set(definingOp, 'body');
      kinds.set(op, 'after');
    } else if (used.has('after')) kinds.set(op, 'after');
    else if (used.has('body')) kinds.set(op, 'body');
    else kinds.set(op, used.has('before') || !isPure(op, context) ? 'before' : 'constant');
  }
  // What only the end needs, such as the decay of a momentum, is done there.
  for (const op of [...func.entry].reverse()) {
    if (kinds.get(op) !== 'before' || op.hasNoUses()) continue;
    const users = op.results.flatMap((result) => result.users()).map((user) => outermost(user, func));
    if (users.every((user) => user.definition.isTerminator || kinds.get(user) === 'after'))
      kinds.set(op, 'after');
  }
  return kinds;
}

/** The operation of the function itself that an operation is, or is inside of. */
export function outermost(op: Operation, func: FuncOp): Operation {
  let at = op;
  while (at.parent !== func.entry && at.parentOp !== null) at = at.parentOp;
  return at;
}

/** After the microbatches there are sums and, as results, the parts of all of them. */
function refuseLateParts({ func, kinds, sums, data, number, joined }: MicrobatchProgram): void {
  const isPart = (value: Value): boolean => {
    if (sums.has(value)) return false;
    if (value instanceof BlockArgument) return data.has(value.index) || value.index === number;
    return kinds.get(value.definingOp!) === 'body';
  };
  for (const [op, kind] of kinds) {
    if (kind === 'after' && effectiveOperands(op).some(isPart))
      throw new PlanningError(
        op,
        `'${op.name}' works on parts of the batch after something that needs the whole`,
      );
  }
  func.entry
    .getTerminator()
    .operandValues()
    .forEach((value, index) => {
      if (isPart(value) && !joined.has(index))
        throw new PlanningError(
          value,
          `result ${index} depends on the microbatch, but has no dimension for it`,
        );
    });
}

import {
  boolAttr,
  Builder,
  type Context,
  definePass,
  IntegerType,
  type Operation,
  type OpResult,
  type Value,
} from '@shardform/ir-core';
import * as ttir from '@shardform/dialect-ttir';

const i1 = /* @__PURE__ */ IntegerType.get(1);

const logic = [
  ttir.LogicalAndOp,
  ttir.LogicalOrOp,
  ttir.LogicalXorOp,
  ttir.LogicalNotOp,
  ttir.ReduceAndOp,
  ttir.ReduceOrOp,
] as const;

/** Operations whose results are truth values. */
const producers = [
  ttir.EqualOp,
  ttir.NotEqualOp,
  ttir.GreaterEqualOp,
  ttir.GreaterThanOp,
  ttir.LessEqualOp,
  ttir.LessThanOp,
  ...logic,
] as const;

/** Operations that only move elements of one tensor. */
const moves = [
  ttir.SliceStaticOp,
  ttir.ReshapeOp,
  ttir.PermuteOp,
  ttir.BroadcastOp,
  ttir.RepeatOp,
  ttir.RepeatInterleaveOp,
  ttir.SqueezeOp,
  ttir.UnsqueezeOp,
  ttir.ReverseOp,
  ttir.TransposeOp,
] as const;

function isOf(op: Operation, classes: readonly (abstract new (...args: never[]) => Operation)[]): boolean {
  return classes.some((cls) => op instanceof cls);
}

function isTruth(value: Value): boolean {
  return ttir.tensorOf(value).type.elementType === i1;
}

/**
 * Returns true if an operation takes and returns truth values; tensors to concatenate have one type, so all must be
 * such.
 */
function takesTruth(op: Operation): boolean {
  if (op instanceof ttir.ConcatOp) return op.operandValues().every(isTruth);
  return isOf(op, logic) || isOf(op, moves);
}

/** Makes the result one of truth values, and those of the operations that take them; others get numbers as before. */
function narrow(result: OpResult, context: Context): void {
  const { type } = ttir.tensorOf(result);
  result.setType(type.withElementType(i1));
  const [takers, others] = [new Set<Operation>(), new Set<Operation>()];
  for (const user of result.users()) (takesTruth(user) ? takers : others).add(user);
  for (const taker of takers) {
    for (const next of taker.results) if (!isTruth(next)) narrow(next, context);
  }
  if (others.size === 0) return;
  const builder = new Builder(context);
  builder.setInsertionPointAfter(result.definingOp);
  builder.location = result.definingOp.location;
  const args = { input: ttir.tensorOf(result), conservativeFolding: boolAttr(false) };
  const cast = builder.create(ttir.TypecastOp, args, [type]).result;
  result.replaceUsesIf(cast, (use) => others.has(use.owner));
}

/** Processors have truth values of their own: comparisons give them, and numbers where arithmetic follows. */
export const ttirCpuBooleanNarrowing = definePass({
  name: 'ttir-cpu-boolean-narrowing',
  className: 'TTIRCPUBooleanNarrowing',
  summary: 'gives truth values one bit',
  anchor: 'builtin.module',
  run(module, { context }) {
    const found: Operation[] = [];
    module.walk((op) => {
      if (isOf(op, producers)) found.push(op);
    });
    for (const op of found) {
      for (const result of op.results) if (!isTruth(result)) narrow(result, context);
    }
  },
});

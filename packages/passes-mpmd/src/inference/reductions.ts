import { ReductionAttr, type Reduction } from '@shardform/dialect-mpmd';
import { ConcatenateOp, ReduceOp } from '@shardform/dialect-stablehlo';
import { isInstance, type Operation, type Region } from '@shardform/ir-core';

/** Marks operations that combine values of several meshes. */
export const MPMD_REDUCE = 'mpmd.reduce';

/** The operations that combine two values in one step, by the reductions that they are. */
const KINDS: ReadonlyMap<string, Exclude<Reduction, 'none'>> = new Map([
  ['stablehlo.add', 'add'],
  ['stablehlo.maximum', 'max'],
  ['stablehlo.minimum', 'min'],
  ['stablehlo.multiply', 'mul'],
  ['stablehlo.or', 'or'],
  ['stablehlo.and', 'and'],
]);

/** Returns the reduction that an operation is, or that the body of a `stablehlo.reduce` is; `null` for others. */
export function reductionOf(op: Operation): Reduction | null {
  return op instanceof ReduceOp ? reductionOfBody(op.body) : (KINDS.get(op.name) ?? null);
}

/** Returns the reduction of an operation that combines two values; `null` for others. */
export function binaryReductionOf(op: Operation | null): Reduction | null {
  return op === null ? null : (KINDS.get(op.name) ?? null);
}

function reductionOfBody(body: Region): Reduction | null {
  const { arguments: args, lastOp } = body.entry;
  const returned = lastOp?.operandValues() ?? [];
  if (returned.length === 0 || args.length !== 2 * returned.length) return null;
  const kinds = returned.map(({ definingOp }, i) => {
    if (definingOp === null) return null;
    const operands = new Set(definingOp.operandValues());
    const pair = [args[i]!, args[i + returned.length]!];
    return definingOp.operands.length === 2 && pair.every((argument) => operands.has(argument))
      ? (KINDS.get(definingOp.name) ?? null)
      : null;
  });
  return kinds.every((kind) => kind === kinds[0]) ? kinds[0]! : null;
}

/** Returns the reduction that an operation is marked with; `null` without a mark. */
export function reductionMark(op: Operation | null): Reduction | null {
  const mark = op?.getAttr(MPMD_REDUCE) ?? null;
  return isInstance(ReductionAttr, mark) ? mark.value : null;
}

/**
 * Returns the `stablehlo.reduce` that is the only user of a concatenation and reduces along its dimension, so that both
 * together combine the parts; `null` for other operations.
 */
export function concatReduceOf(op: Operation): ReduceOp | null {
  if (!(op instanceof ConcatenateOp) || !op.result.hasOneUse) return null;
  const { type: first } = op.inputs[0]!;
  if (op.inputs.some(({ type }) => type !== first)) return null;
  const reduce = op.result.firstUse!.owner;
  if (!(reduce instanceof ReduceOp) || reduce.inputs.length !== 1) return null;
  const dims = reduce.dimensions.numbers();
  const dim = op.dimension.number;
  return dims.length === 1 && dims[0] === dim && first.shape[dim] === 1 ? reduce : null;
}

import { isCollectiveOp, ReshardOp, ShardingConstraintOp } from '@shardform/dialect-sdy';
import { CustomCallOp, DynamicSliceOp, SliceOp } from '@shardform/dialect-stablehlo';
import { type Operation, product, RankedTensorType, type Value } from '@shardform/ir-core';

/** A part of size 1 along one dimension of a value. */
export interface ValuePart {
  /** How many such parts there are. */
  readonly count: number;
  /** `null` for one that is computed. */
  readonly index: number | null;
}

/** Returns the part of its operand that an operation takes; `null` for other operations and shapes. */
export function partOf(op: Operation, whole: Value): ValuePart | null {
  if (op instanceof DynamicSliceOp) {
    const count = op.operand === whole ? countOfParts(whole, op.getResult()) : null;
    return count === null ? null : { count, index: null };
  }
  if (!(op instanceof SliceOp)) return null;
  const count = countOfParts(whole, op.getResult());
  // Elements of the first dimension are written with one index.
  const isFirst = shapeOf(whole)?.[0] === count;
  return count === null || !isFirst ? null : { count, index: Number(op.startIndices.values[0]) };
}

/** Returns how many values of the type of a part are a whole, beside each other along one dimension; `null` for other types. */
export function countOfParts(whole: Value, part: Value): number | null {
  const [from, to] = [shapeOf(whole), shapeOf(part)];
  if (from === null || to?.length !== from.length) return null;
  const different = from.flatMap((size, i) => (size === to[i] ? [] : [i]));
  const [dimension] = different;
  return dimension === undefined || different.length > 1 || to[dimension] !== 1 ? null : from[dimension]!;
}

function shapeOf({ type }: Value): readonly number[] | null {
  return type instanceof RankedTensorType ? type.shape : null;
}

/** Returns whether a result has the numbers of the operand of the same number, in another layout, on other devices, or as another type. */
export function isKept(op: Operation, operand: Value): boolean {
  const [result] = op.results;
  if (result === undefined) return false;
  if (op instanceof ShardingConstraintOp || op instanceof ReshardOp || isCollectiveOp(op)) return true;
  if (op.name === 'stablehlo.optimization_barrier') return true;
  // A compiler combines what is moved of several values.
  if (op.results.length > 1) return MOVING.has(op.name);
  if (op instanceof CustomCallOp) return IDENTITIES.has(op.callTargetName.value);
  if (!KEEPING.has(op.name)) return false;
  const [from, to] = [shapeOf(operand), shapeOf(result)];
  return from !== null && to !== null && product(from) === product(to);
}

const KEEPING: ReadonlySet<string> = new Set([
  'hlo.bitcast',
  'hlo.copy',
  'stablehlo.broadcast_in_dim',
  'stablehlo.convert',
  'stablehlo.reshape',
  'stablehlo.transpose',
]);

/** Operations that move values between devices, or sum up what devices have of them. */
const MOVING: ReadonlySet<string> = new Set([
  'stablehlo.all_gather',
  'stablehlo.all_reduce',
  'stablehlo.all_to_all',
  'stablehlo.reduce_scatter',
]);

/** Calls that only say how a value is sharded. */
const IDENTITIES: ReadonlySet<string> = new Set(['Sharding', 'SPMDFullToShardShape', 'SPMDShardToFullShape']);

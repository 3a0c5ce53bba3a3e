import {
  type ConversionPattern,
  type ConversionRewriter,
  DenseArrayAttr,
  i64,
  index,
  oneToManyPattern,
  type Operation,
  type OpWithDefinition,
  RankedTensorType,
  type Rewriter,
  type Type,
  type Value,
} from '@shardform/ir-core';
import { type Dim, dimsOf, DynamicBroadcastInDimOp } from '@shardform/dialect-stablehlo';
import { shape } from '@shardform/dialects-mlir';
import { broadcastToBounds, isStaticOrBounded, rankedType } from './constant-like.ts';

/** A CHLO operation that broadcasts two operands. */
export interface BroadcastingOp extends Operation {
  readonly broadcastDimensions: DenseArrayAttr | null;
}

/**
 * Declares the pattern that broadcasts the operands of an operation to the shape of its result and then computes.
 * Where shapes are known at run time only, the result is computed under the assumption that they fit.
 *
 * @param compute makes the value of type `type` from operands of the shape of the result.
 */
/* @__NO_SIDE_EFFECTS__ */
export function broadcastPattern<T extends BroadcastingOp>(
  op: OpWithDefinition<T>,
  compute: (rewriter: Rewriter, lhs: Value, rhs: Value, type: Type, op: T) => Value,
): ConversionPattern {
  return oneToManyPattern(op, `expand-${op.definition.name}`, (matched, groups, rewriter) => {
    const operands = groups.flat();
    const [lhs, rhs] = operands;
    const result = matched.getResult();
    if (![...operands, result].every(({ type }) => type instanceof RankedTensorType)) return false;
    if (!isNumpyBroadcast(matched, lhs!, rhs!, rewriter)) return false;
    const finish = (a: Value, b: Value): Value => compute(rewriter, a, b, result.type, matched);
    const static_ = broadcastStatically(rewriter, lhs!, rhs!, rankedType(result));
    const value =
      static_ === null
        ? computeAssuming(rewriter, lhs!, rhs!, rankedType(result), finish)
        : finish(...static_);
    rewriter.replaceOp(matched, [value]);
    return true;
  });
}

/** Returns true if dimensions are aligned at the last; other maps are not supported, for which a warning is emitted. */
function isNumpyBroadcast(op: BroadcastingOp, lhs: Value, rhs: Value, rewriter: ConversionRewriter): boolean {
  const { broadcastDimensions } = op;
  if (broadcastDimensions === null) return true;
  const [a, b] = [rankedType(lhs).rank, rankedType(rhs).rank];
  const expected = alignedDimensions(Math.min(a, b), Math.max(a, b));
  const dimensions = broadcastDimensions.numbers();
  if (dimensions.length === expected.length && dimensions.every((d, i) => d === expected[i])) return true;
  const text = `unsupported non prefix-padded dynamic rank broadcast_dimensions = ${String(broadcastDimensions)}`;
  rewriter.context.diagnostics.emitOn(op, 'warning', text);
  return false;
}

/** The dimensions of a result of `resultRank` dimensions that those of an operand go to. */
function alignedDimensions(rank: number, resultRank: number): number[] {
  return Array.from({ length: rank }, (_, d) => resultRank - rank + d);
}

/** The operands in the shape of the result; `null` when it takes a comparison of sizes at run time. */
function broadcastStatically(
  rewriter: Rewriter,
  lhs: Value,
  rhs: Value,
  result: RankedTensorType,
): [Value, Value] | null {
  if (!isStaticOrBounded(result)) return null;
  const target = dimsOf(result);
  if (![lhs, rhs].every((operand) => repeatsOnly(rankedType(operand), target))) return null;
  const expand = (operand: Value, other: Value): Value => {
    const dimensions = alignedDimensions(rankedType(operand).rank, target.length);
    const offset = target.length - rankedType(other).rank;
    return broadcastToBounds(rewriter, operand, dimensions, target, (d) => ({
      value: other,
      dimension: d - offset,
    }));
  };
  const left = expand(lhs, rhs);
  return [left, expand(rhs, lhs)];
}

/** Returns true if each dimension of an operand is known to be one or that of the result. */
function repeatsOnly(type: RankedTensorType, target: readonly Dim[]): boolean {
  return dimsOf(type).every(({ size, bound }, d) => {
    const to = target[target.length - type.rank + d]!;
    return size === 1 || (size === to.size && bound === to.bound);
  });
}

/** Computes inside `shape.assuming`, under the constraint that the shapes can be broadcast. */
function computeAssuming(
  rewriter: ConversionRewriter,
  lhs: Value,
  rhs: Value,
  result: RankedTensorType,
  finish: (lhs: Value, rhs: Value) => Value,
): Value {
  const shapesOf = (): Value[] => [lhs, rhs].map((arg) => rewriter.create(shape.ShapeOfOp, { arg }).result);
  const constraint = broadcastConstraint(rewriter, shapesOf());
  return assuming(rewriter, constraint, result, () => {
    const type = RankedTensorType.get([result.rank], index);
    const { result: extents } = rewriter.create(shape.BroadcastOp, { shapes: shapesOf() }, [type]);
    const left = broadcastDynamically(rewriter, lhs, extents, result);
    return finish(left, broadcastDynamically(rewriter, rhs, extents, result));
  });
}

/** Returns the constraint that shapes can be broadcast. */
export function broadcastConstraint(rewriter: Rewriter, shapes: readonly Value[]): Value {
  return rewriter.create(shape.CstrBroadcastableOp, { shapes }, [shape.WitnessType.instance]).result;
}

/** `shape.assuming` of one result. */
export function assuming(rewriter: Rewriter, witness: Value, type: Type, body: () => Value): Value {
  const op = rewriter.create(shape.AssumingOp, { witness }, [type]);
  rewriter.atSavedPoint(() => {
    rewriter.createBlock(op.doRegion);
    rewriter.create(shape.AssumingYieldOp, { operands: [body()] }, []);
  });
  return op.getResult();
}

/** Broadcasts to sizes that are known at run time, aligned at the last dimension. */
export function broadcastDynamically(
  rewriter: Rewriter,
  operand: Value,
  outputDimensions: Value,
  result: RankedTensorType,
): Value {
  const { rank, elementType } = rankedType(operand);
  const type = RankedTensorType.get(result.shape, elementType);
  const broadcastDimensions = DenseArrayAttr.get(i64, alignedDimensions(rank, result.rank));
  const args = { operand, outputDimensions, broadcastDimensions };
  return rewriter.create(DynamicBroadcastInDimOp, args, [type]).result;
}

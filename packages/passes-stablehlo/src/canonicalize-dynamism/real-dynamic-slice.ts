import { DenseArrayAttr, i64, pattern, RankedTensorType, type RewritePattern } from '@shardform/ir-core';
import {
  AddOp,
  constantSizes,
  DynamicSliceOp,
  RealDynamicSliceOp,
  ReshapeOp,
  SliceOp,
} from '@shardform/dialect-stablehlo';

/** Slices whose bounds are constants, or a constant apart. Discardable attributes are kept. */
export const realDynamicSlicePatterns: readonly RewritePattern[] = [
  pattern(RealDynamicSliceOp, 'real-dynamic-slice-to-slice', (op, rewriter) => {
    const [start, limit, strides] = [op.startIndices, op.limitIndices, op.strides].map(constantSizes);
    if (!start || !limit || !strides) return false;
    rewriter.replaceOpWith(
      op,
      SliceOp,
      {
        operand: op.operand,
        startIndices: DenseArrayAttr.get(i64, start),
        limitIndices: DenseArrayAttr.get(i64, limit),
        strides: DenseArrayAttr.get(i64, strides),
      },
      op.resultTypes(),
      { attributes: op.discardable },
    );
    return true;
  }),
  pattern(RealDynamicSliceOp, 'real-dynamic-slice-to-dynamic-slice', (op, rewriter) => {
    const { startIndices: start, operand } = op;
    const sizes = unitStrideSizes(op);
    if (sizes === null) return false;
    const type = start.type.elementType;
    const scalars = sizes.map((_, d) => {
      const element = rewriter.create(
        SliceOp,
        {
          operand: start,
          startIndices: DenseArrayAttr.get(i64, [d]),
          limitIndices: DenseArrayAttr.get(i64, [d + 1]),
          strides: DenseArrayAttr.get(i64, [1]),
        },
        [RankedTensorType.get([1], type)],
      );
      return rewriter.create(ReshapeOp, { operand: element.result }, [RankedTensorType.get([], type)]).result;
    });
    const args = { operand, startIndices: scalars, sliceSizes: DenseArrayAttr.get(i64, sizes) };
    rewriter.replaceOpWith(op, DynamicSliceOp, args, op.resultTypes(), { attributes: op.discardable });
    return true;
  }),
];

/** Returns the sizes of a slice without strides whose limit is its start and a constant; `null` for other slices. */
export function unitStrideSizes(op: RealDynamicSliceOp): readonly number[] | null {
  if (constantSizes(op.strides)?.every((stride) => stride === 1) !== true) return null;
  const sum = op.limitIndices.definingOp;
  if (!(sum instanceof AddOp)) return null;
  const distance = sum.lhs === op.startIndices ? sum.rhs : sum.rhs === op.startIndices ? sum.lhs : null;
  return distance === null ? null : constantSizes(distance);
}

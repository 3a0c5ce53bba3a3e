import type { ConversionPattern, CreatableOp, Operation, OpWithDefinition, Value } from '@shardform/ir-core';
import * as stablehlo from '@shardform/dialect-stablehlo';
import { chlo } from '@shardform/dialect-stablehlo';
import { type BroadcastingOp, broadcastPattern } from './broadcast.ts';

/** An operation that broadcasts, by the one that computes with operands of one shape. */
/* @__NO_SIDE_EFFECTS__ */
function binary<T extends BroadcastingOp, B extends Operation>(
  from: OpWithDefinition<T>,
  to: CreatableOp<{ lhs: Value; rhs: Value }, B>,
): ConversionPattern {
  return broadcastPattern(from, (rewriter, lhs, rhs, type) =>
    rewriter.create(to, { lhs, rhs }, [type]).getResult(),
  );
}

/** Expansions of the operations with two operands that broadcast. */
export const broadcastArithmeticPatterns: readonly ConversionPattern[] = [
  binary(chlo.BroadcastAddOp, stablehlo.AddOp),
  binary(chlo.BroadcastAndOp, stablehlo.AndOp),
  binary(chlo.BroadcastAtan2Op, stablehlo.Atan2Op),
  binary(chlo.BroadcastComplexOp, stablehlo.ComplexOp),
  binary(chlo.BroadcastDivOp, stablehlo.DivOp),
  binary(chlo.BroadcastMaxOp, stablehlo.MaxOp),
  binary(chlo.BroadcastMinOp, stablehlo.MinOp),
  binary(chlo.BroadcastMulOp, stablehlo.MulOp),
  binary(chlo.BroadcastOrOp, stablehlo.OrOp),
  binary(chlo.BroadcastPowOp, stablehlo.PowOp),
  binary(chlo.BroadcastRemOp, stablehlo.RemOp),
  binary(chlo.BroadcastShiftLeftOp, stablehlo.ShiftLeftOp),
  binary(chlo.BroadcastShiftRightArithmeticOp, stablehlo.ShiftRightArithmeticOp),
  binary(chlo.BroadcastShiftRightLogicalOp, stablehlo.ShiftRightLogicalOp),
  binary(chlo.BroadcastSubtractOp, stablehlo.SubtractOp),
  binary(chlo.BroadcastXorOp, stablehlo.XorOp),
  broadcastPattern(chlo.BroadcastCompareOp, (rewriter, lhs, rhs, type, op) => {
    const comparisonDirection = stablehlo.ComparisonDirectionAttr.get(op.comparisonDirection.value);
    const compareType =
      op.compareType === null ? null : stablehlo.ComparisonTypeAttr.get(op.compareType.value);
    const args = { lhs, rhs, comparisonDirection, compareType };
    return rewriter.create(stablehlo.CompareOp, args, [type]).result;
  }),
  broadcastPattern(
    chlo.BroadcastNextAfterOp,
    (rewriter, x, y, type) => rewriter.create(chlo.NextAfterOp, { x, y }, [type]).result,
  ),
  broadcastPattern(
    chlo.BroadcastPolygammaOp,
    (rewriter, n, x, type) => rewriter.create(chlo.PolygammaOp, { n, x }, [type]).result,
  ),
  broadcastPattern(
    chlo.BroadcastZetaOp,
    (rewriter, x, q, type) => rewriter.create(chlo.ZetaOp, { x, q }, [type]).result,
  ),
];

import {
  boolAttr,
  type ConversionPattern,
  conversionPattern,
  DYNAMIC,
  index,
  RankedTensorType,
  type Rewriter,
  type Value,
} from '@shardform/ir-core';
import { chlo, SelectOp } from '@shardform/dialect-stablehlo';
import { shape, tensor } from '@shardform/dialects-mlir';
import { assuming, broadcastConstraint, broadcastDynamically } from './broadcast.ts';
import { rankedType } from './constant-like.ts';

/**
 * Expands `broadcast_select` with sizes taken at run time, even where they are known: simplification of the shapes
 * makes that static, as upstream leaves it to do. A predicate without dimensions is not broadcast.
 */
export const broadcastSelectPattern: ConversionPattern = /* @__PURE__ */ conversionPattern(
  chlo.BroadcastSelectOp,
  'expand-chlo.broadcast_select',
  (op, { pred, onTrue, onFalse }, rewriter) => {
    const operands = [pred, onTrue, onFalse];
    const resultType = op.result.type;
    if (!(resultType instanceof RankedTensorType)) return false;
    if (!operands.every(({ type }) => type instanceof RankedTensorType)) return false;
    const shapes = operands.map((arg) => rewriter.create(shape.ShapeOfOp, { arg }).result);
    const witness = witnessOf(rewriter, operands, shapes);
    const value = assuming(rewriter, witness, resultType, () => {
      const anyRank = RankedTensorType.get([DYNAMIC], index);
      const { result: source } = rewriter.create(shape.BroadcastOp, { shapes }, [anyRank]);
      const extentsType = RankedTensorType.get([resultType.rank], index);
      const { dest: extents } = rewriter.create(tensor.CastOp, { source }, [extentsType]);
      const expand = (operand: Value): Value => broadcastDynamically(rewriter, operand, extents, resultType);
      const condition = rankedType(pred).rank === 0 ? pred : expand(pred);
      const args = { pred: condition, onTrue: expand(onTrue), onFalse: expand(onFalse) };
      return rewriter.create(SelectOp, args, [resultType]).result;
    });
    rewriter.replaceOp(op, [value]);
    return true;
  },
);

/** That the shapes can be broadcast; constant where that is known. */
function witnessOf(rewriter: Rewriter, operands: readonly Value[], shapes: readonly Value[]): Value {
  const known = operands.map((operand) => rankedType(operand).shape);
  return shape.isKnownToBroadcast(known)
    ? rewriter.create(shape.ConstWitnessOp, { passing: boolAttr(true) }, [shape.WitnessType.instance]).result
    : broadcastConstraint(rewriter, shapes);
}

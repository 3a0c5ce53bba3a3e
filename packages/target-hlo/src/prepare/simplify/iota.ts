import { BroadcastInDimOp, IotaOp } from '@shardform/dialect-stablehlo';
import {
  DenseArrayAttr,
  i64,
  i64Attr,
  pattern,
  RankedTensorType,
  type RewritePattern,
} from '@shardform/ir-core';

/** An iota of several dimensions is one of a single dimension that is repeated. */
export const iotaPattern: RewritePattern = pattern(IotaOp, 'hlo-iota-broadcast', (op, rewriter) => {
  const { type } = op.output;
  if (!(type instanceof RankedTensorType) || type.shape.length < 2) return false;
  const dimension = op.iotaDimension.number;
  const lineType = RankedTensorType.get([type.shape[dimension]!], type.elementType);
  const line = rewriter.create(IotaOp, { iotaDimension: i64Attr(0) }, [lineType]);
  rewriter.replaceOpWith(
    op,
    BroadcastInDimOp,
    { operand: line.output, broadcastDimensions: DenseArrayAttr.get(i64, [dimension]) },
    [type],
  );
  return true;
});

import { AddOp, BroadcastInDimOp, ConvertOp, type DynamicSliceOp } from '@shardform/dialect-stablehlo';
import { type Builder, DenseArrayAttr, i64, type Tensor } from '@shardform/ir-core';

/** Returns a tensor with a scalar added to each element. */
export function buildShifted(
  operand: Tensor,
  offset: DynamicSliceOp['result'],
  builder: Builder,
): AddOp['result'] {
  const { type } = operand;
  const scalarType = type.withShape([]);
  const scalar =
    offset.type === scalarType ? offset : builder.create(ConvertOp, { operand: offset }, [scalarType]).result;
  const spread = builder.create(
    BroadcastInDimOp,
    { operand: scalar, broadcastDimensions: DenseArrayAttr.get(i64, []) },
    [type],
  );
  return builder.create(AddOp, { lhs: operand, rhs: spread.result }, [type]).result;
}

import {
  ConstantOp,
  ConvertOp,
  DynamicSliceOp,
  PartitionIdOp,
  ReplicaIdOp,
  ReshapeOp,
} from '@shardform/dialect-stablehlo';
import {
  type Builder,
  DenseArrayAttr,
  DenseElementsAttr,
  i64,
  RankedTensorType,
  ui32,
} from '@shardform/ir-core';

/** A scalar of 64-bit integers. */
export const i64Scalar = /* @__PURE__ */ RankedTensorType.get([], i64);

/** A tensor of rank zero of integers. */
export type IntegerScalar = ConvertOp['result'];

/**
 * Returns the id of the device that runs the program, as a scalar.
 *
 * @param usesReplicas whether devices are the replicas, not the partitions, of the program.
 */
export function buildDeviceId(builder: Builder, usesReplicas: boolean): IntegerScalar {
  const type = RankedTensorType.get([], ui32);
  const id = builder.create(usesReplicas ? ReplicaIdOp : PartitionIdOp, {}, [type]);
  return builder.create(ConvertOp, { operand: id.result }, [i64Scalar]).result;
}

/** Returns a constant scalar. */
export function buildIntegerScalar(builder: Builder, value: number): ConstantOp['output'] {
  return builder.create(ConstantOp, { value: DenseElementsAttr.splat(i64Scalar, value) }, [i64Scalar]).output;
}

/** Returns the entry of a table that belongs to a device. */
export function buildLookUp(
  table: readonly number[],
  id: ConvertOp['operand'],
  builder: Builder,
): IntegerScalar {
  const tableType = RankedTensorType.get([table.length], i64);
  const value = DenseElementsAttr.fromNumbers(tableType, table);
  const constant = builder.create(ConstantOp, { value }, [tableType]);
  const oneType = RankedTensorType.get([1], i64);
  const entry = builder.create(
    DynamicSliceOp,
    { operand: constant.output, startIndices: [id], sliceSizes: DenseArrayAttr.get(i64, [1]) },
    [oneType],
  );
  return builder.create(ReshapeOp, { operand: entry.result }, [i64Scalar]).result;
}

import { type AxisList, type MeshAttr, shardIndices } from '@shardform/dialect-sdy';
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
import type { LocalConverter } from './local-converter.ts';

/** A scalar of 64-bit integers. */
export const i64Scalar = /* @__PURE__ */ RankedTensorType.get([], i64);

type IntegerScalar = ConvertOp['result'];

/** The id of the device that runs the program, as a scalar. */
export function buildDeviceId({ builder, options }: LocalConverter): IntegerScalar {
  const type = RankedTensorType.get([], ui32);
  const id = options.usesReplicas
    ? builder.create(ReplicaIdOp, {}, [type])
    : builder.create(PartitionIdOp, {}, [type]);
  return builder.create(ConvertOp, { operand: id.result }, [i64Scalar]).result;
}

/** A constant scalar. */
export function buildIntegerScalar(builder: Builder, value: number): ConstantOp['output'] {
  return builder.create(ConstantOp, { value: DenseElementsAttr.splat(i64Scalar, value) }, [i64Scalar]).output;
}

/**
 * Where a device's part begins in a dimension that is split along the axes.
 *
 * @param partSize size of a part.
 */
export function buildOffset(
  axes: AxisList,
  partSize: number,
  mesh: MeshAttr,
  converter: LocalConverter,
): IntegerScalar {
  const id = buildDeviceId(converter);
  return buildLookUp(
    shardIndices(axes, mesh).map((index) => index * partSize),
    id,
    converter.builder,
  );
}

/** The entry of a table that belongs to a device. */
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

/**
 * The part of a value that a device has.
 *
 * @param axes per dimension, the axes along which it is split from here on.
 */
export function buildLocalPart(
  operand: DynamicSliceOp['operand'],
  axes: readonly AxisList[],
  shape: readonly number[],
  mesh: MeshAttr,
  converter: LocalConverter,
): DynamicSliceOp['result'] {
  const { builder } = converter;
  const startIndices = shape.map((size, d) => {
    const own = axes[d]!;
    return own.length === 0 ? buildIntegerScalar(builder, 0) : buildOffset(own, size, mesh, converter);
  });
  const sliceSizes = DenseArrayAttr.get(i64, shape);
  const type = operand.type.withShape(shape);
  return builder.create(DynamicSliceOp, { operand, startIndices, sliceSizes }, [type]).result;
}

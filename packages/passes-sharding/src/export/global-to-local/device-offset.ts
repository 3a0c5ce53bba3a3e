import { type AxisList, type MeshAttr, shardIndices } from '@shardform/dialect-sdy';
import { DynamicSliceOp } from '@shardform/dialect-stablehlo';
import { DenseArrayAttr, i64, zip } from '@shardform/ir-core';
import { buildDeviceId, buildIntegerScalar, buildLookUp, type IntegerScalar } from '../device-id.ts';
import type { LocalConverter } from './local-converter.ts';

/**
 * Builds the offset of a device's shard in a dimension that is split along the axes.
 *
 * @param shardSize size of a shard.
 */
export function buildOffset(
  axes: AxisList,
  shardSize: number,
  mesh: MeshAttr,
  converter: LocalConverter,
): IntegerScalar {
  const id = buildDeviceId(converter.builder, converter.options.usesReplicas);
  return buildLookUp(
    shardIndices(axes, mesh).map((index) => index * shardSize),
    id,
    converter.builder,
  );
}

/**
 * Builds the shard of a value that a device holds.
 *
 * @param axes per dimension, the axes along which it is newly split.
 */
export function buildLocalShard(
  operand: DynamicSliceOp['operand'],
  axes: readonly AxisList[],
  shape: readonly number[],
  mesh: MeshAttr,
  converter: LocalConverter,
): DynamicSliceOp['result'] {
  const { builder } = converter;
  const startIndices = zip(shape, axes).map(([size, own]) => {
    return own.length === 0 ? buildIntegerScalar(builder, 0) : buildOffset(own, size, mesh, converter);
  });
  const sliceSizes = DenseArrayAttr.get(i64, shape);
  const type = operand.type.withShape(shape);
  return builder.create(DynamicSliceOp, { operand, startIndices, sliceSizes }, [type]).result;
}

import { getSharding, localShape, MeshTable } from '@shardform/dialect-sdy';
import { DYNAMIC, isInstance, RankedTensorType, type Value } from '@shardform/ir-core';
import type { Stage, Study } from '@shardform/study';

/** The distribution of a value over the devices after propagation. */
export interface ValueSharding {
  /** The axes of each dimension, `[{"x"}, {}]`. */
  readonly axes: string;
  /** The local shape on one device, `8x?x4`; `null` for values other than ranked tensors. */
  readonly localShape: string | null;
}

/** Returns the sharding of a value at a stage in which values have the sizes of all devices; `null` without one. */
export function valueSharding(study: Study, stage: Stage, source: Value): ValueSharding | null {
  const value = stage.values.find(study.identities.source.idOf(source));
  const sharding = value === null ? null : getSharding(value, study.context);
  if (value === null || sharding === null) return null;
  const { type } = value;
  const mesh = new MeshTable(stage.module).meshOf(sharding);
  const local =
    mesh !== null && isInstance(RankedTensorType, type) ? localShape(type.shape, sharding, mesh) : null;
  const sizes = local?.map((size) => (size === DYNAMIC ? '?' : String(size))).join('x');
  const axes = sharding.dims.map((dim) => `{${dim.axes.map((axis) => axis.text).join(', ')}}`).join(', ');
  return { axes: `[${axes}]`, localShape: sizes === undefined ? null : sizes === '' ? 'scalar' : sizes };
}

import {
  type CollectiveTraffic,
  collectiveName,
  replicaGroups,
  ringTraffic,
} from '@shardform/dialect-stablehlo';
import {
  DenseElementsAttr,
  elementByteWidth,
  type Operation,
  product,
  RankedTensorType,
} from '@shardform/ir-core';

/**
 * Returns what each device does for a collective of StableHLO around a ring; `null` for other operations, and for groups that
 * are axes of a mesh, which programs for other partitioners have.
 */
export function trafficOf(op: Operation): CollectiveTraffic | null {
  const kind = collectiveName(op.name);
  if (kind === null) return null;
  const bytes = tensorBytes(op.operandTypes());
  if (kind === 'collective_permute') return ringTraffic(kind, 2, bytes);
  const groups = op.getAttr('replica_groups');
  if (!(groups instanceof DenseElementsAttr)) return null;
  return ringTraffic(kind, largestGroup(groups), bytes);
}

/** Programs have many collectives of the same few groups, and many values of the same few types. */
const groupSizes = new WeakMap<DenseElementsAttr, number>();
const typeBytes = new WeakMap<RankedTensorType, number>();

function largestGroup(groups: DenseElementsAttr): number {
  let size = groupSizes.get(groups);
  if (size === undefined) {
    size = Math.max(0, ...replicaGroups(groups).map(({ length }) => length));
    groupSizes.set(groups, size);
  }
  return size;
}

/** Returns the bytes of tensors of static sizes; others have none. */
export function tensorBytes(types: readonly unknown[]): number {
  return types.reduce<number>((sum, type) => {
    if (!(type instanceof RankedTensorType) || !type.hasStaticShape) return sum;
    let bytes = typeBytes.get(type);
    if (bytes === undefined) {
      bytes = product(type.shape) * (elementByteWidth(type.elementType) ?? 0);
      typeBytes.set(type, bytes);
    }
    return sum + bytes;
  }, 0);
}

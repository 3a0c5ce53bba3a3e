import { DenseElementsAttr, elementByteSize, product, type RankedTensorType } from '@shardform/ir-core';

/**
 * Returns the shard that all devices have of a constant, when its shards are equal; `null` when they differ.
 * O(elements).
 *
 * @param type of a shard: sizes divide those of the constant.
 */
export function periodicShard(value: DenseElementsAttr, type: RankedTensorType): DenseElementsAttr | null {
  const size = elementByteSize(type.elementType);
  const { shape } = value.type;
  if (size === null || shape === null) return null;
  const part = new Uint8Array(size * product(type.shape));
  const isWritten = new Uint8Array(part.length / size);
  const index = shape.map(() => 0);
  for (let at = 0; at < value.elementCount; at++) {
    let local = 0;
    type.shape.forEach((n, d) => {
      local = local * n + (index[d]! % n);
    });
    const bytes = value.bytes.subarray(at * size, (at + 1) * size);
    const target = part.subarray(local * size, (local + 1) * size);
    if (isWritten[local] === 0) {
      target.set(bytes);
      isWritten[local] = 1;
    } else if (!bytes.every((byte, i) => byte === target[i])) return null;
    for (let d = shape.length - 1; d >= 0; d--) {
      index[d] = (index[d]! + 1) % value.type.dimSize(d);
      if (index[d] !== 0) break;
    }
  }
  return DenseElementsAttr.fromBytes(type, part);
}

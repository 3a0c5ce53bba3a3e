import { PlacedTensorType } from '@shardform/dialect-dist';
import { MeshTensorType } from '@shardform/dialect-mpmd';
import { RankedTensorType, type Type } from '@shardform/ir-core';

/** Returns whether a type can be that of a shard of a tensor: of its rank, and nowhere larger than it padded to twice its size. */
export function isShardOf(local: Type, whole: Type): boolean {
  const [own, all] = [sizesOf(local), sizesOf(whole)];
  if (own === null || all === null) return local === whole;
  // Uneven dimensions are padded, by less than a shard.
  return own.length === all.length && own.every((size, d) => size === 0 || size < 2 * Math.max(1, all[d]!));
}

/** Returns whether a type is another one with larger sizes. */
export function isPaddedFrom(padded: Type, type: Type): boolean {
  const [own, given] = [sizesOf(padded), sizesOf(type)];
  if (own === null || own.length !== given?.length) return false;
  return own.every((size, d) => size >= given[d]!) && own.some((size, d) => size > given[d]!);
}

function sizesOf(type: Type): readonly number[] | null {
  if (type instanceof MeshTensorType) return sizesOf(type.globalType);
  return type instanceof RankedTensorType || type instanceof PlacedTensorType ? type.shape : null;
}

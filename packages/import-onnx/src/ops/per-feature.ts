import type { Tensor } from '@shardform/ir-core';
import type { BroadcastingBuilder } from '../broadcasting-builder.ts';

/** Returns a vector along dimension 1 of tensors of a rank. */
export function perFeature(vector: Tensor, rank: number, build: BroadcastingBuilder): Tensor {
  return build.reshape(vector, [vector.type.dimSize(0), ...new Array<number>(rank - 2).fill(1)]);
}

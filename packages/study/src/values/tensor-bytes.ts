import { bytesOfType } from '@shardform/cost-model';
import { RankedTensorType, type Type } from '@shardform/ir-core';

import { wholeTensorType } from '@shardform/runtime-sim';

/** Bytes of a tensor of static sizes, as the simulation counts them; `null` for other types. */
export function tensorBytes(given: Type): number | null {
  const type = wholeTensorType(given);
  return type instanceof RankedTensorType && type.shape.every((size) => size >= 0) ? bytesOfType(type) : null;
}

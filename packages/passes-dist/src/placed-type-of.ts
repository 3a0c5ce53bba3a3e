import type { Type } from '@shardform/ir-core';
import { PlacedTensorType } from '@shardform/dialect-dist';

/** Returns the type of a value of a distributed program that is no tuple. @throws for other types. */
export function placedTypeOf({ type }: { readonly type: Type }): PlacedTensorType {
  if (type instanceof PlacedTensorType) return type;
  throw new Error(`expected a tensor on a device, got '${String(type)}'`);
}

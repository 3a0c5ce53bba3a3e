import type { Type } from '@shardform/ir-core';
import { isSlotKind, type SlotKind } from '../kernels/slot-kind.ts';
import { arrayTypeOf } from './array-type.ts';

/** Returns the kind of a static tensor's elements if vector code computes it, else `null`. */
export function slotKindOf(type: Type): SlotKind | null {
  const kind = arrayTypeOf(type)?.kind ?? null;
  return kind !== null && isSlotKind(kind) ? kind : null;
}

import { programEntry } from '@shardform/dialect-func';
import type { ModuleOp } from '@shardform/ir-core';
import { wholeTensorType } from '@shardform/runtime-sim';

/** Returns whether the entry function has other types than that of the program as it was given: those of one device. */
export function hasOtherSizes(module: ModuleOp, given: ModuleOp): boolean {
  const [own, other] = [programEntry(module), programEntry(given)];
  if (own === null || other === null) return false;
  const types = ({ functionType: { inputs, results } }: typeof own): string =>
    [...inputs, ...results].map((type) => String(wholeTensorType(type))).join();
  return types(own) !== types(other);
}

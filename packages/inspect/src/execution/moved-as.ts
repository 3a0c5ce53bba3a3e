import { isFloatKind } from '@shardform/ir-core';
import { asDoubles, isComplexKind, type NdArray, storeDoubles } from '@shardform/runtime-sim';

/**
 * Returns the expected array, perturbed as other roundings perturb the stage's own result: the stage's distance from
 * the program is not included, or any result would be accepted.
 */
export function movedAs(wanted: NdArray, result: NdArray, sample: NdArray): NdArray {
  const { kind } = wanted;
  const data = wanted.data.slice();
  if (!isComplexKind(kind) && !isFloatKind(kind)) {
    for (let i = 0; i < data.length; i++) if (sample.data[i] !== result.data[i]) data[i] = sample.data[i]!;
    return { ...wanted, data };
  }
  const [to, from] = [asDoubles(kind, sample.data), asDoubles(kind, result.data)];
  const changed = asDoubles(kind, data);
  for (let i = 0; i < changed.length; i++) if (to[i] !== from[i]) changed[i]! += to[i]! - from[i]!;
  storeDoubles(kind, data, 0, data.length, changed);
  return { ...wanted, data };
}

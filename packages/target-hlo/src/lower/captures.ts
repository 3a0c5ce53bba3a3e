import type { Region, Value } from '@shardform/ir-core';

/** Returns the values that operations in regions use and that are defined outside, in the order of their first use. */
export function capturedValues(regions: readonly Region[]): Value[] {
  const captured = new Set<Value>();
  for (const region of regions) {
    for (const block of region.blocks) {
      for (const outer of block) {
        outer.walk((op) => {
          for (const { value } of op.operands) {
            if (!isInside(value, region)) captured.add(value);
          }
        });
      }
    }
  }
  return [...captured];
}

function isInside(value: Value, region: Region): boolean {
  const home = value.parentBlock?.parent ?? null;
  return home === region || home?.isInside(region) === true;
}

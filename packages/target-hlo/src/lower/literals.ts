import type { ArrayLiteral, ArrayShape } from '@shardform/hlo-module';
import type { DenseElementsAttr, IntegerAttr } from '@shardform/ir-core';

/** Returns the elements of a dense attribute as a literal. */
export function literalOf(value: DenseElementsAttr, shape: ArrayShape): ArrayLiteral {
  return {
    kind: 'array',
    shape,
    bytes: value.bytes,
    ...(value.isSplat && value.elementCount > 1 && { isSplat: true }),
  };
}

/** Returns integers of 32 bits as a literal of one dimension. */
export function integersLiteral(values: readonly number[], shape: ArrayShape): ArrayLiteral {
  const bytes = new Uint8Array(4 * values.length);
  const view = new DataView(bytes.buffer);
  values.forEach((value, i) => view.setInt32(4 * i, value, true));
  return { kind: 'array', shape, bytes };
}

/** Whether a flag is set; one that is not given is not. */
export function isTrue(flag: IntegerAttr | null): boolean {
  return flag !== null && flag.value !== 0n;
}

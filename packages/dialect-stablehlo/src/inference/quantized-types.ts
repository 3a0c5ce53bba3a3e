import type { Type } from '@shardform/ir-core';

/**
 * What rules about quantized numbers ask of an element type (StableHLO spec, "Quantized tensors"). The types of the
 * dialect `quant` answer; they are known here by what they have.
 */
export interface QuantizedType extends Type {
  readonly quantization: 'per-tensor' | 'per-axis';
  readonly storageType: Type;
  readonly expressedType: Type;
}

/** Whether elements of the type are quantized numbers. */
export function isQuantized(type: Type): type is QuantizedType {
  return (type as Partial<QuantizedType>).quantization !== undefined;
}

/** The type of the numbers in memory: that of a quantized type's integers, others as they are. */
export function storageType(type: Type): Type {
  return isQuantized(type) ? type.storageType : type;
}

import { DYNAMIC, RankedTensorType, type Type } from '@shardform/ir-core';
import { quant } from '@shardform/dialects-mlir';

/** Element types of quantized numbers (StableHLO spec, "Quantized tensors"). */
export type QuantizedType = quant.UniformQuantizedType;

/** Returns true if elements of the type are quantized numbers. */
export function isQuantized(type: Type): type is QuantizedType {
  return type instanceof quant.UniformQuantizedType;
}

/** Returns true if the type is one of tensors of quantized numbers. */
export function isQuantizedTensor(type: Type): type is RankedTensorType {
  return type instanceof RankedTensorType && isQuantized(type.elementType);
}

/** Returns true if elements of the type are quantized numbers with scales per index of a dimension. */
export function isPerAxis(type: Type): type is QuantizedType & { readonly dimension: bigint } {
  return isQuantized(type) && type.dimension !== null;
}

/** Returns the type of the numbers in memory: that of a quantized type's integers, others as they are. */
export function storageType(type: Type): Type {
  return isQuantized(type) ? type.storageType : type;
}

const STORAGE_WIDTHS: readonly number[] = [2, 4, 8, 16, 32];

/**
 * Returns true if a quantized type is valid in a tensor of StableHLO: zero points fit the storage, scales the shape.
 */
export function isValidQuantization(type: QuantizedType, tensor: RankedTensorType): boolean {
  const { storage, scalings } = type;
  if (!STORAGE_WIDTHS.includes(storage.type.width) || storage.type.signedness === 'signed') return false;
  if (scalings.some(({ zeroPoint }) => zeroPoint < storage.min || zeroPoint > storage.max)) return false;
  if (!isPerAxis(type)) return true;
  const size = tensor.shape[Number(type.dimension)];
  return size !== undefined && (size === DYNAMIC || size === scalings.length);
}

/**
 * Returns true if two types store and express numbers alike, with scales of the same granularity; scales may differ.
 */
export function areCompatibleQuantizedTypes(a: Type, b: Type): boolean {
  if (!isQuantized(a) || !isQuantized(b)) return false;
  const [from, to] = [a.storage, b.storage];
  return (
    from.type === to.type &&
    from.isSigned === to.isSigned &&
    from.min === to.min &&
    from.max === to.max &&
    a.expressedType === b.expressedType &&
    a.quantization === b.quantization
  );
}

/** Returns true if two types scale numbers alike. */
export function haveSameScalings(a: QuantizedType, b: QuantizedType): boolean {
  return (
    a.scalings.length === b.scalings.length &&
    a.scalings.every(({ scale, zeroPoint }, i) => {
      const other = b.scalings[i]!;
      return scale === other.scale && zeroPoint === other.zeroPoint;
    })
  );
}

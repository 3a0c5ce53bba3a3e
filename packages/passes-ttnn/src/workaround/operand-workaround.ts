import { dataTypeOf, type DataType, TileType } from '@shardform/dialect-ttcore';
import { type BufferTypeAttr, layoutOf, type TensorMemoryLayoutAttr } from '@shardform/dialect-ttnn';
import type { OpEntry, RankedTensorType, Type } from '@shardform/ir-core';

/** The type, layout and memory that the library needs of an operand or result; fields that are absent are free. */
export interface OperandWorkaround {
  readonly isTiled?: boolean;
  readonly bufferType?: BufferTypeAttr['value'];
  readonly memoryLayout?: TensorMemoryLayoutAttr['value'];
  readonly dataType?: DataType;
  /** True if const-eval functions may keep the tensor in L1. */
  readonly allowsL1Constants?: boolean;
}

/** Anything will do. */
export const any: OperandWorkaround = {};

/** The workarounds of an operation's tensors, in order; those that are not listed are free. */
export interface OperandsWorkarounds {
  readonly operands?: readonly OperandWorkaround[];
  readonly results?: readonly OperandWorkaround[];
}

/** The workarounds of the operations of one class. */
export type WorkaroundRule = OpEntry<[], OperandsWorkarounds>;

/** Returns the same for operands and results. */
export function everywhere(workaround: OperandWorkaround, operands = 1): OperandsWorkarounds {
  return { operands: new Array<OperandWorkaround>(operands).fill(workaround), results: [workaround] };
}

/** Returns the format in which a tensor is stored. */
export function formatOf(type: RankedTensorType): DataType | null {
  const stored: Type = layoutOf(type)?.memref.elementType ?? type.elementType;
  return stored instanceof TileType ? stored.dataType : dataTypeOf(stored);
}

/** Returns whether a format is one of integers. */
export function isInteger(format: DataType | null): boolean {
  return /^(u|si|i)\d/.test(format ?? '');
}

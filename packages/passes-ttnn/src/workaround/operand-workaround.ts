import { dataTypeOf, type DataType, TileType } from '@shardform/dialect-ttcore';
import { type BufferTypeAttr, layoutOf, type TensorMemoryLayoutAttr } from '@shardform/dialect-ttnn';
import type { OpEntry, RankedTensorType, Type } from '@shardform/ir-core';

/** How the library needs an operand or result, as far as that matters. */
export interface OperandWorkaround {
  readonly isTiled?: boolean;
  readonly bufferType?: BufferTypeAttr['value'];
  readonly memoryLayout?: TensorMemoryLayoutAttr['value'];
  readonly dataType?: DataType;
  /** Whether functions of constants may keep the tensor in the cores' memory. */
  readonly allowsL1Constants?: boolean;
}

/** Anything will do. */
export const any: OperandWorkaround = {};

/** What an operation needs of its tensors, in order; those that are not listed may be anything. */
export interface OperandsWorkarounds {
  readonly operands?: readonly OperandWorkaround[];
  readonly results?: readonly OperandWorkaround[];
}

/** What the operations of one class need. */
export type WorkaroundRule = OpEntry<[], OperandsWorkarounds>;

/** The same for operands and results. */
export function everywhere(workaround: OperandWorkaround, operands = 1): OperandsWorkarounds {
  return { operands: new Array<OperandWorkaround>(operands).fill(workaround), results: [workaround] };
}

/** The format in which a tensor is stored. */
export function formatOf(type: RankedTensorType): DataType | null {
  const stored: Type = layoutOf(type)?.memref.elementType ?? type.elementType;
  return stored instanceof TileType ? stored.dataType : dataTypeOf(stored);
}

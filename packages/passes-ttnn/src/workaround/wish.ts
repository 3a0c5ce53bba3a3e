import { dataTypeOf, type DataType, TileType } from '@shardform/dialect-ttcore';
import { type BufferTypeAttr, layoutOf, type TensorMemoryLayoutAttr } from '@shardform/dialect-ttnn';
import type { Operation, RankedTensorType, Type } from '@shardform/ir-core';

/** How the library needs an operand or result, as far as that matters. */
export interface Wish {
  readonly isTiled?: boolean;
  readonly bufferType?: BufferTypeAttr['value'];
  readonly memoryLayout?: TensorMemoryLayoutAttr['value'];
  readonly dataType?: DataType;
  /** Whether functions of constants may keep the tensor in the cores' memory. */
  readonly allowsL1Constants?: boolean;
}

/** Anything will do. */
export const any: Wish = {};

/** What an operation needs of its tensors, in order; those that are not listed may be anything. */
export interface Wishes {
  readonly operands?: readonly Wish[];
  readonly results?: readonly Wish[];
}

/** What operations of a kind need. */
export type WishRule = (op: Operation) => Wishes;

/** The same for operands and results. */
export function everywhere(wish: Wish, operands = 1): Wishes {
  return { operands: new Array<Wish>(operands).fill(wish), results: [wish] };
}

/** The type of an operand that is a tensor. */
export function operandType(op: Operation, index: number): RankedTensorType {
  // Operations with wishes have been verified: these operands are tensors.
  return op.getOperand(index).type as RankedTensorType;
}

/** The format in which a tensor is stored. */
export function formatOf(type: RankedTensorType): DataType | null {
  const stored: Type = layoutOf(type)?.memref.elementType ?? type.elementType;
  return stored instanceof TileType ? stored.dataType : dataTypeOf(stored);
}

import { FloatType, type Operation, RankedTensorType } from '@shardform/ir-core';

/** Returns the rank of an operand that is a tensor of floats; 0 of any other. */
export function floatRank(op: Operation, index: number): number {
  const type = op.operands.length > index ? op.getOperand(index).type : null;
  return type instanceof RankedTensorType && type.elementType instanceof FloatType ? type.rank : 0;
}

/** Returns the shape of an operand; that of a scalar for anything but tensors. */
export function operandShape(op: Operation, index: number): readonly number[] {
  const type = op.operands.length > index ? op.getOperand(index).type : null;
  return type instanceof RankedTensorType ? type.shape : [];
}

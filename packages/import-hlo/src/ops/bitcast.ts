import { type ArrayShape, layoutText } from '@shardform/hlo-module';
import { BitcastOp } from '@shardform/dialect-hlo';
import { BitcastConvertOp, numbersAttr, ReshapeOp, TransposeOp } from '@shardform/dialect-stablehlo';
import { elementBitWidth, RankedTensorType, StringAttr, type Tensor, type Value } from '@shardform/ir-core';
import type { ImportedInstruction, InstructionImporter } from '../imported-instruction.ts';
import { differByUnitDimensions, type PhysicalArray, physicalArray } from '../physical-array.ts';

/**
 * Imports a bitcast as a reshape and transpositions, where the layouts say which elements stay: those of the operand in the
 * order of its memory are those of the result in the order of its memory. `hlo.bitcast` remains where memory is padded.
 */
export const importBitcast: InstructionImporter = (from) => {
  const operand = from.instruction.operands[0]?.shape;
  const { shape } = from.instruction;
  if (operand?.kind !== 'array' || shape.kind !== 'array')
    return from.fail('must have arrays as operand and result');
  const source = from.tensor(0);
  const isSameWidth = elementBitWidth(source.type.elementType) === elementBitWidth(from.type.elementType);
  const arrays = [physicalArray(operand), physicalArray(shape)] as const;
  if (!isSameWidth || elementBitWidth(from.type.elementType) === null) return [opaque(from, operand, shape)];
  const [read, written] = arrays;
  if (read !== null && written !== null) return [inMemoryOrder(from, source, read, written)];
  if (!differByUnitDimensions(operand, shape)) return [opaque(from, operand, shape)];
  return [withElements(from, reshaped(from, source, from.type.shape))];
};

function opaque(from: ImportedInstruction, operand: ArrayShape, result: ArrayShape): Value {
  const text = ({ layout, dimensions }: ArrayShape): StringAttr =>
    StringAttr.get(
      layoutText(layout ?? { minorToMajor: dimensions.map((_, i) => dimensions.length - 1 - i) }),
    );
  return from.create(BitcastOp, {
    operand: from.tensor(0),
    operandLayout: text(operand),
    resultLayout: text(result),
  }).result;
}

function inMemoryOrder(
  from: ImportedInstruction,
  operand: Tensor,
  read: PhysicalArray,
  written: PhysicalArray,
): Value {
  let value = operand;
  if (!isIdentity(read.order)) value = transposed(from, reshaped(from, value, read.split), read.order);
  if (!isIdentity(written.order)) {
    value = reshaped(
      from,
      value,
      written.order.map((d) => written.split[d]!),
    );
    value = transposed(from, value, inverse(written.order));
  }
  return withElements(from, reshaped(from, value, from.type.shape));
}

function withElements(from: ImportedInstruction, value: Tensor): Value {
  // A bitcast is an operation of the program even where it changes nothing of a row-major tensor.
  if (value.type === from.type)
    return value.definingOp === from.tensor(0).definingOp
      ? from.create(ReshapeOp, { operand: value }).result
      : value;
  return from.create(BitcastConvertOp, { operand: value }).result;
}

function reshaped(from: ImportedInstruction, operand: Tensor, shape: readonly number[]): Tensor {
  const type = RankedTensorType.get(shape, operand.type.elementType);
  return type === operand.type ? operand : from.create(ReshapeOp, { operand }, [type]).result;
}

function transposed(from: ImportedInstruction, operand: Tensor, order: readonly number[]): Tensor {
  const { shape, elementType } = operand.type;
  const type = RankedTensorType.get(
    order.map((d) => shape[d]!),
    elementType,
  );
  return from.create(TransposeOp, { operand, permutation: numbersAttr(order) }, [type]).result;
}

function isIdentity(order: readonly number[]): boolean {
  return order.every((d, i) => d === i);
}

function inverse(order: readonly number[]): number[] {
  return order.map((_, i) => order.indexOf(i));
}

import { haveSameElements, type StringAttr, type Tensor } from '@shardform/ir-core';
import { broadcastShapes } from '../broadcast.ts';
import { commas, isInteger, isIntegerOrFloat, type Problems, quoted } from './problems.ts';

/** The result of bounding by numbers has the shape of the operand. */
export function* clampScalarProblems(op: { input: Tensor; result: Tensor }): Problems {
  if (!haveSameElements(op.input.type.shape, op.result.type.shape))
    yield 'input and output must have same shape.';
}

/** The bounds can be stretched to the result. */
export function* clampTensorProblems(op: { min: Tensor; max: Tensor; result: Tensor }): Problems {
  const { shape } = op.result.type;
  for (const [name, bound] of [
    ['Min', op.min],
    ['Max', op.max],
  ] as const) {
    if (broadcastShapes(bound.type.shape, shape) === null)
      yield `${name} attribute shape (${commas(bound.type.shape)}) cannot be broadcasted to output shape (${commas(shape)}).`;
  }
}

/** Shifts are of integers. */
export function* shiftProblems(op: { lhs: Tensor; rhs: Tensor; result: Tensor }): Problems {
  for (const [name, value] of [
    ['Left operand', op.lhs],
    ['Right operand', op.rhs],
    ['Output', op.result],
  ] as const) {
    const { elementType } = value.type;
    if (!isInteger(elementType)) yield `${name} element type must be integer, but got ${quoted(elementType)}`;
  }
}

/** The same bits fit into the other element type. */
export function* bitcastProblems(op: { input: Tensor; result: Tensor }): Problems {
  const [from, to] = [op.input.type.elementType, op.result.type.elementType];
  if (!isIntegerOrFloat(from)) return yield 'Input tensor type must be an integer or floating point type';
  if (!isIntegerOrFloat(to)) return yield 'Output tensor type must be an integer or floating point type';
  if (from.width !== to.width) yield 'Input and output tensor element types must have the same bit width';
}

/** The gradient of the Gaussian error linear unit. */
export function* geluBackwardProblems(op: {
  lhs: Tensor;
  rhs: Tensor;
  approximate: StringAttr | null;
}): Problems {
  const approximate = op.approximate?.value ?? 'none';
  if (approximate !== 'none' && approximate !== 'tanh')
    yield `approximate attribute must be either 'none' or 'tanh', but got '${approximate}'`;
  const [lhs, rhs] = [op.lhs.type.rank, op.rhs.type.rank];
  if (lhs < 2 || lhs > 4) yield `gradient tensor (lhs) must have rank 2, 3, or 4, but got rank ${lhs}`;
  if (rhs < 2 || rhs > 4) yield `input tensor (rhs) must have rank 2, 3, or 4, but got rank ${rhs}`;
  if (lhs !== rhs)
    yield `gradient tensor (lhs) and input tensor (rhs) must have the same rank, but got lhs rank ${lhs} and rhs rank ${rhs}`;
}

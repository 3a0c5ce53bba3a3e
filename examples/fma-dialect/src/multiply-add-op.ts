import {
  defineOp,
  FloatType,
  RankedTensorType,
  sameOperandsAndResultType,
  type TypeConstraint,
  typeWhere,
} from '@shardform/ir-core';

const floatTensor: TypeConstraint<RankedTensorType> = typeWhere(
  RankedTensorType,
  'ranked tensor of floating-point numbers',
  (type) => type.elementType instanceof FloatType,
);

/** `a * b + c`, element by element. All tensors have the same shape. */
export class MultiplyAddOp extends defineOp('fma.multiply_add', {
  summary: 'product plus a third tensor',
  description: 'Computes `a * b + c` element by element.',
  operands: { a: floatTensor, b: floatTensor, c: floatTensor },
  results: { result: floatTensor },
  traits: [sameOperandsAndResultType],
  effects: 'none',
  speculates: 'always',
  format: '$a `,` $b `,` $c attr-dict `:` type($result)',
  // The result has the type of the operands, so that builders need not be told.
  infer: (op) => [op.a.type],
}) {}

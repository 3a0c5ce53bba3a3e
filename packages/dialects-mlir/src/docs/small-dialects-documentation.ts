import type { DialectDocumentation } from '@shardform/ir-core';
import { elementwiseExample, exampleOf } from './example.ts';

/** The documentation of llvm's operations. */
export const llvmDocumentation: DialectDocumentation = {
  add: {
    description: `Adds integers, or vectors of them, and wraps around; with \`overflow<nsw>\` or \`overflow<nuw>\` the result is poison if the signed or unsigned
sum does not fit. It is the only operation of \`llvm\` that is declared here: with unregistered dialects allowed, others are kept as text.`,
    example: elementwiseExample('llvm.add', ['lhs', 'rhs'], 'i32'),
  },
};

const QUANTIZED = 'tensor<4x!quant.uniform<i8:f32, 5.000000e-01:10>>';

/** The documentation of quant's operations. */
export const quantDocumentation: DialectDocumentation = {
  dcast: {
    description: `Converts quantized values to floats: \`(q - zero_point) · scale\`. Operand and result are scalars or tensors of the same shape; the result has
the expressed type of the quantized one.`,
    example: exampleOf(
      `%arg: ${QUANTIZED}`,
      `%0 = "quant.dcast"(%arg) : (${QUANTIZED}) -> tensor<4xf32>`,
      'tensor<4xf32>',
    ),
  },
  qcast: {
    description: `Quantizes floats: \`round(x / scale) + zero_point\`, limited to the range of the storage type. Operand and result are scalars or tensors of the
same shape; the operand has the expressed type of the quantized one.`,
    example: exampleOf(
      '%arg: tensor<4xf32>',
      `%0 = "quant.qcast"(%arg) : (tensor<4xf32>) -> ${QUANTIZED}`,
      QUANTIZED,
    ),
  },
  scast: {
    description: 'Converts between quantized values and the integers that store them, without changing bits.',
    example: exampleOf(
      `%arg: ${QUANTIZED}`,
      `%0 = "quant.scast"(%arg) : (${QUANTIZED}) -> tensor<4xi8>`,
      'tensor<4xi8>',
    ),
  },
};

/** The documentation of ub's operations. */
export const ubDocumentation: DialectDocumentation = {
  poison: {
    description: `Makes a value that is the result of undefined behaviour. What is computed from it is poison too, and the optimizer may replace it by any
value. \`value\` is \`#ub.poison\` unless another dialect says which elements of a vector are poison.`,
    example: exampleOf('', '%0 = ub.poison : i32', 'i32'),
  },
};

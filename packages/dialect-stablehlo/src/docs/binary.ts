import type { DialectDocumentation, OpDocumentation } from '@shardform/ir-core';
import { binaryExample } from './elementwise-examples.ts';

const sameType = 'Operands and result have the same type; there is no implicit broadcasting.';
const quantized =
  'Quantized tensors are dequantized, computed on, and quantized to the parameters of the result.';

function documented(mnemonic: string, description: string, type = 'tensor<2x3xf32>'): OpDocumentation {
  return {
    description: `${description} ${sameType}`,
    example: binaryExample(`stablehlo.${mnemonic}`, type),
  };
}

/** The documentation of elementwise operations on several tensors. */
export const binaryDocumentation: DialectDocumentation = {
  add: documented(
    'add',
    `Adds two tensors element-wise. Integers wrap around; of booleans the sum is their logical or. ${quantized}`,
  ),
  and: documented(
    'and',
    'Computes the logical and of two tensors of booleans, or the bitwise and of two tensors of integers, element-wise.',
    'tensor<4xi1>',
  ),
  atan2: documented(
    'atan2',
    `Computes the angle of the point (\`rhs\`, \`lhs\`) element-wise: the arc tangent of \`lhs / rhs\` in the quadrant that the signs of
both give, between -pi and pi. Accepts floats and complex numbers. ${quantized}`,
  ),
  clamp: {
    description: `Limits each element of \`operand\` to the range from \`min\` to \`max\`: \`minimum(maximum(operand, min), max)\`. The bounds either
have the operand's shape or are scalars that hold for all elements; all have the operand's element type. The result
has the operand's type. ${quantized}`,
    example: `
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %min = stablehlo.constant dense<0.0> : tensor<f32>
  %max = stablehlo.constant dense<6.0> : tensor<f32>
  %0 = stablehlo.clamp %min, %x, %max : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`,
  },
  compare: {
    description: `Compares two tensors of the same type element-wise by \`comparison_direction\`: \`EQ\`, \`NE\`, \`GE\`, \`GT\`, \`LE\` or \`LT\`. The result is
a tensor of \`i1\` of the same shape.

\`compare_type\` says how elements are compared: \`SIGNED\` and \`UNSIGNED\` for integers and booleans, \`FLOAT\` for floats and complex
numbers, by IEEE-754, where NaN equals nothing; \`TOTALORDER\` for floats orders negative NaN, negative numbers,
negative zero, zero, positive numbers and NaN. Without it the element type decides. Complex numbers are
compared for equality only.`,
    example: `
func.func @main(%lhs: tensor<4xf32>, %rhs: tensor<4xf32>) -> tensor<4xi1> {
  %0 = stablehlo.compare LT, %lhs, %rhs, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}`,
  },
  complex: {
    description: `Combines a tensor of real parts, \`lhs\`, and one of imaginary parts, \`rhs\`, to a tensor of complex numbers. Both have the same
type, of \`f32\` or \`f64\` elements; the result has the same shape.`,
    example: `
func.func @main(%re: tensor<4xf32>, %im: tensor<4xf32>) -> tensor<4xcomplex<f32>> {
  %0 = stablehlo.complex %re, %im : tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}`,
  },
  divide: documented(
    'divide',
    `Divides \`lhs\` by \`rhs\` element-wise. Integer quotients are truncated toward zero; division of an integer by zero, and of
the smallest signed integer by -1, has no portable result. ${quantized}`,
  ),
  map: {
    description: `Applies \`computation\` to the elements of the inputs at each index. The inputs have the same shape; \`dimensions\` must list all
of their dimensions in order. The region takes one scalar for each input and returns one scalar, whose type is the
element type of the result. It must not depend on the index or have side effects.`,
    example: `
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.map"(%x, %y) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.multiply %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`,
  },
  maximum: documented(
    'maximum',
    `Computes the larger of two elements element-wise: the logical or of booleans, NaN where either float is NaN, and the
lexicographic maximum of the real and the imaginary part of complex numbers. ${quantized}`,
  ),
  minimum: documented(
    'minimum',
    `Computes the smaller of two elements element-wise: the logical and of booleans, NaN where either float is NaN, and the
lexicographic minimum of the real and the imaginary part of complex numbers. ${quantized}`,
  ),
  multiply: documented(
    'multiply',
    `Multiplies two tensors element-wise. Integers wrap around; of booleans the product is their logical and. ${quantized}`,
  ),
  or: documented(
    'or',
    'Computes the logical or of two tensors of booleans, or the bitwise or of two tensors of integers, element-wise.',
    'tensor<4xi1>',
  ),
  power: documented(
    'power',
    `Raises each element of \`lhs\` to the power of the element of \`rhs\`. A negative exponent of an integer gives 0, but 1 for the
base 1 and 1 or -1 for the base -1; integer powers wrap around. ${quantized}`,
  ),
  remainder: documented(
    'remainder',
    `Computes the remainder of the division of \`lhs\` by \`rhs\` element-wise. The quotient is truncated toward zero, so the
remainder has the sign of the dividend. An integer divisor of zero has no portable result. ${quantized}`,
  ),
  select: {
    description: `Chooses elements from \`on_true\` where \`pred\` is \`true\` and from \`on_false\` elsewhere. \`pred\` either has the shape of the others
or is a scalar that chooses one of the tensors as a whole. \`on_true\`, \`on_false\` and the result have the same type.`,
    example: `
func.func @main(%pred: tensor<4xi1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.select %pred, %x, %y : tensor<4xi1>, tensor<4xf32>
  return %0 : tensor<4xf32>
}`,
  },
  shift_left: documented(
    'shift_left',
    'Shifts the bits of each integer of `lhs` left by the number in `rhs` and fills with zeros. A number of bits outside of the width gives zero.',
    'tensor<4xi32>',
  ),
  shift_right_arithmetic: documented(
    'shift_right_arithmetic',
    `Shifts the bits of each integer of \`lhs\` right by the number in \`rhs\` and fills with copies of the sign bit. A number of bits
outside of the width leaves copies of the sign bit alone.`,
    'tensor<4xi32>',
  ),
  shift_right_logical: documented(
    'shift_right_logical',
    'Shifts the bits of each integer of `lhs` right by the number in `rhs` and fills with zeros. A number of bits outside of the width gives zero.',
    'tensor<4xi32>',
  ),
  subtract: documented(
    'subtract',
    `Subtracts \`rhs\` from \`lhs\` element-wise. Integers wrap around; booleans are not accepted. ${quantized}`,
  ),
  xor: documented(
    'xor',
    'Computes the logical exclusive or of two tensors of booleans, or the bitwise one of two tensors of integers, element-wise.',
    'tensor<4xi1>',
  ),
};

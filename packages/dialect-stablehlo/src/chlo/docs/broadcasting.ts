import type { DialectDocumentation, OpDocumentation } from '@shardform/ir-core';

const rule = `The operands are broadcast against each other first. Without \`broadcast_dimensions\` their shapes are aligned at the last dimension, as
in NumPy; with it, dimension \`i\` of the operand of lower rank becomes dimension \`broadcast_dimensions[i]\` of the result.
Aligned sizes are equal, or one of them is 1 and is expanded. Shapes may be dynamic or unranked.`;

function broadcasting(op: string, what: string, element = 'f32', result = element): OpDocumentation {
  const types = `(tensor<4x1x${element}>, tensor<3x${element}>) -> tensor<4x3x${result}>`;
  return {
    description: `${what} with implicit broadcasting; see \`${op.includes('.') ? op : `stablehlo.${op}`}\`.\n\n${rule}`,
    example: `
func.func @main(%lhs: tensor<4x1x${element}>, %rhs: tensor<3x${element}>) -> tensor<4x3x${result}> {
  %0 = chlo.broadcast_${op.replace('chlo.', '')} %lhs, %rhs : ${types}
  return %0 : tensor<4x3x${result}>
}`,
  };
}

/** The documentation of CHLO's operations with implicit broadcasting. */
export const broadcastingDocumentation: DialectDocumentation = {
  broadcast_add: broadcasting('add', 'Adds two tensors'),
  broadcast_and: broadcasting('and', 'Computes the logical or bitwise and of two tensors', 'i1'),
  broadcast_atan2: broadcasting('atan2', 'Computes the angle of points'),
  broadcast_compare: {
    description: `Compares two tensors with implicit broadcasting, by a direction and optionally a type of comparison; see \`stablehlo.compare\`. The
result is a tensor of \`i1\`.\n\n${rule}`,
    example: `
func.func @main(%lhs: tensor<4x1xf32>, %rhs: tensor<3xf32>) -> tensor<4x3xi1> {
  %0 = chlo.broadcast_compare %lhs, %rhs {comparison_direction = #chlo<comparison_direction LT>} : (tensor<4x1xf32>, tensor<3xf32>) -> tensor<4x3xi1>
  return %0 : tensor<4x3xi1>
}`,
  },
  broadcast_complex: broadcasting(
    'complex',
    'Combines real and imaginary parts to complex numbers',
    'f32',
    'complex<f32>',
  ),
  broadcast_divide: broadcasting('divide', 'Divides two tensors'),
  broadcast_maximum: broadcasting('maximum', 'Computes the maximum of two tensors'),
  broadcast_minimum: broadcasting('minimum', 'Computes the minimum of two tensors'),
  broadcast_multiply: broadcasting('multiply', 'Multiplies two tensors'),
  broadcast_next_after: broadcasting(
    'chlo.next_after',
    'Returns the float next to `lhs` in the direction of `rhs`',
  ),
  broadcast_or: broadcasting('or', 'Computes the logical or bitwise or of two tensors', 'i1'),
  broadcast_polygamma: broadcasting('chlo.polygamma', 'Computes derivatives of the digamma function'),
  broadcast_power: broadcasting('power', 'Raises a tensor to the power of another'),
  broadcast_remainder: broadcasting('remainder', 'Computes the remainder of a division'),
  broadcast_select: {
    description: `Chooses elements from \`on_true\` where \`pred\` is \`true\` and from \`on_false\` elsewhere; see \`stablehlo.select\`. The three shapes are
broadcast against each other as in NumPy: aligned at the last dimension, where sizes are equal or 1.`,
    example: `
func.func @main(%pred: tensor<4x1xi1>, %x: tensor<3xf32>, %y: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %0 = chlo.broadcast_select %pred, %x, %y : (tensor<4x1xi1>, tensor<3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}`,
  },
  broadcast_shift_left: broadcasting('shift_left', 'Shifts the bits of integers left', 'i32'),
  broadcast_shift_right_arithmetic: broadcasting(
    'shift_right_arithmetic',
    'Shifts the bits of integers right, keeping the sign,',
    'i32',
  ),
  broadcast_shift_right_logical: broadcasting(
    'shift_right_logical',
    'Shifts the bits of integers right, filling with zeros,',
    'i32',
  ),
  broadcast_subtract: broadcasting('subtract', 'Subtracts two tensors'),
  broadcast_xor: broadcasting('xor', 'Computes the logical or bitwise exclusive or of two tensors', 'i1'),
  broadcast_zeta: broadcasting('chlo.zeta', 'Computes the Hurwitz zeta function'),
};

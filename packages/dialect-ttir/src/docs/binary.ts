import type { DialectDocumentation, OpDocumentation } from '@shardform/ir-core';
import { exampleOf, type TensorDialect } from './example.ts';

interface BinaryText {
  readonly text: string;
  readonly type?: string;
}

/** The formulas of functions of two numbers, in both dialects. */
const shared: Readonly<Record<string, BinaryText>> = {
  add: { text: 'Adds two tensors element-wise: `lhs + rhs`.' },
  atan2: {
    text: 'Computes the angle of the point (`rhs`, `lhs`) element-wise: the arc tangent of `lhs / rhs` in the quadrant that both signs give, between -pi and pi.',
  },
  bitwise_and: { text: 'Computes the bitwise and of two tensors of integers element-wise.', type: 'i32' },
  bitwise_or: { text: 'Computes the bitwise or of two tensors of integers element-wise.', type: 'i32' },
  bitwise_xor: {
    text: 'Computes the bitwise exclusive or of two tensors of integers element-wise.',
    type: 'i32',
  },
  eq: {
    text: 'Compares two tensors element-wise: 1 where `lhs == rhs` and 0 elsewhere. NaN equals nothing.',
  },
  ge: { text: 'Compares two tensors element-wise: 1 where `lhs >= rhs` and 0 elsewhere.' },
  gt: { text: 'Compares two tensors element-wise: 1 where `lhs > rhs` and 0 elsewhere.' },
  le: { text: 'Compares two tensors element-wise: 1 where `lhs <= rhs` and 0 elsewhere.' },
  lt: { text: 'Compares two tensors element-wise: 1 where `lhs < rhs` and 0 elsewhere.' },
  ne: {
    text: 'Compares two tensors element-wise: 1 where `lhs != rhs` and 0 elsewhere. NaN differs from everything.',
  },
  logical_and: {
    text: 'Computes the logical and of two tensors element-wise: 1 where both elements are non-zero and 0 elsewhere.',
  },
  logical_or: {
    text: 'Computes the logical or of two tensors element-wise: 1 where at least one element is non-zero and 0 elsewhere.',
  },
  logical_xor: {
    text: 'Computes the logical exclusive or of two tensors element-wise: 1 where exactly one element is non-zero and 0 elsewhere.',
  },
  logical_left_shift: {
    text: 'Shifts the bits of each integer of `lhs` to the left by the number in `rhs` and fills with zeros.',
    type: 'i32',
  },
  logical_right_shift: {
    text: 'Shifts the bits of each integer of `lhs` to the right by the number in `rhs` and fills with zeros, whatever the sign.',
    type: 'i32',
  },
  maximum: { text: 'Takes the greater of two elements: `max(lhs, rhs)`.' },
  minimum: { text: 'Takes the lesser of two elements: `min(lhs, rhs)`.' },
  multiply: { text: 'Multiplies two tensors element-wise: `lhs · rhs`.' },
  subtract: { text: 'Subtracts two tensors element-wise: `lhs - rhs`.' },
};

/** The description of the operands and of the broadcast of their shapes. */
const BROADCAST = {
  ttir: 'Operands broadcast by the rules of NumPy: shapes are aligned at their last dimension and sizes of one are stretched.',
  ttnn: 'Operands broadcast by the rules of NumPy.',
};

/** Attributes of TTNN's binary operations. */
const FUSED = `\`input_tensor_a_activations\` and \`input_tensor_b_activations\` list unary functions, such as
\`#ttnn.unary_with_param<op_type = relu>\`, that the kernel applies to \`lhs\` and \`rhs\` before, and \`activations\` those that it
applies to the result after.`;

const UNFUSED = 'activations = [], input_tensor_a_activations = [], input_tensor_b_activations = []';

function binary(
  dialect: TensorDialect,
  mnemonic: string,
  { text, type = 'bf16' }: BinaryText,
  fuses = true,
): OpDocumentation {
  const fusion = dialect === 'ttnn' && fuses ? `\n\n${FUSED}` : '';
  return {
    description: `${text} ${BROADCAST[dialect]}${fusion}`,
    example: exampleOf({
      op: `${dialect}.${mnemonic}`,
      operands: { lhs: `32x64x${type}`, rhs: `32x64x${type}` },
      properties: fusion === '' ? undefined : UNFUSED,
      results: [`32x64x${type}`],
    }),
  };
}

const SIGNED_SHIFT =
  'Shifts the bits of each integer of `lhs` to the right by the number in `rhs` and fills with the sign bit, which divides by a power of two and rounds down.';
const POWER =
  'Raises each element of `lhs` to the power of that of `rhs`. A negative base with a fractional exponent gives NaN.';
const DIVISION = 'Divides two tensors element-wise: `lhs / rhs`.';

const REMAINDER = `Computes the remainder of the division of \`lhs\` by \`rhs\` element-wise. Constant folding, as the kernel of the library, gives it the sign
of the divisor \`rhs\`; the interpreter gives it the sign of the dividend, as \`stablehlo.remainder\` has it.`;

/** Returns the documentation of elementwise functions of two or three tensors. */
export function binaryDocumentation(dialect: TensorDialect): DialectDocumentation {
  const regular = Object.entries(shared).map(
    ([mnemonic, text]) => [mnemonic, binary(dialect, mnemonic, text, mnemonic !== 'atan2')] as const,
  );
  return {
    ...Object.fromEntries(regular),
    remainder: binary(dialect, 'remainder', { text: REMAINDER }),
    clamp_tensor: {
      description: `Limits each element to the range from \`min\` to \`max\`: \`minimum(maximum(input, min), max)\`. The bounds have the shape of
\`input\` or broadcast to it; the result has the type of \`input\`.`,
      example: exampleOf({
        op: `${dialect}.clamp_tensor`,
        operands: { input: '32x64xbf16', min: '32x64xbf16', max: '32x64xbf16' },
        results: ['32x64xbf16'],
      }),
    },
    gelu_bw: {
      description: `Computes the gradient of \`${dialect}.gelu\`: \`lhs\` is the gradient of the result, \`rhs\` the operand of the forward
operation, and the result is \`lhs · gelu'(rhs)\`. \`approximate\` is the form of the function that is differentiated:
\`none\` for the exact one with \`erf\`, \`tanh\` for \`x/2 · (1 + tanh(sqrt(2/pi) · (x + 0.044715 x³)))\`.`,
      example: exampleOf({
        op: `${dialect}.gelu_bw`,
        operands: { gradient: '32x64xbf16', input: '32x64xbf16' },
        properties: 'approximate = "none"',
        results: ['32x64xbf16'],
      }),
    },
    where: {
      description: `Chooses between two tensors element-wise: the element of \`second\` where that of \`first\`, the condition, is non-zero, and that of
\`third\` elsewhere. ${BROADCAST[dialect]}`,
      example: exampleOf({
        op: `${dialect}.where`,
        operands: { first: '32x64xbf16', second: '32x64xbf16', third: '32x64xbf16' },
        results: ['32x64xbf16'],
      }),
    },
  };
}

/** The documentation of elementwise functions of two tensors under names that only TTIR has. */
export const ttirBinaryDocumentation: DialectDocumentation = {
  div: binary('ttir', 'div', { text: DIVISION }),
  pow: binary('ttir', 'pow', { text: POWER }),
  right_shift: binary('ttir', 'right_shift', { text: SIGNED_SHIFT, type: 'i32' }),
};

/** The documentation of elementwise functions of two tensors under names that only TTNN has. */
export const ttnnBinaryDocumentation: DialectDocumentation = {
  bitwise_right_shift: binary('ttnn', 'bitwise_right_shift', { text: SIGNED_SHIFT, type: 'i32' }),
  divide: binary('ttnn', 'divide', { text: DIVISION }),
  pow_tensor: binary('ttnn', 'pow_tensor', { text: POWER }),
  pow_scalar: {
    description: `Raises each element to the power \`rhs\`, a 32-bit float or integer. A negative base with a fractional exponent gives NaN. The
result has the shape of the operand.`,
    example: exampleOf({
      op: 'ttnn.pow_scalar',
      operands: { lhs: '32x64xbf16' },
      properties: 'rhs = 2.000000e+00 : f32',
      results: ['32x64xbf16'],
    }),
  },
};

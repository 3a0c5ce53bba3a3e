import type { DialectDocumentation } from '@shardform/ir-core';
import { elementwiseExample, exampleOf } from './example.ts';

const PLACE = 'Operands and result are on one device.';
const BROADCAST = 'Sizes of one are stretched.';
const X = '!dist.tensor<8x4xf32, 0>';
const W = '!dist.tensor<4x2xf32, 0>';
const Y = '!dist.tensor<8x2xf32, 0>';

const elementwise: Readonly<Record<string, readonly [text: string, operands: readonly string[]]>> = {
  add: [`Adds two tensors element-wise. ${BROADCAST}`, ['lhs', 'rhs']],
  div: [`Divides two tensors element-wise. ${BROADCAST}`, ['lhs', 'rhs']],
  identity: ['Gives the same tensor under another name; it costs nothing.', ['input']],
  mul: [`Multiplies two tensors element-wise. ${BROADCAST}`, ['lhs', 'rhs']],
  relu: ['Computes `max(x, 0)` of each element.', ['input']],
  relu_grad: [
    'Computes the gradient of `dist.relu`: that of its result where `input` is positive and zero elsewhere.',
    ['input', 'gradient'],
  ],
  sub: [`Subtracts two tensors element-wise. ${BROADCAST}`, ['lhs', 'rhs']],
  tanh: ['Computes the hyperbolic tangent of each element.', ['input']],
};

const elementwiseDocumentation: DialectDocumentation = Object.fromEntries(
  Object.entries(elementwise).map(([mnemonic, [text, operands]]) => [
    mnemonic,
    { description: `${text} ${PLACE}`, example: elementwiseExample(`dist.${mnemonic}`, operands) },
  ]),
);

/** Matrix products and training. */
const trainingDocumentation: DialectDocumentation = {
  loss: {
    description: `Computes the sum of the squared differences of \`prediction\` and \`target\`, divided by \`batch\`: a scalar. \`batch\` is the size of the whole
batch, so that the losses of its shards add up. ${PLACE}`,
    example: exampleOf(
      `%p: ${X}, %t: ${X}`,
      `%0 = dist.loss %p, %t batch 8 : (${X}, ${X}) -> !dist.tensor<f32, 0>`,
      '!dist.tensor<f32, 0>',
    ),
  },
  loss_grad: {
    description: `Computes the gradient of \`dist.loss\` with respect to the prediction: \`2 · (prediction - target) / batch\`. ${PLACE}`,
    example: exampleOf(`%p: ${X}, %t: ${X}`, `%0 = dist.loss_grad %p, %t batch 8 : (${X}, ${X}) -> ${X}`, X),
  },
  matmul: {
    description: `Multiplies matrices: [batch…, m, k] times [batch…, k, n] gives [batch…, m, n]. ${PLACE}`,
    example: exampleOf(`%x: ${X}, %w: ${W}`, `%0 = dist.matmul %x, %w : (${X}, ${W}) -> ${Y}`, Y),
  },
  matmul_grad: {
    description: `Computes the gradients of both operands of \`dist.matmul\` from that of its result: \`gradient · rhsᵀ\` and \`lhsᵀ · gradient\`. ${PLACE}`,
    example: exampleOf(
      `%x: ${X}, %w: ${W}, %g: ${Y}`,
      `%dx, %dw = dist.matmul_grad %x, %w, %g : (${X}, ${W}, ${Y}) -> (${X}, ${W})`,
      W,
      '%dw',
    ),
  },
  matmul_lhs_grad: {
    description: `Computes the gradient of the first operand of \`dist.matmul\` only: \`gradient · rhsᵀ\`. Pipelines send it on before weights are
updated. ${PLACE}`,
    example: exampleOf(`%w: ${W}, %g: ${Y}`, `%0 = dist.matmul_lhs_grad %w, %g : (${W}, ${Y}) -> ${X}`, X),
  },
  matmul_rhs_grad: {
    description: `Computes the gradient of the second operand of \`dist.matmul\` only: \`lhsᵀ · gradient\`. ${PLACE}`,
    example: exampleOf(`%x: ${X}, %g: ${Y}`, `%0 = dist.matmul_rhs_grad %x, %g : (${X}, ${Y}) -> ${W}`, W),
  },
  sgd: {
    description: `Takes a step of gradient descent: the operands are weights and then their gradients, pair by pair, and the results
\`weight - rate · gradient\`. Weight and gradient are on one device.`,
    example: exampleOf(
      `%w: ${W}, %g: ${W}`,
      `%0 = dist.sgd %w, %g rate 2.500000e-01 : (${W}, ${W}) -> ${W}`,
      W,
    ),
  },
};

/** Constants and shapes. */
const shapeDocumentation: DialectDocumentation = {
  concat: {
    description:
      'Concatenates tensors of one device along `axis`, in the order of the operands, or of the elements of one tuple.',
    example: exampleOf(
      `%a: ${X}, %b: ${X}`,
      `%0 = dist.concat %a, %b along 0 : (${X}, ${X}) -> !dist.tensor<16x4xf32, 0>`,
      '!dist.tensor<16x4xf32, 0>',
    ),
  },
  constant: {
    description:
      'Makes the constant tensor `value` on `device`, a number or the variable of an enclosing `dist.pmap`.',
    example: exampleOf(
      '',
      '%0 = dist.constant dense<1.000000e+00> : tensor<2xf32> on 3 : !dist.tensor<2xf32, 3>',
      '!dist.tensor<2xf32, 3>',
    ),
  },
  free: {
    description:
      'Releases the memory of a tensor, which is not used any more. The simulator counts what each device holds; `dist.free` lowers its peak.',
    example: exampleOf(
      `%x: ${X}`,
      `%0 = dist.relu %x : (${X}) -> ${X}
  dist.free %x : ${X}`,
      X,
    ),
  },
  split: {
    description:
      'Splits a tensor into `parts` equal slices along `axis` on its own device, such as a batch into microbatches. The results may be one tuple.',
    example: exampleOf(
      `%x: ${X}`,
      `%0:2 = dist.split %x along 0 into 2 : (${X}) -> (!dist.tensor<4x4xf32, 0>, !dist.tensor<4x4xf32, 0>)`,
      '!dist.tensor<4x4xf32, 0>',
      '%0#0',
    ),
  },
  transpose: {
    description: `Permutes dimensions: dimension \`i\` of the result is dimension \`permutation[i]\` of the operand. ${PLACE}`,
    example: exampleOf(
      `%x: ${X}`,
      `%0 = dist.transpose %x by [1, 0] : (${X}) -> !dist.tensor<4x8xf32, 0>`,
      '!dist.tensor<4x8xf32, 0>',
    ),
  },
};

/** The documentation of what one device computes. */
export const computeDocumentation: DialectDocumentation = {
  ...elementwiseDocumentation,
  ...trainingDocumentation,
  ...shapeDocumentation,
};

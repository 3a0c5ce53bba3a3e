import type { DialectDocumentation } from '@shardform/ir-core';
import { collectiveExample, exampleOf } from './example.ts';

const PARTS =
  'The operands are tensors on different devices, or one tuple of them; the results are placed on the same devices in the same order.';
const REDUCTION = '`reduction` is `sum`, `max`, `min` or `product`.';
const X = '!dist.tensor<8x4xf32, 0>';
const HALVES = ['!dist.tensor<4x4xf32, 1>', '!dist.tensor<4x4xf32, 2>'] as const;

/** The documentation of communication between devices. */
export const communicationDocumentation: DialectDocumentation = {
  all_gather: {
    description: `All-gather: concatenates tensors of several devices along \`axis\`, in the order of the operands, and gives every device the whole. ${PARTS}`,
    example: collectiveExample('dist.all_gather %a, %b along 0', [
      '!dist.tensor<16x4xf32, 0>',
      '!dist.tensor<16x4xf32, 1>',
    ]),
  },
  all_reduce: {
    description: `All-reduce: combines tensors of several devices element-wise and gives every device the result. ${REDUCTION} ${PARTS}`,
    example: collectiveExample('dist.all_reduce sum %a, %b', [X, '!dist.tensor<8x4xf32, 1>']),
  },
  all_to_all: {
    description: `All-to-all: each device splits its tensor into as many equal slices along \`split_axis\` as there are devices, sends slice \`i\` to device \`i\`
and concatenates what it receives along \`concat_axis\`. ${PARTS}`,
    example: collectiveExample('dist.all_to_all %a, %b split 0 concat 1', [
      '!dist.tensor<4x8xf32, 0>',
      '!dist.tensor<4x8xf32, 1>',
    ]),
  },
  broadcast: {
    description:
      'Copies a tensor to each of `devices`, which may include its own. The results, or one tuple of them, are in that order.',
    example: exampleOf(
      `%x: ${X}`,
      `%0:2 = dist.broadcast %x to [1, 2] : (${X}) -> (!dist.tensor<8x4xf32, 1>, !dist.tensor<8x4xf32, 2>)`,
      '!dist.tensor<8x4xf32, 1>',
      '%0#0',
    ),
  },
  gather: {
    description:
      'Gather: concatenates tensors of several devices along `axis`, in the order of the operands, on `device` only.',
    example: collectiveExample('dist.gather %a, %b along 0 to 0', ['!dist.tensor<16x4xf32, 0>']),
  },
  reduce: {
    description: `Reduce: combines tensors of several devices element-wise on \`device\` only. ${REDUCTION}`,
    example: collectiveExample('dist.reduce max %a, %b to 0', [X]),
  },
  reduce_scatter: {
    description: `Reduce-scatter: combines tensors of several devices element-wise and gives each device an equal shard of the result along \`axis\`.
${REDUCTION} ${PARTS}`,
    example: collectiveExample('dist.reduce_scatter sum %a, %b along 0', [
      '!dist.tensor<4x4xf32, 0>',
      '!dist.tensor<4x4xf32, 1>',
    ]),
  },
  scatter: {
    description:
      'Scatter: splits a tensor into equal shards along `axis` and sends one to each of `devices`. The results, or one tuple of them, are in that order.',
    example: exampleOf(
      `%x: ${X}`,
      `%0:2 = dist.scatter %x along 0 to [1, 2] : (${X}) -> (${HALVES.join(', ')})`,
      HALVES[0],
      '%0#0',
    ),
  },
  send: {
    description:
      'Copies a tensor to another device over the link between them, whose bandwidth is in the topology of the module.',
    example: exampleOf(
      `%x: ${X}`,
      `%0 = dist.send %x to 1 : (${X}) -> !dist.tensor<8x4xf32, 1>`,
      '!dist.tensor<8x4xf32, 1>',
    ),
  },
};

import type { DialectDocumentation } from '@shardform/ir-core';
import { exampleOf } from './example.ts';

/** The documentation of operations on shapes that only TTIR has. */
export const ttirShapeDocumentation: DialectDocumentation = {
  broadcast: {
    description: `Repeats dimensions of size one: each entry of \`broadcast_dimensions\` is the factor by which a dimension grows, 1 where it stays. Operand
and result have the same rank.`,
    example: exampleOf({
      op: 'ttir.broadcast',
      operands: { input: '1x64xbf16' },
      properties: 'broadcast_dimensions = array<i64: 32, 1>',
      results: ['32x64xbf16'],
    }),
  },
  get_dimension_size: {
    description: `Gives the size of the dimension \`dimension\` of the operand as a tensor with one 32-bit unsigned integer. Shapes are static, so that
canonicalization makes it a constant.`,
    example: exampleOf({
      op: 'ttir.get_dimension_size',
      operands: { operand: '13x21x3xbf16' },
      properties: 'dimension = 1 : i32',
      results: ['1xui32'],
    }),
  },
  index: {
    description: `Slices the dimension \`dim\` only: takes the elements from \`begin\` up to, but without, \`end\`, every \`step\`-th of them. The other
dimensions are kept.`,
    example: exampleOf({
      op: 'ttir.index',
      operands: { input: '8x16xbf16' },
      properties: 'begin = 2 : i32, dim = 1 : i32, end = 14 : i32, step = 3 : i32',
      results: ['8x4xbf16'],
    }),
  },
  index_select: {
    description: `Takes groups of slices along \`dim\`: \`length\` slices from \`begin\` on, and again after every \`stride\` slices until the end of the
dimension. Without \`stride\`, or with zero, there is one group. \`stride\` is at least \`length\`.`,
    example: exampleOf({
      op: 'ttir.index_select',
      operands: { input: '4x8xbf16' },
      properties: 'begin = 0 : si32, dim = 1 : si32, length = 2 : si32, stride = 4 : si32',
      results: ['4x4xbf16'],
    }),
  },
  rearrange: {
    description: `Reorders, splits and merges dimensions by an einops pattern: \`pattern\` names the dimensions of the operand before the arrow and
those of the result after it. Names in parentheses are one merged dimension, of which the first name varies slowest.`,
    example: exampleOf({
      op: 'ttir.rearrange',
      operands: { input: '2x3x16x16xbf16' },
      properties: 'pattern = "b c h w -> b (h w) c"',
      results: ['2x256x3xbf16'],
    }),
  },
  reverse: {
    description:
      'Reverses the order of the elements along each dimension of `dimensions`, which lists every dimension at most once.',
    example: exampleOf({
      op: 'ttir.reverse',
      operands: { input: '32x64xbf16' },
      properties: 'dimensions = array<i64: 1>',
      results: ['32x64xbf16'],
    }),
  },
  squeeze: {
    description: 'Removes the dimension `dim`, whose size is one. A negative `dim` counts from the end.',
    example: exampleOf({
      op: 'ttir.squeeze',
      operands: { input: '32x1x64xbf16' },
      properties: 'dim = 1 : si32',
      results: ['32x64xbf16'],
    }),
  },
  unsqueeze: {
    description:
      'Inserts a dimension of size one as dimension `dim` of the result. A negative `dim` counts from the end of the result.',
    example: exampleOf({
      op: 'ttir.unsqueeze',
      operands: { input: '32x64xbf16' },
      properties: 'dim = 1 : si32',
      results: ['32x1x64xbf16'],
    }),
  },
};

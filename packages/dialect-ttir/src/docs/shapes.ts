import type { DialectDocumentation } from '@shardform/ir-core';
import { exampleOf, type TensorDialect } from './example.ts';

/** Slices by constant and by computed bounds. */
function sliceDocumentation(dialect: TensorDialect): DialectDocumentation {
  return {
    slice_dynamic: {
      description: `Extracts the box of elements from \`begins\` up to, but without, \`ends\`, of which \`step\` takes every n-th per dimension; without it
every one. The bounds are tensors with one integer per dimension of the operand and are known when the program runs, but the shape of the
result is static.`,
      example: exampleOf({
        op: `${dialect}.slice_dynamic`,
        operands: { input: '8x16xbf16', begins: '2xi32', ends: '2xi32' },
        properties: 'step = [1 : i32, 1 : i32]',
        results: ['4x16xbf16'],
      }),
    },
    slice_static: {
      description: `Extracts the box of elements from \`begins\` up to, but without, \`ends\`, of which \`step\` takes every n-th. The three attributes
have one integer per dimension of the operand; negative bounds count from the end. In each dimension the result has size
\`ceil((end - begin) / step)\`.`,
      example: exampleOf({
        op: `${dialect}.slice_static`,
        operands: { input: '8x16xbf16' },
        properties: 'begins = [0 : i32, 4 : i32], ends = [8 : i32, 16 : i32], step = [2 : i32, 1 : i32]',
        results: ['4x12xbf16'],
      }),
    },
  };
}

/** Repetitions and padding. */
function growingDocumentation(dialect: TensorDialect): DialectDocumentation {
  const isTtir = dialect === 'ttir';
  return {
    pad: {
      description: `Surrounds the operand with \`value\`. \`padding\` lists how many elements are added before and after each dimension: two numbers per
dimension, those of the first dimension first.${isTtir ? '' : ' \`use_multicore\` spreads the work over several cores.'}`,
      example: exampleOf({
        op: `${dialect}.pad`,
        operands: { input: '30x60xbf16' },
        properties: `padding = array<i32: 0, 2, 0, 4>, ${isTtir ? '' : 'use_multicore = true, '}value = 0.000000e+00 : f32`,
        results: ['32x64xbf16'],
      }),
    },
    repeat: {
      description: `Repeats the whole operand along each dimension, as \`numpy.tile\`: \`${isTtir ? 'repeat_dimensions' : 'repeat_dims'}\` says how often, with one positive
number per dimension, and the sizes of the result are those of the operand times these numbers.`,
      example: exampleOf({
        op: `${dialect}.repeat`,
        operands: { input: '32x64xbf16' },
        properties: isTtir ? 'repeat_dimensions = array<i64: 1, 2>' : 'repeat_dims = #ttnn.shape<1x2>',
        results: ['32x128xbf16'],
      }),
    },
    repeat_interleave: {
      description: `Repeats each element along \`dim\` \`repeats\` times in a row, as \`numpy.repeat\`: \`[a, b]\` becomes \`[a, a, b, b]\`. The size of \`dim\` grows
by the factor \`repeats\`; a negative \`dim\` counts from the end.`,
      example: exampleOf({
        op: `${dialect}.repeat_interleave`,
        operands: { input: '32x64xbf16' },
        properties: 'dim = 0 : si32, repeats = 2 : ui32',
        results: ['64x64xbf16'],
      }),
    },
  };
}

/** Returns the documentation of operations that move elements. */
export function shapeDocumentation(dialect: TensorDialect): DialectDocumentation {
  return {
    ...sliceDocumentation(dialect),
    ...growingDocumentation(dialect),
    concat: {
      description: `Concatenates tensors along \`dim\`, in the order of the operands. In all other dimensions they have the same size; a negative
\`dim\` counts from the end.`,
      example: exampleOf({
        op: `${dialect}.concat`,
        operands: { a: '32x64xbf16', b: '32x32xbf16' },
        properties: 'dim = 1 : si32',
        results: ['32x96xbf16'],
      }),
    },
    permute: {
      description: `Permutes the dimensions: dimension \`i\` of the result is dimension \`permutation[i]\` of the operand.${dialect === 'ttir' ? '' : ' The kernel fills the rest of padded tiles with \`pad_value\`.'}`,
      example: exampleOf({
        op: `${dialect}.permute`,
        operands: { input: '2x32x64xbf16' },
        properties: `${dialect === 'ttir' ? '' : 'pad_value = 0.000000e+00 : f32, '}permutation = array<i64: 0, 2, 1>`,
        results: ['2x64x32xbf16'],
      }),
    },
    reshape: {
      description: `Gives the elements, in row-major order, another shape of as many elements. \`shape\` is the shape of the result, where one size may
be -1 and follows from the others.`,
      example: exampleOf({
        op: `${dialect}.reshape`,
        operands: { input: '2x32x64xbf16' },
        properties: 'shape = [64 : i32, 64 : i32]',
        results: ['64x64xbf16'],
      }),
    },
    transpose: {
      description: `Swaps the dimensions \`dim0\` and \`dim1\`. Negative ones count from the end; the operand has at least two dimensions.`,
      example: exampleOf({
        op: `${dialect}.transpose`,
        operands: { input: '32x64xbf16' },
        properties: 'dim0 = 0 : si32, dim1 = 1 : si32',
        results: ['64x32xbf16'],
      }),
    },
  };
}

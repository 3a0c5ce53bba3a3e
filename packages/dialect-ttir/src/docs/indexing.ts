import type { DialectDocumentation } from '@shardform/ir-core';
import { exampleOf, type TensorDialect } from './example.ts';

const EMBEDDING_BACKWARD = `Computes the gradient of an embedding with respect to its table: a tensor of the shape of \`weight\` in which each row is the sum of the
rows of \`in_gradient\` whose index in \`input\` is that row. Rows that no index names are zero.`;

/** The documentation of the gradient of an embedding, which TTIR and TTNN name differently. */
export const ttirEmbeddingBackward: DialectDocumentation = {
  embedding_backward: {
    description: EMBEDDING_BACKWARD,
    example: exampleOf({
      op: 'ttir.embedding_backward',
      operands: { input: '1x32xi32', weight: '512x128xbf16', in_gradient: '1x32x128xbf16' },
      results: ['512x128xbf16'],
    }),
  },
};

/** The same for TTNN. */
export const ttnnEmbeddingBackward: DialectDocumentation = {
  embedding_bw: {
    description: `${EMBEDDING_BACKWARD} The indices are [batch, 1, 1, length], where the length is a multiple of 32, the gradient is
[1, 1, batch · length, columns] and the result [1, 1, rows, columns].`,
    example: exampleOf({
      op: 'ttnn.embedding_bw',
      operands: { input: '1x1x1x32xui32', weight: '512x128xbf16', in_gradient: '1x1x32x128xbf16' },
      results: ['1x1x512x128xbf16'],
    }),
  },
};

/** Sorting and choosing. */
function selectionDocumentation(dialect: TensorDialect): DialectDocumentation {
  const isTtir = dialect === 'ttir';
  return {
    sampling: {
      description: `Draws one token per row from the candidates of a preceding top-k: logits \`input_values\` and their token ids \`input_indices\`, both
[batch, candidates]. \`k\`, \`p\` and \`temp\` are [batch] and hold each row's limits: the \`k\` best candidates are kept, of those the
smallest set whose probability exceeds \`p\`, and one is drawn from the softmax of the logits divided by the temperature. \`seed\` makes
the draw repeatable. The result is [batch], of token ids.`,
      example: exampleOf({
        op: `${dialect}.sampling`,
        operands: {
          input_values: '32x64xbf16',
          input_indices: '32x64xi32',
          k: '32xui32',
          p: '32xbf16',
          temp: '32xbf16',
        },
        properties: 'seed = 42 : ui32',
        results: ['32xi32'],
      }),
    },
    sort: {
      description: `Sorts the elements along \`dim\`, the last dimension unless given, and also gives the index that each had: \`values\` has the type of
the operand, \`indices\` its shape. \`descending\` puts the greatest first; \`stable\` keeps the order of equal elements.`,
      example: exampleOf({
        op: `${dialect}.sort`,
        operands: { input: '32x64xbf16' },
        properties: `descending = true, dim = 1 : ${isTtir ? 'si32' : 'si8'}, stable = false`,
        results: ['32x64xbf16', '32x64xi32'],
      }),
    },
    topk: {
      description: `Finds the \`k\` greatest elements along \`dim\`, the last dimension unless given, or with \`largest = false\` the least ones, and their
indices. With \`sorted\` they are in order. Both results have size \`k\` in that dimension.`,
      example: exampleOf({
        op: `${dialect}.topk`,
        operands: { input_tensor: '32x64xbf16' },
        properties: `dim = -1 : ${isTtir ? 'i32' : 'si32'}, k = 8 : i32, largest = true, sorted = true`,
        results: ['32x8xbf16', '32x8xi32'],
      }),
    },
  };
}

/** Returns the documentation of operations that read and write elements by index. */
export function indexingDocumentation(dialect: TensorDialect): DialectDocumentation {
  const dim = dialect === 'ttir' ? 'i32' : 'si32';
  return {
    ...selectionDocumentation(dialect),
    embedding: {
      description: `Looks up rows of a table: the result has the shape of \`input\`, the indices, with the rows' length appended. \`weight\` is [rows,
length], possibly behind further dimensions of size one; \`input\` has at most two dimensions.`,
      example: exampleOf({
        op: `${dialect}.embedding`,
        operands: { input: '1x32xui32', weight: '512x128xbf16' },
        results: ['1x32x128xbf16'],
      }),
    },
    gather: {
      description: `Takes elements along \`dim\` by index, as \`torch.gather\`: for \`dim = 1\`, \`result[i, j] = input[i, index[i, j]]\`. \`input\` and \`index\` have
the same rank; the result has the shape of \`index\`.`,
      example: exampleOf({
        op: `${dialect}.gather`,
        operands: { input: '32x64xbf16', index: '32x8xui32' },
        properties: `dim = 1 : ${dim}`,
        results: ['32x8xbf16'],
      }),
    },
    rows_gather: {
      description: `Takes rows of \`input\`, or with \`column\` columns. The first dimension of all tensors is a batch. \`index\` is
[batch or 1, places, rows]: a row's place is a multi-index, \`sizes\` are the sizes of the dimensions that it counts in, and
\`windows\` says how many neighbours of each a row of the result covers. Places outside of the input are moved to its border, or
with \`fill_out_of_bounds\` give zeros. The conversion from StableHLO makes it of gathers of whole rows in f32.`,
      example: exampleOf({
        op: `${dialect}.rows_gather`,
        operands: { input: '1x4x8xf32', index: '1x1x2xsi32' },
        properties:
          'column = false, fill_out_of_bounds = false, sizes = array<i64: 4>, windows = array<i64: 1>',
        results: ['1x2x8xf32'],
      }),
    },
    rows_scatter: {
      description: `Replaces rows of \`input\`, or with \`column\` columns, by those of \`update\`, or combines them as \`reduce\` says; \`invalid\` there means that
the new value replaces the old. The first dimension of all tensors is a batch. \`index\` is [batch or 1, places, rows]: a row's place
is a multi-index, \`sizes\` are the sizes of the dimensions that it counts in, and \`windows\` says how many neighbours of each a row of
\`update\` covers. The conversion from StableHLO makes it of scatters whose windows are
whole rows.`,
      example: exampleOf({
        op: `${dialect}.rows_scatter`,
        operands: { input: '1x4x8xf32', index: '1x1x2xi32', update: '1x2x8xf32' },
        properties:
          'column = false, reduce = #ttcore.reduce_type<invalid>, sizes = array<i64: 4>, windows = array<i64: 1>',
        results: ['1x4x8xf32'],
      }),
    },
    scatter: {
      description: `Writes elements of \`source\` along \`dim\` of a copy of \`input\` by index, as \`torch.scatter\`: for \`dim = 0\`,
\`result[index[i, j], j] = source[i, j]\`. \`scatter_reduce_type\` says how an element is combined with the old one: \`sum\`, \`prod\`, \`min\`,
\`max\`, or \`invalid\` to replace it. All tensors have the same rank, \`index\` and \`source\` the same shape.`,
      example: exampleOf({
        op: `${dialect}.scatter`,
        operands: { input: '64x32xf32', index: '8x32xi32', source: '8x32xf32' },
        properties: `dim = 0 : ${dim}, scatter_reduce_type = #ttcore.reduce_type<sum>`,
        results: ['64x32xf32'],
      }),
    },
  };
}

import type { DialectDocumentation } from '@shardform/ir-core';
import { exampleOf, type TensorDialect } from './example.ts';

const CONFIG = `\`activation\` names a function that the kernel applies to the result, \`matmul_program_config\` says how the cores share the work and
\`compute_config\` chooses the math fidelity and the precision of the accumulation; the library decides where they are missing.`;

const PRODUCT = `the last dimension of \`a\` is contracted with the second to last of \`b\`, and dimensions before these are batches, which broadcast. A
vector as \`a\` is a row, as \`b\` a column. \`transpose_a\` and \`transpose_b\` swap the last two dimensions of an operand first.`;

/** Returns the documentation of matrix products. */
export function matmulDocumentation(dialect: TensorDialect): DialectDocumentation {
  const config = dialect === 'ttir' ? '' : `\n\n${CONFIG}`;
  return {
    linear: {
      description: `Computes \`a · b + bias\`: ${PRODUCT} The optional \`bias\` broadcasts to the product.${config}`,
      example: exampleOf({
        op: `${dialect}.linear`,
        operands: { a: '32x64xbf16', b: '64x128xbf16', bias: '128xbf16' },
        properties: 'transpose_a = false, transpose_b = false',
        results: ['32x128xbf16'],
      }),
    },
    matmul: {
      description: `Multiplies matrices: ${PRODUCT}${config}`,
      example: exampleOf({
        op: `${dialect}.matmul`,
        operands: { a: '32x64xbf16', b: '128x64xbf16' },
        properties: 'transpose_a = false, transpose_b = true',
        results: ['32x128xbf16'],
      }),
    },
    sparse_matmul: {
      description: `Multiplies the blocks of matrices that a mask selects, for mixtures of experts. \`b\` is [1, E, K, N], the matrices of E experts; a block
is computed where \`sparsity\` is non-zero. \`is_input_a_sparse\` and \`is_input_b_sparse\` say which operand has a dimension of experts:

- only \`b\`: \`a\` [A, B, M, K], \`sparsity\` [A, B, 1, E], result [A, B, 1, E, M, N];
- only \`a\`: \`a\` [A, E, M, K], \`sparsity\` [1, 1, A, E], result [A, E, M, N];
- both: \`a\` [1, E, M, K], \`sparsity\` [1, 1, 1, E], result [1, E, M, N].

\`nnz\` is the number of non-zero blocks; without it they are counted when the program runs.${dialect === 'ttir' ? '' : ' \`program_config\` says how the cores share the work, \`compute_config\` with which precision they compute.'}`,
      example: exampleOf({
        op: `${dialect}.sparse_matmul`,
        operands: { a: '2x4x32x64xbf16', b: '1x4x64x128xbf16', sparsity: '2x4x1x4xbf16' },
        properties: 'is_input_a_sparse = false, is_input_b_sparse = true, nnz = 8 : i64',
        results: ['2x4x1x4x32x128xbf16'],
      }),
    },
  };
}

/** The documentation of the general contraction, which only TTIR has. */
export const dotGeneralDocumentation: DialectDocumentation = {
  dot_general: {
    description: `Contracts and batches dimensions as \`stablehlo.dot_general\`: \`batch_dims_lhs\` and \`batch_dims_rhs\` pair the batch dimensions,
\`contract_dims_lhs\` and \`contract_dims_rhs\` those over whose products is summed. The result has the batch dimensions, then the remaining
ones of \`lhs\`, then those of \`rhs\`. It is decomposed into permutations, reshapes and \`ttir.matmul\`.`,
    example: exampleOf({
      op: 'ttir.dot_general',
      operands: { lhs: '2x32x64xbf16', rhs: '2x64x16xbf16' },
      properties:
        'batch_dims_lhs = array<i64: 0>, batch_dims_rhs = array<i64: 0>, contract_dims_lhs = array<i64: 2>, contract_dims_rhs = array<i64: 1>',
      results: ['2x32x16xbf16'],
    }),
  },
};

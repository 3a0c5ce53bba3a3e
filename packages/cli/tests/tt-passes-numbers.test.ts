import { expect, test } from 'vitest';
import {
  broadcast,
  type Case,
  conv,
  dims,
  full,
  permute,
  reshape,
  slice,
  transformed,
} from './tt-program.ts';

const decompositions: readonly Case[] = [
  {
    title: 'elements written along a dimension between others',
    pass: 'ttir-to-ttir-decomposition',
    inputs: ['3x5x2x2', '3x4x2x2'],
    body: [
      '%at = arange {start = 0 : si64, end = 4 : si64, step = 1 : si64, arange_dimension = 0 : i64} : 4xi32',
      '%line = reshape %at {shape = [1 : i32, 4 : i32, 1 : i32, 1 : i32]} : 1x4x1x1xi32',
      '%i = broadcast %line {broadcast_dimensions = array<i64: 3, 1, 2, 2>} : 3x4x2x2xi32',
      '%y = scatter %a0, %i, %a1 {dim = 1 : i32, scatter_reduce_type = #ttcore.reduce_type<sum>} : 3x5x2x2',
    ],
    made: [
      ...['arange', 'reshape', 'broadcast', 'reshape', 'arange', 'reshape', 'broadcast', 'constant'],
      ...['multiply', 'add', 'arange', 'reshape', 'broadcast', 'arange', 'reshape', 'broadcast'],
      ...[
        'constant',
        'multiply',
        'add',
        'reshape',
        'reshape',
        'concat',
        'reshape',
        'rows_scatter',
        'reshape',
      ],
    ],
  },
  {
    title: 'weights for each batch, where a product would permute the other tensor',
    pass: 'ttir-to-ttir-decomposition',
    inputs: ['4x2', '2x4x3'],
    body: [
      '%y = dot_general %a0, %a1 {batch_dims_lhs = array<i64: 0>, batch_dims_rhs = array<i64: 1>, contract_dims_lhs = array<i64: 1>, contract_dims_rhs = array<i64: 0>} : 4x3',
    ],
    made: ['permute', 'reshape', 'multiply', 'sum'],
  },
  {
    title: 'contraction in batches',
    pass: 'ttir-to-ttir-decomposition',
    inputs: ['2x3x4', '5x4x2'],
    body: [
      '%y = dot_general %a0, %a1 {batch_dims_lhs = array<i64: 0>, batch_dims_rhs = array<i64: 2>, contract_dims_lhs = array<i64: 2>, contract_dims_rhs = array<i64: 1>} : 2x3x5',
    ],
    made: ['permute', 'reshape', 'reshape', 'matmul', 'reshape'],
  },
  {
    title: 'contraction with a dimension of size one, which is permuted all the same',
    pass: 'ttir-to-ttir-decomposition{keep-permutes}',
    inputs: ['7x1', '7x2'],
    body: [
      '%y = dot_general %a0, %a1 {batch_dims_lhs = array<i64>, batch_dims_rhs = array<i64>, contract_dims_lhs = array<i64: 0>, contract_dims_rhs = array<i64: 0>} : 1x2',
    ],
    made: ['permute', 'reshape', 'reshape', 'matmul', 'reshape'],
  },
  {
    title: 'contraction with a dimension of size one, which is reshaped',
    pass: 'ttir-to-ttir-decomposition',
    inputs: ['7x1', '7x2'],
    body: [
      '%y = dot_general %a0, %a1 {batch_dims_lhs = array<i64>, batch_dims_rhs = array<i64>, contract_dims_lhs = array<i64: 0>, contract_dims_rhs = array<i64: 0>} : 1x2',
    ],
    made: ['reshape', 'reshape', 'matmul', 'reshape'],
  },
  {
    title: 'rows in reverse, looked up as those of a table',
    pass: 'ttir-to-ttir-decomposition{library-indexing}',
    inputs: ['3x4x2'],
    body: ['%y = reverse %a0 {dimensions = array<i64: 1>} : 3x4x2'],
    made: ['permute', 'reshape', 'constant', 'embedding', 'reshape', 'permute'],
  },
  {
    title: 'product of all elements, dimension by dimension',
    pass: 'ttir-to-ttir-decomposition',
    inputs: ['2x3x2'],
    body: [`%y = prod %a0 {${dims(0, 1)}, keep_dim = false} : 2`],
    made: ['prod', 'prod'],
  },
  {
    title: 'place of the maximum of everything',
    pass: 'ttir-to-ttir-decomposition',
    inputs: ['2x3'],
    body: [`%y = argmax %a0 {${dims(0, 1)}, keep_dim = false} : i32`],
    made: ['permute', 'reshape', 'argmax'],
  },
  {
    title: 'padding that removes elements too',
    pass: 'ttir-to-ttir-decomposition',
    inputs: ['4x5'],
    body: ['%y = pad %a0 {padding = array<i32: -1, 1, 2, -2>, value = 7.0 : f32} : 4x5'],
    made: ['slice_static', 'pad'],
  },
  {
    title: 'numbers along a dimension of several',
    pass: 'ttir-to-ttir-decomposition',
    inputs: ['2x3x4'],
    body: [
      '%n = arange {start = 1 : si64, end = 7 : si64, step = 2 : si64, arange_dimension = 1 : i64} : 2x3x4',
      '%y = add %a0, %n : 2x3x4',
    ],
    made: ['arange', 'reshape', 'broadcast', 'add'],
  },
  {
    title: 'permutation of four dimensions',
    pass: 'ttir-decompose-complex-permute',
    inputs: ['2x3x4x5'],
    body: [`%y = permute %a0 ${permute(3, 1, 0, 2)} : 5x3x2x4`],
    made: ['permute', 'permute'],
  },
  {
    title: 'reshape that moves a dimension of size one',
    pass: 'ttir-decompose-complex-reshape',
    inputs: ['2x12x1'],
    body: [`%y = reshape %a0 ${reshape(1, 2, 12)} : 1x2x12`],
    made: ['permute', 'reshape'],
  },
  {
    title: 'reduction that keeps its dimensions',
    pass: 'ttir-reduction-force-keep-dim',
    inputs: ['2x3x4'],
    body: [`%y = sum %a0 {${dims(0, 2)}, keep_dim = false} : 3`],
    made: ['sum', 'reshape'],
  },
];

const composites: readonly Case[] = [
  {
    title: 'softmax',
    pass: 'ttir-decompose-composites',
    inputs: ['2x5'],
    body: ['%y = softmax %a0 {dimension = -1 : si32, numericStable = true} : 2x5'],
    made: ['max', 'subtract', 'exp', 'sum', 'div'],
  },
  {
    title: 'root mean square normalisation',
    pass: 'ttir-decompose-composites',
    inputs: ['2x3x4', '3x4', '3x4'],
    body: [
      '%y = rms_norm %a0, %a1, %a2 {normalized_shape = array<i64: 3, 4>, epsilon = 0.01 : f32, operandSegmentSizes = array<i32: 1, 1, 1>} : 2x3x4',
    ],
    made: ['full', 'multiply', 'mean', 'add', 'rsqrt', 'multiply', 'reshape', 'multiply', 'reshape', 'add'],
  },
  {
    title: 'attention of groups of queries, each to the past',
    pass: 'ttir-decompose-composites',
    inputs: ['1x4x3x2', '1x2x3x2', '1x2x3x2'],
    body: [
      '%y = scaled_dot_product_attention %a0, %a1, %a2 {is_causal = true, operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>} : 1x4x3x2',
    ],
    made: [
      'full',
      'full',
      'full',
      'reshape',
      'permute',
      'matmul',
      'reshape',
      'multiply',
      'arange',
      'arange',
      'ge',
      'where',
      'add',
      'max',
      'subtract',
      'exp',
      'sum',
      'div',
      'reshape',
      'matmul',
      'reshape',
    ],
  },
  {
    title: 'attention with a mask and a scale',
    pass: 'ttir-decompose-composites',
    inputs: ['1x2x3x2', '1x2x5x2', '1x2x5x2', '1x1x3x5'],
    body: [
      '%y = scaled_dot_product_attention %a0, %a1, %a2, %a3 {is_causal = false, scale = 0.25 : f32, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>} : 1x2x3x2',
    ],
    made: ['full', 'permute', 'matmul', 'multiply', 'add', 'max', 'subtract', 'exp', 'sum', 'div', 'matmul'],
  },
  {
    title: 'repetitions',
    pass: 'ttir-decompose-composites',
    inputs: ['2x3'],
    body: ['%y = repeat %a0 {repeat_dimensions = array<i64: 3, 5>} : 6x15'],
    made: ['concat', 'concat', 'concat', 'concat', 'concat'],
  },
];

const moves: readonly Case[] = [
  {
    title: 'permutations on both sides of a sum',
    pass: 'ttir-erase-inverse-ops',
    inputs: ['2x3x4', '2x4x3'],
    body: [
      `%p = permute %a0 ${permute(0, 2, 1)} : 2x4x3`,
      '%s = add %p, %a1 : 2x4x3',
      '%e = exp %s : 2x4x3',
      `%y = permute %e ${permute(0, 2, 1)} : 2x3x4`,
    ],
    made: ['permute', 'add', 'exp'],
  },
  {
    title: 'permutations around a concatenation',
    pass: 'ttir-erase-inverse-ops',
    inputs: ['2x3', '4x3'],
    body: [
      `%p = permute %a0 ${permute(1, 0)} : 3x2`,
      `%q = permute %a1 ${permute(1, 0)} : 3x4`,
      '%c = concat %p, %q {dim = 1 : si32} : 3x6',
      `%y = permute %c ${permute(1, 0)} : 6x3`,
    ],
    made: ['concat'],
  },
  {
    title: 'permutations around a part',
    pass: 'ttir-erase-inverse-ops',
    inputs: ['2x5x4'],
    body: [
      `%p = permute %a0 ${permute(2, 0, 1)} : 4x2x5`,
      `%s = slice_static %p ${slice([1, 0, 2], [3, 2, 4])} : 2x2x2`,
      `%y = permute %s ${permute(1, 2, 0)} : 2x2x2`,
    ],
    made: ['slice_static'],
  },
  {
    title: 'permutations around a reduction',
    pass: 'ttir-erase-inverse-ops',
    inputs: ['2x5x4'],
    body: [
      `%p = permute %a0 ${permute(2, 0, 1)} : 4x2x5`,
      `%s = sum %p {${dims(2)}, keep_dim = true} : 4x2x1`,
      `%y = permute %s ${permute(1, 2, 0)} : 2x1x4`,
    ],
    made: ['sum'],
  },
  {
    title: 'reshapes around elementwise operations',
    pass: 'ttir-erase-inverse-ops',
    inputs: ['2x6'],
    body: [
      `%p = reshape %a0 ${reshape(3, 4)} : 3x4`,
      '%e = tanh %p : 3x4',
      `%y = reshape %e ${reshape(2, 6)} : 2x6`,
    ],
    made: ['tanh'],
  },
  {
    title: 'reshape of what is repeated',
    pass: 'ttir-erase-inverse-ops',
    inputs: ['1x4', '3x4x1'],
    body: [
      `%b = broadcast %a0 ${broadcast(3, 1)} : 3x4`,
      `%r = reshape %a1 ${reshape(3, 4)} : 3x4`,
      '%s = add %b, %r : 3x4',
      `%y = reshape %s ${reshape(3, 4, 1)} : 3x4x1`,
    ],
    made: ['reshape', 'broadcast', 'add'],
  },
  {
    title: 'broadcasts into operations and out of them',
    pass: 'ttir-implicit-broadcast-fold',
    inputs: ['1x4', '3x4'],
    body: [`%b = broadcast %a0 ${broadcast(3, 1)} : 3x4`, '%y = subtract %b, %a1 : 3x4'],
    made: ['subtract'],
  },
  {
    title: 'explicit broadcasts',
    pass: 'ttir-implicit-broadcast-fold,ttir-explicate-tms',
    inputs: ['4', '3x4'],
    body: ['%y = subtract %a0, %a1 : 3x4'],
    made: ['reshape', 'broadcast', 'subtract'],
  },
  {
    title: 'reshapes and broadcasts of numbers',
    pass: 'ttir-fold-constant-reshape-broadcast',
    inputs: ['3x4'],
    body: [
      full('c', '2.5', '1'),
      `%r = reshape %c ${reshape(1, 1)} : 1x1`,
      `%b = broadcast %r ${broadcast(3, 4)} : 3x4`,
      '%y = multiply %a0, %b : 3x4',
    ],
    made: ['full', 'multiply'],
  },
  {
    title: 'truth values where no arithmetic follows',
    pass: 'ttir-cpu-boolean-narrowing',
    inputs: ['2x3', '2x3'],
    body: [
      '%g = gt %a0, %a1 : 2x3',
      '%n = logical_not %g : 2x3',
      `%p = permute %n ${permute(1, 0)} : 3x2`,
      `%b = permute %p ${permute(1, 0)} : 2x3`,
      '%y = subtract %g, %b : 2x3',
    ],
    made: ['gt', 'typecast', 'logical_not', 'permute', 'permute', 'typecast', 'subtract'],
  },
  {
    title: 'numbers of rank zero',
    pass: 'ttir-fold-full-to-scalar',
    inputs: ['3x4'],
    body: [full('c', '2.5', '3x4'), '%y = multiply %a0, %c : 3x4'],
    made: ['full', 'multiply'],
  },
  {
    title: 'windows on flat images',
    pass: 'ttir-flatten-sliding-window,ttir-erase-inverse-ops',
    inputs: ['1x6x6x2', '2x2x3x3', '2x2x3x3'],
    body: [
      `%c = conv2d %a0, %a1 ${conv(1)} : 1x6x6x2`,
      '%r = relu %c : 1x6x6x2',
      `%y = conv2d %r, %a2 ${conv(0)} : 1x4x4x2`,
    ],
    made: ['reshape', 'conv2d', 'relu', 'conv2d', 'reshape'],
  },
];

test.each([...decompositions, ...composites, ...moves])('$title: $pass keeps the numbers', (given) => {
  const { names, mismatches, text } = transformed(given, given.pass);
  expect(mismatches, text).toBe(0);
  expect(names).toEqual(given.made);
});

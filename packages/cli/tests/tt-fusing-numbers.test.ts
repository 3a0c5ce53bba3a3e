import { expect, test } from 'vitest';
import { broadcast, type Case, conv, dims, full, permute, reshape, transformed } from './tt-program.ts';

const fusions: readonly Case[] = [
  {
    title: 'relu and relu6',
    pass: 'ttir-fusing',
    inputs: ['2x3'],
    body: [
      full('zero', '0.0', '2x3'),
      full('six', '6.0', '2x3'),
      '%low = maximum %a0, %zero : 2x3',
      '%y = minimum %low, %six : 2x3',
    ],
    made: ['relu6'],
  },
  {
    title: 'silu',
    pass: 'ttir-fusing',
    inputs: ['2x3'],
    body: ['%s = sigmoid %a0 : 2x3', '%y = multiply %s, %a0 : 2x3'],
    made: ['silu'],
  },
  {
    title: 'mish',
    pass: 'ttir-fusing',
    inputs: ['2x3'],
    body: [
      full('great', '20.0', '2x3'),
      '%is = gt %a0, %great : 2x3xi1',
      '%e = exp %a0 : 2x3',
      '%l = log1p %e : 2x3',
      '%s = where %is, %a0, %l : 2x3',
      '%t = tanh %s : 2x3',
      '%y = multiply %a0, %t : 2x3',
    ],
    made: ['mish'],
  },
  {
    title: 'gelu of the error function',
    pass: 'ttir-fusing',
    inputs: ['2x3'],
    body: [
      full('c', '0.70710678', '2x3'),
      full('one', '1.0', '2x3'),
      full('half', '0.5', '2x3'),
      '%m = multiply %a0, %c : 2x3',
      '%e = erf %m : 2x3',
      '%p = add %e, %one : 2x3',
      '%h = multiply %a0, %half : 2x3',
      '%y = multiply %h, %p : 2x3',
    ],
    made: ['gelu'],
  },
  {
    title: 'softmax that subtracts the maximum',
    pass: 'ttir-fusing',
    inputs: ['2x5'],
    body: [
      `%max = max %a0 {${dims(1)}, keep_dim = true} : 2x1`,
      `%maxs = broadcast %max ${broadcast(1, 5)} : 2x5`,
      '%d = subtract %a0, %maxs : 2x5',
      '%e = exp %d : 2x5',
      `%sum = sum %e {${dims(1)}, keep_dim = true} : 2x1`,
      `%sums = broadcast %sum ${broadcast(1, 5)} : 2x5`,
      '%y = div %e, %sums : 2x5',
    ],
    made: ['softmax'],
  },
  {
    title: 'mean of a sum that is divided',
    pass: 'ttir-fusing',
    inputs: ['2x5'],
    body: [
      `%sum = sum %a0 {${dims(1)}, keep_dim = true} : 2x1`,
      full('count', '5.0', '2x1'),
      '%y = div %sum, %count : 2x1',
    ],
    made: ['mean'],
  },
  {
    title: 'reduction and the reshape behind it',
    pass: 'ttir-fusing',
    inputs: ['2x5'],
    body: [`%sum = sum %a0 {${dims(1)}, keep_dim = false} : 2`, `%y = reshape %sum ${reshape(2, 1)} : 2x1`],
    made: ['sum'],
  },
  {
    title: 'product with a bias',
    pass: 'ttir-fusing',
    inputs: ['3x4', '4x5', '5'],
    body: [
      '%p = matmul %a0, %a1 : 3x5',
      `%b = reshape %a2 ${reshape(1, 5)} : 1x5`,
      `%bs = broadcast %b ${broadcast(3, 1)} : 3x5`,
      '%y = add %p, %bs : 3x5',
    ],
    made: ['linear'],
  },
  {
    title: 'product of a permuted matrix',
    pass: 'ttir-fusing{enable-permute-matmul-fusion=true}',
    inputs: ['3x4', '5x4'],
    body: [`%t = permute %a1 ${permute(1, 0)} : 4x5`, '%y = matmul %a0, %t : 3x5'],
    made: ['matmul'],
  },
  {
    title: 'root mean square normalisation with a weight',
    pass: 'ttir-fusing',
    inputs: ['2x4', '4'],
    body: [
      full('two', '2.0', '2x4'),
      '%sq = pow %a0, %two : 2x4',
      `%mean = mean %sq {${dims(1)}, keep_dim = true} : 2x1`,
      full('eps', '0.001', '2x1'),
      '%moved = add %mean, %eps : 2x1',
      '%r = rsqrt %moved : 2x1',
      `%rs = broadcast %r ${broadcast(1, 4)} : 2x4`,
      '%n = multiply %a0, %rs : 2x4',
      `%w = reshape %a1 ${reshape(1, 4)} : 1x4`,
      `%ws = broadcast %w ${broadcast(2, 1)} : 2x4`,
      '%y = multiply %n, %ws : 2x4',
    ],
    made: ['rms_norm'],
  },
  {
    title: 'convolution with a bias',
    pass: 'ttir-fusing',
    inputs: ['1x6x6x2', '3x2x3x3', '1x1x1x3'],
    body: [
      `%c = conv2d %a0, %a1 ${conv(0)} : 1x4x4x3`,
      `%b = broadcast %a2 ${broadcast(1, 4, 4, 1)} : 1x4x4x3`,
      '%y = add %c, %b : 1x4x4x3',
    ],
    made: ['conv2d'],
  },
  {
    title: 'heads behind each other',
    pass: 'ttir-fusing',
    inputs: ['1x2x3x4'],
    body: [
      `%t = permute %a0 ${permute(0, 2, 1, 3)} : 1x3x2x4`,
      `%y = reshape %t ${reshape(1, 3, 8)} : 1x3x8`,
    ],
    made: ['concatenate_heads'],
  },
  {
    title: 'three products of one matrix',
    pass: 'ttir-fusing',
    inputs: ['3x4', '4x2', '4x2', '4x2'],
    body: [
      '%p = matmul %a0, %a1 : 3x2',
      '%q = matmul %a0, %a2 : 3x2',
      '%r = matmul %a0, %a3 : 3x2',
      '%s = add %p, %q : 3x2',
      '%y = subtract %s, %r : 3x2',
    ],
    made: ['concat', 'matmul', 'slice_static', 'slice_static', 'slice_static', 'add', 'subtract'],
  },
];

test.each(fusions)('$title: $pass keeps the numbers', (given) => {
  const { names, mismatches, text } = transformed(given, given.pass);
  expect(mismatches, text).toBe(0);
  expect(names).toEqual(given.made);
});

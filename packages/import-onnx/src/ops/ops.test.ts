import { describe, expect, test } from 'vitest';
import type { GivenModel, GivenNode } from '../../tests/onnx-writer.ts';
import { array, close, floats, imported, ints, one, run } from '../../tests/run-model.ts';

const x = floats([2, 3], [3, 1, 3, -2, 0, 5]);

// Numbers are those of the operations' reference implementation in the package onnx 1.23.
describe('indexing', () => {
  test('looks elements up along an axis', () => {
    const places = { shape: [2, 2], ints: [2, -3, 1, 0] };
    close(one('GatherElements', [x, places], { attributes: { axis: 1 } }), [3, 3, 0, -2]);
    close(one('GatherElements', [x, { shape: [1, 3], ints: [1, 0, 1] }]), [-2, 1, 5]);
  });

  test('looks up by vectors of indices', () => {
    close(one('GatherND', [x, { shape: [2, 2], ints: [0, -1, 1, 0] }]), [3, -2]);
    close(one('GatherND', [x, { shape: [1, 1], ints: [1] }]), [-2, 0, 5]);
    close(one('GatherND', [x, { shape: [2, 1], ints: [2, 0] }], { attributes: { batch_dims: 1 } }), [3, -2]);
  });

  test('writes elements, or combines them with those that are there', () => {
    const [places, updates] = [{ shape: [2, 1], ints: [1, -1] }, floats([2, 1], [10, 20])];
    close(one('ScatterElements', [x, places, updates], { attributes: { axis: 1 } }), [3, 10, 3, -2, 0, 20]);
    const twice = [x, { shape: [2, 1], ints: [1, 1] }, floats([2, 3], [1, 2, 3, 4, 5, 6])];
    close(one('ScatterND', twice, { attributes: { reduction: 'add' } }), [3, 1, 3, 3, 7, 14]);
  });
});

describe('order', () => {
  test.each([
    ['ArgMax', {}, [0, 0, 1]],
    ['ArgMax', { axis: 1, select_last_index: 1, keepdims: 0 }, [2, 2]],
    ['ArgMin', { axis: -1, keepdims: 0 }, [1, 0]],
    ['Hardmax', {}, [1, 0, 0, 0, 0, 1]],
  ] as const)('%s %j', (type, attributes, expected) => {
    close(one(type, [x], { attributes }), expected);
  });

  test('the first of equal elements come first', () => {
    close(one('TopK', [x, ints(2)]), [3, 3, 5, 0]);
    close(one('TopK', [x, ints(2)], { outputs: ['v', 'y'] }), [0, 2, 2, 1]);
    close(one('TopK', [x, ints(1)], { attributes: { largest: 0, axis: 0 } }), [-2, 0, 3]);
  });

  test('sums run over an axis', () => {
    close(one('CumSum', [x, ints(1)]), [3, 4, 7, -2, -2, 3]);
    close(one('CumSum', [x, ints(1)], { attributes: { exclusive: 1, reverse: 1 } }), [4, 3, 0, 5, 5, 0]);
  });
});

describe('Einsum', () => {
  const w = floats([3, 2], [1, 0, 0, 1, 1, 1]);
  test.each([
    ['ij,jk->ik', [x, w], [6, 4, 3, 5]],
    ['ij,jk', [x, w], [6, 4, 3, 5]],
    ['...j,jk->k...', [x, w], [6, 3, 4, 5]],
    ['ij->ji', [x], [3, -2, 1, 0, 3, 5]],
    ['ij,ij->', [x, x], [48]],
    ['bij,jk,ik->b', [floats([1, 2, 3], [1, 2, 3, 4, 5, 6]), w, floats([2, 2], [1, 2, 3, 4])], [88]],
  ] as const)('%s', (equation, operands, expected) => {
    close(one('Einsum', operands, { attributes: { equation } }, operands.length), expected);
  });

  test('refuses diagonals', () => {
    const nodes = [{ type: 'Einsum', inputs: ['x'], outputs: ['y'], attributes: { equation: 'ii->i' } }];
    expect(imported({ nodes, inputs: { x: [2, 2] }, outputs: ['y'] })).toEqual([
      "node 'Einsum_0' of type Einsum takes a diagonal by 'ii', which can't be imported",
    ]);
  });
});

describe('transformers', () => {
  const [query, key, value] = [
    floats([1, 2, 2], [1, 0, 0, 1]),
    floats([1, 3, 2], [1, 0, 0, 1, 1, 1]),
    floats([1, 3, 2], [1, 2, 3, 4, 5, 6]),
  ];
  const heads = { q_num_heads: 1, kv_num_heads: 1 };

  test('queries attend to keys', () => {
    close(one('Attention', [query, key, value], { attributes: heads }, 3), [3, 4, 3.406672, 4.406672]);
  });

  test('queries attend to no later keys', () => {
    close(
      one('Attention', [query, key, value], { attributes: { ...heads, is_causal: 1 } }, 3),
      [1, 2, 2.339523, 3.339523],
    );
  });

  test('pairs are turned by the angles of their positions', () => {
    const [cos, sin] = [floats([2, 1], [1, 0]), floats([2, 1], [0, 1])];
    const operands = [floats([1, 2, 2], [1, 2, 3, 4]), cos, sin, { shape: [1, 2], ints: [1, 0] }];
    close(one('RotaryEmbedding', operands, { attributes: { num_heads: 1 } }), [-2, 1, 3, 4]);
  });

  test('rows are divided by the root of their mean square', () => {
    close(one('RMSNormalization', [floats([1, 2], [3, 4]), floats([2], [1, 2])]), [0.848528, 2.262741]);
  });
});

describe('images', () => {
  const image = floats([1, 1, 2, 2], [1, 2, 3, 4]);

  test('a transposed convolution spreads each element over a window', () => {
    const ones = floats([1, 1, 2, 2], [1, 2, 3, 4]);
    close(
      one('ConvTranspose', [image, ones], { attributes: { strides: [2, 2] } }),
      [1, 2, 2, 4, 3, 4, 6, 8, 3, 6, 4, 8, 9, 12, 12, 16],
    );
    close(one('ConvTranspose', [image, ones], { attributes: { pads: [1, 1, 0, 0] } }), [20, 16, 24, 16]);
  });

  test('features become pixels and come back', () => {
    const deep = floats([1, 4, 1, 1], [1, 2, 3, 4]);
    close(one('DepthToSpace', [deep], { attributes: { blocksize: 2 } }), [1, 2, 3, 4]);
    close(one('SpaceToDepth', [image], { attributes: { blocksize: 2 } }), [1, 2, 3, 4]);
  });

  test.each([
    ['nearest', [1, 1, 2, 2]],
    ['linear', [1, 1.25, 1.75, 2]],
    ['cubic', [0.89453125, 1.2265625, 1.7734375, 2.10546875]],
  ])('%s', (mode, expected) => {
    const scales = floats([4], [1, 1, 1, 2]);
    const row = floats([1, 1, 1, 2], [1, 2]);
    close(one('Resize', [row, floats([0], []), scales], { attributes: { mode } }), expected);
  });
});

describe('few integers', () => {
  test('steps are rounded to even and stay in range', () => {
    const operands = [floats([4], [-10, 0.5, 1.5, 1000]), floats([], [1])];
    expect(one('QuantizeLinear', operands)).toEqual([0, 0, 2, 255]);
  });
});

describe('what is computed while a model is read', () => {
  const cast = (input: string, output: string, to: number): GivenNode => ({
    type: 'Cast',
    inputs: [input],
    outputs: [output],
    attributes: { to },
  });

  test('numbers that are not zero are true', () => {
    const model: GivenModel = {
      nodes: [cast('half', 'b', 9), { type: 'Where', inputs: ['b', 'x', 'half'], outputs: ['y'] }],
      inputs: { x: [2] },
      weights: { half: floats([2], [0.5, 0]) },
      outputs: ['y'],
    };
    expect(run(model, [array(floats([2], [3, 4]))])).toEqual([[3, 0]]);
  });

  test.each([
    [0, 2],
    [1, -1],
  ])('remainders have the sign that fmod=%i asks for', (fmod, expected) => {
    const model: GivenModel = {
      nodes: [
        { type: 'Mod', inputs: ['a', 'b'], outputs: ['m'], attributes: { fmod } },
        cast('m', 'f', 1),
        { type: 'Add', inputs: ['x', 'f'], outputs: ['y'] },
      ],
      inputs: { x: [1] },
      weights: { a: ints(-7), b: ints(3) },
      outputs: ['y'],
    };
    expect(run(model, [array(floats([1], [0]))])).toEqual([[expected]]);
  });
});

test('remainders of numbers whose product overflows', () => {
  const model: GivenModel = {
    nodes: [
      { type: 'Cast', inputs: ['x'], outputs: ['a'], attributes: { to: 3 } },
      { type: 'Cast', inputs: ['w'], outputs: ['b'], attributes: { to: 3 } },
      { type: 'Mod', inputs: ['a', 'b'], outputs: ['m'] },
      { type: 'Cast', inputs: ['m'], outputs: ['y'], attributes: { to: 1 } },
    ],
    inputs: { x: [2] },
    weights: { w: ints(-120, 120) },
    outputs: ['y'],
  };
  expect(run(model, [array(floats([2], [100, 100]))])).toEqual([[-20, 100]]);
});

test('a root of integers is computed as numbers before it is cut', () => {
  close(one('Pow', [ints(4, 2, 9), floats([3], [0.5, 3, 0.5])], {}, 0), [2, 8, 3]);
});

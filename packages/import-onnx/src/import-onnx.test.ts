import { printOp, type ModuleOp } from '@shardform/ir-core';
import { arrayOf } from '@shardform/runtime-sim';
import { describe, expect, test } from 'vitest';
import { type GivenModel, type GivenNode, onnxBytes } from '../tests/onnx-writer.ts';
import { close, context, floats, imported, ints, one, run } from '../tests/run-model.ts';

test('operations come from the node of a file', () => {
  const model: GivenModel = {
    nodes: [{ type: 'Relu', inputs: ['x'], outputs: ['y'] }],
    inputs: { x: [2] },
    outputs: ['y'],
  };
  const module = imported(model, { sourceName: 'model.onnx' });
  if (Array.isArray(module)) throw new Error(module.join('\n'));
  const text = printOp(module, context, { debugInfo: true });
  expect(text).toMatch(/^(#loc\d*) = loc\("model.onnx":0:0\)\n(.*\n)*#loc\d+ = loc\("Relu_0"\(\1\)\)$/m);
});

describe('operations', () => {
  const x = floats([2, 3], [-2, -1, 0, 1, 2, 3]);

  test.each([
    ['Relu', {}, [0, 0, 0, 1, 2, 3]],
    ['LeakyRelu', { attributes: { alpha: 0.5 }, floats: ['alpha'] }, [-1, -0.5, 0, 1, 2, 3]],
    ['HardSigmoid', {}, [0.1, 0.3, 0.5, 0.7, 0.9, 1]],
    ['Softmax', {}, [0.090031, 0.244728, 0.665241, 0.090031, 0.244728, 0.665241]],
    ['LogSoftmax', {}, [-2.407606, -1.407606, -0.407606, -2.407606, -1.407606, -0.407606]],
    ['Gelu', {}, [-0.0455, -0.158655, 0, 0.841345, 1.9545, 2.99595]],
    ['Softplus', {}, [0.126928, 0.313262, 0.693147, 1.313262, 2.126928, 3.048587]],
    ['Transpose', {}, [-2, 1, -1, 2, 0, 3]],
    ['Flatten', { attributes: { axis: 0 } }, [-2, -1, 0, 1, 2, 3]],
    ['ReduceMean', { attributes: { axes: [1], keepdims: 0 } }, [-1, 2]],
    ['ReduceL2', { attributes: { axes: [0], keepdims: 0 } }, [Math.sqrt(5), Math.sqrt(5), 3]],
    ['ReduceLogSumExp', { attributes: { axes: [1], keepdims: 0 } }, [0.407606, 3.407606]],
  ] as const)('%s', (type, rest, expected) => {
    close(one(type, [x], rest), expected);
  });

  test('operands of different sizes are repeated', () => {
    close(one('Add', [x, floats([3], [10, 20, 30])], {}, 2), [8, 19, 30, 11, 22, 33]);
    close(one('Mul', [x, floats([2, 1], [1, -1])], {}, 2), [-2, -1, 0, -1, -2, -3]);
  });

  test('sizes and places come from weights', () => {
    close(one('Reshape', [x, ints(3, -1)]), [-2, -1, 0, 1, 2, 3]);
    close(one('Slice', [x, ints(2, 0), ints(-100, 2), ints(1, 0), ints(-1, 1)]), [0, -1, -2, 3, 2, 1]);
    close(one('Gather', [x, ints(2, -3)], { attributes: { axis: 1 } }), [0, -2, 3, 1]);
    close(one('Tile', [floats([1, 2], [1, 2]), ints(2, 2)]), [1, 2, 1, 2, 1, 2, 1, 2]);
    close(one('Pad', [floats([1, 1], [7]), ints(0, 1, 1, 0)]), [0, 7, 0, 0]);
    close(one('Trilu', [floats([2, 2], [1, 2, 3, 4])], { attributes: { upper: 0 } }), [1, 0, 3, 4]);
    close(one('Expand', [floats([2, 1], [1, 2]), ints(2, 2)]), [1, 1, 2, 2]);
  });

  test('products of matrices, of batches, of vectors', () => {
    const w = floats([3, 2], [1, 0, 0, 1, 1, 1]);
    close(one('MatMul', [x, w], {}, 2), [-2, -1, 4, 5]);
    close(one('MatMul', [floats([2, 1, 2], [1, 2, 3, 4]), floats([2, 2, 1], [1, 1, 2, 2])], {}, 2), [3, 14]);
    close(one('MatMul', [floats([2], [1, 2]), floats([2], [3, 4])], {}, 2), [11]);
    close(
      one('Gemm', [x, floats([2, 3], [1, 0, 1, 0, 1, 1]), floats([2], [10, 20])], {
        attributes: { transB: 1, alpha: 2, beta: 0.5 },
        floats: ['alpha', 'beta'],
      }),
      [1, 8, 13, 20],
    );
  });

  test('convolution and pooling', () => {
    const image = floats([1, 1, 3, 3], [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const ones = floats([1, 1, 2, 2], [1, 1, 1, 1]);
    close(one('Conv', [image, ones, floats([1], [0.5])]), [12.5, 16.5, 24.5, 28.5]);
    const same = { attributes: { auto_pad: 'SAME_UPPER', strides: [2, 2] } };
    close(one('Conv', [image, ones], same), [12, 9, 15, 9]);
    const window = { kernel_shape: [2, 2], strides: [2, 2], pads: [1, 1, 0, 0] };
    close(one('MaxPool', [image], { attributes: window }), [1, 3, 7, 9]);
    close(one('AveragePool', [image], { attributes: window }), [1, 2.5, 5.5, 7]);
    close(
      one('AveragePool', [image], { attributes: { ...window, count_include_pad: 1 } }),
      [0.25, 1.25, 2.75, 7],
    );
    close(
      one('MaxPool', [image], { attributes: { kernel_shape: [2, 2], strides: [2, 2], ceil_mode: 1 } }),
      [5, 6, 8, 9],
    );
    close(one('GlobalAveragePool', [image]), [5]);
  });

  test('normalizations', () => {
    const [scale, bias] = [floats([3], [1, 2, 3]), floats([3], [0, 0, 1])];
    const row = floats([1, 3], [1, 2, 3]);
    close(one('LayerNormalization', [row, scale, bias]), [-1.224736, 0, 4.674208]);
    const moments = [floats([3], [1, 1, 1]), floats([3], [4, 4, 4])];
    close(one('BatchNormalization', [row, scale, bias, ...moments]), [0, 0.999999, 3.999997]);
  });
});

/** A layer of a network whose sizes are computed from the shape of its input, as PyTorch exports it. */
const heads: GivenModel = {
  inputs: { x: ['batch', 4, 6] },
  outputs: ['y'],
  weights: {
    w: floats(
      [6, 6],
      Array.from({ length: 36 }, (_, i) => (i % 7 === 0 ? 1 : 0)),
    ),
    one: ints(1),
    two: ints(2),
  },
  nodes: [
    { type: 'MatMul', inputs: ['x', 'w'], outputs: ['p'] },
    { type: 'Shape', inputs: ['p'], outputs: ['s'] },
    { type: 'Constant', inputs: [], outputs: ['0'], attributes: { value: { shape: [], ints: [0] } } },
    { type: 'Gather', inputs: ['s', '0'], outputs: ['b'] },
    { type: 'Unsqueeze', inputs: ['b', 'axis'], outputs: ['b1'] },
    { type: 'Slice', inputs: ['s', 'one', 'two'], outputs: ['n'] },
    { type: 'Slice', inputs: ['s', 'two', 'three'], outputs: ['d'] },
    { type: 'Div', inputs: ['d', 'two'], outputs: ['h'] },
    { type: 'Concat', inputs: ['b1', 'n', 'two', 'h'], outputs: ['sizes'], attributes: { axis: 0 } },
    { type: 'Reshape', inputs: ['p', 'sizes'], outputs: ['q'] },
    { type: 'Transpose', inputs: ['q'], outputs: ['y'], attributes: { perm: [0, 2, 1, 3] } },
  ].map((node) => node as GivenNode),
};
const headsModel: GivenModel = {
  ...heads,
  weights: { ...heads.weights, axis: ints(0), three: ints(3) },
};

describe('a model', () => {
  test('computes its sizes while it is read', () => {
    const module = imported(headsModel, { sizes: new Map([['batch', 2]]) }) as ModuleOp;
    const text = printOp(module, context);
    expect(text).toContain('@main(%arg0: tensor<2x4x6xf32> {onnx.name = "x"}) -> tensor<2x2x4x3xf32>');
    expect(text.match(/stablehlo\.\w+/g)).toEqual([
      'stablehlo.constant',
      'stablehlo.dot_general',
      'stablehlo.reshape',
      'stablehlo.transpose',
    ]);
    const elements = Array.from({ length: 48 }, (_, i) => i);
    const [found] = run(headsModel, [arrayOf('f32', [2, 4, 6], elements)], {
      sizes: new Map([['batch', 2]]),
    });
    expect(found!.slice(0, 6)).toEqual([0, 1, 2, 6, 7, 8]);
  });

  test('takes its weights as arguments if asked', () => {
    const options = { sizes: new Map([['batch', 1]]), weightsAsArguments: true };
    const text = printOp(imported(headsModel, options) as ModuleOp, context);
    expect(text).toContain('%arg1: tensor<6x6xf32> {onnx.name = "w"}');
    expect(text).not.toContain('stablehlo.constant');
  });

  test('may list its weights among its inputs', () => {
    const model: GivenModel = {
      inputs: { x: [2], w: [2] },
      weights: { w: floats([2], [3, 4]) },
      outputs: ['y'],
      nodes: [{ type: 'Mul', inputs: ['x', 'w'], outputs: ['y'] }],
    };
    expect(run(model, [arrayOf('f32', [2], [1, 2])])).toEqual([[3, 8]]);
  });
});

describe('what can not be imported is named', () => {
  const relu: GivenNode = { type: 'Relu', inputs: ['x'], outputs: ['y'] };
  test.each([
    [
      { inputs: { x: ['batch', 2] }, outputs: ['y'], nodes: [relu] },
      "the size of 'batch', dimension 0 of input 'x', is not known: give it a number",
    ],
    [
      { inputs: { x: [2] }, outputs: ['y'], nodes: [{ ...relu, type: 'NonZero' }] },
      "node 'NonZero_0' of type NonZero can't be imported",
    ],
    [
      { inputs: { x: [2] }, outputs: ['y'], nodes: [{ ...relu, domain: 'com.microsoft' }] },
      "node 'Relu_0' of type Relu of the domain 'com.microsoft' can't be imported",
    ],
    [
      { inputs: { x: [2] }, outputs: ['y'], nodes: [{ ...relu, inputs: ['z'] }] },
      "node 'Relu_0' of type Relu uses 'z', which nothing before it defines",
    ],
    [
      {
        inputs: { x: [2], s: [1] },
        outputs: ['y'],
        nodes: [{ type: 'Reshape', inputs: ['x', 's'], outputs: ['y'] }],
      },
      "node 'Reshape_0' of type Reshape needs sizes that don't depend on the inputs",
    ],
    [
      {
        inputs: { x: [2], b: [3] },
        outputs: ['y'],
        nodes: [{ type: 'Add', inputs: ['x', 'b'], outputs: ['y'] }],
      },
      "node 'Add_0' of type Add can't broadcast [2] and [3]",
    ],
  ] satisfies [GivenModel, string][])('%#', (model, message) => {
    expect(imported(model)).toEqual([message]);
  });

  test('a file that is no model', () => {
    expect(imported(new Uint8Array([1, 2, 3]))).toEqual([
      expect.stringMatching(/^the file is no ONNX model: /),
    ]);
    expect(imported(new Uint8Array())).toEqual(['the file has no graph']);
  });

  test.each(['constructor', '__proto__', 'toString'])('an operation of type %s', (type) => {
    const nodes = [{ type, inputs: ['x'], outputs: ['y'] }];
    expect(imported({ nodes, inputs: { x: [2] }, outputs: ['y'] })).toEqual([
      `node '${type}_0' of type ${type} can't be imported`,
    ]);
  });

  test('a dimension that a number cannot hold', () => {
    const nodes = [{ type: 'Relu', inputs: ['x'], outputs: ['y'] }];
    expect(imported({ nodes, inputs: { x: [2 ** 62] }, outputs: ['y'] })).toEqual([
      'dimension 4611686018427388000 is larger than 9007199254740991',
    ]);
  });
});

test('keeps names apart that differ in bytes that are not UTF-8', () => {
  const model = onnxBytes({
    nodes: [{ type: 'Sub', inputs: ['operand1', 'operand2'], outputs: ['y'] }],
    inputs: { operand1: [2], operand2: [2] },
    outputs: ['y'],
  });
  const bytes = Buffer.from(model)
    .toString('latin1')
    .replaceAll('operand1', 'operand\xfe')
    .replaceAll('operand2', 'operand\xff');
  const module = imported(Buffer.from(bytes, 'latin1'));
  if (Array.isArray(module)) throw new Error(module.join('\n'));
  const text = printOp(module, context);
  expect(text).toContain('{onnx.name = "operand\\FE"}');
  expect(text).toContain('{onnx.name = "operand\\FF"}');
  expect(text).toContain('stablehlo.subtract %arg0, %arg1');
});

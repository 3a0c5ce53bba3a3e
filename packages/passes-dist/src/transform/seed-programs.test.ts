import { uniformMachine } from '@shardform/cost-model';
import { DotGeneralOp } from '@shardform/dialect-stablehlo';
import { Builder, type Context } from '@shardform/ir-core';
import { AllReduceOp, PlacedTensorType } from '@shardform/dialect-dist';
import {
  distirCostModel,
  flattenFunction,
  projectRanks,
  runRanks,
  simulateClocks,
} from '@shardform/runtime-dist';
import { describe, expect, test } from 'vitest';
import {
  deepMlp,
  deepMlpInputs,
  distContext,
  functionIn,
  matrix,
  mlpInputs,
  mlpResults,
  parsed,
  printedAfter,
  run,
  runAfter,
  seedMlp,
  sequentialMlp,
  transformed,
} from '../../tests/dist-programs.ts';

/** The names of a program's operations, in order; those of regions in brackets. */
function outline(text: string): string[] {
  return text
    .split('\n')
    .map((line) => /dist\.([a-z_]+)(?= |\()/.exec(line.replace(/!dist\.[^ ]*/g, ''))?.[1] ?? '')
    .filter((name) => name !== '' && name !== 'return');
}

describe('the sequential program', () => {
  test('computes what is worked out by hand', () => {
    expect(runAfter(seedMlp(), '', mlpInputs)).toEqual(mlpResults.linear);
    expect(runAfter(sequentialMlp(true), '', mlpInputs)).toEqual(mlpResults.relu);
  });
});

describe('data parallel', () => {
  test('scatters batches, copies weights, adds up gradients', () => {
    const text = printedAfter(seedMlp(), 'dist-map{data=2}');
    expect(outline(text)).toEqual([
      'broadcast',
      'broadcast',
      'scatter',
      'scatter',
      'pmap',
      'matmul',
      'matmul',
      'loss',
      'loss_grad',
      'matmul_grad',
      'matmul_grad',
      'all_reduce',
      'all_reduce',
      'pmap',
      'sgd',
      'sgd',
      'select',
      'send',
      'select',
      'send',
      'gather',
      'reduce',
    ]);
    expect(text).toContain(
      '%2 = dist.scatter %arg2 along 0 to [1, 2] : (!dist.tensor<4x2xf32, 0>) -> tuple<!dist.tensor<2x2xf32, 1>, !dist.tensor<2x2xf32, 2>>',
    );
    expect(text).toContain(
      '%14 = dist.matmul %arg4, %arg5 : (!dist.tensor<2x2xf32, d>, !dist.tensor<2x4xf32, d>) -> !dist.tensor<2x4xf32, d>',
    );
  });

  test.each([2, 4])('on %i devices computes the same', (data) => {
    for (const [text, results] of [
      [seedMlp(), mlpResults.linear],
      [sequentialMlp(true), mlpResults.relu],
    ] as const) {
      expect(runAfter(text, `dist-map{data=${data}}`, mlpInputs)).toEqual(results);
      expect(runAfter(text, `dist-map{data=${data}},dist-lower-pmap`, mlpInputs)).toEqual(results);
      expect(runAfter(text, `dist-spread{data=${data}}`, mlpInputs)).toEqual(results);
    }
  });
});

describe('horizontal parallel', () => {
  test('divides weights by columns and rows in turn, and adds up once', () => {
    const text = printedAfter(seedMlp(), 'dist-map{horizontal=2}');
    expect(outline(text)).toEqual([
      'scatter',
      'scatter',
      'broadcast',
      'broadcast',
      'pmap',
      'matmul',
      'matmul',
      'all_reduce',
      'pmap',
      'loss',
      'loss_grad',
      'matmul_grad',
      'matmul_grad',
      'sgd',
      'sgd',
      'gather',
      'gather',
      'select',
      'send',
      'select',
      'send',
    ]);
    expect(text).toContain('dist.scatter %arg0 along 1 to [1, 2]');
    expect(text).toContain('dist.scatter %arg1 along 0 to [1, 2]');
  });

  test.each(['horizontal=2', 'horizontal=4', 'data=2 horizontal=2'])(
    'with %s computes the same',
    (options) => {
      for (const form of [
        `dist-map{${options}}`,
        `dist-map{${options}},dist-lower-pmap`,
        `dist-spread{${options}}`,
      ]) {
        expect(runAfter(seedMlp(), form, mlpInputs)).toEqual(mlpResults.linear);
        expect(runAfter(sequentialMlp(true), form, mlpInputs)).toEqual(mlpResults.relu);
      }
    },
  );
});

describe('model parallel', () => {
  test('sends the activation to the second device and its gradient back', () => {
    const text = printedAfter(seedMlp(), 'dist-place-stages{stages=2}');
    expect(outline(text)).toEqual([
      'matmul',
      'send',
      'matmul',
      'loss',
      'loss_grad',
      'matmul_grad',
      'send',
      'matmul_grad',
      'sgd',
      'sgd',
    ]);
    expect(text).toContain(
      '-> (!dist.tensor<2x4xf32, 0>, !dist.tensor<4x2xf32, 1>, !dist.tensor<4x2xf32, 1>, !dist.tensor<f32, 1>)',
    );
    expect(runAfter(sequentialMlp(true), 'dist-place-stages{stages=2}', mlpInputs)).toEqual(mlpResults.relu);
  });

  test('needs a weight for each stage', () => {
    expect(() => transformed(seedMlp(), 'dist-place-stages{stages=3}')).toThrow(
      "can't deal 2 weights to 3 stages",
    );
  });
});

describe('pipeline parallel', () => {
  const stages = 'dist-place-stages{stages=2}';

  test('with a function of a microbatch', () => {
    const passes = `${stages},dist-pipeline{microbatches=2}`;
    const text = printedAfter(seedMlp(), passes);
    expect(outline(text)).toEqual([
      'split',
      'split',
      'pipeline',
      'matmul',
      'send',
      'matmul',
      'loss',
      'loss_grad',
      'matmul_grad',
      'send',
      'matmul_grad',
      'sgd',
      'sgd',
    ]);
    expect(text).toContain('results [concat, sum, sum, sum] {schedule = "gpipe"}');
    expect(runAfter(sequentialMlp(true), passes, mlpInputs)).toEqual(mlpResults.relu);
  });

  test('unrolled into six timesteps', () => {
    const text = printedAfter(
      seedMlp(),
      `${stages},dist-pipeline{microbatches=2},dist-unroll-pipeline{par},dist-dissolve-tuples`,
    );
    expect(outline(text)).toEqual([
      ...['split', 'split'],
      ...['matmul', 'send'],
      ...['par', 'matmul', 'send', 'matmul', 'loss'],
      ...['matmul', 'loss', 'add'],
      ...['loss_grad', 'matmul_grad', 'send'],
      ...['par', 'matmul_grad', 'loss_grad', 'matmul_grad', 'send', 'add'],
      ...['matmul_grad', 'add'],
      ...['concat', 'sgd', 'sgd'],
    ]);
  });

  test.each(['gpipe', '1f1b', 'pipedream'])('%s computes the same', (schedule) => {
    for (const microbatches of [2, 4]) {
      for (const par of ['', ' par']) {
        const passes = `${stages},dist-pipeline{microbatches=${microbatches}},dist-unroll-pipeline{schedule=${schedule}${par}}`;
        expect(runAfter(sequentialMlp(true), passes, mlpInputs)).toEqual(mlpResults.relu);
      }
    }
  });

  test.each([
    ['interleaved-1f1b', 'dist-place-stages{stages=2 chunks=2}'],
    ['interleaved-1f1b', 'dist-place-stages{stages=2 chunks=4}'],
    ['zb-h1', 'dist-place-stages{stages=4}'],
    ['gpipe', 'dist-place-stages{stages=2 chunks=2}'],
  ])('%s after %s computes the same', (schedule, place) => {
    const sizes = [8, 4, 8] as const;
    const inputs = deepMlpInputs(...sizes);
    const expected = runAfter(deepMlp(...sizes), '', inputs);
    for (const microbatches of [4, 8]) {
      for (const rest of ['', ',dist-dissolve-tuples,dist-spread{horizontal=2}', ',dist-insert-free']) {
        const passes = `${place},dist-pipeline{microbatches=${microbatches} schedule=${schedule}},dist-unroll-pipeline${rest}`;
        expect(runAfter(deepMlp(...sizes), passes, inputs)).toEqual(expected);
      }
    }
  });

  test('a schedule says what it needs', () => {
    const passes =
      'dist-place-stages{stages=4 chunks=2},dist-pipeline{microbatches=2},dist-unroll-pipeline{schedule=interleaved-1f1b}';
    expect(() => transformed(deepMlp(8, 4, 8), passes)).toThrow(
      'interleaving needs a multiple of 4 microbatches, got 2',
    );
  });

  // The largest number of microbatches whose activations the first of 4 devices keeps, of 8.
  test.each([
    ['gpipe', 8],
    ['1f1b', 4],
    ['pipedream', 7],
    ['zb-h1', 4],
  ])('with %s the first device keeps %i microbatches', (schedule, microbatches) => {
    const [layers, width, batch] = [4, 4, 4096];
    const context = distContext();
    const module = transformed(
      deepMlp(layers, width, batch),
      `dist-place-stages{stages=4},dist-pipeline{microbatches=8},dist-unroll-pipeline{schedule=${schedule}}`,
      context,
    );
    const program = flattenFunction(functionIn(module), context);
    const { devices } = simulateClocks(program, distirCostModel(uniformMachine(4)));
    // Of a microbatch a device keeps the product for the gradient of relu; what is sent it keeps no longer.
    const kept = (batch / 8) * width * 4;
    const { peakBytes } = devices.find(({ device }) => device === 0)!;
    const inputs = 2 * batch * width * 4 + width * width * 4;
    // Beside them are the gradient that has come, and that of the product.
    expect(Math.round((peakBytes! - inputs) / kept)).toBe(microbatches + 2);
  });

  test('an unknown schedule and a batch that does not divide are refused', () => {
    const pipeline = `${stages},dist-pipeline{microbatches=2}`;
    expect(() => transformed(seedMlp(), `${pipeline},dist-unroll-pipeline{schedule=gpip}`)).toThrow(
      "there is no schedule 'gpip'",
    );
    expect(() => transformed(seedMlp(), 'dist-pipeline{microbatches=3}')).toThrow(
      "can't divide argument 2 of @mlp, '!dist.tensor<4x2xf32, 0>', along dimension 0 into 3 equal parts",
    );
  });
});

describe('the order of sums', () => {
  /** The program with the operands of its reductions, and their results, the other way round. */
  function reversed(passes: string, context: Context) {
    const module = transformed(sequentialMlp(true), passes, context);
    const builder = new Builder(context);
    module.walk((op) => {
      if (!(op instanceof AllReduceOp) || op.results.length < 2) return;
      builder.setInsertionPoint(op);
      const args = { inputs: [...op.operandValues()].reverse(), reduction: op.reduction };
      const copy = builder.create(AllReduceOp, args, [...op.resultTypes()].reverse());
      op.replaceAllUsesWith([...copy.results].reverse());
      op.erase();
    });
    return module;
  }

  test('changes nothing for integers, and little for others', () => {
    const context = distContext();
    const passes = 'dist-spread{data=2 horizontal=2}';
    expect(run(reversed(passes, context), mlpInputs, context)).toEqual(mlpResults.relu);
    const inputs = mlpInputs.map(({ shape }, at) =>
      matrix(shape[0]!, shape[1]!, (i, j) => Math.sin(1 + 7 * i + 3 * j + at)),
    );
    const forward = run(transformed(sequentialMlp(true), passes, context), inputs, context).flat();
    const backward = run(reversed(passes, context), inputs, context).flat();
    // Sums of four products of numbers up to 1, of 24 bits.
    forward.forEach((value, i) =>
      expect(Math.abs(Number(value) - Number(backward[i]))).toBeLessThan(16 * 2 ** -23),
    );
  });
});

describe('products of strategies', () => {
  test.each([
    ['dist-spread{data=2 horizontal=2}'],
    [
      'dist-place-stages{stages=2},dist-pipeline{microbatches=2},dist-unroll-pipeline,dist-dissolve-tuples,dist-spread{data=2 horizontal=2}',
    ],
    [
      'dist-place-stages{stages=4},dist-pipeline{microbatches=4},dist-unroll-pipeline,dist-dissolve-tuples,dist-spread{data=2}',
    ],
  ])('of four layers, %s: the same integers', (passes) => {
    const sizes = [4, 16, 16] as const;
    const inputs = deepMlpInputs(...sizes);
    const expected = runAfter(deepMlp(...sizes), '', inputs);
    expect(runAfter(deepMlp(...sizes), passes, inputs)).toEqual(expected);
  });

  test.each([
    ['data=2', 2],
    ['horizontal=2', 2],
    ['horizontal=4', 4],
    ['data=2 horizontal=2', 2],
  ])('%s with 2 stages and %i microbatches computes the same', (options, microbatches) => {
    for (const schedule of ['gpipe', '1f1b', 'pipedream']) {
      const passes = `dist-place-stages{stages=2},dist-pipeline{microbatches=${microbatches}},dist-unroll-pipeline{schedule=${schedule}},dist-dissolve-tuples,dist-spread{${options}}`;
      expect(runAfter(sequentialMlp(true), passes, mlpInputs)).toEqual(mlpResults.relu);
    }
  });
});

describe('activation recomputation', () => {
  test('frees the activation, computes it again, and frees it again', () => {
    const text = printedAfter(seedMlp(), 'dist-recompute');
    expect(outline(text)).toEqual([
      'matmul',
      'matmul',
      'free',
      'loss',
      'loss_grad',
      'matmul',
      'matmul_grad',
      'free',
      'matmul_grad',
      'sgd',
      'sgd',
    ]);
    expect(runAfter(sequentialMlp(true), 'dist-recompute', mlpInputs)).toEqual(mlpResults.relu);
  });

  test('goes with pipelines, replicas and shards', () => {
    const passes =
      'dist-place-stages{stages=2},dist-recompute,dist-pipeline{microbatches=2},dist-unroll-pipeline{schedule=1f1b},dist-dissolve-tuples,dist-spread{data=2 horizontal=2}';
    expect(runAfter(sequentialMlp(true), passes, mlpInputs)).toEqual(mlpResults.relu);
  });

  test('free after last uses changes nothing', () => {
    expect(runAfter(sequentialMlp(true), 'dist-insert-free', mlpInputs)).toEqual(mlpResults.relu);
  });
});

test('a map over devices and what replaces it have the same operations on each device', () => {
  const context = distContext();
  const onDevices = (passes: string): Record<string, string[]> => {
    const devices: Record<string, string[]> = {};
    functionIn(transformed(seedMlp(), passes, context)).walk((op) => {
      const [type] = op.resultTypes();
      if (!(type instanceof PlacedTensorType) || type.device === 0 || op.name === 'dist.select') return;
      (devices[String(type.device)] ??= []).push(op.name);
    });
    return devices;
  };
  const lowered = onDevices('dist-map{data=2},dist-lower-pmap');
  expect(lowered['1']!.filter((name) => /matmul|sgd|loss/.test(name))).toEqual(
    onDevices('dist-map{data=2}').d!.filter((name) => /matmul|sgd|loss/.test(name)),
  );
});

describe('a StableHLO program', () => {
  const step = `func.func @main(%w0: tensor<4x8xf32>, %b0: tensor<8xf32>, %w1: tensor<8x4xf32>, %x: tensor<8x4xf32>, %z: tensor<8x4xf32>)
      -> (tensor<f32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8x4xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %p = stablehlo.dot_general %x, %w0, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
    %b = stablehlo.broadcast_in_dim %b0, dims = [1] : (tensor<8xf32>) -> tensor<8x8xf32>
    %q = stablehlo.add %p, %b : tensor<8x8xf32>
    %zeros = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %a = stablehlo.maximum %q, %zeros : tensor<8x8xf32>
    %m = stablehlo.compare GT, %q, %zeros : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xi1>
    %y = stablehlo.dot_general %a, %w1, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
    %d = stablehlo.subtract %y, %z : tensor<8x4xf32>
    %s = stablehlo.multiply %d, %d : tensor<8x4xf32>
    %l = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<f32>
    %dw1 = stablehlo.dot_general %a, %d, contracting_dims = [0] x [0] : (tensor<8x8xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
    %da = stablehlo.dot_general %d, %w1, contracting_dims = [1] x [1] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x8xf32>
    %dq = stablehlo.select %m, %da, %zeros : tensor<8x8xi1>, tensor<8x8xf32>
    %db = stablehlo.reduce(%dq init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
    %dw0 = stablehlo.dot_general %x, %dq, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %w0n = stablehlo.subtract %w0, %dw0 : tensor<4x8xf32>
    %b0n = stablehlo.subtract %b0, %db : tensor<8xf32>
    %w1n = stablehlo.subtract %w1, %dw1 : tensor<8x4xf32>
    return %l, %w0n, %b0n, %w1n : tensor<f32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8x4xf32>
  }`;
  const context = distContext();
  const small = (rows: number, columns: number, shift: number) => {
    const numbers = Array.from({ length: rows * columns }, (_, i) => ((i * 7 + shift) % 5) - 2);
    return { kind: 'f32' as const, shape: [rows, columns], data: Float32Array.from(numbers) };
  };
  const inputs = [
    small(4, 8, 1),
    { ...small(8, 1, 2), shape: [8] },
    small(8, 4, 3),
    small(8, 4, 4),
    small(8, 4, 0),
  ];
  const expected = run(transformed(step, 'dist-import', context), inputs, context);

  test('is a program of one device', () => {
    const module = transformed(step, 'dist-import', context);
    let products = 0;
    module.walkOf(DotGeneralOp, () => {
      products += 1;
    });
    expect(products).toBe(5);
    expect(functionIn(module).functionType.inputs.map(String)[1]).toBe('!dist.tensor<8xf32, 0>');
  });

  test.each([
    'dist-map{data=2 batch=3,4}',
    'dist-map{data=4 batch=3,4},dist-lower-pmap',
    'dist-map{horizontal=2 batch=3,4}',
    'dist-spread{data=2 horizontal=4 batch=3,4}',
    'dist-place-stages{stages=2 batch=3,4}',
    'dist-place-stages{stages=2 batch=3,4},dist-pipeline{microbatches=4 batch=3,4}',
    'dist-place-stages{stages=2 batch=3,4},dist-pipeline{microbatches=4 batch=3,4},dist-unroll-pipeline{schedule=1f1b},dist-dissolve-tuples,dist-spread{data=2 horizontal=2 batch=3,4}',
    'dist-recompute',
  ])('computes the same after %s', (passes) => {
    expect(run(transformed(step, `dist-import,${passes}`, context), inputs, context)).toEqual(expected);
  });

  test('shards communicate once in each direction', () => {
    const text = printedAfter(step, 'dist-import,dist-map{horizontal=2 batch=3,4}');
    expect(outline(text).filter((name) => name === 'all_reduce')).toHaveLength(1);
  });

  test('says which arguments are batches', () => {
    expect(() => transformed(step, 'dist-import,dist-spread{data=2}')).toThrow(
      'say which arguments of @main are batches: it updates none of them',
    );
    expect(() => transformed(step, 'dist-import,dist-spread{data=2 batch=7}')).toThrow(
      "argument 7 can't be a batch: the function has 5 arguments",
    );
  });
});

test.each([
  'dist-map{data=2}',
  'dist-map{horizontal=2}',
  'dist-place-stages{stages=2}',
  'dist-place-stages{stages=2},dist-pipeline{microbatches=2},dist-unroll-pipeline{schedule=1f1b},dist-dissolve-tuples,dist-spread{data=2 horizontal=2}',
])('the programs of single devices after %s come to their ends', (passes) => {
  const context = distContext();
  const program = flattenFunction(functionIn(transformed(seedMlp(), passes, context)), context);
  const { deadlock, order } = runRanks(projectRanks(program));
  expect(deadlock).toBeNull();
  expect(new Set(order).size).toBe(program.opCount);
});

test('a program that is distributed already is refused', () => {
  expect(() => transformed(seedMlp(), 'dist-map{data=2},dist-spread{data=2}')).toThrow(
    "'dist.broadcast' is there already",
  );
  expect(() => transformed(seedMlp(), 'dist-pipeline{microbatches=2},dist-spread{data=2}')).toThrow(
    "'dist.pipeline' is there already",
  );
});

test('microbatches that replicas can not divide are put together again', () => {
  const passes =
    'dist-place-stages{stages=2},dist-pipeline{microbatches=4},dist-unroll-pipeline,dist-dissolve-tuples,dist-spread{data=2}';
  expect(runAfter(sequentialMlp(true), passes, mlpInputs)).toEqual(mlpResults.relu);
});

test('constants are made on every device', () => {
  const text = `func.func @f(%x: !dist.tensor<4x2xf32, 0>) -> !dist.tensor<4x2xf32, 0> {
    %0 = dist.constant dense<2.0> : tensor<2xf32> on 0 : !dist.tensor<2xf32, 0>
    %1 = dist.mul %x, %0 : (!dist.tensor<4x2xf32, 0>, !dist.tensor<2xf32, 0>) -> !dist.tensor<4x2xf32, 0>
    return %1 : !dist.tensor<4x2xf32, 0>
  }`;
  const input = [mlpInputs[2]!];
  const expected = runAfter(text, '', input);
  expect(runAfter(text, 'dist-map{data=2 batch=0}', input)).toEqual(expected);
  expect(runAfter(text, 'dist-spread{data=2 horizontal=2 batch=0}', input)).toEqual(expected);
});

test('what is no function of tensors is refused', () => {
  const context = distContext();
  parsed('func.func @f(%a: i32) { return }', context);
  expect(() => transformed('func.func @f(%a: i32) { return }', 'dist-import')).toThrow(
    "@f has a value of type 'i32', which is no tensor of numbers of known shape",
  );
  expect(() => transformed('func.func @f(%a: tensor<4xindex>) { return }', 'dist-import')).toThrow(
    "@f has a value of type 'tensor<4xindex>', which is no tensor of numbers of known shape",
  );
  expect(() =>
    transformed(
      'func.func @f(%a: tensor<4xf32, dense<1> : tensor<1xi32>>) -> tensor<4xf32, dense<1> : tensor<1xi32>> { return %a : tensor<4xf32, dense<1> : tensor<1xi32>> }',
      'dist-import',
    ),
  ).toThrow('whose encoding says already how it lies in memory');
  expect(() => transformed('func.func @f() { return }', 'dist-import{func=g}')).toThrow('has no function @g');
});

import { funcDialect, type FuncOp } from '@shardform/dialect-func';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import { Context, parseModule } from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';
import { estimateMemory, type MemoryEstimate } from '../memory-estimate.ts';
import type { MemoryRules } from '../memory-rules.ts';

/** The estimate of @main. */
function estimate(
  args: string,
  results: string,
  body: string,
  rules: MemoryRules = 'accelerator',
): MemoryEstimate {
  const context = new Context([funcDialect, stablehloDialect]);
  const module = parseModule(`func.func @main(${args}) -> (${results}) {\n${body}\n}`, context)!;
  const [func] = [...module.body] as FuncOp[];
  return estimateMemory(func!, { rules });
}

const T = 'tensor<16x16xf32>';
const TILE = 1024;
const dot = (lhs: string, rhs: string, type = T): string =>
  `stablehlo.dot_general ${lhs}, ${rhs}, contracting_dims = [1] x [0] : (${type}, ${type}) -> ${type}`;
const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

describe('products on accelerators', () => {
  const [narrow, wide] = ['tensor<16x16xbf16>', T];

  test('are of bf16 numbers themselves', () => {
    const body = `%0 = ${dot('%a', '%b', narrow)}
      return %0 : ${narrow}`;
    expect(estimate(`%a: ${narrow}, %b: ${narrow}`, narrow, body).temporaries).toBe(0);
  });

  test('read arguments in another type where they are', () => {
    const body = `%0 = stablehlo.convert %a : (${wide}) -> ${narrow}
      %1 = ${dot('%0', '%b', narrow)}
      return %1 : ${narrow}`;
    expect(estimate(`%a: ${wide}, %b: ${narrow}`, narrow, body).temporaries).toBe(0);
  });

  test('read slices of stacked weights where they are', () => {
    const body = `%zero = stablehlo.constant dense<0> : tensor<i32>
      %0 = stablehlo.dynamic_slice %w, %i, %zero, %zero, sizes = [1, 16, 16]
        : (tensor<8x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x16xf32>
      %1 = stablehlo.reshape %0 : (tensor<1x16x16xf32>) -> ${T}
      %2 = ${dot('%a', '%1')}
      return %2 : ${T}`;
    const args = `%a: ${T}, %i: tensor<i32>, %w: tensor<8x16x16xf32>`;
    expect(estimate(args, T, body).temporaries).toBe(0);
    expect(estimate(args, T, body, 'cpu').temporaries).toBe(TILE);
  });

  test('read functions of one tensor through', () => {
    const body = `%z = stablehlo.constant dense<0.0> : ${T}
      %0 = ${dot('%a', '%a')}
      %1 = stablehlo.maximum %0, %z : ${T}
      %2 = ${dot('%1', '%a')}
      %3 = stablehlo.compare GT, %0, %z : (${T}, ${T}) -> tensor<16x16xi1>
      %4 = stablehlo.select %3, %2, %z : tensor<16x16xi1>, ${T}
      return %4 : ${T}`;
    // The first product, which its rectified value is computed from again, and the second one, in the memory of the result.
    expect(estimate(`%a: ${T}`, T, body).temporaries).toBe(TILE);
  });

  test.each([
    ['%a', 0],
    ['%n', TILE],
  ])('read %s in another order of dimensions with %i bytes beside', (operand, expected) => {
    const [given, moved] = ['tensor<8x4x8xf32>', 'tensor<4x8x8xf32>'];
    const body = `%n = stablehlo.custom_call @f(%a) : (${given}) -> ${given}
      %0 = stablehlo.transpose ${operand}, dims = [1, 0, 2] : (${given}) -> ${moved}
      %1 = stablehlo.dot_general %0, %0, batching_dims = [0] x [0], contracting_dims = [2] x [2]
        : (${moved}, ${moved}) -> ${moved}
      return %1 : ${moved}`;
    // Of the call, its result and a copy of it, one of which is in the memory of the result.
    expect(estimate(`%a: ${given}`, moved, body).temporaries).toBe(expected);
  });

  test('keep narrower copies of intermediate values, which take less until they are needed again', () => {
    const body = `%0 = ${dot('%a', '%a')}
      %1 = stablehlo.convert %0 : (${wide}) -> ${narrow}
      %2 = ${dot('%1', '%b', narrow)}
      %3 = ${dot('%2', '%1', narrow)}
      return %3 : ${narrow}`;
    // The first product and its copy; the second product is in the memory of the result.
    expect(estimate(`%a: ${wide}, %b: ${narrow}`, narrow, body).temporaries).toBe(1.5 * TILE);
  });
});

test('a function that is needed again is computed again from what it is made of', () => {
  const body = `%0 = ${dot('%a', '%a')}
    %1 = stablehlo.exponential %0 : ${T}
    %2 = stablehlo.add %1, %a : ${T}
    %3 = ${dot('%2', '%2')}
    %4 = stablehlo.multiply %3, %1 : ${T}
    return %4 : ${T}`;
  // The first product is kept instead of its exponential, beside the sum, in the memory of the result at first.
  expect(estimate(`%a: ${T}`, T, body).temporaries).toBe(2 * TILE);
});

describe('the order of kernels on accelerators', () => {
  /** The sum of products of arguments, all of which could be computed at first. */
  const sum = (count: number): MemoryEstimate => {
    const products = range(count).map(
      (i) => `%p${i} = ${dot(`%a${i}`, `%a${i}`)}
      %q${i} = ${dot(`%p${i}`, '%a0')}`,
    );
    const sums = range(count - 1).map((i) => `%s${i + 1} = ${dot(i === 0 ? '%q0' : `%s${i}`, `%q${i + 1}`)}`);
    const args = range(count).map((i) => `%a${i}: ${T}`);
    return estimate(args.join(), T, [...products, ...sums, `return %s${count - 1} : ${T}`].join('\n'));
  };

  test('computes what is summed up one after the other', () => {
    expect(sum(12).temporaries).toBe(sum(4).temporaries);
    expect(sum(12).temporaries).toBeLessThanOrEqual(3 * TILE);
  });

  test('gathers weights where they are used', () => {
    const [shard, whole] = ['tensor<4x16xf32>', T];
    const layers = (count: number): number => {
      const gathers = range(count).map(
        (i) => `%g${i} = "stablehlo.all_gather"(%w${i}) {all_gather_dim = 0 : i64,
          replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} : (${shard}) -> ${whole}`,
      );
      const products = range(count).map((i) => `%x${i + 1} = ${dot(`%x${i}`, `%g${i}`)}`);
      const args = [`%x0: ${T}`, ...range(count).map((i) => `%w${i}: ${shard}`)];
      const body = [...gathers, ...products, `return %x${count} : ${T}`];
      return estimate(args.join(), T, body.join('\n')).temporaries;
    };
    expect(layers(16)).toBe(layers(3));
    expect(layers(16)).toBeLessThanOrEqual(2 * TILE);
  });

  /** Layers of two products with a wide value between them, and the derivative by their input; recomputed behind barriers or kept. */
  const training = (count: number, isRecomputed: boolean): number => {
    const W = 'tensor<16x256xf32>';
    const up = (name: string, x: string): string =>
      `${name} = stablehlo.dot_general ${x}, %w, contracting_dims = [1] x [0] : (${T}, ${W}) -> ${W}`;
    const down = (name: string, h: string): string =>
      `${name} = stablehlo.dot_general ${h}, %w, contracting_dims = [1] x [1] : (${W}, ${W}) -> ${T}`;
    const forward = range(count).flatMap((i) => [
      up(`%h${i}`, `%x${i}`),
      `%t${i} = stablehlo.dot_general %h${i}, %m, contracting_dims = [1] x [0] : (${W}, tensor<256x256xf32>) -> ${W}`,
      down(`%x${i + 1}`, `%t${i}`),
    ]);
    const backward = range(count)
      .reverse()
      .flatMap((i) => [
        `%b${i}:2 = stablehlo.optimization_barrier %x${i}, %g${i + 1} : ${T}, ${T}`,
        ...(isRecomputed ? [up(`%r${i}`, `%b${i}#0`)] : []),
        up(`%d${i}`, `%b${i}#1`),
        `%e${i} = stablehlo.multiply %d${i}, ${isRecomputed ? '%r' : '%h'}${i} : ${W}`,
        down(`%g${i}`, `%e${i}`),
      ]);
    const body = [
      ...forward,
      `%g${count} = stablehlo.add %x${count}, %x${count} : ${T}`,
      ...backward,
      `return %g0 : ${T}`,
    ];
    return estimate(`%x0: ${T}, %w: ${W}, %m: tensor<256x256xf32>`, T, body.join('\n')).temporaries;
  };

  test('recomputes a layer when its derivative is there, so that more layers need their inputs only', () => {
    const [few, many] = [training(4, true), training(12, true)];
    expect(many - few).toBe(8 * TILE);
    // Kept, each layer has its wide value too.
    expect(training(12, false) - training(4, false)).toBe(8 * 16 * TILE);
  });
});

test('loops fill what they begin with themselves', () => {
  const body = `%zero = stablehlo.constant dense<0> : tensor<i32>
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %f = stablehlo.broadcast_in_dim %z, dims = [] : (tensor<f32>) -> ${T}
    %r:3 = stablehlo.while(%i = %zero, %x = %f, %y = %f) : tensor<i32>, ${T}, ${T}
    cond {
      %n = stablehlo.constant dense<8> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      %s = stablehlo.add %x, %x : ${T}
      %t = stablehlo.negate %y : ${T}
      stablehlo.return %j, %s, %t : tensor<i32>, ${T}, ${T}
    }
    return %r#1, %r#2 : ${T}, ${T}`;
  // Both are in the memory of results; the counter, its test, and addresses.
  expect(estimate('', `${T}, ${T}`, body).temporaries).toBeLessThan(64);
});

describe('updates on accelerators', () => {
  test('of a donated argument come after its last reader', () => {
    const body = `%0 = stablehlo.subtract %a, %g : ${T}
      %1 = ${dot('%a', '%g')}
      return %0, %1 : ${T}, ${T}`;
    const args = `%a: ${T} {tf.aliasing_output = 0 : i32}, %g: ${T}`;
    expect(estimate(args, `${T}, ${T}`, body)).toMatchObject({ aliased: TILE, temporaries: 0 });
    expect(estimate(args, `${T}, ${T}`, body, 'cpu').temporaries).toBe(TILE);
  });

  test('of what a loop carries come after its last reader in an iteration', () => {
    const body = `%zero = stablehlo.constant dense<0> : tensor<i32>
      %r:3 = stablehlo.while(%i = %zero, %x = %a, %y = %b) : tensor<i32>, ${T}, ${T}
      cond {
        %n = stablehlo.constant dense<8> : tensor<i32>
        %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %one = stablehlo.constant dense<1> : tensor<i32>
        %j = stablehlo.add %i, %one : tensor<i32>
        %s = stablehlo.add %x, %x : ${T}
        %t = stablehlo.subtract %y, %x : ${T}
        stablehlo.return %j, %s, %t : tensor<i32>, ${T}, ${T}
      }
      return %r#1, %r#2 : ${T}, ${T}`;
    const args = `%a: ${T} {tf.aliasing_output = 0 : i32}, %b: ${T} {tf.aliasing_output = 1 : i32}`;
    // The counter, its test, and addresses.
    expect(estimate(args, `${T}, ${T}`, body).temporaries).toBeLessThan(64);
    expect(estimate(args, `${T}, ${T}`, body, 'cpu').temporaries).toBeGreaterThanOrEqual(TILE);
  });
});

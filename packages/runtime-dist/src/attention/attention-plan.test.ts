import { funcDialect, FuncOp } from '@shardform/dialect-func';
import { Context, parseModule } from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';
import { flattenSpmd } from '../program/flatten-spmd.ts';
import { type FlatProgram, labelOf } from '../program/flat-program.ts';
import { costModel, uniformMachine } from '@shardform/cost-model';
import { kernelWork } from '../cost/roofline-cost.ts';
import { type AttentionPlan, attentionPlan } from './attention-plan.ts';

const context = new Context([funcDialect, costModel]);

function planOf(text: string): { readonly plan: AttentionPlan | null; readonly func: FuncOp } {
  const module = parseModule(text, context)!;
  const func = [...module.body].find((op) => op instanceof FuncOp)!;
  return { plan: attentionPlan(func, context), func };
}

const [Q, S, R] = ['tensor<2x4x64x16xf32>', 'tensor<2x4x64x64xf32>', 'tensor<2x4x64xf32>'];
const QUERIES = 2 * 4 * 64 * 16;
const PRODUCT = 2 * QUERIES * 64;

/** Scores of %q and %k, masked by positions where `mask` says so, and their softmax %p. */
const softmax = (mask = false): string => `
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %s0 = stablehlo.dot_general %q, %k, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3] : (${Q}, ${Q}) -> ${S}
  ${
    mask
      ? `%i = stablehlo.iota dim = 0 : tensor<64x64xi32>
  %j = stablehlo.iota dim = 1 : tensor<64x64xi32>
  %c = stablehlo.compare GE, %i, %j : (tensor<64x64xi32>, tensor<64x64xi32>) -> tensor<64x64xi1>
  %m = stablehlo.broadcast_in_dim %c, dims = [2, 3] : (tensor<64x64xi1>) -> tensor<2x4x64x64xi1>
  %least = stablehlo.constant dense<-1.0e30> : ${S}
  %s = stablehlo.select %m, %s0, %least : tensor<2x4x64x64xi1>, ${S}`
      : `%two = stablehlo.constant dense<2.0> : ${S}
  %s = stablehlo.multiply %s0, %two : ${S}`
  }
  %max = stablehlo.reduce(%s init: %low) applies stablehlo.maximum across dimensions = [3] : (${S}, tensor<f32>) -> ${R}
  %maxs = stablehlo.broadcast_in_dim %max, dims = [0, 1, 2] : (${R}) -> ${S}
  %d = stablehlo.subtract %s, %maxs : ${S}
  %e = stablehlo.exponential %d : ${S}
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [3] : (${S}, tensor<f32>) -> ${R}
  %sums = stablehlo.broadcast_in_dim %sum, dims = [0, 1, 2] : (${R}) -> ${S}
  %p = stablehlo.divide %e, %sums : ${S}`;

const product = (result: string, a: string, b: string, dims: string, types: string): string =>
  `%${result} = stablehlo.dot_general %${a}, %${b}, batching_dims = [0, 1] x [0, 1], contracting_dims = ${dims} : ${types}`;
const OUT = product('o', 'p', 'v', '[3] x [2]', `(${S}, ${Q}) -> ${Q}`);

const GRADIENTS = `
  ${product('dv', 'p', 'do', '[2] x [2]', `(${S}, ${Q}) -> ${Q}`)}
  ${product('dp', 'do', 'v', '[3] x [3]', `(${Q}, ${Q}) -> ${S}`)}
  %pdp = stablehlo.multiply %dp, %p : ${S}
  %t = stablehlo.reduce(%pdp init: %zero) applies stablehlo.add across dimensions = [3] : (${S}, tensor<f32>) -> ${R}
  %ts = stablehlo.broadcast_in_dim %t, dims = [0, 1, 2] : (${R}) -> ${S}
  %dpt = stablehlo.subtract %dp, %ts : ${S}
  %ds = stablehlo.multiply %dpt, %p : ${S}
  ${product('dq', 'ds', 'k', '[3] x [2]', `(${S}, ${Q}) -> ${Q}`)}
  ${product('dk', 'ds', 'q', '[2] x [2]', `(${S}, ${Q}) -> ${Q}`)}`;

const forward = (mask = false): string =>
  `func.func @main(%q: ${Q}, %k: ${Q}, %v: ${Q}) -> ${Q} {${softmax(mask)}\n${OUT}\nreturn %o : ${Q}}`;

const training = `func.func @main(%q: ${Q}, %k: ${Q}, %v: ${Q}) -> (${Q}, ${Q}, ${Q}) {${softmax()}
  ${OUT}
  %do = stablehlo.tanh %o : ${Q}
  ${GRADIENTS}
  return %dq, %dk, %dv : ${Q}, ${Q}, ${Q}
}`;

const DEVICE = uniformMachine(1).devices.get(1)!;

/** Kernels with their operations, bytes and names. */
function kernels(text: string): { name: string; flops: number; bytes: number }[] {
  const { plan, func } = planOf(text);
  const program: FlatProgram = flattenSpmd(func, 1, context, { attention: plan });
  return Array.from({ length: program.opCount }, (_, op) => op).flatMap((op) => {
    const flops = program.compositeFlops.get(op);
    if (flops === undefined) return [];
    const { bytes } = kernelWork(program, op, DEVICE);
    return [{ name: labelOf(program, op).replace(/ at .*/, ''), flops, bytes }];
  });
}

describe('attention that is written out', () => {
  test('is one kernel that moves queries, keys, values and results', () => {
    expect(kernels(forward())).toEqual([{ name: 'attention', flops: 2 * PRODUCT, bytes: 4 * 4 * QUERIES }]);
  });

  test('computes the pairs that a mask of positions leaves', () => {
    expect(planOf(forward(true)).plan?.passes).toEqual({ forward: 1, backward: 0 });
    const [kernel] = kernels(forward(true));
    expect(kernel!.flops / (2 * PRODUCT)).toBeCloseTo(65 / 128, 2);
    expect(kernel!.bytes).toBe(4 * 4 * QUERIES);
  });

  test('has five products for gradients, the scores again among them', () => {
    expect(planOf(training).plan?.passes).toEqual({ forward: 1, backward: 1 });
    const found = kernels(training).filter(({ name }) => name.startsWith('attention'));
    expect(found).toEqual([
      { name: 'attention', flops: 2 * PRODUCT, bytes: 4 * 4 * QUERIES },
      // Queries, keys, values and the gradient of the result are read, three gradients written.
      { name: 'attention backward', flops: 5 * PRODUCT, bytes: 7 * 4 * QUERIES },
    ]);
  });

  test('is not fused if its probabilities are a result', () => {
    const text = `func.func @main(%q: ${Q}, %k: ${Q}, %v: ${Q}) -> (${Q}, ${S}) {${softmax()}\n${OUT}\nreturn %o, %p : ${Q}, ${S}}`;
    expect(planOf(text).plan).toBeNull();
  });

  test('is not a loss over a vocabulary', () => {
    const [X, W, L, N] = ['tensor<64x16xf32>', 'tensor<128x16xf32>', 'tensor<64x128xf32>', 'tensor<64xf32>'];
    const text = `func.func @main(%x: ${X}, %w: ${W}) -> ${X} {
      %zero = stablehlo.constant dense<0.0> : tensor<f32>
      %s = stablehlo.dot_general %x, %w, contracting_dims = [1] x [1] : (${X}, ${W}) -> ${L}
      %e = stablehlo.exponential %s : ${L}
      %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (${L}, tensor<f32>) -> ${N}
      %sums = stablehlo.broadcast_in_dim %sum, dims = [0] : (${N}) -> ${L}
      %p = stablehlo.divide %e, %sums : ${L}
      %dx = stablehlo.dot_general %p, %w, contracting_dims = [1] x [0] : (${L}, ${W}) -> ${X}
      return %dx : ${X}
    }`;
    expect(planOf(text).plan).toBeNull();
  });

  test('reads no mask of positions that is made before a loop over layers', () => {
    const [before, inside] = softmax(true).split(/(?=\n  %s = )/) as [string, string];
    const [product, ...mask] = before
      .split('\n')
      .filter((line) => line.trim() !== '')
      .toSorted((a, b) => Number(b.includes('%s0 =')) - Number(a.includes('%s0 =')));
    const text = `func.func @main(%x: ${Q}, %k: ${Q}, %v: ${Q}) -> ${Q} {${mask.join('\n')}
      %n = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %r:3 = stablehlo.while(%t = %n, %q = %x, %carried = %m) : tensor<i32>, ${Q}, tensor<2x4x64x64xi1>
      cond {
        %c2 = stablehlo.compare LT, %t, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c2 : tensor<i1>
      } do {
        ${product}
        ${inside.replace('select %m,', 'select %carried,')}
        ${OUT}
        %w = stablehlo.dot_general %o, %o, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2] : (${Q}, ${Q}) -> tensor<2x4x16x16xf32>
        %y = stablehlo.dot_general %o, %w, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] : (${Q}, tensor<2x4x16x16xf32>) -> ${Q}
        %tn = stablehlo.add %t, %one : tensor<i32>
        stablehlo.return %tn, %y, %carried : tensor<i32>, ${Q}, tensor<2x4x64x64xi1>
      }
      return %r#1 : ${Q}
    }`;
    expect(planOf(text).plan?.passes).toEqual({ forward: 1, backward: 0 });
    const found = kernels(text).filter(({ name }) => name === 'attention');
    expect(found.map(({ bytes }) => bytes)).toEqual([4 * 4 * QUERIES]);
    expect(found[0]!.flops / (2 * PRODUCT)).toBeCloseTo(65 / 128, 2);
  });

  test('by blocks of keys is one kernel for all blocks', () => {
    const [B, T, P] = ['tensor<4x2x4x16x16xf32>', 'tensor<2x4x16x16xf32>', 'tensor<2x4x64x16xf32>'];
    const text = `func.func @main(%q: ${Q}, %k: ${B}, %v: ${B}) -> ${Q} {
      %n = stablehlo.constant dense<0> : tensor<i32>
      %zero = stablehlo.constant dense<0.0> : tensor<f32>
      %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %m0 = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<f32>) -> ${R}
      %l0 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> ${R}
      %o0 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> ${Q}
      %r:4 = stablehlo.while(%t = %n, %m = %m0, %l = %l0, %o = %o0) : tensor<i32>, ${R}, ${R}, ${Q}
      cond {
        %four = stablehlo.constant dense<4> : tensor<i32>
        %c = stablehlo.compare LT, %t, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %i0 = stablehlo.constant dense<0> : tensor<i32>
        %k0 = stablehlo.dynamic_slice %k, %t, %i0, %i0, %i0, %i0, sizes = [1, 2, 4, 16, 16] : (${B}, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4x16x16xf32>
        %v0 = stablehlo.dynamic_slice %v, %t, %i0, %i0, %i0, %i0, sizes = [1, 2, 4, 16, 16] : (${B}, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x4x16x16xf32>
        %k1 = stablehlo.reshape %k0 : (tensor<1x2x4x16x16xf32>) -> ${T}
        %v1 = stablehlo.reshape %v0 : (tensor<1x2x4x16x16xf32>) -> ${T}
        %s = stablehlo.dot_general %q, %k1, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3] : (${Q}, ${T}) -> ${P}
        %sm = stablehlo.reduce(%s init: %low) applies stablehlo.maximum across dimensions = [3] : (${P}, tensor<f32>) -> ${R}
        %mn = stablehlo.maximum %m, %sm : ${R}
        %ms = stablehlo.broadcast_in_dim %mn, dims = [0, 1, 2] : (${R}) -> ${P}
        %d = stablehlo.subtract %s, %ms : ${P}
        %p = stablehlo.exponential %d : ${P}
        %dm = stablehlo.subtract %m, %mn : ${R}
        %a = stablehlo.exponential %dm : ${R}
        %la = stablehlo.multiply %l, %a : ${R}
        %ps = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [3] : (${P}, tensor<f32>) -> ${R}
        %ln = stablehlo.add %la, %ps : ${R}
        %as = stablehlo.broadcast_in_dim %a, dims = [0, 1, 2] : (${R}) -> ${Q}
        %oa = stablehlo.multiply %o, %as : ${Q}
        %pv = stablehlo.dot_general %p, %v1, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] : (${P}, ${T}) -> ${Q}
        %on = stablehlo.add %oa, %pv : ${Q}
        %one = stablehlo.constant dense<1> : tensor<i32>
        %tn = stablehlo.add %t, %one : tensor<i32>
        stablehlo.return %tn, %mn, %ln, %on : tensor<i32>, ${R}, ${R}, ${Q}
      }
      return %r#3 : ${Q}
    }`;
    expect(planOf(text).plan?.passes).toEqual({ forward: 1, backward: 0 });
    // The result is written once.
    const found = kernels(text).filter(({ name }) => name === 'attention');
    expect(found).toEqual([{ name: 'attention', flops: 2 * PRODUCT, bytes: 4 * 4 * QUERIES }]);
  });

  test.each(['stablehlo.collective_permute', 'an asynchronous one'])(
    'of a ring is a kernel for each block, between which keys are sent by %s',
    (how) => {
      const sent = (result: string, value: string): string => {
        const permute = `"stablehlo.collective_permute"(%${value}) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (${Q}) -> ${Q}`;
        return how.startsWith('stablehlo')
          ? `%${result} = ${permute}`
          : `%${result}f = "stablehlo.async_start"(%${value}) ({
        %${result}i = ${permute}
        stablehlo.return %${result}i : ${Q}
      }) : (${Q}) -> !stablehlo.future<${Q}>
      %${result} = "stablehlo.async_done"(%${result}f) : (!stablehlo.future<${Q}>) -> ${Q}`;
      };
      const text = `func.func @main(%q: ${Q}, %k0: ${Q}, %v0: ${Q}) -> ${Q} {
      %n = stablehlo.constant dense<0> : tensor<i32>
      %none = stablehlo.constant dense<0.0> : ${Q}
      %r:4 = stablehlo.while(%t = %n, %k = %k0, %v = %v0, %before = %none) : tensor<i32>, ${Q}, ${Q}, ${Q}
      cond {
        %two = stablehlo.constant dense<2> : tensor<i32>
        %c = stablehlo.compare LT, %t, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        ${softmax()}
        ${OUT}
        ${sent('kn', 'k')}
        ${sent('vn', 'v')}
        %after = stablehlo.add %before, %o : ${Q}
        %one = stablehlo.constant dense<1> : tensor<i32>
        %tn = stablehlo.add %t, %one : tensor<i32>
        stablehlo.return %tn, %kn, %vn, %after : tensor<i32>, ${Q}, ${Q}, ${Q}
      }
      return %r#3 : ${Q}
    }`;
      const kernels = [...(planOf(text).plan?.kernels.keys() ?? [])];
      expect(kernels.map(({ name }) => name)).toEqual(['stablehlo.dot_general']);
    },
  );
});

test('without attention, a function has no plan', () => {
  expect(
    planOf('func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> { return %a : tensor<4xf32> }').plan,
  ).toBeNull();
});

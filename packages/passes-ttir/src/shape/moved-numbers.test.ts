import { filled, typeOf } from '@shardform/program-tests';
import { describe, expect, it } from 'vitest';
import { expectSame } from '../../tests/executed.ts';
import { decomposedPermutation, lastTwoExchanged } from './ttir-decompose-complex-permute.ts';

const COUNTED = Array.from({ length: 997 }, (_, i) => i);

function permutations(rank: number): readonly (readonly number[])[] {
  if (rank === 0) return [[]];
  return permutations(rank - 1).flatMap((order) =>
    Array.from({ length: rank }, (_, at) => order.toSpliced(at, 0, rank - 1)),
  );
}

/** The lists of sizes with a product. */
function shapesOf(count: number, rank: number): readonly (readonly number[])[] {
  if (rank === 0) return count === 1 ? [[]] : [];
  const divisors = Array.from({ length: count }, (_, i) => i + 1).filter((size) => count % size === 0);
  return divisors.flatMap((size) => shapesOf(count / size, rank - 1).map((rest) => [size, ...rest]));
}

const unary = (op: string, from: readonly number[], to: readonly number[], kind = 'f32'): string =>
  `func.func @main(%a: ${typeOf(kind, from)}) -> ${typeOf(kind, to)} {
  %0 = ${op} : (${typeOf(kind, from)}) -> ${typeOf(kind, to)}
  return %0 : ${typeOf(kind, to)}
}`;

const reshape = (to: readonly number[]): string =>
  `"ttir.reshape"(%a) <{shape = [${to.map((size) => `${size} : i32`).join(', ')}]}>`;

describe('steps of permutations', () => {
  it.each([0, 1, 2, 3, 4, 5, 6])('of rank %i do the same one after the other', (rank) => {
    for (const order of permutations(rank)) {
      const steps = decomposedPermutation(order);
      if (steps.length === 0) continue;
      const identity = order.map((_, d) => d);
      const made = steps.reduce((dims, step) => step.map((d) => dims[d]!), identity);
      expect(made).toEqual(order);
    }
  });

  it.each([2, 3, 4, 5, 6])('of rank %i keep the last dimension or exchange the last two', (rank) => {
    const exchange = lastTwoExchanged(rank).join();
    const isSimple = (order: readonly number[]): boolean =>
      order[rank - 1] === rank - 1 || order.join() === exchange;
    for (const order of permutations(rank)) {
      const steps = decomposedPermutation(order);
      expect(steps.length).toBeLessThanOrEqual(3);
      expect(steps.length === 0).toBe(isSimple(order));
      expect(steps.every(isSimple)).toBe(true);
      expect(steps.some((step) => step.every((dim, d) => dim === d))).toBe(false);
    }
  });

  it('move the same numbers', () => {
    const shape = [2, 3, 5, 1];
    for (const order of permutations(4)) {
      const op = `"ttir.permute"(%a) <{permutation = array<i64: ${order.join(', ')}>}>`;
      const to = order.map((d) => shape[d]!);
      expectSame(unary(op, shape, to), 'ttir-decompose-complex-permute', [filled('f32', shape, COUNTED)]);
    }
  });
});

describe('reshapes', () => {
  const shapes = [0, 1, 2, 3, 4].flatMap((rank) => shapesOf(6, rank));

  it.each([1, 6])(
    'between all shapes of %i elements are the same',
    (count) => {
      const own = count === 6 ? shapes : [0, 1, 2, 3].flatMap((rank) => shapesOf(1, rank));
      for (const from of own) {
        for (const to of own) {
          if (from.join() === to.join()) continue;
          expectSame(unary(reshape(to), from, to, 'i32'), 'ttir-decompose-complex-reshape', [
            filled('i32', from, COUNTED),
          ]);
        }
      }
    },
    180_000,
  );

  it.each(['add', 'subtract', 'div', 'pow'])('move to constants on either side of %s', (name) => {
    for (const isLeft of [true, false]) {
      const text = `func.func @main(%a: tensor<2x3xf32>) -> tensor<6xf32> {
  %c = "ttir.constant"() <{value = dense<[1.0, 2.0, 4.0, 8.0, 0.5, 0.25]> : tensor<6xf32>}> : () -> tensor<6xf32>
  %0 = "ttir.reshape"(%a) <{shape = [6 : i32]}> : (tensor<2x3xf32>) -> tensor<6xf32>
  %1 = "ttir.${name}"(${isLeft ? '%c, %0' : '%0, %c'}) : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  return %1 : tensor<6xf32>
}`;
      const names = expectSame(text, 'ttir-move-reshape-to-constant', [filled('f32', [2, 3], [1, 2, -3, 4])]);
      expect(names).toEqual(['constant', name, 'reshape']);
    }
  });

  it.each(['i32', 'bf16', 'i1'])('and repetitions of constants of %s are constants', (kind) => {
    const value = kind === 'bf16' ? '3.0' : kind === 'i32' ? '-7' : 'true';
    const type = typeOf(kind, [2, 3]);
    const text = `func.func @main(%a: ${type}) -> ${type} {
  %c = "ttir.constant"() <{value = dense<${value}> : tensor<${kind}>}> : () -> tensor<${kind}>
  %0 = "ttir.reshape"(%c) <{shape = [1 : i32, 1 : i32]}> : (tensor<${kind}>) -> tensor<1x1x${kind}>
  %1 = "ttir.broadcast"(%0) <{broadcast_dimensions = array<i64: 2, 3>}> : (tensor<1x1x${kind}>) -> ${type}
  %2 = "ttir.add"(%a, %1) : (${type}, ${type}) -> ${type}
  return %2 : ${type}
}`;
    const inputs = [filled(kind === 'i1' ? 'i1' : kind === 'i32' ? 'i32' : 'bf16', [2, 3], [1, 0, 1])];
    const names = expectSame(text, 'ttir-fold-constant-reshape-broadcast', inputs);
    expect(names).toEqual(['constant', 'add']);
  });
});

describe('reductions that keep their dimensions', () => {
  const shape = [2, 3, 1, 5];

  it.each(['sum', 'mean', 'max', 'min', 'prod', 'argmax'])('by %s are the same', (name) => {
    for (const dims of [[0], [3], [1, 3], [0, 1, 2, 3], [-1], [-3, 0], null]) {
      const reduced = dims?.map((dim) => (dim + 4) % 4) ?? [0, 1, 2, 3];
      const to = shape.filter((_, d) => !reduced.includes(d));
      const list = dims === null ? '' : `dim_arg = [${dims.map((dim) => `${dim} : i32`).join(', ')}], `;
      const result = typeOf(name === 'argmax' ? 'i32' : 'f32', to);
      const text = unary(`"ttir.${name}"(%a) <{${list}keep_dim = false}>`, shape, to).replaceAll(
        new RegExp(`(-> |return %0 : )${typeOf('f32', to)}`, 'g'),
        `$1${result}`,
      );
      const inputs = [filled('f32', shape, name === 'prod' ? [1, -2, 1, 1] : [3, -1, 4, 1, -5])];
      expectSame(text, 'ttir-reduction-force-keep-dim', inputs);
    }
  });
});

describe('windows of flat images', () => {
  const attrs = (rest: string): string =>
    `<{kernel = array<i32: 2, 3>, stride = array<i32: 2, 1>, dilation = array<i32: 1, 1>, padding = array<i32: 1, 0, 0, 2>, ceil_mode = false${rest}}>`;

  it.each([
    ['max_pool2d', ''],
    ['avg_pool2d', ', count_include_pad = true'],
    ['avg_pool2d', ', count_include_pad = false'],
  ])('by %s%s are the same', (name, rest) => {
    const text = unary(`"ttir.${name}"(%a) ${attrs(rest)}`, [2, 5, 4, 3], [2, 3, 4, 3]);
    const names = expectSame(text, 'ttir-flatten-sliding-window', [
      filled('f32', [2, 5, 4, 3], [3, -1, 4, 1, -5]),
    ]);
    expect(names).toEqual(['reshape', name, 'reshape']);
  });
});

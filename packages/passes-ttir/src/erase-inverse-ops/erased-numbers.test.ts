import { filled, typeOf } from '@shardform/program-tests';
import { describe, expect, it } from 'vitest';
import { expectSame } from '../../tests/executed.ts';

type Shape = readonly number[];

const ERASE = 'ttir-erase-inverse-ops{force=true}';
const COUNTED = Array.from({ length: 211 }, (_, i) => ((i * 37) % 101) - 50);

/** A move of elements, the one back, and the shape between. */
interface Move {
  readonly title: string;
  readonly shape: Shape;
  readonly there: string;
  readonly back: string;
  readonly between: Shape;
}

const permuted = (shape: Shape, order: readonly number[]): Move => ({
  title: `permutation ${order.join()}`,
  shape,
  there: `"ttir.permute"(%NAME) <{permutation = array<i64: ${order.join(', ')}>}>`,
  back: `"ttir.permute"(%NAME) <{permutation = array<i64: ${order.map((_, d) => order.indexOf(d)).join(', ')}>}>`,
  between: order.map((d) => shape[d]!),
});
const sizes = (shape: Shape): string => shape.map((size) => `${size} : i32`).join(', ');
const reshaped = (shape: Shape, between: Shape): Move => ({
  title: `reshape from ${shape.join('x')} to ${between.join('x')}`,
  shape,
  there: `"ttir.reshape"(%NAME) <{shape = [${sizes(between)}]}>`,
  back: `"ttir.reshape"(%NAME) <{shape = [${sizes(shape)}]}>`,
  between,
});

const moves: readonly Move[] = [
  permuted([2, 3], [1, 0]),
  permuted([2, 3, 5], [2, 0, 1]),
  permuted([1, 3, 2, 5], [0, 2, 3, 1]),
  permuted([2, 1, 3, 1, 2], [4, 2, 0, 1, 3]),
  reshaped([2, 3, 5], [6, 5]),
  reshaped([6, 5], [2, 3, 1, 5]),
  reshaped([1, 7], [7]),
  reshaped([4], [2, 2]),
];

/** A program that moves, computes and moves back; `line` computes %c from %m of the shape between. */
function there(move: Move, line: string, kind: string): string {
  const [outer, inner] = [typeOf(kind, move.shape), typeOf(kind, move.between)];
  return `func.func @main(%a: ${outer}, %b: ${outer}) -> ${outer} {
  %m = ${move.there.replace('NAME', 'a')} : (${outer}) -> ${inner}
  %n = ${move.there.replace('NAME', 'b')} : (${outer}) -> ${inner}
  ${line.replaceAll(/\bT\b/g, inner)}
  %r = ${move.back.replace('NAME', 'c')} : (${inner}) -> ${outer}
  return %r : ${outer}
}`;
}

describe.each(moves)('$title', (move) => {
  it.each([
    ['one operand', '%c = "ttir.neg"(%m) : (T) -> T'],
    ['two moved operands', '%c = "ttir.subtract"(%m, %n) : (T, T) -> T'],
    ['the same operand twice', '%c = "ttir.multiply"(%m, %m) : (T, T) -> T'],
    [
      'a chain',
      '%1 = "ttir.abs"(%m) : (T) -> T\n  %2 = "ttir.maximum"(%1, %n) : (T, T) -> T\n  %c = "ttir.neg"(%2) : (T) -> T',
    ],
  ])('goes away around %s', (_, line) => {
    for (const kind of ['f32', 'bf16', 'i32'] as const) {
      const inputs = [filled(kind, move.shape, COUNTED), filled(kind, move.shape, COUNTED.slice(7))];
      const names = expectSame(there(move, line, kind), ERASE, inputs);
      expect(names.filter((name) => name === 'permute' || name === 'reshape')).toEqual([]);
    }
  });

  it('keeps what a constant is for each element', () => {
    const count = move.between.reduce((all, size) => all * size, 1);
    const numbers = (shape: Shape, at: number): string =>
      shape.length === 0
        ? String(COUNTED[at])
        : `[${Array.from({ length: shape[0]! }, (_, i) => numbers(shape.slice(1), at * shape[0]! + i)).join(', ')}]`;
    const line = `%k = "ttir.constant"() <{value = dense<${numbers(move.between, 0)}> : T}> : () -> T
  %c = "ttir.subtract"(%k, %m) : (T, T) -> T`;
    expect(count).toBeLessThan(COUNTED.length);
    const inputs = [filled('i32', move.shape, COUNTED), filled('i32', move.shape, [0])];
    expectSame(there(move, line, 'i32'), ERASE, inputs);
  });

  it('stays in order around what changes shapes', () => {
    const rank = move.between.length;
    for (const dim of move.between.keys()) {
      const wide = typeOf('i32', move.between.with(dim, move.between[dim]! * 2));
      const list = (of: (d: number) => number): string =>
        move.between.map((_, d) => `${of(d)} : i32`).join(', ');
      const joined = `%w = "ttir.concat"(%m, %n) <{dim = ${dim} : si32}> : (T, T) -> ${wide}
  %c = "ttir.slice_static"(%w) <{begins = [${list((d) => (d === dim ? 1 : 0))}], ends = [${list((d) => move.between[d]! + (d === dim ? 1 : 0))}], step = [${list(() => 1)}]}> : (${wide}) -> T`;
      const kept = typeOf('i32', move.between.with(dim, 1));
      const factors = move.between.map((size, d) => (d === dim ? size : 1)).join(', ');
      const summed = `%s = "ttir.sum"(%m) <{dim_arg = [${dim - rank} : i32], keep_dim = true}> : (T) -> ${kept}
  %l = "ttir.broadcast"(%s) <{broadcast_dimensions = array<i64: ${factors}>}> : (${kept}) -> T
  %c = "ttir.subtract"(%m, %l) : (T, T) -> T`;
      const inputs = [filled('i32', move.shape, COUNTED), filled('i32', move.shape, COUNTED.slice(11))];
      for (const line of [joined, summed]) expectSame(there(move, line, 'i32'), ERASE, inputs);
    }
  });
});

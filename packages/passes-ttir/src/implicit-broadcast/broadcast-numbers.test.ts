import { filled, typeOf } from '@shardform/program-tests';
import { describe, it } from 'vitest';
import { expectSame } from '../../tests/executed.ts';

type Shape = readonly number[];

describe('broadcasts', () => {
  const shapes: readonly (readonly [from: Shape, to: Shape])[] = [
    [
      [1, 3],
      [2, 3],
    ],
    [
      [2, 1],
      [2, 3],
    ],
    [
      [1, 1],
      [2, 3],
    ],
    [
      [1, 5, 1],
      [3, 5, 2],
    ],
    [[1], [7]],
  ];

  it.each(shapes)('from %j to %j that users do by themselves are the same without', (from, to) => {
    const factors = to.map((size, d) => (from[d] === size ? 1 : size)).join(', ');
    for (const kind of ['f32', 'i32', 'bf16'] as const) {
      const [small, large] = [typeOf(kind, from), typeOf(kind, to)];
      for (const operands of ['%w, %b', '%b, %w', '%w, %w']) {
        const text = `func.func @main(%a: ${small}, %b: ${large}) -> ${large} {
  %w = "ttir.broadcast"(%a) <{broadcast_dimensions = array<i64: ${factors}>}> : (${small}) -> ${large}
  %0 = "ttir.subtract"(${operands}) : (${large}, ${large}) -> ${large}
  %1 = "ttir.neg"(%0) : (${large}) -> ${large}
  return %1 : ${large}
}`;
        const inputs = [filled(kind, from, [3, -7, 5]), filled(kind, to, [1, 4, -2, 6])];
        expectSame(text, 'ttir-implicit-broadcast-fold', inputs);
        expectSame(text, 'ttir-implicit-broadcast-fold,ttir-explicate-tms', inputs);
      }
    }
  });
});

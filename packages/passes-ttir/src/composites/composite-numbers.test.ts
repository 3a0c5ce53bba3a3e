import { filled, typeOf } from '@shardform/program-tests';
import { describe, expect, it } from 'vitest';
import { expectSame } from '../../tests/executed.ts';

const PASS = 'ttir-decompose-composites';
const NUMBERS = [3, -1.5, 0.25, 7, -2.75, 1, 0.5, -8, 2];
/** Kernels round once, and arithmetic at each step. */
const ROUNDING = 2 ** -16;

const shapes = [
  [2, 5],
  [1, 7],
  [3, 1],
  [2, 3, 5],
  [1, 2, 1, 7],
  [2, 1, 3, 2, 5],
];

describe.each(['rms_norm', 'layer_norm'])('%s', (name) => {
  const segments = (weight: boolean, bias: boolean): string =>
    `operandSegmentSizes = array<i32: 1, ${Number(weight)}, ${Number(bias)}>`;

  it.each([
    [false, false],
    [true, false],
    [false, true],
    [true, true],
  ])('with weights %s and bias %s is arithmetic with the same numbers', (weight, bias) => {
    for (const shape of shapes) {
      for (const count of [1, 2]) {
        const vector = shape.slice(-count);
        const [type, own] = [typeOf('f32', shape), typeOf('f32', vector)];
        const operands = ['%x', ...(weight ? ['%w'] : []), ...(bias ? ['%b'] : [])];
        const types = operands.map((_, i) => (i === 0 ? type : own)).join(', ');
        const text = `func.func @main(%x: ${type}, %w: ${own}, %b: ${own}) -> ${type} {
  %0 = "ttir.${name}"(${operands.join(', ')}) <{normalized_shape = array<i64: ${vector.join(', ')}>, epsilon = 0.5 : f32, ${segments(weight, bias)}}> : (${types}) -> ${type}
  return %0 : ${type}
}`;
        const inputs = [
          filled('f32', shape, NUMBERS),
          filled('f32', vector, [2, 0.5, -1]),
          filled('f32', vector, [16, 32]),
        ];
        expect(expectSame(text, PASS, inputs, ROUNDING)).not.toContain(name);
      }
    }
  });
});

describe('softmax', () => {
  it.each([true, false])('with bounded exponents %s is arithmetic with the same numbers', (isStable) => {
    for (const shape of shapes) {
      for (let dim = -shape.length; dim < shape.length; dim++) {
        const type = typeOf('f32', shape);
        const text = `func.func @main(%x: ${type}) -> ${type} {
  %0 = "ttir.softmax"(%x) <{dimension = ${dim} : si32, numericStable = ${isStable}}> : (${type}) -> ${type}
  return %0 : ${type}
}`;
        expect(expectSame(text, PASS, [filled('f32', shape, NUMBERS)], ROUNDING)).not.toContain('softmax');
      }
    }
  });
});

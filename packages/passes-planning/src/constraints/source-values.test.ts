import { programEntry } from '@shardform/dialect-func';
import { parseModule } from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';
import { context } from '../../tests/planned.ts';
import { numberedValues, sourceValues } from './source-values.ts';

/** `h = tanh(x @ w)`, `y = h + h`, and its derivative, as JAX lowers them. */
const STEP = `
#h = loc("step.py":3:4)
#y = loc("step.py":4:4)
#installed = loc("/venv/lib/python3.11/site-packages/flax/nn.py":9:1)
func.func @main(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32> loc(#dot)
  %1 = stablehlo.tanh %0 : tensor<8x8xf32> loc(#tanh)
  %2 = stablehlo.add %1, %1 : tensor<8x8xf32> loc(#add)
  %3 = stablehlo.sine %2 : tensor<8x8xf32> loc(#other)
  %4 = stablehlo.add %3, %3 : tensor<8x8xf32> loc(#gradient)
  %5 = stablehlo.multiply %4, %1 : tensor<8x8xf32> loc(#backward)
  return %2, %5 : tensor<8x8xf32>, tensor<8x8xf32>
}
#dot = loc("jit(step)/jvp()/dot_general"(#h))
#tanh = loc("jit(step)/jvp()/tanh"(#h))
#add = loc("jit(step)/jvp()/add"(#y))
#other = loc("jit(step)/jvp()/sin"(#installed))
#gradient = loc("jit(step)/transpose(jvp())/add_any"(#y))
#backward = loc("jit(step)/transpose(jvp())/mul"(#h))
`;

const funcOf = (text: string) => programEntry(parseModule(text, context)!)!;

describe('values of the source', () => {
  test('are what a line passes on to another one, with the gradients that its derivative uses', () => {
    const func = funcOf(STEP);
    const values = numberedValues(func);
    const nameOf = (number: number): string => values[number]!.definingOp?.name ?? 'argument';
    const found = sourceValues(func).map(({ place, kind, values: own, forward }) => ({
      ...{ line: place.line, kind, forward },
      values: own.map(nameOf),
    }));
    expect(found).toEqual([
      { line: 3, kind: 'tanh', forward: 1, values: ['stablehlo.tanh', 'stablehlo.add'] },
      { line: 4, kind: 'add', forward: 1, values: ['stablehlo.add'] },
    ]);
  });

  test('are none of lines that pass on values of several types', () => {
    const text = STEP.replace(
      '  return',
      '  %6 = stablehlo.convert %0 : (tensor<8x8xf32>) -> tensor<8x8xf16> loc(#tanh)\n  %7 = stablehlo.sine %6 : tensor<8x8xf16> loc(#other)\n  return',
    );
    expect(sourceValues(funcOf(text)).map(({ place }) => place.line)).toEqual([4]);
  });

  test('constants have no numbers, as propagation copies them', () => {
    const func = funcOf(
      'func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  %c = stablehlo.constant dense<1.0> : tensor<f32>\n  %b = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<4xf32>\n  %0 = stablehlo.add %x, %b : tensor<4xf32>\n  return %0 : tensor<4xf32>\n}',
    );
    expect(numberedValues(func).map((value) => value.definingOp?.name ?? 'argument')).toEqual([
      'argument',
      'stablehlo.add',
    ]);
  });
});

test('a line that is executed several times passes values on to itself', () => {
  const text = STEP.replace(
    '  %2 = stablehlo.add %1, %1',
    '  %8 = stablehlo.tanh %1 : tensor<8x8xf32> loc(#tanh)\n  %2 = stablehlo.add %8, %8',
  ).replace('  return', '  %9 = stablehlo.multiply %5, %8 : tensor<8x8xf32> loc(#backward)\n  return');
  const [own] = sourceValues(funcOf(text)).filter(({ place }) => place.line === 3);
  expect([own!.forward, own!.values.length]).toEqual([2, 4]);
});

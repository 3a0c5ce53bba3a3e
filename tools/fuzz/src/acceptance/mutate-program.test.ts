import { describe, expect, test } from 'vitest';
import { Random } from '../random.ts';
import { mutateProgram } from './mutate-program.ts';
import { tokensOf } from './tokens.ts';

const program = `func.func @main(%a: tensor<4x8xf32> {a.b = 1 : i64}) -> tensor<4x8xf32> {
  %0 = stablehlo.add %a, %a : tensor<4x8xf32>
  %1 = stablehlo.slice %0 [0:4, 1:8:2] : (tensor<4x8xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x8xf32>
}
`;

const texts = Array.from({ length: 400 }, (_, seed) => mutateProgram(new Random(seed), program, [program]));

describe('mutations of programs', () => {
  test('are the same for the same number', () => {
    expect(mutateProgram(new Random(7), program, [program])).toBe(texts[7]);
  });

  test('change texts, mostly in different ways', () => {
    expect(texts.filter((text) => text === program).length).toBeLessThan(20);
    expect(new Set(texts).size).toBeGreaterThan(200);
  });
});

test('tokens make up the text', () => {
  for (const text of [program, ...texts]) {
    expect(
      tokensOf(text)
        .map((token) => token.text)
        .join(''),
    ).toBe(text);
  }
});

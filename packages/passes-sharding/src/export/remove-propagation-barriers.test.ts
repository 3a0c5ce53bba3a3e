import { expect, test } from 'vitest';
import { runText } from '../../tests/run-text.ts';

test('a barrier is replaced by the value that it passes on', () => {
  expect(
    runText(
      'func.func(sdy-remove-propagation-barriers)',
      `
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = sdy.propagation_barrier %a allowed_direction=NONE : tensor<4xf32>
  %1 = sdy.propagation_barrier %0 allowed_direction=FORWARD : tensor<4xf32>
  return %1 : tensor<4xf32>
}`,
    ),
  ).toBe(`module {
  func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
    return %arg0 : tensor<4xf32>
  }
}
`);
});

import { describe, expect, test } from 'vitest';
import { rulesOf } from '../../tests/run-text.ts';

describe('random bits', () => {
  test('say nothing of the states, which are whole', () => {
    expect(
      rulesOf(`
func.func @main(%s: tensor<2xui64>) {
 %0, %1 = stablehlo.rng_bit_generator %s, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4x8xui32>)
 return
}`),
    ).toEqual(['<([i])->([i], [j, k]) {i=2, j=4, k=8} need_replication={i} blocked_propagation={i}>']);
  });
});

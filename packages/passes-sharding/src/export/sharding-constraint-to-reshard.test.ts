import { describe, expect, test } from 'vitest';
import { runText } from '../../tests/run-text.ts';

// Recorded from Shardy in jaxlib 0.10.2.
describe('sdy-sharding-constraint-to-reshard', () => {
  test('makes each constraint a reshard with its attributes', () => {
    expect(
      runText(
        'func.func(sdy-sharding-constraint-to-reshard)',
        `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.sharding_constraint %a {sdy.sharding_origin_name = "sc_0"} <@mesh, [{"x", ?}]> : tensor<8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"y"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}`,
      ),
    ).toBe(`error: expected '<'
`);
  });
});

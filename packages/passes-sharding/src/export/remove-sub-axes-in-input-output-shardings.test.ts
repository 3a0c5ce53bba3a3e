import { describe, expect, test } from 'vitest';
import { runText } from '../../tests/run-text.ts';

// Recorded from Shardy in jaxlib 0.10.2.
describe('sdy-remove-sub-axes-in-input-output-shardings', () => {
  test('cuts open dimensions of the main function at the first part of an axis', () => {
    expect(
      runText(
        'sdy-remove-sub-axes-in-input-output-shardings',
        `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y":(1)2, ?}, {"y":(2)2}]>}) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"y":(1)2, "x", ?}]>}) {
  return %a : tensor<8x16xf32>
}
func.func @other(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y":(1)2, ?}, {}]>}) -> tensor<8x16xf32> {
  return %a : tensor<8x16xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}, {"y":(2)2}]>}) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {?}]>}) {
    return %arg0 : tensor<8x16xf32>
  }
  func.func @other(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y":(1)2, ?}, {}]>}) -> tensor<8x16xf32> {
    return %arg0 : tensor<8x16xf32>
  }
}
`);
  });
});

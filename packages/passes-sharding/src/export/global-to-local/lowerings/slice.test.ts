import { describe, expect, test } from 'vitest';
import { runText } from '../../../../tests/run-text.ts';

// Recorded from Shardy in jaxlib 0.10.2.
describe('slices in sdy-convert-global-to-local', () => {
  test('of whole dimensions stay, and of split ones are local', () => {
    expect(
      runText(
        'sdy-convert-global-to-local',
        `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.slice %a [0:8, 2:10:2] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x16xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %0 = stablehlo.slice %arg0 [0:4, 2:10:2] : (tensor<4x16xf32>) -> tensor<4x4xf32>
    return %0 : tensor<4x4xf32>
  }
}
`);
  });
});

describe('slices in sdy-convert-global-to-local, beyond jaxlib 0.10.2', () => {
  test('reject parts of split dimensions', () => {
    expect(
      runText(
        'sdy-convert-global-to-local',
        `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.slice %a [2:6, 0:16] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x16xf32>) -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}`,
      ),
    )
      .toBe(`error: 'stablehlo.slice' op dimension 0 is sharded but the slice is not a full slice and requires device communication.
error: failed to legalize operation 'stablehlo.slice' that was explicitly marked illegal
`);
  });

  test('reject a split that changes', () => {
    expect(
      runText(
        'sdy-convert-global-to-local',
        `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) {
  %0 = stablehlo.slice %a [0:8, 0:16] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {}]>]>} : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}`,
      ),
    )
      .toBe(`error: 'stablehlo.slice' op dimension 0 has mismatched sharding axes ([axis_ref"x"] vs [axis_ref"y"]). This requires a reshard which should have been handled by previous passes.
error: failed to legalize operation 'stablehlo.slice' that was explicitly marked illegal
`);
  });
});

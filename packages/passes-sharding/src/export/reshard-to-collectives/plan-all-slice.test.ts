import { describe, expect, test } from 'vitest';
import { runText } from '../../../tests/run-text.ts';

// Recorded from Shardy in jaxlib 0.10.2.
describe('slices in sdy-reshard-to-collectives', () => {
  test('split what was not split', () => {
    expect(
      runText(
        'func.func(sdy-reshard-to-collectives)',
        `
sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
func.func @main(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {"z"}]>}) {
  %0 = sdy.reshard %a <@mesh, [{"x", "y"}, {"z"}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
  func.func @main(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {"z"}]>}) {
    %0 = sdy.all_slice [{"x", "y"}, {"z"}] %arg0 out_sharding=<@mesh, [{"x", "y"}, {"z"}]> : tensor<16x8xf32>
    return %0 : tensor<16x8xf32>
  }
}
`);
  });

  test('split further what was split', () => {
    expect(
      runText(
        'func.func(sdy-reshard-to-collectives)',
        `
sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
func.func @main(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) {
  %0 = sdy.reshard %a <@mesh, [{"x", "y"}, {}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
  func.func @main(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) {
    %0 = sdy.all_slice [{"y"}, {}] %arg0 out_sharding=<@mesh, [{"x", "y"}, {}]> : tensor<16x8xf32>
    return %0 : tensor<16x8xf32>
  }
}
`);
  });

  test('split along a part of an axis', () => {
    expect(
      runText(
        'func.func(sdy-reshard-to-collectives)',
        `
sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
func.func @main(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z":(1)2}, {}]>}) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}, {"x"}]>}) {
  %0 = sdy.reshard %a <@mesh, [{"z"}, {"x"}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
  func.func @main(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z":(1)2}, {}]>}) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}, {"x"}]>}) {
    %0 = sdy.all_slice [{"z":(2)2}, {"x"}] %arg0 out_sharding=<@mesh, [{"z"}, {"x"}]> : tensor<16x8xf32>
    return %0 : tensor<16x8xf32>
  }
}
`);
  });
});

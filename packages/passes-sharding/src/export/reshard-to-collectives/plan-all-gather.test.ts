import { describe, expect, test } from 'vitest';
import { runText } from '../../../tests/run-text.ts';

// Recorded from Shardy in jaxlib 0.10.2.
describe('gathers in sdy-reshard-to-collectives', () => {
  test('bring together what is not to be split', () => {
    expect(
      runText(
        'func.func(sdy-reshard-to-collectives)',
        `
sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
func.func @main(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {"z"}]>}) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0 = sdy.reshard %a <@mesh, [{}, {}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
  func.func @main(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {"z"}]>}) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
    %0 = sdy.all_gather [{"x", "y"}, {"z"}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x8xf32>
    return %0 : tensor<16x8xf32>
  }
}
`);
  });

  test('bring together the minor part', () => {
    expect(
      runText(
        'func.func(sdy-reshard-to-collectives)',
        `
sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
func.func @main(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {"z"}]>}) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"z":(1)2}]>}) {
  %0 = sdy.reshard %a <@mesh, [{"x"}, {"z":(1)2}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
  func.func @main(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {"z"}]>}) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"z":(1)2}]>}) {
    %0 = sdy.all_gather [{"y"}, {"z":(2)2}] %arg0 out_sharding=<@mesh, [{"x"}, {"z":(1)2}]> : tensor<16x8xf32>
    return %0 : tensor<16x8xf32>
  }
}
`);
  });

  test('come after permutes where a major axis goes', () => {
    expect(
      runText(
        'func.func(sdy-reshard-to-collectives)',
        `
sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
func.func @main(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) {
  %0 = sdy.reshard %a <@mesh, [{"y"}, {}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
  func.func @main(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) {
    %0 = sdy.collective_permute %arg0 out_sharding=<@mesh, [{"y", "x"}, {}]> : tensor<16x8xf32>
    %1 = sdy.all_gather [{"x"}, {}] %0 out_sharding=<@mesh, [{"y"}, {}]> : tensor<16x8xf32>
    return %1 : tensor<16x8xf32>
  }
}
`);
  });
});

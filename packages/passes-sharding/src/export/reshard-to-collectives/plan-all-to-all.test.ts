import { describe, expect, test } from 'vitest';
import { runText } from '../../../tests/run-text.ts';

// Recorded from Shardy in jaxlib 0.10.2.
describe('all-to-alls in sdy-reshard-to-collectives', () => {
  test('move a split to another dimension', () => {
    expect(
      runText(
        'func.func(sdy-reshard-to-collectives)',
        `
sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
func.func @main(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  %0 = sdy.reshard %a <@mesh, [{}, {"x"}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
  func.func @main(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
    %0 = sdy.all_to_all [{"x"}: 0->1] %arg0 out_sharding=<@mesh, [{}, {"x"}]> : tensor<16x8xf32>
    return %0 : tensor<16x8xf32>
  }
}
`);
  });

  test('move the minor part of a split', () => {
    expect(
      runText(
        'func.func(sdy-reshard-to-collectives)',
        `
sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
func.func @main(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %0 = sdy.reshard %a <@mesh, [{"x"}, {"y"}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
  func.func @main(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
    %0 = sdy.all_to_all [{"y"}: 0->1] %arg0 out_sharding=<@mesh, [{"x"}, {"y"}]> : tensor<16x8xf32>
    return %0 : tensor<16x8xf32>
  }
}
`);
  });

  test('move several splits', () => {
    expect(
      runText(
        'func.func(sdy-reshard-to-collectives)',
        `
sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
func.func @main(%a: tensor<8x8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}, {}, {}]>}) -> (tensor<8x8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"x"}, {"y"}]>}) {
  %0 = sdy.reshard %a <@mesh, [{}, {}, {"x"}, {"y"}]> : tensor<8x8x8x8xf32>
  return %0 : tensor<8x8x8x8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
  func.func @main(%arg0: tensor<8x8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}, {}, {}]>}) -> (tensor<8x8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"x"}, {"y"}]>}) {
    %0 = sdy.all_to_all [{"x"}: 0->2] %arg0 out_sharding=<@mesh, [{}, {"y"}, {"x"}, {}]> : tensor<8x8x8x8xf32>
    %1 = sdy.all_to_all [{"y"}: 1->3] %0 out_sharding=<@mesh, [{}, {}, {"x"}, {"y"}]> : tensor<8x8x8x8xf32>
    return %1 : tensor<8x8x8x8xf32>
  }
}
`);
  });

  test('move a split in parts to several dimensions', () => {
    expect(
      runText(
        'func.func(sdy-reshard-to-collectives)',
        `
sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
func.func @main(%a: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}, {}, {}]>}) -> (tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"z":(1)2}, {"z":(2)2}]>}) {
  %0 = sdy.reshard %a <@mesh, [{}, {"z":(1)2}, {"z":(2)2}]> : tensor<8x8x8xf32>
  return %0 : tensor<8x8x8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
  func.func @main(%arg0: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}, {}, {}]>}) -> (tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"z":(1)2}, {"z":(2)2}]>}) {
    %0 = sdy.all_to_all [{"z":(2)2}: 0->2] %arg0 out_sharding=<@mesh, [{"z":(1)2}, {}, {"z":(2)2}]> : tensor<8x8x8xf32>
    %1 = sdy.all_to_all [{"z":(1)2}: 0->1] %0 out_sharding=<@mesh, [{}, {"z":(1)2}, {"z":(2)2}]> : tensor<8x8x8xf32>
    return %1 : tensor<8x8x8xf32>
  }
}
`);
  });
});

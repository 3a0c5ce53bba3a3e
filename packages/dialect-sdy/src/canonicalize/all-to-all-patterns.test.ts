import { describe, expect, test } from 'vitest';
import { canonicalized } from '../../tests/sdy-text.ts';

// Recorded from Shardy in jaxlib 0.10.2.
describe('all-to-alls', () => {
  test('of separate dimensions become one', () => {
    expect(
      canonicalized(
        `sdy.mesh @m = <["x"=2, "y"=2, "z"=4]>
func.func @f(%a: tensor<8x8x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}, {}, {}]>}) -> tensor<8x8x8x8xf32> {
  %0 = sdy.all_to_all [{"y"}: 1->3] %a out_sharding=<@m, [{"x"}, {}, {}, {"y"}]> : tensor<8x8x8x8xf32>
  %1 = sdy.all_to_all [{"x"}: 0->2] %0 out_sharding=<@m, [{}, {}, {"x"}, {"y"}]> : tensor<8x8x8x8xf32>
  return %1 : tensor<8x8x8x8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @m = <["x"=2, "y"=2, "z"=4]>
  func.func @f(%arg0: tensor<8x8x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}, {}, {}]>}) -> tensor<8x8x8x8xf32> {
    %0 = sdy.all_to_all [{"x"}: 0->2, {"y"}: 1->3] %arg0 out_sharding=<@m, [{}, {}, {"x"}, {"y"}]> : tensor<8x8x8x8xf32>
    return %0 : tensor<8x8x8x8xf32>
  }
}
`);
  });

  test('of one dimension stay', () => {
    expect(
      canonicalized(
        `sdy.mesh @m = <["x"=2, "y"=2, "z"=4]>
func.func @f(%a: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}, {}]>}) -> tensor<8x8x8xf32> {
  %0 = sdy.all_to_all [{"x"}: 0->1] %a out_sharding=<@m, [{}, {"x"}, {}]> : tensor<8x8x8xf32>
  %1 = sdy.all_to_all [{"x"}: 1->2] %0 out_sharding=<@m, [{}, {}, {"x"}]> : tensor<8x8x8xf32>
  return %1 : tensor<8x8x8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @m = <["x"=2, "y"=2, "z"=4]>
  func.func @f(%arg0: tensor<8x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}, {}]>}) -> tensor<8x8x8xf32> {
    %0 = sdy.all_to_all [{"x"}: 0->1] %arg0 out_sharding=<@m, [{}, {"x"}, {}]> : tensor<8x8x8xf32>
    %1 = sdy.all_to_all [{"x"}: 1->2] %0 out_sharding=<@m, [{}, {}, {"x"}]> : tensor<8x8x8xf32>
    return %1 : tensor<8x8x8xf32>
  }
}
`);
  });

  test('without uses go away', () => {
    expect(
      canonicalized(
        `sdy.mesh @m = <["x"=2, "y"=2, "z"=4]>
func.func @f(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) -> tensor<16x8xf32> {
  %0 = sdy.all_to_all [{"x"}: 0->1] %a out_sharding=<@m, [{}, {"x"}]> : tensor<16x8xf32>
  return %a : tensor<16x8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @m = <["x"=2, "y"=2, "z"=4]>
  func.func @f(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) -> tensor<16x8xf32> {
    return %arg0 : tensor<16x8xf32>
  }
}
`);
  });
});

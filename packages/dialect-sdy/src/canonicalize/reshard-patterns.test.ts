import { describe, expect, test } from 'vitest';
import { canonicalized } from '../../tests/sdy-text.ts';

// Recorded from Shardy in jaxlib 0.10.2.
describe('reshards', () => {
  test('a reshard of a reshard is one reshard', () => {
    expect(
      canonicalized(
        `sdy.mesh @m = <["x"=2, "y"=2, "z"=4]>
func.func @f(%a: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %0 = sdy.reshard %a <@m, [{"x"}, {}]> : tensor<16x8xf32>
  %1 = sdy.reshard %0 <@m, [{}, {"y"}]> : tensor<16x8xf32>
  return %1 : tensor<16x8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @m = <["x"=2, "y"=2, "z"=4]>
  func.func @f(%arg0: tensor<16x8xf32>) -> tensor<16x8xf32> {
    %0 = sdy.reshard %arg0 <@m, [{}, {"y"}]> : tensor<16x8xf32>
    return %0 : tensor<16x8xf32>
  }
}
`);
  });

  test('a reshard with other uses stays', () => {
    expect(
      canonicalized(
        `sdy.mesh @m = <["x"=2, "y"=2, "z"=4]>
func.func @f(%a: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %0 = sdy.reshard %a <@m, [{"x"}, {}]> : tensor<16x8xf32>
  %1 = sdy.reshard %0 <@m, [{}, {"y"}]> : tensor<16x8xf32>
  "test.use"(%0) : (tensor<16x8xf32>) -> ()
  return %1 : tensor<16x8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @m = <["x"=2, "y"=2, "z"=4]>
  func.func @f(%arg0: tensor<16x8xf32>) -> tensor<16x8xf32> {
    %0 = sdy.reshard %arg0 <@m, [{"x"}, {}]> : tensor<16x8xf32>
    %1 = sdy.reshard %0 <@m, [{}, {"y"}]> : tensor<16x8xf32>
    "test.use"(%0) : (tensor<16x8xf32>) -> ()
    return %1 : tensor<16x8xf32>
  }
}
`);
  });

  test('only reshards change under their label', () => {
    expect(
      canonicalized(
        `sdy.mesh @m = <["x"=2, "y"=2, "z"=4]>
func.func @f(%a: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %0 = sdy.reshard %a <@m, [{"x"}, {}]> : tensor<16x8xf32>
  %1 = sdy.reshard %0 <@m, [{}, {"y"}]> : tensor<16x8xf32>
  %2 = sdy.all_gather [{}, {}] %1 out_sharding=<@m, [{}, {"y"}]> : tensor<16x8xf32>
  return %2 : tensor<16x8xf32>
}`,
        'sdy-reshard',
      ),
    ).toBe(`module {
  sdy.mesh @m = <["x"=2, "y"=2, "z"=4]>
  func.func @f(%arg0: tensor<16x8xf32>) -> tensor<16x8xf32> {
    %0 = sdy.reshard %arg0 <@m, [{}, {"y"}]> : tensor<16x8xf32>
    %1 = sdy.all_gather [{}, {}] %0 out_sharding=<@m, [{}, {"y"}]> : tensor<16x8xf32>
    return %1 : tensor<16x8xf32>
  }
}
`);
  });
});

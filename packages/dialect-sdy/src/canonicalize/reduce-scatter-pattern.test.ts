import { describe, expect, test } from 'vitest';
import { canonicalized } from '../../tests/sdy-text.ts';

// Recorded from Shardy in jaxlib 0.10.2.
describe('a sum that is sliced', () => {
  test('along the summed axes is a reduce-scatter', () => {
    expect(
      canonicalized(
        `sdy.mesh @m = <["x"=2, "y"=2, "z"=4]>
func.func @f(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x"}]>}) -> tensor<16x8xf32> {
  %0 = sdy.all_reduce {"y"} %a out_sharding=<@m, [{}, {"x"}]> : tensor<16x8xf32>
  %1 = sdy.all_slice [{"y"}, {}] %0 out_sharding=<@m, [{"y"}, {"x"}]> : tensor<16x8xf32>
  return %1 : tensor<16x8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @m = <["x"=2, "y"=2, "z"=4]>
  func.func @f(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x"}]>}) -> tensor<16x8xf32> {
    %0 = sdy.reduce_scatter [{"y"}, {}] %arg0 out_sharding=<@m, [{"y"}, {"x"}]> : tensor<16x8xf32>
    return %0 : tensor<16x8xf32>
  }
}
`);
  });

  test('along more axes is sliced further', () => {
    expect(
      canonicalized(
        `sdy.mesh @m = <["x"=2, "y"=2, "z"=4]>
func.func @f(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}) -> tensor<16x8xf32> {
  %0 = sdy.all_reduce {"y"} %a out_sharding=<@m, [{}, {}]> : tensor<16x8xf32>
  %1 = sdy.all_slice [{"y", "z"}, {"x"}] %0 out_sharding=<@m, [{"y", "z"}, {"x"}]> : tensor<16x8xf32>
  return %1 : tensor<16x8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @m = <["x"=2, "y"=2, "z"=4]>
  func.func @f(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}) -> tensor<16x8xf32> {
    %0 = sdy.reduce_scatter [{"y"}, {}] %arg0 out_sharding=<@m, [{"y"}, {}]> : tensor<16x8xf32>
    %1 = sdy.all_slice [{"z"}, {"x"}] %0 out_sharding=<@m, [{"y", "z"}, {"x"}]> : tensor<16x8xf32>
    return %1 : tensor<16x8xf32>
  }
}
`);
  });

  test('along fewer axes stays', () => {
    expect(
      canonicalized(
        `sdy.mesh @m = <["x"=2, "y"=2, "z"=4]>
func.func @f(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}) -> tensor<16x8xf32> {
  %0 = sdy.all_reduce {"x", "y"} %a out_sharding=<@m, [{}, {}]> : tensor<16x8xf32>
  %1 = sdy.all_slice [{"y"}, {}] %0 out_sharding=<@m, [{"y"}, {}]> : tensor<16x8xf32>
  return %1 : tensor<16x8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @m = <["x"=2, "y"=2, "z"=4]>
  func.func @f(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}) -> tensor<16x8xf32> {
    %0 = sdy.all_reduce {"x", "y"} %arg0 out_sharding=<@m, [{}, {}]> : tensor<16x8xf32>
    %1 = sdy.all_slice [{"y"}, {}] %0 out_sharding=<@m, [{"y"}, {}]> : tensor<16x8xf32>
    return %1 : tensor<16x8xf32>
  }
}
`);
  });

  test('in one way by all its users is one reduce-scatter', () => {
    expect(
      canonicalized(
        `sdy.mesh @m = <["x"=2, "y"=2, "z"=4]>
func.func @f(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}) -> tensor<16x8xf32> {
  %0 = sdy.all_reduce {"x"} %a out_sharding=<@m, [{}, {}]> : tensor<16x8xf32>
  %1 = sdy.all_slice [{"x"}, {}] %0 out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>
  %2 = sdy.all_slice [{"x"}, {}] %0 out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>
  "test.use"(%1) : (tensor<16x8xf32>) -> ()
  return %2 : tensor<16x8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @m = <["x"=2, "y"=2, "z"=4]>
  func.func @f(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}) -> tensor<16x8xf32> {
    %0 = sdy.reduce_scatter [{"x"}, {}] %arg0 out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>
    "test.use"(%0) : (tensor<16x8xf32>) -> ()
    return %0 : tensor<16x8xf32>
  }
}
`);
  });

  test('and used whole stays', () => {
    expect(
      canonicalized(
        `sdy.mesh @m = <["x"=2, "y"=2, "z"=4]>
func.func @f(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}) -> tensor<16x8xf32> {
  %0 = sdy.all_reduce {"x"} %a out_sharding=<@m, [{}, {}]> : tensor<16x8xf32>
  %1 = sdy.all_slice [{"x"}, {}] %0 out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>
  "test.use"(%0) : (tensor<16x8xf32>) -> ()
  return %1 : tensor<16x8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @m = <["x"=2, "y"=2, "z"=4]>
  func.func @f(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}) -> tensor<16x8xf32> {
    %0 = sdy.all_reduce {"x"} %arg0 out_sharding=<@m, [{}, {}]> : tensor<16x8xf32>
    %1 = sdy.all_slice [{"x"}, {}] %0 out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>
    "test.use"(%0) : (tensor<16x8xf32>) -> ()
    return %1 : tensor<16x8xf32>
  }
}
`);
  });

  test('along parts of the summed axes stays', () => {
    const text = `module {
  sdy.mesh @m = <["x"=4]>
  func.func @f(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}], unreduced={"x"}>}) -> tensor<16x8xf32> {
    %0 = sdy.all_reduce {"x"} %arg0 out_sharding=<@m, [{}, {}]> : tensor<16x8xf32>
    %1 = sdy.all_slice [{"x":(1)2}, {"x":(2)2}] %0 out_sharding=<@m, [{"x":(1)2}, {"x":(2)2}]> : tensor<16x8xf32>
    return %1 : tensor<16x8xf32>
  }
}
`;
    expect(canonicalized(text)).toBe(text);
  });
});

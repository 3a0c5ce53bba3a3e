import { describe, expect, test } from 'vitest';
import { canonicalized } from '../../tests/sdy-text.ts';

// Recorded from Shardy in jaxlib 0.10.2.
describe('collectives', () => {
  test('collectives without axes go away', () => {
    expect(
      canonicalized(
        `sdy.mesh @m = <["x"=2, "y"=2, "z"=4]>
func.func @f(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) -> tensor<16x8xf32> {
  %0 = sdy.all_gather [{}, {}] %a out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>
  %1 = sdy.all_slice [{}, {}] %0 out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>
  %2 = sdy.all_reduce {} %1 out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>
  %3 = sdy.reduce_scatter [{}, {}] %2 out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>
  return %3 : tensor<16x8xf32>
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

  test('a permute between equivalent shardings goes away', () => {
    expect(
      canonicalized(
        `sdy.mesh @m = <["x"=2, "y"=2, "z"=4]>
func.func @f(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) -> tensor<16x8xf32> {
  %0 = sdy.collective_permute %a out_sharding=<@m, [{"x", ?}, {}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
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

  test('other permutes stay', () => {
    expect(
      canonicalized(
        `sdy.mesh @m = <["x"=2, "y"=2, "z"=4]>
func.func @f(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) -> tensor<16x8xf32> {
  %0 = sdy.collective_permute %a out_sharding=<@m, [{"y"}, {}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @m = <["x"=2, "y"=2, "z"=4]>
  func.func @f(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) -> tensor<16x8xf32> {
    %0 = sdy.collective_permute %arg0 out_sharding=<@m, [{"y"}, {}]> : tensor<16x8xf32>
    return %0 : tensor<16x8xf32>
  }
}
`);
  });

  test('a slice of what was gathered is the operand', () => {
    expect(
      canonicalized(
        `sdy.mesh @m = <["x"=2, "y"=2, "z"=4]>
func.func @f(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y"}, {}]>}) -> tensor<16x8xf32> {
  %0 = sdy.all_gather [{"y"}, {}] %a out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>
  %1 = sdy.all_slice [{"y"}, {}] %0 out_sharding=<@m, [{"x", "y"}, {}]> : tensor<16x8xf32>
  return %1 : tensor<16x8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @m = <["x"=2, "y"=2, "z"=4]>
  func.func @f(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y"}, {}]>}) -> tensor<16x8xf32> {
    %0 = sdy.all_gather [{"y"}, {}] %arg0 out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>
    return %arg0 : tensor<16x8xf32>
  }
}
`);
  });

  test('a slice along other axes stays', () => {
    expect(
      canonicalized(
        `sdy.mesh @m = <["x"=2, "y"=2, "z"=4]>
func.func @f(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y"}, {}]>}) -> tensor<16x8xf32> {
  %0 = sdy.all_gather [{"y"}, {}] %a out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>
  %1 = sdy.all_slice [{}, {"y"}] %0 out_sharding=<@m, [{"x"}, {"y"}]> : tensor<16x8xf32>
  return %1 : tensor<16x8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @m = <["x"=2, "y"=2, "z"=4]>
  func.func @f(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y"}, {}]>}) -> tensor<16x8xf32> {
    %0 = sdy.all_gather [{"y"}, {}] %arg0 out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>
    %1 = sdy.all_slice [{}, {"y"}] %0 out_sharding=<@m, [{"x"}, {"y"}]> : tensor<16x8xf32>
    return %1 : tensor<16x8xf32>
  }
}
`);
  });

  test('a sum of what was made unreduced is the operand', () => {
    expect(
      canonicalized(
        `sdy.mesh @m = <["x"=2, "y"=2, "z"=4]>
func.func @f(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) -> tensor<16x8xf32> {
  %0 = sdy.replicated_to_unreduced {"y"} %a out_sharding=<@m, [{"x"}, {}], unreduced={"y"}> : tensor<16x8xf32>
  %1 = sdy.all_reduce {"y"} %0 out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>
  return %1 : tensor<16x8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @m = <["x"=2, "y"=2, "z"=4]>
  func.func @f(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) -> tensor<16x8xf32> {
    %0 = sdy.replicated_to_unreduced {"y"} %arg0 out_sharding=<@m, [{"x"}, {}], unreduced={"y"}> : tensor<16x8xf32>
    return %arg0 : tensor<16x8xf32>
  }
}
`);
  });

  test('a sum of shards made unreduced is a gather', () => {
    expect(
      canonicalized(
        `sdy.mesh @m = <["x"=2, "y"=2, "z"=4]>
func.func @f(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y"}, {}]>}) -> tensor<16x8xf32> {
  %0 = sdy.sharded_to_unreduced [{"y"}, {}] %a out_sharding=<@m, [{"x"}, {}], unreduced={"y"}> : tensor<16x8xf32>
  %1 = sdy.all_reduce {"y"} %0 out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>
  return %1 : tensor<16x8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @m = <["x"=2, "y"=2, "z"=4]>
  func.func @f(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y"}, {}]>}) -> tensor<16x8xf32> {
    %0 = sdy.sharded_to_unreduced [{"y"}, {}] %arg0 out_sharding=<@m, [{"x"}, {}], unreduced={"y"}> : tensor<16x8xf32>
    %1 = sdy.all_gather [{"y"}, {}] %arg0 out_sharding=<@m, [{"x"}, {}]> : tensor<16x8xf32>
    return %1 : tensor<16x8xf32>
  }
}
`);
  });
});

import { describe, expect, test } from 'vitest';
import { runText } from '../../../tests/run-text.ts';

// Recorded from Shardy in jaxlib 0.10.2.
describe('permutes in sdy-reshard-to-collectives', () => {
  test('put an axis in the place of another', () => {
    expect(
      runText(
        'func.func(sdy-reshard-to-collectives)',
        `
sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
func.func @main(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) {
  %0 = sdy.reshard %a <@mesh, [{"y"}, {}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
  func.func @main(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) {
    %0 = sdy.collective_permute %arg0 out_sharding=<@mesh, [{"y"}, {}]> : tensor<16x8xf32>
    return %0 : tensor<16x8xf32>
  }
}
`);
  });

  test('exchange axes', () => {
    expect(
      runText(
        'func.func(sdy-reshard-to-collectives)',
        `
sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
func.func @main(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) {
  %0 = sdy.reshard %a <@mesh, [{"y"}, {"x"}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
  func.func @main(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) {
    %0 = sdy.collective_permute %arg0 out_sharding=<@mesh, [{"y"}, {"x"}]> : tensor<16x8xf32>
    return %0 : tensor<16x8xf32>
  }
}
`);
  });

  test('change the order of axes', () => {
    expect(
      runText(
        'func.func(sdy-reshard-to-collectives)',
        `
sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
func.func @main(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "x"}, {}]>}) {
  %0 = sdy.reshard %a <@mesh, [{"y", "x"}, {}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
  func.func @main(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "x"}, {}]>}) {
    %0 = sdy.collective_permute %arg0 out_sharding=<@mesh, [{"y", "x"}, {}]> : tensor<16x8xf32>
    return %0 : tensor<16x8xf32>
  }
}
`);
  });

  test('make room for other collectives', () => {
    expect(
      runText(
        'func.func(sdy-reshard-to-collectives)',
        `
sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
func.func @main(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "z"}, {}]>}) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z", "y"}, {"x"}]>}) {
  %0 = sdy.reshard %a <@mesh, [{"z", "y"}, {"x"}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
  func.func @main(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "z"}, {}]>}) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z", "y"}, {"x"}]>}) {
    %0 = sdy.all_slice [{}, {"y"}] %arg0 out_sharding=<@mesh, [{"x", "z"}, {"y"}]> : tensor<16x8xf32>
    %1 = sdy.collective_permute %0 out_sharding=<@mesh, [{"z", "y"}, {"x"}]> : tensor<16x8xf32>
    return %1 : tensor<16x8xf32>
  }
}
`);
  });

  test('move between orders of devices', () => {
    expect(
      runText(
        'func.func(sdy-reshard-to-collectives)',
        `
sdy.mesh @reversed = <["x"=2, "y"=2, "z"=4], device_ids=[15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]>
sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
func.func @main(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@reversed, [{"x"}, {}]>}) {
  %0 = sdy.reshard %a <@reversed, [{"x"}, {}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @reversed = <["x"=2, "y"=2, "z"=4], device_ids=[15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]>
  sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
  func.func @main(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@reversed, [{"x"}, {}]>}) {
    %0 = sdy.collective_permute %arg0 out_sharding=<@reversed, [{"x"}, {}]> : tensor<16x8xf32>
    return %0 : tensor<16x8xf32>
  }
}
`);
  });
});

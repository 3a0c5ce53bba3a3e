import { describe, expect, test } from 'vitest';
import { runText } from '../../../tests/run-text.ts';

// Recorded from Shardy in jaxlib 0.10.2.
describe('reshapes in sdy-insert-explicit-reshards', () => {
  test('keep a split of the major part of a joined dimension', () => {
    expect(
      runText(
        'func.func(sdy-insert-explicit-reshards{enable-full-version=true})',
        `
sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
func.func @main(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}, {"x"}]>}) -> (tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z", "x"}]>}) {
  %0 = stablehlo.reshape %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"z", "x"}]>]>} : (tensor<4x8xf32>) -> tensor<32xf32>
  return %0 : tensor<32xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
  func.func @main(%arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}, {"x"}]>}) -> (tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z", "x"}]>}) {
    %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"z", "x"}]>]>} : (tensor<4x8xf32>) -> tensor<32xf32>
    return %0 : tensor<32xf32>
  }
}
`);
  });

  test('keep a split that covers several parts of a dimension', () => {
    expect(
      runText(
        'func.func(sdy-insert-explicit-reshards{enable-full-version=true})',
        `
sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
func.func @main(%a: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>}) -> (tensor<2x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %0 = stablehlo.reshape %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : (tensor<32xf32>) -> tensor<2x16xf32>
  return %0 : tensor<2x16xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
  func.func @main(%arg0: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>}) -> (tensor<2x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
    %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : (tensor<32xf32>) -> tensor<2x16xf32>
    return %0 : tensor<2x16xf32>
  }
}
`);
  });

  test('reshard where the result is split along a minor part', () => {
    expect(
      runText(
        'func.func(sdy-insert-explicit-reshards{enable-full-version=true})',
        `
sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
func.func @main(%a: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  %0 = stablehlo.reshape %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : (tensor<32xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
  func.func @main(%arg0: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
    %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<32xf32>) -> tensor<4x8xf32>
    %1 = sdy.reshard %0 <@mesh, [{}, {"x"}]> : tensor<4x8xf32>
    return %1 : tensor<4x8xf32>
  }
}
`);
  });

  test('keep a split of the major part of what goes on in another dimension', () => {
    expect(
      runText(
        'func.func(sdy-insert-explicit-reshards{enable-full-version=true})',
        `
sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
func.func @main(%a: tensor<2x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "z"}, {}]>}) -> (tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "z"}]>}) {
  %0 = stablehlo.reshape %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", "z"}]>]>} : (tensor<2x16xf32>) -> tensor<32xf32>
  return %0 : tensor<32xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
  func.func @main(%arg0: tensor<2x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "z"}, {}]>}) -> (tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "z"}]>}) {
    %0 = sdy.reshard %arg0 <@mesh, [{"x"}, {"z"}]> : tensor<2x16xf32>
    %1 = stablehlo.reshape %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", "z"}]>]>} : (tensor<2x16xf32>) -> tensor<32xf32>
    return %1 : tensor<32xf32>
  }
}
`);
  });

  test('carry the rest of a split over to the next part', () => {
    expect(
      runText(
        'func.func(sdy-insert-explicit-reshards{enable-full-version=true})',
        `
sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z", "x"}, {}]>}) -> (tensor<2x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}, {}]>}) {
  %0 = stablehlo.reshape %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"z"}, {}]>]>} : (tensor<8x4xf32>) -> tensor<2x16xf32>
  return %0 : tensor<2x16xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
  func.func @main(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z", "x"}, {}]>}) -> (tensor<2x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}, {}]>}) {
    %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"z":(1)2}, {"z":(2)2, "x"}]>]>} : (tensor<8x4xf32>) -> tensor<2x16xf32>
    %1 = sdy.reshard %0 <@mesh, [{"z"}, {}]> : tensor<2x16xf32>
    return %1 : tensor<2x16xf32>
  }
}
`);
  });

  test('carry the rest of a split over where axes are cut', () => {
    expect(
      runText(
        'func.func(sdy-insert-explicit-reshards{enable-full-version=true})',
        `
sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
func.func @main(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}]>}) -> (tensor<2x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z":(1)2}, {"x"}]>}) {
  %0 = stablehlo.reshape %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"z":(1)2}, {"x"}]>]>} : (tensor<16xf32>) -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
  func.func @main(%arg0: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}]>}) -> (tensor<2x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z":(1)2}, {"x"}]>}) {
    %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"z":(1)2}, {"z":(2)2}]>]>} : (tensor<16xf32>) -> tensor<2x8xf32>
    %1 = sdy.reshard %0 <@mesh, [{"z":(1)2}, {"x"}]> : tensor<2x8xf32>
    return %1 : tensor<2x8xf32>
  }
}
`);
  });

  test('give what a part has no room for to the next part', () => {
    expect(
      runText(
        'func.func(sdy-insert-explicit-reshards{enable-full-version=true})',
        `
sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
func.func @main(%a: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z", "x"}, {}]>}) -> (tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z", "x"}]>}) {
  %0 = stablehlo.reshape %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"z", "x"}]>]>} : (tensor<4x8xf32>) -> tensor<32xf32>
  return %0 : tensor<32xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
  func.func @main(%arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z", "x"}, {}]>}) -> (tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z", "x"}]>}) {
    %0 = sdy.reshard %arg0 <@mesh, [{"z"}, {"x"}]> : tensor<4x8xf32>
    %1 = stablehlo.reshape %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"z", "x"}]>]>} : (tensor<4x8xf32>) -> tensor<32xf32>
    return %1 : tensor<32xf32>
  }
}
`);
  });

  test('cut an axis that a part has no room for', () => {
    expect(
      runText(
        'func.func(sdy-insert-explicit-reshards{enable-full-version=true})',
        `
sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
func.func @main(%a: tensor<2x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}, {}]>}) -> (tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}]>}) {
  %0 = stablehlo.reshape %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"z"}]>]>} : (tensor<2x16xf32>) -> tensor<32xf32>
  return %0 : tensor<32xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
  func.func @main(%arg0: tensor<2x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}, {}]>}) -> (tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}]>}) {
    %0 = sdy.reshard %arg0 <@mesh, [{"z":(1)2}, {"z":(2)2}]> : tensor<2x16xf32>
    %1 = stablehlo.reshape %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"z"}]>]>} : (tensor<2x16xf32>) -> tensor<32xf32>
    return %1 : tensor<32xf32>
  }
}
`);
  });

  test('cut an axis that does not divide a part', () => {
    expect(
      runText(
        'func.func(sdy-insert-explicit-reshards{enable-full-version=true})',
        `
sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
func.func @main(%a: tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}, {}]>}) -> (tensor<24xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}]>}) {
  %0 = stablehlo.reshape %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"z"}]>]>} : (tensor<6x4xf32>) -> tensor<24xf32>
  return %0 : tensor<24xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
  func.func @main(%arg0: tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}, {}]>}) -> (tensor<24xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}]>}) {
    %0 = sdy.reshard %arg0 <@mesh, [{"z":(1)2}, {}]> : tensor<6x4xf32>
    %1 = stablehlo.reshape %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"z":(1)2}]>]>} : (tensor<6x4xf32>) -> tensor<24xf32>
    %2 = sdy.reshard %1 <@mesh, [{"z"}]> : tensor<24xf32>
    return %2 : tensor<24xf32>
  }
}
`);
  });

  test('keep the split of the result where it is the larger one', () => {
    expect(
      runText(
        'func.func(sdy-insert-explicit-reshards{enable-full-version=true})',
        `
sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
func.func @main(%a: tensor<2x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}, {}]>}) -> (tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "z"}]>}) {
  %0 = stablehlo.reshape %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", "z"}]>]>} : (tensor<2x16xf32>) -> tensor<32xf32>
  return %0 : tensor<32xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
  func.func @main(%arg0: tensor<2x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}, {}]>}) -> (tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "z"}]>}) {
    %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"z"}]>]>} : (tensor<2x16xf32>) -> tensor<32xf32>
    %1 = sdy.reshard %0 <@mesh, [{"x", "z"}]> : tensor<32xf32>
    return %1 : tensor<32xf32>
  }
}
`);
  });

  test('leave out axes that no part has room for', () => {
    expect(
      runText(
        'func.func(sdy-insert-explicit-reshards{enable-full-version=true})',
        `
sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
func.func @main(%a: tensor<2x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z", "y"}, {}]>}) -> (tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z", "x"}]>}) {
  %0 = stablehlo.reshape %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"z", "x"}]>]>} : (tensor<2x3xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
  func.func @main(%arg0: tensor<2x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z", "y"}, {}]>}) -> (tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z", "x"}]>}) {
    %0 = sdy.reshard %arg0 <@mesh, [{"z":(1)2}, {"z":(2)2, "x"}]> : tensor<2x3xf32>
    %1 = stablehlo.reshape %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"z", "x"}]>]>} : (tensor<2x3xf32>) -> tensor<6xf32>
    return %1 : tensor<6xf32>
  }
}
`);
  });
});

test('where bytes decide, axes that a factor does not fit are gathered if that sends less than to hand them out', () => {
  const local = runText(
    'shardform-partition-pipeline',
    `sdy.mesh @mesh = <["model"=4]>
func.func @main(%x: tensor<2x5x120xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"model"}]>}) -> tensor<2x30x5x5xf32> {
  %0 = stablehlo.reshape %x : (tensor<2x5x120xf32>) -> tensor<2x5x30x4xf32>
  %1 = stablehlo.dot_general %0, %0, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3] : (tensor<2x5x30x4xf32>, tensor<2x5x30x4xf32>) -> tensor<2x30x5x5xf32>
  return %1 : tensor<2x30x5x5xf32>
}`,
  );
  expect(
    local
      .match(/"stablehlo\.(all_\w+|collective_permute)".*-> (tensor<\w+>)/g)
      ?.map((line) => /-> (\S+)/.exec(line)?.[1]),
  ).toEqual(['tensor<2x5x60xf32>', 'tensor<2x30x5x5xf32>']);
});

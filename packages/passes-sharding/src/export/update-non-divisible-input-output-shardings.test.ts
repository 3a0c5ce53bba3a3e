import { describe, expect, test } from 'vitest';
import { runText } from '../../tests/run-text.ts';

// Recorded from Shardy in jaxlib 0.10.2.
describe('sdy-update-non-divisible-input-output-shardings', () => {
  test('keeps the axes, and the major part of the first axis that does not divide', () => {
    expect(
      runText(
        'sdy-update-non-divisible-input-output-shardings',
        `
sdy.mesh @mesh = <["a"=4, "b"=6]>
func.func @main(%a: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b"}, {}]>}, %b: tensor<6x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}p1, {"b"}p2]>}) -> (tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"a"}]>}) {
  return %a : tensor<8x6xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["a"=4, "b"=6]>
  func.func @main(%arg0: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b":(1)2}, {}]>}, %arg1: tensor<6x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(1)2, ?}, {}]>}) -> (tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"a":(1)2}]>}) {
    return %arg0 : tensor<8x6xf32>
  }
}
`);
  });

  test('does the same for parts of axes', () => {
    expect(
      runText(
        'sdy-update-non-divisible-input-output-shardings',
        `
sdy.mesh @mesh = <["a"=4, "b"=6]>
func.func @main(%a: tensor<6x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(2)3, "a":(2)2}, {"a":(1)2}]>}) -> tensor<6x2xf32> {
  return %a : tensor<6x2xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["a"=4, "b"=6]>
  func.func @main(%arg0: tensor<6x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b":(2)3, "a":(2)2}, {"a":(1)2}]>}) -> tensor<6x2xf32> {
    return %arg0 : tensor<6x2xf32>
  }
}
`);
  });

  test('does the same for calls and manual computations', () => {
    expect(
      runText(
        'sdy-update-non-divisible-input-output-shardings',
        `
sdy.mesh @mesh = <["a"=4, "b"=6]>
func.func private @callee(%a: tensor<6xf32>) -> (tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}) {
  return %a : tensor<6xf32>
}
func.func @main(%a: tensor<12xf32>) -> tensor<12xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"b", "a"}]>] out_shardings=[<@mesh, [{"b", "a", ?}]>] manual_axes={"b"} (%b: tensor<2xf32>) {
    sdy.return %b : tensor<2xf32>
  } : (tensor<12xf32>) -> tensor<12xf32>
  %1 = stablehlo.slice %0 [0:6] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : (tensor<12xf32>) -> tensor<6xf32>
  %2 = call @callee(%1) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : (tensor<6xf32>) -> tensor<6xf32>
  return %a : tensor<12xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["a"=4, "b"=6]>
  func.func private @callee(%arg0: tensor<6xf32>) -> (tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(1)2}]>}) {
    return %arg0 : tensor<6xf32>
  }
  func.func @main(%arg0: tensor<12xf32>) -> tensor<12xf32> {
    %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"b", "a":(1)2}]>] out_shardings=[<@mesh, [{"b", "a":(1)2, ?}]>] manual_axes={"b"} (%arg1: tensor<2xf32>) {
      sdy.return %arg1 : tensor<2xf32>
    } : (tensor<12xf32>) -> tensor<12xf32>
    %1 = stablehlo.slice %0 [0:6] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : (tensor<12xf32>) -> tensor<6xf32>
    %2 = call @callee(%1) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a":(1)2}]>]>} : (tensor<6xf32>) -> tensor<6xf32>
    return %arg0 : tensor<12xf32>
  }
}
`);
  });

  test('leaves what divides', () => {
    expect(
      runText(
        'sdy-update-non-divisible-input-output-shardings',
        `
sdy.mesh @mesh = <["a"=4, "b"=6]>
func.func @main(%a: tensor<24xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b", ?}p1]>}) -> tensor<24xf32> {
  return %a : tensor<24xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["a"=4, "b"=6]>
  func.func @main(%arg0: tensor<24xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", "b", ?}p1]>}) -> tensor<24xf32> {
    return %arg0 : tensor<24xf32>
  }
}
`);
  });
});

import { describe, expect, test } from 'vitest';
import { runText } from '../../../tests/run-text.ts';

test('without exchanges, a reversed dimension is whole between reshards', () => {
  expect(
    runText(
      'sdy-resolve-permutation-factors{enable-halo-exchange=false}',
      `sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) -> (tensor<8x4xf32>) {
  %0 = stablehlo.reverse %a, dims = [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {"y"}]>]>} : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}`,
    ),
  ).toBe(`module {
  sdy.mesh @m = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) -> tensor<8x4xf32> {
    %0 = sdy.reshard %arg0 <@m, [{}, {"y"}]> : tensor<8x4xf32>
    %1 = stablehlo.reverse %0, dims = [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"y"}]>]>} : tensor<8x4xf32>
    %2 = sdy.reshard %1 <@m, [{"x"}, {"y"}]> : tensor<8x4xf32>
    return %2 : tensor<8x4xf32>
  }
}
`);
});

test('without exchanges, slices and pads of the parts stay', () => {
  expect(
    runText(
      'sdy-resolve-permutation-factors{enable-halo-exchange=false}',
      `sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}, %p: tensor<f32>) -> (tensor<8xf32>) {
  %0 = stablehlo.slice %a [0:7] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<8xf32>) -> tensor<7xf32>
  %1 = stablehlo.pad %0, %p, low = [0], high = [1], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<7xf32>, tensor<f32>) -> tensor<8xf32>
  %2 = stablehlo.slice %1 [1:8] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<8xf32>) -> tensor<7xf32>
  return %1 : tensor<8xf32>
}`,
    ),
  ).toBe(`module {
  sdy.mesh @m = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}, %arg1: tensor<f32>) -> tensor<8xf32> {
    %0 = stablehlo.slice %arg0 [0:7] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<8xf32>) -> tensor<7xf32>
    %1 = stablehlo.pad %0, %arg1, low = [0], high = [1], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>} : (tensor<7xf32>, tensor<f32>) -> tensor<8xf32>
    %2 = sdy.reshard %1 <@m, [{}]> : tensor<8xf32>
    %3 = stablehlo.slice %2 [1:8] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>} : (tensor<8xf32>) -> tensor<7xf32>
    %4 = sdy.reshard %3 <@m, [{"x"}]> : tensor<7xf32>
    return %1 : tensor<8xf32>
  }
}
`);
});

test('a reshape keeps what is split alike on both sides', () => {
  expect(
    runText(
      'sdy-resolve-permutation-factors',
      `sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) -> (tensor<2x4x3x2xf32>) {
  %0 = stablehlo.reshape %a {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {}, {"y"}, {}]>]>} : (tensor<8x6xf32>) -> tensor<2x4x3x2xf32>
  return %0 : tensor<2x4x3x2xf32>
}`,
    ),
  ).toBe(`module {
  sdy.mesh @m = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) -> tensor<2x4x3x2xf32> {
    %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {}, {"y"}, {}]>]>} : (tensor<8x6xf32>) -> tensor<2x4x3x2xf32>
    return %0 : tensor<2x4x3x2xf32>
  }
}
`);
});

/** The operations of the function that comes out, without types and attributes. */
function outline(body: string, signature: string): string[] {
  const text = runText(
    'sdy-resolve-permutation-factors',
    `sdy.mesh @m = <["x"=4]>\nfunc.func @main(${signature}) {\n${body}\n  return\n}`,
  );
  return [...text.matchAll(/ = "?([a-z_]+\.[a-z_]+)/g)].map(([, name]) => name!);
}

const split = '{sdy.sharding = #sdy.sharding<@m, [{"x"}]>}';
const splitResult = '{sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}]>]>}';

describe('neighbours exchange what is at the borders of their parts', () => {
  test('for a slice that shifts elements', () => {
    expect(
      outline(
        `%0 = stablehlo.slice %a [1:16] ${splitResult} : (tensor<16xf32>) -> tensor<15xf32>`,
        `%a: tensor<16xf32> ${split}`,
      ),
    ).toEqual([
      'stablehlo.constant',
      'sdy.manual_computation',
      'stablehlo.collective_permute',
      'stablehlo.concatenate',
      'stablehlo.pad',
      'stablehlo.partition_id',
      'stablehlo.convert',
      'stablehlo.constant',
      'stablehlo.remainder',
      'stablehlo.constant',
      'stablehlo.constant',
      'stablehlo.multiply',
      'stablehlo.add',
      'stablehlo.constant',
      'stablehlo.maximum',
      'stablehlo.dynamic_slice',
      'stablehlo.slice',
    ]);
  });

  test('for a pad with another value than zero, which takes the place of what nobody sends', () => {
    expect(
      outline(
        `%0 = stablehlo.pad %a, %p, low = [1], high = [3], interior = [0] ${splitResult} : (tensor<16xf32>, tensor<f32>) -> tensor<20xf32>`,
        `%a: tensor<16xf32> ${split}, %p: tensor<f32>`,
      ),
    ).toContain('stablehlo.select');
  });

  test('for a reverse, by a mesh with devices in the other order', () => {
    expect(
      runText(
        'sdy-resolve-permutation-factors',
        `sdy.mesh @m = <["x"=4]>
func.func @main(%a: tensor<8xf32> ${split}) {
  %0 = stablehlo.reverse %a, dims = [0] ${splitResult} : tensor<8xf32>
  %1 = stablehlo.reverse %0, dims = [0] ${splitResult} : tensor<8xf32>
  return
}`,
      ),
    ).toBe(`module {
  sdy.mesh @m_reversed = <["x"=4], device_ids=[3, 2, 1, 0]>
  sdy.mesh @m = <["x"=4]>
  func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) {
    %0 = stablehlo.reverse %arg0, dims = [0] {sdy.sharding = #sdy.sharding_per_value<[<@m_reversed, [{"x"}]>]>} : tensor<8xf32>
    %1 = sdy.reshard %0 <@m, [{"x"}]> : tensor<8xf32>
    %2 = stablehlo.reverse %1, dims = [0] {sdy.sharding = #sdy.sharding_per_value<[<@m_reversed, [{"x"}]>]>} : tensor<8xf32>
    %3 = sdy.reshard %2 <@m, [{"x"}]> : tensor<8xf32>
    return
  }
}
`);
  });

  test('but not when more than the neighbours would be involved', () => {
    expect(
      outline(
        `%0 = stablehlo.slice %a [12:16] ${splitResult} : (tensor<16xf32>) -> tensor<4xf32>`,
        `%a: tensor<16xf32> ${split}`,
      ),
    ).toEqual(['sdy.reshard', 'stablehlo.slice', 'sdy.reshard']);
  });
});

test('a pad that keeps the size of a dimension can move its elements', () => {
  expect(
    outline(
      `%0 = stablehlo.pad %a, %p, low = [-1], high = [1], interior = [0] ${splitResult} : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>`,
      `%a: tensor<8xf32> ${split}, %p: tensor<f32>`,
    )[0],
  ).toBe('sdy.manual_computation');
});

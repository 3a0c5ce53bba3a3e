import { describe, expect, test } from 'vitest';
import { runText } from '../../tests/run-text.ts';

describe('import-mhlo-shardings', () => {
  test('finds one mesh for arguments, results and operations', () => {
    expect(
      runText(
        'import-mhlo-shardings',
        `func.func @f(%a: tensor<8x8xf32> {mhlo.sharding = "{devices=[4,8]<=[8,4]T(1,0)}"}, %b: tensor<8x8xf32> {mhlo.sharding = "{maximal device=3}"})
    -> (tensor<8x8xf32> {mhlo.sharding = "{devices=[1,2,16]<=[32] last_tile_dim_replicate}"}) {
  %0:2 = stablehlo.custom_call @g(%a) {mhlo.sharding = "{{unknown}, {replicated}}"} : (tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8xf32>)
  return %0#0 : tensor<8x8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["_axis_0"=2, "_axis_1"=4, "_axis_2"=4]>
  sdy.mesh @maximal_mesh_3 = <[], device_ids=[3]>
  func.func @f(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"_axis_2"}, {"_axis_0", "_axis_1"}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@maximal_mesh_3, []>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"_axis_0"}]>}) {
    %0:2 = stablehlo.custom_call @g(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {?}]>, <@mesh, [{}]>]>} : (tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8xf32>)
    return %0#0 : tensor<8x8xf32>
  }
}
`);
  });

  test('makes constraints of @Sharding calls', () => {
    expect(
      runText(
        'import-mhlo-shardings',
        `func.func @f(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.custom_call @Sharding(%a) {backend_config = "unspecified_dims=[1]", mhlo.sharding = "{devices=[2,1]<=[2]}"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}`,
      ),
    ).toContain('%0 = sdy.sharding_constraint %arg0 <@mesh, [{"_axis_0"}, {?}]> : tensor<8x8xf32>');
  });

  test.each([
    ['{allow-propagation-to-args=true}', ['{"_axis_0", ?}', '{"_axis_0", ?}', '{"_axis_0"}']],
    [
      '{allow-propagation-to-args=false,true allow-propagation-to-results=true}',
      ['{"_axis_0"}', '{"_axis_0", ?}', '{"_axis_0", ?}'],
    ],
  ])('opens what may be propagated to: %s', (options, dims) => {
    const sharded = 'tensor<8xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}';
    const text = runText(
      `import-mhlo-shardings${options}`,
      `func.func @main(%a: ${sharded}, %b: ${sharded}) -> (${sharded}) {
  return %a : tensor<8xf32>
}`,
    );
    expect([...text.matchAll(/@mesh, \[(.*?)\]>/g)].map(([, dim]) => dim)).toEqual(dims);
  });

  test('leaves a module without shardings as it is', () => {
    expect(runText('import-mhlo-shardings', 'func.func private @f()')).toBe(
      'module {\n  func.func private @f()\n}\n',
    );
  });

  test.each([
    ['{devices=[2,2]<=[4]}', 'the sharding is of 2 dimensions, the value has 1'],
    ['{devices=[2', 'unexpected token'],
    ['{{replicated}, {replicated}}', 'there are 2 shardings for 1 values'],
  ])('tells what is wrong with %s', (text, message) => {
    expect(
      runText('import-mhlo-shardings', `func.func private @f(tensor<8xf32> {mhlo.sharding = "${text}"})`),
    ).toBe(`error: 'func.func' op has mhlo.sharding "${text}": ${message}\n`);
  });

  test('tells that shardings have no mesh in common', () => {
    expect(
      runText(
        'import-mhlo-shardings',
        'func.func private @f(tensor<6xf32> {mhlo.sharding = "{devices=[6]<=[6]}"}, tensor<4xf32> {mhlo.sharding = "{devices=[4]<=[4]}"})',
      ),
    ).toBe(
      'error: the mhlo.sharding of the module have no mesh in common: argument 1 of @f has "{devices=[4]<=[4]}", argument 0 of @f (-:1) has "{devices=[6]<=[6]}"; one sharding is of 6 devices, another of 4\n',
    );
  });

  test('tells that manual devices are left out', () => {
    expect(
      runText(
        'import-mhlo-shardings',
        'func.func private @f(tensor<6xf32> {mhlo.sharding = "{devices=[2,2]<=[4] last_tile_dims={manual}}"})',
      ),
    ).toContain(
      `warning: 'func.func' op has mhlo.sharding "{devices=[2,2]<=[4] last_tile_dims={manual}}": manual devices are left out\n`,
    );
  });
});

describe('export-mhlo-shardings', () => {
  test('puts shardings and operations of sdy into the forms of XLA', () => {
    expect(
      runText(
        'export-mhlo-shardings',
        `sdy.mesh @m = <["x"=2, "y"=2]>
func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {?}]>}) {
  %0 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"x", "y"}]>]>} dense<1.0> : tensor<8x8xf32>
  %1 = sdy.sharding_constraint %0 <@m, [{"x", ?}, {}]> : tensor<8x8xf32>
  %2 = sdy.reshard %1 <@m, [{"y"}, {}]> : tensor<8x8xf32>
  %3 = sdy.all_slice [{}, {"x"}] %2 out_sharding=<@m, [{"y"}, {"x"}]> : tensor<8x8xf32>
  return %3 : tensor<8x8xf32>
}`,
      ),
    ).toBe(`module {
  func.func @f(%arg0: tensor<8x8xf32> {mhlo.sharding = "{devices=[2,1,2]<=[2,2]T(1,0) last_tile_dim_replicate}"}) -> (tensor<8x8xf32> {mhlo.sharding = "{replicated}"}) {
    %cst = stablehlo.constant {mhlo.sharding = "{devices=[1,4]<=[4]}"} dense<1.000000e+00> : tensor<8x8xf32>
    %0 = stablehlo.custom_call @Sharding(%cst) {backend_config = "unspecified_dims=[0]", mhlo.sharding = "{devices=[2,1,2]<=[4] last_tile_dim_replicate}"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %1 = stablehlo.custom_call @Sharding(%0) {mhlo.sharding = "{devices=[2,1,2]<=[2,2]T(1,0) last_tile_dim_replicate}"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %2 = stablehlo.custom_call @Sharding(%1) {mhlo.sharding = "{devices=[2,2]<=[2,2]T(1,0)}"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
    return %2 : tensor<8x8xf32>
  }
}
`);
  });

  test('a mesh with too many devices to list is refused', () => {
    expect(runText('export-mhlo-shardings', 'sdy.mesh @big = <["x"=4294967296, "y"=4294967296]>')).toBe(
      'error: mesh @big has more than 1,048,576 devices, which mhlo.sharding would list one by one; give it smaller axes\n',
    );
  });

  test('the body of a manual computation stands between calls', () => {
    expect(
      runText(
        'export-mhlo-shardings',
        `sdy.mesh @m = <["x"=2, "y"=2]>
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@m, [{"x"}]>] out_shardings=[<@m, [{"x", "y"}]>] manual_axes={"x"} (%b: tensor<4xf32>) {
    %1 = stablehlo.negate %b {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"y"}]>]>} : tensor<4xf32>
    %2 = stablehlo.abs %1 : tensor<4xf32>
    sdy.return %2 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}`,
      ),
    ).toBe(`module {
  func.func @f(%arg0: tensor<8xf32>) -> tensor<8xf32> {
    %0 = stablehlo.custom_call @Sharding(%arg0) {mhlo.sharding = "{devices=[2,2]<=[4] last_tile_dim_replicate}"} : (tensor<8xf32>) -> tensor<8xf32>
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{devices=[1,2,2]<=[4] last_tile_dims={manual, replicated}}"} : (tensor<8xf32>) -> tensor<4xf32>
    %2 = stablehlo.negate %1 {mhlo.sharding = "{devices=[2,2]<=[2,2]T(1,0) last_tile_dims={manual}}"} : tensor<4xf32>
    %3 = stablehlo.abs %2 {mhlo.sharding = "{devices=[1,2,2]<=[4] last_tile_dims={manual, replicated}}"} : tensor<4xf32>
    %4 = stablehlo.custom_call @Sharding(%3) {mhlo.sharding = "{devices=[2,2]<=[2,2]T(1,0) last_tile_dims={manual}}"} : (tensor<4xf32>) -> tensor<4xf32>
    %5 = stablehlo.custom_call @SPMDShardToFullShape(%4) {mhlo.sharding = "{devices=[4]<=[4]}"} : (tensor<4xf32>) -> tensor<8xf32>
    return %5 : tensor<8xf32>
  }
}
`);
  });

  test('what propagation still needs has no form there', () => {
    expect(
      runText(
        'export-mhlo-shardings',
        `func.func @f(%a: tensor<8xf32>) {
  sdy.sharding_group %a group_id=0 : tensor<8xf32>
  return
}`,
      ),
    ).toBe("error: 'sdy.sharding_group' op has no form in mhlo.sharding; propagate shardings before\n");
  });

  test('what was imported is exported as it was', () => {
    const text = `module {
  func.func @f(%arg0: tensor<8x8xf32> {mhlo.sharding = "{devices=[4,8]<=[8,4]T(1,0)}"}, %arg1: tensor<8x8xf32> {mhlo.sharding = "{maximal device=3}"}) -> (tensor<8x8xf32> {mhlo.sharding = "{devices=[1,2,16]<=[32] last_tile_dim_replicate}"}) {
    %0 = stablehlo.custom_call @Sharding(%arg0) {backend_config = "unspecified_dims=[1]", mhlo.sharding = "{devices=[8,1,4]<=[32] last_tile_dim_replicate}"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
}
`;
    expect(runText('import-mhlo-shardings,export-mhlo-shardings', text)).toBe(text);
  });
});

import { describe, expect, test } from 'vitest';
import { runText } from '../../tests/run-text.ts';

// Recorded from Shardy in jaxlib 0.10.2.
describe('sdy-lift-inlined-meshes', () => {
  test('names inlined meshes and gives equal meshes one name', () => {
    expect(
      runText(
        'sdy-lift-inlined-meshes',
        `
sdy.mesh @first = <["x"=2]>
sdy.mesh @same = <["x"=2]>
sdy.mesh @mesh = <["y"=4]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@same, [{"x"}]>}, %b: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["y"=4]>, [{"y"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<["z"=8]>, [{"z"}]>}) {
  %0 = stablehlo.add %a, %b {sdy.sharding = #sdy.sharding_per_value<[<mesh<["x"=2], device_ids=[1, 0]>, [{"x"}]>]>} : tensor<8xf32>
  %1 = sdy.sharding_constraint %0 <mesh<[], device_ids=[3]>, []> : tensor<8xf32>
  return %1 : tensor<8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @first = <["x"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}]}}
  sdy.mesh @mesh = <["y"=4]> {stablehlo.mesh = {axes = [{name = "y", size = 4 : i64}]}}
  sdy.mesh @mesh_0 = <["z"=8]> {stablehlo.mesh = {axes = [{name = "z", size = 8 : i64}]}}
  sdy.mesh @mesh_1 = <["x"=2], device_ids=[1, 0]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}], device_ids = dense<[1, 0]> : tensor<2xi64>}}
  sdy.mesh @maximal_mesh_3 = <[], device_ids=[3]> {stablehlo.mesh = {axes = [], device_ids = dense<3> : tensor<1xi64>}}
  func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@first, [{"x"}]>}, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh_0, [{"z"}]>}) {
    %0 = stablehlo.add %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh_1, [{"x"}]>]>} : tensor<8xf32>
    %1 = sdy.sharding_constraint %0 <@maximal_mesh_3, []> : tensor<8xf32>
    return %1 : tensor<8xf32>
  }
}
`);
  });

  test('only adds what StableHLO calls a mesh where all meshes have names', () => {
    expect(
      runText(
        'sdy-lift-inlined-meshes',
        `
sdy.mesh @mesh = <["x"=2, "y"=4]>
sdy.mesh @done = <["x"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}]}}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
  sdy.mesh @done = <["x"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}]}}
}
`);
  });
});

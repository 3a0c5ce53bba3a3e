import { describe, expect, test } from 'vitest';
import { runText } from '../../tests/run-text.ts';

// Recorded from Shardy in jaxlib 0.10.2.
describe('sharding groups', () => {
  test('share the sharding that one member has, and what comes later', () => {
    expect(
      runText(
        'sdy-basic-propagate',
        `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}, {?}]>}, %b: tensor<8x8xf32>, %c: tensor<8x8xf32>) -> (tensor<8x8xf32>) {
 sdy.sharding_group %a group_id=0 : tensor<8x8xf32>
 sdy.sharding_group %b group_id=0 : tensor<8x8xf32>
 %0 = stablehlo.add %c, %c {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {"y", ?}]>]>} : tensor<8x8xf32>
 %1 = stablehlo.add %0, %b : tensor<8x8xf32>
 return %1 : tensor<8x8xf32>
}`,
      ),
    ).toBe(`module {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}, {"y", ?}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}, {"y", ?}]>}, %arg2: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}, {"y", ?}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}, {"y", ?}]>}) {
    sdy.sharding_group %arg0 group_id=0 : tensor<8x8xf32>
    sdy.sharding_group %arg1 group_id=0 : tensor<8x8xf32>
    %0 = stablehlo.add %arg2, %arg2 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", ?}, {"y", ?}]>]>} : tensor<8x8xf32>
    %1 = stablehlo.add %0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", ?}, {"y", ?}]>]>} : tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
  }
}
`);
  });

  test('begin anew where members disagree', () => {
    expect(
      runText(
        'sdy-basic-propagate',
        `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) -> (tensor<8xf32>) {
 sdy.sharding_group %a group_id=0 : tensor<8xf32>
 sdy.sharding_group %b group_id=0 : tensor<8xf32>
 %0 = stablehlo.add %a, %b : tensor<8xf32>
 return %0 : tensor<8xf32>
}`,
      ),
    )
      .toBe(`warning: The initial operand shardings on the sharding groups of groupID: 0 do not match. Inserting an open sharding constraint to all constrained values. This can be caused when shardings from different values are grouped (e.g. from jax.shard_alike) but have separate inconsistent sharding constraints on them.
module {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", ?}]>}) {
    %0 = sdy.sharding_constraint %arg1 <@mesh, [{"y", ?}]> : tensor<8xf32>
    %1 = sdy.sharding_constraint %arg0 <@mesh, [{"y", ?}]> : tensor<8xf32>
    sdy.sharding_group %1 group_id=0 : tensor<8xf32>
    sdy.sharding_group %0 group_id=0 : tensor<8xf32>
    %2 = stablehlo.add %1, %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y", ?}]>]>} : tensor<8xf32>
    return %2 : tensor<8xf32>
  }
}
`);
  });

  test('get the sharding of a manual result without the manual axes', () => {
    const text = runText(
      'sdy-add-data-flow-edges,sdy-basic-propagate',
      `
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<8x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<2x12xf32>, tensor<2x12xf32>) {
 %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x", ?}, {?}]>] out_shardings=[<@mesh, [{?}, {?}], replicated={"x"}>] manual_axes={"x"} (%b: tensor<2x12xf32>) {
  %1 = stablehlo.abs %b : tensor<2x12xf32>
  sdy.return %1 : tensor<2x12xf32>
 } : (tensor<8x12xf32>) -> tensor<2x12xf32>
 %c = sdy.constant dense<1.0> : tensor<2x12xf32>
 sdy.sharding_group %0 group_id=0 : tensor<2x12xf32>
 sdy.sharding_group %c group_id=0 : tensor<2x12xf32>
 return %0, %c : tensor<2x12xf32>, tensor<2x12xf32>
}`,
    );
    expect(text).toContain('sdy.data_flow_edge %0 sharding=<@mesh, [{?}, {"y", ?}], replicated={"x"}>');
    expect(text).toContain(
      'sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {"y", ?}]>]>}',
    );
  });

  test('a value in two groups that were not united is refused, with the pass that unites them', () => {
    expect(
      runText(
        'sdy-basic-propagate',
        `sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  sdy.sharding_group %a group_id=0 : tensor<8xf32>
  sdy.sharding_group %a group_id=1 : tensor<8xf32>
  return %a : tensor<8xf32>
}`,
      ),
    ).toBe(
      "error: Value can only map to one sharding group id after import. It is in the groups 0 and 1: run 'sdy-sharding-group-import' first, which unites them\n",
    );
  });
});

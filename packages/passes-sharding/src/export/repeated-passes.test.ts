import { expect, test } from 'vitest';
import { runText } from '../../tests/run-text.ts';

const program = `
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}p1, {"y"}]>}, %b: tensor<12x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", ?}, {"x"}]>}) -> (tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"y"}]>}) {
  sdy.sharding_group %a group_id=0 : tensor<8x12xf32>
  %0 = sdy.sharding_constraint %a <@mesh, [{"x"}, {"y"}]> : tensor<8x12xf32>
  %1 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {?}]>]>} dense<1.0> : tensor<8x6xf32>
  %2 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {?}]>]>} dense<1.0> : tensor<8x6xf32>
  %3 = stablehlo.dot_general %0, %b, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", ?}, {?}]>]>, sdy.sharding_origins = [{x = "self"}], sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=6, k=12} reduction={k}>} : (tensor<8x12xf32>, tensor<12x6xf32>) -> tensor<8x6xf32>
  %4 = stablehlo.add %3, %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", ?}, {?}]>]>} : tensor<8x6xf32>
  %5 = stablehlo.add %4, %2 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {"y", ?}]>]>} : tensor<8x6xf32>
  return %5 : tensor<8x6xf32>
}`;

test.each([
  'func.func(sdy-constant-or-scalar-merger)',
  'func.func(sdy-sink-data-flow-edges)',
  'sdy-remove-sharding-groups',
  'func.func(sdy-sharding-constraint-to-reshard)',
  'sdy-update-non-divisible-input-output-shardings',
  'sdy-remove-sub-axes-in-input-output-shardings',
  'sdy-close-shardings',
  'func.func(sdy-insert-explicit-reshards)',
  'func.func(sdy-reshard-to-collectives)',
  'sdy-remove-propagation-debug-info',
  'func.func(sdy-drop-sharding-rules)',
  'sdy-inline-meshes',
])('%s has nothing more to do after itself', (pass) => {
  const settled = 'sdy-update-non-divisible-input-output-shardings,sdy-close-shardings';
  const once = runText(`${settled},${pass}`, program);
  expect(once).toContain('func.func @main');
  expect(runText(`${settled},${pass},${pass}`, program)).toBe(once);
});

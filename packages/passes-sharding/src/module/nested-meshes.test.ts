import { expect, test } from 'vitest';
import { runText } from '../../tests/run-text.ts';

const PROGRAM = `sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.negate %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}`;

const PASSES = [
  'sdy-convert-global-to-local',
  'sdy-inline-meshes',
  'sdy-basic-propagate',
  'sdy-update-non-divisible-input-output-shardings',
  'sdy-per-instruction-partitioning',
  'sdy-remove-size-one-axes',
  'export-mhlo-shardings',
];

test.each(PASSES)('%s refuses meshes that it does not know of', (pass) => {
  const message = `error: 'sdy.mesh' op stands in a module within the module that the pass runs on; run the pass before modules are nested, or on the inner one\n`;
  expect(runText(pass, `module { module @inner { ${PROGRAM} } }`)).toBe(message);
  // Another mesh of the same name would be taken for it.
  expect(runText(pass, `sdy.mesh @mesh = <["y"=4]>\nmodule @inner { ${PROGRAM} }`)).toBe(message);
  expect(runText(pass, PROGRAM)).not.toContain('error');
});

test('a pass runs on the inner module', () => {
  expect(runText('builtin.module(sdy-inline-meshes)', `module { module @inner { ${PROGRAM} } }`)).toContain(
    '#sdy.sharding<mesh<["x"=2]>, [{"x"}]>',
  );
});

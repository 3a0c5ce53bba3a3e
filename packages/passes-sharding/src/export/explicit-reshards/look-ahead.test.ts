import { expect, test } from 'vitest';
import { runText } from '../../../tests/run-text.ts';

const rows = 'tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}';
const columns = 'tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}';

/** Sums of which propagation gives the first ones the sharding of the first argument. */
const sums = `sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: ${rows}, %b: ${columns}, %c: ${columns}, %d: ${columns}) -> (${columns}) {
  %0 = stablehlo.add %a, %b {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x8xf32>
  %1 = stablehlo.add %0, %c {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x8xf32>
  %2 = stablehlo.add %1, %d {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}`;

const reshardsOf = (text: string): number =>
  runText('shardform-insert-reshards', text).match(/sdy\.reshard/g)?.length ?? 0;

test('a sum takes the sharding that the following sums have', () => {
  expect(reshardsOf(sums)).toBe(2);
});

test('functions that are marked keep the shardings of propagation, and lose the mark', () => {
  const marked = sums.replace(`(${columns}) {`, `(${columns}) attributes {shardform.keeps_shardings} {`);
  expect(reshardsOf(marked)).toBe(3);
  expect(runText('shardform-insert-reshards', marked)).not.toContain('keeps_shardings');
});

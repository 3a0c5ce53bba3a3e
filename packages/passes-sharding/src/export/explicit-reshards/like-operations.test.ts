import { expect, test } from 'vitest';
import { runText } from '../../../tests/run-text.ts';

const columns = 'tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}';
const ofColumns = '{sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>}';
const ofRows = '{sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>}';

/** Sums by rows of what is split by columns: of arguments, which are sent, and of what each device can compute. */
const sumOf = {
  arguments: `%s = stablehlo.add %a, %b ${ofRows} : tensor<8x8xf32>`,
  counts: `%i = stablehlo.iota dim = 0 ${ofColumns} : tensor<8x8xf32>
  %j = stablehlo.iota dim = 1 ${ofColumns} : tensor<8x8xf32>
  %t = stablehlo.add %i, %j ${ofRows} : tensor<8x8xf32>`,
};

const sumsOf = (lines: readonly string[]): string[] =>
  runText(
    'func.func(sdy-insert-explicit-reshards{enable-full-version=true least-communication=true})',
    `sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: ${columns}, %b: ${columns}) {
  ${lines.join('\n  ')}
  func.call @use(%t, %s) : (tensor<8x8xf32>, tensor<8x8xf32>) -> ()
  return
}
func.func private @use(tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})`,
  )
    .split('\n')
    .filter((line) => line.includes('stablehlo.add'))
    .map((line) => /\[<@mesh, (.*)>\]/.exec(line)![1]!);

test('operations that are alike are split by what their operands can be computed from', () => {
  expect(sumsOf([sumOf.arguments, sumOf.counts])).toEqual(['[{}, {"x"}]', '[{"x"}, {}]']);
  expect(sumsOf([sumOf.counts, sumOf.arguments])).toEqual(['[{"x"}, {}]', '[{}, {"x"}]']);
});

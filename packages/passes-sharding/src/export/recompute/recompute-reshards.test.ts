import { expect, test } from 'vitest';
import { runText } from '../../../tests/run-text.ts';

/** The operations of `@main` after the pass, with the axes along which they are split. */
function recomputed(body: string, args = '%a: tensor<8x16xf32>'): string[] {
  const text = runText(
    'func.func(shardform-recompute-reshards),cse,canonicalize',
    `sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(${args}) -> tensor<8x16xf32> {
${body}
}`,
  );
  return [...text.matchAll(/= (?:sdy|stablehlo)\.(\w+)(.*)/g)].map(([, name, rest]) =>
    [name, ...[...rest!.matchAll(/<@m, (.*?\])>/g)].map(([, dims]) => dims)].join(' '),
  );
}

const split = (dims: string): string => `{sdy.sharding = #sdy.sharding_per_value<[<@m, ${dims}>]>}`;
const GATHERED = `  %r = sdy.reshard %v <@m, [{}, {"y"}]> : tensor<8x16xf32>
  return %r : tensor<8x16xf32>`;

test.each([
  [
    'a constant',
    `  %v = stablehlo.constant ${split('[{"x"}, {"y"}]')} dense<1.0> : tensor<8x16xf32>`,
    ['constant [{}, {"y"}]'],
  ],
  [
    'an iota',
    `  %v = stablehlo.iota dim = 0 ${split('[{"x"}, {"y"}]')} : tensor<8x16xf32>`,
    ['iota [{}, {"y"}]'],
  ],
  [
    'what is computed from constants',
    `  %c = stablehlo.constant dense<1.0> : tensor<f32>
  %b = stablehlo.broadcast_in_dim %c, dims = [] ${split('[{"x"}, {"y"}]')} : (tensor<f32>) -> tensor<8x16xf32>
  %v = stablehlo.exponential %b ${split('[{"x"}, {"y"}]')} : tensor<8x16xf32>`,
    ['constant', 'broadcast_in_dim [{}, {"y"}]', 'exponential [{}, {"y"}]'],
  ],
  [
    'what is computed from a tensor that all devices have, though it is cut for that',
    `  %s = sdy.reshard %a <@m, [{"x"}, {"y"}]> : tensor<8x16xf32>
  %v = stablehlo.exponential %s ${split('[{"x"}, {"y"}]')} : tensor<8x16xf32>`,
    ['reshard [{}, {"y"}]', 'exponential [{}, {"y"}]'],
  ],
])('devices compute %s as they need it', (_, body, expected) => {
  expect(recomputed(`${body}\n${GATHERED}`)).toEqual(expected);
});

test.each([
  [
    'products',
    `  %t = stablehlo.dot_general %a, %a, contracting_dims = [1] x [1] : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x8xf32>
  %v = stablehlo.dot_general %t, %a, contracting_dims = [1] x [0] ${split('[{"x"}, {"y"}]')} : (tensor<8x8xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>`,
  ],
  [
    'many operations',
    ['%a', '%1', '%2', '%3', '%4']
      .map(
        (operand, i) =>
          `  ${i === 4 ? '%v' : `%${i + 1}`} = stablehlo.tanh ${operand} ${split('[{"x"}, {"y"}]')} : tensor<8x16xf32>`,
      )
      .join('\n'),
  ],
])('%s are not repeated', (_, body) => {
  expect(recomputed(`${body}\n${GATHERED}`)).toContain('reshard [{}, {"y"}]');
});

test('a loop hands on a tensor that all devices have, though it is cut for the loop', () => {
  expect(
    recomputed(
      `  %s = sdy.reshard %a <@m, [{"x"}, {}]> : tensor<8x16xf32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.constant dense<3> : tensor<i32>
  %w:3 = stablehlo.while(%i = %z, %k = %s, %c = %a) : tensor<i32>, tensor<8x16xf32>, tensor<8x16xf32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@m, []>, <@m, [{"x"}, {}]>, <@m, [{}, {}]>]>}
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %g = sdy.reshard %k <@m, [{}, {}]> : tensor<8x16xf32>
    %d = stablehlo.multiply %c, %g ${split('[{}, {}]')} : tensor<8x16xf32>
    stablehlo.return %i, %k, %d : tensor<i32>, tensor<8x16xf32>, tensor<8x16xf32>
  }
  return %w#2 : tensor<8x16xf32>`,
    ).filter((line) => line.startsWith('reshard')),
  ).toEqual(['reshard [{"x"}, {}]']);
});

test('what devices have parts of is sent', () => {
  const sent = recomputed(
    `  %v = stablehlo.negate %a ${split('[{"x"}, {"y"}]')} : tensor<8x16xf32>\n${GATHERED}`,
    '%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}',
  );
  expect(sent).toEqual(['negate [{"x"}, {"y"}]', 'reshard [{}, {"y"}]']);
});

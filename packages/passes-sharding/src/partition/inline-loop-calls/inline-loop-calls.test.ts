import { expect, test } from 'vitest';
import { runText } from '../../../tests/run-text.ts';

/** A loop over the rows of an array whose columns are split, as `lax.scan` of a function makes it. */
function loop(signature = '(%s: tensor<5x16xf32>, %i: tensor<i32>) -> tensor<16xf32>'): string {
  return `sdy.mesh @mesh = <["x"=8]>
func.func @main(%x: tensor<5x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<16xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<16xf32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%s = %x, %i = %c, %sum = %zero) : tensor<5x16xf32>, tensor<i32>, tensor<16xf32>
  cond {
    %five = stablehlo.constant dense<5> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = func.call @body(%s, %i) : (tensor<5x16xf32>, tensor<i32>) -> tensor<16xf32>
    %2 = stablehlo.add %sum, %1 : tensor<16xf32>
    %3 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %s, %3, %2 : tensor<5x16xf32>, tensor<i32>, tensor<16xf32>
  }
  %4 = call @outside(%0#2) : (tensor<16xf32>) -> tensor<16xf32>
  return %4 : tensor<16xf32>
}
func.func private @body(%s: tensor<5x16xf32>, %i: tensor<i32>) -> tensor<16xf32> {
  %0 = call @row(%s, %i) : (tensor<5x16xf32>, tensor<i32>) -> tensor<16xf32>
  %1 = stablehlo.tanh %0 : tensor<16xf32>
  return %1 : tensor<16xf32>
}
func.func private @row${signature} {
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_slice %s, %i, %c, sizes = [1, 16] : (tensor<5x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1x16xf32>
  %1 = stablehlo.reshape %0 : (tensor<1x16xf32>) -> tensor<16xf32>
  return %1 : tensor<16xf32>
}
func.func private @outside(%a: tensor<16xf32>) -> tensor<16xf32> {
  %0 = stablehlo.negate %a : tensor<16xf32>
  return %0 : tensor<16xf32>
}`;
}

test('nothing is gathered for a function by which a loop indexes a split array', () => {
  const local = runText('shardform-partition-pipeline', loop());
  expect(local).not.toMatch(/stablehlo\.(all_|collective|reduce_scatter)/);
  expect(local).toContain('tensor<5x2xf32>');
});

test('calls in a loop are inlined, with what they call; others stay', () => {
  const text = runText('shardform-inline-loop-calls', loop());
  const main = text.slice(0, text.indexOf('func.func private'));
  expect(main.match(/call @\w+/g)).toEqual(['call @outside']);
  expect(main.match(/stablehlo\.(dynamic_slice|reshape|tanh)/g)).toEqual([
    'stablehlo.dynamic_slice',
    'stablehlo.reshape',
    'stablehlo.tanh',
  ]);
});

test('shardings of the signature of an inlined function become constraints', () => {
  const sharding = (dims: string): string => `{sdy.sharding = #sdy.sharding<@mesh, ${dims}>}`;
  const text = runText(
    'shardform-inline-loop-calls',
    loop(
      `(%s: tensor<5x16xf32> ${sharding('[{}, {}]')}, %i: tensor<i32>) -> (tensor<16xf32> ${sharding('[{"x"}]')})`,
    ),
  );
  const main = text.slice(0, text.indexOf('func.func private'));
  expect(main.match(/sdy\.sharding_constraint .*/g)).toEqual([
    'sdy.sharding_constraint %iterArg <@mesh, [{}, {}]> : tensor<5x16xf32>',
    expect.stringMatching(/^sdy\.sharding_constraint %\d+ <@mesh, \[\{"x"\}\]> : tensor<16xf32>$/),
  ]);
});

test('functions that call themselves stay as they are, for propagation to report', () => {
  const text = loop().replace('call @row(%s, %i)', 'call @body(%s, %i)');
  const calls = runText('shardform-inline-loop-calls', text).match(/call @\w+/g);
  expect(calls).toEqual(['call @body', 'call @outside', 'call @body']);
});

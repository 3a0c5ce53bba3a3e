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

/** A program in which a function of `size` operations is called twice, outside of loops. */
const calledTwice = (size: number): string => `func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @large(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = call @large(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func private @large(%a0: tensor<4xf32>) -> tensor<4xf32> {
${Array.from({ length: size - 2 }, (_, i) => `  %a${i + 1} = stablehlo.tanh %a${i} : tensor<4xf32>\n`).join('')}  return %a${size - 2} : tensor<4xf32>
}`;

/** The calls of the main function after the pass. */
function callsLeft(text: string, options = ''): string[] {
  const inlined = runText(`shardform-inline-calls${options}`, text);
  return inlined.slice(0, inlined.indexOf('func.func private')).match(/call @\w+/g) ?? [];
}

test('large functions that are called several times stay in a program that is larger than the given number', () => {
  expect(callsLeft(calledTwice(65))).toEqual([]);
  expect(callsLeft(calledTwice(65), '{most-operations=100}')).toEqual(['call @large', 'call @large']);
  expect(callsLeft(calledTwice(64), '{most-operations=100}')).toEqual([]);
});

test('one that is called once is inlined, whatever its size', () => {
  const once = calledTwice(65).replace('call @large(%0)', 'call @other(%0)');
  const text = `${once}\nfunc.func private @other(%a: tensor<4xf32>) -> tensor<4xf32> {\n  return %a : tensor<4xf32>\n}`;
  expect(callsLeft(text, '{most-operations=1}')).toEqual([]);
});

test('calls in a loop are inlined, with what they call; large functions stay elsewhere', () => {
  const constants = '  stablehlo.constant dense<0.0> : tensor<f32>\n'.repeat(64);
  const text = loop()
    .replace('  %1 = stablehlo.tanh %0', `${constants}  %1 = stablehlo.tanh %0`)
    .replace(
      'call @outside(%0#2) : (tensor<16xf32>)',
      'call @outside(%x, %c) : (tensor<5x16xf32>, tensor<i32>)',
    )
    .replace(
      '@outside(%a: tensor<16xf32>) -> tensor<16xf32> {\n  %0 = stablehlo.negate %a : tensor<16xf32>',
      `@outside(%s: tensor<5x16xf32>, %i: tensor<i32>) -> tensor<16xf32> {
  %1 = call @body(%s, %i) : (tensor<5x16xf32>, tensor<i32>) -> tensor<16xf32>
  %0 = call @body(%s, %i) : (tensor<5x16xf32>, tensor<i32>) -> tensor<16xf32>`,
    );
  expect(callsLeft(text, '{most-operations=1}')).toEqual(['call @body', 'call @body']);
});

test('shardings of the signature of an inlined function become constraints', () => {
  const sharding = (dims: string): string => `{sdy.sharding = #sdy.sharding<@mesh, ${dims}>}`;
  const text = runText(
    'shardform-inline-calls{constrain-signatures}',
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
  const calls = runText('shardform-inline-calls', text).match(/call @\w+/g);
  expect(calls).toEqual(['call @body', 'call @outside', 'call @body']);
});

test('a function that is not to be inlined stays', () => {
  const text = calledTwice(4).replace(
    ') -> tensor<4xf32> {\n  %a1',
    ') -> tensor<4xf32> attributes {no_inline} {\n  %a1',
  );
  expect(text).toContain('no_inline');
  expect(callsLeft(text)).toHaveLength(2);
});

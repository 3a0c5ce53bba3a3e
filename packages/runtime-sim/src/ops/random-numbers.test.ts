import { expect, test } from 'vitest';
import { evaluate } from '../../tests/evaluate.ts';

const rng = (kind: string, low: string, high: string, distribution: string): string => `
  %a = stablehlo.constant dense<${low}> : tensor<${kind}>
  %b = stablehlo.constant dense<${high}> : tensor<${kind}>
  %s = stablehlo.constant dense<[50]> : tensor<1xi64>
  %0 = stablehlo.rng %a, %b, %s, distribution = ${distribution} : (tensor<${kind}>, tensor<${kind}>, tensor<1xi64>) -> tensor<50x${kind}>
  %1 = stablehlo.rng %a, %b, %s, distribution = ${distribution} : (tensor<${kind}>, tensor<${kind}>, tensor<1xi64>) -> tensor<50x${kind}>`;

test('rng draws other numbers each time, the same ones in every run', () => {
  const draw = (): unknown[][] =>
    evaluate(rng('f32', '0.0', '1.0', 'NORMAL'), '%0, %1 : tensor<50xf32>, tensor<50xf32>');
  const [first, second] = draw();
  expect(first).not.toEqual(second);
  expect(draw()).toEqual([first, second]);
});

test('uniform integers lie below the upper bound', () => {
  const [values] = evaluate(rng('i32', '3', '5', 'UNIFORM'), '%0 : tensor<50xi32>');
  expect(new Set(values)).toEqual(new Set([3, 4]));
});

test('rng_bit_generator gives the next state', () => {
  const body = `%s = stablehlo.constant dense<[5, 7]> : tensor<2xui64>
    %0:2 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui64>)`;
  expect(evaluate(body, '%0#0 : tensor<2xui64>')).toEqual([[5n, 10n]]);
});

test('a state that no algorithm has is an error', () => {
  const body = `%s = stablehlo.constant dense<[5, 7]> : tensor<2xui32>
    %0:2 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui32>) -> (tensor<2xui32>, tensor<3xui64>)`;
  expect(() => evaluate(body, '%0#1 : tensor<3xui64>')).toThrow(
    "a state of type 'tensor<2xui32>' can't be executed, only 2 or 3 ui64",
  );
});

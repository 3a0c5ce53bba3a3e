import { describe, expect, test } from 'vitest';
import { bodyLinesAfter } from '../tests/module-after.ts';

const constants = `%t = stablehlo.constant dense<true> : tensor<i1>
%f = stablehlo.constant dense<false> : tensor<i1>
%n = stablehlo.constant dense<7> : tensor<i32>
%m = stablehlo.constant dense<-9> : tensor<i64>`;

/** The lines after the constants, or what is reported of an assertion. */
function checked(assertion: string, options = ''): string[] {
  const lines = bodyLinesAfter(
    `stablehlo-check-shape-assertions${options}`,
    '(%x: tensor<i32>, %p: tensor<i1>)',
    `${constants}\nstablehlo.custom_call @shape_assertion${assertion}\nreturn`,
  );
  return lines.filter((line) => !line.includes('stablehlo.constant'));
}

test('assertions that hold are erased', () => {
  expect(
    checked('(%t, %n) {error_message = "{0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()'),
  ).toEqual(['return']);
});

test('an assertion that does not hold is reported in its own words', () => {
  const types = '(tensor<i1>, tensor<i32>, tensor<i64>) -> ()';
  expect(checked(`(%f, %n, %m) {error_message = "{0} is not {1}, but {0}"} : ${types}`)).toEqual([
    '7 is not -9, but 7',
  ]);
  expect(checked(`(%f, %n, %m) {error_message = "{} and {} in {{0} }"} : ${types}`)).toEqual([
    '7 and -9 in {0} }',
  ]);
});

test('assertions are erased unseen where they are not enabled', () => {
  const options = '{enable-shape-assertions=false}';
  expect(checked('(%f) {error_message = "wrong"} : (tensor<i1>) -> ()', options)).toEqual(['return']);
});

describe('rejects', () => {
  test.each([
    ['() {error_message = "m"} : () -> ()', 'expects 1 <= size(operands) <= 33'],
    ['(%p) {error_message = "m"} : (tensor<i1>) -> ()', 'expects static assert_what (operand #0)'],
    [
      '(%f, %x) {error_message = "m"} : (tensor<i1>, tensor<i32>) -> ()',
      'expects static error_message_input (operand #1)',
    ],
    ['(%t) {error_message = "m", foo = 1 : i32} : (tensor<i1>) -> ()', '"foo" is not a supported attribute'],
    [
      '(%t) {error_message = "m", backend_config = "b"} : (tensor<i1>) -> ()',
      'expects an empty backend_config',
    ],
    [
      '(%n) {error_message = "m"} : (tensor<i32>) -> ()',
      'expects assert_what (operand #0) to be a constant of type tensor<i1>',
    ],
    [
      '(%t, %t) {error_message = "m"} : (tensor<i1>, tensor<i1>) -> ()',
      'expects error_message_input (operand #1) to be a constant of type tensor<i32> or tensor<i64>',
    ],
    ['(%t) : (tensor<i1>) -> ()', 'expects an error_message attribute'],
    [
      '(%t, %n) {error_message = "{0} {5}"} : (tensor<i1>, tensor<i32>) -> ()',
      'expects error_message to contain format specifiers with error_message_input index less than 1. Found specifier {5}',
    ],
  ])('%s', (assertion, message) => {
    expect(checked(assertion)).toEqual([message]);
  });
});

test('rejects results', () => {
  expect(
    bodyLinesAfter(
      'stablehlo-check-shape-assertions',
      '(%p: tensor<i1>)',
      '%0 = stablehlo.custom_call @shape_assertion(%p) {error_message = "m"} : (tensor<i1>) -> tensor<i1>\nreturn',
    ),
  ).toEqual(['expects size(results) = 0']);
});

import { describe, expect, test } from 'vitest';
import { runText } from '../../tests/run-text.ts';

/** The body of `@f` after canonicalization. */
function canonicalized(signature: string, body: string): string {
  const text = runText(
    'canonicalize',
    `sdy.mesh @m = <["x"=2, "y"=2, "z"=4]>
func.func @f(${signature} {
  ${body}
}`,
  );
  const [, lines] = /\{\n {4}([\s\S]*)\n {2}\}\n\}\n$/.exec(text.slice(text.indexOf('func.func')))!;
  return lines!.replaceAll(/^ {4}/gm, '  ');
}

describe('reuse-earlier-reshard', () => {
  test('equal reshards of a value are one', () => {
    expect(
      canonicalized(
        '%a: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>)',
        `%0 = sdy.reshard %a <@m, [{"x"}, {}]> : tensor<8x8xf32>
  %1 = sdy.reshard %a <@m, [{"x"}, {}]> : tensor<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>`,
      ),
    ).toBe(`%0 = sdy.reshard %arg0 <@m, [{"x"}, {}]> : tensor<8x8xf32>
  return %0, %0 : tensor<8x8xf32>, tensor<8x8xf32>`);
  });

  test('reshapes and transposes are repeated on the earlier result', () => {
    expect(
      canonicalized(
        '%a: tensor<4x2x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>)',
        `%0 = stablehlo.reshape %a : (tensor<4x2x8xf32>) -> tensor<8x8xf32>
  %1 = sdy.reshard %0 <@m, [{"x"}, {"y"}]> : tensor<8x8xf32>
  %2 = stablehlo.reshape %a : (tensor<4x2x8xf32>) -> tensor<8x8xf32>
  %3 = stablehlo.transpose %2, dims = [1, 0] {note} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %4 = sdy.reshard %3 <@m, [{"y"}, {"x"}]> : tensor<8x8xf32>
  return %1, %4 : tensor<8x8xf32>, tensor<8x8xf32>`,
      ),
    ).toBe(`%0 = stablehlo.reshape %arg0 : (tensor<4x2x8xf32>) -> tensor<8x8xf32>
  %1 = sdy.reshard %0 <@m, [{"x"}, {"y"}]> : tensor<8x8xf32>
  %2 = stablehlo.reshape %1 : (tensor<8x8xf32>) -> tensor<4x2x8xf32>
  %3 = stablehlo.reshape %2 : (tensor<4x2x8xf32>) -> tensor<8x8xf32>
  %4 = stablehlo.transpose %3, dims = [1, 0] {note} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1, %4 : tensor<8x8xf32>, tensor<8x8xf32>`);
  });

  test('sub-axes that split alike in the order of the elements are one axis', () => {
    expect(
      canonicalized(
        '%a: tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<8xf32>)',
        `%0 = sdy.reshard %a <@m, [{"z":(1)2}, {"z":(2)2}]> : tensor<2x4xf32>
  %1 = stablehlo.reshape %a : (tensor<2x4xf32>) -> tensor<8xf32>
  %2 = sdy.reshard %1 <@m, [{"z"}]> : tensor<8xf32>
  return %0, %2 : tensor<2x4xf32>, tensor<8xf32>`,
      ),
    ).toBe(`%0 = sdy.reshard %arg0 <@m, [{"z":(1)2}, {"z":(2)2}]> : tensor<2x4xf32>
  %1 = stablehlo.reshape %0 : (tensor<2x4xf32>) -> tensor<8xf32>
  return %0, %1 : tensor<2x4xf32>, tensor<8xf32>`);
  });

  test.each([
    ['another order of the elements', '[{"x"}, {}]', '[{}, {"x"}]'],
    ['other axes that stay replicated', '[{"x"}, {}]', '[{"x"}, {}], replicated={"y"}'],
    ['partial values', '[{"x"}, {}], unreduced={"y"}', '[{"x"}, {}]'],
  ])('keeps a reshard to %s', (_, first, second) => {
    const body = `%0 = sdy.reshard %arg0 <@m, ${first}> : tensor<8x8xf32>
  %1 = sdy.reshard %arg0 <@m, ${second}> : tensor<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>`;
    expect(canonicalized('%arg0: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>)', body)).toBe(body);
  });
});

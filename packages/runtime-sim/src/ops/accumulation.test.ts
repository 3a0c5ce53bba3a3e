import { describe, expect, test } from 'vitest';
import { evaluate } from '../../tests/evaluate.ts';

/** A sum of 512 ones: half of them are lost when bf16 sums are rounded at each step. */
const ones =
  '%x = stablehlo.constant dense<1.0> : tensor<512xbf16>\n%z = stablehlo.constant dense<0.0> : tensor<bf16>';

const sum = (first: string, second: string): string => `({
    ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
      %r = stablehlo.add ${first}, ${second} : tensor<bf16>
      stablehlo.return %r : tensor<bf16>
  })`;

describe('sums of bf16', () => {
  test.each<[string, string, string]>([
    [
      'dot_general',
      `%0 = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<512xbf16>, tensor<512xbf16>) -> tensor<bf16>`,
      'tensor<bf16>',
    ],
    [
      'dot',
      `%0 = stablehlo.dot %x, %x : (tensor<512xbf16>, tensor<512xbf16>) -> tensor<bf16>`,
      'tensor<bf16>',
    ],
    [
      'einsum',
      `%0 = "stablehlo.einsum"(%x, %x) {einsum_config = "i,i->"} : (tensor<512xbf16>, tensor<512xbf16>) -> tensor<bf16>`,
      'tensor<bf16>',
    ],
    [
      'reduce',
      `%0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<512xbf16>, tensor<bf16>) -> tensor<bf16>`,
      'tensor<bf16>',
    ],
    [
      'reduce of several',
      `%0:2 = stablehlo.reduce(%x init: %z), (%x init: %z) across dimensions = [0] : (tensor<512xbf16>, tensor<512xbf16>, tensor<bf16>, tensor<bf16>) -> (tensor<bf16>, tensor<bf16>)
       reducer(%a: tensor<bf16>, %b: tensor<bf16>) (%c: tensor<bf16>, %d: tensor<bf16>) {
         %s = stablehlo.add %a, %b : tensor<bf16>
         %t = stablehlo.maximum %c, %d : tensor<bf16>
         stablehlo.return %s, %t : tensor<bf16>, tensor<bf16>
       }`,
      'tensor<bf16>',
    ],
    [
      'reduce_window',
      `%0 = "stablehlo.reduce_window"(%x, %z) ${sum('%a', '%b')} {window_dimensions = array<i64: 512>} : (tensor<512xbf16>, tensor<bf16>) -> tensor<1xbf16>`,
      'tensor<1xbf16>',
    ],
    [
      'scatter',
      `%i = stablehlo.constant dense<0> : tensor<512x1xi32>
       %s = stablehlo.constant dense<0.0> : tensor<1xbf16>
       %0 = "stablehlo.scatter"(%s, %i, %x) ${sum('%a', '%b')} {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<1xbf16>, tensor<512x1xi32>, tensor<512xbf16>) -> tensor<1xbf16>`,
      'tensor<1xbf16>',
    ],
  ])('%s', (_, body, type) => {
    const result = body.includes('%0:2') ? '%0#0' : '%0';
    const numbers = (accumulation: 'wide' | 'each-step'): unknown =>
      [evaluate(`${ones}\n${body}`, `${result} : ${type}`, { accumulation })].flat(3);
    expect(numbers('wide')).toEqual([512]);
    expect(numbers('each-step')).toEqual([256]);
  });

  const reducedBy = (body: string): unknown =>
    [
      evaluate(
        `${ones}
      %0 = stablehlo.reduce(%x init: %z) across dimensions = [0] : (tensor<512xbf16>, tensor<bf16>) -> tensor<bf16>
       reducer(%a: tensor<bf16>, %b: tensor<bf16>) { ${body} }`,
        '%0 : tensor<bf16>',
      ),
    ].flat(3);

  test('a region of arithmetic computes in f32 too', () => {
    const body = `%s = stablehlo.abs %b : tensor<bf16>
         %t = stablehlo.add %a, %s : tensor<bf16>
         stablehlo.return %t : tensor<bf16>`;
    expect(reducedBy(body)).toEqual([512]);
  });

  test('a region with other types computes in the types that it is written in', () => {
    const body = `%s = stablehlo.convert %b : (tensor<bf16>) -> tensor<f32>
         %u = stablehlo.convert %s : (tensor<f32>) -> tensor<bf16>
         %t = stablehlo.add %a, %u : tensor<bf16>
         stablehlo.return %t : tensor<bf16>`;
    expect(reducedBy(body)).toEqual([256]);
  });
});

import { describe, expect, test } from 'vitest';
import { bodyAfter } from '../../tests/run-pass.ts';

/** The operations after the folder, where the first operand is `[…]` and the second one a splat. */
function folded(operation: string, type: string, lhs: string, rhs: string, result: string): string {
  return bodyAfter(
    'stablehlo-aggressive-folder',
    `() -> ${result}`,
    `%a = stablehlo.constant dense<${lhs}> : ${type}
     %b = stablehlo.constant dense<${rhs}> : ${type}
     %0 = ${operation}
     return %0 : ${result}`,
  ).at(-2)!;
}

describe('comparisons', () => {
  const compare = (direction: string, kind: string, type: string, lhs: string, rhs: string): string => {
    const vector = `tensor<3x${type}>`;
    const operation = `stablehlo.compare ${direction}, %a, %b${kind} : (${vector}, ${vector}) -> tensor<3xi1>`;
    return (
      /dense<(.*)>/.exec(folded(operation, vector, lhs, rhs, 'tensor<3xi1>').replace(/ : .*/, ''))?.[1] ??
      'kept'
    );
  };

  test('are of the order that is named', () => {
    expect(compare('LT', ', SIGNED', 'i8', '[-1, 0, 1]', '0')).toBe('[true, false, false]');
    expect(compare('LT', ', UNSIGNED', 'i8', '[-1, 0, 1]', '1')).toBe('[false, true, false]');
    expect(compare('GE', '', 'ui8', '[255, 0, 1]', '1')).toBe('[true, false, true]');
    expect(compare('NE', '', 'i64', '[9223372036854775807, 0, 1]', '9223372036854775806')).toBe('true');
  });

  test('of floats hold for no NaN but in NE', () => {
    const list = '[0x7FC00000, -0.0, 0xFF800000]';
    expect(compare('EQ', ', FLOAT', 'f32', list, '0.0')).toBe('[false, true, false]');
    expect(compare('NE', ', FLOAT', 'f32', list, '0.0')).toBe('[true, false, true]');
    expect(compare('LE', ', FLOAT', 'f32', list, '0x7FC00000')).toBe('false');
  });

  test('of the total order are left', () => {
    expect(compare('LT', ', TOTALORDER', 'f32', '[-0.0, 1.0, 2.0]', '0.0')).toBe('kept');
  });
});

test('elements are chosen and bounded', () => {
  const select = bodyAfter(
    'stablehlo-aggressive-folder',
    '() -> tensor<2xf32>',
    `%p = stablehlo.constant dense<[true, false]> : tensor<2xi1>
     %a = stablehlo.constant dense<1.0> : tensor<2xf32>
     %b = stablehlo.constant dense<[2.0, 3.0]> : tensor<2xf32>
     %0 = stablehlo.select %p, %a, %b : tensor<2xi1>, tensor<2xf32>
     return %0 : tensor<2xf32>`,
  );
  expect(select[0]).toBe('%cst = stablehlo.constant dense<[1.000000e+00, 3.000000e+00]> : tensor<2xf32>');
  const vector = 'tensor<3xi32>';
  expect(folded(`stablehlo.clamp %b, %a, %b : ${vector}`, vector, '[1, 2, 3]', '2', vector)).toBe(
    `%c = stablehlo.constant dense<2> : ${vector}`,
  );
});

describe('conversions', () => {
  const convert = (from: string, to: string, list: string): string =>
    folded(
      `stablehlo.convert %a : (tensor<3x${from}>) -> tensor<3x${to}>`,
      `tensor<3x${from}>`,
      list,
      '0',
      `tensor<3x${to}>`,
    );

  test('of integers wrap or extend', () => {
    expect(convert('i32', 'i8', '[300, -1, 5]')).toContain('dense<[44, -1, 5]>');
    expect(convert('i8', 'ui32', '[-1, 1, 2]')).toContain('dense<[4294967295, 1, 2]>');
    expect(convert('ui8', 'i16', '[255, 1, 2]')).toContain('dense<[255, 1, 2]>');
    expect(convert('i32', 'i1', '[2, 0, -1]')).toContain('dense<[true, false, true]>');
  });

  // 2^60 + 2^36 + 1 lies just above the middle of two floats, where a double would show the middle.
  test('of large integers to floats round once', () => {
    expect(convert('i64', 'f32', '[1152921573326323713, 16777217, -3]')).toContain(
      'dense<[1.15292164E+18, 0x4B800000, -3.000000e+00]>',
    );
  });

  test('of floats to integers cut, and are left where that has no value', () => {
    const floats = (list: string, to: string): string =>
      bodyAfter(
        'stablehlo-aggressive-folder',
        `() -> tensor<2x${to}>`,
        `%a = stablehlo.constant dense<${list}> : tensor<2xf32>
         %0 = stablehlo.convert %a : (tensor<2xf32>) -> tensor<2x${to}>
         return %0 : tensor<2x${to}>`,
      ).at(-2)!;
    expect(floats('[1.5, -2.5]', 'i32')).toContain('dense<[1, -2]>');
    expect(floats('[0x7FC00000, -0.0]', 'i1')).toContain('dense<[true, false]>');
    for (const [list, to] of [
      ['[1.0, 0x7F800000]', 'i32'],
      ['[1.0, 0x7FC00000]', 'i32'],
      ['[1.0, -0.0]', 'i32'],
      ['[1.0, 300.0]', 'i8'],
      ['[1.0, -1.0]', 'ui8'],
    ] as const) {
      expect(floats(list, to)).toContain('stablehlo.convert');
    }
    expect(floats('[70000.0, 0.1]', 'f16')).toContain('dense<[0x7C00, 9.997550e-02]>');
  });

  test('and arithmetic of floats are left when floats are not to be optimized', () => {
    const text = `%a = stablehlo.constant dense<1.5> : tensor<2xf32>
      %0 = stablehlo.add %a, %a : tensor<2xf32>
      %1 = stablehlo.convert %a : (tensor<2xf32>) -> tensor<2xi32>
      %2 = stablehlo.negate %a : tensor<2xf32>
      return %0, %1, %2 : tensor<2xf32>, tensor<2xi32>, tensor<2xf32>`;
    const signature = '() -> (tensor<2xf32>, tensor<2xi32>, tensor<2xf32>)';
    expect(bodyAfter('stablehlo-aggressive-folder{optimize-float=false}', signature, text)).toEqual([
      '%cst = stablehlo.constant dense<-1.500000e+00> : tensor<2xf32>',
      '%cst_0 = stablehlo.constant dense<1.500000e+00> : tensor<2xf32>',
      '%0 = stablehlo.add %cst_0, %cst_0 : tensor<2xf32>',
      '%1 = stablehlo.convert %cst_0 : (tensor<2xf32>) -> tensor<2xi32>',
      'return %0, %1, %cst : tensor<2xf32>, tensor<2xi32>, tensor<2xf32>',
    ]);
  });
});

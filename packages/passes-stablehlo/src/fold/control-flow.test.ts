import { describe, expect, test } from 'vitest';
import { bodyAfter } from '../../tests/run-pass.ts';

const fold = (signature: string, body: string, options = ''): string[] =>
  bodyAfter(`stablehlo-aggressive-folder${options}`, signature, body);

describe('case of a constant', () => {
  const choice = (index: number): string => `%i = stablehlo.constant dense<${index}> : tensor<i32>
    %0 = "stablehlo.case"(%i) ({
      %1 = stablehlo.negate %x : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }, {
      %1 = stablehlo.abs %x : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<i32>) -> tensor<f32>
    return %0 : tensor<f32>`;
  const signature = '(%x: tensor<f32>) -> tensor<f32>';

  test.each([
    [0, 'negate'],
    [1, 'abs'],
    [2, 'abs'],
    [-1, 'abs'],
  ])('%d is the branch that is executed', (index, name) => {
    expect(fold(signature, choice(index))).toEqual([
      `%0 = stablehlo.${name} %arg0 : tensor<f32>`,
      'return %0 : tensor<f32>',
    ]);
  });

  test('leaves branches with effects behind', () => {
    const text = `%i = stablehlo.constant dense<0> : tensor<i32>
      %0 = "stablehlo.case"(%i) ({
        stablehlo.return %x : tensor<f32>
      }, {
        %1 = stablehlo.custom_call @print(%x) {has_side_effect = true} : (tensor<f32>) -> tensor<f32>
        stablehlo.return %1 : tensor<f32>
      }) : (tensor<i32>) -> tensor<f32>
      return %0 : tensor<f32>`;
    const after = fold(signature, text);
    expect(after.at(-1)).toBe('return %arg0 : tensor<f32>');
    expect(after).toContain('stablehlo.return %cst : tensor<f32>');
    expect(after[0]).toBe('%cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>');
  });
});

describe('while', () => {
  const loop = (condition: string, step: string, result: string): string => `
    %f = stablehlo.constant dense<${condition}> : tensor<i1>
    %0 = stablehlo.while(%i = %x) : tensor<i32>
      cond { stablehlo.return %f : tensor<i1> }
      do { %1 = ${step} : (tensor<i32>) -> tensor<i32>
           stablehlo.return %1 : tensor<i32> }
    return ${result} : tensor<i32>`;
  const signature = '(%x: tensor<i32>) -> tensor<i32>';
  const pure = 'stablehlo.custom_call @step(%i)';
  const effect = 'stablehlo.custom_call @step(%i) {has_side_effect = true}';

  test('that is never run is its operands', () => {
    expect(fold(signature, loop('false', pure, '%0'))).toEqual(['return %arg0 : tensor<i32>']);
  });

  test('that nobody needs is erased', () => {
    expect(fold(signature, loop('true', pure, '%x'))).toEqual(['return %arg0 : tensor<i32>']);
  });

  test('stays where it runs and where it has effects', () => {
    expect(fold(signature, loop('true', pure, '%0')).join()).toContain('stablehlo.while');
    expect(fold(signature, loop('false', effect, '%0')).join()).toContain('stablehlo.while');
    expect(fold(signature, loop('true', effect, '%x')).join()).toContain('stablehlo.while');
  });

  test('has no effects that it does not declare when that is assumed', () => {
    const text = loop('false', 'func.call @f(%i)', '%0');
    expect(fold(signature, text).join()).toContain('stablehlo.while');
    expect(fold(signature, text, '{assume-no-undeclared-side-effects=true}')).toEqual([
      'return %arg0 : tensor<i32>',
    ]);
  });
});

describe('reduce', () => {
  const reduce = (operand: string, type: string, init: string, reducer: string): string[] =>
    fold(
      '() -> tensor<' + type + '>',
      `%a = stablehlo.constant dense<${operand}> : tensor<3x${type}>
       %z = stablehlo.constant dense<${init}> : tensor<${type}>
       %0 = stablehlo.reduce(%a init: %z) applies stablehlo.${reducer} across dimensions = [0] : (tensor<3x${type}>, tensor<${type}>) -> tensor<${type}>
       return %0 : tensor<${type}>`,
    );

  test('of one boolean is what the reducer makes of it', () => {
    expect(reduce('true', 'i1', 'false', 'or')[0]).toBe('%c = stablehlo.constant dense<true> : tensor<i1>');
    expect(reduce('true', 'i1', 'false', 'and')[0]).toBe('%c = stablehlo.constant dense<false> : tensor<i1>');
    expect(reduce('[true, false, true]', 'i1', 'false', 'or').at(-2)).toContain('stablehlo.reduce');
    expect(reduce('1', 'i32', '0', 'add').at(-2)).toContain('stablehlo.reduce');
    expect(reduce('true', 'i1', 'false', 'xor').at(-2)).toContain('stablehlo.reduce');
  });

  test('whose region returns constants is these, if it is executed', () => {
    const text = (size: number): string => `%k = stablehlo.constant dense<4> : tensor<i32>
      %0 = stablehlo.reduce(%x init: %k) across dimensions = [0] : (tensor<${size}x2xi32>, tensor<i32>) -> tensor<2xi32>
        reducer(%a: tensor<i32>, %b: tensor<i32>) {
          %five = stablehlo.constant dense<5> : tensor<i32>
          stablehlo.return %five : tensor<i32>
        }
      return %0 : tensor<2xi32>`;
    expect(fold('(%x: tensor<3x2xi32>) -> tensor<2xi32>', text(3))).toEqual([
      '%c = stablehlo.constant dense<5> : tensor<2xi32>',
      'return %c : tensor<2xi32>',
    ]);
    expect(fold('(%x: tensor<0x2xi32>) -> tensor<2xi32>', text(0)).join()).toContain('stablehlo.reduce');
  });
});

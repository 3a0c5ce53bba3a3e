import { expect, test } from 'vitest';
import { runText } from '../../../tests/run-text.ts';

/** The names of the operations of `@main` after the pass. */
function simplified(body: string, rest = ''): string[] {
  const text = runText(
    'shardform-simplify-moves,symbol-dce',
    `sdy.mesh @m = <["x"=2]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) -> tensor<8x4xf32> {
${body}
}
${rest}`,
  );
  return [...text.matchAll(/(?:= |func\.)(call|func|stablehlo\.\w+)/g)].map(([, name]) => name!);
}

const shifted = (
  name: string,
  nested = '',
): string => `func.func private @${name}(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.slice %a [1:8, 0:4] : (tensor<8x4xf32>) -> tensor<7x4xf32>
  %1 = stablehlo.slice %a [0:1, 0:4] : (tensor<8x4xf32>) -> tensor<1x4xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<7x4xf32>, tensor<1x4xf32>) -> tensor<8x4xf32>
${nested}  return %2 : tensor<8x4xf32>
}`;

const CALL = `  %0 = func.call @f(%a) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>`;

test('small functions that move elements are inlined', () => {
  expect(simplified(CALL, shifted('f'))).toEqual([
    'func',
    'stablehlo.slice',
    'stablehlo.slice',
    'stablehlo.concatenate',
  ]);
});

test('those that call them are then too', () => {
  const outer = `func.func private @f(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) -> tensor<8x4xf32> {
  %0 = func.call @g(%a) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
${shifted('g')}`;
  expect(simplified(CALL, outer).filter((name) => name === 'func' || name === 'call')).toEqual(['func']);
});

test.each([
  [
    'functions on elements',
    `func.func private @f(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.tanh %a : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}`,
  ],
  [
    'large functions',
    shifted(
      'f',
      Array.from({ length: 64 }, (__, i) => `  %t${i} = stablehlo.tanh %2 : tensor<8x4xf32>\n`).join(''),
    ),
  ],
])('%s stay', (_, rest) => {
  expect(simplified(CALL, rest)).toContain('call');
});

test('functions of tensors that are not split stay', () => {
  const text = runText(
    'shardform-simplify-moves',
    `func.func @main(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {\n${CALL}\n}\n${shifted('f')}`,
  );
  expect(text).toContain('call @f');
});

test.each([
  ['a slice of everything', '%1 = stablehlo.slice %a [0:8, 0:4] : (tensor<8x4xf32>) -> tensor<8x4xf32>'],
  [
    'padding by nothing',
    `%c = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.pad %a, %c, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>`,
  ],
  [
    'a concatenation with nothing',
    `%c = stablehlo.constant dense<> : tensor<0x4xf32>
  %1 = stablehlo.concatenate %c, %a, dim = 0 : (tensor<0x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>`,
  ],
])('%s is what it moves', (_, body) => {
  expect(
    simplified(`  ${body}\n  return %1 : tensor<8x4xf32>`).filter((name) => name !== 'stablehlo.constant'),
  ).toEqual(['func']);
});

test('what only the body of a loop calls is inlined, whatever it does', () => {
  const text = runText(
    'shardform-simplify-moves,symbol-dce',
    `sdy.mesh @m = <["x"=2]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) -> tensor<8x4xf32> {
  %0 = stablehlo.while(%v = %a) : tensor<8x4xf32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {}]>]>}
    cond {
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %1 = func.call @once(%v) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {}]>]>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %2 = func.call @twice(%1) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {}]>]>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %3 = func.call @twice(%2) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x"}, {}]>]>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    stablehlo.return %3 : tensor<8x4xf32>
  }
  return %0 : tensor<8x4xf32>
}
func.func private @once(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.tanh %a : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
func.func private @twice(%a: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = stablehlo.cosine %a : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}`,
  );
  expect([...text.matchAll(/call (@\w+)|(tanh)/g)].map(([, callee, op]) => callee ?? op)).toEqual([
    'tanh',
    '@twice',
    '@twice',
  ]);
});

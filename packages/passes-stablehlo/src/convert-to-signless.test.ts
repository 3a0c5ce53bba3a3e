import { expect, test } from 'vitest';
import { moduleAfter } from '../tests/module-after.ts';

test('types of values and functions and the payloads of constants lose the sign', () => {
  const text = `func.func @f(%a: tensor<3xui8>, %b: tensor<?xsi32>) -> (tensor<3xui8>, tensor<?xsi32>) attributes {note = ui8} {
  %0 = stablehlo.constant dense<[0, 128, 255]> : tensor<3xui8>
  %1 = stablehlo.add %a, %0 : tensor<3xui8>
  %2 = "some.loop"(%b) ({
  ^bb0(%x: tensor<ui16>):
    "some.end"(%x) : (tensor<ui16>) -> ()
  }) {kept = dense<1> : tensor<ui8>} : (tensor<?xsi32>) -> tensor<?xsi32>
  return %1, %2 : tensor<3xui8>, tensor<?xsi32>
}`;
  const lines = moduleAfter('stablehlo-convert-to-signless', text);
  expect(lines).toEqual([
    'func.func @f(%arg0: tensor<3xi8>, %arg1: tensor<?xi32>) -> (tensor<3xi8>, tensor<?xi32>) attributes {note = ui8} {',
    '  %c = stablehlo.constant dense<[0, -128, -1]> : tensor<3xi8>',
    '  %0 = stablehlo.add %arg0, %c : tensor<3xi8>',
    '  %1 = "some.loop"(%arg1) ({',
    '  ^bb0(%arg2: tensor<i16>):',
    '    "some.end"(%arg2) : (tensor<i16>) -> ()',
    '  }) {kept = dense<1> : tensor<ui8>} : (tensor<?xi32>) -> tensor<?xi32>',
    '  return %0, %1 : tensor<3xi8>, tensor<?xi32>',
    '}',
  ]);
});

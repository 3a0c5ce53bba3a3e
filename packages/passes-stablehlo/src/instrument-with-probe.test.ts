import { expect, test } from 'vitest';
import { moduleAfter } from '../tests/module-after.ts';

const pass = 'interpreter-instrument-with-probe';
const named = `func.func @f(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.abs %a : tensor<f32> loc("first@jit")
  %1 = stablehlo.negate %0 : tensor<f32>
  return %1 : tensor<f32>
}`;

test.each([
  ['', 'probe1'],
  ['{useDebugInfo=true}', 'first.1'],
])('computed tensors are handed on by numbered probes: options "%s"', (options, first) => {
  expect(moduleAfter(pass + options, named)).toEqual([
    'func.func @f(%arg0: tensor<f32>) -> tensor<f32> {',
    '  %0 = stablehlo.abs %arg0 : tensor<f32>',
    `  %1 = interpreter.probe %0, probe_id = "${first}" : tensor<f32>`,
    '  %2 = stablehlo.negate %1 : tensor<f32>',
    '  %3 = interpreter.probe %2, probe_id = "probe2" : tensor<f32>',
    '  return %3 : tensor<f32>',
    '}',
  ]);
});

test('constants and tensors of unknown sizes have none', () => {
  const lines = [
    'func.func @f(%arg0: tensor<?xf32>) -> (tensor<f32>, tensor<?xf32>) {',
    '  %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>',
    '  %0 = stablehlo.abs %arg0 : tensor<?xf32>',
    '  return %cst, %0 : tensor<f32>, tensor<?xf32>',
    '}',
  ];
  expect(moduleAfter(pass, lines.join('\n'))).toEqual(lines);
});

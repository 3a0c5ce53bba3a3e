import { Context, parseModule, printOp, verifyOp } from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';
import { simulator } from '../extension.ts';
import { runSequential } from '../interpreter/run-module.ts';
import { checkCustomCalls, checkDialect } from './extension.ts';

const context = new Context([simulator, checkDialect]);

function run(body: string): void {
  const module = parseModule(`func.func @main() { ${body}\n return }`, context);
  if (module === null || !verifyOp(module, context)) throw new Error('the test program is wrong');
  runSequential(module, [], context, { customCalls: checkCustomCalls });
}

const pair = (a: string, b: string, type = 'tensor<2xf32>'): string =>
  `%a = stablehlo.constant dense<${a}> : ${type}  %b = stablehlo.constant dense<${b}> : ${type}`;

test('the operations are printed as they are read', () => {
  const text = `module {
  func.func @main(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>) {
    check.expect_eq %arg0, %arg1 : tensor<2xf32>
    check.expect_eq_const %arg0, dense<1.000000e+00> : tensor<2xf32>
    check.expect_almost_eq %arg0, %arg1 : tensor<2xf32>
    check.expect_almost_eq %arg0, %arg1, tolerance = 1.000000e-01 : tensor<2xf32>
    check.expect_almost_eq_const %arg0, dense<1.000000e+00> : tensor<2xf32>, tolerance = 1.000000e-01
    check.expect_close %arg0, %arg1, max_ulp_difference = 3 : tensor<2xf32>, tensor<2xf32>
    check.expect_close %arg0, %arg1, max_ulp_difference = 3, min_ulp_difference = 1 : tensor<2xf32>, tensor<2xf32>
    check.expect_serialized_eq %arg0, probe_id = "p", iter = 1 : tensor<2xf32>
    return
  }
}
`;
  expect(printOp(parseModule(text, context)!, context)).toBe(text);
});

describe('checks', () => {
  test('expect_eq passes for equal elements, zeros of any sign included', () => {
    run(`${pair('[1.0, 0.0]', '[1.0, -0.0]')} check.expect_eq %a, %b : tensor<2xf32>`);
  });

  test('expect_eq names the first difference', () => {
    const body = `${pair('[1.0, 3.0]', '[1.0, 2.0]')} check.expect_eq %a, %b : tensor<2xf32>`;
    expect(() => run(body)).toThrow(
      "Element values don't match: 3 : f32 (actual) vs 2 : f32 (expected) at index [1]",
    );
  });

  test('expect_eq_const fails for NaN', () => {
    const body =
      '%a = stablehlo.constant dense<0x7FC00000> : tensor<f32> check.expect_eq_const %a, dense<0x7FC00000> : tensor<f32>';
    expect(() => run(body)).toThrow("Element values don't match");
  });

  test('expect_almost_eq has an absolute tolerance', () => {
    const constants = pair('[1.0, 0x7FC00000]', '[1.05, 0x7FC00000]');
    run(`${constants} check.expect_almost_eq %a, %b, tolerance = 0.1 : tensor<2xf32>`);
    expect(() => run(`${constants} check.expect_almost_eq %a, %b : tensor<2xf32>`)).toThrow(
      "Element values don't match with tolerance 0.000100: 1 (actual) vs 1.0499999523162842 (expected) at index [0]",
    );
  });

  test('expect_close counts units in the last place', () => {
    const constants = pair('[1.0, 1.0]', '[1.0, 0x3F800002]');
    run(`${constants} check.expect_close %a, %b, max_ulp_difference = 2 : tensor<2xf32>, tensor<2xf32>`);
    const tooFar = `${constants} check.expect_close %a, %b, max_ulp_difference = 1 : tensor<2xf32>, tensor<2xf32>`;
    expect(() => run(tooFar)).toThrow('index=[1], actual=1, expected=1.000000238418579, ULP difference=2');
    const tooNear = `${constants} check.expect_close %a, %b, max_ulp_difference = 9, min_ulp_difference = 1 : tensor<2xf32>, tensor<2xf32>`;
    expect(() => run(tooNear)).toThrow('index=[0]');
  });

  test('expect_serialized_eq compares with what a probe has seen', () => {
    const body = `${pair('[1.0, 2.0]', '[1.0, 3.0]')}
      %p = interpreter.probe %a, probe_id = "p" : tensor<2xf32>`;
    run(`${body} check.expect_serialized_eq %a, probe_id = "p" : tensor<2xf32>`);
    expect(() => run(`${body} check.expect_serialized_eq %b, probe_id = "p" : tensor<2xf32>`)).toThrow(
      "Element values don't match",
    );
    expect(() => run(`${body} check.expect_serialized_eq %a, probe_id = "q" : tensor<2xf32>`)).toThrow(
      "nothing was probed as 'q'",
    );
  });
});

test.each(['check.expect_eq', 'check.expect_close', 'check.expect_almost_eq'])(
  'custom call @%s',
  (target) => {
    const call = `stablehlo.custom_call @${target}(%a, %b) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()`;
    run(`${pair('[1.0, 2.0]', '[1.0, 2.0]')} ${call}`);
    expect(() => run(`${pair('[1.0, 2.0]', '[1.0, 3.0]')} ${call}`)).toThrow("values don't match");
  },
);

import { describe, expect, test } from 'vitest';
import { problems, processed } from '../../tests/mlir-text.ts';

// The forms are those that jaxlib 0.10.2 prints.
const pretty = `module {
  func.func @integers(%arg0: i32, %arg1: i32) {
    %0 = arith.extui %arg0 nneg : i32 to i64
    %1 = arith.trunci %arg0 overflow<nsw, nuw> : i32 to i8
    %2 = arith.uitofp %arg0 nneg : i32 to f32
    %3 = arith.index_castui %arg0 nneg : i32 to index
    %4 = arith.shrui %arg0, %arg1 exact : i32
    %5 = arith.shrsi %arg0, %arg1 exact : i32
    %6 = arith.divui %arg0, %arg1 exact : i32
    %7 = arith.divsi %arg0, %arg1 exact : i32
    %diff, %borrow = arith.subui_extended %arg0, %arg1 : i32, i1
    return
  }
  func.func @floats(%arg0: f32, %arg1: f32, %arg2: f8E4M3FN, %arg3: f8E8M0FNU) {
    %0 = arith.extf %arg0 fastmath<fast> : f32 to f64
    %1 = arith.truncf %arg0 downward fastmath<fast> : f32 to f16
    %2 = arith.addf %arg0, %arg1 to_nearest_even : f32
    %3 = arith.mulf %arg0, %arg1 toward_zero fastmath<fast> : f32
    %4 = arith.subf %arg0, %arg1 upward : f32
    %5 = arith.divf %arg0, %arg1 downward : f32
    %6 = arith.flush_denormals %arg0 : f32
    %7 = arith.convertf %arg2 to_nearest_even fastmath<fast> : f8E4M3FN to f8E5M2
    %8 = arith.scaling_extf %arg2, %arg3 : f8E4M3FN, f8E8M0FNU to f32
    %9 = arith.scaling_truncf %arg0, %arg3 to_nearest_even fastmath<fast> : f32, f8E8M0FNU to f8E4M3FN
    return
  }
  func.func @functions(%arg0: f32, %arg1: tensor<?xf32>) {
    %0 = math.erfc %arg0 fastmath<nnan> : f32
    %1 = math.isfinite %arg1 : tensor<?xf32>
    %2 = math.isinf %arg0 : f32
    %3 = math.isnan %arg0 : f32
    %4 = math.isnormal %arg0 : f32
    %sin, %cos = math.sincos %arg0 fastmath<fast> : f32
    %5 = math.clampf %arg0 to [%arg0, %arg0] fastmath<fast> : f32
    return
  }
}
`;

describe('arith and math of newer MLIR', () => {
  test('are printed as they are read', () => {
    expect(processed(pretty)).toBe(pretty);
    expect(processed(processed(pretty, '', { generic: true }))).toBe(pretty);
  });

  test.each([
    [
      '%0 = arith.convertf %a : f32 to f64',
      "2:6 'arith.convertf' op operand type 'f32' and result type 'f64' are cast incompatible",
    ],
    [
      '%0 = arith.scaling_truncf %a, %a : f32, f32 to f64',
      "2:6 'arith.scaling_truncf' op operand types 'f32', 'f32' and result type 'f64' are cast incompatible",
    ],
    [
      '%0 = "math.isinf"(%a) : (f32) -> tensor<i1>',
      "2:6 'math.isinf' op failed to verify that result type has i1 element type and same shape as operands",
    ],
    [
      '%0:2 = "arith.subui_extended"(%t, %t) : (tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<2xi1>)',
      "2:8 'arith.subui_extended' op all non-scalar operands/results must have the same shape and base type",
    ],
    ['%0 = math.isnan %a fastmath<fast> : f32', "2:19 expected ':'"],
  ])('%s is rejected', (text, problem) => {
    expect(problems(`func.func @f(%a: f32, %t: tensor<4xi32>) {\n${text}\nreturn\n}\n`)).toEqual([problem]);
  });

  test('constants are only folded where rounding is that of the machine', () => {
    const text = (mode: string): string => `module {
  func.func @f() -> f32 {
    %cst = arith.constant 1.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e-10 : f32
    %0 = arith.addf %cst, %cst_0 ${mode}: f32
    return %0 : f32
  }
}
`;
    expect(processed(text('upward '), 'canonicalize')).toBe(text('upward '));
    expect(processed(text('to_nearest_even '), 'canonicalize')).not.toContain('addf');
  });
});

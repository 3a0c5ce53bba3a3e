import { expect, test } from 'vitest';
import { processed } from '../../tests/mlir-text.ts';

// Both forms are those that mlir-opt 19 prints.
const pretty = `module {
  func.func @f(%arg0: f32, %arg1: i32, %arg2: complex<f32>, %arg3: vector<4xf32>) {
    %0 = math.absf %arg0 : f32
    %1 = math.acos %arg0 : f32
    %2 = math.acosh %arg0 : f32
    %3 = math.asin %arg0 : f32
    %4 = math.asinh %arg0 : f32
    %5 = math.atan %arg0 : f32
    %6 = math.atanh %arg0 : f32
    %7 = math.cbrt %arg0 : f32
    %8 = math.ceil %arg0 : f32
    %9 = math.cos %arg0 : f32
    %10 = math.cosh %arg0 : f32
    %11 = math.sin %arg0 : f32
    %12 = math.sinh %arg0 : f32
    %13 = math.erf %arg0 : f32
    %14 = math.exp %arg0 : f32
    %15 = math.exp2 %arg0 : f32
    %16 = math.expm1 %arg0 : f32
    %17 = math.floor %arg0 : f32
    %18 = math.log %arg0 : f32
    %19 = math.log10 %arg0 : f32
    %20 = math.log1p %arg0 : f32
    %21 = math.log2 %arg0 : f32
    %22 = math.round %arg0 : f32
    %23 = math.roundeven %arg0 : f32
    %24 = math.rsqrt %arg0 : f32
    %25 = math.sqrt %arg0 : f32
    %26 = math.tan %arg0 : f32
    %27 = math.tanh %arg0 : f32
    %28 = math.trunc %arg0 : f32
    %29 = math.atan2 %arg0, %arg0 fastmath<fast> {a} : f32
    %30 = math.copysign %arg0, %arg0 fastmath<fast> {a} : f32
    %31 = math.powf %arg0, %arg0 fastmath<fast> {a} : f32
    %32 = math.absi %arg1 : i32
    %33 = math.ctlz %arg1 : i32
    %34 = math.cttz %arg1 : i32
    %35 = math.ctpop %arg1 : i32
    %36 = math.ipowi %arg1, %arg1 : i32
    %37 = math.fpowi %arg0, %arg1 : f32, i32
    %38 = math.fma %arg0, %arg0, %arg0 fastmath<nnan> : f32
    %39 = math.exp %arg3 : vector<4xf32>
    return
  }
}
`;

const generic = `"builtin.module"() ({
  "func.func"() <{function_type = (f32, i32, complex<f32>, vector<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: f32, %arg1: i32, %arg2: complex<f32>, %arg3: vector<4xf32>):
    %0 = "math.absf"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %1 = "math.acos"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %2 = "math.acosh"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %3 = "math.asin"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %4 = "math.asinh"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %5 = "math.atan"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %6 = "math.atanh"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %7 = "math.cbrt"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %8 = "math.ceil"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %9 = "math.cos"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %10 = "math.cosh"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %11 = "math.sin"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %12 = "math.sinh"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %13 = "math.erf"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %14 = "math.exp"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %15 = "math.exp2"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %16 = "math.expm1"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %17 = "math.floor"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %18 = "math.log"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %19 = "math.log10"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %20 = "math.log1p"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %21 = "math.log2"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %22 = "math.round"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %23 = "math.roundeven"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %24 = "math.rsqrt"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %25 = "math.sqrt"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %26 = "math.tan"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %27 = "math.tanh"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %28 = "math.trunc"(%arg0) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %29 = "math.atan2"(%arg0, %arg0) <{fastmath = #arith.fastmath<fast>}> {a} : (f32, f32) -> f32
    %30 = "math.copysign"(%arg0, %arg0) <{fastmath = #arith.fastmath<fast>}> {a} : (f32, f32) -> f32
    %31 = "math.powf"(%arg0, %arg0) <{fastmath = #arith.fastmath<fast>}> {a} : (f32, f32) -> f32
    %32 = "math.absi"(%arg1) : (i32) -> i32
    %33 = "math.ctlz"(%arg1) : (i32) -> i32
    %34 = "math.cttz"(%arg1) : (i32) -> i32
    %35 = "math.ctpop"(%arg1) : (i32) -> i32
    %36 = "math.ipowi"(%arg1, %arg1) : (i32, i32) -> i32
    %37 = "math.fpowi"(%arg0, %arg1) <{fastmath = #arith.fastmath<none>}> : (f32, i32) -> f32
    %38 = "math.fma"(%arg0, %arg0, %arg0) <{fastmath = #arith.fastmath<nnan>}> : (f32, f32, f32) -> f32
    %39 = "math.exp"(%arg3) <{fastmath = #arith.fastmath<none>}> : (vector<4xf32>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
`;

test('math has the text of MLIR', () => {
  expect(processed(pretty)).toBe(pretty);
});

test('math has the generic form of MLIR', () => {
  expect(processed(pretty, '', { generic: true })).toBe(generic);
  expect(processed(generic)).toBe(pretty);
});

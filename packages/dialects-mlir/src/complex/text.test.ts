import { expect, test } from 'vitest';
import { processed } from '../../tests/mlir-text.ts';

// Both forms are those that mlir-opt 19 prints.
const pretty = `module {
  func.func @f(%arg0: f32, %arg1: i32, %arg2: complex<f32>, %arg3: vector<4xf32>) {
    %0 = complex.abs %arg2 : complex<f32>
    %1 = complex.angle %arg2 : complex<f32>
    %2 = complex.im %arg2 : complex<f32>
    %3 = complex.re %arg2 : complex<f32>
    %4 = complex.add %arg2, %arg2 : complex<f32>
    %5 = complex.sub %arg2, %arg2 : complex<f32>
    %6 = complex.mul %arg2, %arg2 : complex<f32>
    %7 = complex.div %arg2, %arg2 : complex<f32>
    %8 = complex.pow %arg2, %arg2 : complex<f32>
    %9 = complex.atan2 %arg2, %arg2 : complex<f32>
    %10 = complex.conj %arg2 : complex<f32>
    %11 = complex.cos %arg2 : complex<f32>
    %12 = complex.exp %arg2 : complex<f32>
    %13 = complex.expm1 %arg2 : complex<f32>
    %14 = complex.log %arg2 : complex<f32>
    %15 = complex.log1p %arg2 : complex<f32>
    %16 = complex.neg %arg2 : complex<f32>
    %17 = complex.rsqrt %arg2 : complex<f32>
    %18 = complex.sign %arg2 : complex<f32>
    %19 = complex.sin %arg2 : complex<f32>
    %20 = complex.sqrt %arg2 : complex<f32>
    %21 = complex.tan %arg2 : complex<f32>
    %22 = complex.tanh %arg2 : complex<f32>
    %23 = complex.create %arg0, %arg0 : complex<f32>
    %24 = complex.eq %arg2, %arg2 : complex<f32>
    %25 = complex.neq %arg2, %arg2 : complex<f32>
    %cst = complex.constant [1.000000e+00 : f32, 2.000000e+00 : f32] : complex<f32>
    %26 = complex.bitcast %arg2 : complex<f32> to i64
    return
  }
}
`;

const generic = `"builtin.module"() ({
  "func.func"() <{function_type = (f32, i32, complex<f32>, vector<4xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: f32, %arg1: i32, %arg2: complex<f32>, %arg3: vector<4xf32>):
    %0 = "complex.abs"(%arg2) <{fastmath = #arith.fastmath<none>}> : (complex<f32>) -> f32
    %1 = "complex.angle"(%arg2) <{fastmath = #arith.fastmath<none>}> : (complex<f32>) -> f32
    %2 = "complex.im"(%arg2) <{fastmath = #arith.fastmath<none>}> : (complex<f32>) -> f32
    %3 = "complex.re"(%arg2) <{fastmath = #arith.fastmath<none>}> : (complex<f32>) -> f32
    %4 = "complex.add"(%arg2, %arg2) <{fastmath = #arith.fastmath<none>}> : (complex<f32>, complex<f32>) -> complex<f32>
    %5 = "complex.sub"(%arg2, %arg2) <{fastmath = #arith.fastmath<none>}> : (complex<f32>, complex<f32>) -> complex<f32>
    %6 = "complex.mul"(%arg2, %arg2) <{fastmath = #arith.fastmath<none>}> : (complex<f32>, complex<f32>) -> complex<f32>
    %7 = "complex.div"(%arg2, %arg2) <{fastmath = #arith.fastmath<none>}> : (complex<f32>, complex<f32>) -> complex<f32>
    %8 = "complex.pow"(%arg2, %arg2) <{fastmath = #arith.fastmath<none>}> : (complex<f32>, complex<f32>) -> complex<f32>
    %9 = "complex.atan2"(%arg2, %arg2) <{fastmath = #arith.fastmath<none>}> : (complex<f32>, complex<f32>) -> complex<f32>
    %10 = "complex.conj"(%arg2) <{fastmath = #arith.fastmath<none>}> : (complex<f32>) -> complex<f32>
    %11 = "complex.cos"(%arg2) <{fastmath = #arith.fastmath<none>}> : (complex<f32>) -> complex<f32>
    %12 = "complex.exp"(%arg2) <{fastmath = #arith.fastmath<none>}> : (complex<f32>) -> complex<f32>
    %13 = "complex.expm1"(%arg2) <{fastmath = #arith.fastmath<none>}> : (complex<f32>) -> complex<f32>
    %14 = "complex.log"(%arg2) <{fastmath = #arith.fastmath<none>}> : (complex<f32>) -> complex<f32>
    %15 = "complex.log1p"(%arg2) <{fastmath = #arith.fastmath<none>}> : (complex<f32>) -> complex<f32>
    %16 = "complex.neg"(%arg2) <{fastmath = #arith.fastmath<none>}> : (complex<f32>) -> complex<f32>
    %17 = "complex.rsqrt"(%arg2) <{fastmath = #arith.fastmath<none>}> : (complex<f32>) -> complex<f32>
    %18 = "complex.sign"(%arg2) <{fastmath = #arith.fastmath<none>}> : (complex<f32>) -> complex<f32>
    %19 = "complex.sin"(%arg2) <{fastmath = #arith.fastmath<none>}> : (complex<f32>) -> complex<f32>
    %20 = "complex.sqrt"(%arg2) <{fastmath = #arith.fastmath<none>}> : (complex<f32>) -> complex<f32>
    %21 = "complex.tan"(%arg2) <{fastmath = #arith.fastmath<none>}> : (complex<f32>) -> complex<f32>
    %22 = "complex.tanh"(%arg2) <{fastmath = #arith.fastmath<none>}> : (complex<f32>) -> complex<f32>
    %23 = "complex.create"(%arg0, %arg0) : (f32, f32) -> complex<f32>
    %24 = "complex.eq"(%arg2, %arg2) : (complex<f32>, complex<f32>) -> i1
    %25 = "complex.neq"(%arg2, %arg2) : (complex<f32>, complex<f32>) -> i1
    %26 = "complex.constant"() <{value = [1.000000e+00 : f32, 2.000000e+00 : f32]}> : () -> complex<f32>
    %27 = "complex.bitcast"(%arg2) : (complex<f32>) -> i64
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
`;

test('complex has the text of MLIR', () => {
  expect(processed(pretty)).toBe(pretty);
});

test('complex has the generic form of MLIR', () => {
  expect(processed(pretty, '', { generic: true })).toBe(generic);
  expect(processed(generic)).toBe(pretty);
});

import { expect, test } from 'vitest';
import { processed } from '../../tests/mlir-text.ts';

// Both forms are those that mlir-opt 19 prints.
const pretty = `module {
  func.func @f(%arg0: i32, %arg1: i1, %arg2: vector<4xi32>, %arg3: tensor<?xf32>, %arg4: f32) -> i32 {
    %c5_i32 = arith.constant 5 : i32
    %true = arith.constant true
    %cst = arith.constant dense<1> : vector<4xi32>
    %cst_0 = arith.constant 1.500000e+00 : f32
    %0 = arith.addi %arg0, %c5_i32 : i32
    %1 = arith.addi %arg0, %c5_i32 overflow<nsw> : i32
    %sum, %overflow = arith.addui_extended %arg0, %c5_i32 : i32, i1
    %2 = arith.cmpi slt, %arg0, %c5_i32 : i32
    %3 = arith.cmpf olt, %arg4, %cst_0 fastmath<fast> : f32
    %4 = arith.select %arg1, %arg0, %c5_i32 : i32
    %5 = arith.extui %arg1 : i1 to i32
    %6 = arith.index_cast %arg0 : i32 to index
    %7 = arith.negf %arg4 : f32
    %8 = arith.select %arg1, %arg3, %arg3 {foo} : tensor<?xf32>
    %9 = arith.addf %arg4, %cst_0 fastmath<nnan,ninf> {a} : f32
    %10 = arith.truncf %arg4 to_nearest_away : f32 to bf16
    %11 = arith.maximumf %arg4, %cst_0 : f32
    %c3 = arith.constant {hello} 3 : index
    return %arg0 : i32
  }
  func.func @g(%arg0: i32, %arg1: memref<i32>, %arg2: memref<index>, %arg3: tensor<*xi32>) {
    %0 = arith.cmpi slt, %arg0, %arg0 : i32
    %1 = arith.addi %arg0, %arg0 overflow<nsw, nuw> : i32
    %2 = arith.addi %arg0, %arg0 overflow<nsw> : i32
    %3 = arith.addi %arg0, %arg0 {b} : i32
    %4 = arith.index_cast %arg1 : memref<i32> to memref<index>
    %5 = arith.cmpi sge, %arg0, %arg0 : i32
    %cst = arith.constant dense<1> : tensor<2xi32>
    %true = arith.constant true
    %c-3_i8 = arith.constant -3 : i8
    %c-3 = arith.constant -3 : index
    %cst_0 = arith.constant 1.000000e+00 : bf16
    %cst_1 = arith.constant dense<1> : vector<4xi32>
    %true_2 = arith.constant true
    %cst_3 = arith.constant dense_resource<x> : tensor<2xi32>
    %low, %high = arith.mulsi_extended %arg0, %arg0 : i32
    %c1_i32 = arith.constant {bb} 1 : i32
    return
  }
  func.func @h(%arg0: i32, %arg1: i1, %arg2: f32, %arg3: index) {
    %0 = arith.addi %arg0, %arg0 : i32
    %1 = arith.subi %arg0, %arg0 : i32
    %2 = arith.muli %arg0, %arg0 : i32
    %3 = arith.divui %arg0, %arg0 : i32
    %4 = arith.divsi %arg0, %arg0 : i32
    %5 = arith.ceildivui %arg0, %arg0 : i32
    %6 = arith.ceildivsi %arg0, %arg0 : i32
    %7 = arith.floordivsi %arg0, %arg0 : i32
    %8 = arith.remui %arg0, %arg0 : i32
    %9 = arith.remsi %arg0, %arg0 : i32
    %10 = arith.andi %arg0, %arg0 : i32
    %11 = arith.ori %arg0, %arg0 : i32
    %12 = arith.xori %arg0, %arg0 : i32
    %13 = arith.shli %arg0, %arg0 : i32
    %14 = arith.shrui %arg0, %arg0 : i32
    %15 = arith.shrsi %arg0, %arg0 : i32
    %16 = arith.maxsi %arg0, %arg0 : i32
    %17 = arith.maxui %arg0, %arg0 : i32
    %18 = arith.minsi %arg0, %arg0 : i32
    %19 = arith.minui %arg0, %arg0 : i32
    %20 = arith.addf %arg2, %arg2 : f32
    %21 = arith.subf %arg2, %arg2 : f32
    %22 = arith.mulf %arg2, %arg2 : f32
    %23 = arith.divf %arg2, %arg2 : f32
    %24 = arith.remf %arg2, %arg2 : f32
    %25 = arith.maximumf %arg2, %arg2 : f32
    %26 = arith.maxnumf %arg2, %arg2 : f32
    %27 = arith.minimumf %arg2, %arg2 : f32
    %28 = arith.minnumf %arg2, %arg2 : f32
    %29 = arith.extui %arg0 : i32 to i64
    %30 = arith.extsi %arg0 : i32 to i64
    %31 = arith.trunci %arg0 : i32 to i8
    %32 = arith.extf %arg2 : f32 to f64
    %33 = arith.truncf %arg2 : f32 to bf16
    %34 = arith.uitofp %arg0 : i32 to f32
    %35 = arith.sitofp %arg0 : i32 to f32
    %36 = arith.fptoui %arg2 : f32 to i8
    %37 = arith.fptosi %arg2 : f32 to i8
    %38 = arith.index_cast %arg0 : i32 to index
    %39 = arith.index_castui %arg0 : i32 to index
    %40 = arith.bitcast %arg0 : i32 to f32
    %low, %high = arith.mului_extended %arg0, %arg0 : i32
    %41 = ub.poison : i32
    return
  }
}
`;

const generic = `"builtin.module"() ({
  "func.func"() <{function_type = (i32, i1, vector<4xi32>, tensor<?xf32>, f32) -> i32, sym_name = "f"}> ({
  ^bb0(%arg8: i32, %arg9: i1, %arg10: vector<4xi32>, %arg11: tensor<?xf32>, %arg12: f32):
    %59 = "arith.constant"() <{value = 5 : i32}> : () -> i32
    %60 = "arith.constant"() <{value = true}> : () -> i1
    %61 = "arith.constant"() <{value = dense<1> : vector<4xi32>}> : () -> vector<4xi32>
    %62 = "arith.constant"() <{value = 1.500000e+00 : f32}> : () -> f32
    %63 = "arith.addi"(%arg8, %59) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %64 = "arith.addi"(%arg8, %59) <{overflowFlags = #arith.overflow<nsw>}> : (i32, i32) -> i32
    %65:2 = "arith.addui_extended"(%arg8, %59) : (i32, i32) -> (i32, i1)
    %66 = "arith.cmpi"(%arg8, %59) <{predicate = 2 : i64}> : (i32, i32) -> i1
    %67 = "arith.cmpf"(%arg12, %62) <{fastmath = #arith.fastmath<fast>, predicate = 4 : i64}> : (f32, f32) -> i1
    %68 = "arith.select"(%arg9, %arg8, %59) : (i1, i32, i32) -> i32
    %69 = "arith.extui"(%arg9) : (i1) -> i32
    %70 = "arith.index_cast"(%arg8) : (i32) -> index
    %71 = "arith.negf"(%arg12) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %72 = "arith.select"(%arg9, %arg11, %arg11) {foo} : (i1, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    %73 = "arith.addf"(%arg12, %62) <{fastmath = #arith.fastmath<nnan,ninf>}> {a} : (f32, f32) -> f32
    %74 = "arith.truncf"(%arg12) <{roundingmode = 4 : i32}> : (f32) -> bf16
    %75 = "arith.maximumf"(%arg12, %62) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %76 = "arith.constant"() <{value = 3 : index}> {hello} : () -> index
    "func.return"(%arg8) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, memref<i32>, memref<index>, tensor<*xi32>) -> (), sym_name = "g"}> ({
  ^bb0(%arg4: i32, %arg5: memref<i32>, %arg6: memref<index>, %arg7: tensor<*xi32>):
    %43 = "arith.cmpi"(%arg4, %arg4) <{predicate = 2 : i64}> : (i32, i32) -> i1
    %44 = "arith.addi"(%arg4, %arg4) <{overflowFlags = #arith.overflow<nsw, nuw>}> : (i32, i32) -> i32
    %45 = "arith.addi"(%arg4, %arg4) <{overflowFlags = #arith.overflow<nsw>}> : (i32, i32) -> i32
    %46 = "arith.addi"(%arg4, %arg4) <{overflowFlags = #arith.overflow<none>}> {b} : (i32, i32) -> i32
    %47 = "arith.index_cast"(%arg5) : (memref<i32>) -> memref<index>
    %48 = "arith.cmpi"(%arg4, %arg4) <{predicate = 5 : i64}> : (i32, i32) -> i1
    %49 = "arith.constant"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
    %50 = "arith.constant"() <{value = true}> : () -> i1
    %51 = "arith.constant"() <{value = -3 : i8}> : () -> i8
    %52 = "arith.constant"() <{value = -3 : index}> : () -> index
    %53 = "arith.constant"() <{value = 1.000000e+00 : bf16}> : () -> bf16
    %54 = "arith.constant"() <{value = dense<1> : vector<4xi32>}> : () -> vector<4xi32>
    %55 = "arith.constant"() <{value = true}> : () -> i1
    %56 = "arith.constant"() <{value = dense_resource<x> : tensor<2xi32>}> : () -> tensor<2xi32>
    %57:2 = "arith.mulsi_extended"(%arg4, %arg4) : (i32, i32) -> (i32, i32)
    %58 = "arith.constant"() <{value = 1 : i32}> {bb} : () -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i1, f32, index) -> (), sym_name = "h"}> ({
  ^bb0(%arg0: i32, %arg1: i1, %arg2: f32, %arg3: index):
    %0 = "arith.addi"(%arg0, %arg0) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %1 = "arith.subi"(%arg0, %arg0) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %2 = "arith.muli"(%arg0, %arg0) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %3 = "arith.divui"(%arg0, %arg0) : (i32, i32) -> i32
    %4 = "arith.divsi"(%arg0, %arg0) : (i32, i32) -> i32
    %5 = "arith.ceildivui"(%arg0, %arg0) : (i32, i32) -> i32
    %6 = "arith.ceildivsi"(%arg0, %arg0) : (i32, i32) -> i32
    %7 = "arith.floordivsi"(%arg0, %arg0) : (i32, i32) -> i32
    %8 = "arith.remui"(%arg0, %arg0) : (i32, i32) -> i32
    %9 = "arith.remsi"(%arg0, %arg0) : (i32, i32) -> i32
    %10 = "arith.andi"(%arg0, %arg0) : (i32, i32) -> i32
    %11 = "arith.ori"(%arg0, %arg0) : (i32, i32) -> i32
    %12 = "arith.xori"(%arg0, %arg0) : (i32, i32) -> i32
    %13 = "arith.shli"(%arg0, %arg0) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %14 = "arith.shrui"(%arg0, %arg0) : (i32, i32) -> i32
    %15 = "arith.shrsi"(%arg0, %arg0) : (i32, i32) -> i32
    %16 = "arith.maxsi"(%arg0, %arg0) : (i32, i32) -> i32
    %17 = "arith.maxui"(%arg0, %arg0) : (i32, i32) -> i32
    %18 = "arith.minsi"(%arg0, %arg0) : (i32, i32) -> i32
    %19 = "arith.minui"(%arg0, %arg0) : (i32, i32) -> i32
    %20 = "arith.addf"(%arg2, %arg2) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %21 = "arith.subf"(%arg2, %arg2) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %22 = "arith.mulf"(%arg2, %arg2) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %23 = "arith.divf"(%arg2, %arg2) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %24 = "arith.remf"(%arg2, %arg2) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %25 = "arith.maximumf"(%arg2, %arg2) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %26 = "arith.maxnumf"(%arg2, %arg2) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %27 = "arith.minimumf"(%arg2, %arg2) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %28 = "arith.minnumf"(%arg2, %arg2) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %29 = "arith.extui"(%arg0) : (i32) -> i64
    %30 = "arith.extsi"(%arg0) : (i32) -> i64
    %31 = "arith.trunci"(%arg0) <{overflowFlags = #arith.overflow<none>}> : (i32) -> i8
    %32 = "arith.extf"(%arg2) : (f32) -> f64
    %33 = "arith.truncf"(%arg2) : (f32) -> bf16
    %34 = "arith.uitofp"(%arg0) : (i32) -> f32
    %35 = "arith.sitofp"(%arg0) : (i32) -> f32
    %36 = "arith.fptoui"(%arg2) : (f32) -> i8
    %37 = "arith.fptosi"(%arg2) : (f32) -> i8
    %38 = "arith.index_cast"(%arg0) : (i32) -> index
    %39 = "arith.index_castui"(%arg0) : (i32) -> index
    %40 = "arith.bitcast"(%arg0) : (i32) -> f32
    %41:2 = "arith.mului_extended"(%arg0, %arg0) : (i32, i32) -> (i32, i32)
    %42 = "ub.poison"() <{value = #ub.poison}> : () -> i32
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
`;

test('arith has the text of MLIR', () => {
  expect(processed(pretty)).toBe(pretty);
});

test('arith has the generic form of MLIR', () => {
  expect(processed(pretty, '', { generic: true })).toBe(generic);
  expect(processed(generic)).toBe(pretty);
});

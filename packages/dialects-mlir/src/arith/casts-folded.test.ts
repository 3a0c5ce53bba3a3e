import { describe, expect, test } from 'vitest';
import { bodyOf, processed } from '../../tests/mlir-text.ts';

const ARGUMENTS = '%a: i32, %b: i32, %c: i1, %p: i8, %q: i8, %x: index, %v: i64, %t: tensor<?xi32>, %w: f32';

// The results are those of mlir-opt 19.
describe('canonicalize of conversions', () => {
  test.each([
    [
      `%0 = arith.extui %p : i8 to i32
%1 = arith.extui %q : i8 to i32
%r = arith.andi %0, %1 : i32
return %r : i32`,
      'i32',
      `%0 = arith.andi %arg3, %arg4 : i8
%1 = arith.extui %0 : i8 to i32
return %1 : i32`,
    ],
    [
      `%0 = arith.extsi %p : i8 to i32
%1 = arith.extsi %q : i8 to i32
%r = arith.andi %0, %1 : i32
return %r : i32`,
      'i32',
      `%0 = arith.andi %arg3, %arg4 : i8
%1 = arith.extsi %0 : i8 to i32
return %1 : i32`,
    ],
    [
      `%0 = arith.extui %p : i8 to i32
%1 = arith.extui %q : i8 to i32
%r = arith.ori %0, %1 : i32
return %r : i32`,
      'i32',
      `%0 = arith.ori %arg3, %arg4 : i8
%1 = arith.extui %0 : i8 to i32
return %1 : i32`,
    ],
    [
      `%0 = arith.extsi %p : i8 to i32
%1 = arith.extsi %q : i8 to i32
%r = arith.ori %0, %1 : i32
return %r : i32`,
      'i32',
      `%0 = arith.ori %arg3, %arg4 : i8
%1 = arith.extsi %0 : i8 to i32
return %1 : i32`,
    ],
    [
      `%0 = arith.extui %p : i8 to i32
%1 = arith.extui %q : i8 to i32
%r = arith.xori %0, %1 : i32
return %r : i32`,
      'i32',
      `%0 = arith.xori %arg3, %arg4 : i8
%1 = arith.extui %0 : i8 to i32
return %1 : i32`,
    ],
    [
      `%0 = arith.extsi %p : i8 to i32
%1 = arith.extsi %q : i8 to i32
%r = arith.xori %0, %1 : i32
return %r : i32`,
      'i32',
      `%0 = arith.xori %arg3, %arg4 : i8
%1 = arith.extsi %0 : i8 to i32
return %1 : i32`,
    ],
    [
      `%0 = arith.extui %p : i8 to i32
%1 = arith.extui %q : i8 to i32
%r = arith.cmpi eq, %0, %1 : i32
return %r : i1`,
      'i1',
      `%0 = arith.cmpi eq, %arg3, %arg4 : i8
return %0 : i1`,
    ],
    [
      `%z = arith.constant 0 : i32
%0 = arith.extui %c : i1 to i32
%r = arith.cmpi eq, %0, %z : i32
return %r : i1`,
      'i1',
      `%c0_i32 = arith.constant 0 : i32
%0 = arith.extui %arg2 : i1 to i32
%1 = arith.cmpi eq, %0, %c0_i32 : i32
return %1 : i1`,
    ],
    [
      `%0 = arith.extsi %p : i8 to i32
%1 = arith.extsi %q : i8 to i32
%r = arith.cmpi eq, %0, %1 : i32
return %r : i1`,
      'i1',
      `%0 = arith.cmpi eq, %arg3, %arg4 : i8
return %0 : i1`,
    ],
    [
      `%z = arith.constant 0 : i32
%0 = arith.extsi %c : i1 to i32
%r = arith.cmpi eq, %0, %z : i32
return %r : i1`,
      'i1',
      `%c0_i32 = arith.constant 0 : i32
%0 = arith.extsi %arg2 : i1 to i32
%1 = arith.cmpi eq, %0, %c0_i32 : i32
return %1 : i1`,
    ],
    [
      `%0 = arith.extui %p : i8 to i32
%1 = arith.extui %q : i8 to i32
%r = arith.cmpi slt, %0, %1 : i32
return %r : i1`,
      'i1',
      `%0 = arith.extui %arg3 : i8 to i32
%1 = arith.extui %arg4 : i8 to i32
%2 = arith.cmpi slt, %0, %1 : i32
return %2 : i1`,
    ],
    [
      `%z = arith.constant 0 : i32
%0 = arith.extui %c : i1 to i32
%r = arith.cmpi slt, %0, %z : i32
return %r : i1`,
      'i1',
      `%c0_i32 = arith.constant 0 : i32
%0 = arith.extui %arg2 : i1 to i32
%1 = arith.cmpi slt, %0, %c0_i32 : i32
return %1 : i1`,
    ],
    [
      `%0 = arith.extsi %p : i8 to i32
%1 = arith.extsi %q : i8 to i32
%r = arith.cmpi slt, %0, %1 : i32
return %r : i1`,
      'i1',
      `%0 = arith.extsi %arg3 : i8 to i32
%1 = arith.extsi %arg4 : i8 to i32
%2 = arith.cmpi slt, %0, %1 : i32
return %2 : i1`,
    ],
    [
      `%z = arith.constant 0 : i32
%0 = arith.extsi %c : i1 to i32
%r = arith.cmpi slt, %0, %z : i32
return %r : i1`,
      'i1',
      `%c0_i32 = arith.constant 0 : i32
%0 = arith.extsi %arg2 : i1 to i32
%1 = arith.cmpi slt, %0, %c0_i32 : i32
return %1 : i1`,
    ],
    [
      `%0 = arith.extui %p : i8 to i32
%1 = arith.extui %q : i8 to i32
%r = arith.cmpi ult, %0, %1 : i32
return %r : i1`,
      'i1',
      `%0 = arith.extui %arg3 : i8 to i32
%1 = arith.extui %arg4 : i8 to i32
%2 = arith.cmpi ult, %0, %1 : i32
return %2 : i1`,
    ],
    [
      `%z = arith.constant 0 : i32
%0 = arith.extui %c : i1 to i32
%r = arith.cmpi ult, %0, %z : i32
return %r : i1`,
      'i1',
      `%c0_i32 = arith.constant 0 : i32
%0 = arith.extui %arg2 : i1 to i32
%1 = arith.cmpi ult, %0, %c0_i32 : i32
return %1 : i1`,
    ],
    [
      `%0 = arith.extsi %p : i8 to i32
%1 = arith.extsi %q : i8 to i32
%r = arith.cmpi ult, %0, %1 : i32
return %r : i1`,
      'i1',
      `%0 = arith.extsi %arg3 : i8 to i32
%1 = arith.extsi %arg4 : i8 to i32
%2 = arith.cmpi ult, %0, %1 : i32
return %2 : i1`,
    ],
    [
      `%z = arith.constant 0 : i32
%0 = arith.extsi %c : i1 to i32
%r = arith.cmpi ult, %0, %z : i32
return %r : i1`,
      'i1',
      `%c0_i32 = arith.constant 0 : i32
%0 = arith.extsi %arg2 : i1 to i32
%1 = arith.cmpi ult, %0, %c0_i32 : i32
return %1 : i1`,
    ],
    [
      `%0 = arith.extui %p : i8 to i32
%1 = arith.extui %q : i8 to i32
%r = arith.cmpi sge, %0, %1 : i32
return %r : i1`,
      'i1',
      `%0 = arith.extui %arg3 : i8 to i32
%1 = arith.extui %arg4 : i8 to i32
%2 = arith.cmpi sge, %0, %1 : i32
return %2 : i1`,
    ],
    [
      `%z = arith.constant 0 : i32
%0 = arith.extui %c : i1 to i32
%r = arith.cmpi sge, %0, %z : i32
return %r : i1`,
      'i1',
      `%c0_i32 = arith.constant 0 : i32
%0 = arith.extui %arg2 : i1 to i32
%1 = arith.cmpi sge, %0, %c0_i32 : i32
return %1 : i1`,
    ],
    [
      `%0 = arith.extsi %p : i8 to i32
%1 = arith.extsi %q : i8 to i32
%r = arith.cmpi sge, %0, %1 : i32
return %r : i1`,
      'i1',
      `%0 = arith.extsi %arg3 : i8 to i32
%1 = arith.extsi %arg4 : i8 to i32
%2 = arith.cmpi sge, %0, %1 : i32
return %2 : i1`,
    ],
    [
      `%z = arith.constant 0 : i32
%0 = arith.extsi %c : i1 to i32
%r = arith.cmpi sge, %0, %z : i32
return %r : i1`,
      'i1',
      `%c0_i32 = arith.constant 0 : i32
%0 = arith.extsi %arg2 : i1 to i32
%1 = arith.cmpi sge, %0, %c0_i32 : i32
return %1 : i1`,
    ],
    [
      `%z = arith.constant 0 : i32
%0 = arith.extui %c : i1 to i32
%r = arith.cmpi ne, %0, %z : i32
return %r : i1`,
      'i1',
      'return %arg2 : i1',
    ],
    [
      `%0 = arith.extui %p : i8 to i16
%r = arith.extui %0 : i16 to i32
return %r : i32`,
      'i32',
      `%0 = arith.extui %arg3 : i8 to i32
return %0 : i32`,
    ],
    [
      `%0 = arith.extui %p : i8 to i16
%r = arith.extsi %0 : i16 to i32
return %r : i32`,
      'i32',
      `%0 = arith.extui %arg3 : i8 to i32
return %0 : i32`,
    ],
    [
      `%0 = arith.extsi %p : i8 to i16
%r = arith.extui %0 : i16 to i32
return %r : i32`,
      'i32',
      `%0 = arith.extsi %arg3 : i8 to i16
%1 = arith.extui %0 : i16 to i32
return %1 : i32`,
    ],
    [
      `%0 = arith.extsi %p : i8 to i16
%r = arith.extsi %0 : i16 to i32
return %r : i32`,
      'i32',
      `%0 = arith.extsi %arg3 : i8 to i32
return %0 : i32`,
    ],
    [
      `%0 = arith.extui %p : i8 to i32
%r = arith.trunci %0 : i32 to i4
return %r : i4`,
      'i4',
      `%0 = arith.trunci %arg3 : i8 to i4
return %0 : i4`,
    ],
    [
      `%0 = arith.extsi %p : i8 to i32
%r = arith.trunci %0 : i32 to i4
return %r : i4`,
      'i4',
      `%0 = arith.trunci %arg3 : i8 to i4
return %0 : i4`,
    ],
    [
      `%0 = arith.extui %p : i8 to i32
%r = arith.trunci %0 : i32 to i8
return %r : i8`,
      'i8',
      'return %arg3 : i8',
    ],
    [
      `%0 = arith.extsi %p : i8 to i32
%r = arith.trunci %0 : i32 to i8
return %r : i8`,
      'i8',
      'return %arg3 : i8',
    ],
    [
      `%0 = arith.extui %p : i8 to i32
%r = arith.trunci %0 : i32 to i16
return %r : i16`,
      'i16',
      `%0 = arith.extui %arg3 : i8 to i16
return %0 : i16`,
    ],
    [
      `%0 = arith.extsi %p : i8 to i32
%r = arith.trunci %0 : i32 to i16
return %r : i16`,
      'i16',
      `%0 = arith.extsi %arg3 : i8 to i16
return %0 : i16`,
    ],
    [
      `%0 = arith.trunci %v : i64 to i32
%r = arith.trunci %0 : i32 to i8
return %r : i8`,
      'i8',
      `%0 = arith.trunci %arg6 : i64 to i8
return %0 : i8`,
    ],
    [
      `%s = arith.constant 8 : i32
%0 = arith.shrsi %a, %s : i32
%r = arith.trunci %0 : i32 to i8
return %r : i8`,
      'i8',
      `%c8_i32 = arith.constant 8 : i32
%0 = arith.shrsi %arg0, %c8_i32 : i32
%1 = arith.trunci %0 : i32 to i8
return %1 : i8`,
    ],
    [
      `%s = arith.constant 30 : i32
%0 = arith.shrsi %a, %s : i32
%r = arith.trunci %0 : i32 to i8
return %r : i8`,
      'i8',
      `%c30_i32 = arith.constant 30 : i32
%0 = arith.shrsi %arg0, %c30_i32 : i32
%1 = arith.trunci %0 : i32 to i8
return %1 : i8`,
    ],
    [
      `%s = arith.constant 32 : i64
%0 = arith.extsi %a : i32 to i64
%1 = arith.extsi %b : i32 to i64
%2=arith.muli %0, %1 : i64
%3 = arith.shrui %2, %s : i64
%r = arith.trunci %3 : i64 to i32
return %r : i32`,
      'i32',
      `%low, %high = arith.mulsi_extended %arg0, %arg1 : i32
return %high : i32`,
    ],
    [
      `%s = arith.constant 32 : i64
%0 = arith.extui %a : i32 to i64
%1 = arith.extui %b : i32 to i64
%2=arith.muli %0, %1 : i64
%3 = arith.shrui %2, %s : i64
%r = arith.trunci %3 : i64 to i32
return %r : i32`,
      'i32',
      `%low, %high = arith.mului_extended %arg0, %arg1 : i32
return %high : i32`,
    ],
    [
      `%0 = arith.index_cast %a : i32 to index
%r = arith.index_cast %0 : index to i32
return %r : i32`,
      'i32',
      'return %arg0 : i32',
    ],
    [
      `%0 = arith.index_cast %x : index to i32
%r = arith.index_cast %0 : i32 to index
return %r : index`,
      'index',
      'return %arg5 : index',
    ],
    [
      `%0 = arith.index_cast %a : i32 to index
%r = arith.index_cast %0 : index to i64
return %r : i64`,
      'i64',
      `%0 = arith.index_cast %arg0 : i32 to index
%1 = arith.index_cast %0 : index to i64
return %1 : i64`,
    ],
    [
      `%0 = arith.extsi %p : i8 to i32
%r = arith.index_cast %0 : i32 to index
return %r : index`,
      'index',
      `%0 = arith.index_cast %arg3 : i8 to index
return %0 : index`,
    ],
    [
      `%0 = arith.extui %p : i8 to i32
%r = arith.index_cast %0 : i32 to index
return %r : index`,
      'index',
      `%0 = arith.extui %arg3 : i8 to i32
%1 = arith.index_cast %0 : i32 to index
return %1 : index`,
    ],
    [
      `%0 = arith.extui %p : i8 to i32
%r = arith.index_castui %0 : i32 to index
return %r : index`,
      'index',
      `%0 = arith.index_castui %arg3 : i8 to index
return %0 : index`,
    ],
    [
      `%0 = arith.index_castui %a : i32 to index
%r = arith.index_castui %0 : index to i32
return %r : i32`,
      'i32',
      'return %arg0 : i32',
    ],
    [
      `%0 = arith.bitcast %a : i32 to f32
%r = arith.bitcast %0 : f32 to i32
return %r : i32`,
      'i32',
      'return %arg0 : i32',
    ],
    [
      `%r = arith.bitcast %a : i32 to i32
return %r : i32`,
      'i32',
      'return %arg0 : i32',
    ],
    [
      `%0 = arith.extf %w : f32 to f64
%r = arith.truncf %0 : f64 to f32
return %r : f32`,
      'f32',
      `%0 = arith.extf %arg8 : f32 to f64
%1 = arith.truncf %0 : f64 to f32
return %1 : f32`,
    ],
    [
      `%0 = arith.extf %w : f32 to f64
%r = arith.truncf %0 : f64 to bf16
return %r : bf16`,
      'bf16',
      `%0 = arith.extf %arg8 : f32 to f64
%1 = arith.truncf %0 : f64 to bf16
return %1 : bf16`,
    ],
    [
      `%0 = arith.sitofp %a : i32 to f64
%r = arith.truncf %0 : f64 to f32
return %r : f32`,
      'f32',
      `%0 = arith.sitofp %arg0 : i32 to f64
%1 = arith.truncf %0 : f64 to f32
return %1 : f32`,
    ],
    [
      `%0 = arith.cmpi slt, %a, %b : i32
%tt = arith.constant true
%1 = arith.xori %tt, %0 : i1
%r = arith.extui %1 : i1 to i32
return %r : i32`,
      'i32',
      `%0 = arith.cmpi sge, %arg0, %arg1 : i32
%1 = arith.extui %0 : i1 to i32
return %1 : i32`,
    ],
    [
      `%m=arith.constant dense<1.0>: vector<2xf32>
%r = arith.fptosi %m : vector<2xf32> to vector<2xi8>
return %r : vector<2xi8>`,
      'vector<2xi8>',
      `%cst = arith.constant dense<1> : vector<2xi8>
return %cst : vector<2xi8>`,
    ],
    [
      `%m=arith.constant 300.5: f32
%r = arith.fptosi %m : f32 to i8
return %r : i8`,
      'i8',
      `%cst = arith.constant 3.005000e+02 : f32
%0 = arith.fptosi %cst : f32 to i8
return %0 : i8`,
    ],
    [
      `%m=arith.constant 100.5: f32
%r = arith.fptosi %m : f32 to i8
return %r : i8`,
      'i8',
      `%c100_i8 = arith.constant 100 : i8
return %c100_i8 : i8`,
    ],
    [
      `%m=arith.constant 16777217: i32
%r = arith.sitofp %m : i32 to f32
return %r : f32`,
      'f32',
      `%cst = arith.constant 0x4B800000 : f32
return %cst : f32`,
    ],
    [
      `%km = arith.constant -1 : i32
%r = arith.uitofp %km : i32 to f32
return %r : f32`,
      'f32',
      `%cst = arith.constant 4.2949673E+9 : f32
return %cst : f32`,
    ],
    [
      `%m=arith.constant 1.1: f64
%r = arith.truncf %m : f64 to f32
return %r : f32`,
      'f32',
      `%cst = arith.constant 1.100000e+00 : f64
%0 = arith.truncf %cst : f64 to f32
return %0 : f32`,
    ],
    [
      `%m=arith.constant 1.5: f64
%r = arith.truncf %m : f64 to f32
return %r : f32`,
      'f32',
      `%cst = arith.constant 1.500000e+00 : f32
return %cst : f32`,
    ],
    [
      `%m=arith.constant 1.5: f32
%r = arith.extf %m : f32 to f64
return %r : f64`,
      'f64',
      `%cst = arith.constant 1.500000e+00 : f64
return %cst : f64`,
    ],
    [
      `%m=arith.constant 1.1: f64
%r = arith.truncf %m to_nearest_away: f64 to f32
return %r : f32`,
      'f32',
      `%cst = arith.constant 1.100000e+00 : f64
%0 = arith.truncf %cst to_nearest_away : f64 to f32
return %0 : f32`,
    ],
    [
      `%m=arith.constant 1.1: f64
%r = arith.truncf %m upward: f64 to f32
return %r : f32`,
      'f32',
      `%cst = arith.constant 1.100000e+00 : f64
%0 = arith.truncf %cst upward : f64 to f32
return %0 : f32`,
    ],
    [
      `%m=arith.constant dense<1.1>: tensor<2xf64>
%r = arith.truncf %m : tensor<2xf64> to tensor<2xf32>
return %r : tensor<2xf32>`,
      'tensor<2xf32>',
      `%cst = arith.constant dense<1.100000e+00> : tensor<2xf64>
%0 = arith.truncf %cst : tensor<2xf64> to tensor<2xf32>
return %0 : tensor<2xf32>`,
    ],
    [
      `%m=arith.constant 1.5: f32
%r = arith.bitcast %m : f32 to i32
return %r : i32`,
      'i32',
      `%c1069547520_i32 = arith.constant 1069547520 : i32
return %c1069547520_i32 : i32`,
    ],
    [
      `%m=arith.constant dense<[1.5,2.5]>: vector<2xf32>
%r = arith.bitcast %m : vector<2xf32> to vector<2xi32>
return %r : vector<2xi32>`,
      'vector<2xi32>',
      `%cst = arith.constant dense<[1069547520, 1075838976]> : vector<2xi32>
return %cst : vector<2xi32>`,
    ],
    [
      `%m=arith.constant dense<1.5>: vector<2xf32>
%r = arith.bitcast %m : vector<2xf32> to vector<2xi32>
return %r : vector<2xi32>`,
      'vector<2xi32>',
      `%cst = arith.constant dense<1069547520> : vector<2xi32>
return %cst : vector<2xi32>`,
    ],
    [
      `%km = arith.constant -1 : i32
%r = arith.index_cast %km : i32 to index
return %r : index`,
      'index',
      `%c-1 = arith.constant -1 : index
return %c-1 : index`,
    ],
    [
      `%km = arith.constant -1 : i32
%r = arith.index_castui %km : i32 to index
return %r : index`,
      'index',
      `%c4294967295 = arith.constant 4294967295 : index
return %c4294967295 : index`,
    ],
    [
      `%m=arith.constant dense<[1,-2]>: tensor<2xi32>
%r = arith.index_cast %m : tensor<2xi32> to tensor<2xindex>
return %r : tensor<2xindex>`,
      'tensor<2xindex>',
      `%cst = arith.constant dense<[1, -2]> : tensor<2xindex>
return %cst : tensor<2xindex>`,
    ],
    [
      `%m=arith.constant true
%r = arith.extsi %m : i1 to i32
return %r : i32`,
      'i32',
      `%c-1_i32 = arith.constant -1 : i32
return %c-1_i32 : i32`,
    ],
    [
      `%m=arith.constant true
%r = arith.extui %m : i1 to i32
return %r : i32`,
      'i32',
      `%c1_i32 = arith.constant 1 : i32
return %c1_i32 : i32`,
    ],
    [
      `%m=arith.constant true
%r = arith.index_cast %m : i1 to index
return %r : index`,
      'index',
      `%c-1 = arith.constant -1 : index
return %c-1 : index`,
    ],
    [
      `%0 = arith.extsi %p : i8 to i32
%1=arith.trunci %0 : i32 to i16
%r = arith.extsi %1 : i16 to i32
return %r : i32`,
      'i32',
      `%0 = arith.extsi %arg3 : i8 to i32
return %0 : i32`,
    ],
    [
      `%z = arith.constant 0 : i32
%0 = arith.extsi %c : i1 to i32
%r = arith.cmpi ne, %0, %z : i32
return %r : i1`,
      'i1',
      'return %arg2 : i1',
    ],
    [
      `%k1 = arith.constant 1 : i32
%0 = arith.extui %c : i1 to i32
%r = arith.cmpi eq, %0, %k1 : i32
return %r : i1`,
      'i1',
      `%c1_i32 = arith.constant 1 : i32
%0 = arith.extui %arg2 : i1 to i32
%1 = arith.cmpi eq, %0, %c1_i32 : i32
return %1 : i1`,
    ],
  ])('%s', (statements, results, expected) => {
    const module = processed(
      `func.func @f(${ARGUMENTS}) -> (${results}) {\n${statements}\n}\n`,
      'canonicalize',
    );
    expect(bodyOf(module)).toBe(expected);
  });
});

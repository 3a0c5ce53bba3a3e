import { describe, expect, test } from 'vitest';
import { bodyOf, processed } from '../../tests/mlir-text.ts';

const ARGUMENTS = '%a: i32, %b: i32, %c: i1, %p: i8, %q: i8, %x: index, %v: i64, %t: tensor<?xi32>, %w: f32';

// The results are those of mlir-opt 19.
describe('canonicalize of comparisons, selections and floats', () => {
  test.each([
    [
      `%tt = arith.constant true
%0 = arith.cmpi slt, %a, %b : i32
%r = arith.xori %0, %tt : i1
return %r : i1`,
      'i1',
      `%0 = arith.cmpi sge, %arg0, %arg1 : i32
return %0 : i1`,
    ],
    [
      `%k5 = arith.constant 5 : i32
%r = arith.cmpi slt, %k5, %a : i32
return %r : i1`,
      'i1',
      `%c5_i32 = arith.constant 5 : i32
%0 = arith.cmpi sgt, %arg0, %c5_i32 : i32
return %0 : i1`,
    ],
    [
      `%r = arith.cmpi sle, %a, %a : i32
return %r : i1`,
      'i1',
      `%true = arith.constant true
return %true : i1`,
    ],
    [
      `%tt = arith.constant true
%ff = arith.constant false
%r = arith.select %c, %tt, %ff : i1
return %r : i1`,
      'i1',
      'return %arg2 : i1',
    ],
    [
      `%tt = arith.constant true
%ff = arith.constant false
%r = arith.select %c, %ff, %tt : i1
return %r : i1`,
      'i1',
      `%true = arith.constant true
%0 = arith.xori %arg2, %true : i1
return %0 : i1`,
    ],
    [
      `%k1 = arith.constant 1 : i32
%z = arith.constant 0 : i32
%r = arith.select %c, %k1, %z : i32
return %r : i32`,
      'i32',
      `%0 = arith.extui %arg2 : i1 to i32
return %0 : i32`,
    ],
    [
      `%k1 = arith.constant 1 : i32
%z = arith.constant 0 : i32
%r = arith.select %c, %z, %k1 : i32
return %r : i32`,
      'i32',
      `%true = arith.constant true
%0 = arith.xori %arg2, %true : i1
%1 = arith.extui %0 : i1 to i32
return %1 : i32`,
    ],
    [
      `%0 = arith.cmpi eq, %a, %b : i32
%r = arith.select %0, %a, %b : i32
return %r : i32`,
      'i32',
      'return %arg1 : i32',
    ],
    [
      `%0 = arith.cmpi ne, %a, %b : i32
%r = arith.select %0, %b, %a : i32
return %r : i32`,
      'i32',
      'return %arg1 : i32',
    ],
    [
      `%0 = arith.cmpi ne, %a, %b : i32
%r = arith.select %0, %a, %b : i32
return %r : i32`,
      'i32',
      'return %arg0 : i32',
    ],
    [
      `%k5 = arith.constant 5 : i32
%0 = arith.select %c, %a, %b : i32
%r = arith.select %c, %0, %k5 : i32
return %r : i32`,
      'i32',
      `%c5_i32 = arith.constant 5 : i32
%0 = arith.select %arg2, %arg0, %c5_i32 : i32
return %0 : i32`,
    ],
    [
      `%k5 = arith.constant 5 : i32
%0 = arith.select %c, %a, %b : i32
%r = arith.select %c, %k5, %0 : i32
return %r : i32`,
      'i32',
      `%c5_i32 = arith.constant 5 : i32
%0 = arith.select %arg2, %c5_i32, %arg1 : i32
return %0 : i32`,
    ],
    [
      `%tt = arith.constant true
%ff = arith.constant false
%0 = arith.xori %c, %tt : i1
%r = arith.select %0, %a, %b : i32
return %r : i32`,
      'i32',
      `%0 = arith.select %arg2, %arg1, %arg0 : i32
return %0 : i32`,
    ],
    [
      `%d = arith.cmpi slt, %a, %b : i32
%0 = arith.select %c, %a, %b : i32
%r = arith.select %d, %0, %b : i32
return %r : i32`,
      'i32',
      `%0 = arith.cmpi slt, %arg0, %arg1 : i32
%1 = arith.select %arg2, %arg0, %arg1 : i32
%2 = arith.select %0, %1, %arg1 : i32
return %2 : i32`,
    ],
    [
      `%d = arith.cmpi slt, %a, %b : i32
%0 = arith.select %c, %a, %b : i32
%r = arith.select %d, %0, %a : i32
return %r : i32`,
      'i32',
      `%0 = arith.cmpi slt, %arg0, %arg1 : i32
%1 = arith.select %arg2, %arg0, %arg1 : i32
%2 = arith.select %0, %1, %arg0 : i32
return %2 : i32`,
    ],
    [
      `%d = arith.cmpi slt, %a, %b : i32
%0 = arith.select %c, %a, %b : i32
%r = arith.select %d, %a, %0 : i32
return %r : i32`,
      'i32',
      `%0 = arith.cmpi slt, %arg0, %arg1 : i32
%1 = arith.select %arg2, %arg0, %arg1 : i32
%2 = arith.select %0, %arg0, %1 : i32
return %2 : i32`,
    ],
    [
      `%d = arith.cmpi slt, %a, %b : i32
%0 = arith.select %c, %a, %b : i32
%r = arith.select %d, %b, %0 : i32
return %r : i32`,
      'i32',
      `%0 = arith.cmpi slt, %arg0, %arg1 : i32
%1 = arith.select %arg2, %arg0, %arg1 : i32
%2 = arith.select %0, %arg1, %1 : i32
return %2 : i32`,
    ],
    [
      `%n = arith.negf %w : f32
%r = arith.divf %n, %n : f32
return %r : f32`,
      'f32',
      `%0 = arith.divf %arg8, %arg8 : f32
return %0 : f32`,
    ],
    [
      `%n = arith.negf %w : f32
%m = arith.negf %n : f32
%r = arith.mulf %n, %m : f32
return %r : f32`,
      'f32',
      `%0 = arith.negf %arg8 : f32
%1 = arith.mulf %0, %arg8 : f32
return %1 : f32`,
    ],
    [
      `%cc = arith.constant 0.0 : f32
%r = arith.mulf %w, %cc fastmath<fast> : f32
return %r : f32`,
      'f32',
      `%cst = arith.constant 0.000000e+00 : f32
%0 = arith.mulf %arg8, %cst fastmath<fast> : f32
return %0 : f32`,
    ],
    [
      `%cc = arith.constant 0.0 : f32
%r = arith.addf %w, %cc : f32
return %r : f32`,
      'f32',
      `%cst = arith.constant 0.000000e+00 : f32
%0 = arith.addf %arg8, %cst : f32
return %0 : f32`,
    ],
    [
      `%cc = arith.constant -0.0 : f32
%r = arith.addf %w, %cc : f32
return %r : f32`,
      'f32',
      'return %arg8 : f32',
    ],
    [
      `%cc = arith.constant 0x7FC00000 : f32
%r = arith.maximumf %w, %cc : f32
return %r : f32`,
      'f32',
      `%cst = arith.constant 0x7FC00000 : f32
%0 = arith.maximumf %arg8, %cst : f32
return %0 : f32`,
    ],
    [
      `%cc = arith.constant 0x7F800000 : f32
%r = arith.cmpf ugt, %w, %cc : f32
return %r : i1`,
      'i1',
      `%cst = arith.constant 0x7F800000 : f32
%0 = arith.cmpf ugt, %arg8, %cst : f32
return %0 : i1`,
    ],
    [
      `%cc = arith.constant 0x7FC00000 : f32
%r = arith.cmpf ugt, %w, %cc : f32
return %r : i1`,
      'i1',
      `%true = arith.constant true
return %true : i1`,
    ],
    [
      `%p0 = ub.poison : i32
%r = arith.select %c, %a, %p0 : i32
return %r : i32`,
      'i32',
      'return %arg0 : i32',
    ],
    [
      `%p0 = ub.poison : i1
%r = arith.select %p0, %a, %b : i32
return %r : i32`,
      'i32',
      `%0 = ub.poison : i1
%1 = arith.select %0, %arg0, %arg1 : i32
return %1 : i32`,
    ],
    [
      `%m=arith.constant -1.5: f32
%r = arith.fptoui %m : f32 to i8
return %r : i8`,
      'i8',
      `%cst = arith.constant -1.500000e+00 : f32
%0 = arith.fptoui %cst : f32 to i8
return %0 : i8`,
    ],
    [
      `%m=arith.constant -0.5: f32
%r = arith.fptoui %m : f32 to i8
return %r : i8`,
      'i8',
      `%c0_i8 = arith.constant 0 : i8
return %c0_i8 : i8`,
    ],
    [
      `%m=arith.constant true
%f=arith.constant false
%r = arith.cmpi slt, %m, %f : i1
return %r : i1`,
      'i1',
      `%true = arith.constant true
return %true : i1`,
    ],
    [
      `%m=arith.constant dense<[1,-2]>: tensor<2xi32>
%n=arith.constant dense<1>: tensor<2xi32>
%r = arith.cmpi slt, %m, %n : tensor<2xi32>
return %r : tensor<2xi1>`,
      'tensor<2xi1>',
      `%cst = arith.constant dense<[false, true]> : tensor<2xi1>
return %cst : tensor<2xi1>`,
    ],
    [
      `%m=arith.constant dense<[true,false]>: tensor<2xi1>
%k=arith.constant dense<[1,-2]>: tensor<2xi32>
%n=arith.constant dense<1>: tensor<2xi32>
%r = arith.select %m, %k, %n : tensor<2xi1>, tensor<2xi32>
return %r : tensor<2xi32>`,
      'tensor<2xi32>',
      `%cst = arith.constant dense<1> : tensor<2xi32>
return %cst : tensor<2xi32>`,
    ],
    [
      `%m=arith.constant dense<true>: tensor<2xi1>
%k=arith.constant dense<[1,-2]>: tensor<2xi32>
%n=arith.constant dense<1>: tensor<2xi32>
%r = arith.select %m, %k, %n : tensor<2xi1>, tensor<2xi32>
return %r : tensor<2xi32>`,
      'tensor<2xi32>',
      `%cst = arith.constant dense<[1, -2]> : tensor<2xi32>
return %cst : tensor<2xi32>`,
    ],
    [
      `%n=arith.constant 0x7FC00000 : f32
%r = arith.negf %n : f32
return %r : f32`,
      'f32',
      `%cst = arith.constant 0xFFC00000 : f32
return %cst : f32`,
    ],
    [
      `%n=arith.constant 0x7FC00000 : f32
%r = arith.maxnumf %w, %n : f32
return %r : f32`,
      'f32',
      `%cst = arith.constant 0x7FC00000 : f32
%0 = arith.maxnumf %arg8, %cst : f32
return %0 : f32`,
    ],
    [
      `%n=arith.constant 0xFF800000 : f32
%r = arith.maximumf %w, %n : f32
return %r : f32`,
      'f32',
      'return %arg8 : f32',
    ],
    [
      `%n=arith.constant 0.0 : f32
%r = arith.divf %n, %n : f32
return %r : f32`,
      'f32',
      `%cst = arith.constant 0x7FC00000 : f32
return %cst : f32`,
    ],
    [
      `%n=arith.constant -0.0 : f32
%m=arith.constant 0.0 : f32
%r = arith.maximumf %n, %m : f32
return %r : f32`,
      'f32',
      `%cst = arith.constant 0.000000e+00 : f32
return %cst : f32`,
    ],
    [
      `%n=arith.constant -0.0 : f32
%m=arith.constant 0.0 : f32
%r = arith.minnumf %n, %m : f32
return %r : f32`,
      'f32',
      `%cst = arith.constant -0.000000e+00 : f32
return %cst : f32`,
    ],
    [
      `%n=arith.constant 5.5 : f32
%m=arith.constant -3.0 : f32
%r = arith.remf %n, %m : f32
return %r : f32`,
      'f32',
      `%cst = arith.constant 2.500000e+00 : f32
return %cst : f32`,
    ],
    [
      `%n=arith.constant 0.0 : f32
%r = arith.subf %w, %n : f32
return %r : f32`,
      'f32',
      'return %arg8 : f32',
    ],
    [
      `%n=arith.constant 1.0 : f32
%r = arith.mulf %n, %w : f32
return %r : f32`,
      'f32',
      'return %arg8 : f32',
    ],
    [
      `%n=arith.constant 1.0 : f32
%r = arith.divf %w, %n : f32
return %r : f32`,
      'f32',
      'return %arg8 : f32',
    ],
    [
      `%r = arith.cmpf ord, %w, %w : f32
return %r : i1`,
      'i1',
      `%0 = arith.cmpf ord, %arg8, %arg8 : f32
return %0 : i1`,
    ],
    [
      `%r = arith.cmpf false, %w, %w : f32
return %r : i1`,
      'i1',
      `%0 = arith.cmpf false, %arg8, %arg8 : f32
return %0 : i1`,
    ],
    [
      `%tt = arith.constant true
%r = arith.cmpi eq, %c, %tt : i1
return %r : i1`,
      'i1',
      `%true = arith.constant true
%0 = arith.cmpi eq, %arg2, %true : i1
return %0 : i1`,
    ],
    [
      `%tt = arith.constant false
%r = arith.cmpi ne, %c, %tt : i1
return %r : i1`,
      'i1',
      `%false = arith.constant false
%0 = arith.cmpi ne, %arg2, %false : i1
return %0 : i1`,
    ],
    [
      `%r = arith.cmpi ult, %a, %a {foo} : i32
return %r : i1`,
      'i1',
      `%false = arith.constant false
return %false : i1`,
    ],
  ])('%s', (statements, results, expected) => {
    const module = processed(
      `func.func @f(${ARGUMENTS}) -> (${results}) {\n${statements}\n}\n`,
      'canonicalize',
    );
    expect(bodyOf(module)).toBe(expected);
  });
});

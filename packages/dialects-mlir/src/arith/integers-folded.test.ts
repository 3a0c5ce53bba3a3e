import { describe, expect, test } from 'vitest';
import { bodyOf, processed } from '../../tests/mlir-text.ts';

const ARGUMENTS = '%a: i32, %b: i32, %c: i1, %p: i8, %q: i8, %x: index, %v: i64, %t: tensor<?xi32>, %w: f32';

// The results are those of mlir-opt 19.
describe('canonicalize of integer arithmetic', () => {
  test.each([
    [
      `%k3 = arith.constant 3 : i32
%k5 = arith.constant 5 : i32
%0 = arith.addi %a, %k3 : i32
%r = arith.addi %0, %k5 : i32
return %r : i32`,
      'i32',
      `%c8_i32 = arith.constant 8 : i32
%0 = arith.addi %arg0, %c8_i32 : i32
return %0 : i32`,
    ],
    [
      `%k3 = arith.constant 3 : i32
%k5 = arith.constant 5 : i32
%0 = arith.addi %a, %k3 : i32
%r = arith.addi %0, %k5 overflow<nuw>: i32
return %r : i32`,
      'i32',
      `%c8_i32 = arith.constant 8 : i32
%0 = arith.addi %arg0, %c8_i32 : i32
return %0 : i32`,
    ],
    [
      `%k3 = arith.constant 3 : i32
%k5 = arith.constant 5 : i32
%0 = arith.addi %a, %k3 : i32
%r = arith.addi %0, %k5 overflow<nsw>: i32
return %r : i32`,
      'i32',
      `%c8_i32 = arith.constant 8 : i32
%0 = arith.addi %arg0, %c8_i32 : i32
return %0 : i32`,
    ],
    [
      `%k3 = arith.constant 3 : i32
%k5 = arith.constant 5 : i32
%0 = arith.addi %a, %k3 overflow<nsw> : i32
%r = arith.addi %0, %k5 : i32
return %r : i32`,
      'i32',
      `%c8_i32 = arith.constant 8 : i32
%0 = arith.addi %arg0, %c8_i32 : i32
return %0 : i32`,
    ],
    [
      `%k3 = arith.constant 3 : i32
%k5 = arith.constant 5 : i32
%0 = arith.addi %a, %k3 overflow<nsw> : i32
%r = arith.addi %0, %k5 overflow<nuw>: i32
return %r : i32`,
      'i32',
      `%c8_i32 = arith.constant 8 : i32
%0 = arith.addi %arg0, %c8_i32 : i32
return %0 : i32`,
    ],
    [
      `%k3 = arith.constant 3 : i32
%k5 = arith.constant 5 : i32
%0 = arith.addi %a, %k3 overflow<nsw> : i32
%r = arith.addi %0, %k5 overflow<nsw>: i32
return %r : i32`,
      'i32',
      `%c8_i32 = arith.constant 8 : i32
%0 = arith.addi %arg0, %c8_i32 overflow<nsw> : i32
return %0 : i32`,
    ],
    [
      `%k3 = arith.constant 3 : i32
%k5 = arith.constant 5 : i32
%0 = arith.addi %a, %k3 overflow<nsw,nuw> : i32
%r = arith.addi %0, %k5 : i32
return %r : i32`,
      'i32',
      `%c8_i32 = arith.constant 8 : i32
%0 = arith.addi %arg0, %c8_i32 : i32
return %0 : i32`,
    ],
    [
      `%k3 = arith.constant 3 : i32
%k5 = arith.constant 5 : i32
%0 = arith.addi %a, %k3 overflow<nsw,nuw> : i32
%r = arith.addi %0, %k5 overflow<nuw>: i32
return %r : i32`,
      'i32',
      `%c8_i32 = arith.constant 8 : i32
%0 = arith.addi %arg0, %c8_i32 overflow<nuw> : i32
return %0 : i32`,
    ],
    [
      `%k3 = arith.constant 3 : i32
%k5 = arith.constant 5 : i32
%0 = arith.addi %a, %k3 overflow<nsw,nuw> : i32
%r = arith.addi %0, %k5 overflow<nsw>: i32
return %r : i32`,
      'i32',
      `%c8_i32 = arith.constant 8 : i32
%0 = arith.addi %arg0, %c8_i32 overflow<nsw> : i32
return %0 : i32`,
    ],
    [
      `%k3 = arith.constant 3 : i32
%k5 = arith.constant 5 : i32
%0 = arith.subi %a, %k3 overflow<nsw>: i32
%r = arith.addi %0, %k5 overflow<nsw>: i32
return %r : i32`,
      'i32',
      `%c2_i32 = arith.constant 2 : i32
%0 = arith.addi %arg0, %c2_i32 overflow<nsw> : i32
return %0 : i32`,
    ],
    [
      `%k3 = arith.constant 3 : i32
%k5 = arith.constant 5 : i32
%0 = arith.subi %k3, %a overflow<nsw>: i32
%r = arith.addi %0, %k5 overflow<nsw>: i32
return %r : i32`,
      'i32',
      `%c8_i32 = arith.constant 8 : i32
%0 = arith.subi %c8_i32, %arg0 overflow<nsw> : i32
return %0 : i32`,
    ],
    [
      `%km = arith.constant -1 : i32
%0 = arith.muli %a, %km overflow<nsw>: i32
%r = arith.addi %b, %0 overflow<nsw>: i32
return %r : i32`,
      'i32',
      `%0 = arith.subi %arg1, %arg0 : i32
return %0 : i32`,
    ],
    [
      `%km = arith.constant -1 : i32
%0 = arith.muli %a, %km : i32
%r = arith.addi %0, %b : i32
return %r : i32`,
      'i32',
      `%0 = arith.subi %arg1, %arg0 : i32
return %0 : i32`,
    ],
    [
      `%k3 = arith.constant 3 : i32
%k5 = arith.constant 5 : i32
%0 = arith.addi %a, %k3 overflow<nsw>: i32
%r = arith.subi %0, %k5 overflow<nsw>: i32
return %r : i32`,
      'i32',
      `%c-2_i32 = arith.constant -2 : i32
%0 = arith.addi %arg0, %c-2_i32 : i32
return %0 : i32`,
    ],
    [
      `%k3 = arith.constant 3 : i32
%k5 = arith.constant 5 : i32
%0 = arith.addi %a, %k3 overflow<nsw>: i32
%r = arith.subi %k5, %0 overflow<nsw>: i32
return %r : i32`,
      'i32',
      `%c2_i32 = arith.constant 2 : i32
%0 = arith.subi %c2_i32, %arg0 overflow<nsw> : i32
return %0 : i32`,
    ],
    [
      `%k3 = arith.constant 3 : i32
%k5 = arith.constant 5 : i32
%0 = arith.subi %a, %k3 overflow<nsw>: i32
%r = arith.subi %0, %k5 overflow<nsw>: i32
return %r : i32`,
      'i32',
      `%c8_i32 = arith.constant 8 : i32
%0 = arith.subi %arg0, %c8_i32 overflow<nsw> : i32
return %0 : i32`,
    ],
    [
      `%k3 = arith.constant 3 : i32
%k5 = arith.constant 5 : i32
%0 = arith.subi %k3, %a overflow<nsw>: i32
%r = arith.subi %0, %k5 overflow<nsw>: i32
return %r : i32`,
      'i32',
      `%c-2_i32 = arith.constant -2 : i32
%0 = arith.subi %c-2_i32, %arg0 overflow<nsw> : i32
return %0 : i32`,
    ],
    [
      `%k3 = arith.constant 3 : i32
%k5 = arith.constant 5 : i32
%0 = arith.subi %a, %k3 overflow<nsw>: i32
%r = arith.subi %k5, %0 overflow<nsw>: i32
return %r : i32`,
      'i32',
      `%c8_i32 = arith.constant 8 : i32
%0 = arith.subi %c8_i32, %arg0 overflow<nsw> : i32
return %0 : i32`,
    ],
    [
      `%k3 = arith.constant 3 : i32
%k5 = arith.constant 5 : i32
%0 = arith.subi %k3, %a overflow<nsw>: i32
%r = arith.subi %k5, %0 overflow<nsw>: i32
return %r : i32`,
      'i32',
      `%c2_i32 = arith.constant 2 : i32
%0 = arith.addi %arg0, %c2_i32 overflow<nsw> : i32
return %0 : i32`,
    ],
    [
      `%0 = arith.subi %a, %b overflow<nsw>: i32
%r = arith.subi %0, %a overflow<nsw>: i32
return %r : i32`,
      'i32',
      `%c0_i32 = arith.constant 0 : i32
%0 = arith.subi %c0_i32, %arg1 overflow<nsw> : i32
return %0 : i32`,
    ],
    [
      `%k3 = arith.constant 3 : i32
%k5 = arith.constant 5 : i32
%0 = arith.muli %a, %k3 overflow<nsw>: i32
%r = arith.muli %0, %k5 overflow<nsw>: i32
return %r : i32`,
      'i32',
      `%c15_i32 = arith.constant 15 : i32
%0 = arith.muli %arg0, %c15_i32 overflow<nsw> : i32
return %0 : i32`,
    ],
    [
      `%r,%o = arith.addui_extended %a, %b: i32,i1
return %r : i32`,
      'i32',
      `%0 = arith.addi %arg0, %arg1 : i32
return %0 : i32`,
    ],
    [
      `%r,%o = arith.mulsi_extended %a, %b: i32
return %r : i32`,
      'i32',
      `%0 = arith.muli %arg0, %arg1 : i32
return %0 : i32`,
    ],
    [
      `%k1 = arith.constant 1 : i32
%o,%r = arith.mulsi_extended %a, %k1: i32
return %r : i32`,
      'i32',
      `%c0_i32 = arith.constant 0 : i32
%0 = arith.cmpi slt, %arg0, %c0_i32 : i32
%1 = arith.extsi %0 : i1 to i32
return %1 : i32`,
    ],
    [
      `%k1 = arith.constant 1 : i32
%o,%r = arith.mului_extended %a, %k1: i32
return %r : i32`,
      'i32',
      `%c0_i32 = arith.constant 0 : i32
return %c0_i32 : i32`,
    ],
    [
      `%r,%o = arith.mului_extended %a, %b: i32
return %r : i32`,
      'i32',
      `%0 = arith.muli %arg0, %arg1 : i32
return %0 : i32`,
    ],
    [
      `%0 = arith.muli %a, %b overflow<nsw>: i32
%r = arith.divsi %0, %b : i32
return %r : i32`,
      'i32',
      `%0 = arith.muli %arg0, %arg1 overflow<nsw> : i32
%1 = arith.divsi %0, %arg1 : i32
return %1 : i32`,
    ],
    [
      `%0 = arith.muli %a, %b overflow<nuw>: i32
%r = arith.divui %0, %a : i32
return %r : i32`,
      'i32',
      `%0 = arith.muli %arg0, %arg1 overflow<nuw> : i32
%1 = arith.divui %0, %arg0 : i32
return %1 : i32`,
    ],
    [
      `%0 = arith.muli %a, %b : i32
%r = arith.divui %0, %a : i32
return %r : i32`,
      'i32',
      `%0 = arith.muli %arg0, %arg1 : i32
%1 = arith.divui %0, %arg0 : i32
return %1 : i32`,
    ],
    [
      `%k1 = arith.constant 1 : i32
%r = arith.remsi %a, %k1 : i32
return %r : i32`,
      'i32',
      `%c0_i32 = arith.constant 0 : i32
return %c0_i32 : i32`,
    ],
    [
      `%km = arith.constant -1 : i32
%0 = arith.xori %a, %km : i32
%r = arith.andi %a, %0 : i32
return %r : i32`,
      'i32',
      `%c0_i32 = arith.constant 0 : i32
return %c0_i32 : i32`,
    ],
    [
      `%0 = arith.andi %a, %b : i32
%r = arith.andi %a, %0 : i32
return %r : i32`,
      'i32',
      `%0 = arith.andi %arg0, %arg1 : i32
return %0 : i32`,
    ],
    [
      `%k3 = arith.constant 3 : i32
%k5 = arith.constant 5 : i32
%0 = arith.andi %a, %k3 : i32
%r = arith.andi %0, %k5 : i32
return %r : i32`,
      'i32',
      `%c3_i32 = arith.constant 3 : i32
%c5_i32 = arith.constant 5 : i32
%0 = arith.andi %arg0, %c3_i32 : i32
%1 = arith.andi %0, %c5_i32 : i32
return %1 : i32`,
    ],
    [
      `%r = arith.ori %a, %a : i32
return %r : i32`,
      'i32',
      'return %arg0 : i32',
    ],
    [
      `%km = arith.constant -1 : i32
%0 = arith.xori %a, %km : i32
%r = arith.ori %a, %0 : i32
return %r : i32`,
      'i32',
      `%c-1_i32 = arith.constant -1 : i32
return %c-1_i32 : i32`,
    ],
    [
      `%0 = arith.xori %a, %b : i32
%r = arith.xori %0, %a : i32
return %r : i32`,
      'i32',
      'return %arg1 : i32',
    ],
    [
      `%0 = arith.xori %a, %b : i32
%r = arith.xori %a, %0 : i32
return %r : i32`,
      'i32',
      'return %arg1 : i32',
    ],
    [
      `%km = arith.constant -1 : i32
%0 = arith.xori %a, %km : i32
%r = arith.xori %0, %km : i32
return %r : i32`,
      'i32',
      'return %arg0 : i32',
    ],
    [
      `%k5 = arith.constant 5 : i32
%r = arith.shli %a, %k5 : i32
return %r : i32`,
      'i32',
      `%c5_i32 = arith.constant 5 : i32
%0 = arith.shli %arg0, %c5_i32 : i32
return %0 : i32`,
    ],
    [
      `%k5 = arith.constant 5 : i32
%s=arith.constant 40: i32
%r = arith.shli %k5, %s : i32
return %r : i32`,
      'i32',
      `%c5_i32 = arith.constant 5 : i32
%c40_i32 = arith.constant 40 : i32
%0 = arith.shli %c5_i32, %c40_i32 : i32
return %0 : i32`,
    ],
    [
      `%km = arith.constant -1 : i32
%s=arith.constant 31: i32
%r = arith.shrsi %km, %s : i32
return %r : i32`,
      'i32',
      `%c-1_i32 = arith.constant -1 : i32
return %c-1_i32 : i32`,
    ],
    [
      `%z=arith.constant 0: i32
%r = arith.shli %z, %a : i32
return %r : i32`,
      'i32',
      `%c0_i32 = arith.constant 0 : i32
%0 = arith.shli %c0_i32, %arg0 : i32
return %0 : i32`,
    ],
    [
      `%z=arith.constant 0: i32
%r = arith.subi %z, %a : i32
return %r : i32`,
      'i32',
      `%c0_i32 = arith.constant 0 : i32
%0 = arith.subi %c0_i32, %arg0 : i32
return %0 : i32`,
    ],
    [
      `%p0 = ub.poison : i32
%r = arith.addi %a, %p0 : i32
return %r : i32`,
      'i32',
      `%0 = ub.poison : i32
return %0 : i32`,
    ],
    [
      `%0 = arith.addi %a, %b : i32
%r = arith.subi %0, %b : i32
return %r : i32`,
      'i32',
      'return %arg0 : i32',
    ],
    [
      `%0 = arith.addi %a, %b : i32
%r = arith.subi %0, %a : i32
return %r : i32`,
      'i32',
      'return %arg1 : i32',
    ],
    [
      `%0 = arith.subi %a, %b : i32
%r = arith.addi %0, %b : i32
return %r : i32`,
      'i32',
      'return %arg0 : i32',
    ],
    [
      `%0 = arith.subi %a, %b : i32
%r = arith.addi %b, %0 : i32
return %r : i32`,
      'i32',
      'return %arg0 : i32',
    ],
    [
      `%k3 = arith.constant 3 : i32
%km = arith.constant -1 : i32
%r = arith.ceildivsi %km, %k3 : i32
return %r : i32`,
      'i32',
      `%c0_i32 = arith.constant 0 : i32
return %c0_i32 : i32`,
    ],
    [
      `%k3 = arith.constant 3 : i32
%k5 = arith.constant 5 : i32
%r = arith.ceildivsi %k5, %k3 : i32
return %r : i32`,
      'i32',
      `%c2_i32 = arith.constant 2 : i32
return %c2_i32 : i32`,
    ],
    [
      `%k3 = arith.constant 3 : i32
%km = arith.constant -1 : i32
%r = arith.floordivsi %km, %k3 : i32
return %r : i32`,
      'i32',
      `%c-1_i32 = arith.constant -1 : i32
return %c-1_i32 : i32`,
    ],
    [
      `%k3 = arith.constant 3 : i32
%km = arith.constant -1 : i32
%r = arith.ceildivui %km, %k3 : i32
return %r : i32`,
      'i32',
      `%c1431655765_i32 = arith.constant 1431655765 : i32
return %c1431655765_i32 : i32`,
    ],
    [
      `%z=arith.constant 0: i32
%r = arith.divsi %a, %z : i32
return %r : i32`,
      'i32',
      `%c0_i32 = arith.constant 0 : i32
%0 = arith.divsi %arg0, %c0_i32 : i32
return %0 : i32`,
    ],
    [
      `%z=arith.constant 0: i32
%r = arith.ceildivsi %z, %z : i32
return %r : i32`,
      'i32',
      `%c0_i32 = arith.constant 0 : i32
%0 = arith.ceildivsi %c0_i32, %c0_i32 : i32
return %0 : i32`,
    ],
    [
      `%z=arith.constant 0: i32
%r = arith.divsi %z, %a : i32
return %r : i32`,
      'i32',
      `%c0_i32 = arith.constant 0 : i32
%0 = arith.divsi %c0_i32, %arg0 : i32
return %0 : i32`,
    ],
    [
      `%km = arith.constant -1 : i32
%m=arith.constant -2147483648: i32
%r = arith.divsi %m, %km : i32
return %r : i32`,
      'i32',
      `%c-1_i32 = arith.constant -1 : i32
%c-2147483648_i32 = arith.constant -2147483648 : i32
%0 = arith.divsi %c-2147483648_i32, %c-1_i32 : i32
return %0 : i32`,
    ],
    [
      `%k3 = arith.constant 3 : i32
%m=arith.constant -2147483648: i32
%r = arith.ceildivsi %m, %k3 : i32
return %r : i32`,
      'i32',
      `%c3_i32 = arith.constant 3 : i32
%c-2147483648_i32 = arith.constant -2147483648 : i32
%0 = arith.ceildivsi %c-2147483648_i32, %c3_i32 : i32
return %0 : i32`,
    ],
    [
      `%k3 = arith.constant 3 : i32
%m=arith.constant -2147483648: i32
%r = arith.floordivsi %m, %k3 : i32
return %r : i32`,
      'i32',
      `%c-715827883_i32 = arith.constant -715827883 : i32
return %c-715827883_i32 : i32`,
    ],
    [
      `%km = arith.constant -1 : i32
%m=arith.constant -2147483648: i32
%r = arith.remsi %m, %km : i32
return %r : i32`,
      'i32',
      `%c0_i32 = arith.constant 0 : i32
return %c0_i32 : i32`,
    ],
    [
      `%k3 = arith.constant 3 : i32
%m=arith.constant -2147483648: i32
%r = arith.ceildivsi %k3, %m : i32
return %r : i32`,
      'i32',
      `%c3_i32 = arith.constant 3 : i32
%c-2147483648_i32 = arith.constant -2147483648 : i32
%0 = arith.ceildivsi %c3_i32, %c-2147483648_i32 : i32
return %0 : i32`,
    ],
    [
      `%k3 = arith.constant 3 : i32
%m=arith.constant -2147483648: i32
%r = arith.floordivsi %k3, %m : i32
return %r : i32`,
      'i32',
      `%c-1_i32 = arith.constant -1 : i32
return %c-1_i32 : i32`,
    ],
    [
      `%m=arith.constant -2147483648: i32
%r = arith.floordivsi %m, %m : i32
return %r : i32`,
      'i32',
      `%c1_i32 = arith.constant 1 : i32
return %c1_i32 : i32`,
    ],
    [
      `%m=arith.constant 2147483647: i32
%r = arith.maxsi %a, %m : i32
return %r : i32`,
      'i32',
      `%c2147483647_i32 = arith.constant 2147483647 : i32
return %c2147483647_i32 : i32`,
    ],
    [
      `%m=arith.constant -2147483648: i32
%r = arith.maxsi %a, %m : i32
return %r : i32`,
      'i32',
      'return %arg0 : i32',
    ],
    [
      `%km = arith.constant -1 : i32
%r = arith.maxui %a, %km : i32
return %r : i32`,
      'i32',
      `%c-1_i32 = arith.constant -1 : i32
return %c-1_i32 : i32`,
    ],
    [
      `%z=arith.constant 0: i32
%r = arith.minui %a, %z : i32
return %r : i32`,
      'i32',
      `%c0_i32 = arith.constant 0 : i32
return %c0_i32 : i32`,
    ],
    [
      `%z=arith.constant 0: i32
%r = arith.maxui %a, %z : i32
return %r : i32`,
      'i32',
      'return %arg0 : i32',
    ],
    [
      `%km = arith.constant -1 : i32
%r = arith.minui %a, %km : i32
return %r : i32`,
      'i32',
      'return %arg0 : i32',
    ],
    [
      `%m=arith.constant dense<[1,-2]>: tensor<2xi32>
%n=arith.constant dense<1>: tensor<2xi32>
%r = arith.addi %m, %n : tensor<2xi32>
return %r : tensor<2xi32>`,
      'tensor<2xi32>',
      `%cst = arith.constant dense<[2, -1]> : tensor<2xi32>
return %cst : tensor<2xi32>`,
    ],
    [
      `%k3 = arith.constant 3 : i32
%km = arith.constant -1 : i32
%r, %o = arith.addui_extended %km, %k3 : i32, i1
return %r : i32`,
      'i32',
      `%c2_i32 = arith.constant 2 : i32
return %c2_i32 : i32`,
    ],
    [
      `%k3 = arith.constant 3 : i32
%km = arith.constant -1 : i32
%o, %r = arith.addui_extended %km, %k3 : i32, i1
return %r : i1`,
      'i1',
      `%true = arith.constant true
return %true : i1`,
    ],
    [
      `%k3 = arith.constant 3 : i32
%km = arith.constant -1 : i32
%o, %r = arith.mulsi_extended %km, %k3 : i32
return %r : i32`,
      'i32',
      `%c-1_i32 = arith.constant -1 : i32
return %c-1_i32 : i32`,
    ],
    [
      `%k3 = arith.constant 3 : i32
%km = arith.constant -1 : i32
%o, %r = arith.mului_extended %km, %k3 : i32
return %r : i32`,
      'i32',
      `%c2_i32 = arith.constant 2 : i32
return %c2_i32 : i32`,
    ],
    [
      `%z=arith.constant 0: i32
%o, %r = arith.addui_extended %a, %z : i32, i1
return %r : i1`,
      'i1',
      `%false = arith.constant false
return %false : i1`,
    ],
    [
      `%s = arith.constant dense<1> : tensor<2xi32>
%0 = tensor.empty() : tensor<2xi32>
%1 = arith.addi %s, %0 : tensor<2xi32>
%r = arith.addi %1, %s : tensor<2xi32>
return %r : tensor<2xi32>`,
      'tensor<2xi32>',
      `%cst = arith.constant dense<1> : tensor<2xi32>
%0 = tensor.empty() : tensor<2xi32>
%1 = arith.addi %0, %cst : tensor<2xi32>
%2 = arith.addi %1, %cst : tensor<2xi32>
return %2 : tensor<2xi32>`,
    ],
    [
      `%s = arith.constant dense<-1> : tensor<2xi32>
%0 = tensor.empty() : tensor<2xi32>
%1 = arith.muli %s, %0 : tensor<2xi32>
%r = arith.addi %1, %0 : tensor<2xi32>
return %r : tensor<2xi32>`,
      'tensor<2xi32>',
      `%cst = arith.constant dense<0> : tensor<2xi32>
return %cst : tensor<2xi32>`,
    ],
  ])('%s', (statements, results, expected) => {
    const module = processed(
      `func.func @f(${ARGUMENTS}) -> (${results}) {\n${statements}\n}\n`,
      'canonicalize',
    );
    expect(bodyOf(module)).toBe(expected);
  });
});

import { describe, expect, test } from 'vitest';
import { bodyOf, processed } from '../../tests/mlir-text.ts';

const ARGUMENTS = '%a: i32, %c: i1, %b: i32';

// The results are those of mlir-opt 19.
describe('canonicalize of branches', () => {
  test.each([
    [
      `cf.cond_br %c, ^bb1(%a : i32), ^bb2
^bb1(%x: i32):
 %t = arith.constant true
 cf.cond_br %t, ^bb3(%x : i32), ^bb2
^bb2:
 %y = arith.addi %a, %b : i32
 cf.br ^bb3(%y : i32)
^bb3(%z: i32):
 return %z : i32`,
      'i32',
      `cf.cond_br %arg1, ^bb2(%arg0 : i32), ^bb1
b1:  // pred: ^bb0
%0 = arith.addi %arg0, %arg2 : i32
cf.br ^bb2(%0 : i32)
b2(%1: i32):  // 2 preds: ^bb0, ^bb1
return %1 : i32`,
    ],
    [
      `cf.cond_br %c, ^bb1(%a : i32), ^bb1(%b : i32)
^bb1(%x: i32):
 return %x : i32`,
      'i32',
      `%0 = arith.select %arg1, %arg0, %arg2 : i32
return %0 : i32`,
    ],
    [
      `cf.cond_br %c, ^bb1, ^bb2
^bb1:
 cf.cond_br %c, ^bb3(%a : i32), ^bb2
^bb2:
 %e = arith.extui %c : i1 to i32
 cf.cond_br %c, ^bb3(%a : i32), ^bb3(%e: i32)
^bb3(%z: i32):
 return %z : i32`,
      'i32',
      `%c0_i32 = arith.constant 0 : i32
%0 = arith.select %arg1, %arg0, %c0_i32 : i32
return %0 : i32`,
    ],
    [
      `cf.br ^bb1
^bb1:
 cf.cond_br %c, ^bb2, ^bb3(%a : i32)
^bb2:
 cf.br ^bb4(%b : i32)
^bb4(%w: i32):
 cf.br ^bb3(%w : i32)
^bb3(%z: i32):
 return %z : i32`,
      'i32',
      `%0 = arith.select %arg1, %arg2, %arg0 : i32
return %0 : i32`,
    ],
    [
      `cf.br ^bb1(%a, %b : i32, i32)
^bb1(%i: i32, %j: i32):
 %n = arith.addi %i, %b : i32
 %k = arith.cmpi slt, %n, %j : i32
 cf.cond_br %k, ^bb1(%n, %j : i32, i32), ^bb2
^bb2:
 return %n : i32`,
      'i32',
      `cf.br ^bb1(%arg0, %arg2 : i32, i32)
b1(%0: i32, %1: i32):  // 2 preds: ^bb0, ^bb1
%2 = arith.addi %0, %arg2 : i32
%3 = arith.cmpi slt, %2, %1 : i32
cf.cond_br %3, ^bb1(%2, %1 : i32, i32), ^bb2
b2:  // pred: ^bb1
return %2 : i32`,
    ],
    [
      `cf.switch %a : i32, [
 default: ^bb1(%b : i32),
 1: ^bb2,
 2: ^bb1(%b : i32),
 -3: ^bb3
]
^bb1(%x: i32):
 return %x : i32
^bb2:
 cf.switch %a : i32, [
 default: ^bb1(%a : i32),
 1: ^bb1(%b : i32)
 ]
^bb3:
 cf.br ^bb1(%a : i32)`,
      'i32',
      `cf.switch %arg0 : i32, [
  default: ^bb1(%arg2 : i32),
  4294967293: ^bb1(%arg0 : i32)
]
b1(%0: i32):  // 2 preds: ^bb0, ^bb0
return %0 : i32`,
    ],
    [
      `cf.switch %a : i32, [
 default: ^bb2,
 1: ^bb1(%b : i32),
 5: ^bb1(%a : i32)
]
^bb1(%x: i32):
 return %x : i32
^bb2:
 cf.switch %a : i32, [
 default: ^bb1(%a : i32),
 1: ^bb1(%b : i32),
 7: ^bb1(%b : i32)
 ]`,
      'i32',
      `cf.switch %arg0 : i32, [
  default: ^bb2,
  1: ^bb1(%arg2 : i32),
  5: ^bb1(%arg0 : i32)
]
b1(%0: i32):  // 4 preds: ^bb0, ^bb0, ^bb2, ^bb2
return %0 : i32
b2:  // pred: ^bb0
cf.switch %arg0 : i32, [
  default: ^bb1(%arg0 : i32),
  7: ^bb1(%arg2 : i32)
]`,
    ],
    [
      `%k = arith.constant 5 : i32
cf.switch %k : i32, [
 default: ^bb1(%a : i32),
 1: ^bb1(%b : i32),
 5: ^bb1(%k : i32)
]
^bb1(%x: i32):
 return %x : i32`,
      'i32',
      `%c5_i32 = arith.constant 5 : i32
return %c5_i32 : i32`,
    ],
    [
      `cf.switch %a : i32, [
 default: ^bb1(%a : i32),
 5: ^bb1(%b : i32)
]
^bb1(%x: i32):
 cf.assert %c, "no"
 %t = arith.constant true
 cf.assert %t, "yes"
 return %x : i32`,
      'i32',
      `cf.switch %arg0 : i32, [
  default: ^bb1(%arg0 : i32),
  5: ^bb1(%arg2 : i32)
]
b1(%0: i32):  // 2 preds: ^bb0, ^bb0
cf.assert %arg1, "no"
return %0 : i32`,
    ],
  ])('%s', (statements, results, expected) => {
    const module = processed(
      `func.func @f(${ARGUMENTS}) -> (${results}) {\n${statements}\n}\n`,
      'canonicalize',
    );
    expect(bodyOf(module)).toBe(expected);
  });
});

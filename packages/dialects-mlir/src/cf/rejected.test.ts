import { describe, expect, test } from 'vitest';
import { problems } from '../../tests/mlir-text.ts';

const ARGUMENTS = '%a: i32, %c: i1';

// The messages are those of mlir-opt 19.
describe('cf', () => {
  test.each([
    [
      `cf.br ^bb1
^bb1(%x: i32):`,
      ['2:1 branch has 0 operands for successor #0, but target block has 1'],
    ],
    [
      `cf.br ^bb1(%a : i32)
^bb1:`,
      ['2:1 branch has 1 operands for successor #0, but target block has 0'],
    ],
    [
      `cf.br ^bb1(%a : i32)
^bb1(%x: i64):`,
      ['2:1 type mismatch for bb argument #0 of successor #0'],
    ],
    [
      `cf.cond_br %c, ^bb1(%a : i32), ^bb1(%a, %a : i32, i32)
^bb1(%x: i32):`,
      ['2:1 branch has 2 operands for successor #1, but target block has 1'],
    ],
    [
      `cf.cond_br %a, ^bb1, ^bb1
^bb1:`,
      [
        "2:12 use of value '%a' expects different type than prior uses: 'i1' vs 'i32'",
        '1:14 note: prior use here',
      ],
    ],
    [
      `"cf.cond_br"(%a)[^bb1,^bb1] {operandSegmentSizes=array<i32:1,0,0>}: (i32)->()
^bb1:`,
      ["2:1 'cf.cond_br' op operand #0 must be 1-bit signless integer, but got 'i32'"],
    ],
    [
      `"cf.cond_br"(%c)[^bb1] {operandSegmentSizes=array<i32:1,0,0>}: (i1)->()
^bb1:`,
      ["2:1 'cf.cond_br' op requires 2 successors but found 1"],
    ],
    [
      `"cf.br"()[^bb1,^bb1] : ()->()
^bb1:`,
      ["2:1 'cf.br' op requires 1 successor but found 2"],
    ],
    [
      `"cf.br"() : ()->()
^bb1:`,
      ["2:1 'cf.br' op requires 1 successor but found 0"],
    ],
    [
      'cf.assert %a, "x"',
      [
        "2:11 use of value '%a' expects different type than prior uses: 'i1' vs 'i32'",
        '1:14 note: prior use here',
      ],
    ],
    [
      '"cf.assert"(%a) {msg="a"}: (i32)->()',
      ["2:1 'cf.assert' op operand #0 must be 1-bit signless integer, but got 'i32'"],
    ],
    ['cf.assert %c', ["2:13 expected ','"]],
    ['"cf.assert"(%c) : (i1)->()', ["2:1 'cf.assert' op requires attribute 'msg'"]],
    [
      `cf.switch %a : i32, [
]
^bb1:`,
      ["3:1 custom op 'cf.switch' expected 'default'"],
    ],
    [
      `cf.switch %a : i32, [
 default: ^bb1(%a: i32),
 3: ^bb1(%a:i32)
 ]
^bb1:`,
      ['2:1 branch has 1 operands for successor #0, but target block has 0'],
    ],
    [
      `cf.switch %a : i32, [
 default: ^bb1,
 3: ^bb2(%a:i32)
 ]
^bb1:
return
^bb2(%x: i64):`,
      ['2:1 type mismatch for bb argument #0 of successor #1'],
    ],
    [
      `"cf.switch"(%a)[^bb1,^bb1] <{case_values=dense<[1]>:vector<1xi64>, case_operand_segments=array<i32:0>,operandSegmentSizes=array<i32:1,0,0>}> : (i32)->()
^bb1:`,
      ["2:1 'cf.switch' op 'flag' type ('i32') should match case value type ('i64')"],
    ],
    [
      `"cf.switch"(%a)[^bb1,^bb1] <{case_values=dense<[1,2]>:vector<2xi32>, case_operand_segments=array<i32:0>,operandSegmentSizes=array<i32:1,0,0>}> : (i32)->()
^bb1:`,
      ["2:1 'cf.switch' op number of case values (2) should match number of case destinations (1)"],
    ],
    [
      `cf.br ^bb1(%a) 
^bb1:`,
      ["2:14 expected ':'"],
    ],
    [
      `cf.br ^bb1() 
^bb1:`,
      ["2:12 expected ':'"],
    ],
    [
      `cf.cond_br %c ^bb1
^bb1:`,
      ["2:14 expected ','"],
    ],
  ])('%s is rejected', (statements, expected) => {
    expect(problems(`func.func @f(${ARGUMENTS}) {\n${statements}\nreturn\n}\n`)).toEqual(expected);
  });
});

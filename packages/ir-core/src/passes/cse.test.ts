import { describe, expect, test } from 'vitest';
import { runText } from '../../tests/run-text.ts';
import { smallContext } from '../../tests/small-dialects.ts';
import { parsePipeline } from '../pass/pipeline-text.ts';
import { runPasses } from '../pass/run-passes.ts';
import { parseModule } from '../text/parse-module.ts';

// Expected texts without operations of the dialect `test` are those of mlir-opt 19.
describe('cse', () => {
  test('merges operations that compute the same, whatever the order of commutative operands', () => {
    expect(
      runText(
        'cse',
        `
func.func @f(%x: i32, %y: i32) -> (i32, i32, i32, i32) {
  %0 = arith.subi %x, %y : i32
  %1 = arith.subi %x, %y : i32
  %2 = arith.addi %x, %y : i32
  %3 = arith.addi %y, %x : i32
  %4 = arith.muli %0, %1 : i32
  %5 = arith.muli %1, %1 : i32
  return %2, %3, %4, %5 : i32, i32, i32, i32
}`,
      ),
    ).toBe(`module {
  func.func @f(%arg0: i32, %arg1: i32) -> (i32, i32, i32, i32) {
    %0 = arith.subi %arg0, %arg1 : i32
    %1 = arith.addi %arg0, %arg1 : i32
    %2 = arith.muli %0, %0 : i32
    return %1, %1, %2, %2 : i32, i32, i32, i32
  }
}
`);
  });

  test('erases an unused operation but, in one visit, not what only it used', () => {
    expect(
      runText(
        'cse',
        `
func.func @f() {
  %0 = arith.constant 1 : i32
  %1 = arith.constant 1 : i32
  %2 = arith.addi %0, %1 : i32
  %3 = arith.subi %2, %2 : i32
  return
}`,
      ),
    ).toBe(`module {
  func.func @f() {
    %c1_i32 = arith.constant 1 : i32
    %0 = arith.addi %c1_i32, %c1_i32 : i32
    return
  }
}
`);
  });

  test('uses what dominates, not what stands in a neighbouring block', () => {
    expect(
      runText(
        'cse',
        `
func.func @f(%c: i1, %x: i32) -> i32 {
  %0 = arith.muli %x, %x : i32
  cf.cond_br %c, ^a, ^b
^a:
  %1 = arith.muli %x, %x : i32
  %2 = arith.subi %x, %1 : i32
  cf.br ^c(%2 : i32)
^b:
  %3 = arith.subi %x, %0 : i32
  %4 = arith.subi %x, %0 : i32
  %5 = arith.addi %3, %4 : i32
  cf.br ^c(%5 : i32)
^c(%r: i32):
  %6 = arith.subi %x, %0 : i32
  %7 = arith.addi %6, %r : i32
  return %7 : i32
}`,
      ),
    ).toBe(`module {
  func.func @f(%arg0: i1, %arg1: i32) -> i32 {
    %0 = arith.muli %arg1, %arg1 : i32
    cf.cond_br %arg0, ^bb1, ^bb2
  ^bb1:  // pred: ^bb0
    %1 = arith.subi %arg1, %0 : i32
    cf.br ^bb3(%1 : i32)
  ^bb2:  // pred: ^bb0
    %2 = arith.subi %arg1, %0 : i32
    %3 = arith.addi %2, %2 : i32
    cf.br ^bb3(%3 : i32)
  ^bb3(%4: i32):  // 2 preds: ^bb1, ^bb2
    %5 = arith.subi %arg1, %0 : i32
    %6 = arith.addi %5, %4 : i32
    return %6 : i32
  }
}
`);
  });

  test('compares regions, and sees values from outside in them', () => {
    const scope = (name: string, constant: number): string =>
      `%${name} = test.scope -> (i32) { %c = arith.constant ${constant} : i32 %s = arith.addi %x, %c : i32 test.yield %s : i32 }`;
    expect(
      runText(
        'cse',
        `
func.func @f(%x: i32) -> (i32, i32, i32) {
  %0 = arith.addi %x, %x : i32
  test.print %0 : i32
  ${scope('a', 1)}
  ${scope('b', 1)}
  ${scope('d', 2)}
  test.scope -> () { %1 = arith.addi %x, %x : i32 test.print %1 : i32 }
  return %a, %b, %d : i32, i32, i32
}`,
      ),
    ).toBe(`module {
  func.func @f(%arg0: i32) -> (i32, i32, i32) {
    %0 = arith.addi %arg0, %arg0 : i32
    test.print %0 : i32
    %1 = test.scope -> (i32) {
      %c1_i32 = arith.constant 1 : i32
      %3 = arith.addi %arg0, %c1_i32 : i32
      test.yield %3 : i32
    }
    %2 = test.scope -> (i32) {
      %c2_i32 = arith.constant 2 : i32
      %3 = arith.addi %arg0, %c2_i32 : i32
      test.yield %3 : i32
    }
    test.scope -> () {
      test.print %0 : i32
    }
    return %1, %1, %2 : i32, i32, i32
  }
}
`);
  });

  test('reuses what was read only while nothing may have been written', () => {
    expect(
      runText(
        'cse',
        `
func.func @f() {
  %0 = test.load : i32
  %1 = test.load : i32
  test.print %0, %1 : i32, i32
  %2 = test.load : i32
  test.print %2 : i32
  return
}`,
      ),
    ).toBe(`module {
  func.func @f() {
    %0 = test.load : i32
    test.print %0, %0 : i32, i32
    %1 = test.load : i32
    test.print %1 : i32
    return
  }
}
`);
  });

  test('counts what it erased', () => {
    const context = smallContext();
    const module = parseModule(
      'func.func @f(%x: i32) -> i32 { %0 = arith.addi %x, %x : i32 %1 = arith.addi %x, %x : i32 %2 = arith.muli %x, %x : i32 return %1 : i32 }',
      context,
    )!;
    const { statistics } = runPasses(module, parsePipeline('builtin.module(cse)', context), context);
    // The first sum is dead when it is met: only the second one is used.
    expect([...statistics.values()].map((counters) => Object.fromEntries(counters))).toEqual([
      { "num-dce'd": 2 },
    ]);
  });
});

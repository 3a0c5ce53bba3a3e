import { describe, expect, test } from 'vitest';
import { runText } from '../../tests/run-text.ts';
import { smallContext } from '../../tests/small-dialects.ts';

// Expected texts without operations of the dialect `test` are those of mlir-opt 19.
describe('inline', () => {
  test('inlines callees before callers, simplifies, and erases private functions without calls', () => {
    expect(
      runText(
        'inline',
        `
func.func @main(%x: i32) -> i32 {
  %0 = call @f(%x) : (i32) -> i32
  %1 = call @g(%0) : (i32) -> i32
  %2 = call @g(%1) : (i32) -> i32
  return %2 : i32
}
func.func private @f(%x: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %0 = arith.addi %x, %c1 : i32
  %1 = call @h(%0) : (i32) -> i32
  return %1 : i32
}
func.func private @g(%x: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %0 = arith.muli %x, %x : i32
  %1 = arith.xori %0, %c1 : i32
  return %1 : i32
}
func.func @h(%x: i32) -> i32 {
  %c7 = arith.constant 7 : i32
  %0 = arith.muli %x, %c7 : i32
  return %0 : i32
}
func.func private @unused(%x: i32) -> i32 {
  %1 = call @declared(%x) : (i32) -> i32
  return %1 : i32
}
func.func private @declared(i32) -> i32`,
      ),
    ).toBe(`module {
  func.func @main(%arg0: i32) -> i32 {
    %c7_i32 = arith.constant 7 : i32
    %c1_i32 = arith.constant 1 : i32
    %0 = arith.addi %arg0, %c1_i32 : i32
    %1 = arith.muli %0, %c7_i32 : i32
    %2 = arith.muli %1, %1 : i32
    %3 = arith.xori %2, %c1_i32 : i32
    %4 = arith.muli %3, %3 : i32
    %5 = arith.xori %4, %c1_i32 : i32
    return %5 : i32
  }
  func.func @h(%arg0: i32) -> i32 {
    %c7_i32 = arith.constant 7 : i32
    %0 = arith.muli %arg0, %c7_i32 : i32
    return %0 : i32
  }
  func.func private @declared(i32) -> i32
}
`);
  });

  test('inlines functions that call each other a few times, and those that call themselves not at all', () => {
    const text = `
func.func @main(%x: i32) -> i32 {
  %0 = call @even(%x) : (i32) -> i32
  %1 = call @self(%0) : (i32) -> i32
  return %1 : i32
}
func.func private @even(%x: i32) -> i32 {
  %0 = arith.muli %x, %x : i32
  %1 = call @odd(%0) : (i32) -> i32
  return %1 : i32
}
func.func private @odd(%x: i32) -> i32 {
  %0 = arith.xori %x, %x : i32
  %1 = call @even(%x) : (i32) -> i32
  return %1 : i32
}
func.func private @self(%x: i32) -> i32 {
  %1 = call @self(%x) : (i32) -> i32
  return %1 : i32
}`;
    expect(runText('inline{max-iterations=1}', text)).toBe(`module {
  func.func @main(%arg0: i32) -> i32 {
    %0 = arith.muli %arg0, %arg0 : i32
    %1 = arith.muli %0, %0 : i32
    %2 = arith.muli %1, %1 : i32
    %3 = call @odd(%2) : (i32) -> i32
    %4 = call @self(%3) : (i32) -> i32
    return %4 : i32
  }
  func.func private @odd(%arg0: i32) -> i32 {
    %0 = arith.muli %arg0, %arg0 : i32
    %1 = call @odd(%0) : (i32) -> i32
    return %1 : i32
  }
  func.func private @self(%arg0: i32) -> i32 {
    %0 = call @self(%arg0) : (i32) -> i32
    return %0 : i32
  }
}
`);
  });

  test('joins the blocks of a callee to those of the caller', () => {
    expect(
      runText(
        'inline',
        `
func.func @multi(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^a, ^b(%x : i32)
^a:
  %0 = arith.muli %x, %x : i32
  cf.br ^b(%0 : i32)
^b(%r: i32):
  return %r : i32
}
func.func @main(%c: i1, %x: i32) -> (i32, i32) {
  %0 = call @multi(%c, %x) : (i1, i32) -> i32
  %1 = call @multi(%c, %0) : (i1, i32) -> i32
  %2 = arith.addi %0, %1 : i32
  return %2, %0 : i32, i32
}`,
      ),
    ).toBe(`module {
  func.func @multi(%arg0: i1, %arg1: i32) -> i32 {
    cf.cond_br %arg0, ^bb1, ^bb2(%arg1 : i32)
  ^bb1:  // pred: ^bb0
    %0 = arith.muli %arg1, %arg1 : i32
    cf.br ^bb2(%0 : i32)
  ^bb2(%1: i32):  // 2 preds: ^bb0, ^bb1
    return %1 : i32
  }
  func.func @main(%arg0: i1, %arg1: i32) -> (i32, i32) {
    cf.cond_br %arg0, ^bb1, ^bb2(%arg1 : i32)
  ^bb1:  // pred: ^bb0
    %0 = arith.muli %arg1, %arg1 : i32
    cf.br ^bb2(%0 : i32)
  ^bb2(%1: i32):  // 2 preds: ^bb0, ^bb1
    cf.cond_br %arg0, ^bb3, ^bb4(%1 : i32)
  ^bb3:  // pred: ^bb2
    %2 = arith.muli %1, %1 : i32
    cf.br ^bb4(%2 : i32)
  ^bb4(%3: i32):  // 2 preds: ^bb2, ^bb3
    %4 = arith.addi %1, %3 : i32
    return %4, %1 : i32, i32
  }
}
`);
  });

  const small = `
func.func @main(%x: i32) -> i32 {
  %c = arith.subi %x, %x : i32
  %0 = call @f(%x) : (i32) -> i32
  return %0 : i32
}
func.func @f(%x: i32) -> i32 {
  %0 = arith.muli %x, %x : i32
  return %0 : i32
}`;

  test('simplifies with the pipeline it is given, or not at all', () => {
    expect(runText('inline{default-pipeline=}', small)).toContain('arith.subi');
    expect(runText('inline{default-pipeline=cse}', small)).not.toContain('arith.subi');
    expect(runText('inline{default-pipeline= op-pipelines=func.func(cse)}', small)).not.toContain(
      'arith.subi',
    );
    expect(runText('inline{default-pipeline=none}', small)).toBe(
      "-:0:0: error: 'none' does not refer to a registered pass or pass pipeline\n",
    );
  });

  test('leaves callees that are too large', () => {
    expect(runText('inline{inlining-threshold=0}', small)).toContain('call @f');
    expect(runText('inline{inlining-threshold=99 default-pipeline=}', small)).not.toContain('call @f');
    expect(runText('inline{inlining-threshold=66 default-pipeline=}', small)).not.toContain('call @f');
    expect(runText('inline{inlining-threshold=65 default-pipeline=}', small)).toContain('call @f');
  });

  test('says from where inlined operations were called', () => {
    const printed = runText('inline', small, smallContext(), { debugInfo: true, localScope: true });
    expect(printed.split('\n').find((line) => line.includes('muli'))).toBe(
      '    %0 = arith.muli %arg0, %arg0 : i32 loc(callsite("-":8:8 at "-":4:8))',
    );
  });

  test('needs a symbol table', () => {
    expect(runText('func.func(inline)', small)).toContain(
      "'func.func' op  was scheduled to run under the inliner, but does not define a symbol table",
    );
  });
});

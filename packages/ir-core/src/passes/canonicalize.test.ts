import { describe, expect, test } from 'vitest';
import { runText } from '../../tests/run-text.ts';
import { smallContext } from '../../tests/small-dialects.ts';

// Expected texts are those of mlir-opt 19; locations those of the MLIR in jaxlib 0.10.2.
describe('canonicalize', () => {
  test('keeps one constant of each kind, the last one first', () => {
    expect(
      runText(
        'canonicalize',
        `
func.func @f(%x: i32, %y: i32) -> (i32, i32, i32, i32) {
  %c5 = arith.constant 5 : i32
  %0 = arith.xori %x, %c5 : i32
  %c4 = arith.constant 4 : i32
  %c4b = arith.constant 4 : i32
  %1 = arith.xori %c4, %y : i32
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %2 = arith.muli %c2, %c3 : i32
  %3 = arith.xori %1, %0 : i32
  %4 = arith.muli %2, %c3 : i32
  %5 = arith.xori %4, %x : i32
  %6 = arith.addi %c4b, %c3 : i32
  %c18 = arith.constant 18 : i32
  %7 = arith.xori %c18, %6 : i32
  return %5, %3, %7, %2 : i32, i32, i32, i32
}`,
      ),
    ).toBe(`module {
  func.func @f(%arg0: i32, %arg1: i32) -> (i32, i32, i32, i32) {
    %c21_i32 = arith.constant 21 : i32
    %c18_i32 = arith.constant 18 : i32
    %c6_i32 = arith.constant 6 : i32
    %c4_i32 = arith.constant 4 : i32
    %c5_i32 = arith.constant 5 : i32
    %0 = arith.xori %arg0, %c5_i32 : i32
    %1 = arith.xori %arg1, %c4_i32 : i32
    %2 = arith.xori %1, %0 : i32
    %3 = arith.xori %arg0, %c18_i32 : i32
    return %3, %2, %c21_i32, %c6_i32 : i32, i32, i32, i32
  }
}
`);
  });

  test('erases what has no effect and folds, function by function', () => {
    expect(
      runText(
        'canonicalize',
        `
func.func @fold() -> (i32, i32) {
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %s = arith.addi %c2, %c3 : i32
  %t = arith.muli %s, %c3 : i32
  %u = arith.subi %t, %s : i32
  %dead = arith.muli %u, %u : i32
  %dead2 = arith.muli %dead, %dead : i32
  return %u, %s : i32, i32
}
func.func @same(%x: i64) -> i64 {
  %z = arith.subi %x, %x : i64
  %y = arith.addi %x, %z : i64
  return %y : i64
}
func.func private @declared(i32)`,
      ),
    ).toBe(`module {
  func.func @fold() -> (i32, i32) {
    %c5_i32 = arith.constant 5 : i32
    %c10_i32 = arith.constant 10 : i32
    return %c10_i32, %c5_i32 : i32, i32
  }
  func.func @same(%arg0: i64) -> i64 {
    return %arg0 : i64
  }
  func.func private @declared(i32)
}
`);
  });

  const branches = `
func.func @f(%c: i1, %x: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  cf.cond_br %c, ^a(%x, %c1 : i32, i32), ^b(%x : i32)
^a(%p: i32, %q: i32):
  %0 = arith.addi %p, %p : i32
  cf.br ^c(%0, %q : i32, i32)
^b(%r: i32):
  %1 = arith.constant 1 : i32
  %2 = arith.muli %r, %r : i32
  cf.br ^c(%2, %1 : i32, i32)
^c(%s: i32, %unused: i32):
  return %s : i32
^dead(%d: i32):
  %3 = arith.addi %d, %d : i32
  cf.br ^dead(%3 : i32)
}`;

  test('erases blocks and arguments', () => {
    expect(runText('canonicalize', branches)).toBe(`module {
  func.func @f(%arg0: i1, %arg1: i32) -> i32 {
    cf.cond_br %arg0, ^bb1(%arg1 : i32), ^bb2(%arg1 : i32)
  ^bb1(%0: i32):  // pred: ^bb0
    %1 = arith.addi %0, %0 : i32
    cf.br ^bb3(%1 : i32)
  ^bb2(%2: i32):  // pred: ^bb0
    %3 = arith.muli %2, %2 : i32
    cf.br ^bb3(%3 : i32)
  ^bb3(%4: i32):  // 2 preds: ^bb1, ^bb2
    return %4 : i32
  }
}
`);
  });

  test('leaves blocks alone when asked to', () => {
    expect(runText('canonicalize{region-simplify=disabled}', branches)).toContain('^bb4');
  });

  const cancelling = `
func.func @f(%x: i32, %y: i32) -> i32 {
  %0 = arith.addi %x, %y : i32
  %1 = arith.subi %0, %y : i32
  return %1 : i32
}`;
  const cancelled = `module {
  func.func @f(%arg0: i32, %arg1: i32) -> i32 {
    return %arg0 : i32
  }
}
`;

  test('applies the patterns that are chosen', () => {
    expect(runText('canonicalize', cancelling)).toBe(cancelled);
    expect(runText('canonicalize{enable-patterns=sub-of-add}', cancelling)).toBe(cancelled);
    expect(runText('canonicalize{enable-patterns=other}', cancelling)).toContain('arith.subi');
    expect(runText('canonicalize{disable-patterns=sub-of-add}', cancelling)).toContain('arith.subi');
    expect(runText('canonicalize{filter-dialects=cf}', cancelling)).toContain('arith.subi');
    expect(runText('canonicalize{max-iterations=0}', cancelling)).toContain('arith.subi');
  });

  test('is idempotent', () => {
    expect(runText('canonicalize', runText('canonicalize', cancelling))).toBe(cancelled);
  });

  test('fails, if asked to, when the iterations are used up', () => {
    const text = `
func.func @f(%x: i32) -> i32 {
  %0 = arith.subi %x, %x : i32
  return %0 : i32
}`;
    expect(runText('canonicalize{max-iterations=1}', text)).toContain('arith.constant 0');
    expect(runText('canonicalize{max-iterations=1 test-convergence=true}', text)).toBe('');
  });

  test('merges expressions between iterations if asked to', () => {
    const text = `
func.func @f(%x: i32, %y: i32) -> i32 {
  %0 = arith.muli %x, %y : i32
  %1 = arith.muli %x, %y : i32
  %2 = arith.subi %0, %1 : i32
  return %2 : i32
}`;
    expect(runText('canonicalize', text)).toContain('arith.subi %0, %1');
    expect(runText('canonicalize{cse-between-iterations=true}', text)).toBe(`module {
  func.func @f(%arg0: i32, %arg1: i32) -> i32 {
    %c0_i32 = arith.constant 0 : i32
    return %c0_i32 : i32
  }
}
`);
  });

  test('forgets where a merged constant came from', () => {
    const text = `module {
  func.func @f(%x: i32) {
    %c1 = arith.constant 1 : i32
    test.print %c1 : i32
    %c2 = arith.constant 2 : i32
    %c1_again = arith.constant 1 : i32
    test.print %c2, %c1_again : i32, i32
    return
  }
}`;
    const printed = runText('canonicalize', text, smallContext(), { debugInfo: true, localScope: true });
    expect(printed.split('\n').filter((line) => line.includes('constant'))).toEqual([
      '    %c2_i32 = arith.constant 2 : i32 loc("-":5:11)',
      '    %c1_i32 = arith.constant 1 : i32 loc(unknown)',
    ]);
  });
});

test('folds casts to the same types, and those that take back another one', () => {
  const text = `func.func @f(%x: i32) -> (i32, i32) {
  %0 = builtin.unrealized_conversion_cast %x : i32 to i32
  %1:2 = builtin.unrealized_conversion_cast %x : i32 to i64, index
  %2 = builtin.unrealized_conversion_cast %1#0, %1#1 : i64, index to i32
  return %0, %2 : i32, i32
}`;
  expect(runText('canonicalize', text)).toContain('{\n    return %arg0, %arg0 : i32, i32\n  }');
});

import { describe, expect, test } from 'vitest';
import { runText } from '../../tests/run-text.ts';
import { structuredContext } from '../../tests/structured-dialect.ts';

function body(text: string): string {
  return runText('sccp', text, structuredContext());
}

test('folds what is constant on every path that is taken', () => {
  const text = `func.func @f(%x: i32) -> i32 {
  %true = arith.constant true
  %c1 = arith.constant 1 : i32
  cf.cond_br %true, ^a(%c1 : i32), ^a(%x : i32)
^a(%0: i32):
  %1 = arith.addi %0, %c1 : i32
  cf.br ^b(%1 : i32)
^b(%2: i32):
  return %2 : i32
}`;
  // Both branches lead to the same block: its argument is not constant, as in MLIR.
  expect(body(text)).toContain('return %2 : i32');
  expect(body(text.replace('^a(%x : i32)', '^b(%x : i32)'))).toContain('return %c2_i32 : i32');
});

test('values around a loop stay what they are in all iterations', () => {
  const loop = (next: string): string => `func.func @f(%c: i1) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  cf.br ^loop(%c0 : i32)
^loop(%i: i32):
  %next = arith.addi %i, ${next} : i32
  cf.cond_br %c, ^loop(%next : i32), ^end
^end:
  return %i : i32
}`;
  expect(body(loop('%c0'))).toContain('return %c0_i32 : i32');
  expect(body(loop('%c1'))).toContain('return %0 : i32');
});

describe('calls', () => {
  const program = (visibility: string): string => `func.func ${visibility}@add(%x: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %0 = arith.addi %x, %c1 : i32
  return %0 : i32
}
func.func @main() -> i32 {
  %c1 = arith.constant 1 : i32
  %0 = func.call @add(%c1) : (i32) -> i32
  return %0 : i32
}`;

  test('constants enter and leave private functions', () => {
    expect(body(program('private '))).toBe(`module {
  func.func private @add(%arg0: i32) -> i32 {
    %c2_i32 = arith.constant 2 : i32
    %c1_i32 = arith.constant 1 : i32
    return %c2_i32 : i32
  }
  func.func @main() -> i32 {
    %c2_i32 = arith.constant 2 : i32
    %c1_i32 = arith.constant 1 : i32
    %0 = call @add(%c1_i32) : (i32) -> i32
    return %c2_i32 : i32
  }
}
`);
  });

  test('nothing is known of the arguments of public functions', () => {
    expect(body(program(''))).toContain('arith.addi %arg0, %c1_i32');
  });
});

test('control flow among regions is followed', () => {
  const text = (condition: string): string => `func.func @f(%c: i1) -> i32 {
  %true = arith.constant true
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %0 = "flow.choose"(${condition}) ({ "test.yield"(%c1) : (i32) -> () }, { "test.yield"(%c2) : (i32) -> () }) : (i1) -> i32
  %1 = "flow.repeat"(%0) ({
  ^bb0(%2: i32):
    "test.yield"(%2) : (i32) -> ()
  }) : (i32) -> i32
  return %1 : i32
}`;
  expect(body(text('%true'))).toContain('return %c1_i32 : i32');
  expect(body(text('%c'))).toMatch(/return %\d+ : i32/);
});

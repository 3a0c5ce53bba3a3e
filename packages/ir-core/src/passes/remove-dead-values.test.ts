import { expect, test } from 'vitest';
import { runText } from '../../tests/run-text.ts';
import { smallContext } from '../../tests/small-dialects.ts';
import { structuredContext } from '../../tests/structured-dialect.ts';

function run(text: string): string {
  return runText('remove-dead-values', text, structuredContext());
}

test('arguments and results of private functions go with the operands and results of their calls', () => {
  expect(
    run(`func.func private @f(%x: i32, %y: i32) -> (i32, i32) {
  %0 = arith.addi %x, %x : i32
  %1 = arith.addi %y, %y : i32
  return %0, %1 : i32, i32
}
func.func @main(%x: i32, %y: i32) -> i32 {
  %0:2 = func.call @f(%x, %y) : (i32, i32) -> (i32, i32)
  return %0#1 : i32
}`),
  ).toBe(`module {
  func.func private @f(%arg0: i32) -> i32 {
    %0 = arith.addi %arg0, %arg0 : i32
    return %0 : i32
  }
  func.func @main(%arg0: i32, %arg1: i32) -> i32 {
    %0 = call @f(%arg1) : (i32) -> i32
    return %0 : i32
  }
}
`);
});

test('public functions and the operands of their calls stay', () => {
  const text = `module {
  func.func @f(%arg0: i32) {
    return
  }
  func.func @main() {
    %c1_i32 = arith.constant 1 : i32
    call @f(%c1_i32) : (i32) -> ()
    return
  }
}
`;
  expect(run(text)).toBe(text);
});

test('values that a loop carries for nothing go', () => {
  expect(
    run(`func.func @f(%x: i32, %y: i32) -> i32 {
  %0:2 = "flow.repeat"(%x, %y) ({
  ^bb0(%a: i32, %b: i32):
    %1 = arith.addi %a, %a : i32
    %2 = arith.muli %b, %b : i32
    "test.yield"(%1, %2) : (i32, i32) -> ()
  }) : (i32, i32) -> (i32, i32)
  return %0#0 : i32
}`),
  ).toBe(`module {
  func.func @f(%arg0: i32, %arg1: i32) -> i32 {
    %0 = "flow.repeat"(%arg0) ({
    ^bb0(%arg2: i32):
      %1 = arith.addi %arg2, %arg2 : i32
      test.yield %1 : i32
    }) : (i32) -> i32
    return %0 : i32
  }
}
`);
});

test('branches between blocks are refused', () => {
  expect(run('func.func @f() {\n  cf.br ^a\n^a:\n  return\n}')).toContain(
    'error: cannot optimize an IR with non-function symbol ops, non-call symbol user ops or branch ops',
  );
});

test('what a region ends with stays when nothing says who takes it, as of a comparator', () => {
  const text = `module {
  func.func @main(%arg0: i32) -> i32 {
    %0 = test.scope %arg0 : i32 -> (i32) {
      %1 = arith.addi %arg0, %arg0 : i32
      test.yield %1 : i32
    }
    return %0 : i32
  }
}
`;
  expect(runText('remove-dead-values', text, smallContext())).toBe(text);
});

import { expect, test } from 'vitest';
import { runText } from '../../tests/run-text.ts';
import { structuredContext } from '../../tests/structured-dialect.ts';

function run(pipeline: string, text: string): string {
  return runText(pipeline, text, structuredContext());
}

test('loop-invariant-code-motion moves what is the same in every iteration, with what depends on it', () => {
  expect(
    run(
      'loop-invariant-code-motion',
      `func.func @f(%x: i32) {
  "flow.repeat"(%x) ({
  ^bb0(%i: i32):
    "flow.repeat"(%x) ({
    ^bb0(%j: i32):
      %0 = arith.addi %x, %x : i32
      %1 = arith.muli %0, %x : i32
      %2 = arith.muli %1, %i : i32
      %3 = test.load : i32
      test.print %2, %3 : i32, i32
      "test.yield"(%j) : (i32) -> ()
    }) : (i32) -> i32
    "test.yield"(%i) : (i32) -> ()
  }) : (i32) -> i32
  return
}`,
    ),
  ).toBe(`module {
  func.func @f(%arg0: i32) {
    %0 = arith.addi %arg0, %arg0 : i32
    %1 = arith.muli %0, %arg0 : i32
    %2 = "flow.repeat"(%arg0) ({
    ^bb0(%arg1: i32):
      %3 = arith.muli %1, %arg1 : i32
      %4 = "flow.repeat"(%arg0) ({
      ^bb0(%arg2: i32):
        %5 = test.load : i32
        test.print %3, %5 : i32, i32
        test.yield %arg2 : i32
      }) : (i32) -> i32
      test.yield %arg1 : i32
    }) : (i32) -> i32
    return
  }
}
`);
});

test('control-flow-sink moves what only one side of a choice needs', () => {
  expect(
    run(
      'func.func(control-flow-sink)',
      `func.func @f(%c: i1, %x: i32) {
  %0 = arith.addi %x, %x : i32
  %1 = arith.muli %0, %x : i32
  %2 = arith.muli %0, %0 : i32
  "flow.choose"(%c) ({ test.print %1 : i32
    "test.yield"() : () -> () }, { "test.yield"() : () -> () }) : (i1) -> ()
  test.print %2 : i32
  return
}`,
    ),
  ).toBe(`module {
  func.func @f(%arg0: i1, %arg1: i32) {
    %0 = arith.addi %arg1, %arg1 : i32
    %1 = arith.muli %0, %0 : i32
    "flow.choose"(%arg0) ({
      %2 = arith.muli %0, %arg1 : i32
      test.print %2 : i32
      test.yield
    }, {
      test.yield
    }) : (i1) -> ()
    test.print %1 : i32
    return
  }
}
`);
});

test('topological-sort orders graph regions, cycles as far as possible', () => {
  const context = structuredContext();
  context.allowUnregisteredDialects = true;
  const sorted = (text: string): string[] =>
    [...runText('topological-sort', text, context).matchAll(/"d\.(\w+)"/g)].map((found) => found[1]!);
  expect(
    sorted(`"d.c"(%b) : (i32) -> ()
%b = "d.b"(%a) : (i32) -> i32
%a = "d.a"() : () -> i32
"d.d"(%a) : (i32) -> ()`),
  ).toEqual(['a', 'd', 'b', 'c']);
  expect(
    sorted(`%a = "d.a"(%b) : (i32) -> i32\n%c = "d.c"() : () -> i32\n%b = "d.b"(%a) : (i32) -> i32`),
  ).toEqual(['c', 'a', 'b']);
});

test('symbol-privatize hides all symbols but those excluded', () => {
  const text = 'func.func @a() {\n  return\n}\nfunc.func @b() {\n  return\n}';
  expect(run('symbol-privatize{exclude=b}', text)).toMatch(/func.func private @a[^]*func.func @b/);
});

test('reconcile-unrealized-casts removes casts that lead back and those not used', () => {
  expect(
    run(
      'reconcile-unrealized-casts',
      `func.func @f(%x: i32) -> i32 {
  %0 = builtin.unrealized_conversion_cast %x : i32 to i64
  %1 = builtin.unrealized_conversion_cast %0 : i64 to index
  %2 = builtin.unrealized_conversion_cast %1 : index to i32
  %3 = builtin.unrealized_conversion_cast %x : i32 to index
  return %2 : i32
}`,
    ),
  ).toBe(`module {
  func.func @f(%arg0: i32) -> i32 {
    return %arg0 : i32
  }
}
`);
});

test('composite-fixed-point-pass repeats a pipeline until nothing changes', () => {
  const text = `func.func private @a() {
  func.call @b() : () -> ()
  return
}
func.func private @b() {
  return
}`;
  expect(run('composite-fixed-point-pass{pipeline=symbol-dce}', text)).toBe('module {\n}\n');
});

import { expect, test } from 'vitest';
import { smallContext } from '../../tests/small-dialects.ts';
import { parseModule } from '../text/parse-module.ts';
import { printOp } from '../text/print.ts';
import { Rewriter } from './rewriter.ts';
import { simplifyRegion, type RegionSimplification } from './simplify-region.ts';

function simplify(
  text: string,
  level: Exclude<RegionSimplification, 'disabled'> = 'normal',
): { readonly changed: boolean; readonly text: string } {
  const context = smallContext();
  const module = parseModule(text, context)!;
  const func = module.body.firstOp!;
  const changed = simplifyRegion(func.regions[0]!, new Rewriter(context), level);
  return { changed, text: printOp(func, context) };
}

test('erases blocks that no path leads to, also those that use each other', () => {
  const { changed, text } = simplify(`
func.func @f(%x: i32) {
  return
^a(%p: i32):
  %0 = arith.addi %p, %q : i32
  cf.br ^b(%0 : i32)
^b(%q: i32):
  cf.br ^a(%q : i32)
}`);
  expect(changed).toBe(true);
  expect(text).toBe('func.func @f(%arg0: i32) {\n  return\n}\n');
});

test('erases arguments and operations that only keep each other alive', () => {
  const { text } = simplify(`
func.func @f(%c: i1, %x: i32) -> i32 {
  cf.br ^loop(%x, %x : i32, i32)
^loop(%used: i32, %unused: i32):
  %0 = arith.addi %unused, %used : i32
  cf.cond_br %c, ^loop(%used, %0 : i32, i32), ^end(%used : i32)
^end(%r: i32):
  return %r : i32
}`);
  expect(text).toBe(`func.func @f(%arg0: i1, %arg1: i32) -> i32 {
  cf.br ^bb1(%arg1 : i32)
^bb1(%0: i32):  // 2 preds: ^bb0, ^bb1
  cf.cond_br %arg0, ^bb1(%0 : i32), ^bb2(%0 : i32)
^bb2(%1: i32):  // pred: ^bb1
  return %1 : i32
}
`);
});

test('keeps what matters', () => {
  const text = `func.func @f(%arg0: i32) {
  test.scope -> () {
    %0 = arith.addi %arg0, %arg0 : i32
    test.print %0 : i32
  }
  return
}
`;
  expect(simplify(text)).toEqual({ changed: false, text });
});

const twins = `
func.func @f(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^a, ^b
^a:
  %0 = arith.addi %x, %x : i32
  return %0 : i32
^b:
  %1 = arith.addi %x, %x : i32
  return %1 : i32
}`;

test('merges blocks that do the same when asked to', () => {
  expect(simplify(twins).changed).toBe(false);
  expect(simplify(twins, 'aggressive').text).toBe(`func.func @f(%arg0: i1, %arg1: i32) -> i32 {
  cf.cond_br %arg0, ^bb1, ^bb1
^bb1:  // 2 preds: ^bb0, ^bb0
  %0 = arith.addi %arg1, %arg1 : i32
  return %0 : i32
}
`);
});

test('passes the values in which merged blocks differ, and no argument twice', () => {
  const { text } = simplify(
    `
func.func @f(%c: i1, %x: i32, %y: i32) -> i32 {
  cf.cond_br %c, ^a, ^b
^a:
  %0 = arith.addi %x, %x : i32
  return %0 : i32
^b:
  %1 = arith.addi %y, %y : i32
  return %1 : i32
}`,
    'aggressive',
  );
  expect(text).toBe(`func.func @f(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
  cf.cond_br %arg0, ^bb1(%arg1 : i32), ^bb1(%arg2 : i32)
^bb1(%0: i32):  // 2 preds: ^bb0, ^bb0
  %1 = arith.addi %0, %0 : i32
  return %1 : i32
}
`);
});

test('drops an argument that is the same on all ways', () => {
  const { text } = simplify(
    `
func.func @f(%c: i1, %x: i32, %y: i32) -> i32 {
  cf.cond_br %c, ^a(%x : i32), ^a(%x : i32)
^a(%p: i32):
  %0 = arith.addi %p, %y : i32
  return %0 : i32
}`,
    'aggressive',
  );
  expect(text).toBe(`func.func @f(%arg0: i1, %arg1: i32, %arg2: i32) -> i32 {
  cf.cond_br %arg0, ^bb1, ^bb1
^bb1:  // 2 preds: ^bb0, ^bb0
  %0 = arith.addi %arg1, %arg2 : i32
  return %0 : i32
}
`);
});

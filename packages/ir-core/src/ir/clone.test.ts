import { describe, expect, test } from 'vitest';
import { openContext, parsed } from '../../tests/parse-text.ts';
import { printOp } from '../text/print.ts';
import { cloneOp, IrMapping } from './clone.ts';

describe('a copy of an operation', () => {
  test('prints the same and shares nothing', () => {
    const module = parsed(`
"d.op"() ({
^bb0(%a: i32):
  %0 = "d.x"(%a, %1) {k = 1 : i32} : (i32, i32) -> i32
  "d.br"(%0)[^bb1] : (i32) -> ()
^bb1(%b: i32):
  %1 = "d.y"(%b) <{p = "q"}> : (i32) -> i32
  "d.end"() : () -> ()
}) : () -> ()`);
    const copy = cloneOp(module);
    const context = openContext();
    expect(printOp(copy, context)).toBe(printOp(module, context));
    copy.walk((op) => {
      for (const { value } of op.operands) expect(value.parentBlock?.parentOp?.isInside(copy)).toBe(true);
      for (const block of op.successors) expect(block.parentOp?.isInside(copy)).toBe(true);
    });
  });

  test('keeps its attributes when the original gets others', () => {
    const module = parsed('"d.op"() <{p = "q"}> {k = 1 : i32} : () -> ()');
    const copy = cloneOp(module.body.firstOp!);
    module.body.firstOp!.setProperty(0, null);
    module.body.firstOp!.setAttr('k', null);
    expect(printOp(copy, openContext())).toBe('"d.op"() <{p = "q"}> {k = 1 : i32} : () -> ()\n');
    expect(printOp(module.body.firstOp!, openContext())).toBe('"d.op"() : () -> ()\n');
  });

  test('uses what the mapping says', () => {
    const module = parsed('%0 = "d.a"() : () -> i32\n%1 = "d.b"() : () -> i32\n"d.use"(%0) : (i32) -> ()');
    const [a, b, use] = [...module.body];
    const mapping = new IrMapping();
    mapping.values.set(a!.getResult(), b!.getResult());
    const copy = cloneOp(use!, mapping);
    expect(copy.getOperand(0)).toBe(b!.getResult());
    expect(copy.parent).toBeNull();
  });
});

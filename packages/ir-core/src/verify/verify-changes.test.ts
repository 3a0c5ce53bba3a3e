import fc from 'fast-check';
import { expect, test } from 'vitest';
import { smallContext } from '../../tests/small-dialects.ts';
import { StringAttr } from '../builtin/attrs/basic-attrs.ts';
import { anyAttr, anyRegion, anyType, optionalAttr } from '../definition/constraint.ts';
import { defineOp } from '../definition/define-op.ts';
import { isolatedFromAbove, noTerminator } from '../definition/traits.ts';
import { i32, i64 } from '../builtin/types/integer-type.ts';
import { cloneOp, IrMapping } from '../ir/clone.ts';
import type { Operation } from '../ir/operation.ts';
import type { Value } from '../ir/value.ts';
import { parseModule } from '../text/parse-module.ts';
import { verifyChanges, verifyOp } from './verifier.ts';

const source = `
func.func @f(%x: i32, %y: i32) -> i32 {
  %a = arith.addi %x, %y : i32
  %b = arith.muli %a, %a : i32
  %c = func.call @g(%b) : (i32) -> i32
  %d = arith.subi %c, %x : i32
  func.return %d : i32
}
func.func @g(%x: i32) -> i32 {
  %a = arith.addi %x, %x : i32
  %c = arith.constant 1 : i32
  %b = arith.muli %a, %c : i32
  func.return %b : i32
}
`;

const step = fc.record({
  action: fc.constantFrom('operand', 'type', 'rename', 'move', 'clone', 'erase', 'argument', 'mark', 'copy'),
  a: fc.nat(),
  b: fc.nat(),
});

/** Changes a program, most often to a wrong one. */
function change(module: Operation, action: string, a: number, b: number): Operation {
  const ops: Operation[] = [];
  const values: Value[] = [];
  module.walk((op) => {
    if (op !== module) ops.push(op);
    values.push(
      ...op.results,
      ...op.regions.flatMap(({ blocks }) => blocks.flatMap((block) => block.arguments)),
    );
  });
  const op = ops[a % ops.length]!;
  const other = ops[b % ops.length]!;
  if (action === 'operand') op.operands[b % Math.max(1, op.operands.length)]?.set(values[b % values.length]!);
  else if (action === 'type') values[a % values.length]!.setType(b % 2 === 0 ? i32 : i64);
  else if (action === 'rename') {
    if (op.getAttr('sym_name') !== null) op.setAttr('sym_name', StringAttr.get(b % 2 === 0 ? 'f' : 'g'));
  } else if (action === 'move') {
    if (!other.isInside(op)) op.moveBefore(other);
  } else if (action === 'clone') {
    if (op.regions.length === 0) op.parent!.insertBefore(cloneOp(op), op);
  } else if (action === 'erase') {
    if (op.hasNoUses() && op.regions.length === 0) op.erase();
  } else if (action === 'argument') op.regions[0]?.blocks[0]?.addArgument(i32, op.location);
  else if (action === 'mark') op.setAttr('test.mark', b % 2 === 0 ? null : StringAttr.get('x'));
  else return cloneOp(module);
  return module;
}

test('other discardable attributes are checked by their dialects, beside neighbours, and by nothing else', () => {
  const checked = { attributes: 0, operations: 0 };
  class CountedOp extends defineOp('arith.counted', {
    summary: 'counts its checks',
    operands: { x: anyType },
    results: { y: anyType },
    effects: 'none',
    speculates: 'always',
  }) {
    override verifyOp(): boolean {
      checked.operations++;
      return true;
    }
  }
  const context = smallContext({
    name: 'marks',
    ops: [CountedOp],
    dialects: [
      {
        name: 'marks',
        verifyOpAttr(op, name, attribute, report) {
          checked.attributes++;
          const [operand] = op.operandValues();
          const before = operand?.definingOp?.getAttr(name) ?? attribute;
          return before === attribute || report.opError('has another mark than its operand');
        },
      },
    ],
  });
  const line = (result: string, operand: string): string =>
    `%${result} = "arith.counted"(%${operand}) {marks.as = "p"} : (i32) -> i32\n`;
  const module = parseModule(
    `func.func @f(%x: i32) -> i32 {
      ${line('a', 'x')} ${line('b', 'a')} ${line('c', 'b')} ${line('d', 'c')}
      func.return %d : i32
    }`,
    context,
  )!;
  const ops: Operation[] = [];
  module.walkOf(CountedOp, (op) => {
    ops.push(op);
  });
  expect(verifyChanges(module, context)).toBe(true);
  expect(checked).toEqual({ attributes: 4, operations: 4 });

  ops[0]!.setAttr('marks.other', StringAttr.get('q'));
  expect(verifyChanges(module, context)).toBe(true);
  // Both marks of the first one, and that of the second.
  expect(checked).toEqual({ attributes: 7, operations: 4 });

  ops[1]!.setOperand(0, ops[0]!.getOperand(0));
  expect(verifyChanges(module, context)).toBe(true);
  // It, what defined its operand and what uses its result.
  expect(checked.operations).toBe(7);

  ops[2]!.setAttr('marks.as', StringAttr.get('r'));
  const { result, diagnostics } = context.diagnostics.capture(() => verifyChanges(module, context));
  expect(result).toBe(false);
  expect(diagnostics.map(({ message }) => message)).toEqual([
    "'arith.counted' op has another mark than its operand",
  ]);
});

test('where attributes of arguments changed, what uses the arguments is looked at', () => {
  const seen: string[] = [];
  class FunctionOp extends defineOp('test.function', {
    summary: 'a function with attributes of arguments',
    attrs: { arg_attrs: optionalAttr(anyAttr) },
    regions: { body: anyRegion },
    traits: [isolatedFromAbove, noTerminator],
    effects: 'none',
    speculates: 'always',
  }) {}
  const context = smallContext({
    name: 'marks',
    ops: [FunctionOp],
    dialects: [
      {
        name: 'marks',
        verifyOpAttr(op, name) {
          seen.push(String(op.getAttr(name)));
          return true;
        },
      },
    ],
  });
  const module = parseModule(
    `"test.function"() ({
    ^bb0(%x: i32):
      %a = "arith.addi"(%x, %x) {marks.as = "a"} : (i32, i32) -> i32
      %b = "arith.addi"(%a, %a) {marks.as = "b"} : (i32, i32) -> i32
      %c = "arith.addi"(%b, %b) {marks.as = "c"} : (i32, i32) -> i32
    }) : () -> ()`,
    context,
  )!;
  const func = module.body.firstOp!;
  expect(verifyChanges(module, context)).toBe(true);
  expect(seen.splice(0)).toEqual(['"a"', '"b"', '"c"']);
  func.setAttr('arg_attrs', StringAttr.get('other'));
  expect(verifyChanges(module, context)).toBe(true);
  // What uses the argument, and what ends the region.
  expect(seen.splice(0)).toEqual(['"a"', '"c"']);
  func.setAttr('marks.as', StringAttr.get('f'));
  expect(verifyChanges(module, context)).toBe(true);
  expect(seen).toEqual(['"f"', '"a"', '"b"', '"c"']);
});

test('what was changed is verified with the diagnostics that the whole program has', () => {
  const context = smallContext();
  const messages = (verify: () => boolean): string[] => {
    const { result, diagnostics } = context.diagnostics.capture(verify);
    return [String(result), ...diagnostics.map(({ message }) => message)];
  };
  const seen = { valid: 0, invalid: 0 };
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let module: Operation = parseModule(source, context)!;
      expect(messages(() => verifyChanges(module, context))).toEqual(['true']);
      for (const { action, a, b } of steps) {
        module = change(module, action, a, b);
        // Nothing is known of a copy made with a mapping.
        const whole = messages(() => verifyOp(cloneOp(module, new IrMapping()), context));
        expect(messages(() => verifyChanges(module, context))).toEqual(whole);
        seen[whole.length === 1 ? 'valid' : 'invalid']++;
        // What is wrong is not verified again: pipelines end there.
        if (whole.length > 1) return;
      }
    }),
    { numRuns: 1000 },
  );
  expect(Math.min(seen.valid, seen.invalid)).toBeGreaterThan(50);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { smallContext } from '../../tests/small-dialects.ts';
import { StringAttr } from '../builtin/attrs/basic-attrs.ts';
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

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsed } from '../../tests/parse-text.ts';
import type { Operation } from './operation.ts';
import type { Value } from './value.ts';

const TEXT = `
%0 = "d.a"() : () -> i32
%1 = "d.b"() : () -> i32
%2 = "d.c"() : () -> i32
"d.use"(%0, %1, %0, %2) : (i32, i32, i32, i32) -> ()
"d.use"(%1, %1, %2, %0) : (i32, i32, i32, i32) -> ()
`;

function slots(value: Value): string[] {
  return [...value.uses()].map((use) => `${use.owner.name}${use.index}`);
}

describe('the uses of a value', () => {
  test('are listed newest first', () => {
    const [a, , , first, second] = [...parsed(TEXT).body];
    expect([...a!.getResult().uses()].map((use) => [use.owner === first, use.index])).toEqual([
      [false, 3],
      [true, 2],
      [true, 0],
    ]);
    expect(a!.getResult().users()).toEqual([second, first]);
  });

  test('are what the operands say, whatever is set', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ slot: fc.nat(7), value: fc.nat(2), all: fc.boolean() }), { maxLength: 30 }),
        (steps) => {
          const ops = [...parsed(TEXT).body];
          const values = ops.slice(0, 3).map((op) => op.getResult());
          const users = ops.slice(3);
          const model = users.flatMap((op) => op.operandValues());
          for (const { slot, value, all } of steps) {
            const target = values[value]!;
            if (all) {
              const old = model[slot]!;
              old.replaceAllUsesWith(target);
              model.forEach((held, i) => {
                if (held === old) model[i] = target;
              });
            } else {
              users[slot >> 2]!.setOperand(slot & 3, target);
              model[slot] = target;
            }
            expect(users.flatMap((op) => op.operandValues())).toEqual(model);
            for (const one of values) {
              expect(slots(one).length).toBe(model.filter((held) => held === one).length);
              expect(one.hasUses).toBe(model.includes(one));
            }
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  test('can be replaced one by one', () => {
    const [a, b, , first] = [...parsed(TEXT).body];
    a!.getResult().replaceUsesIf(b!.getResult(), (use) => use.owner === first && use.index === 0);
    expect(first!.operandValues().map((value) => value.definingOp?.name)).toEqual([
      'd.b',
      'd.b',
      'd.a',
      'd.c',
    ]);
  });

  test('keep an operation from being erased', () => {
    const [a, , , first, second] = [...parsed(TEXT).body] as [
      Operation,
      Operation,
      Operation,
      Operation,
      Operation,
    ];
    expect(() => {
      a.erase();
    }).toThrow("result 0 of 'd.a' is still used");
    first.erase();
    second.erase();
    a.erase();
    expect(a.parent).toBeNull();
  });
});

import { describe, expect, test } from 'vitest';
import { ModuleOp } from '../builtin/ops/module-op.ts';
import { defineOp } from '../definition/define-op.ts';
import { UnknownLoc } from './location.ts';
import { byOp, OpTable } from './op-table.ts';

class EmptyOp extends defineOp('test.empty', { summary: 'does nothing' }) {}

const module = ModuleOp.create({}, [], { location: UnknownLoc.instance });
const empty = EmptyOp.create({}, [], { location: UnknownLoc.instance });

describe('OpTable', () => {
  const table = new OpTable([
    byOp(ModuleOp, (op, times: number) => op.regions.length * times),
    byOp(EmptyOp, () => -1),
  ]);

  test('applies the function of the class of the operation', () => {
    expect(table.apply(module, 3)).toBe(3);
    expect(table.apply(empty, 3)).toBe(-1);
  });

  test('has no answer for operations without an entry', () => {
    const other = new OpTable([byOp(EmptyOp, () => 0)]);
    expect(other.apply(module)).toBeUndefined();
    expect([other.has('test.empty'), other.has('builtin.module')]).toEqual([true, false]);
  });

  test('refuses two entries of one class', () => {
    expect(() => new OpTable([byOp(EmptyOp, () => 0), byOp(EmptyOp, () => 1)])).toThrow(
      "'test.empty' has several entries",
    );
  });
});

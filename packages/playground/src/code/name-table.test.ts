import { ChangeSet } from '@codemirror/state';
import { expect, test } from 'vitest';
import { NameTable } from './name-table.ts';

const chip = { dims: [{ axes: ['x'], isOpen: false, priority: null }], unreduced: [], text: '<@m, [{"x"}]>' };

/** `%a = add %b, %b`. */
function table(isCompiled = false): NameTable {
  return new NameTable({
    names: Int32Array.of(0, 2, 0, 1, 9, 11, 1, 0, 13, 15, 1, 0),
    ids: ['4', '7'],
    chips: [chip],
    chipOf: Int32Array.of(0, -1),
    isCompiled,
    inlined: new Map([['9', '4']]),
  });
}

test('a name is found at each of its characters and at its end', () => {
  const names = table();
  expect([0, 1, 2].map((position) => names.at(position)?.id)).toEqual(['4', '4', '4']);
  expect([3, 8, 12, 16].map((position) => names.at(position))).toEqual([null, null, null, null]);
  expect(names.at(10)).toEqual({ from: 9, to: 11, id: '7', isDefinition: false, chip: null });
  expect(names.at(0)?.chip).toBe(chip);
});

test('names in a range, definitions', () => {
  const names = table();
  expect([...names.between(3, 12)].map(({ from }) => from)).toEqual([9]);
  expect([...names.between(0, 20)].map(({ from }) => from)).toEqual([0, 9, 13]);
  expect(names.definitionOf('4')).toBe(0);
  expect(names.definitionOf('7')).toBeNull();
  expect(names.defined()).toEqual(['4']);
});

test('names move with what is typed before them, and those that are typed into are gone', () => {
  const insert = (at: number, text: string): ChangeSet => ChangeSet.of({ from: at, insert: text }, 15);
  const froms = (names: NameTable): number[] => [...names.between(0, 100)].map(({ from }) => from);
  expect(froms(table().map(insert(5, 'xyz')))).toEqual([0, 12, 16]);
  expect(froms(table().map(insert(10, 'q')))).toEqual([0, 14]);
  const two = ChangeSet.of(
    [
      { from: 3, insert: '..' },
      { from: 12, insert: '..' },
    ],
    15,
  );
  expect(froms(table().map(two))).toEqual([0, 11, 17]);
});

test('what was derived from a value implements it in a compiled program only', () => {
  expect([table().isOf('4+all_reduce', '4'), table().isOf('4~1', '4')]).toEqual([false, true]);
  expect([table(true).isOf('4+all_reduce', '4'), table(true).isOf('5+all_reduce', '4')]).toEqual([
    true,
    false,
  ]);
  expect([table().implementationOf('4'), table(true).implementationOf('4')]).toEqual([null, 0]);
});

test('the result of a call that was inlined is the value that the function returns', () => {
  expect([table().definitionOf('9'), table().isOf('4', '9'), table().isOf('7', '9')]).toEqual([
    0,
    true,
    false,
  ]);
});

import { expect, test } from 'vitest';
import { type DimSplits, splitsKey } from '../problem/dim-splits.ts';
import { descendArguments } from './argument-descent.ts';
import type { PlannedProgram } from './simulated-plans.ts';

const WHOLE: DimSplits = [[], []];
const ROWS: DimSplits = [[0], []];
const COLUMNS: DimSplits = [[], [0]];
const EACH = [WHOLE, ROWS, COLUMNS];
const ways = [EACH, EACH];

/** Programs that take as long as a table says of how their arguments are split, and what was tried. */
function table(seconds: Readonly<Record<string, number>>) {
  const tried: string[] = [];
  const simulate = (splits: readonly (DimSplits | null)[]): PlannedProgram | null => {
    const key = splits.map((own) => splitsKey(own!)).join(' ');
    tried.push(key);
    const own = seconds[key];
    return own === undefined ? null : ({ facts: { time: { seconds: own } } } as PlannedProgram);
  };
  return { simulate, tried };
}

test('arguments are improved one after the other while the step becomes shorter', () => {
  const { simulate, tried } = table({ '| |': 9, '0| |': 8, '0| 0|': 5, '0| |0': 7 });
  const found = descendArguments([WHOLE, WHOLE], { ways, simulate, most: 100, allows: () => true });
  expect(found?.facts.time?.seconds).toBe(5);
  expect(tried[0]).toBe('| |');
});

test('so many programs are simulated as are asked for', () => {
  const { simulate, tried } = table({ '| |': 9, '0| |': 8, '0| 0|': 5 });
  const found = descendArguments([WHOLE, WHOLE], { ways, simulate, most: 2, allows: () => true });
  expect(found?.facts.time?.seconds).toBe(8);
  expect(tried).toEqual(['| |', '0| |']);
});

test('what is not allowed is not chosen, even to begin with', () => {
  const { simulate } = table({ '0| |0': 1, '0| |': 6, '| |': 9 });
  const allows = ({ facts }: PlannedProgram): boolean => facts.time!.seconds > 5;
  const found = descendArguments([ROWS, COLUMNS], { ways, simulate, most: 100, allows });
  expect(found?.facts.time?.seconds).toBe(6);
});

import { expect, test } from 'vitest';
import { plainMachine } from '../../tests/plain-machine.ts';
import { smallModel } from '../../tests/small-run.ts';
import { readModel } from '../run/read-run.ts';
import { strategyText } from '../run/strategy-text.ts';
import { searchRuns } from './search-runs.ts';

test('a search simulates pipelines by each schedule, and other strategies once', () => {
  const work = {
    ...{ model: readModel(smallModel), hardware: 'h100-80gb', devices: 2 },
    ...{ slices: 1, batch: 4, precision: 'bf16' as const },
  };
  const machine = plainMachine();
  const textsOf = (search: ReturnType<typeof searchRuns>): readonly string[] =>
    search.outcomes.map(({ run, schedule }) => strategyText(run, schedule)).sort();
  const usual = searchRuns(work, machine);
  expect(textsOf(usual)).toEqual(['data 2 zero1', 'fsdp 2', 'pipeline 2', 'tensor 2 sequence-parallel']);
  const more = searchRuns(work, machine, { schedules: ['1f1b', 'zb-h1'] });
  expect(textsOf(more)).toEqual([...textsOf(usual), 'pipeline 2 zb-h1'].sort());
  expect(more.candidates).toBe(usual.candidates + 1);
});

import { expect, test } from 'vitest';
import { smallRun } from '../../tests/small-run.ts';
import type { RunSchedule } from './run-schedule.ts';
import { strategyText } from './strategy-text.ts';

test.each<[Record<string, unknown>, string]>([
  [{}, 'one device'],
  [{ devices: 2, fsdp: 2, recompute: 'full' }, 'fsdp 2, recompute full'],
  [{ devices: 4, data: 4, zero1: true }, 'data 4 zero1'],
  [{ devices: 4, expert: 4, zero1: true, model: { experts: 4, expertsPerToken: 2 } }, 'expert 4 zero1'],
  [{ devices: 4, tensor: 2, context: 2, sequenceParallel: true }, 'context 2, tensor 2 sequence-parallel'],
  [{ devices: 2, pipeline: 2, interleave: 2, model: { layers: 4 } }, 'pipeline 2 x 2'],
])('%j', (fields, text) => {
  expect(strategyText(smallRun(fields))).toBe(text);
});

test.each<[RunSchedule, string]>([
  ['zb-h1', 'pipeline 2 zb-h1'],
  ['gpipe', 'pipeline 2 gpipe'],
  ['1f1b', 'pipeline 2'],
])('has the schedule %s if it is not the usual one', (schedule, text) => {
  expect(strategyText(smallRun({ devices: 2, pipeline: 2 }), schedule)).toBe(text);
});

import { describe, expect, test } from 'vitest';
import { compareProfiles } from './compare-profiles.ts';
import type { MeasuredSeconds, ProfiledRow, ProfileReport } from './profile-report.ts';

const seconds = (median: number, spread = 0.1): MeasuredSeconds => ({
  ...{ median, low: median - spread / 2, high: median + spread / 2, count: 8 },
});

const row = (name: string, own: MeasuredSeconds, collective: string | null = null): ProfiledRow => ({
  ...{ name, operation: collective ?? 'dot_general', instructions: [], meaning: 'own', seconds: own },
  ...{ totalSeconds: 0, share: 0, predictedSeconds: null, ratio: null },
  bound: collective === null ? null : 'network',
});

const report = (step: MeasuredSeconds, lines: readonly ProfiledRow[], count = 4): ProfileReport => ({
  ...{
    program: 'jit_step',
    hosts: ['vm'],
    devices: 2,
    deviceSeconds: 1,
    joined: { operations: 1, lines: 1 },
  },
  steps: { count, foundBy: 'runs', warmUp: 0, incomplete: 0, seconds: step, deviceSeconds: step },
  ...{ predicted: null, use: null, lines, values: null, operations: [], unjoined: [] },
  ...{
    communication: [],
    collectives: [],
    idle: [],
    stragglers: [],
    memory: [],
    otherPrograms: [],
    problems: [],
  },
});

describe('two profiles', () => {
  test('are compared by line, the largest change first, communication by itself', () => {
    const before = report(seconds(10), [
      row('a.py:1', seconds(4)),
      row('a.py:1', seconds(3), 'all_reduce'),
      row('a.py:2', seconds(1)),
    ]);
    const after = report(seconds(8), [
      row('a.py:1', seconds(4.01)),
      row('a.py:1', seconds(1), 'all_reduce'),
      row('a.py:3', seconds(0.5)),
    ]);
    const { step, lines } = compareProfiles(before, after);
    expect([step.change, step.isSignificant]).toEqual([-2, true]);
    expect(
      lines.map(({ name, collective, change, isSignificant, errors }) => [
        ...[name, collective, Math.round(change * 100) / 100, isSignificant, errors === null],
      ]),
    ).toEqual([
      ['a.py:1', 'all_reduce', -2, true, false],
      ['a.py:2', null, -1, true, true],
      ['a.py:3', null, 0.5, true, true],
      ['a.py:1', null, 0.01, false, false],
    ]);
  });

  test('differ by errors of medians, which steps tell and devices do not', () => {
    const of = (steps: number) =>
      compareProfiles(report(seconds(10, 1), [], steps), report(seconds(11, 1), [], steps)).step;
    // Each median has an error of sqrt(pi / 2) / 1.349 / sqrt(4).
    expect(of(4).errors).toBeCloseTo(1 / (Math.SQRT2 * (Math.sqrt(Math.PI / 2) / 1.349 / 2)), 9);
    expect([of(4).isSignificant, of(16).isSignificant]).toEqual([false, true]);
  });

  test('of one step each have no error', () => {
    const { step } = compareProfiles(report(seconds(10), [], 1), report(seconds(20), [], 1));
    expect(step).toMatchObject({ change: 10, errors: null, isSignificant: false });
  });
});

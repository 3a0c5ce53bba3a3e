import { expect, test } from 'vitest';
import { cpuPlane, cpuStats, gpuPlane } from '../../tests/profiles.ts';
import { type WrittenPlane, writtenSpace } from '../../tests/written-space.ts';
import { bytesSource } from '../byte-source.ts';
import { Collector } from '../events/collector.ts';
import type { Profile } from '../model.ts';
import { readSpace } from '../xplane/read-space.ts';
import { findSteps } from './find-steps.ts';
import { spreadOf } from './spread.ts';
import { stepStatistics } from './step-statistics.ts';

function read(...planes: readonly WrittenPlane[]): Profile {
  const collector = new Collector();
  readSpace(bytesSource('run.xplane.pb', writtenSpace(planes)), 'host', collector);
  return collector.profile();
}

/** A device whose runs take so long. */
function runs(durations: readonly number[]): WrittenPlane {
  let start = 0;
  const events = durations.map((duration, run) => {
    const event = { name: 'dot.1', start, duration, stats: cpuStats('dot.1', run, 0) };
    start += duration + 10;
    return event;
  });
  return { name: '/host:CPU', lines: [{ name: 'thread', events }] };
}

test('medians lie between two numbers of an even count', () => {
  expect(spreadOf([4, 1, 2, 3])).toEqual({ median: 2.5, low: 1.75, high: 3.25, count: 4 });
  expect(spreadOf([])).toEqual({ median: 0, low: 0, high: 0, count: 0 });
});

test('markers are steps where each has as many runs', () => {
  const profile = read(cpuPlane());
  const { foundBy, steps, warmUp, incomplete } = findSteps(profile, profile.programs[0]!);
  expect([foundBy, warmUp, incomplete]).toEqual(['markers', 0, 0]);
  expect(steps.map(({ name, wallPs, executions }) => [name, wallPs, executions.length])).toEqual([
    ['0', 950, 2],
    ['1', 950, 2],
  ]);
});

test('runs are steps where nothing marks them, without long ones at the beginning', () => {
  const profile = read(runs([900, 400, 100, 110, 120, 400, 100]));
  const { foundBy, steps, warmUp } = findSteps(profile, profile.programs[0]!);
  expect([foundBy, warmUp]).toEqual(['runs', 2]);
  expect(steps.map(({ name }) => name)).toEqual(['2', '3', '4', '5', '6']);
});

test('steps of which there is only a part are left out', () => {
  const plane = cpuPlane();
  const [, first, second] = plane.lines;
  const cut = { ...plane, lines: [{ ...first!, events: first!.events.slice(3) }, second!] };
  const more = { ...plane, lines: [first!, second!] };
  expect(findSteps(read(more), read(more).programs[0]!).incomplete).toBe(0);
  const profile = read(cut);
  // Three of six operations are missing in one of two steps.
  expect(findSteps(profile, profile.programs[0]!)).toMatchObject({ incomplete: 1, steps: [{ name: '41' }] });
});

test('times are medians of steps and devices, and collectives wait for the last device', () => {
  const profile = read(cpuPlane());
  const { wallPs, operations, devices, totalPs } = stepStatistics(
    findSteps(profile, profile.programs[0]!),
    profile.devices,
  );
  expect(wallPs.median).toBe(950);
  expect(totalPs).toBe(2 * (810 + 810));
  expect(operations).toEqual([
    {
      ...{ name: 'dot.3', ps: { median: 400, low: 100, high: 700, count: 4 }, totalPs: 1600, events: 4 },
      ...{ exposedPs: 0, hiddenPs: 0, waitingPs: 0, startPs: 5, endPs: 405 },
    },
    {
      ...{
        name: 'all-reduce.2',
        ps: { median: 400, low: 100, high: 700, count: 4 },
        totalPs: 1600,
        events: 4,
      },
      ...{ exposedPs: 1600, hiddenPs: 0, waitingPs: 1200, startPs: 410, endPs: 810 },
    },
    {
      ...{ name: 'while.1', ps: { median: 10, low: 10, high: 10, count: 4 }, totalPs: 40, events: 4 },
      ...{ exposedPs: 0, hiddenPs: 0, waitingPs: 0, startPs: 0, endPs: 410 },
    },
  ]);
  expect(
    devices.map(({ device, computingPs, straggles }) => [device.name, computingPs.median, straggles]),
  ).toEqual([
    ['CPU:0', 710, 710 / 410],
    ['CPU:1', 110, null],
  ]);
});

test('devices wait for each other in the groups that communicate', () => {
  const profile = read(cpuPlane());
  const alone = stepStatistics(findSteps(profile, profile.programs[0]!), profile.devices, {
    groupsOf: () => [[0], [1]],
  });
  expect(alone.operations.map(({ waitingPs }) => waitingPs)).toEqual([0, 0, 0]);
});

test('the time of a device is divided into operations, and before, between and after them', () => {
  const profile = read(gpuPlane());
  const { devices } = stepStatistics(findSteps(profile, profile.programs[0]!), profile.devices);
  expect(devices).toMatchObject([
    {
      ...{ busyPs: { median: 520 }, computingPs: { median: 500 } },
      ...{ beforePs: { median: 0 }, betweenPs: { median: 0 }, afterPs: { median: 0 } },
    },
  ]);
});

test('operations of a row are summed up in each step on each device', () => {
  const profile = read(cpuPlane());
  const { operations } = stepStatistics(findSteps(profile, profile.programs[0]!), profile.devices, {
    rowOf: (name) => (name === 'dot.3' ? name : 'others'),
  });
  expect(operations.map(({ name, ps, totalPs }) => [name, ps.low, ps.high, totalPs])).toEqual([
    ['others', 110, 710, 1640],
    ['dot.3', 100, 700, 1600],
  ]);
});

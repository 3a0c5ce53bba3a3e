import { describe, expect, test } from 'vitest';
import { mlpModel } from '../model/mlp-model.ts';
import { splitWeightGradients } from '../model/split-weights.ts';
import { stageGraphOf } from '../model/stage-graph-of.ts';
import { listSchedule } from './list-schedule.ts';
import { scheduleNamed, scheduleNames } from './named-schedules.ts';
import { type PlanName, pipelinePlan, timePlan } from './pipeline-plan.ts';
import { chainOfStages, checkSchedule, inFlight, type StageGraph, type Timestep } from './stage-graph.ts';

function text(graph: StageGraph, schedule: readonly Timestep[]): string {
  return schedule
    .map((items) =>
      items.map(({ stage, microbatch }) => `${graph.stages[stage]!.name}:${microbatch}`).join(' '),
    )
    .join(' | ');
}

describe('list schedules', () => {
  const two = chainOfStages(2);

  test('first in, first out, of 2 stages and 2 microbatches', () => {
    expect(text(two, listSchedule(two, 2, 'first-in-first-out'))).toBe(
      'f0:0 | f0:1 f1:0 | f1:1 | b1:0 | b0:0 b1:1 | b0:1',
    );
  });

  test('alternating, of 2 stages and 2 microbatches', () => {
    expect(text(two, listSchedule(two, 2, 'alternating'))).toBe(
      'f0:0 | f0:1 f1:0 | b1:0 | b0:0 f1:1 | b1:1 | b0:1',
    );
  });

  test('alternating, of 4 stages and 4 microbatches', () => {
    const four = chainOfStages(4);
    expect(text(four, listSchedule(four, 4, 'alternating'))).toBe(
      'f0:0 | f0:1 f1:0 | f0:2 f1:1 f2:0 | f0:3 f1:2 f2:1 f3:0 | f1:3 f2:2 b3:0 | b2:0 f3:1 | b1:0 f2:3 b3:1 | b0:0 b2:1 f3:2 | b1:1 b3:2 | b0:1 b2:2 f3:3 | b1:2 b3:3 | b0:2 b2:3 | b1:3 | b0:3',
    );
  });

  // Stages, microbatches, microbatches in flight on each device.
  test.each([
    [4, 1, [1, 1, 1, 1]],
    [4, 2, [2, 2, 2, 1]],
    [4, 4, [4, 4, 3, 1]],
    [4, 8, [7, 5, 3, 1]],
    [4, 16, [7, 5, 3, 1]],
    [8, 16, [15, 13, 11, 9, 7, 5, 3, 1]],
  ])('alternating, of %i stages and %i microbatches, has %j in flight', (stages, microbatches, expected) => {
    const graph = chainOfStages(stages);
    const schedule = listSchedule(graph, microbatches, 'alternating');
    expect(schedule).toHaveLength(2 * (microbatches + stages - 1));
    expect(inFlight(graph, schedule)).toEqual(expected);
  });

  test('stages that wait for each other are named', () => {
    const stages = two.stages.slice(0, 2);
    const edges = [
      [0, 1],
      [1, 0],
    ] as const;
    expect(() => listSchedule({ stages, edges }, 1, 'alternating')).toThrow(
      'nothing to schedule: f0, f1 wait for each other',
    );
  });
});

describe.each(scheduleNames)('%s', (name) => {
  test.each([
    [1, 1],
    [2, 1],
    [2, 5],
    [4, 2],
    [4, 8],
    [8, 16],
  ])('of %i stages and %i microbatches is a schedule', (stages, microbatches) => {
    const graph = chainOfStages(stages);
    expect(() => checkSchedule(graph, microbatches, scheduleNamed(name, graph, microbatches)!)).not.toThrow();
  });
});

describe('stages of a model', () => {
  const layers = 16;
  const sizes = { layers, width: 64, batch: 1024, elementBytes: 4 };

  test.each([
    [2, 4, 2],
    [4, 8, 2],
    [4, 8, 4],
  ])('interleaved on %i devices, %i microbatches, %i chunks', (devices, microbatches, chunks) => {
    const graph = stageGraphOf(mlpModel(sizes, devices, chunks));
    const schedule = scheduleNamed('interleaved-1f1b', graph, microbatches)!;
    checkSchedule(graph, microbatches, schedule);
    // In flight are parts of microbatches, as the plan has them.
    const plan = timePlan(pipelinePlan('interleaved-1f1b', { devices, microbatches, chunks }), {
      forward: 1,
      backward: 1,
    });
    expect(inFlight(graph, schedule)).toEqual(plan.inFlight);
    expect(schedule).toHaveLength(plan.makespan * chunks);
  });

  test.each([
    [2, 4, 13],
    [4, 8, 27],
    [8, 16, 55],
  ])(
    'with gradients of weights apart, zb-h1 on %i devices and %i microbatches',
    (devices, microbatches, steps) => {
      const graph = stageGraphOf(splitWeightGradients(mlpModel(sizes, devices)));
      const schedule = scheduleNamed('zb-h1', graph, microbatches)!;
      checkSchedule(graph, microbatches, schedule);
      expect(schedule).toHaveLength(steps);
    },
  );
});

test('1f1b keeps as many microbatches as devices follow, and one', () => {
  const graph = chainOfStages(4);
  expect(inFlight(graph, scheduleNamed('1f1b', graph, 8)!)).toEqual([4, 3, 2, 1]);
  expect(inFlight(graph, scheduleNamed('gpipe', graph, 8)!)).toEqual([8, 8, 8, 8]);
});

describe('a wrong schedule is refused', () => {
  const graph = chainOfStages(1);
  const [f, b] = [
    { stage: 0, microbatch: 0 },
    { stage: 1, microbatch: 0 },
  ];

  test.each([
    [[[f], [f], [b]], 'f0:0 is scheduled twice'],
    [[[f, b]], 'f0:0 and b0:0 are on device 0 at once'],
    [[[f]], 'b0:0 is not scheduled'],
    [[[b], [f]], 'b0:0 is scheduled before f0:0, which it needs'],
  ])('%j', (schedule, problem) => {
    expect(() => checkSchedule(graph, 1, schedule)).toThrow(problem);
  });
});

describe('plans', () => {
  const makespan = (
    name: PlanName,
    [devices, microbatches, chunks]: readonly number[],
    times = { forward: 1, backward: 2 },
  ): number =>
    timePlan(
      pipelinePlan(name, { devices: devices!, microbatches: microbatches!, chunks: chunks ?? 1 }),
      times,
    ).makespan;

  test.each([
    [2, 2, 9],
    [2, 4, 15],
    [4, 4, 21],
    [4, 8, 33],
    [8, 16, 69],
  ])('gpipe and 1f1b of %i devices and %i microbatches take (m + p - 1) (F + B)', (p, m, expected) => {
    for (const name of ['gpipe', '1f1b'] as const) {
      expect(makespan(name, [p, m])).toBe(expected);
      const plan = timePlan(pipelinePlan(name, { devices: p, microbatches: m }), { forward: 1, backward: 2 });
      expect(plan.bubbleRatio).toBeCloseTo((p - 1) / (m + p - 1), 12);
      const kept = Array.from({ length: p }, (_, s) => (name === 'gpipe' ? m : Math.min(p - s, m)));
      expect(plan.inFlight).toEqual(kept);
    }
  });

  test.each([
    [2, 4, 13],
    [4, 4, 15],
    [4, 8, 27],
    [8, 16, 55],
  ])(
    'zb-h1 of %i devices and %i microbatches takes m (F + B + W) + (p - 1) (F + B - W)',
    (p, m, expected) => {
      const plan = timePlan(pipelinePlan('zb-h1', { devices: p, microbatches: m }), {
        forward: 1,
        backward: 1,
        weights: 1,
      });
      expect(plan.makespan).toBe(expected);
      expect(Math.max(...plan.inFlight)).toBe(Math.min(p, m));
    },
  );

  test.each([
    [4, 8, 2, 28.5],
    [4, 8, 4, 26.25],
    [2, 4, 2, 13.5],
    [8, 16, 2, 58.5],
  ])('interleaved-1f1b of %i devices, %i microbatches, %i chunks', (p, m, v, expected) => {
    const plan = timePlan(pipelinePlan('interleaved-1f1b', { devices: p, microbatches: m, chunks: v }), {
      forward: 1,
      backward: 2,
    });
    expect(plan.makespan).toBeCloseTo(expected, 12);
    expect(plan.inFlight).toEqual(Array.from({ length: p }, (_, s) => 2 * (p - s - 1) + (v - 1) * p + 1));
  });

  test.each([
    ['gpipe', [33, 36, 39]],
    ['1f1b', [33, 41, 49]],
  ] as const)('%s with transfers of 0, 0.5 and 1', (name, expected) => {
    const times = [0, 0.5, 1].map((transfer) =>
      makespan(name, [4, 8], { forward: 1, backward: 2, transfer } as never),
    );
    expect(times).toEqual(expected);
  });

  test('zb-h1 puts gradients of weights where devices would wait', () => {
    const order = pipelinePlan('zb-h1', { devices: 4, microbatches: 5 }).map((tasks) =>
      tasks.map(({ kind, microbatch }) => `${kind}${microbatch}`).join(' '),
    );
    expect(order[0]).toBe('F0 F1 F2 F3 B0 W0 F4 B1 W1 B2 W2 B3 W3 B4 W4');
    expect(order[3]).toBe('F0 B0 F1 B1 F2 B2 F3 B3 W0 F4 B4 W1 W2 W3 W4');
  });

  test('interleaving needs groups of as many microbatches as devices', () => {
    expect(() => pipelinePlan('interleaved-1f1b', { devices: 4, microbatches: 6, chunks: 2 })).toThrow(
      'interleaving needs a multiple of 4 microbatches, got 6',
    );
  });
});

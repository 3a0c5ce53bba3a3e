import { uniformMachine } from '@shardform/cost-model';
import { distirCostModel, opHistogram, simulateClocks, simulateEvents } from '@shardform/runtime-dist';
import { describe, expect, test } from 'vitest';
import {
  publishedGpt2,
  publishedMachine,
  type PublishedRow,
  publishedSample,
} from '../../tests/published-rows.ts';
import { type RecordedMlp, recordedMlps } from '../../tests/recorded-mlps.ts';
import { workshopRows } from '../../tests/workshop-rows.ts';
import { gpt2Model, gpt2Sizes } from '../model/gpt2-model.ts';
import { mlpModel, mlpSizes } from '../model/mlp-model.ts';
import { evaluate } from '../search/candidate.ts';
import { listSchedule } from '../schedule/list-schedule.ts';
import { stageGraphOf } from '../model/stage-graph-of.ts';
import { flatStrategy } from './flat-strategy.ts';

function programOf(
  model: string,
  batch: number,
  elementBytes: number,
  [data, horizontal, pipeline, microbatches]: readonly [number, number, number, number],
) {
  const whole = mlpModel({ ...mlpSizes[model]!, batch, elementBytes }, pipeline);
  const schedule = listSchedule(stageGraphOf(whole), microbatches, 'alternating');
  const degrees = { data, horizontal, pipeline, microbatches };
  return flatStrategy(whole, degrees, schedule, { skipAllGathers: true, update: true });
}

function machineFor([data, horizontal, pipeline]: readonly number[]) {
  return uniformMachine(data! * horizontal! * pipeline!);
}

describe("DistIR's MLP of 8 layers, with its cost model and simulator", () => {
  const title = ({ degrees, elementBytes }: RecordedMlp): string =>
    `${degrees.join('/')} of ${elementBytes} bytes`;

  test.each(recordedMlps.map((row) => [title(row), row] as const))('%s', (_, row) => {
    const program = programOf('mlp-xs', row.batch, row.elementBytes, row.degrees);
    const { latency, devices } = simulateClocks(program, distirCostModel(machineFor(row.degrees)));
    expect(latency).toBe(row.latency);
    expect(devices.map(({ clock }) => clock)).toEqual(row.clocks);
    expect(devices.map(({ peakBytes }) => peakBytes)).toEqual(row.peaks);
    expect(opHistogram(program)).toEqual(row.ops);
  });

  test('is the same with one stream per device and wires of any capacity', () => {
    for (const row of recordedMlps) {
      const program = programOf('mlp-xs', row.batch, row.elementBytes, row.degrees);
      const machine = machineFor(row.degrees);
      const model = distirCostModel(machine);
      const clocks = simulateClocks(program, model);
      const events = simulateEvents(program, model, machine, { overlap: false, contention: false });
      expect(events.devices).toEqual(clocks.devices);
    }
  });
});

describe("DistIR's published results", () => {
  const title = ([model, batch, degrees]: PublishedRow): string =>
    `${model} of batch ${batch} as ${degrees.join('/')}`;
  const machine = publishedMachine();

  test.each(publishedSample.map((row) => [title(row), row] as const))('%s', (_, row) => {
    const [model, batch, degrees, throughput, peakBytes] = row;
    const outcome = simulateClocks(programOf(model, batch, 2, degrees), distirCostModel(machine));
    expect(outcome.peakBytes).toBe(peakBytes);
    expect(Math.abs(batch / outcome.latency / throughput - 1)).toBeLessThan(2e-5);
  });
});

describe("DistIR's published results of GPT models", () => {
  const machine = publishedMachine();

  test.each(publishedGpt2.map((row) => [row[0], row[1], row[2].join('/'), row] as const))(
    '%s of batch %i as %s: memory to the byte, throughput within 3e-6',
    (_, __, ___, [name, batch, [data, horizontal, pipeline, microbatches], throughput, peakBytes]) => {
      const model = gpt2Model({ ...gpt2Sizes[name]!, batch, elementBytes: 2 }, pipeline);
      const schedule = listSchedule(stageGraphOf(model), microbatches, 'alternating');
      const degrees = { data, horizontal, pipeline, microbatches };
      const program = flatStrategy(model, degrees, schedule, { skipAllGathers: true });
      const outcome = simulateClocks(program, distirCostModel(machine));
      expect(outcome.peakBytes).toBe(peakBytes);
      expect(Math.abs(batch / outcome.latency / throughput - 1)).toBeLessThan(3e-6);
    },
  );
});

test("DistIR's results of March 2021, all of them, with the model of that time", () => {
  const machine = uniformMachine(16, { flops: 1e14, dram: 1.2e12, gbps: 200 });
  for (const [data, horizontal, pipeline, microbatches, throughput] of workshopRows) {
    const { latency } = evaluate(
      {
        model: (devices) => mlpModel({ layers: 64, width: 8192, batch: 8192, elementBytes: 4 }, devices),
        batch: 8192,
        machine,
        costModel: 'distir-2021',
      },
      { degrees: { data, horizontal, pipeline, microbatches }, schedule: 'pipedream', recompute: false },
    );
    expect(Math.abs(8192 / latency / throughput - 1)).toBeLessThan(1e-12);
  }
});

test.each([
  [4, 2, 1, 1, 8],
  [1, 4, 2, 16, 8],
  [2, 2, 4, 8, 16],
])(
  '%i/%i/%i/%i of %i layers has the operations of the closed form',
  (data, horizontal, pipeline, k, layers) => {
    const model = mlpModel({ layers, width: 64, batch: 1024, elementBytes: 4 }, pipeline);
    const schedule = listSchedule(stageGraphOf(model), k, 'alternating');
    const degrees = { data, horizontal, pipeline, microbatches: k };
    const ops = opHistogram(flatStrategy(model, degrees, schedule, { skipAllGathers: true, update: true }));
    const shards = data * horizontal;
    expect(ops.MatMul).toBe(shards * k * layers);
    expect(ops.MatMulGrad).toBe(shards * k * layers);
    expect(ops.Loss).toBe(shards * k);
    expect(ops.SGDOptimizer).toBe(shards * pipeline);
    expect(ops.Send ?? 0).toBe(2 * shards * (pipeline - 1) * k);
    expect(ops.MPIAllreduce).toBe(
      (horizontal > 1 ? data * layers * k : 0) + (data > 1 ? layers * horizontal : 0),
    );
  },
);

test('sizes that do not divide are refused before anything is generated', () => {
  const model = mlpModel({ layers: 8, width: 64, batch: 10, elementBytes: 4 });
  const degrees = { data: 4, horizontal: 1, pipeline: 1, microbatches: 1 };
  expect(() => flatStrategy(model, degrees, [])).toThrow(
    "can't divide dimension 0 of 'x', of size 10, into 4 equal parts",
  );
  expect(() => mlpModel({ layers: 8, width: 64, batch: 10, elementBytes: 4 }, 3)).toThrow(
    "can't deal 8 layers to 3 pipeline stages equally",
  );
});

import { uniformMachine } from '@shardform/cost-model';
import {
  distirCostModel,
  type FlatProgram,
  kindNumber,
  rooflineCostModel,
  simulateClocks,
  simulateEvents,
} from '@shardform/runtime-dist';
import { expect, test } from 'vitest';
import { mlpModel } from '../model/mlp-model.ts';
import { stageGraphOf } from '../model/stage-graph-of.ts';
import { scheduleNamed } from '../schedule/named-schedules.ts';
import { pipelinePlan, timePlan } from '../schedule/pipeline-plan.ts';
import { flatStrategy } from './flat-strategy.ts';

const [LAYERS, WIDTH, BATCH] = [8, 512, 256] as const;

function program(
  [data, horizontal, pipeline, microbatches]: readonly [number, number, number, number],
  elementBytes: number,
  schedule = 'pipedream',
  batch: number = BATCH,
): FlatProgram {
  const model = mlpModel({ layers: LAYERS, width: WIDTH, batch, elementBytes }, pipeline);
  const steps = scheduleNamed(schedule, stageGraphOf(model), microbatches)!;
  return flatStrategy(model, { data, horizontal, pipeline, microbatches }, steps, {
    skipAllGathers: true,
    update: true,
  });
}

/** The time of a step without a pipeline, as a sum of DistIR's costs. */
function closedForm(data: number, horizontal: number, e: number): number {
  const [F, B, k, gbps] = [1.4e13, 9e11, 1e-5, 25];
  const b = BATCH / data;
  const d = WIDTH;
  const mm = (m: number, c: number, n: number): number => k + (e * (m * c + c * n)) / B + (2 * m * c * n) / F;
  const unary = (n: number): number => k + (e * n) / B + n / F;
  const binary = (n: number): number => k + (2 * e * n) / B + n / F;
  const allReduce = (bytes: number, n: number): number => (2 * bytes * (n - 1)) / n / 1.25e8 / gbps;
  let time =
    2 * unary(b * d) + LAYERS * allReduce((d * d * e) / horizontal, data) + binary((d * d) / horizontal);
  for (let layer = 0; layer < LAYERS; layer += 1) {
    const [from, to] = layer % 2 === 0 ? [d, d / horizontal] : [d / horizontal, d];
    time += mm(b, from, to) + unary(b * to) + binary(b * to) + mm(b, to, from) + mm(from, b, to);
    time += allReduce(b * d * e, horizontal);
  }
  return time;
}

test.each([1, 2, 4].flatMap((data) => [1, 2, 4].flatMap((h) => (data * h > 8 ? [] : [[data, h] as const]))))(
  '%i replicas of %i shards take what the sum of all costs says',
  (data, horizontal) => {
    for (const elementBytes of [2, 4]) {
      const { latency } = simulateClocks(
        program([data, horizontal, 1, 1], elementBytes),
        distirCostModel(uniformMachine(data * horizontal)),
      );
      expect(Math.abs(latency / closedForm(data, horizontal, elementBytes) - 1)).toBeLessThan(1e-14);
    }
  },
);

test.each([
  [1, 2, 4, 8],
  [2, 2, 2, 4],
  [4, 1, 2, 2],
  [1, 4, 1, 1],
] as const)('%i/%i/%i/%i moves the bytes that its sizes say', (data, horizontal, pipeline, microbatches) => {
  const e = 4;
  const flat = program([data, horizontal, pipeline, microbatches], e);
  const rows = BATCH / (data * microbatches);
  const [send, reduce] = [kindNumber('Send'), kindNumber('MPIAllreduce')];
  const sent = new Map<number, number>();
  const reduced = new Map<number, number>();
  for (let op = 0; op < flat.opCount; op += 1) {
    const operands = flat.operands.subarray(flat.operandStart[op], flat.operandStart[op + 1]);
    const { bytes } = flat.types.get(flat.valueType[operands[0]!]!);
    if (flat.opKind[op] === send) {
      for (const device of [flat.valueDevice[operands[0]!]!, flat.valueDevice[flat.resultStart[op]!]!])
        sent.set(device, (sent.get(device) ?? 0) + bytes);
    }
    if (flat.opKind[op] !== reduce) continue;
    const count = operands.length;
    for (const value of operands) {
      const device = flat.valueDevice[value]!;
      reduced.set(device, (reduced.get(device) ?? 0) + (2 * bytes * (count - 1)) / count);
    }
  }
  const layers = LAYERS / pipeline;
  const shards = ((2 * (horizontal - 1)) / horizontal) * layers * microbatches * rows * WIDTH * e;
  const replicas = ((2 * (data - 1)) / data) * layers * ((WIDTH * WIDTH * e) / horizontal);
  for (let device = 1; device <= data * horizontal * pipeline; device += 1) {
    expect(reduced.get(device) ?? 0).toBeCloseTo(shards + replicas, 6);
    const stage = (device - 1) % pipeline;
    const neighbours = (stage > 0 ? 1 : 0) + (stage < pipeline - 1 ? 1 : 0);
    expect(sent.get(device) ?? 0).toBe(2 * neighbours * rows * WIDTH * e * microbatches);
  }
});

test.each([
  ['gpipe', [2, 4]],
  ['1f1b', [4, 8]],
  ['zb-h1', [4, 8]],
] as const)(
  '%s takes at least the slowest stage for each microbatch, and the others once',
  (name, [p, m]) => {
    const times = { forward: 1, backward: 1, weights: name === 'zb-h1' ? 1 : 0 };
    const { makespan } = timePlan(pipelinePlan(name, { devices: p, microbatches: m }), times);
    const each = times.forward + times.backward + times.weights;
    expect(makespan).toBeGreaterThanOrEqual(m * each);
    expect(makespan).toBeLessThanOrEqual(m * each + (p - 1) * each);
  },
);

test('a higher cost or a slower link never makes a program faster', () => {
  const flat = program([2, 2, 2, 4], 4);
  const latencies = [100, 50, 25, 5].flatMap((gbps) => {
    const machine = uniformMachine(8, { gbps });
    const roofline = simulateEvents(flat, rooflineCostModel(machine), machine);
    return [[simulateClocks(flat, distirCostModel(machine)).latency, roofline.latency]];
  });
  for (const model of [0, 1]) {
    const own = latencies.map((pair) => pair[model]!);
    expect([...own].sort((a, b) => a - b)).toEqual(own);
  }
});

import { memoryRulesOf } from '@shardform/runtime-dist';
import { expect, test } from 'vitest';
import { plainMachine } from '../../tests/plain-machine.ts';
import { smallRun } from '../../tests/small-run.ts';
import type { ModelPart } from '../program/model-part.ts';
import { inputGradientProgram, weightGradientProgram } from '../program/split-backward.ts';
import { backwardProgram, forwardProgram } from '../program/task-programs.ts';
import { TransformerShape } from '../program/transformer-shape.ts';
import { stageDevicesOf } from '../run/training-run.ts';
import { taskOfLayers } from './task.ts';
import { DividedTask } from './task-simulator.ts';
import { partNames } from './time-parts.ts';

const machine = plainMachine();
const layers = 6;

test.each<[string, Record<string, unknown>]>([
  ['on one device', {}],
  ['with FSDP', { devices: 4, fsdp: 4 }],
  ['with tensor parallelism', { devices: 4, tensor: 4, sequenceParallel: true }],
  ['with replicas', { devices: 2, data: 2, zero1: true }],
])('layers that repeat cost what all of them do, %s', (_, fields) => {
  const run = smallRun({
    ...{ model: { layers, hidden: 64, ffn: 256, sequence: 64 }, batch: 16, precision: 'bf16' },
    ...fields,
  });
  const shape = new TransformerShape(run);
  const whole: ModelPart = { layers, hasEmbedding: true, hasHead: true };
  for (const program of [
    (part: ModelPart) => forwardProgram(shape, part, false),
    (part: ModelPart) => backwardProgram(shape, part, { accumulates: true, synchronizes: true }),
    (part: ModelPart) => inputGradientProgram(shape, part),
    (part: ModelPart) => weightGradientProgram(shape, part, { accumulates: true, synchronizes: true }),
  ]) {
    const make = (few: number): DividedTask =>
      new DividedTask(program({ ...whole, layers: few }), stageDevicesOf(run), memoryRulesOf(machine));
    const made: number[] = [];
    const repeated = taskOfLayers(layers, (few) => {
      made.push(few);
      return make(few);
    });
    const [all, few] = [make(layers), repeated.costs(machine)];
    const costs = all.costs(machine);
    expect(few.seconds / costs.seconds).toBeCloseTo(1, 6);
    // A table that is used more than eight times is a kernel of its own, beside communication.
    for (const name of partNames)
      expect(Math.abs(few.parts[name] - costs.parts[name]) / costs.seconds).toBeLessThan(6e-3);
    expect(made).toEqual([2, 3, 4]);
    const { temporaries, ...others } = repeated.memory;
    expect({ ...others, temporaries: all.memory.temporaries }).toEqual(all.memory);
    // Where buffers are placed differs a little by their number.
    expect(Math.abs(temporaries / all.memory.temporaries - 1)).toBeLessThan(0.05);
  }
});

import { describe, expect, test } from 'vitest';
import { smallRun } from '../../tests/small-run.ts';
import { partsOfModel } from '../simulate/stages.ts';
import { partsInStyle, type ProcessMemory, processMemory } from './process-memory.ts';

const [layers, hidden, ffn, vocab, tokens] = [4, 32, 64, 96, 3 * 16];
const ofLayer = 4 * hidden * hidden + 3 * hidden * ffn + 2 * hidden;
const ofHead = hidden * vocab + hidden;
const weights = layers * ofLayer + hidden * vocab + ofHead;

/** Of the first of a pipeline's stages, or of the one that a run has. */
function memoryOf(fields: Readonly<Record<string, unknown>>, inFlight = 1, stage = 0): ProcessMemory {
  const run = smallRun({
    model: { layers, hidden, heads: 8, kvHeads: 8, ffn, vocab, sequence: 16 },
    ...{ batch: 48, microbatch: 3, precision: 'bf16' },
    ...fields,
  });
  const parts = partsInStyle(run, partsOfModel(run)).filter((_, part) => part % run.pipeline === stage);
  return processMemory(run, { parts, inFlight });
}

describe('states', () => {
  test('have weights in the type of the passes, gradients in f32, and weights and moments of the optimizer', () => {
    expect(memoryOf({})).toMatchObject({
      weights: 2 * weights,
      gradients: 4 * weights,
      optimizer: 12 * weights,
    });
  });

  test('of f32 have weights once', () => {
    expect(memoryOf({ precision: 'fp32' })).toMatchObject({ weights: 4 * weights, optimizer: 8 * weights });
  });

  test('of the optimizer are divided by ZeRO-1', () => {
    const whole = memoryOf({ zero1: true });
    const divided = memoryOf({ zero1: true, devices: 4, data: 4 });
    expect(divided).toMatchObject({ weights: whole.weights, gradients: whole.gradients });
    // Vectors of norms are divided as well.
    expect(divided.optimizer).toBe(whole.optimizer / 4);
  });

  test('are divided by FSDP but for the weights of two layers, the embedding and the head', () => {
    const norms = 2 * layers * hidden + hidden;
    expect(memoryOf({ devices: 4, fsdp: 4 })).toMatchObject({
      weights: 2 * (2 * ofLayer + hidden * vocab + ofHead),
      gradients: 4 * ((weights - norms) / 4 + norms),
      optimizer: 12 * ((weights - norms) / 4 + norms),
    });
  });

  test('are divided among parts of sequences by FSDP, alone as well', () => {
    const { weights: gathered, ...whole } = memoryOf({ devices: 2, fsdp: 2 });
    for (const fields of [
      { devices: 4, fsdp: 2, context: 2 },
      { devices: 2, context: 2 },
    ]) {
      const divided = memoryOf(fields);
      expect(divided.weights).toBe(gathered);
      expect(divided.optimizer / whole.optimizer).toBeCloseTo(fields.devices === 4 ? 1 / 2 : 1, 1);
    }
  });

  test('stay gathered in a pipeline with FSDP, with sums of whole gradients', () => {
    const fields = { devices: 8, fsdp: 4, pipeline: 2 };
    const ofStage = 2 * ofLayer + hidden * vocab;
    const { weights: gathered, gradients, optimizer } = memoryOf(fields);
    expect(gathered).toBe(2 * ofStage);
    expect(gradients).toBe(4 * ofStage + optimizer / 3);
    // One microbatch has no sums.
    expect(memoryOf({ ...fields, batch: 12 }).gradients).toBe(optimizer / 3);
  });
});

describe('a pipeline', () => {
  const kept = (fields: Readonly<Record<string, unknown>>, inFlight: number): number =>
    memoryOf({ devices: 2, pipeline: 2, ...fields }, inFlight).activations;

  test('keeps activations of the microbatches in flight', () => {
    expect(kept({}, 2)).toBe(2 * kept({}, 1));
  });

  test('with ZeRO-1 has stages whose products are even', () => {
    // The first has three of four layers, since the head is a part of the last.
    expect(kept({ zero1: true, recompute: 'full' }, 1)).toBe((3 / 2) * kept({ recompute: 'full' }, 1));
  });

  test('with FSDP has buffers for all microbatches of a step', () => {
    const fields = { devices: 4, fsdp: 2, pipeline: 2 };
    const activation = 2 * tokens * hidden;
    expect(memoryOf(fields).sent).toBe(2 * 8 * activation);
    expect(memoryOf({ ...fields, interleave: 2 }).sent).toBe(2 * 2 * 8 * activation);
    expect(memoryOf({ devices: 2, pipeline: 2 }).sent).toBe(0);
  });
});

describe('the loss', () => {
  test.each([
    ['of PyTorch has three tensors in f32', { devices: 2, fsdp: 2 }, 12],
    ['of divided logits has them in bf16, and two tensors in f32', { devices: 2, tensor: 2 }, 10 / 2],
  ])('%s', (_, fields, bytes) => {
    expect(memoryOf(fields).loss).toBe(bytes * tokens * vocab);
  });

  test('is on the last stage', () => {
    const fields = { devices: 2, pipeline: 2 };
    expect(memoryOf(fields, 1, 0).loss).toBe(0);
    expect(memoryOf(fields, 1, 1).loss).toBe(10 * tokens * vocab);
  });
});

test('the peak has all parts at once', () => {
  const { peak, ...parts } = memoryOf({ devices: 2, fsdp: 2 });
  expect(peak).toBe(Object.values(parts).reduce((all, part) => all + part, 0));
});

test('gradients in the type of the passes may need more than activations', () => {
  const model = { layers, hidden, heads: 8, kvHeads: 8, ffn, vocab, sequence: 2 };
  const short = { zero1: true, microbatch: 1, model };
  const { peak, weights: own, gradients, optimizer } = memoryOf(short);
  expect(peak - own - gradients - optimizer).toBe(2 * weights + 2 * 2 * 2 * hidden);
});

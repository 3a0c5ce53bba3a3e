import { describe, expect, test } from 'vitest';
import { ExecutedProgram } from '../../tests/executed-program.ts';
import { smallRun } from '../../tests/small-run.ts';
import { backwardProgram, forwardProgram, updateProgram } from './task-programs.ts';
import { TransformerShape } from './transformer-shape.ts';

const part = { layers: 2, hasEmbedding: true, hasHead: true };

// Elements of the small model: norms of 8, and matrices of 128, 64, 256 and 128 in a layer; 192 in embedding and head.
const MATRICES = 128 + 64 + 256 + 128;
const NORMS = 2 * 8;
const ENDS = 192 + 8 + 192;

/** The activations of a sequence: 8 tokens of width 8. */
const ACTIVATION = 8 * 8;

type Collectives = Readonly<Record<string, number>>;

interface Sent {
  readonly forward: Collectives;
  readonly backward: Collectives;
  readonly lastBackward: Collectives;
}

/** Elements that collectives of a layer have, by kind: see {@link ExecutedProgram.collectives}. */
function sentByLayer(fields: Readonly<Record<string, unknown>>): Sent {
  const run = smallRun(fields);
  const shape = new TransformerShape(run);
  const of = (program: { readonly text: string }, name: string): Collectives =>
    new ExecutedProgram(program, run.devices).collectives[name];
  const backward = (synchronizes: boolean): Collectives =>
    of(backwardProgram(shape, part, { accumulates: true, synchronizes }), 'layer_backward');
  return {
    forward: of(forwardProgram(shape, part, run.zero1), 'layer_forward'),
    ...{ backward: backward(false), lastBackward: backward(true) },
  };
}

describe('a layer sends', () => {
  test('with FSDP each weight before both passes, and the sums of its gradient', () => {
    const backward = { 'all_gather 2': MATRICES, 'reduce_scatter 2': MATRICES, 'all_reduce 2': NORMS };
    expect(sentByLayer({ devices: 2, fsdp: 2 })).toEqual({
      forward: { 'all_gather 2': MATRICES },
      ...{ backward, lastBackward: backward },
    });
  });

  test.each([2, 4])('with tensor parallelism of %i two sums of activations in each pass', (tensor) => {
    const sums = { [`all_reduce ${tensor}`]: 2 * ACTIVATION };
    expect(sentByLayer({ devices: tensor, tensor })).toEqual({
      ...{ forward: sums, backward: sums, lastBackward: sums },
    });
  });

  test('with sequence parallelism gathers and parts of sums instead, and gathers operands again for gradients', () => {
    const backward = {
      'all_gather 2': 4 * ACTIVATION,
      'reduce_scatter 2': 2 * ACTIVATION,
      'all_reduce 2': NORMS,
    };
    expect(sentByLayer({ devices: 2, tensor: 2, sequenceParallel: true })).toEqual({
      forward: { 'all_gather 2': 2 * ACTIVATION, 'reduce_scatter 2': 2 * ACTIVATION },
      ...{ backward, lastBackward: backward },
    });
  });

  test('with replicas the sums of gradients after the last microbatch', () => {
    expect(sentByLayer({ devices: 2, data: 2 })).toEqual({
      ...{ forward: {}, backward: {} },
      lastBackward: { 'all_reduce 2': MATRICES + NORMS },
    });
  });

  test('with parts of the optimizer those of sums, and gathers what is updated with the first microbatch', () => {
    expect(sentByLayer({ devices: 2, data: 2, zero1: true })).toEqual({
      forward: { 'all_gather 2': MATRICES + NORMS },
      backward: {},
      lastBackward: { 'reduce_scatter 2': MATRICES + NORMS },
    });
  });

  test('with parts of sequences keys and values, and the parts of their gradients', () => {
    // Of two heads of width 2 each.
    const keysAndValues = 2 * 8 * 2 * 2;
    expect(sentByLayer({ devices: 2, context: 2 })).toEqual({
      forward: { 'all_gather 2': keysAndValues },
      backward: { 'all_gather 2': keysAndValues, 'reduce_scatter 2': keysAndValues },
      lastBackward: {
        ...{ 'all_gather 2': keysAndValues, 'reduce_scatter 2': keysAndValues },
        'all_reduce 2': MATRICES + NORMS,
      },
    });
  });

  test('with groups of experts tokens there and back, forward and backward, and nothing for their gradients', () => {
    const fields = { model: { experts: 4, expertsPerToken: 2 }, devices: 2, expert: 2 };
    // Two copies of each token, and their probabilities; backward also what gradients need.
    const tokens = 2 * ACTIVATION;
    const probabilities = 2 * 8;
    const { forward, backward, lastBackward } = sentByLayer(fields);
    expect(forward).toEqual({ 'all_to_all 2': 2 * tokens + probabilities });
    expect(backward).toEqual({ 'all_to_all 2': 2 * tokens + probabilities });
    const others = 128 + 64 + 2 * 8 + 4 * 8;
    expect(lastBackward).toEqual({ ...backward, 'all_reduce 2': others });
  });

  test('with all of them its share of each', () => {
    const { forward, backward } = sentByLayer({ devices: 8, data: 2, fsdp: 2, tensor: 2 });
    expect(forward).toEqual({ 'all_gather 2': MATRICES / 2, 'all_reduce 2': 2 * ACTIVATION });
    expect(backward).toEqual({
      ...{ 'all_gather 2': MATRICES / 2, 'reduce_scatter 2': MATRICES / 2 },
      'all_reduce 2': 2 * ACTIVATION + NORMS,
    });
  });
});

test('recomputation sends again what the forward pass does', () => {
  const fields = { devices: 2, tensor: 2 };
  expect(sentByLayer({ ...fields, recompute: 'full' }).backward).toEqual({ 'all_reduce 2': 4 * ACTIVATION });
  expect(sentByLayer({ ...fields, recompute: 'selective' }).backward).toEqual({
    'all_reduce 2': 2 * ACTIVATION,
  });
  // XLA leaves out the last product, which no gradient uses.
  const onTpus = sentByLayer({ ...fields, recompute: 'full', hardware: 'tpu-v5p' });
  expect(onTpus.backward).toEqual({ 'all_reduce 2': 3 * ACTIVATION });
});

test('divided embeddings are gathered without moving parts between devices', () => {
  const shape = new TransformerShape(smallRun({ devices: 4, fsdp: 2, tensor: 2 }));
  const { main } = new ExecutedProgram(forwardProgram(shape, part, false), 4).collectives;
  expect(Object.keys(main)).toEqual(['all_gather 2', 'all_reduce 2']);
});

test('the whole model synchronizes embedding and head once', () => {
  const shape = new TransformerShape(smallRun({ devices: 2, data: 2 }));
  const { main } = new ExecutedProgram(
    backwardProgram(shape, part, { accumulates: true, synchronizes: true }),
    2,
  ).collectives;
  expect(main).toEqual({ 'all_reduce 2': ENDS });
});

test.each<Record<string, unknown>>([
  { devices: 2, data: 2, zero1: true },
  { devices: 4, fsdp: 2, tensor: 2 },
])('the update sends nothing with %j', (fields) => {
  const run = smallRun(fields);
  const program = updateProgram(new TransformerShape(run), part);
  expect(new ExecutedProgram(program, run.devices).collectives).toEqual({ main: {} });
});

test.each(['bf16', 'fp16', 'fp8', 'fp32'])('programs in %s are valid', (precision) => {
  for (const recompute of ['none', 'selective', 'full']) {
    const shape = new TransformerShape(smallRun({ precision, recompute }));
    for (const program of [
      forwardProgram(shape, part, false),
      backwardProgram(shape, part, { accumulates: true, synchronizes: false }),
      updateProgram(shape, part),
    ])
      expect(new ExecutedProgram(program, 1).inputs.length).toBeGreaterThan(0);
  }
});

test('a part between others takes and returns activations', () => {
  const shape = new TransformerShape(smallRun());
  const middle = { layers: 1, hasEmbedding: false, hasHead: false };
  const forward = new ExecutedProgram(forwardProgram(shape, middle, false), 1);
  expect(forward.inputs.at(-1)).toEqual({ kind: 'f32', shape: [1, 8, 8] });
  const backward = new ExecutedProgram(
    backwardProgram(shape, middle, { accumulates: false, synchronizes: false }),
    1,
  );
  expect(backward.inputs.at(-1)).toEqual({ kind: 'f32', shape: [1, 8, 8] });
});

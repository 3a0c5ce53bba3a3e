import { describe, expect, test } from 'vitest';
import { modelPresets } from './model-presets.ts';
import { readRun } from './read-run.ts';

const model = {
  ...{ layers: 4, hidden: 64, heads: 8, kvHeads: 2, ffn: 256, gated: true, vocab: 1000, sequence: 128 },
};

const given = { model, hardware: 'h100-80gb', devices: 8, batch: 16, microbatch: 2, fsdp: 8 };

describe('a run', () => {
  test('has degrees of 1, one slice and no recomputation unless it says otherwise', () => {
    expect(readRun(given)).toEqual({
      ...{
        model: { ...model, experts: 1, expertsPerToken: 1 },
        hardware: 'h100-80gb',
        devices: 8,
        slices: 1,
      },
      ...{
        batch: 16,
        microbatch: 2,
        precision: 'bf16',
        data: 1,
        fsdp: 8,
        tensor: 1,
        pipeline: 1,
        context: 1,
      },
      ...{ expert: 1, sequenceParallel: false, interleave: 1, zero1: false, recompute: 'none' },
    });
  });

  test('may leave its microbatch open', () => {
    expect(readRun({ ...given, microbatch: null }).microbatch).toBeNull();
    expect(readRun({ ...given, microbatch: undefined }).microbatch).toBeNull();
  });

  test('may have a measurement and notes, which change nothing', () => {
    const remarks = {
      ...{ secondsMeasured: 5.3, memoryGiBMeasured: null, source: 'a paper', note: 'by hand' },
      ...{ hardwareNote: '8/node', parallelismAsPublished: 'FSDP 8' },
    };
    expect(readRun({ ...given, ...remarks })).toEqual(readRun(given));
  });

  test('may name its model', () => {
    expect(readRun({ ...given, model: 'llama3-8b' }).model).toEqual(modelPresets['llama3-8b']);
  });

  test('has as many heads of keys as of queries unless it says otherwise', () => {
    const { kvHeads: _, ...others } = model;
    expect(readRun({ ...given, model: others }).model.kvHeads).toBe(8);
  });
});

describe('groups of experts', () => {
  const experts = { ...model, experts: 8, expertsPerToken: 2 };

  // Degrees as given, and as they are read.
  test.each([
    [
      { data: 2, fsdp: 1, expert: 4 },
      { data: 2, fsdp: 1, expert: 4 },
    ],
    [
      { data: 8, fsdp: 1, expert: 4 },
      { data: 2, fsdp: 1, expert: 4 },
    ],
    [
      { data: 1, fsdp: 8, expert: 4 },
      { data: 1, fsdp: 2, expert: 4 },
    ],
    [
      { data: 4, fsdp: 2, expert: 2 },
      { data: 2, fsdp: 2, expert: 2 },
    ],
  ])('are beside the replicas or among them: %j', (degrees, expected) => {
    expect(readRun({ ...given, ...degrees, model: experts })).toMatchObject(expected);
  });

  test('divide the replicas that they are among', () => {
    expect(() =>
      readRun({ ...given, devices: 6, batch: 12, data: 3, fsdp: 2, expert: 4, model: experts }),
    ).toThrow(
      "'expert' is 4, which divides neither 'data', 3, nor 'fsdp', 2, of which it is a part; change one of them",
    );
  });
});

describe('a run that cannot be simulated is refused', () => {
  // Its fields beside those given, and the error.
  test.each<[Record<string, unknown>, string]>([
    [{ tensr: 2 }, "the run has the unknown field 'tensr'; did you mean 'tensor'?"],
    [
      { model: { ...model, hiden: 1 } },
      "the run's 'model' has the unknown field 'hiden'; did you mean 'hidden'?",
    ],
    [{ hardware: undefined }, "the run has no 'hardware'; add it"],
    [{ model: { ...model, layers: undefined } }, "the run's 'model' has no 'layers'; add it"],
    [{ model: undefined }, "the run's 'model' is not an object of JSON"],
    [{ devices: 0 }, "'devices' of the run is 0, not a whole number above 0"],
    [{ batch: 1.5 }, "'batch' of the run is 1.5, not a whole number above 0"],
    [{ fsdp: '8' }, `'fsdp' of the run is "8", not a whole number above 0`],
    [{ zero1: 1 }, "'zero1' of the run is 1, not true or false"],
    [{ hardware: 7 }, "'hardware' of the run is 7, not a string"],
    [{ precision: 'int8' }, `'precision' of the run is "int8", not one of bf16, fp16, fp8, fp32`],
    [{ recompute: 'all' }, `'recompute' of the run is "all", not one of none, selective, full`],
    [
      { fsdp: 4 },
      "data 1 × fsdp 4 × tensor 1 × pipeline 1 × context 1 × expert 1 are 4 devices where 'devices' is 8; change a degree, or 'devices'",
    ],
    [{ slices: 3 }, "8 devices cannot be divided into 3 slices; change 'slices'"],
    [
      { batch: 24 },
      "a batch of 24 sequences cannot be divided into microbatches of 2 on 8 replicas; change 'batch' or 'microbatch'",
    ],
    [
      { batch: 12, microbatch: null },
      "a batch of 12 sequences cannot be divided among 8 replicas; change 'batch' or a degree",
    ],
    [
      { fsdp: 1, tensor: 8, model: { ...model, heads: 4 } },
      "'tensor' is 8, which does not divide 'heads', 4; lower 'tensor'",
    ],
    [
      { fsdp: 1, tensor: 8, model: { ...model, ffn: 100 } },
      "'tensor' is 8, which does not divide 'ffn', 100; lower 'tensor'",
    ],
    [
      { fsdp: 1, context: 8, model: { ...model, sequence: 100 } },
      "'context' is 8, which does not divide 'sequence', 100; lower 'context'",
    ],
    [
      { fsdp: 1, pipeline: 8 },
      "'pipeline' × 'interleave' are 8 parts of a model of 4 layers; lower 'pipeline' or 'interleave'",
    ],
    [{ interleave: 2 }, "'interleave' is 2 without a pipeline; leave it out, or raise 'pipeline'"],
    [
      { fsdp: 4, pipeline: 2, interleave: 2, batch: 24 },
      "an interleaved schedule needs a multiple of 2 microbatches, and 3 there are; change 'microbatch' or set 'interleave' to 1",
    ],
    [
      { model: { ...model, heads: 7, kvHeads: 7 } },
      "7 heads do not divide a hidden width of 64; give 'headWidth', or another number of heads",
    ],
    [{ model: { ...model, kvHeads: 3 } }, "3 'kvHeads' do not divide 8 heads; give a number that does"],
    [
      { model: { ...model, experts: 2, expertsPerToken: 3 } },
      "'expertsPerToken' is 3 of 2 experts; lower it",
    ],
    [
      { model: { ...model, experts: 7, expertsPerToken: 1 } },
      "256 tokens of a device, each counted for all of its experts, cannot be divided among 7 experts; change 'microbatch' or 'expertsPerToken'",
    ],
    [{ model: 'llama3-8' }, "there is no model 'llama3-8'; did you mean 'llama3-8b'?"],
  ])('with %j', (fields, message) => {
    expect(() => readRun({ ...given, ...fields })).toThrow(
      expect.objectContaining({ name: 'RunError', message }),
    );
  });

  test('where it is not an object', () => {
    expect(() => readRun([given])).toThrow('the run is not an object of JSON');
  });
});

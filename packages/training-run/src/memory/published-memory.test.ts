import { expect, test } from 'vitest';
import { modelPresets } from '../run/model-presets.ts';
import { readRun } from '../run/read-run.ts';
import {
  microbatchesOf,
  type Parallelism,
  type TrainingRun,
  type TransformerSizes,
} from '../run/training-run.ts';
import { partsOfModel } from '../simulate/stages.ts';
import { partsInStyle, processMemory } from './process-memory.ts';

/** Fields of a published run, of which absent degrees are 1. */
type PublishedRun = Partial<Parallelism> &
  Pick<TrainingRun, 'batch'> & { readonly microbatch: number } & Partial<
    Pick<TrainingRun, 'recompute' | 'zero1'>
  > & {
    readonly model: string | TransformerSizes;
  };

const long = { ...modelPresets['llama3-8b'], sequence: 262144 };

const llama1b: TransformerSizes = {
  ...{ layers: 24, hidden: 2048, heads: 32, kvHeads: 32, ffn: 4096, gated: true, vocab: 49152 },
  ...{ sequence: 4096, experts: 1, expertsPerToken: 1 },
};

const selective = { model: 'llama3-8b', recompute: 'selective' } as const;
const full = { recompute: 'full' } as const;
const zero1 = { model: llama1b, batch: 1024, zero1: true };

// Reserved by torchtitan at most, in GiB: `benchmarks/llama3_h100_202412_torchtitan.md`, and pull request 808.
test.each<[PublishedRun, number]>([
  [{ ...selective, fsdp: 8, batch: 16, microbatch: 2 }, 77],
  [{ ...selective, fsdp: 128, batch: 256, microbatch: 2 }, 62],
  [{ ...selective, fsdp: 8, batch: 8, microbatch: 1 }, 47.65],
  [{ ...full, model: long, context: 8, batch: 1, microbatch: 1 }, 84.5],
  [{ ...full, model: 'llama3-70b', fsdp: 32, tensor: 8, batch: 512, microbatch: 16 }, 71.9],
  [{ ...full, model: 'llama3-405b', fsdp: 8, tensor: 8, pipeline: 8, batch: 256, microbatch: 4 }, 82.5],
  // Allocated by nanotron at most: `nanotron/old_bench` on Hugging Face.
  [{ ...zero1, data: 4, tensor: 2, microbatch: 8 }, 42.63],
  [{ ...zero1, tensor: 8, microbatch: 8 }, 16.5],
  [{ ...zero1, tensor: 4, pipeline: 2, microbatch: 8 }, 25.1],
  [{ ...zero1, data: 2, pipeline: 4, microbatch: 2 }, 21.33],
  [{ ...zero1, pipeline: 8, microbatch: 4 }, 43],
  [{ ...zero1, data: 2, pipeline: 8, microbatch: 4 }, 41.49],
  [{ ...zero1, data: 16, tensor: 4, microbatch: 2 }, 7.34],
  [{ ...zero1, tensor: 8, pipeline: 8, microbatch: 16 }, 34.02],
])('%j takes %d GiB as measured, within 15 %%', (fields, measured) => {
  const { data = 1, fsdp = 1, tensor = 1, pipeline = 1, context = 1, microbatch } = fields;
  const devices = data * fsdp * tensor * pipeline * context;
  const run = { ...readRun({ hardware: 'h100-96gb', devices, ...fields }), microbatch };
  const parts = partsInStyle(run, partsOfModel(run));
  // 1F1B.
  const ofStage = parts.map((part, stage) => {
    const inFlight = Math.min(run.pipeline - stage, microbatchesOf(run));
    return processMemory(run, { parts: [part], inFlight }).peak;
  });
  const ratio = Math.max(...ofStage) / 2 ** 30 / measured;
  expect(ratio).toBeGreaterThan(0.85);
  expect(ratio).toBeLessThan(1.15);
});

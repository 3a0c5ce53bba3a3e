import { closestName } from '@shardform/ir-core';
import { RunError } from './run-error.ts';
import type { TransformerSizes } from './training-run.ts';

type Sizes = readonly [layers: number, hidden: number, heads: number, kvHeads: number, ffn: number];

function gpt3(layers: number, hidden: number, heads: number): TransformerSizes {
  return model([layers, hidden, heads, heads, 4 * hidden], { gated: false, vocab: 50257, sequence: 2048 });
}

function llama(sizes: Sizes, vocab: number, sequence: number): TransformerSizes {
  return model(sizes, { gated: true, vocab, sequence });
}

function model(
  [layers, hidden, heads, kvHeads, ffn]: Sizes,
  others: Pick<TransformerSizes, 'gated' | 'vocab' | 'sequence'> & Partial<TransformerSizes>,
): TransformerSizes {
  return { layers, hidden, heads, kvHeads, ffn, experts: 1, expertsPerToken: 1, ...others };
}

/**
 * Sizes of published models: GPT-3 (Brown et al., 2020, table 2.1; heads of width 128 where the table's do not divide), Llama 2
 * and 3 (model cards), Mixtral (model card), Gemma 2 (model card), and a mixture of experts with DeepSeek-V2-Lite's routed
 * experts under grouped-query attention.
 */
export const modelPresets: Readonly<Record<string, TransformerSizes>> = {
  'gpt3-125m': gpt3(12, 768, 12),
  'gpt3-350m': gpt3(24, 1024, 16),
  'gpt3-760m': gpt3(24, 1536, 16),
  'gpt3-1.3b': gpt3(24, 2048, 16),
  'gpt3-2.7b': gpt3(32, 2560, 32),
  'gpt3-6.7b': gpt3(32, 4096, 32),
  'gpt3-13b': gpt3(40, 5120, 40),
  'gpt3-175b': gpt3(96, 12288, 96),
  'llama2-7b': llama([32, 4096, 32, 32, 11008], 32000, 4096),
  'llama2-13b': llama([40, 5120, 40, 40, 13824], 32000, 4096),
  'llama2-70b': llama([80, 8192, 64, 8, 28672], 32000, 4096),
  'llama3-8b': llama([32, 4096, 32, 8, 14336], 128256, 8192),
  'llama3-70b': llama([80, 8192, 64, 8, 28672], 128256, 8192),
  'llama3-405b': llama([126, 16384, 128, 8, 53248], 128256, 8192),
  'mixtral-8x7b': model([32, 4096, 32, 8, 14336], {
    ...{ gated: true, vocab: 32000, sequence: 4096, experts: 8, expertsPerToken: 2 },
  }),
  'deepseek-moe-16b': model([28, 2048, 16, 16, 1408], {
    ...{ gated: true, vocab: 102400, sequence: 4096, experts: 64, expertsPerToken: 6 },
  }),
  'gemma2-9b': model([42, 3584, 16, 8, 14336], {
    ...{ gated: true, vocab: 256000, sequence: 8192, headWidth: 256 },
  }),
  'gemma2-27b': model([46, 4608, 32, 16, 36864], {
    ...{ gated: true, vocab: 256000, sequence: 8192, headWidth: 128 },
  }),
};

/** Returns the sizes of a model that is known by name. @throws RunError */
export function modelNamed(name: string): TransformerSizes {
  if (Object.hasOwn(modelPresets, name)) return modelPresets[name];
  const known = Object.keys(modelPresets);
  const close = closestName(name, known);
  throw new RunError(
    `there is no model '${name}'; ${close === null ? `known are ${known.join(', ')}` : `did you mean '${close}'?`}`,
  );
}

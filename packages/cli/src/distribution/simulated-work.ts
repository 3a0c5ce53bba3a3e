import type { FuncOp } from '@shardform/dialect-func';
import { PlacedTensorType } from '@shardform/dialect-dist';
import { FloatType, RankedTensorType } from '@shardform/ir-core';
import { GPT2_TOKENS, gpt2Sizes } from '@shardform/passes-dist';
import { modelPresets } from '@shardform/training-run';
import type { WorkloadValues } from './workload.ts';

/** `gpt3-6.7B: forward pass only, without loss, gradients and optimizer, in fp16, samples of 8 tokens`. */
export function simulatedModelText(values: WorkloadValues): string {
  const { model, dtype } = values;
  const name = String(model);
  const type = dtype ?? 'fp16';
  if (Object.hasOwn(gpt2Sizes, name))
    return `${name}: forward pass only, without loss, gradients and optimizer, in ${type}, samples of ${GPT2_TOKENS} tokens`;
  const update = values['cost-model'] === 'distir-2021' ? 'without an update' : 'and the update of SGD';
  return `${name}: forward pass, loss, backward pass ${update}, in ${type}`;
}

/** `@main: all operations of the program, once, in f32`. */
export function simulatedFunctionText(func: FuncOp): string {
  const names = func.functionType.inputs.flatMap((type) => {
    const isTensor = type instanceof RankedTensorType || type instanceof PlacedTensorType;
    return isTensor && type.elementType instanceof FloatType ? [type.elementType.name] : [];
  });
  const types = names.length === 0 ? '' : `, arguments in ${[...new Set(names)].join(' and ')}`;
  return `@${func.symName.value}: the operations of the program, and no others${types}`;
}

/** `mlp-xs: forward pass, ... in fp16; 64 samples`. */
export function simulatedStepText(simulated: string, batch: number): string {
  return `${simulated}; ${batch} ${batch === 1 ? 'sample' : 'samples'}`;
}

/** The remedy of whoever asks for the time of training a model that runs forwards only; `null` for other models. */
export function trainingHint(name: string | null): string | null {
  const sizes = name !== null && Object.hasOwn(gpt2Sizes, name) ? gpt2Sizes[name] : undefined;
  if (sizes === undefined) return null;
  const [preset = 'RUN.json'] = Object.entries(modelPresets)
    .filter(
      ([own, { layers, hidden }]) =>
        own.startsWith('gpt3-') && layers === sizes.layers && hidden === sizes.width,
    )
    .map(([own]) => own);
  return preset === 'RUN.json'
    ? "for steps of training: 'shardform dist train RUN.json'"
    : `for steps of training: 'shardform dist train ${preset} --search --machine h100:1x8 --batch 64'`;
}

import type { ModelPart } from '../program/model-part.ts';
import { TransformerShape } from '../program/transformer-shape.ts';
import { microbatchesOf, type SizedRun } from '../run/training-run.ts';
import { activationBytes, elementsBetween, keptBytes, workingBytes } from './layer-values.ts';
import { type MemoryStyle, memoryStyleOf } from './memory-style.ts';
import { layersByProducts } from './stage-layers.ts';
import { type StageWeights, stageWeights } from './stage-weights.ts';

/** Bytes that a process has on a GPU of a stage, by use. */
export interface ProcessMemory {
  /** As passes use them. */
  readonly weights: number;
  readonly gradients: number;
  /** With weights in f32, where passes use another type. */
  readonly optimizer: number;
  /** Kept for the backward passes of microbatches in flight. */
  readonly activations: number;
  /** Buffers of a pipeline for received and sent values. */
  readonly sent: number;
  /** While a layer is computed: its values, gradients, and buffers of its weights. */
  readonly working: number;
  /** Logits and their gradients. */
  readonly loss: number;
  /** At most at once. */
  readonly peak: number;
}

/** Parts of the model on a device. */
export interface StageLoad {
  readonly parts: readonly ModelPart[];
  /** Microbatches whose activations are kept, counted for each part. */
  readonly inFlight: number;
}

/**
 * Bytes of a process that executes operation by operation and takes memory from a caching allocator. The allocator's blocks for the loss and for
 * layers differ in size, so that both stay reserved. The context of CUDA, the buffers of NCCL and fragmentation are not included.
 */
export function processMemory(run: SizedRun, { parts, inFlight }: StageLoad): ProcessMemory {
  const shape = new TransformerShape(run);
  const style = memoryStyleOf(run);
  const part = joined(parts);
  const weights = stageWeights(shape, style, part);
  const state = stateOf(run, style, weights);
  const each = (part.layers * keptBytes(shape, style)) / parts.length;
  const activations = each * inFlight + keptOfHead(shape, part);
  const working = part.layers === 0 ? 0 : workingBytes(shape, style) + weightBuffers(run, style, weights);
  const sent = pipelineBuffers(shape, style);
  const loss = part.hasHead ? logitsOf(shape) * style.bytesOfLogit : 0;
  const passing = activations + sent + working + loss;
  const added = style.addsGradientsAfterwards ? activationBytes(shape) * weights.whole : 0;
  const adding = activations - each + sent + added;
  const held = state.weights + state.gradients + state.optimizer;
  return { ...state, activations, sent, working, loss, peak: held + Math.max(passing, adding) };
}

/** Returns the parts of the devices of each stage, with the layers that frameworks in a style give them. */
export function partsInStyle(run: SizedRun, parts: readonly ModelPart[]): readonly ModelPart[] {
  if (run.interleave > 1 || !memoryStyleOf(run).balancesProducts) return parts;
  const layers = layersByProducts(run.model, run.pipeline);
  return parts.map((part, stage) => ({ ...part, layers: layers[stage] }));
}

function joined(parts: readonly ModelPart[]): ModelPart {
  return {
    layers: parts.reduce((sum, { layers }) => sum + layers, 0),
    hasEmbedding: parts.some(({ hasEmbedding }) => hasEmbedding),
    hasHead: parts.some(({ hasHead }) => hasHead),
  };
}

/**
 * Gradients are in f32. Without a pipeline, FSDP has the weights of two layers gathered, and those of the embedding and the head throughout;
 * in a pipeline it gathers all of them once a step, and adds up whole gradients until the last microbatch.
 */
function stateOf(
  run: SizedRun,
  { dividesWeights }: MemoryStyle,
  weights: StageWeights,
): Pick<ProcessMemory, 'weights' | 'gradients' | 'optimizer'> {
  const bytes = run.precision === 'fp32' ? 4 : 2;
  const { whole, kept, optimized, ofLayer, ofEnds } = weights;
  const moments = 8 * optimized;
  if (!dividesWeights) {
    const inFull = run.precision === 'fp32' ? 0 : 4 * optimized;
    return { weights: bytes * whole, gradients: 4 * kept, optimizer: moments + inFull };
  }
  const staysWhole = run.pipeline > 1;
  const gathered = staysWhole ? whole : Math.min(whole, ofEnds + 2 * ofLayer);
  const summed = staysWhole && microbatchesOf(run) > 1 ? whole : 0;
  return { weights: bytes * gathered, gradients: 4 * (kept + summed), optimizer: moments + 4 * optimized };
}

/** Gradients of a layer's weights before they are added, and with FSDP the buffers of collectives and the gradient of the head. */
function weightBuffers(
  run: SizedRun,
  { dividesWeights, addsGradientsAfterwards }: MemoryStyle,
  { ofLayer, ofHead }: StageWeights,
): number {
  const bytes = run.precision === 'fp32' ? 4 : 2;
  if (!dividesWeights) return addsGradientsAfterwards ? bytes * ofLayer : 0;
  const received = run.pipeline > 1 ? 0 : bytes * ofLayer;
  return received + (bytes + 4) * ofLayer + (run.pipeline > 1 ? 0 : bytes * ofHead);
}

/**
 * For each microbatch and part of the model a buffer for the gradient of the output, and the output, or a buffer for an input that has
 * not arrived.
 */
function pipelineBuffers(shape: TransformerShape, style: MemoryStyle): number {
  const { run } = shape;
  if (run.pipeline === 1 || !style.buffersMicrobatches) return 0;
  return 2 * microbatchesOf(run) * run.interleave * activationBytes(shape) * elementsBetween(shape, style);
}

/** The operand of the last norm, and that of the head. */
function keptOfHead(shape: TransformerShape, { hasHead }: ModelPart): number {
  const { run, tokens } = shape;
  if (!hasHead) return 0;
  return 2 * activationBytes(shape) * run.microbatch * tokens * run.model.hidden;
}

function logitsOf({ run, tokens }: TransformerShape): number {
  return (run.microbatch * tokens * run.model.vocab) / run.tensor;
}

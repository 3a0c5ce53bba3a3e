import {
  addHeadGradient,
  embed,
  embedBackward,
  headBackward,
  headForward,
  keptOfHead,
  tokenSpec,
} from './ends.ts';
import { type DimAxes, FunctionText, type TextValue } from './function-text.ts';
import { gradientsBefore, gradientSpec, GradientSums, type GradientUse } from './gradient-sums.ts';
import { argument, keptOfLayer } from './kept-values.ts';
import { layerBackward, layerForward, rotationSpecs } from './layer-functions.ts';
import { BackwardPart, type ModelPart, moduleOf, PartWeights, type TaskProgram } from './model-part.ts';
import { optimizerUpdate } from './optimizer.ts';
import type { TransformerShape, Weight } from './transformer-shape.ts';

/**
 * The forward pass of a part for one microbatch.
 *
 * @param isFirst whether it is the first of a step: weights come from the optimizer, whose parts replicas gather.
 */
export function forwardProgram(shape: TransformerShape, part: ModelPart, isFirst: boolean): TaskProgram {
  const f = new FunctionText(shape.mesh);
  const weights = new PartWeights(f, shape, part, isFirst);
  const tables = rotationSpecs(shape).map((spec) => argument(f, spec));
  const tokens = part.hasEmbedding ? argument(f, tokenSpec(shape)) : null;
  const next = part.hasHead ? argument(f, tokenSpec(shape)) : null;
  let x =
    tokens === null
      ? f.argument(shape.activation.shape, shape.dtype, shape.between)
      : embed(f, shape, weights.embedding[0], tokens);
  const [kept, dims]: [TextValue[], DimAxes[]] = [[], []];
  const ofLayer = keptOfLayer(shape);
  const results = [shape.activation, ...ofLayer];
  for (const own of weights.layers) {
    const [result, ...values] = f.call('layer_forward', [...own, ...tables, x], results);
    x = result;
    kept.push(...values);
    dims.push(...ofLayer.map((spec) => spec.dims));
  }
  let [first, ofFirst]: [TextValue, DimAxes] = [x, shape.between];
  if (next !== null) {
    const { loss, input, normal, logits, largest, sum } = headForward(f, shape, weights.head, x, next);
    kept.push(input, normal, logits, largest, sum);
    dims.push(...keptOfHead(shape).map((spec) => spec.dims));
    [first, ofFirst] = [loss, []];
  }
  return moduleOf(shape, [f.end('main', [first, ...kept], [ofFirst, ...dims]), layerForward(shape, isFirst)]);
}

/** The backward pass of a part for one microbatch. */
export function backwardProgram(shape: TransformerShape, part: ModelPart, use: GradientUse): TaskProgram {
  const f = new FunctionText(shape.mesh);
  const { weights, tables, tokens, next, kept, head, given } = new BackwardPart(f, shape, part);
  // Gradients so far follow the other arguments, part by part.
  const before = weights.layers.map(() => gradientsBefore(f, shape, shape.layerWeights(), use));
  const headSums = part.hasHead ? new GradientSums(f, shape, shape.headWeights(), use) : null;
  const embeddingSums = part.hasEmbedding ? new GradientSums(f, shape, shape.embeddingWeights(), use) : null;
  let gradient =
    given ??
    headBackward(f, shape, weights.head, head!, next!, (name, operand) =>
      addHeadGradient(f, shape, head!.normal, [name, operand], headSums!),
    );
  const [results, dims]: [TextValue[], DimAxes[]] = [[], []];
  const ofWeights = shape.layerWeights().map((weight) => gradientSpec(shape, weight, use));
  for (let layer = part.layers - 1; layer >= 0; layer -= 1) {
    const operands = [...weights.layers[layer], ...tables, ...kept[layer], gradient, ...before[layer]];
    const [ofInput, ...sums] = f.call('layer_backward', operands, [shape.activation, ...ofWeights]);
    gradient = ofInput;
    results.push(...sums);
    dims.push(...ofWeights.map((spec) => spec.dims));
  }
  if (tokens !== null) embedBackward(f, shape, tokens, gradient, embeddingSums!);
  else {
    results.unshift(gradient);
    dims.unshift(shape.between);
  }
  for (const sums of [headSums, embeddingSums]) {
    results.push(...(sums?.results ?? []));
    dims.push(...(sums?.dims ?? []));
  }
  return moduleOf(shape, [f.end('main', results, dims), layerBackward(shape, use)]);
}

/** The update of the weights of a part by AdamW. */
export function updateProgram(shape: TransformerShape, part: ModelPart): TaskProgram {
  const f = new FunctionText(shape.mesh);
  const [results, dims]: [TextValue[], DimAxes[]] = [[], []];
  const groups: (readonly Weight[])[] = [
    ...Array.from({ length: part.layers }, () => shape.layerWeights()),
    ...(part.hasEmbedding ? [shape.embeddingWeights()] : []),
    ...(part.hasHead ? [shape.headWeights()] : []),
  ];
  for (const weight of groups.flat()) {
    const updated = optimizerUpdate(f, shape, weight);
    results.push(...updated.values);
    dims.push(...updated.dims);
  }
  return moduleOf(shape, [f.end('main', results, dims)]);
}

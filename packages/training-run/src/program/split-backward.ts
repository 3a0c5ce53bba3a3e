import { addHeadGradient, embedBackward, headBackward, headOperands, keptOfHead, tokenSpec } from './ends.ts';
import { type DimAxes, FunctionText, type TextValue } from './function-text.ts';
import { gradientsBefore, gradientSpec, GradientSums, type GradientUse } from './gradient-sums.ts';
import { argument, specOf } from './kept-values.ts';
import { factorsKept, layerInputGradients, layerWeightGradients, savedOfLayer } from './layer-gradients.ts';
import { BackwardPart, type ModelPart, moduleOf, type TaskProgram } from './model-part.ts';
import type { TransformerShape } from './transformer-shape.ts';

/**
 * The half of the backward pass of a part that other parts wait for: the gradient of the input. Its other results are operands of the
 * gradients of weights, of the last layer first and of the head, for {@link weightGradientProgram}.
 */
export function inputGradientProgram(shape: TransformerShape, part: ModelPart): TaskProgram {
  const f = new FunctionText(shape.mesh);
  const { weights, tables, next, kept, head, given } = new BackwardPart(f, shape, {
    ...part,
    hasEmbedding: false,
  });
  const ofHead = new Map<string, TextValue>();
  let gradient =
    given ?? headBackward(f, shape, weights.head, head!, next!, (name, operand) => ofHead.set(name, operand));
  const [results, dims]: [TextValue[], DimAxes[]] = [[], []];
  const saved = savedOfLayer(shape);
  for (let layer = part.layers - 1; layer >= 0; layer -= 1) {
    const operands = [...weights.layers[layer], ...tables, ...kept[layer], gradient];
    const [ofInput, ...own] = f.call('layer_input_gradients', operands, [shape.activation, ...saved]);
    gradient = ofInput;
    results.push(...own);
    dims.push(...saved.map((spec) => spec.dims));
  }
  if (part.hasHead) {
    const specs = headOperands(shape);
    results.push(...shape.headWeights().map(({ name }, i) => f.convert(ofHead.get(name)!, specs[i].dtype)));
    dims.push(...specs.map((spec) => spec.dims));
  }
  const main = f.end('main', [gradient, ...results], [shape.between, ...dims]);
  return moduleOf(shape, [main, layerInputGradients(shape)]);
}

/**
 * The other half: the gradients of the weights, in the order of `backwardProgram`. Arguments are the values of the forward pass that it
 * uses, layer by layer and of the head, the tokens and the gradient of the embedding, the results of {@link inputGradientProgram} behind
 * the first, and gradients so far.
 */
export function weightGradientProgram(
  shape: TransformerShape,
  part: ModelPart,
  use: GradientUse,
): TaskProgram {
  const f = new FunctionText(shape.mesh);
  const layers = Array.from({ length: part.layers }, (_, layer) => layer);
  const factors = layers.map(() => factorsKept(shape).map((name) => argument(f, specOf(shape, name))));
  const normal = part.hasHead ? argument(f, keptOfHead(shape)[1]) : null;
  const tokens = part.hasEmbedding ? argument(f, tokenSpec(shape)) : null;
  const ofEmbedded = part.hasEmbedding
    ? f.argument(shape.activation.shape, shape.dtype, shape.between)
    : null;
  const backwards = layers.toReversed();
  const saved = new Map(
    backwards.map((layer) => [layer, savedOfLayer(shape).map((spec) => argument(f, spec))]),
  );
  const ofHead = part.hasHead ? headOperands(shape).map((spec) => argument(f, spec)) : [];
  const before = layers.map(() => gradientsBefore(f, shape, shape.layerWeights(), use));
  const headSums = part.hasHead ? new GradientSums(f, shape, shape.headWeights(), use) : null;
  const embeddingSums = part.hasEmbedding ? new GradientSums(f, shape, shape.embeddingWeights(), use) : null;
  // In the order of the backward pass.
  for (const [i, { name }] of [...shape.headWeights().entries()].toReversed())
    if (headSums !== null) addHeadGradient(f, shape, normal!, [name, ofHead[i]], headSums);
  const [results, dims]: [TextValue[], DimAxes[]] = [[], []];
  const ofWeights = shape.layerWeights().map((weight) => gradientSpec(shape, weight, use));
  for (const layer of backwards) {
    const operands = [...factors[layer], ...saved.get(layer)!, ...before[layer]];
    results.push(...f.call('layer_weight_gradients', operands, ofWeights));
    dims.push(...ofWeights.map((spec) => spec.dims));
  }
  if (embeddingSums !== null) embedBackward(f, shape, tokens!, ofEmbedded!, embeddingSums);
  for (const sums of [headSums, embeddingSums]) {
    results.push(...(sums?.results ?? []));
    dims.push(...(sums?.dims ?? []));
  }
  return moduleOf(shape, [f.end('main', results, dims), layerWeightGradients(shape, use)]);
}

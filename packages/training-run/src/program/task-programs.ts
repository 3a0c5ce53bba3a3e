import {
  embed,
  embedBackward,
  headBackward,
  headForward,
  type HeadValues,
  keptOfHead,
  tokenSpec,
} from './ends.ts';
import { type DimAxes, FunctionText, type TextValue } from './function-text.ts';
import {
  GradientSums,
  type GradientUse,
  keptOfLayer,
  layerBackward,
  layerForward,
  rotationSpecs,
  type TensorSpec,
} from './layer-functions.ts';
import { optimizerUpdate } from './optimizer.ts';
import type { TransformerShape, Weight } from './transformer-shape.ts';

/** A part of a model: consecutive layers, perhaps with the embedding before or the head behind them. */
export interface ModelPart {
  readonly layers: number;
  readonly hasEmbedding: boolean;
  readonly hasHead: boolean;
}

/** A program in StableHLO, whose function `main` all devices of a stage run. */
export interface TaskProgram {
  readonly text: string;
}

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
  const weights = new PartWeights(f, shape, part);
  const tables = rotationSpecs(shape).map((spec) => argument(f, spec));
  const tokens = part.hasEmbedding ? argument(f, tokenSpec(shape)) : null;
  const next = part.hasHead ? argument(f, tokenSpec(shape)) : null;
  const ofLayer = keptOfLayer(shape);
  const kept = weights.layers.map(() => ofLayer.map((spec) => argument(f, spec)));
  const head = part.hasHead ? headValues(keptOfHead(shape).map((spec) => argument(f, spec))) : null;
  const given = head === null ? f.argument(shape.activation.shape, shape.dtype, shape.between) : null;
  // Gradients so far follow the other arguments, part by part.
  const before = weights.layers.map(() =>
    use.accumulates
      ? shape.layerWeights().map((weight) => {
          const { shape: own, dims } = shape.gradient(weight);
          return f.argument(own, 'f32', dims, true);
        })
      : [],
  );
  const headSums = part.hasHead ? new GradientSums(f, shape, shape.headWeights(), use) : null;
  const embeddingSums = part.hasEmbedding ? new GradientSums(f, shape, shape.embeddingWeights(), use) : null;
  let gradient = given ?? headBackward(f, shape, weights.head, head!, next!, headSums!);
  const [results, dims]: [TextValue[], DimAxes[]] = [[], []];
  const ofWeights = shape.layerWeights().map((weight) => summedSpec(shape, weight, use));
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

/** The gradient of a weight after a microbatch. */
function summedSpec(shape: TransformerShape, weight: Weight, { synchronizes }: GradientUse): TensorSpec {
  if (synchronizes) return { shape: weight.shape, dtype: 'f32', dims: shape.optimizerAxes(weight) };
  return { ...shape.gradient(weight), dtype: 'f32' };
}

/** Arguments for the weights of a part. */
class PartWeights {
  readonly layers: readonly (readonly TextValue[])[];
  readonly embedding: readonly TextValue[];
  readonly head: readonly TextValue[];

  constructor(f: FunctionText, shape: TransformerShape, part: ModelPart, isFirst = false) {
    const given = (weights: readonly Weight[]): TextValue[] =>
      weights.map((weight) =>
        f.argument(weight.shape, weight.dtype, isFirst ? shape.optimizerAxes(weight) : weight.kept),
      );
    this.layers = Array.from({ length: part.layers }, () => given(shape.layerWeights()));
    this.embedding = part.hasEmbedding ? given(shape.embeddingWeights()) : [];
    this.head = part.hasHead ? given(shape.headWeights()) : [];
  }
}

function argument(f: FunctionText, { shape, dtype, dims }: TensorSpec): TextValue {
  return f.argument(shape, dtype, dims);
}

function headValues([input, normal, logits, largest, sum]: readonly TextValue[]): HeadValues {
  return { input, normal, logits, largest, sum };
}

function moduleOf({ mesh }: TransformerShape, functions: readonly string[]): TaskProgram {
  return { text: `module {\n  ${mesh.declaration()}${functions.join('\n')}\n}\n` };
}

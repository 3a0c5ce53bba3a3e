import { FunctionText, type TextValue } from './function-text.ts';
import { GradientSums, type GradientUse } from './gradient-sums.ts';
import { argument, type Kept, keptOfLayer, namesKept, type TensorSpec } from './kept-values.ts';
import { Layer, type LayerValues, usedWeights } from './layer.ts';
import type { TransformerShape, Weight } from './transformer-shape.ts';
import { addWeightGradient } from './weight-gradients.ts';

/** Tables of a rotary embedding; none for a model that has learned positions, as those without gates have. */
export function rotationSpecs({
  run,
  rows,
  tokens,
  headWidth,
  rowAxes,
}: TransformerShape): readonly TensorSpec[] {
  if (!run.model.gated) return [];
  const table: TensorSpec =
    run.context === 1
      ? { shape: [tokens, headWidth / 2], dtype: 'f32', dims: [[], []] }
      : { shape: [rows, tokens, headWidth / 2], dtype: 'f32', dims: [rowAxes, [], []] };
  return [table, table];
}

/**
 * `layer_forward`: weights, tables and the input become the result and the values kept for the backward pass.
 *
 * @param isFirst whether weights come from the optimizer, whose parts replicas gather.
 */
export function layerForward(shape: TransformerShape, isFirst: boolean): string {
  const f = new FunctionText(shape.mesh);
  const { layer } = argumentsOf(f, shape, isFirst);
  const input = f.argument(shape.activation.shape, shape.dtype, shape.between);
  const values = layer.forward(input);
  const kept = namesKept(shape);
  const results = [values.result, ...kept.map((name) => values[name]!)];
  return f.end(
    'layer_forward',
    results,
    [shape.between, ...keptOfLayer(shape).map(({ dims }) => dims)],
    'private',
  );
}

/** `layer_backward`: weights, tables, values kept, the gradient of the result, and gradients of weights so far. */
export function layerBackward(shape: TransformerShape, use: GradientUse): string {
  const f = new FunctionText(shape.mesh);
  const { layer, weights, values, gradient } = backwardArguments(f, shape);
  const sums = new GradientSums(f, shape, weights, use);
  const ofInput = layer.backward(values, gradient, (name, operand) =>
    addWeightGradient(f, shape, values, [name, operand], sums),
  );
  return f.end('layer_backward', [ofInput, ...sums.results], [shape.between, ...sums.dims], 'private');
}

/** A layer, its values and the gradient of its result, as its backward pass has them. */
export interface BackwardArguments extends LayerArguments {
  readonly values: LayerValues;
  readonly gradient: TextValue;
}

/** Adds the arguments of a backward pass: weights, tables, values kept, and the gradient of the result. */
export function backwardArguments(f: FunctionText, shape: TransformerShape): BackwardArguments {
  const { layer, weights } = argumentsOf(f, shape);
  const names = namesKept(shape);
  const given = new Map(keptOfLayer(shape).map((spec, i) => [names[i], argument(f, spec)]));
  const ofResult = f.argument(shape.activation.shape, shape.dtype, shape.between);
  const [values, gradient] = completed(f, shape, layer, given, ofResult);
  return { layer, weights, values, gradient };
}

/** The values of the forward pass, computed again as far as they were not kept, and the gradient, which waits for them. */
function completed(
  f: FunctionText,
  { run, hasWholeRecomputation }: TransformerShape,
  layer: Layer,
  given: ReadonlyMap<Kept, TextValue>,
  gradient: TextValue,
): readonly [LayerValues, TextValue] {
  const of = (name: Kept): TextValue => given.get(name)!;
  if (run.recompute === 'full') {
    const again = layer.forward(of('input'));
    return [again, hasWholeRecomputation ? f.behind(gradient, again.result) : gradient];
  }
  const kept = {
    ...{ input: of('input'), query: of('query'), key: of('key'), value: of('value') },
    ...{ attended: of('attended'), sums: of('sums'), middle: of('middle'), wide: of('wide') },
    ...(run.model.experts > 1
      ? { probabilities: of('probabilities'), routed: of('routed'), gates: of('gates') }
      : {}),
  };
  if (run.recompute === 'selective') return [layer.refresh(kept), gradient];
  return [{ ...kept, normal1: of('normal1'), normal2: of('normal2'), inner: of('inner') }, gradient];
}

interface LayerArguments {
  readonly layer: Layer;
  readonly weights: readonly Weight[];
}

function argumentsOf(f: FunctionText, shape: TransformerShape, isFirst = false): LayerArguments {
  const weights = shape.layerWeights();
  const values = weights.map((weight) =>
    f.argument(weight.shape, weight.dtype, isFirst ? shape.optimizerAxes(weight) : weight.kept),
  );
  const tables = rotationSpecs(shape).map((table) => argument(f, table));
  const rotation = tables.length === 0 ? null : { cosine: tables[0], sine: tables[1] };
  return { layer: new Layer(f, shape, usedWeights(f, weights, values), rotation), weights };
}

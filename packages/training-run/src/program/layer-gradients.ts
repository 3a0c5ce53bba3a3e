import { FunctionText, type TextValue } from './function-text.ts';
import { GradientSums, type GradientUse } from './gradient-sums.ts';
import { argument, namesKept, specOf, type TensorSpec } from './kept-values.ts';
import { backwardArguments } from './layer-functions.ts';
import type { TransformerShape } from './transformer-shape.ts';
import {
  addWeightGradient,
  type FactorName,
  factorNames,
  operandSpec,
  type WeightFactors,
} from './weight-gradients.ts';

/** Returns the names of the values of the forward pass that gradients of a layer's weights use. */
export function factorsKept(shape: TransformerShape): readonly FactorName[] {
  const kept = namesKept(shape);
  return factorNames(shape).filter((name) => kept.includes(name));
}

/** The values that the gradient of the input computes again. */
function factorsAgain(shape: TransformerShape): readonly FactorName[] {
  const kept = namesKept(shape);
  return factorNames(shape).filter((name) => !kept.includes(name));
}

/** Returns the values that the gradient of a layer's input leaves for those of its weights: an operand of each, and factors computed again. */
export function savedOfLayer(shape: TransformerShape): readonly TensorSpec[] {
  return [
    ...shape.layerWeights().map((weight) => operandSpec(shape, weight)),
    ...factorsAgain(shape).map((name) => specOf(shape, name)),
  ];
}

/**
 * `layer_input_gradients`: weights, tables, values kept and the gradient of the result become that of the input, and
 * {@link savedOfLayer}.
 */
export function layerInputGradients(shape: TransformerShape): string {
  const f = new FunctionText(shape.mesh);
  const { layer, weights, values, gradient } = backwardArguments(f, shape);
  const operands = new Map<string, TextValue>();
  const ofInput = layer.backward(values, gradient, (name, operand) => operands.set(name, operand));
  const saved = [
    ...weights.map((weight) => f.convert(operands.get(weight.name)!, operandSpec(shape, weight).dtype)),
    ...factorsAgain(shape).map((name) => values[name]!),
  ];
  const dims = savedOfLayer(shape).map((spec) => spec.dims);
  return f.end('layer_input_gradients', [ofInput, ...saved], [shape.between, ...dims], 'private');
}

/** `layer_weight_gradients`: {@link factorsKept}, {@link savedOfLayer}, and gradients of weights so far become their sums. */
export function layerWeightGradients(shape: TransformerShape, use: GradientUse): string {
  const f = new FunctionText(shape.mesh);
  const given = (names: readonly FactorName[]): readonly (readonly [FactorName, TextValue])[] =>
    names.map((name) => [name, argument(f, specOf(shape, name))]);
  const kept = given(factorsKept(shape));
  const weights = shape.layerWeights();
  const operands = weights.map((weight) => [weight.name, argument(f, operandSpec(shape, weight))] as const);
  const factors = new Map([...kept, ...given(factorsAgain(shape))]);
  const sums = new GradientSums(f, shape, weights, use);
  // In the order of the backward pass.
  for (const own of operands.toReversed()) addWeightGradient(f, shape, factorsOf(factors), own, sums);
  return f.end('layer_weight_gradients', sums.results, sums.dims, 'private');
}

function factorsOf(values: ReadonlyMap<FactorName, TextValue>): WeightFactors {
  const of = (name: FactorName): TextValue => values.get(name)!;
  const dense = {
    ...{ normal1: of('normal1'), attended: of('attended') },
    ...{ normal2: of('normal2'), inner: of('inner') },
  };
  return values.has('routed') ? { ...dense, routed: of('routed'), gates: of('gates') } : dense;
}

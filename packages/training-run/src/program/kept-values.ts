import type { DimAxes, FunctionText, TextValue } from './function-text.ts';
import type { LayerValues } from './layer.ts';
import type { TransformerShape } from './transformer-shape.ts';

/** A tensor without a name: an argument or result of a function. */
export interface TensorSpec {
  readonly shape: readonly number[];
  readonly dtype: string;
  readonly dims: DimAxes;
}

/** Adds an argument to a function. */
export function argument(f: FunctionText, { shape, dtype, dims }: TensorSpec): TextValue {
  return f.argument(shape, dtype, dims);
}

/** Names of the values of a layer that are kept for the backward pass. */
export type Kept = keyof LayerValues;

const ALL: readonly Kept[] = [
  ...(['input', 'normal1', 'query', 'key', 'value', 'attended', 'sums'] as const),
  ...(['middle', 'normal2', 'wide', 'inner'] as const),
];

const DEAR: readonly Kept[] = [
  ...(['input', 'query', 'key', 'value', 'attended', 'sums', 'middle', 'wide'] as const),
];

/** Returns the values that a layer keeps for its backward pass. */
export function keptOfLayer(shape: TransformerShape): readonly TensorSpec[] {
  return namesKept(shape).map((name) => specOf(shape, name));
}

const ROUTING: readonly Kept[] = ['probabilities', 'routed', 'gates'];

/** Returns the names of {@link keptOfLayer}. */
export function namesKept({ run: { recompute, model } }: TransformerShape): readonly Kept[] {
  if (recompute === 'full') return ['input'];
  const names = recompute === 'none' ? ALL : DEAR;
  return model.experts > 1 ? [...names, ...ROUTING] : names;
}

/** Returns the shape and sharding of a value of a layer. */
export function specOf(shape: TransformerShape, name: Kept): TensorSpec {
  const { rows, tokens, dtype, headWidth, rowAxes, activation, between } = shape;
  const { heads, ffn, gated } = shape.run.model;
  const byHead = [rowAxes, [], ['tensor'], []];
  if (name === 'query' || name === 'attended')
    return { shape: [rows, tokens, heads, headWidth], dtype, dims: byHead };
  if (name === 'key' || name === 'value')
    return { shape: [rows, tokens, shape.groups, headWidth], dtype, dims: byHead };
  if (name === 'sums') return { shape: [rows, heads, tokens], dtype: 'f32', dims: [rowAxes, ['tensor'], []] };
  if (shape.run.model.experts > 1) {
    const ofExperts = specAtExperts(shape, name);
    if (ofExperts !== null) return ofExperts;
  }
  if (name === 'wide')
    return { shape: [rows, tokens, gated ? 2 : 1, ffn], dtype, dims: [rowAxes, [], [], ['tensor']] };
  if (name === 'inner')
    return { shape: [rows, tokens, ffn], dtype: shape.productType, dims: [rowAxes, [], ['tensor']] };
  if (name === 'normal1' || name === 'normal2')
    return { ...activation, dtype: shape.productType, dims: between };
  return { ...activation, dims: between };
}

/** Of values that experts have of their tokens; `null` for others. */
function specAtExperts(shape: TransformerShape, name: Kept): TensorSpec | null {
  const { rows, tokens, dtype, rowAxes, groupAxes, slots } = shape;
  const { experts, hidden, ffn, gated } = shape.run.model;
  const [sizes, axes] = [
    [experts, slots.tokens],
    [['expert'], groupAxes],
  ];
  if (name === 'probabilities')
    return { shape: [rows, tokens, experts], dtype: 'f32', dims: [rowAxes, [], []] };
  if (name === 'gates') return { shape: sizes, dtype, dims: axes };
  if (name === 'routed') return { shape: [...sizes, hidden], dtype, dims: [...axes, []] };
  if (name === 'inner') return { shape: [...sizes, ffn], dtype, dims: [...axes, ['tensor']] };
  if (name === 'wide')
    return { shape: [...sizes, gated ? 2 : 1, ffn], dtype, dims: [...axes, [], ['tensor']] };
  return null;
}

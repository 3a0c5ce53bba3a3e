import { type DimAxes, FunctionText, type TextValue } from './function-text.ts';
import { accumulatedProduct } from './accumulated-product.ts';
import { Layer, type LayerValues, usedWeights, type WeightSums } from './layer.ts';
import { weightGradient } from './products.ts';
import type { TransformerShape, Weight } from './transformer-shape.ts';

/** A tensor without a name: an argument or result of a function. */
export interface TensorSpec {
  readonly shape: readonly number[];
  readonly dtype: string;
  readonly dims: DimAxes;
}

/** The gradients that a backward pass makes. */
export interface GradientUse {
  /** Whether they are added to those of microbatches before. */
  readonly accumulates: boolean;
  /** Whether the copies of replicas are added: after the last microbatch. */
  readonly synchronizes: boolean;
}

/** Names of the values of a layer that are kept for the backward pass. */
type Kept = keyof LayerValues;

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

function namesKept({ run: { recompute, model } }: TransformerShape): readonly Kept[] {
  if (recompute === 'full') return ['input'];
  const names = recompute === 'none' ? ALL : DEAR;
  return model.experts > 1 ? [...names, ...ROUTING] : names;
}

function specOf(shape: TransformerShape, name: Kept): TensorSpec {
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
  const { layer, weights } = argumentsOf(f, shape);
  const names = namesKept(shape);
  const given = new Map(
    keptOfLayer(shape).map(({ shape: own, dtype, dims }, i) => [names[i], f.argument(own, dtype, dims)]),
  );
  const gradient = f.argument(shape.activation.shape, shape.dtype, shape.between);
  const sums = new GradientSums(f, shape, weights, use);
  const [values, own] = completed(f, shape, layer, given, gradient);
  const ofInput = layer.backward(values, own, sums);
  return f.end('layer_backward', [ofInput, ...sums.results], [shape.between, ...sums.dims], 'private');
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
  const tables = rotationSpecs(shape).map((table) => f.argument(table.shape, table.dtype, table.dims));
  const rotation = tables.length === 0 ? null : { cosine: tables[0], sine: tables[1] };
  return { layer: new Layer(f, shape, usedWeights(f, weights, values), rotation), weights };
}

/** Gradients of weights: added to those so far, which are arguments, and to those of other replicas. */
export class GradientSums implements WeightSums {
  readonly #f: FunctionText;
  readonly #shape: TransformerShape;
  readonly #use: GradientUse;
  readonly #weights: readonly Weight[];
  readonly #before = new Map<string, TextValue>();
  readonly #sums = new Map<string, TextValue>();

  constructor(f: FunctionText, shape: TransformerShape, weights: readonly Weight[], use: GradientUse) {
    this.#f = f;
    this.#shape = shape;
    this.#use = use;
    this.#weights = weights;
    if (!use.accumulates) return;
    for (const weight of weights) {
      const { shape: own, dims } = shape.gradient(weight);
      this.#before.set(weight.name, f.argument(own, 'f32', dims, true));
    }
  }

  add(name: string, part: TextValue): void {
    const weight = this.#weights.find((own) => own.name === name)!;
    const f = this.#f;
    const divided = f.constrain(part, this.#shape.gradient(weight).dims);
    const wide = f.convert(divided, 'f32');
    const before = this.#before.get(name);
    const sum = before === undefined ? wide : f.binary('add', before, wide);
    this.#sums.set(name, this.#use.synchronizes ? this.#synchronized(weight, sum) : sum);
  }

  addProduct(name: string, x: TextValue, gradient: TextValue): void {
    const before = this.#before.get(name);
    // Parts that replicas divide are added after they are summed.
    if (before === undefined || this.#shape.run.fsdp * this.#shape.run.expert > 1) {
      this.add(name, weightGradient(this.#f, this.#shape, x, gradient));
      return;
    }
    const weight = this.#weights.find((own) => own.name === name)!;
    const sum = accumulatedProduct(this.#f, this.#shape, [x, gradient], before);
    this.#sums.set(name, this.#use.synchronizes ? this.#synchronized(weight, sum) : sum);
  }

  #synchronized(weight: Weight, sum: TextValue): TextValue {
    if (this.#shape.copiesOf(weight).copies === 1) return sum;
    return this.#f.constrain(this.#f.reduce(sum, [0], 'add'), this.#shape.optimizerAxes(weight));
  }

  /** In the order of weights. */
  get results(): readonly TextValue[] {
    return this.#weights.map(({ name }) => this.#sums.get(name)!);
  }

  get dims(): readonly DimAxes[] {
    return this.#weights.map((weight) =>
      this.#use.synchronizes ? this.#shape.optimizerAxes(weight) : this.#shape.gradient(weight).dims,
    );
  }
}

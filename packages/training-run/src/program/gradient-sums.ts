import { accumulatedProduct } from './accumulated-product.ts';
import type { DimAxes, FunctionText, TextValue } from './function-text.ts';
import type { TensorSpec } from './kept-values.ts';
import { weightGradient } from './products.ts';
import type { TransformerShape, Weight } from './transformer-shape.ts';
import type { WeightSums } from './weight-gradients.ts';

/** The gradients that a backward pass makes. */
export interface GradientUse {
  /** Whether they are added to those of microbatches before. */
  readonly accumulates: boolean;
  /** Whether the copies of replicas are added: after the last microbatch. */
  readonly synchronizes: boolean;
}

/** Adds arguments for the gradients of weights so far; none where gradients are not added to any. */
export function gradientsBefore(
  f: FunctionText,
  shape: TransformerShape,
  weights: readonly Weight[],
  { accumulates }: GradientUse,
): readonly TextValue[] {
  if (!accumulates) return [];
  return weights.map((weight) => {
    const { shape: own, dims } = shape.gradient(weight);
    return f.argument(own, 'f32', dims, true);
  });
}

/** Returns the shape and sharding of the gradient of a weight after a microbatch. */
export function gradientSpec(
  shape: TransformerShape,
  weight: Weight,
  { synchronizes }: GradientUse,
): TensorSpec {
  if (synchronizes) return { shape: weight.shape, dtype: 'f32', dims: shape.optimizerAxes(weight) };
  return { ...shape.gradient(weight), dtype: 'f32' };
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
    for (const [i, value] of gradientsBefore(f, shape, weights, use).entries())
      this.#before.set(weights[i].name, value);
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
    return this.#weights.map((weight) => gradientSpec(this.#shape, weight, this.#use).dims);
  }
}

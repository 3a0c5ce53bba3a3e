import {
  attentionBackward,
  attentionForward,
  type AttentionInputs,
  gatherTokens,
  rotate,
  scatterTokens,
} from './attention.ts';
import type { DimAxes, FunctionText, TextValue } from './function-text.ts';
import { Experts, type Routing } from './experts.ts';
import { normBackward, normForward } from './norm.ts';
import { product, widthGradient } from './products.ts';
import type { TransformerShape, Weight } from './transformer-shape.ts';
import type { OperandSink } from './weight-gradients.ts';

/** The tables of a rotary embedding, by token. */
export interface Rotation {
  readonly cosine: TextValue;
  readonly sine: TextValue;
}

/** Values of a layer that its backward pass uses. */
export interface LayerValues extends AttentionInputs, Partial<Routing> {
  readonly input: TextValue;
  readonly normal1: TextValue;
  readonly attended: TextValue;
  readonly sums: TextValue;
  readonly middle: TextValue;
  readonly normal2: TextValue;
  /** The activations before the function: of the gate and the rest, where there is one. */
  readonly wide: TextValue;
  readonly inner: TextValue;
}

/** The weights of a layer as they are used, by name. */
export type LayerWeights = ReadonlyMap<string, TextValue>;

/** Writes the passes of a layer: attention, then a feed-forward network, each behind a norm and beside a residual connection. */
export class Layer {
  readonly #f: FunctionText;
  readonly #shape: TransformerShape;
  readonly #weights: LayerWeights;
  readonly #rotation: Rotation | null;
  /** `null` for a layer whose feed-forward network all tokens use. */
  readonly #experts: Experts | null;

  constructor(f: FunctionText, shape: TransformerShape, weights: LayerWeights, rotation: Rotation | null) {
    this.#f = f;
    this.#shape = shape;
    this.#weights = weights;
    this.#rotation = rotation;
    this.#experts = shape.run.model.experts > 1 ? new Experts(f, shape, (name) => this.#weight(name)) : null;
  }

  /** Of queries and keys and others with a dimension of heads. */
  get #byHead(): DimAxes {
    return [this.#shape.rowAxes, [], ['tensor'], []];
  }

  get #byGroup(): DimAxes {
    return [this.#shape.rowAxes, [], ['tensor'], [], []];
  }

  get #byInner(): DimAxes {
    return [this.#shape.rowAxes, [], ['tensor']];
  }

  get #byWide(): DimAxes {
    return [this.#shape.rowAxes, [], [], ['tensor']];
  }

  forward(input: TextValue): LayerValues & { readonly result: TextValue } {
    const first = this.#attention(input);
    const second = this.#feedForward(first.middle);
    return { ...first, ...second };
  }

  /** The values that a layer without its cheap ones keeps, completed. */
  refresh(kept: Omit<LayerValues, 'normal1' | 'normal2' | 'inner'>): LayerValues {
    return {
      ...kept,
      normal1: this.#normal(kept.input, 'norm1'),
      normal2: this.#normal(kept.middle, 'norm2'),
      inner: this.#f.convert(this.#activate(kept.wide), this.#shape.productType),
    };
  }

  #attention(input: TextValue): Omit<LayerValues, 'normal2' | 'wide' | 'inner'> {
    const f = this.#f;
    const normal1 = this.#normal(input, 'norm1');
    const operand = f.constrain(normal1, this.#shape.whole);
    const projected = f.constrain(this.#product(operand, this.#weight('project'), [[2, 0]]), this.#byGroup);
    const [query, key, value] = this.#parts(projected);
    const turned = (x: TextValue): TextValue =>
      this.#rotation === null ? x : rotate(f, x, this.#rotation, false);
    const own = { query: turned(query), key: turned(key), value };
    const [attended, sums] = attentionForward(f, this.#shape, this.#ofAllTokens(own));
    const output = this.#product(attended, this.#weight('output'), [
      [2, 0],
      [3, 1],
    ]);
    const middle = f.binary('add', input, f.constrain(output, this.#shape.between));
    return { input, normal1, ...own, attended, sums, middle };
  }

  #feedForward(
    middle: TextValue,
  ): Pick<LayerValues, 'normal2' | 'wide' | 'inner' | keyof Routing> & { readonly result: TextValue } {
    const f = this.#f;
    const normal2 = this.#normal(middle, 'norm2');
    const operand = f.constrain(normal2, this.#shape.whole);
    if (this.#experts !== null) {
      const routing = this.#experts.route(operand);
      const wide = this.#experts.expand(routing.routed);
      const inner = this.#activate(wide);
      const output = this.#experts.contract(inner, routing.gates);
      const result = f.binary('add', middle, f.constrain(output, this.#shape.between));
      return { normal2, ...routing, wide, inner, result };
    }
    const wide = f.constrain(this.#product(operand, this.#weight('expand'), [[2, 0]]), this.#byWide);
    const inner = f.convert(this.#activate(wide), this.#shape.productType);
    const output = this.#product(inner, this.#weight('contract'), [[2, 0]]);
    const result = f.binary('add', middle, f.constrain(output, this.#shape.between));
    return { normal2, wide, inner, result };
  }

  /**
   * @param gradient of the result.
   * @param take operands of the gradients of weights.
   * @returns the gradient of the input.
   */
  backward(values: LayerValues, gradient: TextValue, take: OperandSink): TextValue {
    const ofMiddle = this.#feedForwardBack(values, gradient, take);
    return this.#attentionBack(values, ofMiddle, take);
  }

  #feedForwardBack(values: LayerValues, gradient: TextValue, take: OperandSink): TextValue {
    const f = this.#f;
    const { middle, wide } = values;
    const whole = f.constrain(gradient, this.#shape.whole);
    if (this.#experts !== null) {
      const ofOperand = this.#expertsBack(this.#experts, values, whole, take);
      return this.#normBack(middle, 'norm2', f.constrain(ofOperand, this.#shape.between), gradient, take);
    }
    const ofInner = f.constrain(this.#product(whole, this.#weight('contract'), [[2, 1]]), this.#byInner);
    take('contract', whole);
    const ofWide = this.#activateBack(wide, ofInner);
    take('expand', ofWide);
    const ofNormal = this.#product(ofWide, this.#weight('expand'), [
      [2, 1],
      [3, 2],
    ]);
    return this.#normBack(middle, 'norm2', f.constrain(ofNormal, this.#shape.between), gradient, take);
  }

  #expertsBack(
    experts: Experts,
    { normal2, wide, inner, probabilities, gates }: LayerValues,
    gradient: TextValue,
    take: OperandSink,
  ): TextValue {
    const [ofInner, ofGates] = experts.contractBack(inner, gates!, gradient, take);
    const ofRouted = experts.expandBack(this.#activateBack(wide, ofInner), take);
    return experts.routeBack(probabilities!, { ofRouted, ofGates }, normal2.dtype, take);
  }

  #attentionBack(values: LayerValues, gradient: TextValue, take: OperandSink): TextValue {
    const f = this.#f;
    const { input, attended } = values;
    const whole = f.constrain(gradient, this.#shape.whole);
    const ofAttended = f.constrain(this.#product(whole, this.#weight('output'), [[2, 2]]), this.#byHead);
    take('output', whole);
    const own = attentionBackward(f, this.#shape, this.#ofAllTokens(values), {
      ...{ result: attended, sums: values.sums },
      gradient: ofAttended,
    });
    const turned = (x: TextValue): TextValue =>
      this.#rotation === null ? x : rotate(f, x, this.#rotation, true);
    const ofProjected = this.#joined({
      query: turned(own.query),
      key: turned(scatterTokens(f, this.#shape, own.key)),
      value: scatterTokens(f, this.#shape, own.value),
    });
    take('project', ofProjected);
    const ofNormal = this.#product(ofProjected, this.#weight('project'), [
      [2, 1],
      [3, 2],
      [4, 3],
    ]);
    return this.#normBack(input, 'norm1', f.constrain(ofNormal, this.#shape.between), gradient, take);
  }

  #normBack(
    x: TextValue,
    name: string,
    gradient: TextValue,
    beside: TextValue,
    take: OperandSink,
  ): TextValue {
    const f = this.#f;
    const [own, scaled] = normBackward(f, x, this.#weight(name), gradient);
    take(name, widthGradient(f, this.#shape, scaled));
    return f.binary('add', beside, own);
  }

  #normal(x: TextValue, name: string): TextValue {
    // Products use it, in their type.
    return this.#f.convert(normForward(this.#f, x, this.#weight(name)), this.#shape.productType);
  }

  /** With the keys and values of the other parts of a sequence. */
  #ofAllTokens({ query, key, value }: AttentionInputs): AttentionInputs {
    const gathered = (x: TextValue): TextValue => gatherTokens(this.#f, this.#shape, x);
    return { query, key: gathered(key), value: gathered(value) };
  }

  /** The queries, keys and values of each group of heads. */
  #parts(projected: TextValue): readonly [query: TextValue, key: TextValue, value: TextValue] {
    const f = this.#f;
    const [rows, tokens, groups, count, width] = projected.shape;
    const part = (from: number, to: number): TextValue =>
      f.reshape(f.slice(projected, 3, from, to), [rows, tokens, groups * (to - from), width]);
    return [part(0, count - 2), part(count - 2, count - 1), part(count - 1, count)];
  }

  /** The inverse of {@link #parts}. */
  #joined({ query, key, value }: AttentionInputs): TextValue {
    const f = this.#f;
    const { groups } = this.#shape;
    const apart = (x: TextValue): TextValue => {
      const [rows, tokens, heads, width] = x.shape;
      return f.reshape(x, [rows, tokens, groups, heads / groups, width]);
    };
    return f.concatenate([query, key, value].map(apart), 3);
  }

  /** SiLU of the gate times the rest, or GELU by the hyperbolic tangent. */
  #activate(wide: TextValue): TextValue {
    const f = this.#f;
    const [up, gate] = this.#halves(wide);
    if (gate !== null) return f.binary('multiply', f.binary('multiply', gate, f.unary('logistic', gate)), up);
    const half = f.binary('multiply', up, f.filled(0.5, up));
    return f.binary('multiply', half, f.binary('add', f.filled(1, up), this.#tanhOf(up)));
  }

  #halves(wide: TextValue): readonly [up: TextValue, gate: TextValue | null] {
    const f = this.#f;
    const [rows, tokens, count, ffn] = wide.shape;
    const half = (at: number): TextValue => f.reshape(f.slice(wide, 2, at, at + 1), [rows, tokens, ffn]);
    return count === 1 ? [f.reshape(wide, [rows, tokens, ffn]), null] : [half(1), half(0)];
  }

  #tanhOf(x: TextValue): TextValue {
    const f = this.#f;
    const cube = f.binary('multiply', x, f.binary('multiply', x, x));
    const bent = f.binary('add', x, f.binary('multiply', f.filled(0.044715, x), cube));
    return f.unary('tanh', f.binary('multiply', f.filled(0.7978845608, x), bent));
  }

  /** The gradients of the gate and the rest, side by side. */
  #activateBack(wide: TextValue, gradient: TextValue): TextValue {
    const f = this.#f;
    const [up, gate] = this.#halves(wide);
    const [rows, tokens, , ffn] = wide.shape;
    const apart = (x: TextValue): TextValue => f.reshape(x, [rows, tokens, 1, ffn]);
    const one = f.filled(1, up);
    if (gate !== null) {
      const slope = f.unary('logistic', gate);
      const silu = f.binary('multiply', gate, slope);
      const rest = f.binary('multiply', gate, f.binary('subtract', one, slope));
      const derivative = f.binary('multiply', slope, f.binary('add', one, rest));
      const ofSilu = f.binary('multiply', gradient, up);
      const ofGate = f.binary('multiply', ofSilu, derivative);
      return f.concatenate([apart(ofGate), apart(f.binary('multiply', gradient, silu))], 2);
    }
    const half = f.filled(0.5, up);
    const tanh = this.#tanhOf(up);
    const square = f.binary('multiply', up, up);
    const slope = f.binary(
      'multiply',
      f.filled(0.7978845608, up),
      f.binary('add', one, f.binary('multiply', f.filled(0.134145, up), square)),
    );
    const bend = f.binary('multiply', f.binary('subtract', one, f.binary('multiply', tanh, tanh)), slope);
    const derivative = f.binary(
      'multiply',
      half,
      f.binary('add', f.binary('add', one, tanh), f.binary('multiply', up, bend)),
    );
    return apart(f.binary('multiply', gradient, derivative));
  }

  #product(x: TextValue, y: TextValue, contract: readonly (readonly [number, number])[]): TextValue {
    return product(this.#f, this.#shape, x, y, contract);
  }

  #weight(name: string): TextValue {
    const value = this.#weights.get(name);
    if (value === undefined) throw new Error(`a layer has no weight '${name}'`);
    return value;
  }
}

/** The weights of a function, as they are used: parts that FSDP keeps apart are gathered. */
export function usedWeights(
  f: FunctionText,
  weights: readonly Weight[],
  values: readonly TextValue[],
): LayerWeights {
  return new Map(weights.map(({ name, used }, i) => [name, f.constrain(values[i], used)]));
}

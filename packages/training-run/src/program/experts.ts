import type { DimAxes, FunctionText, TextValue } from './function-text.ts';
import { product } from './products.ts';
import type { TransformerShape } from './transformer-shape.ts';
import type { OperandSink } from './weight-gradients.ts';

/** Tokens at their experts. */
export interface Routing {
  /** Of each expert, by token. */
  readonly probabilities: TextValue;
  /** By expert, the tokens that go there. */
  readonly routed: TextValue;
  /** By expert, the probabilities of these tokens. */
  readonly gates: TextValue;
}

/** The gradients of {@link Routing}. */
export interface RoutingGradients {
  readonly ofRouted: TextValue;
  readonly ofGates: TextValue;
}

/** Writes a router and the way of tokens to the experts of a layer and back, each an all-to-all where groups have different ones. */
export class Experts {
  readonly #f: FunctionText;
  readonly #shape: TransformerShape;
  readonly #weight: (name: string) => TextValue;

  constructor(f: FunctionText, shape: TransformerShape, weight: (name: string) => TextValue) {
    this.#f = f;
    this.#shape = shape;
    this.#weight = weight;
  }

  /** Sends each token to its experts. */
  route(operand: TextValue): Routing {
    const f = this.#f;
    const { experts, expertsPerToken } = this.#shape.run.model;
    const logits = f.convert(product(f, this.#shape, operand, this.#weight('router'), [[2, 0]]), 'f32');
    const largest = f.broadcast(f.reduce(logits, [2], 'maximum'), [0, 1], logits.shape);
    const powers = f.unary('exponential', f.binary('subtract', logits, largest));
    const sum = f.broadcast(f.reduce(powers, [2], 'add'), [0, 1], logits.shape);
    const probabilities = f.binary('divide', powers, sum);
    const chosen =
      expertsPerToken === experts ? probabilities : f.slice(probabilities, 2, 0, expertsPerToken);
    return {
      probabilities,
      routed: this.#dispatch(this.#copied(operand)),
      gates: this.#dispatch(f.convert(chosen, operand.dtype)),
    };
  }

  /** The first product of each expert. */
  expand(routed: TextValue): TextValue {
    const wide = product(this.#f, this.#shape, routed, this.#weight('expand'), [[2, 1]], [[0, 0]]);
    return this.#f.constrain(wide, this.#atExperts([], ['tensor']));
  }

  /** The second product of each expert, brought back to the tokens and added. */
  contract(inner: TextValue, gates: TextValue): TextValue {
    const f = this.#f;
    const results = product(
      f,
      this.#shape,
      gated(f, inner, gates),
      this.#weight('contract'),
      [[2, 1]],
      [[0, 0]],
    );
    return this.#collected(results);
  }

  /** @returns the gradient of the values between the products, and of the probabilities of tokens. */
  contractBack(
    inner: TextValue,
    gates: TextValue,
    gradient: TextValue,
    take: OperandSink,
  ): readonly [ofInner: TextValue, ofGates: TextValue] {
    const f = this.#f;
    const own = this.#dispatch(this.#copied(gradient));
    const ofGated = f.constrain(
      product(f, this.#shape, own, this.#weight('contract'), [[2, 2]], [[0, 0]]),
      this.#atExperts(['tensor']),
    );
    take('contract', own);
    const ofGates = f.reduce(f.binary('multiply', inner, ofGated), [2], 'add');
    return [gated(f, ofGated, gates), f.constrain(ofGates, this.#atExperts())];
  }

  /** @returns the gradient of the tokens at their experts. */
  expandBack(ofWide: TextValue, take: OperandSink): TextValue {
    take('expand', ofWide);
    const pairs = [
      [2, 2],
      [3, 3],
    ] as const;
    return product(this.#f, this.#shape, ofWide, this.#weight('expand'), pairs, [[0, 0]]);
  }

  /** @param dtype of the operand of {@link route}. @returns its gradient. */
  routeBack(
    probabilities: TextValue,
    { ofRouted, ofGates }: RoutingGradients,
    dtype: string,
    take: OperandSink,
  ): TextValue {
    const f = this.#f;
    const [rows, tokens, experts] = probabilities.shape;
    const ofChosen = f.convert(this.#combine(ofGates), 'f32');
    const others = experts - ofChosen.shape[2];
    const zeros = { shape: [rows, tokens, others], dtype: 'f32' };
    const own = others === 0 ? ofChosen : f.concatenate([ofChosen, f.filled(0, zeros)], 2);
    const along = f.reduce(f.binary('multiply', own, probabilities), [2], 'add');
    const slope = f.binary('subtract', own, f.broadcast(along, [0, 1], own.shape));
    const ofLogits = f.convert(f.binary('multiply', probabilities, slope), dtype);
    take('router', ofLogits);
    const ofOperand = product(f, this.#shape, ofLogits, this.#weight('router'), [[2, 1]]);
    return f.binary('add', ofOperand, this.#collected(ofRouted));
  }

  /** A copy of each token for each of its experts. */
  #copied(x: TextValue): TextValue {
    const [rows, tokens, hidden] = x.shape;
    const { expertsPerToken } = this.#shape.run.model;
    return this.#f.broadcast(x, [0, 1, 3], [rows, tokens, expertsPerToken, hidden]);
  }

  /** The sums of what experts give for each token. */
  #collected(results: TextValue): TextValue {
    const whole = this.#f.constrain(results, this.#atExperts([]));
    return this.#f.reduce(this.#combine(whole), [2], 'add');
  }

  /** From tokens, each with its experts, to experts, each with its tokens. */
  #dispatch(x: TextValue): TextValue {
    const f = this.#f;
    const { expert, microbatch, model } = this.#shape.run;
    const { groups, capacity, tokens } = this.#shape.slots;
    const [, each, count, ...width] = x.shape;
    const apart = f.constrain(
      f.reshape(x, [groups, expert, microbatch, each, count, ...width]),
      this.#byDevice(4 + width.length),
    );
    const parts = f.reshape(apart, [groups, expert, capacity, model.experts, ...width]);
    const here = f.constrain(parts, this.#byDevice(3 + width.length));
    const there = f.constrain(here, this.#byExpert(2 + width.length));
    const turned = f.transpose(there, [3, 0, 1, 2, ...width.map((_, i) => 4 + i)]);
    const axes = width.map((): readonly string[] => []);
    return f.constrain(f.reshape(turned, [model.experts, tokens, ...width]), this.#atExperts(...axes));
  }

  /** The inverse of {@link #dispatch}. */
  #combine(x: TextValue): TextValue {
    const f = this.#f;
    const { expert, microbatch, model } = this.#shape.run;
    const { groups, capacity } = this.#shape.slots;
    const [experts, , ...width] = x.shape;
    const apart = f.reshape(x, [experts, groups, expert, capacity, ...width]);
    const turned = f.transpose(apart, [1, 2, 3, 0, ...width.map((_, i) => 4 + i)]);
    const there = f.constrain(turned, this.#byExpert(2 + width.length));
    const here = f.constrain(there, this.#byDevice(3 + width.length));
    const each = this.#shape.tokens;
    const parts = f.constrain(
      f.reshape(here, [groups, expert, microbatch, each, model.expertsPerToken, ...width]),
      this.#byDevice(4 + width.length),
    );
    return f.reshape(parts, [this.#shape.rows, each, model.expertsPerToken, ...width]);
  }

  /** Of devices that have tokens, and so many more dimensions. */
  #byDevice(others: number): DimAxes {
    return [this.#shape.groupAxes, ['expert'], ...Array.from({ length: others - 1 }, () => [])];
  }

  /** Of devices that have experts, and so many more dimensions. */
  #byExpert(others: number): DimAxes {
    return [this.#shape.groupAxes, [], [], ['expert'], ...Array.from({ length: others - 2 }, () => [])];
  }

  /** Of experts, their tokens, and other dimensions. */
  #atExperts(...others: DimAxes): DimAxes {
    return [['expert'], this.#shape.groupAxes, ...others];
  }
}

/** Values of experts, each token's by its probability. */
export function gated(f: FunctionText, inner: TextValue, gates: TextValue): TextValue {
  return f.binary('multiply', inner, f.broadcast(gates, [0, 1], inner.shape));
}

/** The outer products of the tokens of each expert added, apart for each copy of the gradient. */
export function expertGradient(
  f: FunctionText,
  shape: TransformerShape,
  x: TextValue,
  gradient: TextValue,
): TextValue {
  const copies = shape.expertCopies;
  if (copies === 1) return product(f, shape, x, gradient, [[1, 1]], [[0, 0]]);
  const apart = (value: TextValue): TextValue => {
    const [experts, tokens, ...others] = value.shape;
    return f.reshape(value, [experts, copies, tokens / copies, ...others]);
  };
  const batch = [
    [1, 1],
    [0, 0],
  ] as const;
  return product(f, shape, apart(x), apart(gradient), [[2, 2]], batch);
}

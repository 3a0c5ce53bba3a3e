import { tensorOf } from '@shardform/dialect-stablehlo';
import { type Context, gapText, type Operation, type Tensor, type Value } from '@shardform/ir-core';
import { activeValues, capturedValues, isDifferentiable, usedValues } from './activity.ts';
import { DifferentiationError } from './differentiation-error.ts';
import type { GradientBuilder } from './gradient-builder.ts';
import { gradientRule, type GradientInput } from './gradient-rule.ts';

/** Goes through operations in reverse order and creates those of the gradients, at the builder's insertion point. */
export class ReversePass {
  readonly #context: Context;
  readonly #build: GradientBuilder;

  constructor(context: Context, build: GradientBuilder) {
    this.#context = context;
    this.#build = build;
  }

  /**
   * The gradients of `sources` from those of `outputs`; `null` for those that no output depends on.
   *
   * @param ops in program order. @throws DifferentiationError that names the first operation without a gradient.
   */
  readonly run: GradientInput['differentiate'] = (ops, outputs, sources) => {
    const active = activeValues(ops, sources);
    const gradients = new Map<Value, Tensor>();
    for (const [value, gradient] of outputs) this.#accumulate(gradients, value, gradient);
    for (const op of [...ops].reverse()) this.#differentiate(op, active, gradients);
    return sources.map((source) => gradients.get(source) ?? null);
  };

  #differentiate(op: Operation, active: ReadonlySet<Value>, gradients: Map<Value, Tensor>): void {
    const results = op.results.map((value) => (active.has(value) ? (gradients.get(value) ?? null) : null));
    if (results.every((gradient) => gradient === null)) return;
    for (const value of usedValues(op)) {
      if (active.has(value) && !isDifferentiable(value)) throw untraceable(value, op);
    }
    const rule = this.#context.query(gradientRule, op);
    if (rule === undefined) {
      const reason = gapText(this.#context, 'gradient', op.definition);
      throw new DifferentiationError(op, `has no rule of differentiation${reason}`);
    }
    // A rule may replace the operation.
    const operands = op.operandValues();
    const captured = capturedValues(op)
      .filter((value) => active.has(value))
      .map((value) => tensorOf(value));
    const isWanted = operands.map((value) => active.has(value));
    const { builder } = this.#build;
    const outer = builder.location;
    builder.location = op.location;
    const own = rule({
      results,
      get result() {
        const [first] = results;
        if (first == null) throw new Error(`nothing depends on the first result of '${op.name}'`);
        return first;
      },
      ...{ isWanted, captured, build: this.#build, differentiate: this.run },
    });
    builder.location = outer;
    if (typeof own === 'string') throw new DifferentiationError(op, own);
    if (captured.length > 0 && own.length < operands.length + captured.length)
      throw new DifferentiationError(
        op,
        'has no gradient for the values from outside that its regions use; pass them as operands',
      );
    const wanted = [...isWanted, ...captured.map(() => true)];
    [...operands, ...captured].forEach((value, i) => {
      if (wanted[i] === true) this.#accumulate(gradients, value, own[i] ?? null);
    });
  }

  #accumulate(gradients: Map<Value, Tensor>, value: Value, gradient: Tensor | null): void {
    if (gradient === null) return;
    if (gradient.type !== value.type)
      throw new Error(`a gradient of type '${String(gradient.type)}' for a value of '${String(value.type)}'`);
    const before = gradients.get(value);
    gradients.set(value, before === undefined ? gradient : this.#build.add(before, gradient));
  }
}

function untraceable(value: Value, user: Operation): DifferentiationError {
  return new DifferentiationError(
    user,
    `has no gradient: its operand of type '${String(value.type)}' depends on an argument, and only tensors of floating-point or complex numbers of static shapes have gradients`,
  );
}

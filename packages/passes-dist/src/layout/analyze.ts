import { PlacedTensorType } from '@shardform/dialect-dist';
import {
  type Block,
  checkInterruptAfter,
  type Context,
  type Operation,
  STEPS_PER_OPERATION,
  type Value,
  zip,
} from '@shardform/ir-core';
import type { Grid, Layout, Layouts } from './layout.ts';
import { type OpRule, ruleOf } from './op-rule.ts';

/** The layout of an argument; `null` along an axis lets its first use decide. */
export type ArgumentLayouts = readonly (Layout | null)[];

/** Chooses the layout of arguments that no use determines. */
export type ArgumentChoice = (argument: Value, axis: number, op: Operation, operand: number) => Layout | null;

/** The layouts of a program's values on a grid, and those that each operation needs of its operands. */
export interface Layouting {
  readonly grid: Grid;
  /** The layouts in which values are computed. */
  readonly values: ReadonlyMap<Value, Layouts>;
  /** The layouts that an operation needs, by operand. */
  readonly required: ReadonlyMap<Operation, readonly Layouts[]>;
}

/**
 * Propagates layouts forward through a block, operation by operation, given the layouts of its arguments. A dimension
 * that is split in one operand is split in all results and operands that share its factor, if possible; otherwise the
 * split dimensions are gathered first. Partial values pass through sums and are reduced before anything else.
 */
export function analyzeLayouts(
  block: Block,
  grid: Grid,
  argumentLayouts: readonly ArgumentLayouts[],
  context: Context,
  choose: ArgumentChoice = () => null,
): Layouting {
  const analysis = new Analysis(grid, context, choose);
  zip(block.arguments, argumentLayouts).forEach(([argument, argumentLayout]) =>
    analysis.begin(argument, argumentLayout),
  );
  for (const op of block) if (!op.definition.isTerminator) analysis.visit(op);
  return { grid, values: analysis.finish(), required: analysis.required };
}

class Analysis {
  readonly required = new Map<Operation, Layouts[]>();
  readonly #grid: Grid;
  readonly #context: Context;
  readonly #choose: ArgumentChoice;
  readonly #values = new Map<Value, (Layout | null)[]>();

  constructor(grid: Grid, context: Context, choose: ArgumentChoice) {
    this.#grid = grid;
    this.#context = context;
    this.#choose = choose;
  }

  begin(argument: Value, layouts: ArgumentLayouts): void {
    this.#values.set(argument, [...layouts]);
  }

  /** Replicates values whose layout is undetermined. */
  finish(): ReadonlyMap<Value, Layouts> {
    const layouts = new Map<Value, Layouts>();
    for (const [value, own] of this.#values)
      layouts.set(
        value,
        own.map((layout) => layout ?? 'whole'),
      );
    return layouts;
  }

  visit(op: Operation): void {
    checkInterruptAfter(10 * STEPS_PER_OPERATION);
    const rule = ruleOf(op, this.#context);
    const operands = op.operands.map(() => new Array<Layout>(this.#grid.axes.length).fill('whole'));
    const results = op.results.map(() => new Array<Layout>(this.#grid.axes.length).fill('whole'));
    const used = new Set<string>();
    if (rule !== null) {
      this.#grid.axes.forEach((_, axis) => this.#visitAxis(op, rule, axis, operands, results, used));
    }
    zip(op.operands, operands).forEach(([{ value }, operand]) => this.#settle(value, operand));
    this.required.set(op, operands);
    zip(op.results, results).forEach(([result, layouts]) => this.#values.set(result, layouts));
  }

  #visitAxis(
    op: Operation,
    rule: OpRule,
    axis: number,
    operands: Layout[][],
    results: Layout[][],
    used: Set<string>,
  ): void {
    const own = op.operands.map(({ value }) => this.#values.get(value)?.[axis] ?? null);
    const factor = this.#dividedFactor(op, rule, axis, own, used);
    if (factor !== null) {
      used.add(factor);
      zip(rule.operands, operands).forEach(([factors, operand]) => {
        const dim = factors.indexOf(factor);
        if (dim >= 0) operand[axis] = dim;
      });
      zip(rule.results, results).forEach(([factors, result]) => {
        const dim = factors.indexOf(factor);
        result[axis] = dim >= 0 ? dim : 'partial';
      });
      return;
    }
    const isAllPartial = own.length > 0 && own.every((layout) => layout === 'partial');
    if (!rule.isLinear || !isAllPartial) return;
    operands.forEach((operand) => (operand[axis] = 'partial'));
    results.forEach((result) => (result[axis] = 'partial'));
  }

  /** The factor along which the operation is divided, or `null`. */
  #dividedFactor(
    op: Operation,
    rule: OpRule,
    axis: number,
    own: readonly (Layout | null)[],
    used: ReadonlySet<string>,
  ): string | null {
    for (const [layout, operand] of zip(own, rule.operands)) {
      if (typeof layout !== 'number') continue;
      const factor = operand[layout] ?? null;
      if (factor !== null && this.#canDivide(op, rule, axis, own, factor, used)) return factor;
    }
    for (const [i, [layout, operand]] of zip(own, rule.operands).entries()) {
      if (layout !== null) continue;
      const chosen = this.#choose(op.getOperand(i), axis, op, i);
      const factor = typeof chosen === 'number' ? (operand[chosen] ?? null) : null;
      if (factor !== null && this.#canDivide(op, rule, axis, own, factor, used)) return factor;
    }
    return null;
  }

  /** Returns whether every operand with the factor is split along it already, or still undetermined. */
  #canDivide(
    op: Operation,
    rule: OpRule,
    axis: number,
    own: readonly (Layout | null)[],
    factor: string,
    used: ReadonlySet<string>,
  ): boolean {
    if (used.has(factor)) return false;
    const { size } = this.#grid.axes[axis]!;
    if ((rule.sizes?.get(factor) ?? 0) % size !== 0) return false;
    const dividesResults = op.results.every(({ type }, i) => {
      const dim = rule.results[i]!.indexOf(factor);
      return dim < 0 || (type instanceof PlacedTensorType && type.dimSize(dim) % size === 0);
    });
    if (!dividesResults) return false;
    return op.operands.every(({ value }, i) => {
      const dim = rule.operands[i]!.indexOf(factor);
      if (dim < 0) return true;
      const divides = value.type instanceof PlacedTensorType && value.type.dimSize(dim) % size === 0;
      return divides && (own[i] === dim || own[i] === null);
    });
  }

  /** An argument lies as its first use needs it. */
  #settle(value: Value, needed: readonly Layout[]): void {
    const own = this.#values.get(value);
    if (own === undefined) throw new Error('a value is used before it is defined');
    own.forEach((layout, axis) => {
      if (layout === null) own[axis] = needed[axis]!;
    });
  }
}

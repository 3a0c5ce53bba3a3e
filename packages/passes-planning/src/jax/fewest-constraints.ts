import { type Context, Interrupted, type ModuleOp } from '@shardform/ir-core';
import type { AnnotableValue, AnnotatedProgram } from './annotated-program.ts';
import { type PartitionedProgram, partitionedProgram } from './partitioned-program.ts';

/** The constraints that make propagation reproduce a plan. */
export interface Constraints {
  /** In the order of the program. */
  readonly values: readonly AnnotableValue[];
  /** Whether the annotated program has exactly the collectives of the plan. */
  readonly isExact: boolean;
  /** Whether none of them can be left out: no group of like values, and no value alone. */
  readonly isLeast: boolean;
}

/**
 * Returns the fewest constraints found with which a program is partitioned to the collectives of a plan: constraints are left
 * out, those of the cheapest operations first, many at once, as long as the collectives stay the same, and propagation splits
 * what products, reductions and their likes use and make as before: XLA's partitioner goes by that. If constraints on all values
 * don't reproduce the plan, the result is partitioned as that program is.
 *
 * @param planned the program with the shardings of the plan.
 * @param most so many programs are partitioned.
 */
export function fewestConstraints(
  program: AnnotatedProgram,
  planned: ModuleOp,
  context: Context,
  most: number,
): Constraints {
  const search = new ConstraintSearch(program, context, most);
  try {
    return search.run(partitionedProgram(planned, context));
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    return search.found(false);
  }
}

class ConstraintSearch {
  readonly #program: AnnotatedProgram;
  readonly #context: Context;
  readonly #kept: Set<AnnotableValue>;
  #target: PartitionedProgram | null = null;
  #isExact = false;
  #left: number;

  constructor(program: AnnotatedProgram, context: Context, most: number) {
    this.#program = program;
    this.#context = context;
    this.#left = most;
    this.#kept = new Set(program.values);
  }

  run(planned: PartitionedProgram | null): Constraints {
    this.#target = this.#partitioned(this.#kept);
    this.#isExact = planned !== null && this.#target?.collectives === planned.collectives;
    // XLA's partitioner needs those of operands, even where ours does without.
    const groups = groupsOf(this.#program.values.filter(({ operand }) => operand === null));
    this.#leaveOut(groups);
    const alone = [...this.#kept].flatMap((value) => (value.operand === null ? [[value]] : []));
    if (this.#left > alone.length) this.#leaveOut(alone);
    return this.found(this.#left > 0);
  }

  found(isLeast: boolean): Constraints {
    const values = this.#program.values.filter((value) => this.#kept.has(value));
    return { values, isExact: this.#isExact, isLeast };
  }

  /** Leaves out all groups if the program is partitioned as before; otherwise each half in turn. */
  #leaveOut(groups: readonly (readonly AnnotableValue[])[]): void {
    if (groups.length === 0 || this.#left <= 0) return;
    const dropped = groups.flat();
    const others = new Set([...this.#kept].filter((value) => !dropped.includes(value)));
    if (isSame(this.#partitioned(others), this.#target)) {
      for (const value of dropped) this.#kept.delete(value);
      return;
    }
    if (groups.length === 1) return;
    const half = Math.ceil(groups.length / 2);
    this.#leaveOut(groups.slice(0, half));
    this.#leaveOut(groups.slice(half));
  }

  #partitioned(values: ReadonlySet<AnnotableValue>): PartitionedProgram | null {
    this.#left--;
    return partitionedProgram(this.#program.with(values), this.#context);
  }
}

function isSame(a: PartitionedProgram | null, b: PartitionedProgram | null): boolean {
  return a?.collectives === b?.collectives && a?.shardings === b?.shardings;
}

/** Values that repeated layers have alike, the cheapest operations first. */
function groupsOf(values: readonly AnnotableValue[]): AnnotableValue[][] {
  const groups = new Map<string, AnnotableValue[]>();
  for (const value of values) {
    const { op, sharding } = value;
    const key = [op.name, sharding.text, ...op.operandValues().map(({ type }) => type.id)].join(' ');
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [value]);
    else known.push(value);
  }
  return [...groups.values()].sort((a, b) => workOf(a[0]!) - workOf(b[0]!));
}

/** The order in which operations lose their constraints. */
const WORK: readonly string[] = ['stablehlo.reduce', 'stablehlo.dot_general', 'stablehlo.convolution'];

function workOf({ op }: AnnotableValue): number {
  return WORK.indexOf(op.name);
}

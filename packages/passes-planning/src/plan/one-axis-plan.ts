import { checkInterrupt, RankedTensorType, SymbolRefAttr, type Value } from '@shardform/ir-core';
import { setValueAttr } from '@shardform/dialect-func';
import { setSharding, SHARDING } from '@shardform/dialect-sdy';
import { type DimSplits, shardingOf, unsplit } from '../problem/dim-splits.ts';
import { PlanningError } from '../problem/planning-error.ts';
import type { Plan, PlanOptions } from './make-plan.ts';
import { MeshPlanning } from './mesh-planning.ts';
import type { ProgramOnMesh } from './program-on-mesh.ts';
import type { PlannedProgram } from './simulated-plans.ts';

/** So many annotations of all arguments are tried one by one; of more, arguments are improved in turn. */
const MOST_EXHAUSTIVE = 300;

/**
 * Splits one dimension of each argument or none, along the first axis of the mesh that has several devices, and leaves
 * everything else to propagation: the space of tt-mlir's automatic sharding, judged by simulation. All annotations are
 * tried where they are few; otherwise arguments are improved one after the other, from nothing split.
 *
 * @throws PlanningError where the program can't be partitioned.
 * @throws Interrupted
 */
export function oneAxisPlan(program: ProgramOnMesh, options: PlanOptions): Plan {
  return new OneAxisPlanning(program, options).run();
}

class OneAxisPlanning {
  readonly #planning: MeshPlanning;
  readonly #options: PlanOptions;
  readonly #args: readonly Value[];
  readonly #ways: readonly (readonly DimSplits[])[];
  readonly #tried = new Map<string, PlannedProgram | null>();

  constructor(program: ProgramOnMesh, options: PlanOptions) {
    this.#planning = new MeshPlanning(program, false);
    this.#options = options;
    const { axes } = program.mesh.mesh;
    const axis = axes.findIndex(({ size }) => size > 1);
    this.#args = this.#planning.problem.func.entry.arguments;
    this.#ways = this.#args.map(({ type }) => {
      const shape = type instanceof RankedTensorType ? type.shape : [];
      const whole = unsplit(shape.length);
      const isEven = (size: number): boolean => axis >= 0 && size > 0 && size % axes[axis]!.size === 0;
      const split = shape.flatMap((size, dim) =>
        isEven(size) ? [whole.map((own, other) => (other === dim ? [axis] : own))] : [],
      );
      return [whole, ...split];
    });
  }

  run(): Plan {
    const count = this.#ways.reduce((product, { length }) => product * length, 1);
    const start = this.#ways.map(() => 0);
    if (this.#trial(start) === null) throw new PlanningError(null, this.#planning.plans.refusal);
    if (count <= MOST_EXHAUSTIVE) this.#tryAll([]);
    else this.#descend(start);
    const simulated = [...this.#tried.values()].flatMap((own) => own ?? []);
    const tried = simulated.sort((a, b) => secondsOf(a) - secondsOf(b));
    const limit = this.#options.memory ?? Infinity;
    const fitting = tried.find(({ facts }) => (facts.memory?.bytes ?? Infinity) <= limit);
    this.#planning.addLayouts(() => this.#options.isOver?.() === true);
    return {
      ...{ program: this.#planning.program, planning: this.#planning },
      best: fitting ?? tried[0]!,
      fits: fitting !== undefined,
      tried: tried.slice(0, 10),
    };
  }

  #tryAll(ways: readonly number[]): void {
    if (this.#options.isOver?.() === true) return;
    const next = this.#ways[ways.length];
    if (next === undefined) this.#trial(ways);
    else for (const way of next.keys()) this.#tryAll([...ways, way]);
  }

  #descend(start: readonly number[]): void {
    let current = [...start];
    for (let isBetter = true; isBetter;) {
      isBetter = false;
      for (const [argument, ways] of this.#ways.entries()) {
        for (const way of ways.keys()) {
          if (this.#options.isOver?.() === true) return;
          const other = current.map((own, i) => (i === argument ? way : own));
          if (secondsOf(this.#trial(other)) >= secondsOf(this.#trial(current))) continue;
          current = other;
          isBetter = true;
        }
      }
    }
  }

  #trial(ways: readonly number[]): PlannedProgram | null {
    checkInterrupt();
    const key = ways.join();
    let known = this.#tried.get(key);
    if (known === undefined) this.#tried.set(key, (known = this.#simulate(ways)));
    return known;
  }

  #simulate(ways: readonly number[]): PlannedProgram | null {
    const { mesh, ties, context } = this.#planning.program;
    const sharding = (argument: number) =>
      shardingOf(this.#ways[argument]![ways[argument]!]!, mesh.mesh, SymbolRefAttr.get(mesh.name));
    for (const [argument, value] of this.#args.entries())
      if (this.#ways[argument]!.length > 1) setSharding(value, sharding(argument), context);
    for (const { result, argument } of ties)
      if (this.#ways[argument]!.length > 1)
        setValueAttr(this.#planning.problem.func, 'res_attrs', result, SHARDING, sharding(argument));
    return this.#planning.plans.asIs();
  }
}

function secondsOf(program: PlannedProgram | null): number {
  return program?.facts.time?.seconds ?? Infinity;
}

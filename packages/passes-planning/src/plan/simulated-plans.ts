import { type FuncOp, setValueAttr } from '@shardform/dialect-func';
import { setSharding, SHARDING } from '@shardform/dialect-sdy';
import { tripCount, WhileOp } from '@shardform/dialect-stablehlo';
import { copyOf } from '@shardform/inspect';
import { type ModuleOp, type Operation, parsePipeline, runPasses, SymbolRefAttr } from '@shardform/ir-core';
import { type CostedCollective, type Facts, measureStages, partitionOn } from '@shardform/study';
import { type DimSplits, shardingOf } from '../problem/dim-splits.ts';
import { entryOf } from '../problem/program-function.ts';
import type { ShardingProblem } from '../problem/sharding-problem.ts';
import { applyPlan } from './apply-plan.ts';
import type { Candidate, ModelledCost } from './candidate.ts';
import { closeSignature } from './closed-signature.ts';
import type { ProgramOnMesh } from './program-on-mesh.ts';
import { pinUses } from './pin-uses.ts';

/** A program whose shardings are chosen, simulated. */
export interface PlannedProgram {
  /** What was simulated. */
  readonly module: ModuleOp;
  /** The same with a sharding of each value. */
  readonly planned: ModuleOp;
  readonly facts: Facts;
  readonly collectives: readonly CostedCollective[];
  /** `null` for the program as it is written. */
  readonly model: ModelledCost | null;
  /** Whether operands are constrained, too, because the partitioner would divide operations in other ways. */
  readonly pinsUses: boolean;
}

/** Of programs of more operations, plans are simulated once, with constrained operands. */
const MOST_TWICE = 3000;

/** Of programs of up to so many operations, all plans are simulated with constrained operands, too. */
const SMALL = 100;

/** Of one that is slower than estimated by this factor the partitioner divides operations in another way. */
const SLOWER = 1.001;

/** A program with shardings that are written into it, partitioned and simulated. Nothing is simulated twice. */
export class SimulatedPlans {
  /** Plans are written into it, one after the other. */
  readonly func: FuncOp;
  /** Number of operations of the program without calls; of those that loops repeat, a part for each repetition. */
  readonly operations: number;
  /** Why the last program that could not be simulated could not. */
  refusal = 'the program cannot be partitioned';
  /** The same without repetitions. */
  readonly #partitioned: number;
  readonly #program: ProgramOnMesh;
  readonly #module: ModuleOp;
  readonly #written: ModuleOp;
  readonly #pinsUses: boolean;
  readonly #memory: number;
  /** Whether constrained operands made the last plan faster that was simulated with them. */
  #mayPin = true;
  /** By choices; the program as it is written has none. */
  readonly #known = new Map<string, PlannedProgram | null>();

  /**
   * @param pinsUses whether operands may be constrained, too, unless the program says how a plan is realized.
   * @param memory bytes that a device may hold.
   */
  constructor(program: ProgramOnMesh, pinsUses: boolean, memory = Infinity) {
    this.#program = program;
    this.#memory = memory;
    this.#pinsUses = pinsUses && program.realize === undefined;
    this.#module = copyOf(program.module);
    runPasses(
      this.#module,
      parsePipeline('builtin.module(inline,symbol-dce)', program.context),
      program.context,
    );
    this.func = entryOf(this.#module);
    this.#written = copyOf(this.#module);
    this.#partitioned = operationsOf(this.#module, 0);
    this.operations = operationsOf(this.#module, REPETITION);
  }

  /** The program without calls as it is written. */
  get written(): FuncOp {
    return entryOf(this.#written);
  }

  get all(): readonly PlannedProgram[] {
    return [...this.#known.values()].flatMap((own) => own ?? []);
  }

  /** Adds a program that was simulated otherwise, which is told instead of the plan of all values with its choices. */
  add(program: PlannedProgram & { readonly model: ModelledCost }): void {
    this.#known.set(program.model.choices.join(), program);
  }

  has({ model }: Candidate): boolean {
    return this.#known.has(model.choices.join());
  }

  /** Simulates the program as it is written; `null` where that can't be done. @throws Interrupted */
  ofWritten(): PlannedProgram | null {
    return this.#once('', () => this.#simulate(this.#written, null, false));
  }

  /** Simulates the program with the shardings that were written into it. @throws Interrupted */
  asIs(): PlannedProgram | null {
    return this.#simulateAsIs(null, null);
  }

  /**
   * Partitions and simulates the program with shardings of its arguments, and of what they become, alone.
   *
   * @param splits by argument; `null` for one that is no tensor.
   * @returns `null` where that can't be done.
   * @throws Interrupted
   */
  ofArguments(splits: readonly (DimSplits | null)[]): PlannedProgram | null {
    const { mesh, ties, context, realize } = this.#program;
    const module = copyOf(this.#written);
    const func = entryOf(module);
    const shardings = splits.map((own) => own && shardingOf(own, mesh.mesh, SymbolRefAttr.get(mesh.name)));
    for (const [argument, sharding] of shardings.entries())
      if (sharding !== null) setSharding(func.entry.getArgument(argument), sharding, context);
    for (const { result, argument } of ties) {
      const sharding = shardings[argument] ?? null;
      if (sharding !== null) setValueAttr(func, 'res_attrs', result, SHARDING, sharding);
    }
    return this.#simulate(realize?.(module) ?? module, null, false);
  }

  /** Partitions and simulates a plan; `null` where that can't be done. @throws Interrupted */
  of(problem: ShardingProblem, { model, estimate }: Candidate): PlannedProgram | null {
    return this.#once(model.choices.join(), () => this.#planned(problem, model, estimate.seconds));
  }

  #planned(problem: ShardingProblem, model: ModelledCost, estimated: number): PlannedProgram | null {
    const { mesh, ties, context } = this.#program;
    applyPlan(this.func, problem, model.choices, mesh, ties, context);
    if (!this.#pinsUses) return this.#simulateAsIs(problem, model);
    if (this.#partitioned > MOST_TWICE)
      return this.#simulatePinned(problem, model) ?? this.#simulateAsIs(problem, model);
    const plain = this.#simulateAsIs(problem, model);
    const isSmall = plain !== null && peakOf(plain) <= this.#memory;
    if (isSmall && secondsOf(plain) <= SLOWER * estimated) return plain;
    // Where constraints did not help a plan, they rarely help another one.
    if (isSmall && !this.#mayPin && this.#partitioned > SMALL) return plain;
    const pinned = this.#simulatePinned(problem, model);
    if (plain === null || pinned === null) return plain ?? pinned;
    if (!isSmall) return peakOf(pinned) <= Math.max(this.#memory, peakOf(plain)) ? pinned : plain;
    this.#mayPin = secondsOf(pinned) * SLOWER < secondsOf(plain);
    return this.#mayPin && peakOf(pinned) <= this.#memory ? pinned : plain;
  }

  #once(key: string, simulate: () => PlannedProgram | null): PlannedProgram | null {
    let known = this.#known.get(key);
    if (known === undefined) this.#known.set(key, (known = simulate()));
    return known;
  }

  #simulateAsIs(problem: ShardingProblem | null, model: ModelledCost | null): PlannedProgram | null {
    const { realize } = this.#program;
    const planned = realize === undefined ? copyOf(this.#module) : this.#pinned(problem, model);
    const found = this.#simulate(realize?.(planned) ?? planned, model, false);
    return found === null || model === null ? found : { ...found, planned };
  }

  #simulatePinned(problem: ShardingProblem, model: ModelledCost): PlannedProgram | null {
    return this.#simulate(this.#pinned(problem, model), model, true);
  }

  /** The program with the shardings that were written into it, and constraints on operands if they are those of a plan. */
  #pinned(problem: ShardingProblem | null, model: ModelledCost | null): ModuleOp {
    const unpin =
      problem === null || model === null ? null : pinUses(problem, model.choices, this.#program.mesh);
    const copy = copyOf(this.#module);
    unpin?.();
    return copy;
  }

  #simulate(module: ModuleOp, model: ModelledCost | null, pinsUses: boolean): PlannedProgram | null {
    const { context, machine } = this.#program;
    const { result: measured } = context.diagnostics.capture(() => {
      const { stages, run } = partitionOn(machine, module, context);
      const { propagated, collectives, local } = stages;
      if (local === null) return null;
      const found = measureStages({ module, collectives, local, context }, machine, run);
      if (found.facts.time === null) this.refusal = found.facts.problems[0] ?? this.refusal;
      return found.facts.time === null ? null : { ...found, propagated };
    });
    if (measured === null) return null;
    const { facts, collectives, propagated } = measured;
    const planned = (model === null ? propagated : null) ?? module;
    if (planned === propagated) closeSignature(entryOf(planned), this.#program.mesh);
    return { module, planned, facts, collectives, model, pinsUses };
  }
}

/** Of a program that was simulated. */
export function secondsOf({ facts }: Pick<PlannedProgram, 'facts'>): number {
  return facts.time?.seconds ?? Infinity;
}

/** Bytes that a device holds at most. */
export function peakOf({ facts }: Pick<PlannedProgram, 'facts'>): number {
  return facts.memory?.bytes ?? Infinity;
}

/** Repetitions are simulated, which takes a fraction of what partitioning takes. */
const REPETITION = 0.1;

/** @param repetition how much an operation counts that is repeated. */
function operationsOf(module: ModuleOp, repetition: number): number {
  const countOf = (op: Operation): number => {
    let inside = 0;
    for (const region of op.regions)
      for (const block of region.blocks) for (const inner of block) inside += countOf(inner);
    const trips = op instanceof WhileOp ? (tripCount(op) ?? 1) : 1;
    return 1 + inside * (1 + repetition * (trips - 1));
  };
  return Math.round(countOf(module));
}

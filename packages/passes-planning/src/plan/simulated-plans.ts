import { type FuncOp, setValueAttrs } from '@shardform/dialect-func';
import { SHARDING } from '@shardform/dialect-sdy';
import { tripCount, WhileOp } from '@shardform/dialect-stablehlo';
import { copyOf } from '@shardform/inspect';
import { type Attribute, type ModuleOp, type Operation, SymbolRefAttr } from '@shardform/ir-core';
import { type CostedCollective, type Facts, measureStages, partitionOn } from '@shardform/study';
import { constrainValues, type SourceConstraint } from '../constraints/constrain-values.ts';
import { type SourceValue, sourceValues } from '../constraints/source-values.ts';
import { inlinedCopy } from '../layouts/inlined-copy.ts';
import type { NamedLayout } from '../layouts/layout-name.ts';
import { type DimSplits, shardingOf, splitsKey } from '../problem/dim-splits.ts';
import { entryOf } from '../problem/program-function.ts';
import type { ShardingProblem } from '../problem/sharding-problem.ts';
import { factsAtDepth } from '../repetition/facts-at-depth.ts';
import type { Depth } from '../repetition/shallow-program.ts';
import { applyPlan } from './apply-plan.ts';
import type { Candidate, ModelledCost } from './candidate.ts';
import { closeSignature } from './closed-signature.ts';
import { firstOfEach } from './first-of-each.ts';
import type { ProgramOnMesh } from './program-on-mesh.ts';
import { pinUses } from './pin-uses.ts';

/** The shardings that a program had. */
const GIVEN = 'the shardings of the program';

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
  /** How each argument is split, of a plan that leaves what is inside to propagation; `null` for others. */
  readonly argumentSplits: readonly (DimSplits | null)[] | null;
  /** Of such a plan. */
  readonly constraints: readonly SourceConstraint[];
  /** By which people call it; `null` for none. */
  readonly layout: NamedLayout | null;
}

/** A plan is not looked into that takes this factor longer than others with one layer: its layers take longer, too. */
const HOPELESS = 1.6;

/** A {@link Depth} with the plans of the program that has a layer less. */
interface DepthPlans extends Depth {
  readonly plans: SimulatedPlans;
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
  readonly #depth: DepthPlans | null;
  /** Of plans with fewer layers. */
  #leastSeconds = Infinity;
  #sourceValues: readonly SourceValue[] | null = null;
  readonly #variants = new Map<ModuleOp, PlannedProgram>();
  /** By splits of arguments and constraints. */
  readonly #ofArguments = new Map<string, PlannedProgram | null>();
  /** By choices; the program as it is written has none. */
  readonly #known = new Map<string, PlannedProgram | null>();

  /**
   * @param pinsUses whether operands may be constrained, too.
   * @param memory bytes that a device may hold.
   * @param depth of the program that plans are for; the program's own by default.
   */
  constructor(program: ProgramOnMesh, pinsUses: boolean, memory = Infinity, depth: Depth | null = null) {
    this.#program = program;
    this.#memory = memory;
    this.#pinsUses = pinsUses;
    this.#module = inlinedCopy(program.module, program.context);
    this.func = entryOf(this.#module);
    this.#written = copyOf(this.#module);
    this.#partitioned = operationsOf(this.#module, 0);
    this.#depth = depth && { ...depth, plans: new SimulatedPlans(depth.fewer, pinsUses, memory) };
    this.operations = operationsOf(this.#module, REPETITION) + (this.#depth?.plans.operations ?? 0);
  }

  /** The program without calls as it is written. */
  get written(): FuncOp {
    return entryOf(this.#written);
  }

  /** By argument, a number that those of repeated layers have alike; none where none is known. */
  get likeness(): readonly number[] {
    return this.#depth?.likeness ?? [];
  }

  /** Those of {@link written}. */
  get sourceValues(): readonly SourceValue[] {
    return (this.#sourceValues ??= sourceValues(this.written));
  }

  /** Returns the constraints on the same lines of this program as those on another copy of it, of another depth; `null` where it has no such lines. */
  ownConstraints(constraints: readonly SourceConstraint[]): SourceConstraint[] | null {
    const own = constraints.flatMap(({ value, splits }) => {
      const counterpart = this.sourceValues.find((other) => isSameLine(other, value));
      return counterpart === undefined ? [] : [{ value: counterpart, splits }];
    });
    return own.length === constraints.length ? own : null;
  }

  get all(): readonly PlannedProgram[] {
    const known = [...this.#known.values()].flatMap((own) => own ?? []);
    // Plans of different choices are one program where they split its arguments alike.
    return firstOfEach([...known, ...this.#variants.values()], ({ module }) => module);
  }

  /** Adds a program that was simulated otherwise, which is told instead of the plan of all values with its choices. */
  add(program: PlannedProgram & { readonly model: ModelledCost }): void {
    this.#known.set(program.model.choices.join(), program);
  }

  /** Adds a plan that {@link ofArguments} has simulated, and returns it; of plans that are one program, the first. */
  addVariant(program: PlannedProgram): PlannedProgram {
    const known = this.#variants.get(program.module);
    if (known !== undefined) return known;
    this.#variants.set(program.module, program);
    return program;
  }

  has({ model }: Candidate): boolean {
    return this.#known.has(model.choices.join());
  }

  /** Simulates the program as it is written; `null` where that can't be done. @throws Interrupted */
  ofWritten(): PlannedProgram | null {
    return this.#once('', () => this.#simulate(this.#written, null, false));
  }

  /** Simulates the program with other shardings; `null` where that can't be done. @throws Interrupted */
  ofGiven(given: ModuleOp): PlannedProgram | null {
    return this.#once('given', () => {
      const found = this.#simulate(given, null, false);
      return found && { ...found, layout: { name: GIVEN, isChanged: false, isContrary: false } };
    });
  }

  /** Simulates the program with the shardings that were written into it. @throws Interrupted */
  asIs(): PlannedProgram | null {
    return this.#simulateAsIs(null);
  }

  /**
   * Partitions and simulates the program with shardings of its arguments, and of what they become, alone.
   *
   * @param splits by argument; `null` for one that is no tensor.
   * @param constraints on values of {@link written}.
   * @returns `null` where that can't be done.
   * @throws Interrupted
   */
  ofArguments(
    splits: readonly (DimSplits | null)[],
    constraints: readonly SourceConstraint[] = [],
  ): PlannedProgram | null {
    const key = [...splits.map((own) => own && splitsKey(own)), ...constraints.map(keyOfConstraint)].join(
      ';',
    );
    let known = this.#ofArguments.get(key);
    if (known === undefined)
      this.#ofArguments.set(key, (known = this.#simulateArguments(splits, constraints)));
    return known;
  }

  #simulateArguments(
    splits: readonly (DimSplits | null)[],
    constraints: readonly SourceConstraint[],
  ): PlannedProgram | null {
    const { mesh, ties } = this.#program;
    const module = copyOf(this.#written);
    const func = entryOf(module);
    const sharded = (own: DimSplits) => shardingOf(own, mesh.mesh, SymbolRefAttr.get(mesh.name));
    constrainValues(func, constraints, sharded);
    const shardings = splits.map((own) => own && sharded(own));
    const ofResults: (Attribute | null)[] = func.functionType.results.map(() => null);
    for (const { result, argument } of ties)
      ofResults[result] = shardings[argument] ?? ofResults[result] ?? null;
    setValueAttrs(func, 'arg_attrs', SHARDING, shardings);
    setValueAttrs(func, 'res_attrs', SHARDING, ofResults);
    const found = this.#simulate(module, null, false);
    const facts = found && this.#factsAtDepth(found, splits, constraints);
    return facts && { ...found, facts, argumentSplits: splits, constraints };
  }

  #factsAtDepth(
    { facts }: PlannedProgram,
    splits: readonly (DimSplits | null)[],
    constraints: readonly SourceConstraint[],
  ): Facts | null {
    if (this.#depth === null) return facts;
    const fewer = this.#withFewerLayers(this.#depth, splits, constraints);
    return fewer && factsAtDepth(facts, fewer.facts, this.#depth.missing);
  }

  #withFewerLayers(
    { plans, arguments: own }: DepthPlans,
    splits: readonly (DimSplits | null)[],
    constraints: readonly SourceConstraint[],
  ): PlannedProgram | null {
    const constrained = plans.ownConstraints(constraints);
    return (
      constrained &&
      plans.ofArguments(
        own.map((argument) => splits[argument]!),
        constrained,
      )
    );
  }

  /**
   * Returns whether a plan takes much longer with one of the repeated layers than the fastest one of which that was asked; false for programs
   * without such layers. That is known sooner than what it takes with all of them.
   */
  isHopeless(splits: readonly (DimSplits | null)[]): boolean {
    if (this.#depth === null) return false;
    const fewer = this.#withFewerLayers(this.#depth, splits, []);
    if (fewer === null) return true;
    this.#leastSeconds = Math.min(this.#leastSeconds, secondsOf(fewer));
    return secondsOf(fewer) > HOPELESS * this.#leastSeconds;
  }

  /** Partitions and simulates a plan; `null` where that can't be done. @throws Interrupted */
  of(problem: ShardingProblem, { model, estimate }: Candidate): PlannedProgram | null {
    return this.#once(model.choices.join(), () => this.#planned(problem, model, estimate.seconds));
  }

  #planned(problem: ShardingProblem, model: ModelledCost, estimated: number): PlannedProgram | null {
    const { mesh, ties, context, partitioner } = this.#program;
    if (partitioner === 'xla') {
      const found = this.ofArguments(argumentSplitsOf(problem, model.choices));
      return found && { ...found, model };
    }
    applyPlan(this.func, problem, model.choices, mesh, ties, context);
    if (!this.#pinsUses) return this.#simulateAsIs(model);
    if (this.#partitioned > MOST_TWICE)
      return this.#simulatePinned(problem, model) ?? this.#simulateAsIs(model);
    const plain = this.#simulateAsIs(model);
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

  #simulateAsIs(model: ModelledCost | null): PlannedProgram | null {
    return this.#simulate(copyOf(this.#module), model, false);
  }

  #simulatePinned(problem: ShardingProblem, model: ModelledCost): PlannedProgram | null {
    return this.#simulate(this.#pinned(problem, model), model, true);
  }

  /** The program with the shardings that were written into it, and constraints on operands. */
  #pinned(problem: ShardingProblem, { choices }: ModelledCost): ModuleOp {
    const unpin = pinUses(problem, choices, this.#program.mesh);
    const copy = copyOf(this.#module);
    unpin();
    return copy;
  }

  #simulate(module: ModuleOp, model: ModelledCost | null, pinsUses: boolean): PlannedProgram | null {
    const { context, machine, partitioner } = this.#program;
    const { result: measured } = context.diagnostics.capture(() => {
      const { stages, run } = partitionOn(machine, module, context, {}, partitioner);
      const { propagated, collectives, local } = stages;
      if (local === null) return null;
      const found = measureStages({ module, collectives, local, context }, machine, run, {
        isSummedUp: true,
      });
      if (found.facts.time === null) this.refusal = found.facts.problems[0] ?? this.refusal;
      return found.facts.time === null ? null : { ...found, propagated };
    });
    if (measured === null) return null;
    const { facts, collectives, propagated } = measured;
    const planned = (model === null ? propagated : null) ?? module;
    if (planned === propagated) closeSignature(entryOf(planned), this.#program.mesh);
    return {
      module,
      planned,
      facts,
      collectives,
      model,
      pinsUses,
      argumentSplits: null,
      constraints: [],
      layout: null,
    };
  }
}

/** Returns how the choices of a plan split each argument; `null` for one that is no tensor. */
export function argumentSplitsOf(
  { func, classes, classOf }: ShardingProblem,
  choices: readonly number[],
): (DimSplits | null)[] {
  return func.entry.arguments.map((argument) => {
    const number = classOf.get(argument);
    return number === undefined ? null : classes[number]!.strategies[choices[number]!]!.results[0]!;
  });
}

function isSameLine(one: SourceValue, other: SourceValue): boolean {
  return (
    one.type === other.type && one.place.file === other.place.file && one.place.line === other.place.line
  );
}

function keyOfConstraint({ value: { values }, splits }: SourceConstraint): string {
  return `${values.join()} ${splitsKey(splits)}`;
}

/** Of a program that was simulated. */
export function secondsOf({ facts }: Pick<PlannedProgram, 'facts'>): number {
  return facts.time?.seconds ?? Infinity;
}

/** Bytes that each device sends if a compiler sums where a reduce-scatter would do, as XLA's for CPUs does: twice as many. */
export function bytesWithoutScatters({ sent, collectives }: Facts): number {
  const scatters = collectives.byKind.filter(({ kind }) => kind === 'reduce_scatter');
  return scatters.reduce((sum, { bytes }) => sum + bytes, sent.bytes);
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

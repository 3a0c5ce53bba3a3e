import { type Machine, machineKey } from '@shardform/cost-model';
import {
  type DocumentModel,
  documentNames,
  type ExplainedPropagation,
  explainPropagation,
  localProgram,
  type NamedValues,
  type PartitionObserver,
  type PartitionStages,
} from '@shardform/inspect';
import {
  cloneOp,
  type Context,
  type Diagnostic,
  lastOf,
  type ModuleOp,
  type Operation,
  type Value,
  type ValueNaming,
} from '@shardform/ir-core';
import { MeshTensorType } from '@shardform/dialect-mpmd';
import { hasShardings, mpmdEntry } from '@shardform/passes-mpmd';
import type { PartitionSettings } from '@shardform/passes-sharding';
import { isKnown, type PartitionChoice, partitionOn, settingsOf } from './choice/partition-on.ts';
import { DEFAULT_PARTITIONER, type Partitioner } from './choice/partitioner.ts';
import { listCollectives } from './collectives/collective-list.ts';
import type { InsertedCollective } from './collectives/inserted-collective.ts';
import { ReasonRecorder } from './collectives/reasons/reason-recorder.ts';
import { type ExplainedValue, Explainer } from './explain/explainer.ts';
import type { PropagationReplay } from './explain/propagation-replay.ts';
import type { Partitioning, ProgramVersion, Propagated } from './program-versions.ts';
import { readText, type TargetReading } from './reading/read-text.ts';
import { hasOtherSizes } from './stages/has-other-sizes.ts';
import { checkDevices, partitionSteps, runStep } from './stages/run-step.ts';
import type { Stage, StepOutcome } from './stages/stage.ts';
import { SourceStage } from './stages/source-stage.ts';
import { stageChanges } from './stages/stage-changes.ts';
import { printStage, sourceText, type StudyText } from './text/stage-text.ts';
import { isPlaced } from './time/flat-program-of.ts';
import { functionToSimulate } from './time/function-to-simulate.ts';
import { type MeasuredStages, measureStages } from './time/measured-program.ts';
import { type LayerLookUp, layerLookUp } from './values/layer.ts';
import { StableNames } from './values/stable-names.ts';
import { isPerDevice } from './values/per-device-region.ts';
import { isPaddedFrom, isShardOf } from './values/shard-type.ts';
import { isDerived, sourceId, type ValueId } from './values/value-id.ts';
import { type StageValues, ValueIdentities } from './values/value-identities.ts';

/**
 * A study of a program: the program as it was given, its values, and its versions after each step of a pipeline. What is
 * computed about it is computed when first asked for, and kept.
 */
export class Study {
  readonly model: DocumentModel;
  readonly context: Context;
  /** Names of the program's text and of the user's program. */
  readonly names: NamedValues;
  readonly identities: ValueIdentities;
  readonly source: Stage;
  /** The machine that the program is partitioned for; `null` for none that is known, and then bytes decide. */
  readonly machine: Machine | null;
  /** Whose choices are made. */
  readonly partitioner: Partitioner;
  readonly #machineKey: string;
  /** Whether narrow floats are widened depends on it, whoever partitions. */
  readonly #given: Machine | null;
  readonly #outcomes: StepOutcome[] = [];
  /** Each value of a text asks for them. */
  #stages: readonly Stage[];
  readonly #naming = new Map<ModuleOp, ValueNaming>();
  readonly #texts = new Map<Stage, StudyText>();
  readonly #reasons: ReasonRecorder;
  /** By the module of a stage whose tensors are on meshes. */
  readonly #onMeshes = new WeakMap<ModuleOp, ProgramVersion>();
  /** By module, which is that of the program or of a stage, and then by the machine's key. */
  readonly #measured = new Map<ModuleOp, Map<string, MeasuredStages>>();
  readonly #values = new Map<ModuleOp, StageValues>();
  #explainer: Explainer | null = null;
  #propagation: ExplainedPropagation | null = null;
  #partitioned: Partitioning | null = null;
  /** For other machines, by their keys. */
  readonly #elsewhere = new Map<string, Partitioning>();
  #propagated: Propagated | null = null;
  #collectives: readonly InsertedCollective[] | null = null;
  #offsets: Map<Operation, number> | null = null;
  #arguments: Map<Value, number> | null = null;
  #layerFor: LayerLookUp | null = null;

  private constructor(
    model: DocumentModel,
    names: NamedValues,
    machine: Machine | null,
    partitioner: Partitioner,
  ) {
    this.model = model;
    this.partitioner = partitioner;
    this.#given = machine;
    this.machine = this.#decidingMachine(machine);
    this.#machineKey = this.machine === null ? '' : machineKey(this.machine);
    this.context = model.context;
    this.names = names;
    this.identities = new ValueIdentities(model.module);
    const { module } = model;
    this.names.addCopiesOf(module);
    this.#reasons = new ReasonRecorder(this.context, module, names);
    this.source = new SourceStage(module, this.identities, this.context);
    this.#stages = [this.source];
  }

  /**
   * Reads a program; see {@link readText}. What is wrong with it is in the diagnostics of {@link model}.
   *
   * @param machineFor returns the machine that the program is partitioned for; `null` for none that is known.
   * @param target whose pipelines the program is for; `null` for none.
   */
  static read(
    name: string,
    text: string,
    context: Context,
    machineFor: (module: ModuleOp) => Machine | null = () => null,
    target: TargetReading | null = null,
    partitioner: Partitioner = DEFAULT_PARTITIONER,
  ): Study {
    const { model, names } = readText(name, text, context, target);
    return Study.of(model, names, machineFor(model.module), partitioner);
  }

  /**
   * Studies a program that was read.
   *
   * @param model of which the module gets unique locations.
   * @param names of values; of what was not read from text, those that its text would have.
   * @param machine that the program is partitioned for; `null` for none that is known.
   */
  static of(
    model: DocumentModel,
    names: NamedValues = documentNames(model),
    machine: Machine | null = null,
    partitioner: Partitioner = DEFAULT_PARTITIONER,
  ): Study {
    return new Study(model, names, machine, partitioner);
  }

  /** The module as it was given. */
  get module(): ModuleOp {
    return this.model.module;
  }

  /** The outcomes of the steps so far. */
  get outcomes(): readonly StepOutcome[] {
    return this.#outcomes;
  }

  /** The program as it was given, then after each step that succeeded. */
  get stages(): readonly Stage[] {
    return this.#stages;
  }

  /** Runs another step on the last stage. @throws Interrupted when the budget's interrupt ends the work. */
  run(step: string): StepOutcome {
    const before = lastOf(this.stages);
    const start = performance.now();
    const { module, diagnostics } = this.#knownOutcome(step) ?? this.#runStep(step, before.module);
    const milliseconds = performance.now() - start;
    const stage = module === null ? null : this.#stageOf(step, module, before);
    return this.add({ step, stage, diagnostics, milliseconds });
  }

  /** Adds the outcome of a step that is not a pass or pipeline. */
  add(outcome: StepOutcome): StepOutcome {
    this.#outcomes.push(outcome);
    if (outcome.stage !== null) this.#stages = [...this.#stages, outcome.stage];
    return outcome;
  }

  /** Forgets all steps but the first ones. */
  keep(count: number): void {
    for (const { stage } of this.#outcomes.splice(count)) {
      if (stage === null) continue;
      this.#naming.delete(stage.module);
      this.#measured.delete(stage.module);
      this.#texts.delete(stage);
    }
    this.#stages = [this.source, ...this.#outcomes.flatMap(({ stage }) => stage ?? [])];
  }

  /**
   * The stages of partitioning: those of the pipeline where it has them.
   *
   * @param observer of the passes, if the program was not partitioned before.
   */
  partitioned(observer?: PartitionObserver): PartitionStages {
    return (this.#partitioned ??= this.#partition(observer)).stages;
  }

  /** Why the program is partitioned as it is; `null` where bytes decide. */
  get choice(): PartitionChoice | null {
    return this.machine === null ? null : this.partitionedFor(this.machine).choice;
  }

  /** The machine that decides how the program is partitioned; `null` where none does. */
  #decidingMachine(machine: Machine | null): Machine | null {
    return this.partitioner === 'best' && machine !== null && isKnown(machine) ? machine : null;
  }

  /** The partition of the program for a machine, as {@link measured} has it. */
  partitionedFor(machine: Machine | null): Partitioning {
    const known = this.#decidingMachine(machine);
    const key = known === null ? '' : machineKey(known);
    if (key === this.#machineKey) return (this.#partitioned ??= this.#partition());
    let partitioning = this.#elsewhere.get(key);
    if (partitioning === undefined)
      this.#elsewhere.set(key, (partitioning = this.#partitionOn(known, this.#observer)));
    return partitioning;
  }

  /** The program after propagation; `null` if that fails. Nothing is propagated again once the program was partitioned. */
  propagated(): Propagated {
    // Shardings of several meshes are propagated when their fragments are partitioned.
    if (mpmdEntry(this.module) !== null) this.#partitioned ??= this.#partition();
    if (this.#partitioned !== null) {
      const { stages, ofPropagation } = this.#partitioned;
      return { module: stages.propagated, diagnostics: ofPropagation };
    }
    return (this.#propagated ??= this.#runStep(partitionSteps[0]!, this.module));
  }

  /** The collectives of the partitioned program; `null` where it could not be partitioned. */
  get collectives(): readonly InsertedCollective[] | null {
    const { collectives } = this.partitioned();
    if (collectives === null) return null;
    const notes = { reasons: this.#reasons, names: this.names };
    return (this.#collectives ??= listCollectives(collectives, this.context, notes));
  }

  /** Why the program could not be partitioned; empty if it could. */
  get partitionProblems(): readonly string[] {
    return errorsOf(this.partitionDiagnostics);
  }

  /** What was said while the program was partitioned. */
  get partitionDiagnostics(): readonly Diagnostic[] {
    return (this.#partitioned ??= this.#partition()).diagnostics;
  }

  /** Explains shardings as they were propagated by partitioning; propagates them if nothing did. */
  get explainer(): Explainer {
    this.#propagation ??= explainPropagation(cloneOp(this.module), this.context, this.#propagationSettings);
    return (this.#explainer ??= new Explainer(this, this.#propagation));
  }

  /** Why shardings of the program are not explained; `null` if they are. */
  get inexplicable(): string | null {
    const entry = mpmdEntry(this.module);
    if (entry === null) return null;
    if (!this.isOnMeshesAt(this.module))
      return "has computations that are on no mesh yet; '--mpmd-import-pipeline' puts them on meshes, and its output is explained";
    return hasShardings(entry)
      ? "has its shardings in the types of its tensors, which were decided before; explain the program before its shardings were propagated, such as '--mpmd-import-pipeline' makes it, and see 'shardform show' for who holds what"
      : null;
  }

  /** Explains the sharding of a value; see {@link Explainer.explain}. */
  explain(id: ValueId): readonly ExplainedValue[] {
    return this.explainer.explain(id);
  }

  /** Replays propagation; see {@link Explainer.replay}. */
  replay(): PropagationReplay | null {
    return this.explainer.replay();
  }

  /** What the program costs on a machine: facts, and its collectives with their times. */
  measured(machine: Machine): MeasuredStages {
    return this.#measure(this.module, machine, () => {
      const { stages, diagnostics, run } = this.partitionedFor(machine);
      const { collectives, local } = stages;
      const { module, context, names } = this;
      const notes = { reasons: this.#reasons, names };
      const problems = errorsOf(diagnostics);
      return measureStages({ module, collectives, local, context, notes, problems }, machine, run);
    });
  }

  /** What the program costs as far as a stage: that of the stage itself once its tensors are on devices, or on meshes. */
  measuredAt(stage: Stage, machine: Machine): MeasuredStages {
    const version = this.versionAt(stage, machine);
    if (version.module === this.module && !this.isPlacedAt(this.module)) return this.measured(machine);
    const notes = { reasons: this.#reasons, names: this.names, ...stage.compiled?.notes };
    return this.#measure(version.module, machine, () =>
      measureStages({ ...version, context: this.context, notes }, machine),
    );
  }

  /** The version of the program whose collectives are told: a stage whose tensors are on devices, or the partition. */
  communicatingAt(stage: Stage, machine: Machine | null = this.machine): ModuleOp {
    const { collectives, module } = this.versionAt(stage, machine);
    return collectives ?? module;
  }

  /** The version of the program whose costs are told at a stage: the stage itself once its tensors are on devices or meshes. */
  versionAt({ module, compiled }: Stage, machine: Machine | null = this.machine): ProgramVersion {
    if (compiled !== undefined) return compiled.version;
    if (this.isPlacedAt(module)) return { module, collectives: null, local: null, problems: [] };
    if (module === this.module || !this.isOnMeshesAt(module)) {
      const { stages, diagnostics } = this.partitionedFor(machine);
      const { collectives, local } = stages;
      return { module: this.module, collectives, local, problems: errorsOf(diagnostics) };
    }
    let version = this.#onMeshes.get(module);
    if (version === undefined) {
      const { result, diagnostics } = this.context.diagnostics.capture(() =>
        partitionOn(machine, module, this.context, { instrumentations: [this.#reasons] }, this.partitioner),
      );
      const { collectives, local } = result.stages;
      version = { module, collectives, local, problems: errorsOf(diagnostics) };
      this.#onMeshes.set(module, version);
    }
    return version;
  }

  /** Returns whether a version of the program is a program of the dist dialect, whose tensors are on devices. */
  isPlacedAt(module: ModuleOp): boolean {
    const func = functionToSimulate(module);
    return func !== null && isPlaced(func);
  }

  /** Returns whether a version of the program is an MPMD program whose tensors are on meshes. */
  isOnMeshesAt(module: ModuleOp): boolean {
    const { inputs, results } = mpmdEntry(module)?.functionType ?? { inputs: [], results: [] };
    return [...inputs, ...results].some((type) => type instanceof MeshTensorType);
  }

  /** The values of a version of the module by their identities. */
  valuesOf(module: ModuleOp): StageValues {
    const stage = this.stages.find((own) => own.module === module);
    let values = stage?.values ?? this.#values.get(module);
    if (values === undefined) this.#values.set(module, (values = this.identities.stage(module)));
    return values;
  }

  /**
   * The last stage up to one in which a value has the sizes of all devices together: passes that make sizes local do so
   * for the whole program, or for what they put into regions that each device executes.
   */
  globalStage(stage: Stage, id: ValueId): Stage {
    const { stages, source } = this;
    const given = source.values.find(sourceId(id));
    const isGivenLocal = source.isLocal || (given !== null && isPerDevice(given));
    const wanted = stage.values.find(id);
    let last: Stage | null = null;
    for (const own of stages.slice(0, stages.indexOf(stage) + 1)) {
      const value = own.values.find(id);
      if (value === null) continue;
      // A value of other sizes, as a constant that a lowering broadcasts later, is not a shard of this one.
      if (wanted === null || !isShardOf(wanted.type, value.type)) continue;
      // Of several derived values, each stage may have others.
      if (own.values.derivedCount(id) !== stage.values.derivedCount(id)) continue;
      // Sizes that devices do not divide are padded before they are local.
      if (last !== null && !isDerived(id) && isPaddedFrom(value.type, last.values.find(id)!.type))
        return last;
      const isLocal = own.isLocal || (!isGivenLocal && isPerDevice(value));
      // Once local, sizes stay so.
      if (isLocal && last !== null && own !== source) return last;
      last = own;
    }
    return last ?? stage;
  }

  /** Finds the layers of the source's operations. */
  get layerFor(): LayerLookUp {
    return (this.#layerFor ??= layerLookUp(this.module));
  }

  /** The line of the program's text where a value of the source is defined; `null` if unknown. */
  lineOf(value: Value): number | null {
    const { definingOp } = value;
    if (definingOp !== null) return this.#placeOf(definingOp);
    const offset = this.#argumentOffsets().get(value);
    return offset === undefined ? null : this.model.source.position(offset).line;
  }

  /** The line of the program's text with the operation that another one is, or was made from; `null` if unknown. */
  lineOfOperation(op: Operation): number | null {
    const source = this.identities.sourceOf(op);
    return source === null ? null : this.#placeOf(source);
  }

  /** The names of a stage's values, which are those of the source as far as it has them. */
  naming({ module }: Stage): ValueNaming {
    return this.namingOf(module);
  }

  /** The names of the values of a version of the module, as {@link naming} has them for stages. */
  namingOf(module: ModuleOp): ValueNaming {
    let naming = this.#naming.get(module);
    if (naming === undefined) {
      const stable = new StableNames(module, this.valuesOf(module), this.identities, this.names);
      naming = module === this.module ? asTyped(stable, this.names) : stable;
      this.#naming.set(module, naming);
    }
    return naming;
  }

  /** The text of a stage: the source as it was typed, others under names that are those of the source. */
  text(stage: Stage): StudyText {
    let text = this.#texts.get(stage);
    if (text === undefined) {
      text =
        stage === this.source
          ? sourceText(this.model, stage.values)
          : printStage(stage.module, this.context, stage.values, this.naming(stage));
      this.#texts.set(stage, text);
    }
    return text;
  }

  #measure(module: ModuleOp, machine: Machine, measure: () => MeasuredStages): MeasuredStages {
    const known = this.#measured.get(module) ?? new Map<string, MeasuredStages>();
    this.#measured.set(module, known);
    const key = machineKey(machine);
    let measured = known.get(key);
    if (measured === undefined) known.set(key, (measured = measure()));
    return measured;
  }

  /** Machines have no say in how shardings are propagated. */
  get #propagationSettings(): PartitionSettings {
    return settingsOf(this.partitioner, null);
  }

  #runStep(step: string, module: ModuleOp): ReturnType<typeof runStep> {
    return runStep(step, module, {
      given: this.module,
      context: this.context,
      observer: this.#observer,
      propagation: this.#propagationSettings,
      settings: () =>
        this.machine === null
          ? settingsOf(this.partitioner, this.#given)
          : this.partitionedFor(this.machine).settings,
    });
  }

  /** The outcome of a step of partitioning, if that is known: for a machine, all steps are before the second one is chosen. */
  #knownOutcome(step: string): Propagated | null {
    const index = this.#outcomes.length;
    if (step !== partitionSteps[index] || this.#outcomes.some((own, i) => own.step !== partitionSteps[i]))
      return null;
    let known: Propagated | null = null;
    if (index === 0 && (this.#partitioned !== null || this.#propagated !== null)) known = this.propagated();
    if (index > 1 && this.machine !== null) {
      const { collectives, local } = this.partitioned();
      known = { module: index === 2 ? collectives : local, diagnostics: [] };
    }
    return known?.module == null ? null : known;
  }

  /** Observes partitioning. Shardings are explained as they were propagated first: each time is the same. */
  get #observer(): PartitionObserver {
    const instrumentations = [this.#reasons];
    if (this.#propagation !== null) return { instrumentations };
    return { instrumentations, onPropagated: (propagation) => (this.#propagation = propagation) };
  }

  #placeOf(op: Operation): number | null {
    if (this.#offsets === null) {
      this.#offsets = new Map();
      for (const { op: placed, nameOffset } of this.model.operations) this.#offsets.set(placed, nameOffset);
    }
    const offset = this.#offsets.get(op);
    return offset === undefined ? null : this.model.source.position(offset).line;
  }

  #argumentOffsets(): ReadonlyMap<Value, number> {
    if (this.#arguments === null) {
      this.#arguments = new Map();
      for (const [offset, values] of this.model.values)
        for (const value of values) this.#arguments.set(value, offset);
    }
    return this.#arguments;
  }

  #stageOf(step: string, module: ModuleOp, before: Stage): Stage {
    const values = this.identities.stage(module);
    const isLocal = before.isLocal || localProgram(module) !== null || hasOtherSizes(module, this.module);
    return { step, module, values, isLocal, changes: stageChanges(module, values, before, this.context) };
  }

  #partition(observer?: PartitionObserver): Partitioning {
    checkDevices(this.module);
    const steps = this.#outcomes.slice(0, partitionSteps.length);
    if (partitionSteps.some((step, i) => steps[i]?.step !== step)) {
      // Who observes passes observes all of them.
      const observed =
        observer === undefined
          ? this.#observer
          : { ...observer, instrumentations: [this.#reasons, ...(observer.instrumentations ?? [])] };
      return this.#partitionOn(this.machine, observed);
    }
    const [propagated, , collectives, local] = steps.map(({ stage }) => stage?.module ?? null);
    return {
      stages: {
        propagated: propagated ?? null,
        collectives: collectives ?? null,
        local: local ?? null,
      },
      diagnostics: steps.flatMap(({ diagnostics }) => diagnostics),
      ofPropagation: steps[0]!.diagnostics,
      // For a machine, the program was partitioned before the second step.
      ...{ settings: settingsOf(this.partitioner, this.#given), choice: null, run: null },
    };
  }

  #partitionOn(machine: Machine | null, observer: PartitionObserver): Partitioning {
    let early: number | undefined;
    const { result, diagnostics } = this.context.diagnostics.capture((said) => {
      const onStage: PartitionObserver['onStage'] = (name) => {
        if (name === 'propagated') early = said.length;
      };
      const own = machine ?? (this.partitioner === 'best' ? null : this.#given);
      return partitionOn(own, this.module, this.context, { ...observer, onStage }, this.partitioner);
    });
    return { ...result, diagnostics, ofPropagation: diagnostics.slice(0, early) };
  }
}

/** Names of the source, in which regions of one function may have equal ones. */
function asTyped(stable: StableNames, names: NamedValues): ValueNaming {
  return {
    operand: (value) => names.textName(value) ?? stable.operand(value),
    block: (block) => stable.block(block),
    results: (op) => stable.results(op),
  };
}

function errorsOf(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.flatMap(({ severity, message }) => (severity === 'error' ? [message] : []));
}

import {
  type Budget,
  type Context,
  currentBudget,
  limitMessage,
  type Operation,
  type Region,
  type Value,
} from '@shardform/ir-core';
import { elementAt, elementCount, filled, type NdArray, setElement, zeros } from '../array/index.ts';
import { STEPS_PER_OPERATION } from './demand.ts';
import { DeviceFailure } from './device-failure.ts';
import { ExecutionError } from './execution-error.ts';
import type { DeviceState, Execution } from './interpretable.ts';
import { located } from './located-error.ts';
import type { MemoryMeter } from './device-memory.ts';
import { Machine, type MachineOptions } from './machine.ts';
import { type RegionPlan, RegionPlans, type Step } from './region-plan.ts';
import type { Rounding } from './rounding.ts';
import type { ArrayPool } from '../memory/array-pool.ts';
import { kernelMemory } from '../memory/kernel-memory.ts';
import { RunStorage } from './run-storage.ts';
import { runOnDevices } from './run-on-devices.ts';
import { isArray, type RuntimeValue } from './runtime-value.ts';

/** The values of an isolated region under execution, by slot; see `RegionPlan`. */
type Frame = (RuntimeValue | undefined)[];

/** The circumstances of an operation's execution. */
export interface OpCircumstances {
  readonly operands: readonly RuntimeValue[];
  /** True if it executed regions, whose operations have been seen one by one: a loop, a choice or a call. */
  readonly ranRegions: boolean;
}

/** Sees the results of each operation when it was executed. */
export type OpObserver = (
  op: Operation,
  results: readonly RuntimeValue[],
  device: number,
  circumstances: OpCircumstances,
) => void;

/** Regions whose results a pool lends. */
interface Lending {
  readonly regions: ReadonlySet<Region>;
  readonly pool: ArrayPool;
}

/** The state shared by the devices of one run. */
export class ProgramRun {
  readonly context: Context;
  readonly plans: RegionPlans;
  readonly observe: OpObserver | null;
  readonly #pool: ArrayPool | null;
  #storage: RunStorage | null = null;
  readonly #budget: Budget = currentBudget();
  #work = 0;

  /** @param lending who tells when the results of regions are dead. */
  constructor(context: Context, observe: OpObserver | null = null, lending: Lending | null = null) {
    this.context = context;
    this.plans = new RegionPlans(context, lending?.regions);
    this.observe = observe;
    this.#pool = lending?.pool ?? null;
  }

  /** Storage of values that is used again; `null` while nobody knows when the run ends. */
  get storage(): RunStorage | null {
    return this.#storage;
  }

  /**
   * Executes one region per device on a machine of `regions.length` devices; see `runOnDevices`.
   * @returns the results by device.
   * @throws ExecutionError
   */
  onDevices(
    regions: readonly Region[],
    inputsOf: (device: number) => readonly RuntimeValue[],
    options: MachineOptions = {},
  ): readonly (readonly RuntimeValue[])[] {
    const machine = new Machine(regions.length, options);
    const run = (): (readonly RuntimeValue[])[] =>
      runOnDevices(
        regions.length,
        (device) => this.start(machine, device, regions[device], inputsOf(device)),
        machine.faults,
      );
    const memory = this.#storage === null ? kernelMemory() : null;
    // Operations that run devices are within a run.
    if (memory === null) return run();
    const storage = new RunStorage(memory, this.#pool);
    this.#storage = storage;
    try {
      const results = run();
      storage.handOver();
      return results;
    } finally {
      this.#storage = null;
      storage.end();
    }
  }

  /** Starts the execution of a region on one device of a machine, for the scheduler of its rendezvous. */
  start(machine: Machine, device: number, region: Region, inputs: readonly RuntimeValue[]): Execution {
    return new DeviceExecution(this, machine, device).runRegion(region, inputs);
  }

  /** Counts operations of a region that are about to be executed. @throws ExecutionError, Interrupted */
  spend(operations: number, { parent }: Region): void {
    if (this.#budget.isInterruptible) this.#budget.checkInterrupt();
    this.#work += operations * STEPS_PER_OPERATION;
    const most = this.#budget.limits.work;
    if (this.#work > most)
      throw new ExecutionError(parent, limitMessage('work', 'the execution takes', null, most));
  }

  /** Refuses calls in calls without end. @throws ExecutionError */
  checkDepth(depth: number, { parent }: Region): void {
    const most = this.#budget.limits.calls;
    if (depth > most)
      throw new ExecutionError(parent, limitMessage('calls', 'the execution is in', null, most));
  }

  /** One device of a machine, to evaluate single operations. */
  stateOf(machine: Machine, device: number): DeviceState {
    return new DeviceExecution(this, machine, device);
  }
}

/** How an operation is evaluated. */
interface Evaluation {
  /** What scalars are repeated to. */
  readonly shape?: readonly number[] | null;
  readonly noise?: Rounding | null;
  /** True if storage of the results may be used again; they are held as soon as they are there. */
  readonly isReusable?: boolean;
}

/** Executes a program on one device. */
class DeviceExecution implements DeviceState {
  readonly device: number;
  readonly machine: Machine;
  readonly #run: ProgramRun;
  readonly #memory: MemoryMeter | null;
  readonly #storage: RunStorage | null;
  #frame: Frame | null = null;
  #seed = 0;
  #depth = 0;
  #regionsRun = 0;
  /** Writes of the operation under evaluation to its operands. */
  readonly #overwritten: { readonly place: number; readonly value: RuntimeValue }[] = [];
  /** Slots of operands of the operation under execution; the first region that it runs takes them over. */
  #handedOver: { readonly frame: Frame; readonly places: readonly number[] } | null = null;
  readonly isWatched: boolean;

  constructor(run: ProgramRun, machine: Machine, device: number) {
    this.#run = run;
    this.machine = machine;
    this.device = device;
    this.#memory = machine.memory?.meter(device) ?? null;
    this.isWatched =
      run.observe !== null || machine.memory !== null || machine.faults !== null || machine.noise !== null;
    this.#storage = this.isWatched ? null : run.storage;
  }

  get context(): Context {
    return this.#run.context;
  }

  get deviceCount(): number {
    return this.machine.deviceCount;
  }

  valueOf(value: Value, region: Region): RuntimeValue {
    const known = this.#frame?.[this.#run.plans.placeOf(value, region)];
    if (known === undefined) throw new ExecutionError(region.parent, 'an operand has no value');
    return known;
  }

  overwrite(operand: Value, region: Region, value: RuntimeValue): void {
    this.#overwritten.push({ place: this.#run.plans.placeOf(operand, region), value });
  }

  spend(operations: number, region: Region): void {
    this.#run.spend(operations, region);
  }

  *runRegion(region: Region, inputs: readonly RuntimeValue[]): Execution {
    this.#regionsRun += 1;
    this.#run.checkDepth(++this.#depth, region);
    const plan = this.#run.plans.of(region);
    const outer = this.#frame;
    const frame = this.#enter(plan, region, inputs);
    const taken = this.#handedOver;
    this.#handedOver = null;
    if (taken !== null) this.#free(taken.places, taken.frame);
    // The frame keeps values until their last use only.
    inputs = [];
    const { faults, noise } = this.machine;
    for (const step of this.isWatched ? plan.steps : plan.fusedSteps) {
      this.#run.spend(1, region);
      if (faults?.failsAt(this.device, step.op) === true) throw new DeviceFailure(step.op);
      this.#frame = frame;
      const regionsBefore = this.#regionsRun;
      const operands = noise === null ? null : valuesAt(step.operands, frame, step.op);
      const outcome = this.#evaluate(step, frame, { noise, isReusable: true });
      let results: readonly RuntimeValue[];
      if (isExecution(outcome)) {
        // Observers see operands afterwards.
        if (this.#run.observe === null) this.#handedOver = { frame, places: step.handedOver };
        results = yield* outcome;
        this.#handedOver = null;
      } else results = outcome;
      if (operands !== null) results = noise!.results(step.op, operands, results);
      this.#store(step, results, frame, regionsBefore);
    }
    this.#frame = outer;
    this.#depth--;
    return this.#leave(plan, frame, region, this.#depth === 0);
  }

  computeRegion(region: Region, inputs: readonly NdArray[]): readonly NdArray[] {
    const plan = this.#run.plans.of(region);
    this.#run.spend(plan.steps.length, region);
    const outer = this.#frame;
    const frame = this.#enter(plan, region, inputs);
    for (const step of plan.steps) {
      this.#frame = frame;
      const regionsBefore = this.#regionsRun;
      this.#store(step, this.#computed(step, frame), frame, regionsBefore);
    }
    this.#frame = outer;
    return this.#leave(plan, frame, region, false).filter(isArray);
  }

  mapRegion(region: Region, inputs: readonly NdArray[]): readonly NdArray[] {
    const { shape } = inputs[0];
    const values = region.entry.getTerminator().operands.map(({ value }) => value);
    return this.mapValues(region, inputs, values) ?? this.#mapByElement(region, inputs, shape);
  }

  mapValues(region: Region, inputs: readonly NdArray[], values: readonly Value[]): readonly NdArray[] | null {
    const { plans } = this.#run;
    const plan = plans.of(region);
    if (!plan.isElementwise) return null;
    this.#run.spend(plan.steps.length, region);
    const { shape } = inputs[0];
    const outer = this.#frame;
    const frame = this.#enter(plan, region, inputs);
    for (const step of plan.steps) {
      const results = this.#computed(step, frame, shape);
      step.results.forEach((place, i) => {
        frame[place] = results[i];
        this.#storage?.hold(results[i]);
      });
    }
    const places = values.map((value) => plans.placeOf(value, region));
    const arrays = valuesAt(places, frame, region.parent).filter(isArray);
    this.#free(
      plan.arguments.filter((place) => place >= 0),
      frame,
    );
    for (const { results } of plan.steps) {
      for (const place of results) {
        this.#storage?.release(frame[place]!);
        frame[place] = undefined;
      }
    }
    this.#frame = outer;
    return arrays.map((array) => spread(array, shape));
  }

  nextSeed(): number {
    this.#seed += 1;
    return this.#seed;
  }

  runDevices(
    regions: readonly Region[],
    inputsOf: (device: number) => readonly RuntimeValue[],
    options: MachineOptions = {},
  ): readonly (readonly RuntimeValue[])[] {
    const { accumulation, partialWindows, noise, customCalls, outfeed, print, probes } = this.machine;
    return this.#run.onDevices(regions, inputsOf, {
      accumulation,
      partialWindows,
      customCalls,
      outfeed,
      print,
      probes,
      ...(noise === null ? {} : { noise }),
      ...options,
    });
  }

  #mapByElement(region: Region, inputs: readonly NdArray[], shape: readonly number[]): readonly NdArray[] {
    const count = elementCount(shape);
    const results: NdArray[] = [];
    for (let i = 0; i < count; i += 1) {
      const outcome = this.computeRegion(
        region,
        inputs.map((input) => elementArray(input, i)),
      );
      outcome.forEach((result, at) => {
        const into = (results[at] ??= zeros(result.kind, shape));
        setElement(into.kind, into.data, i, elementAt(result, 0));
      });
    }
    return results;
  }

  /** A frame with the inputs of a region; that of the region around it unless the region is isolated. */
  #enter(plan: RegionPlan, region: Region, inputs: readonly RuntimeValue[]): Frame {
    const count = plan.arguments.length;
    if (inputs.length !== count) {
      throw new ExecutionError(region.parent, `expected ${count} inputs, got ${inputs.length}`);
    }
    const frame: Frame =
      plan.isIsolated || this.#frame === null
        ? new Array<RuntimeValue | undefined>(plan.frameSize)
        : this.#frame;
    for (let i = 0; i < count; i += 1) {
      const place = plan.arguments[i];
      if (place < 0) continue;
      frame[place] = inputs[i];
      this.#storage?.hold(inputs[i]);
      this.#memory?.hold(inputs[i], region.parent);
    }
    this.#frame = frame;
    return frame;
  }

  #evaluate(
    step: Step,
    frame: Frame,
    { shape = null, noise = null, isReusable = false }: Evaluation = {},
  ): readonly RuntimeValue[] | Execution {
    const evaluate = step.evaluate ?? this.#run.plans.evaluatorOf(step);
    const storage = this.#storage;
    if (storage !== null && !step.keepsNoOperand) this.#copyOperands(step, frame, storage);
    let operands: readonly RuntimeValue[] = valuesAt(step.operands, frame, step.op);
    if (noise !== null) operands = noise.operands(step.op, operands);
    if (shape !== null) operands = operands.map((operand) => spread(operand, shape));
    try {
      // The verifier has checked the types of operands; see `Evaluate`.
      const given = operands as readonly NdArray[];
      if (storage === null) return evaluate(given, this);
      const reusable = isReusable && step.isReusable ? step.results.length : 0;
      return storage.compute(reusable, () => evaluate(given, this));
    } catch (error) {
      throw located(error, step.op);
    }
  }

  /** Replaces values that an operation may keep. */
  #copyOperands(step: Step, frame: Frame, storage: RunStorage): void {
    for (const place of step.operands) {
      const value = frame[place];
      if (value === undefined) continue;
      const copy = storage.copied(value);
      if (copy === value) continue;
      storage.release(value);
      frame[place] = copy;
    }
  }

  /** The results of an operation that must not wait. */
  #computed(step: Step, frame: Frame, shape: readonly number[] | null = null): readonly RuntimeValue[] {
    const outcome = this.#evaluate(step, frame, { shape });
    if (!isExecution(outcome)) return outcome;
    const next = outcome.next([]);
    if (next.done === true) return next.value;
    throw new ExecutionError(
      step.op,
      `op '${step.op.name}' can't wait for other devices inside a computation`,
    );
  }

  /** @param regionsBefore how many regions had been run before the step. */
  #store(step: Step, results: readonly RuntimeValue[], frame: Frame, regionsBefore: number): void {
    for (let i = 0; i < step.results.length; i += 1) frame[step.results[i]] = results[i];
    if (this.#storage !== null) {
      for (let i = 0; i < step.results.length; i += 1) this.#storage.hold(results[i]);
      this.#storage.settle();
    }
    if (this.#memory !== null) for (const result of results) this.#memory.hold(result, step.op);
    const { observe } = this.#run;
    if (observe !== null) {
      const operands = valuesAt(step.operands, frame, step.op);
      observe(step.op, results, this.device, { operands, ranRegions: this.#regionsRun > regionsBefore });
    }
    if (this.#overwritten.length > 0) this.#overwrite(step, frame);
    this.#free(step.dying, frame);
  }

  /** Gives operands the values that the operation has written to them. */
  #overwrite({ op }: Step, frame: Frame): void {
    const places = this.#overwritten.map(({ place }) => place);
    for (const { value } of this.#overwritten) {
      this.#storage?.hold(value);
      this.#memory?.hold(value, op);
    }
    this.#free(places, frame);
    for (const { place, value } of this.#overwritten) frame[place] = value;
    this.#overwritten.length = 0;
  }

  /** @param isEnd whether the run of the device ends. */
  #leave(plan: RegionPlan, frame: Frame, region: Region, isEnd: boolean): readonly RuntimeValue[] {
    let returned: readonly RuntimeValue[] = valuesAt(plan.returned, frame, region.parent);
    if (this.#storage !== null)
      returned = this.#storage.leaving(returned, isEnd && this.#run.plans.isLent(region));
    this.#free(plan.leaving, frame);
    return returned;
  }

  #free(places: readonly number[], frame: Frame): void {
    for (const place of places) {
      const value = frame[place];
      if (value === undefined) continue;
      this.#storage?.release(value);
      this.#memory?.release(value);
      frame[place] = undefined;
    }
  }
}

function valuesAt(places: readonly number[], frame: Frame, op: Operation): RuntimeValue[] {
  const values = new Array<RuntimeValue>(places.length);
  for (let i = 0; i < places.length; i += 1) {
    const value = frame[places[i]];
    if (value === undefined) throw new ExecutionError(op, 'an operand has no value');
    values[i] = value;
  }
  return values;
}

/** A scalar repeated to `shape`; other values as they are. */
function spread<T extends RuntimeValue>(value: T, shape: readonly number[]): T | NdArray {
  if (!isArray(value) || value.shape.length > 0 || shape.length === 0) return value;
  return filled(value.kind, shape, elementAt(value, 0));
}

/** Element `index` as a scalar array. */
function elementArray(array: NdArray, index: number): NdArray {
  const lanes = array.data.length / elementCount(array.shape);
  return { kind: array.kind, shape: [], data: array.data.slice(index * lanes, (index + 1) * lanes) };
}

function isExecution(outcome: readonly RuntimeValue[] | Execution): outcome is Execution {
  return 'next' in outcome;
}

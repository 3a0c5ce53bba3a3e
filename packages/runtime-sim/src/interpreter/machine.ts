import type { MeshAttr } from '@shardform/dialect-sdy';
import type { Operation } from '@shardform/ir-core';
import type { NdArray } from '../array/index.ts';
import type { Accumulation } from '../kernels/accumulation.ts';
import type { PartialWindows } from '../kernels/scatter.ts';
import type { FaultPlan } from '../faults/fault-plan.ts';
import type { DeviceMemory } from './device-memory.ts';
import type { Rounding } from './rounding.ts';
import type { RuntimeValue } from './runtime-value.ts';

/** Processes of a program as StableHLO counts them: process `replica * partitions + partition` is a device. */
export interface ProcessGrid {
  readonly replicas: number;
  readonly partitions: number;
}

/** A function of the machine that programs call with `stablehlo.custom_call`. @throws ExecutionError */
export type CustomCall = (inputs: readonly RuntimeValue[], op: Operation) => readonly RuntimeValue[];

/** Options of a machine. */
export interface MachineOptions {
  /** The precision of sums of floats; `wide` by default. */
  readonly accumulation?: Accumulation;
  /** Of windows that scatters write partly outside: `dropped` by default, as by XLA. */
  readonly partialWindows?: PartialWindows;
  /** Changes numbers as other roundings would. */
  readonly noise?: Rounding;
  /** Without one, the ids that collectives name are those of devices, however they count. */
  readonly grid?: ProcessGrid | null;
  /** The mesh of the devices, if they run the body of a manual computation. */
  readonly mesh?: MeshAttr | null;
  /** By the name of the target. */
  readonly customCalls?: ReadonlyMap<string, CustomCall>;
  /** The inputs of `infeed`, one list for each execution. */
  readonly infeed?: readonly (readonly NdArray[])[];
  /** Takes what `outfeed` writes. */
  readonly outfeed?: (values: readonly NdArray[]) => void;
  /** Takes what `interpreter.print` prints. */
  readonly print?: (value: NdArray, op: Operation) => void;
  /** Counts and limits the memory of the devices. */
  readonly memory?: DeviceMemory;
  /** The faults; a plan is for one run. */
  readonly faults?: FaultPlan;
  /** The log to which `interpreter.probe` appends. */
  readonly probes?: ProbeRecord[];
}

/** One record of a probe. */
export interface ProbeRecord {
  readonly id: string;
  readonly array: NdArray;
}

/** The state shared by the devices that run a program together. */
export class Machine {
  readonly deviceCount: number;
  /** The numbers of all devices. */
  readonly devices: readonly number[];
  readonly grid: ProcessGrid | null;
  readonly mesh: MeshAttr | null;
  readonly accumulation: Accumulation;
  readonly partialWindows: PartialWindows;
  readonly noise: Rounding | null;
  readonly customCalls: ReadonlyMap<string, CustomCall>;
  readonly outfeed: (values: readonly NdArray[]) => void;
  readonly print: (value: NdArray, op: Operation) => void;
  readonly probes: ProbeRecord[];
  readonly memory: DeviceMemory | null;
  readonly faults: FaultPlan | null;
  readonly #facts = new Map<Operation, unknown>();
  readonly #infeed: (readonly NdArray[])[];
  readonly #messages = new Map<number, (readonly NdArray[])[]>();

  constructor(deviceCount: number, options: MachineOptions = {}) {
    this.deviceCount = deviceCount;
    this.devices = Array.from({ length: deviceCount }, (_, i) => i);
    this.grid = options.grid ?? null;
    this.mesh = options.mesh ?? null;
    this.accumulation = options.accumulation ?? 'wide';
    this.partialWindows = options.partialWindows ?? 'dropped';
    this.noise = options.noise ?? null;
    this.customCalls = options.customCalls ?? new Map<string, CustomCall>();
    this.#infeed = [...(options.infeed ?? [])];
    this.outfeed = options.outfeed ?? (() => undefined);
    this.print = options.print ?? (() => undefined);
    this.probes = options.probes ?? [];
    this.memory = options.memory ?? null;
    this.faults = options.faults ?? null;
  }

  /** The next arrays of the infeed, or `null` at its end. */
  nextInfeed(): readonly NdArray[] | null {
    return this.#infeed.shift() ?? null;
  }

  /** Returns a value that is the same for all devices and executions of an operation, computed once. */
  onceFor<T>(op: Operation, compute: () => T): T {
    if (!this.#facts.has(op)) this.#facts.set(op, compute());
    // Facts of an operation are requested by its own interpretation only.
    return this.#facts.get(op) as T;
  }

  /** Leaves a message on a channel. Messages are received in the order of sending. */
  send(channel: number, message: readonly NdArray[]): void {
    const waiting = this.#messages.get(channel);
    if (waiting === undefined) this.#messages.set(channel, [message]);
    else waiting.push(message);
  }

  /** Takes the oldest message on a channel, or `null` when there is none. */
  receive(channel: number): readonly NdArray[] | null {
    return this.#messages.get(channel)?.shift() ?? null;
  }
}

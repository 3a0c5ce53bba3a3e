import {
  type Context,
  defineOpInterface,
  type OpInterface,
  type Region,
  type Value,
} from '@shardform/ir-core';
import type { NdArray } from '../array/index.ts';
import type { Machine, MachineOptions } from './machine.ts';
import type { Reception, Rendezvous } from './rendezvous.ts';
import type { RuntimeValue } from './runtime-value.ts';

/**
 * The execution of an operation that may have to wait for other devices: it yields a {@link Rendezvous} and resumes
 * with this device's results, or a {@link Reception} and resumes with the message.
 */
export type Execution = Generator<Rendezvous | Reception, readonly RuntimeValue[], readonly NdArray[]>;

/** The device that executes a program, and its access to the machine. */
export interface DeviceState {
  /** 0-based; the only device of a sequential execution is 0. */
  readonly device: number;
  /** Number of devices that run the program. */
  readonly deviceCount: number;
  /** The state shared by the devices. */
  readonly machine: Machine;
  /** The context of the program: its resources and interfaces. */
  readonly context: Context;
  /** True if operations are traced, counted or fail one by one. */
  readonly isWatched: boolean;
  /** The value of an operand of a region that is being executed. */
  valueOf(value: Value, region: Region): RuntimeValue;
  /**
   * Gives an operand of the operation under evaluation another value once it is executed, as one does that writes to its
   * operands. Arrays stay as they are: other values that were computed from the operand keep what they have.
   */
  overwrite(operand: Value, region: Region, value: RuntimeValue): void;
  /** Counts operations of a region that are executed otherwise than by {@link runRegion}. @throws ExecutionError, Interrupted */
  spend(operations: number, region: Region): void;
  /** Executes the entry block of a region. Values of enclosing regions are visible. */
  runRegion(region: Region, inputs: readonly RuntimeValue[]): Execution;
  /** The same for a region that must not wait for other devices. @throws ExecutionError when it does. */
  computeRegion(region: Region, inputs: readonly NdArray[]): readonly NdArray[];
  /**
   * Applies a region of scalars to each element of arrays of one shape. A region of elementwise operations only is
   * executed once, on whole arrays.
   */
  mapRegion(region: Region, inputs: readonly NdArray[]): readonly NdArray[];
  /**
   * Applies a region elementwise to arrays, for values that it uses; `null` if the region has other than elementwise
   * operations.
   */
  mapValues(region: Region, inputs: readonly NdArray[], values: readonly Value[]): readonly NdArray[] | null;
  /** A number that is new on this device; the sequence is the same in every run, on every device. */
  nextSeed(): number;
  /** Executes one region per device on the devices of a machine of its own; see `runOnDevices`. */
  runDevices(
    regions: readonly Region[],
    inputsOf: (device: number) => readonly RuntimeValue[],
    options?: MachineOptions,
  ): readonly (readonly RuntimeValue[])[];
}

/**
 * Computes the results of an operation from its operands: at once, or as an {@link Execution}.
 *
 * Tensor operands are arrays. An operation whose operands may also be tokens or tuples takes a `readonly
 * RuntimeValue[]`, according to their types.
 */
export type Evaluate = (
  inputs: readonly NdArray[],
  state: DeviceState,
) => readonly RuntimeValue[] | Execution;

/** Operations that the simulator can execute. Implemented per dialect; a package can implement it for its own ops. */
export const interpretable: OpInterface<Evaluate> = /* @__PURE__ */ defineOpInterface<Evaluate>(
  'sim.interpretable',
  'an interpretation',
);

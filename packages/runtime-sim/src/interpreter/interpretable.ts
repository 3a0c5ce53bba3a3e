import { defineOpInterface, type OpInterface, type Region } from '@shardform/ir-core';
import type { NdArray } from '../array/index.ts';
import type { Rendezvous } from './rendezvous.ts';

/**
 * What executes an operation that may have to wait for other devices: it yields a {@link Rendezvous} and goes on
 * with this device's part of what came of it.
 */
export type Execution = Generator<Rendezvous, readonly NdArray[], readonly NdArray[]>;

/** The device that executes a program, and what it can ask of the machine. */
export interface DeviceState {
  /** 0-based; the only device of a sequential execution is 0. */
  readonly device: number;
  /** Number of devices that run the program. */
  readonly deviceCount: number;
  /** Executes the entry block of a region. Values of enclosing regions are visible. */
  runRegion(region: Region, inputs: readonly NdArray[]): Execution;
  /** Executes a region on the devices of a machine of its own; see `runOnDevices`. */
  runDevices(
    region: Region,
    deviceCount: number,
    inputsOf: (device: number) => readonly NdArray[],
  ): readonly (readonly NdArray[])[];
}

/** Computes the results of an operation from its operands: at once, or as an {@link Execution}. */
export type Evaluate = (inputs: readonly NdArray[], state: DeviceState) => readonly NdArray[] | Execution;

/** Operations that the simulator can execute. Implemented per dialect; a package can implement it for its own ops. */
export const interpretable: OpInterface<Evaluate> = /* @__PURE__ */ defineOpInterface<Evaluate>(
  'sim.interpretable',
  'an interpretation',
);

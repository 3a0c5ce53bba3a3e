import { type Machine, machineOfTopology } from '@shardform/cost-model';
import { TOPOLOGY, TopologyAttr } from '@shardform/dialect-dist';
import type { FuncOp } from '@shardform/dialect-func';
import type { ModuleOp } from '@shardform/ir-core';
import { type Simulated, simulateFor } from '@shardform/passes-dist';
import {
  type AttentionPlan,
  type FlatProgram,
  type MemoryPeak,
  memoryRulesOf,
  type Simulation,
} from '@shardform/runtime-dist';
import { flatProgramOf, type FlatProgramWithMemory } from './flat-program-of.ts';
import { simulationWarnings } from './simulation-warnings.ts';
import type { StagedProgram } from './staged-program.ts';

/** A program with its simulation, in the numbers of the machine. */
export interface SimulatedRun {
  readonly program: FlatProgram;
  /** With its events and memory. */
  readonly simulation: Simulation;
  readonly machine: Machine;
  /** True for a program of the dist dialect, which says itself which device does what. */
  readonly isPlaced: boolean;
  /** Returns what each device holds when it needs most, and its memory; `null` where devices run different programs. */
  readonly peak: (() => MemoryPeak) | null;
  /** Number of devices that the first one stands for; missing where what each does was simulated. */
  readonly standsFor?: number;
  /** Number of kernels of attention, by pass, that take the place of operations; missing where none does. */
  readonly fusedAttention?: AttentionPlan['passes'];
  /** Contributions that the times don't include. */
  readonly warnings: readonly string[];
}

/** What a module is simulated on. */
export interface SimulationSetup {
  /** Chooses a machine for a number of devices. */
  readonly machineFor: (devices: number) => Simulated;
  /** True if elementwise operations are fused into their users; true by default. */
  readonly fuses?: boolean;
}

/**
 * Simulates a program from a function on.
 *
 * @returns `null` if it could not be partitioned.
 * @throws CostError
 */
export function simulateStages(
  { module, local, context }: StagedProgram,
  func: FuncOp,
  { machineFor, fuses = true }: SimulationSetup,
): SimulatedRun | null {
  const flat = flatProgramOf(module, func, context, {
    fuses,
    fusesAttention: (devices) => machineFor(devices).machine.fusedAttention ?? false,
    localOf: () => local,
  });
  // Device 0 of a machine is its host.
  return flat === null ? null : simulateFlat(module, flat, machineFor(flat.program.deviceBound - 1));
}

/**
 * Simulates a flat program of a module.
 *
 * @param holds false if nobody asks when devices hold how much; where they run one program, its peak is known without.
 */
export function simulateFlat(
  module: ModuleOp,
  flat: FlatProgramWithMemory,
  simulated: Simulated,
  holds = true,
): SimulatedRun {
  const { peak, isPlaced, fusedAttention, standsFor } = flat;
  const program = inOrder(flat, simulated);
  const isHeld = holds || peak === null;
  const simulation = simulateFor(simulated, program, { events: true, memory: isHeld, holds: isHeld });
  return {
    program,
    simulation,
    machine: simulated.machine,
    isPlaced,
    peak: peak === null ? null : () => peak(memoryRulesOf(simulated.machine)),
    warnings: simulationWarnings(module, simulation),
    ...(fusedAttention === undefined ? {} : { fusedAttention }),
    ...(standsFor === undefined ? {} : { standsFor }),
  };
}

/** Transfers between programs of their own don't wait for each other: they are simulated in the order in which they begin. */
function inOrder({ program, inOrderOf }: FlatProgramWithMemory, simulated: Simulated): FlatProgram {
  if (inOrderOf === undefined) return program;
  return inOrderOf(simulateFor(simulated, program, { events: true, ordersSends: false }));
}

/** Returns the machine that a module describes itself; `null` for none. */
export function describedMachine(module: ModuleOp): Machine | null {
  const topology = module.getAttr(TOPOLOGY);
  return topology instanceof TopologyAttr ? machineOfTopology(topology) : null;
}

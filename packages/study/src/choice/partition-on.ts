import { computingDevices, hasDevicesOf, type Machine } from '@shardform/cost-model';
import { programMesh } from '@shardform/dialect-sdy';
import {
  partition,
  type PartitionObserver,
  partitionPropagated,
  type PartitionStages,
} from '@shardform/inspect';
import type { Context, ModuleOp, PassInstrumentation } from '@shardform/ir-core';
import { mpmdEntry } from '@shardform/passes-mpmd';
import { isMoreOperations, partitionDefaults, type PartitionSettings } from '@shardform/passes-sharding';

import { simulatedOn } from '../time/measured-program.ts';
import type { TimedRun } from '../time/simulated-time.ts';
import type { Partitioner } from './partitioner.ts';

/** Ways to partition a program: priced with the machine's times, with the bytes that are sent, or as Shardy does. */
export type PartitionWay = 'time' | 'bytes' | 'shardy';

/** Why a program is partitioned for a machine as it is. */
export interface PartitionChoice {
  readonly machine: string;
  readonly way: PartitionWay;
  /** The simulated seconds of each way that was tried, that of the way taken first; none where only one was. */
  readonly tried: readonly { readonly way: PartitionWay; readonly seconds: number }[];
}

/** A program partitioned for a machine. */
export interface ChosenPartition {
  readonly stages: PartitionStages;
  readonly settings: PartitionSettings;
  /** `null` where bytes decide, since no machine is known. */
  readonly choice: PartitionChoice | null;
  /** The simulation of these stages on the machine, where choosing them took one. */
  readonly run: TimedRun | null;
}

/** Larger programs are partitioned in one way only. */
const MOST_OPERATIONS = 2000;

/** Others are tried where devices wait for each other for more of the time. */
const WORTH_TRYING = 0.005;

/** What another way has to take of the time of the first. */
const WORTHWHILE = 0.999;

/**
 * Partitions a program for a machine: with its prices, or in the way of two others that is faster in simulation. Where no machine is
 * known, bytes decide. Other partitioners choose alike for all machines. Problems are in the context's diagnostics.
 *
 * @throws Interrupted when the budget's interrupt ends the work; the module itself is never changed.
 */
export function partitionOn(
  machine: Machine | null,
  module: ModuleOp,
  context: Context,
  observer: PartitionObserver = {},
  partitioner: Partitioner = 'best',
): ChosenPartition {
  if (partitioner !== 'best') {
    const settings = settingsOf(partitioner, machine);
    return { stages: partition(module, context, observer, settings), settings, choice: null, run: null };
  }
  if (machine === null || !isKnown(machine) || mpmdEntry(module) !== null || !hasMeshOf(module, machine))
    return {
      stages: partition(module, context, observer),
      ...{ settings: partitionDefaults, choice: null, run: null },
    };
  // Looking ahead takes half of the time to partition, and times hardly get better by it.
  const settings = { ...partitionDefaults, machine, 'looks-ahead': 'no' } as const;
  const first = partition(module, context, observer, settings);
  const found = {
    stages: first,
    settings,
    choice: { machine: machine.name, way: 'time', tried: [] },
    run: null,
  } as const;
  if (
    first.local === null ||
    first.propagated === null ||
    isMoreOperations(first.propagated, MOST_OPERATIONS)
  )
    return found;
  return fasterOf(found, { module, context, machine }, observer.instrumentations);
}

/** Returns whether a program has a mesh of devices that a machine has, too. */
function hasMeshOf(module: ModuleOp, machine: Machine): boolean {
  const [, mesh] = programMesh(module) ?? [];
  return mesh !== undefined && mesh.totalSize > 1 && mesh.totalSize <= computingDevices(machine);
}

/** Returns the settings of a partitioner. XLA for CPUs widens narrow floats. */
export function settingsOf(partitioner: Partitioner, machine: Machine | null): PartitionSettings {
  const isForCpus = machine !== null && hasDevicesOf(machine, ['cpu']);
  return { ...partitionDefaults, partitioner, 'widens-narrow-floats': isForCpus };
}

/** Returns whether a program is partitioned for a machine. */
export function isKnown({ isAssumed = false }: Machine): boolean {
  return !isAssumed;
}

interface Setting {
  readonly module: ModuleOp;
  readonly context: Context;
  readonly machine: Machine;
}

interface Tried extends Pick<ChosenPartition, 'stages' | 'settings'> {
  readonly way: PartitionWay;
  readonly run: TimedRun;
}

function fasterOf(
  first: ChosenPartition,
  { module, context, machine }: Setting,
  instrumentations: readonly PassInstrumentation[] = [],
): ChosenPartition {
  const { propagated } = first.stages;
  const runOf = ({ collectives, local }: PartitionStages): TimedRun | null =>
    simulatedOn({ module, collectives, local, context }, machine);
  const run = runOf(first.stages);
  if (run === null) return first;
  const memory = Math.min(...Array.from(machine.devices.values(), (device) => device.memory));
  // What is held takes as long to work out as the time: it is asked for where it matters.
  const fits = (own: Pick<Tried, 'run'>): boolean => own.run.report.peakMemory.bytes <= memory;
  // What could be saved is what devices wait for each other.
  const { communication, seconds } = run.report;
  const saved = communication.exposed + communication.contention;
  if (saved < seconds * WORTH_TRYING && fits({ run })) return { ...first, run };
  const others: readonly (readonly [PartitionWay, PartitionSettings])[] = [
    ['bytes', { ...partitionDefaults, machine, 'by-bytes': true, 'looks-ahead': 'yes' }],
    ['shardy', { ...partitionDefaults, partitioner: 'shardy' }],
  ];
  const tried: Tried[] = [{ ...first, way: 'time', run }];
  for (const [way, settings] of others) {
    // What is said about a way that is not taken is not of the program.
    const { result: stages } = context.diagnostics.capture(() =>
      partitionPropagated(propagated!, { given: module, context, settings }),
    );
    const own = stages.local === null ? null : runOf(stages);
    if (own !== null) tried.push({ stages, settings, way, run: own });
  }
  const secondsOf = (own: Tried): number => own.run.report.seconds;
  let best = tried[0]!;
  for (const other of tried) {
    const isFaster = secondsOf(other) < secondsOf(best) * WORTHWHILE;
    // What fits is better than what does not.
    if (isFaster ? fits(other) || !fits(best) : !fits(best) && fits(other)) best = other;
  }
  const order = tried.toSorted(
    (a, b) => Number(b === best) - Number(a === best) || secondsOf(a) - secondsOf(b),
  );
  const { settings, way } = best;
  const choice = {
    machine: machine.name,
    way,
    tried: order.map((own) => ({ way: own.way, seconds: secondsOf(own) })),
  };
  if (best.stages === first.stages || instrumentations.length === 0)
    return { stages: best.stages, settings, choice, run: best.run };
  // Observers see the passes of what is taken.
  const stages = partitionPropagated(propagated!, { given: module, context, settings }, { instrumentations });
  return { stages, settings, choice, run: null };
}

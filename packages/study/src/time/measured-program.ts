import { computingDevices, CostError, type Machine } from '@shardform/cost-model';
import { type MeshAttr, MeshTable, programMesh } from '@shardform/dialect-sdy';
import { deviceCount } from '@shardform/inspect';
import { Interrupted, LimitError, type Operation } from '@shardform/ir-core';
import {
  launchSeconds,
  type LinkTime,
  type MemoryRules,
  memoryRulesOf,
  sourceOf,
} from '@shardform/runtime-dist';
import { ExecutionError, programEntries } from '@shardform/runtime-sim';
import type { DeviceRef } from '@shardform/dialect-dist';
import { isPlacedCollective, placedTransfer } from '../collectives/placed-collective.ts';
import { describedCollectives } from '../collectives/collective-list.ts';
import type { InsertedCollective } from '../collectives/inserted-collective.ts';
import { liveSet } from '../memory/live-set.ts';
import { axisLabel, LISTED } from './collective-axes.ts';
import { originsInVersions } from './collective-origins.ts';
import { collectiveSums } from '../collectives/collective-totals.ts';
import type { AxisSums, CollectiveFacts, Facts, MeshFacts, TimeFacts } from './facts.ts';
import { contentionFacts, contentionSeconds } from './contention-facts.ts';
import { flatProgramOf, meshVersions } from './flat-program-of.ts';
import { functionToSimulate } from './function-to-simulate.ts';
import { machineNumber } from './mesh-numbers.ts';
import { meshSent } from './mesh-sent.ts';
import { simulateFlat } from './simulated-module.ts';
import { partsOfMemory, type PeakMemory, type TimedRun, timedRun } from './simulated-time.ts';
import type { StagedProgram } from './staged-program.ts';
import { throughputFacts } from './throughput.ts';
import { collectiveName, restOf, spentTimes } from './time-shares.ts';

/** A collective with what it costs on a machine. */
export interface CostedCollective extends InsertedCollective {
  /** Of the program with collectives. */
  readonly op: Operation;
  /** The name under which it counts: its axis, or several such as `x, y`. */
  readonly axis: string;
  /**
   * In total over its executions, on the slowest device, or where tensors are placed on devices on the one that it takes
   * longest; `null` where the program wasn't simulated.
   */
  readonly seconds: number | null;
  /** Of these, while the device doesn't compute, contention aside. */
  readonly exposedSeconds: number | null;
  /** Of these, for links that others use at the same time, while the device doesn't compute; `null` as for the seconds. */
  readonly contention: readonly LinkTime[] | null;
}

/** Returns the collective alone, which can be written as JSON. */
export function withoutCosts({
  op,
  axis,
  seconds,
  exposedSeconds,
  contention,
  ...collective
}: CostedCollective): InsertedCollective {
  return collective;
}

/** A program with what it costs on a machine. */
export interface MeasuredStages {
  readonly facts: Facts;
  /** In the order of the program. */
  readonly collectives: readonly CostedCollective[];
  /** `null` where the program can't be partitioned or simulated. */
  readonly run: TimedRun | null;
}

/**
 * Measures a program on a machine. Nothing is partitioned again.
 *
 * @param known its simulation on the machine; `null` where it was not simulated yet.
 * @param options of the simulation.
 */
export function measureStages(
  program: StagedProgram,
  machine: Machine,
  known: TimedRun | null = null,
  options: MeasureOptions = {},
): MeasuredStages {
  if (known !== null) return measureRun(program, known, known.report.warnings);
  const { run, problems } = simulated(program, machine, options);
  return measureRun(program, run, problems, machine);
}

/** What is asked for. */
export interface MeasureOptions {
  /**
   * True if only what is summed up is asked for, which stays the same: one device stands for all where these do the same at the same time,
   * and the run has its events alone, and not when devices hold how much. False by default.
   */
  readonly isSummedUp?: boolean;
}

/** Simulates a program on a machine; `null` where that can't be done. */
export function simulatedOn(
  program: StagedProgram,
  machine: Machine,
  options: MeasureOptions = {},
): TimedRun | null {
  return simulated(program, machine, options).run;
}

/**
 * Measures a program by a run that was simulated.
 *
 * @param problems why there is no run, or what its time does not contain.
 * @param machine the one by whose rules memory is estimated if there is no run.
 */
export function measureRun(
  program: StagedProgram,
  run: TimedRun | null,
  problems: readonly string[],
  machine: Machine | null = null,
): MeasuredStages {
  const { module, context, notes } = program;
  const global = program.collectives ?? module;
  const own = programMesh(global);
  const [meshName, mesh] = notes?.mesh == null ? (own ?? ['', null]) : ['', notes.mesh];
  const described = describedCollectives(programEntries(global), new MeshTable(global), context, {
    ...notes,
    mesh,
  });
  const bytes = new Map(described.map(({ op, collective }) => [op, collective.bytes]));
  const bytesOf = (op: Operation): number => bytes.get(op) ?? 0;
  const spent = run === null ? null : communicationTimes(program, run, bytesOf);
  // Where devices run different programs, the slowest one need not take part.
  const differ = run !== null && run.simulated.peak === null;
  const longest = differ ? longestTimes(program, run, bytesOf) : spent;
  const collectives = described.map((own): CostedCollective => {
    const { seconds = 0, exposed = 0, contention = [] } = longest?.get(own.op) ?? {};
    return {
      ...own.collective,
      op: own.op,
      axis: axisLabel(own.collective.axisNames),
      seconds: longest === null ? null : seconds,
      exposedSeconds: longest === null ? null : exposed,
      contention: longest === null ? null : contention,
    };
  });
  const devices = run?.report.devices ?? deviceCount(module);
  const facts: Facts = {
    devices,
    mesh: mesh === null ? null : { name: meshName, axes: axesOf(mesh) },
    time: run === null || spent === null ? null : timeFacts(run, collectives, spent),
    throughput: run === null ? [] : throughputFacts(module, { seconds: run.report.seconds, devices }),
    memory:
      program.assigned?.() ?? run?.report.peakMemory ?? estimatedMemory(program, memoryRulesOf(machine)),
    sent: {
      ...(collectives.some(({ op }) => isPlacedCollective(op))
        ? placedSent(collectives)
        : (meshSent(global, collectives) ?? sentFacts(collectives))),
      meaning: collectiveSums(collectives).meaning,
    },
    collectives: collectiveFacts(collectives),
    problems,
  };
  return { facts, collectives, run };
}

/** The memory of a program that was not simulated: what a device holds depends on the rules of the machine only. */
function estimatedMemory(program: StagedProgram, rules: MemoryRules): PeakMemory | null {
  try {
    const { estimate } = liveSet(program, rules) ?? {};
    return estimate === undefined ? null : partsOfMemory(estimate, 0);
  } catch (error) {
    if (isUnknown(error)) return null;
    throw error;
  }
}

/** Returns whether an error says why something is not known about a program. */
function isUnknown(error: unknown): error is CostError | ExecutionError | LimitError {
  return error instanceof CostError || error instanceof ExecutionError || error instanceof LimitError;
}

function axesOf({ axes }: MeshAttr): MeshFacts['axes'] {
  return axes.map(({ name, size }) => ({ name, size }));
}

interface SimulationAttempt {
  readonly run: TimedRun | null;
  readonly problems: readonly string[];
}

function simulated(
  { module, local, context, problems = [] }: StagedProgram,
  machine: Machine,
  { isSummedUp = false }: MeasureOptions,
): SimulationAttempt {
  const func = functionToSimulate(module);
  if (func === null) return failed('the program has no function to begin with');
  try {
    const flat = flatProgramOf(module, func, context, {
      fusesAttention: () => machine.fusedAttention ?? false,
      standInOn: isSummedUp ? machine : null,
      target: memoryRulesOf(machine),
      localOf: () => local,
    });
    if (flat === null)
      return problems.length > 0 ? { run: null, problems } : failed("the program can't be partitioned");
    const [wanted, present] = [flat.program.deviceBound - 1, computingDevices(machine)];
    if (wanted > present) return failed(`the program is for ${wanted} devices, the machine has ${present}`);
    const run = timedRun(simulateFlat(module, flat, { machine, costModel: 'roofline' }, !isSummedUp));
    return { run, problems: run.report.warnings };
  } catch (error) {
    // Work that was told to stop can be done later.
    if (error instanceof Interrupted) throw error;
    if (isUnknown(error)) return failed(error.message);
    throw error;
  }
}

function failed(problem: string): SimulationAttempt {
  return { run: null, problems: [problem] };
}

/** Seconds of communication. */
interface CommunicationTime {
  seconds: number;
  exposed: number;
  contention: readonly LinkTime[];
}

/** Seconds by collective of the program with collectives, or by the name of others. */
type CommunicationTimes = ReadonlyMap<Operation | string, CommunicationTime>;

/** The seconds of a device, by default of the slowest. */
function communicationTimes(
  { module, collectives, local, context }: StagedProgram,
  { simulated: { program, simulation }, report }: TimedRun,
  bytesOf: (op: Operation) => number,
  device: number = report.slowestDevice,
): CommunicationTimes {
  // A program of one device is simulated as it was given.
  const origins = originsInVersions(collectives ?? module, [module, local, ...meshVersions(module, context)]);
  const times = new Map<Operation | string, CommunicationTime>();
  for (const { event, seconds, contention, hidden } of spentTimes(simulation, device)) {
    if (event.stream === 'compute') continue;
    const source = sourceOf(program, event.op);
    const parts = source === null ? [] : (origins.get(source) ?? []);
    const total = seconds + contentionSeconds(contention) + hidden;
    for (const [origin, share] of sharesOf(parts, bytesOf)) {
      const key = origin ?? collectiveName(program, event.op);
      const known = times.get(key) ?? { seconds: 0, exposed: 0, contention: [] };
      known.seconds += total * share;
      known.exposed += seconds * share;
      known.contention = addedTimes(known.contention, contention, share);
      times.set(key, known);
    }
  }
  return times;
}

/** Adds a share of times to others, by link. */
function addedTimes(
  known: readonly LinkTime[],
  times: readonly LinkTime[],
  share: number,
): readonly LinkTime[] {
  if (times.length === 0) return known;
  const byLink = new Map(known.map(({ link, seconds }) => [link, seconds]));
  for (const { link, seconds } of times) byLink.set(link, (byLink.get(link) ?? 0) + seconds * share);
  return Array.from(byLink, ([link, seconds]) => ({ link, seconds }));
}

/** The shares that collectives have of the time of the one that they were combined into: as of its bytes. */
function sharesOf(
  parts: readonly Operation[],
  bytesOf: (op: Operation) => number,
): readonly (readonly [Operation | null, number])[] {
  if (parts.length < 2) return [[parts[0] ?? null, 1]];
  const total = parts.reduce((sum, op) => sum + bytesOf(op), 0);
  return parts.map((op) => [op, total === 0 ? 1 / parts.length : bytesOf(op) / total]);
}

/** By collective, the seconds of the device that it takes longest. */
function longestTimes(
  program: StagedProgram,
  run: TimedRun,
  bytesOf: (op: Operation) => number,
): CommunicationTimes {
  const longest = new Map<Operation | string, CommunicationTime>();
  const exposedOf = (time: CommunicationTime): number => time.exposed + contentionSeconds(time.contention);
  for (const { device } of run.simulated.simulation.devices)
    for (const [op, time] of communicationTimes(program, run, bytesOf, device)) {
      const known = longest.get(op);
      if (known === undefined || exposedOf(known) < exposedOf(time)) longest.set(op, time);
    }
  return longest;
}

/** @param spent by the slowest device. */
function timeFacts(
  { simulated, report: { seconds, slowestDevice, rates } }: TimedRun,
  collectives: readonly CostedCollective[],
  spent: CommunicationTimes,
): TimeFacts {
  const { program, simulation, machine, isPlaced } = simulated;
  const device = machine.devices.get(machineNumber(slowestDevice, isPlaced));
  let [computing, launch] = [0, 0];
  for (const { event } of spentTimes(simulation, slowestDevice)) {
    if (event.stream !== 'compute') continue;
    computing += event.duration;
    if (device !== undefined) launch += launchSeconds(program, event.op, device);
  }
  const own = collectives.map(({ op, kind, axis }) => ({ kind, axis, time: spent.get(op) }));
  const others = [...spent].flatMap(([key, time]) =>
    typeof key === 'string' ? [{ kind: key, axis: LISTED, time }] : [],
  );
  const all = [...own, ...others];
  const byAxis = new Map<string, number>();
  for (const { axis, time } of all) byAxis.set(axis, (byAxis.get(axis) ?? 0) + (time?.exposed ?? 0));
  const contention = contentionFacts(
    all.map(({ kind, axis, time }) => ({ kind, axis, contention: time?.contention ?? [] })),
  );
  const communicating = [...byAxis.values()].reduce((sum, own) => sum + own, 0);
  return {
    machine: machine.name,
    rates,
    seconds,
    compute: computing - launch,
    byAxis: Array.from(byAxis, ([axis, own]) => ({ axis, seconds: own })),
    contention,
    waiting: restOf(seconds, computing + communicating + contentionSeconds(contention)),
    launch,
  };
}

function sentFacts(collectives: readonly CostedCollective[]): AxisSums {
  const byAxis = sums(collectives, ({ axis }) => axis, totalBytes);
  return {
    bytes: collectives.reduce((sum, own) => sum + totalBytes(own), 0),
    byAxis: Array.from(byAxis, ([axis, bytes]) => ({ axis, bytes })),
  };
}

/** What the device sends that sends most, where tensors are placed on devices. */
function placedSent(collectives: readonly CostedCollective[]): AxisSums {
  const byDevice = new Map<DeviceRef, number>();
  for (const { op, executions } of collectives)
    for (const [device, bytes] of placedTransfer(op).sent)
      byDevice.set(device, (byDevice.get(device) ?? 0) + bytes * executions);
  const bytes = Math.max(0, ...byDevice.values());
  return { bytes, byAxis: [{ axis: LISTED, bytes }] };
}

function collectiveFacts(collectives: readonly CostedCollective[]): CollectiveFacts {
  const kind = (own: CostedCollective): string => own.kind;
  const counts = sums(collectives, kind, () => 1);
  const executions = sums(collectives, kind, (own) => own.executions);
  const bytes = sums(collectives, kind, totalBytes);
  return {
    count: collectives.length,
    executions: collectives.reduce((sum, own) => sum + own.executions, 0),
    byKind: Array.from(counts, ([name, count]) => ({
      kind: name,
      count,
      executions: executions.get(name) ?? 0,
      bytes: bytes.get(name) ?? 0,
    })),
  };
}

function totalBytes({ bytes, executions }: CostedCollective): number {
  return bytes * executions;
}

function sums(
  collectives: readonly CostedCollective[],
  keyOf: (collective: CostedCollective) => string,
  valueOf: (collective: CostedCollective) => number,
): Map<string, number> {
  const found = new Map<string, number>();
  for (const own of collectives) found.set(keyOf(own), (found.get(keyOf(own)) ?? 0) + valueOf(own));
  return found;
}

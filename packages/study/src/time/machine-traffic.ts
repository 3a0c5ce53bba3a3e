import type { Machine, Topology } from '@shardform/cost-model';
import type { ModuleOp, Operation } from '@shardform/ir-core';
import {
  type FlatProgram,
  opClass,
  kindOf,
  sourceOf,
  type TimedEvent,
  wireLoadsOf,
} from '@shardform/runtime-dist';
import type { Stage } from '../stages/stage.ts';
import type { Study } from '../study.ts';
import type { ValueId } from '../values/value-id.ts';
import { LISTED } from './collective-axes.ts';
import { rootOf } from '../stages/root-of.ts';
import { originsInVersions } from './collective-origins.ts';
import { meshVersions } from './flat-program-of.ts';

/** What a program sends over the wires of a machine. */
export interface MachineTraffic {
  readonly machine: string;
  readonly topology: Topology;
  /** Numbers of the machine's devices as the program has them, in the machine's order. */
  readonly devices: readonly number[];
  /** How many of them the program uses: the first ones. */
  readonly used: number;
  /** True if the program uses the machine's host, which is device 0 of programs that place their tensors. */
  readonly usesHost: boolean;
  /** That anything is sent over. */
  readonly wires: readonly UsedWire[];
  /** Operations for which devices communicate, the one with most bytes on wires first. */
  readonly senders: readonly Sender[];
  /** Of the whole program. */
  readonly seconds: number;
}

/** An end of a wire: a device, a node, or the switch between nodes, which is node {@link SWITCH}. */
export type WireEnd = { readonly device: number } | { readonly node: number };

/** A wire in one direction. */
export interface UsedWire {
  readonly from: WireEnd;
  readonly to: WireEnd;
  readonly bytes: number;
  /** Seconds in which an operation has the wire. */
  readonly seconds: number;
}

/** What an operation of the program sends, in all its executions. */
export interface Sender {
  /** Of its result; `null` if unknown. */
  readonly id: ValueId | null;
  /** The name of its result. */
  readonly value: string;
  /** `all_reduce`, ... */
  readonly kind: string;
  readonly axis: string;
  readonly line: number | null;
  /** On all wires together. */
  readonly bytes: number;
  /** Of the device that is busy with it longest. */
  readonly seconds: number;
  /** Numbers of wires, with the bytes on each. */
  readonly loads: readonly (readonly [wire: number, bytes: number])[];
}

interface Load {
  bytes: number;
  seconds: number;
}

/** What an operation sends. */
interface Counted {
  /** By the name of the wire. */
  readonly loads: Map<string, Load>;
  /** By device. */
  readonly seconds: Map<number, number>;
}

/** Returns the traffic of a program at a stage, or `null` where it can't be simulated. */
export function machineTraffic(study: Study, stage: Stage, machine: Machine): MachineTraffic | null {
  const { run, collectives } = study.measuredAt(stage, machine);
  if (run === null) return null;
  const { simulated, report } = run;
  const { program, isPlaced } = simulated;
  const shift = isPlaced ? 0 : 1;
  const bySource = sendersOf(program, simulated.machine, simulated.simulation.events);
  const wires = new Map<string, Load>();
  for (const { loads } of bySource.values()) for (const [name, load] of loads) addTo(wires, name, load);
  const numbers = new Map([...wires.keys()].map((name, i) => [name, i]));
  const { module, collectives: global, local } = study.versionAt(stage, machine);
  const versions = [module, local, ...meshVersions(module, study.context)];
  const origins = originsInVersions(global ?? module, versions);
  const axes = new Map(collectives.map(({ op, axis }) => [op, axis]));
  const versionOf = (op: Operation): ModuleOp => {
    const root = rootOf(op);
    return versions.find((own) => own === root) ?? module;
  };
  const senders = Array.from(bySource, ([op, { loads, seconds }]): Sender => {
    const result = op?.results[0];
    const [origin] = op === null ? [] : (origins.get(op) ?? []);
    return {
      id: op === null || result === undefined ? null : study.valuesOf(versionOf(op)).idOf(result),
      value: op === null || result === undefined ? '' : study.namingOf(versionOf(op)).operand(result),
      kind: op === null ? 'send' : op.name.slice(op.name.indexOf('.') + 1),
      axis: (origin === undefined ? undefined : axes.get(origin)) ?? LISTED,
      line: op === null ? null : study.lineOfOperation(op),
      bytes: [...loads.values()].reduce((sum, load) => sum + load.bytes, 0),
      seconds: [...seconds.values()].reduce((most, own) => Math.max(most, own), 0),
      loads: Array.from(loads, ([name, load]) => [numbers.get(name) ?? 0, load.bytes] as const),
    };
  });
  return {
    machine: simulated.machine.name,
    topology: simulated.machine.topology,
    // Device 0 is the machine's host.
    devices: [...simulated.machine.devices.keys()].filter((id) => id > 0).map((id) => id - shift),
    used: isPlaced ? Math.max(0, program.deviceBound - 1) : report.devices,
    usesHost: isPlaced && simulated.simulation.devices.some(({ device }) => device === 0),
    wires: Array.from(wires, ([name, own]) => ({ ...endsOf(name, shift), ...own })),
    senders: senders.sort((a, b) => b.bytes - a.bytes),
    seconds: report.seconds,
  };
}

/** @param events in which each device of an operation has one. */
function sendersOf(
  program: FlatProgram,
  machine: Machine,
  events: readonly TimedEvent[],
): Map<Operation | null, Counted> {
  const found = new Map<Operation | null, Counted>();
  const longest = new Map<number, number>();
  for (const { op, device, duration } of events) {
    if (opClass(kindOf(program, op)) !== 'communicate') continue;
    longest.set(op, Math.max(longest.get(op) ?? 0, duration));
    const source = sourceOf(program, op);
    const own = found.get(source) ?? { loads: new Map<string, Load>(), seconds: new Map<number, number>() };
    found.set(source, own);
    own.seconds.set(device, (own.seconds.get(device) ?? 0) + duration);
  }
  for (const [op, seconds] of longest) {
    const own = found.get(sourceOf(program, op));
    for (const { wire, bytes } of wireLoadsOf(program, op, machine))
      if (own !== undefined) addTo(own.loads, wire, { bytes, seconds });
  }
  return found;
}

function addTo(loads: Map<string, Load>, name: string, { bytes, seconds }: Load): void {
  const known = loads.get(name) ?? { bytes: 0, seconds: 0 };
  known.bytes += bytes;
  known.seconds += seconds;
  loads.set(name, known);
}

function endsOf(name: string, shift: number): Pick<UsedWire, 'from' | 'to'> {
  const between = /^(\d+)>(\d+)$/.exec(name);
  if (between !== null)
    return { from: { device: Number(between[1]) - shift }, to: { device: Number(between[2]) - shift } };
  const node = Number(/^\D+(\d+)/.exec(name)?.[1] ?? 0);
  // Both ends have the number of the node; the other one is the switch.
  return name.startsWith('out')
    ? { from: { node }, to: { node: SWITCH } }
    : { from: { node: SWITCH }, to: { node } };
}

/** Stands for the switch among nodes. */
export const SWITCH = -1;

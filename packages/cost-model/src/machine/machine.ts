import type { Arithmetic } from '../kernels/arithmetic.ts';
import type { MeasuredCollectives } from './measured-collectives.ts';

/** The fractions of peak rates that kernels reach. */
export interface KernelEfficiency {
  /** Of matrix products and convolutions. */
  readonly products?: number;
  /** Of products of 8-bit floats, where they reach another fraction of their rate. */
  readonly f8?: number;
  /** Of fused attention; that of other products where nothing is measured. */
  readonly attention?: number;
  /** Of the memory's bandwidth. */
  readonly memory?: number;
  /** Of its speed, with which a device computes while it communicates: what communicates takes processors and memory's bandwidth. */
  readonly overlap?: number;
}

/** Fractions of peak rates with the measurements that they are from. */
export interface MeasuredEfficiency extends KernelEfficiency {
  /** The measurements that the fractions follow from. */
  readonly source?: string;
  /** How far simulated steps are from measured ones; absent where that is not known. */
  readonly accuracy?: readonly SimulationAccuracy[];
}

/** The fractions of peak rates that kernels of a device reach, as measured. */
export interface DeviceEfficiency extends MeasuredEfficiency {
  /** Those of frameworks whose kernels are fused further, as NVIDIA's Transformer Engine has them. */
  readonly fused?: MeasuredEfficiency;
}

/** The error of simulated steps on those that others measured and published. */
export interface SimulationAccuracy {
  /** Number of published steps. */
  readonly steps: number;
  /** The mean of the absolute errors, as a fraction of the measured times. */
  readonly meanError: number;
  /** The arithmetic of the steps' products, where each has an error of its own. */
  readonly of?: string;
}

/** A device as cost models see it. */
export interface MachineDevice {
  readonly id: number;
  /** Such as `gpu`. */
  readonly kind: string;
  /** Peak floating-point operations per second of products of 16-bit floats. */
  readonly flops: number;
  /** Those of other arithmetic, where they differ. */
  readonly rates?: Readonly<Partial<Record<Arithmetic, number>>>;
  /** The fractions of peak rates that kernels reach; 1 where nothing is measured. */
  readonly efficiency?: DeviceEfficiency;
  /** Bytes per second between the device and its memory. */
  readonly dram: number;
  /** Seconds to start an operation. */
  readonly launch: number;
  /** Bytes of memory; infinite if unlimited. */
  readonly memory: number;
  /** The part that the host of the device has in a step; none where nothing is measured. */
  readonly host?: HostCosts;
}

/** The time that programs take on the host of a device, as frameworks for training have it. */
export interface HostCosts {
  /** Seconds between two tasks of a step: a forward or backward pass of a microbatch. */
  readonly perTask: number;
  /** Whether a stage of a pipeline sends its results before it begins another task, unless its schedule is interleaved. */
  readonly blocksSends: boolean;
  /** Bytes per second that such sends reach inside of a node, and between nodes; those of the links by default. */
  readonly sends?: { readonly inside: number; readonly between: number };
}

/** One gigabit in bytes. */
export const BYTES_PER_GIGABIT = 1.25e8;

/** Whether the dimensions of a grid are rings: all alike, or each for itself. */
export type Wraps = boolean | readonly boolean[];

/** A grid of devices whose last dimension is the fastest, with a link between neighbors and a ring in each dimension that wraps. */
export interface GridTopology {
  readonly kind: 'grid';
  readonly sizes: readonly number[];
  readonly wraps: Wraps;
  /** Gigabits per second of a link in one direction. */
  readonly gbps: number;
  /** Seconds. */
  readonly hopLatency: number;
}

/** Nodes of devices behind a switch, whose network cards connect them with the other nodes. */
export interface NodesTopology {
  readonly kind: 'nodes';
  readonly nodes: number;
  readonly perNode: number;
  /** Network cards of a node, which its devices share evenly. */
  readonly cards: number;
  /** Gigabits per second of a card, in one direction. */
  readonly cardGbps: number;
  /** Gigabits per second of a device to all others of its node together, in one direction. */
  readonly insideGbps: number;
  /** Seconds. */
  readonly insideLatency: number;
  readonly betweenLatency: number;
}

/** Grids of devices, each of which reaches the devices of other grids by a network. */
export interface SlicesTopology {
  readonly kind: 'slices';
  readonly slices: number;
  readonly slice: GridTopology;
  /** Gigabits per second of a device to other slices, in one direction. */
  readonly betweenGbps: number;
  /** Seconds. */
  readonly betweenLatency: number;
}

/** The links of a machine: those of a grid, of nodes, of slices, or one from each device to each other one. */
export type Topology = GridTopology | NodesTopology | SlicesTopology | { readonly kind: 'pairs' };

/** A machine: devices and the links between them. */
export interface Machine {
  readonly name: string;
  readonly topology: Topology;
  /** By number; numbers need not start at 0. */
  readonly devices: ReadonlyMap<number, MachineDevice>;
  /**
   * Gigabits per second from one device to another: infinite to itself. @throws for devices or links that the machine
   * doesn't have.
   */
  gbps(from: number, to: number): number;
  /** Seconds until the first byte arrives. */
  latency(from: number, to: number): number;
  /**
   * The wires that a transfer takes: equal names are one wire, which transfers share. A wire between two devices is `1>2`, those
   * of the first network card of the first node are `out0.0` and `in0.0`.
   */
  route(from: number, to: number): readonly string[];
  /** A text that says what bandwidths, latencies and routes are: machines whose links differ have different ones. */
  readonly links?: string;
  /** True if nobody named it: its numbers say nothing about where the program will run. */
  readonly isAssumed?: boolean;
  /** Whether attention that a program writes out is executed as one kernel; by default it is not, as XLA compiles it. */
  readonly fusedAttention?: boolean;
  /** Whether the rates of devices are not those of data sheets but measured, as by `shardform calibrate`. */
  readonly hasMeasuredRates?: boolean;
  /** Measured times of collectives, which hold instead of what links would give. */
  readonly collectives?: MeasuredCollectives;
}

/** Returns whether a dimension of a grid is a ring. */
export function wrapsIn({ wraps }: Pick<GridTopology, 'wraps'>, dim: number): boolean {
  return typeof wraps === 'boolean' ? wraps : wraps[dim];
}

/** Returns whether all dimensions of a grid are rings. */
export function isTorus({ wraps }: Pick<GridTopology, 'wraps'>): boolean {
  return typeof wraps === 'boolean' ? wraps : wraps.every(Boolean);
}

/** The number of devices that compute; device 0, which a machine may have, is the host. */
export function computingDevices({ devices }: Machine): number {
  return devices.size - Number(devices.has(0));
}

/** Returns whether a device of a machine, other than its host, is of one of some kinds. */
export function hasDevicesOf({ devices }: Machine, kinds: readonly string[]): boolean {
  return [...devices.values()].some(({ id, kind }) => id !== 0 && kinds.includes(kind));
}

/** Returns the device that all are like; device 0 is the host. @throws MachineError for a machine without devices. */
export function machineDevice({ devices, name }: Machine): MachineDevice {
  const device = devices.get(1);
  if (device === undefined) throw new MachineError(`the machine '${name}' has no device 1`);
  return device;
}

/** A device or link that the machine does not have. */
export class MachineError extends Error {
  override readonly name = 'MachineError';
}

/** DistIR's defaults: 14 TFLOP/s, 900 GB/s, 10 microseconds, 25 Gbps. */
export const defaults = { flops: 1.4e13, dram: 9.0e11, launch: 1e-5, gbps: 25 } as const;

/** Parameters of a machine of equal devices. */
export interface UniformMachine {
  /** `gpu` by default. */
  readonly kind?: string;
  readonly flops?: number;
  readonly dram?: number;
  readonly launch?: number;
  readonly memory?: number;
  readonly rates?: MachineDevice['rates'];
  readonly efficiency?: DeviceEfficiency;
  /** Between any two devices, or the pairs `[from, to, gbps]`, which hold both ways. */
  readonly gbps?: number | readonly (readonly [number, number, number])[];
  readonly latency?: number;
  readonly name?: string;
  readonly collectives?: MeasuredCollectives;
}

/** Returns a host, device 0, with default parameters, and devices 1 to `count`, which are equal. */
export function uniformMachine(count: number, options: UniformMachine = {}): Machine {
  const { kind = 'gpu', flops, dram, launch, memory = Infinity, rates, efficiency } = options;
  const host: MachineDevice = {
    id: 0,
    kind: 'gpu',
    flops: defaults.flops,
    dram: defaults.dram,
    launch: defaults.launch,
    memory: Infinity,
  };
  const devices = [host];
  for (let id = 1; id <= count; id += 1) {
    devices.push({
      id,
      kind,
      flops: flops ?? defaults.flops,
      dram: dram ?? defaults.dram,
      launch: launch ?? defaults.launch,
      memory,
      ...(rates === undefined ? {} : { rates }),
      ...(efficiency === undefined ? {} : { efficiency }),
    });
  }
  const { gbps = defaults.gbps, latency = 0, collectives, name = `${count} devices` } = options;
  const links = [gbps, latency];
  const shared = { latency, links, ...(collectives === undefined ? {} : { collectives }) };
  if (typeof gbps === 'number') return makeMachine(name, devices, () => gbps, shared);
  const pairs = new Map(
    gbps.flatMap(([a, b, value]) => [[`${a}>${b}`, value] as const, [`${b}>${a}`, value] as const]),
  );
  return makeMachine(name, devices, (from, to) => pairs.get(`${from}>${to}`) ?? null, shared);
}

/** Options of {@link makeMachine}. */
interface MachineOptions {
  /** A wire from each device to each other one by default. */
  readonly topology?: Topology;
  /** Seconds, for every pair. */
  readonly latency?: number | ((from: number, to: number) => number);
  /** The wires between two devices; by default each ordered pair has its own. */
  readonly route?: (from: number, to: number) => readonly string[];
  readonly collectives?: MeasuredCollectives;
  /** The description that bandwidths, latencies and routes follow from; without it, no other machine is taken to have the same. */
  readonly links?: readonly unknown[];
}

/** Returns a machine of given devices. @param bandwidth gigabits per second, `null` without a link. */
export function makeMachine(
  name: string,
  devices: readonly MachineDevice[],
  bandwidth: (from: number, to: number) => number | null,
  {
    topology = { kind: 'pairs' },
    latency = 0,
    route = (from, to) => [`${from}>${to}`],
    collectives,
    links,
  }: MachineOptions = {},
): Machine {
  const byId = new Map(devices.map((device) => [device.id, device]));
  const check = (id: number): void => {
    if (!byId.has(id)) throw new MachineError(`the machine has no device ${id}`);
  };
  return {
    name,
    topology,
    devices: byId,
    gbps(from, to) {
      check(from);
      if (from === to) return Infinity;
      check(to);
      const gbps = bandwidth(from, to);
      if (gbps === null)
        throw new MachineError(
          `machine '${name}': the bandwidth between device ${from} and device ${to} is not known; give that link in 'links', or 'default_gbps' for all`,
        );
      return gbps;
    },
    latency: typeof latency === 'number' ? () => latency : latency,
    route,
    ...(links === undefined ? {} : { links: JSON.stringify(links) }),
    ...(collectives === undefined ? {} : { collectives }),
  };
}

import type { MeasuredCollectives } from './measured-collectives.ts';

/** A device as cost models see it. */
export interface MachineDevice {
  readonly id: number;
  /** Such as `gpu`. */
  readonly kind: string;
  /** Peak floating-point operations per second. */
  readonly flops: number;
  /** Bytes per second between the device and its memory. */
  readonly dram: number;
  /** Seconds to start an operation. */
  readonly launch: number;
  /** Bytes of memory; infinite if unlimited. */
  readonly memory: number;
}

/** One gigabit in bytes. */
export const BYTES_PER_GIGABIT = 1.25e8;

/**
 * How a machine's devices are wired: a grid whose last dimension is the fastest, a ring in each dimension where it
 * `wraps`; nodes with a wire between each two of their devices, and a switch that each node has one wire to and one from;
 * or a wire from each device to each other one.
 */
export type Topology =
  | { readonly kind: 'grid'; readonly sizes: readonly number[]; readonly wraps: boolean }
  | { readonly kind: 'nodes'; readonly nodes: number; readonly perNode: number }
  | { readonly kind: 'pairs' };

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
   * The wires that a transfer takes: equal names are one wire, which transfers share. A wire between two devices is `1>2`,
   * that of a node, counted from 0, to the switch `out0`, and from it `in0`.
   */
  route(from: number, to: number): readonly string[];
  /** A text that says what bandwidths, latencies and routes are: machines whose links differ have different ones. */
  readonly links?: string;
  /** True if nobody named it: its numbers say nothing about where the program will run. */
  readonly isAssumed?: boolean;
  /** Measured times of collectives, which hold instead of what links would give. */
  readonly collectives?: MeasuredCollectives;
}

/** The number of devices that compute; device 0, which a machine may have, is the host. */
export function computingDevices({ devices }: Machine): number {
  return devices.size - Number(devices.has(0));
}

/** A device or link that the machine does not have. */
export class MachineError extends Error {
  override readonly name = 'MachineError';
}

/** DistIR's defaults: 14 TFLOP/s, 900 GB/s, 10 microseconds, 25 Gbps. */
export const defaults = { flops: 1.4e13, dram: 9.0e11, launch: 1e-5, gbps: 25 } as const;

/** Parameters of a machine of equal devices. */
export interface UniformMachine {
  readonly flops?: number;
  readonly dram?: number;
  readonly launch?: number;
  readonly memory?: number;
  /** Between any two devices, or the pairs `[from, to, gbps]`, which hold both ways. */
  readonly gbps?: number | readonly (readonly [number, number, number])[];
  readonly latency?: number;
  readonly name?: string;
  readonly collectives?: MeasuredCollectives;
}

/** Returns a host, device 0, with default parameters, and devices 1 to `count`, which are equal. */
export function uniformMachine(count: number, options: UniformMachine = {}): Machine {
  const { flops, dram, launch, memory = Infinity } = options;
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
      kind: 'gpu',
      flops: flops ?? defaults.flops,
      dram: dram ?? defaults.dram,
      launch: launch ?? defaults.launch,
      memory,
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
          `machine '${name}': the bandwidth between device ${from} and device ${to} is not known; give that link, or a default for all`,
        );
      return gbps;
    },
    latency: typeof latency === 'number' ? () => latency : latency,
    route,
    ...(links === undefined ? {} : { links: JSON.stringify(links) }),
    ...(collectives === undefined ? {} : { collectives }),
  };
}

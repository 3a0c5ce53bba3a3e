import { coordinatesOf, product } from '@shardform/ir-core';
import { type Machine, type MachineDevice, makeMachine } from './machine.ts';

/** A kind of device that machines are made of. */
export type DeviceModel = Omit<MachineDevice, 'id'>;

/**
 * Peak numbers of devices for matrix products of 16-bit floats, as their makers publish them. Launches are an
 * assumption: DistIR's 10 microseconds for GPUs, less for devices that run whole programs.
 */
export const deviceModels: Readonly<Record<string, DeviceModel>> = {
  v100: { kind: 'v100', flops: 125e12, dram: 900e9, launch: 1e-5, memory: 32e9 },
  a100: { kind: 'a100', flops: 312e12, dram: 2039e9, launch: 1e-5, memory: 80e9 },
  h100: { kind: 'h100', flops: 989e12, dram: 3350e9, launch: 1e-5, memory: 80e9 },
  tpuv4: { kind: 'tpuv4', flops: 275e12, dram: 1228e9, launch: 2e-6, memory: 32e9 },
  wormhole: { kind: 'wormhole', flops: 74e12, dram: 288e9, launch: 5e-6, memory: 12e9 },
};

const HOST: MachineDevice = { id: 0, kind: 'cpu', flops: 1e12, dram: 100e9, launch: 1e-6, memory: Infinity };

/** Between the host and a device, PCIe 4.0 x16. */
const HOST_GBPS = 256;

function devicesOf(model: DeviceModel, count: number): MachineDevice[] {
  return [HOST, ...Array.from({ length: count }, (_, i) => ({ ...model, id: i + 1 }))];
}

/** Nodes of devices: each pair in a node has a wire of its own, all traffic between two nodes shares one. */
export interface Cluster {
  readonly nodes: number;
  readonly perNode: number;
  readonly device: DeviceModel;
  /** Gigabits per second between devices of a node. */
  readonly insideGbps: number;
  /** Gigabits per second between nodes. */
  readonly betweenGbps: number;
  /** Seconds. */
  readonly insideLatency?: number;
  readonly betweenLatency?: number;
}

/** Devices 1 to `nodes * perNode`, node by node; 0 is the host. */
export function clusterMachine(name: string, cluster: Cluster): Machine {
  const { nodes, perNode, device, insideGbps, betweenGbps, insideLatency = 0, betweenLatency = 0 } = cluster;
  const nodeOf = (id: number): number => Math.floor((id - 1) / perNode);
  const isHost = (from: number, to: number): boolean => from === 0 || to === 0;
  const isInside = (from: number, to: number): boolean => nodeOf(from) === nodeOf(to);
  return makeMachine(
    name,
    devicesOf(device, nodes * perNode),
    (from, to) => (isHost(from, to) ? HOST_GBPS : isInside(from, to) ? insideGbps : betweenGbps),
    {
      topology: { kind: 'nodes', nodes, perNode },
      links: [insideGbps, betweenGbps, insideLatency, betweenLatency],
      latency: (from, to) => (isInside(from, to) ? insideLatency : betweenLatency),
      route: (from, to) =>
        isHost(from, to) || isInside(from, to)
          ? [`${from}>${to}`]
          : [`out${nodeOf(from)}`, `in${nodeOf(to)}`],
    },
  );
}

/** A grid of devices with wires between neighbours: a torus where `wraps`, else a mesh. */
export interface GridMachine {
  readonly sizes: readonly number[];
  readonly wraps: boolean;
  readonly device: DeviceModel;
  /** Gigabits per second of a wire in one direction. */
  readonly gbps: number;
  /** Seconds per hop. */
  readonly hopLatency?: number;
}

/** Devices 1 to the product of the sizes, the last dimension fastest; transfers go along one dimension after the other. */
export function gridMachine(name: string, grid: GridMachine): Machine {
  const { sizes, wraps, device, gbps, hopLatency = 0 } = grid;
  const count = product(sizes);
  const route = (from: number, to: number): string[] => {
    if (from === 0 || to === 0) return [`${from}>${to}`];
    const at = coordinatesOf(from - 1, sizes);
    const target = coordinatesOf(to - 1, sizes);
    const wires: string[] = [];
    sizes.forEach((size, dim) => {
      while (at[dim] !== target[dim]) {
        const ahead = (target[dim] - at[dim] + size) % size;
        const forward = wraps ? ahead <= size - ahead : target[dim] > at[dim];
        const before = deviceAt(at, sizes);
        at[dim] = (at[dim] + (forward ? 1 : size - 1)) % size;
        wires.push(`${before}>${deviceAt(at, sizes)}`);
      }
    });
    return wires;
  };
  return makeMachine(
    name,
    devicesOf(device, count),
    (from, to) => (from === 0 || to === 0 ? HOST_GBPS : gbps),
    {
      topology: { kind: 'grid', sizes, wraps },
      links: [gbps, hopLatency],
      latency: (from, to) => hopLatency * route(from, to).length,
      route,
    },
  );
}

/** The number of the device at a place of a grid. */
function deviceAt(place: readonly number[], sizes: readonly number[]): number {
  return place.reduce((index, at, dim) => index * sizes[dim] + at, 0) + 1;
}

const wormhole = deviceModels.wormhole;

/** Machines by name. */
export const machinePresets: Readonly<Record<string, () => Machine>> = {
  dgx2: () =>
    clusterMachine('dgx2', {
      nodes: 1,
      perNode: 16,
      device: deviceModels.v100,
      insideGbps: 1200,
      betweenGbps: 100,
      insideLatency: 3e-6,
    }),
  a100x8: () =>
    clusterMachine('a100x8', {
      nodes: 1,
      perNode: 8,
      device: deviceModels.a100,
      insideGbps: 2400,
      betweenGbps: 200,
      insideLatency: 3e-6,
    }),
  h100x8x4: () =>
    clusterMachine('h100x8x4', {
      nodes: 4,
      perNode: 8,
      device: deviceModels.h100,
      insideGbps: 3600,
      betweenGbps: 3200,
      insideLatency: 3e-6,
      betweenLatency: 1e-5,
    }),
  'tpuv4-4x4x4': () =>
    gridMachine('tpuv4-4x4x4', {
      sizes: [4, 4, 4],
      wraps: true,
      device: deviceModels.tpuv4,
      gbps: 400,
      hopLatency: 1e-6,
    }),
  n300: () =>
    gridMachine('n300', { sizes: [1, 2], wraps: false, device: wormhole, gbps: 200, hopLatency: 1e-6 }),
  t3k: () =>
    gridMachine('t3k', { sizes: [2, 4], wraps: false, device: wormhole, gbps: 200, hopLatency: 1e-6 }),
  galaxy: () =>
    gridMachine('galaxy', { sizes: [4, 8], wraps: true, device: wormhole, gbps: 400, hopLatency: 1e-6 }),
};

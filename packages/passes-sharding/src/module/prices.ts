import {
  type DeviceWork,
  type GroupedCollective,
  kernelSeconds,
  type Machine,
  machineDevice,
} from '@shardform/cost-model';
import { type AxisList, axisListSize, type MeshAttr, type TensorShardingAttr } from '@shardform/dialect-sdy';
import { type CollectiveName, ringTraffic } from '@shardform/dialect-stablehlo';
import { MeshCosts } from './mesh-costs.ts';

/** A collective among groups of devices, by the name of its operation. */
export type GroupedName = Exclude<CollectiveName, 'collective_permute'>;

/** The times of communication along the axes of a mesh. Bytes are those of operands on a device. */
export interface MeshPrices {
  collective(kind: GroupedName, axes: AxisList, operand: number): number;
  /** Devices send their shards to those that have them after a change of a sharding. */
  permute(before: TensorShardingAttr, after: TensorShardingAttr, operand: number): number;
  /** Each device sends to the next one along axes. */
  shift(axes: AxisList, operand: number): number;
}

/**
 * The prices of choices of the partitioner. Times are seconds on a machine; where no machine is known, a unit of time is that of
 * sending a byte.
 */
export interface Prices {
  /** Whether times decide; otherwise bytes do, and times settle what is close. */
  readonly isOfMachine: boolean;
  /** Time of kernels on a device. */
  kernels(work: DeviceWork): number;
  /** @throws MachineError, as its prices do, for devices that the machine does not have or link. */
  on(mesh: MeshAttr): MeshPrices;
}

/** Bytes that a step counts as: less than it takes on any machine. */
const STEP_BYTES = 256;

/** Bytes of memory that a device accesses while it sends one. */
const MEMORY_BYTES = 8;

/** Prices in bytes: those that are sent, and a part of those that kernels access. */
export const BYTE_PRICES: Prices = {
  isOfMachine: false,
  kernels: ({ bytes }) => bytes / MEMORY_BYTES,
  on: (mesh) => ({
    collective: (kind, axes, operand) => byteTime(kind, axisListSize(axes, mesh), operand),
    permute: (_before, _after, operand) => byteTime('collective_permute', 2, operand),
    shift: (_axes, operand) => byteTime('collective_permute', 2, operand),
  }),
};

function byteTime(kind: CollectiveName, members: number, operand: number): number {
  const { bytes, steps } = ringTraffic(kind, members, operand);
  return steps * STEP_BYTES + bytes;
}

const known = new WeakMap<Machine, Prices>();

/** Returns the prices of a machine, as `cost-model` has them; without a machine, bytes are the prices. */
export function pricesOf(machine: Machine | null): Prices {
  if (machine === null) return BYTE_PRICES;
  let prices = known.get(machine);
  if (prices === undefined) known.set(machine, (prices = machinePrices(machine)));
  return prices;
}

function machinePrices(machine: Machine): Prices {
  const device = machineDevice(machine);
  const meshes = new WeakMap<MeshAttr, MeshPrices>();
  return {
    isOfMachine: true,
    kernels: (work) => kernelSeconds(device, work),
    on(mesh) {
      let prices = meshes.get(mesh);
      if (prices === undefined) meshes.set(mesh, (prices = meshPrices(new MeshCosts(mesh, machine), mesh)));
      return prices;
    },
  };
}

/** The names that the cost model has for collectives. */
export const COLLECTIVE_KINDS = {
  all_gather: 'allgather',
  all_reduce: 'allreduce',
  all_to_all: 'alltoall',
  // As much goes along the links of each device.
  collective_broadcast: 'allgather',
  reduce_scatter: 'reducescatter',
} as const satisfies Record<GroupedName, GroupedCollective>;

function meshPrices(costs: MeshCosts, mesh: MeshAttr): MeshPrices {
  return {
    collective(kind, axes, operand) {
      const bytes = kind === 'all_gather' ? operand * axisListSize(axes, mesh) : operand;
      return costs.collective(COLLECTIVE_KINDS[kind], axes)(bytes);
    },
    permute: (before, after, operand) => costs.permute(before, after)(operand),
    shift: (axes, operand) => costs.shift(axes)(operand),
  };
}

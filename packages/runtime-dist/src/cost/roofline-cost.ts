import {
  achievedBandwidth,
  type Arithmetic,
  achievedFlops,
  arithmetics,
  CollectiveCosts,
  type DeviceGroup,
  type DeviceWork,
  type GroupedCollective,
  kernelSeconds,
  type Machine,
  type MachineDevice,
} from '@shardform/cost-model';
import type { FlatProgram } from '../program/flat-program.ts';
import type { FlatType } from '../program/flat-type.ts';
import { type OpKind, opKinds } from '../program/op-kind.ts';
import { addCost } from './add-cost.ts';
import { collectiveGroup } from './collective-group.ts';

import type { CostModel, OpCosts } from './distir-cost.ts';
import { flopsOf } from './flops.ts';
import { addPermuteCosts, permutedBytes, permutedPairs } from './permute-cost.ts';
import { lookUp } from '@shardform/ir-core';

/** Assumptions of a roofline cost model beside the machine. */
export interface RooflineOptions {
  /** The fraction of the peak rate that operations reach; 1 by default. */
  readonly flopEfficiency?: number;
  /** The fraction of the memory's peak rate that operations reach; 1 by default. */
  readonly dramEfficiency?: number;
}

/**
 * Costs from floating-point operations and bytes: an operation takes its launch and then as long as the slower of
 * computing and of moving all operands and results between the device and its memory. Collectives take what was measured on
 * the machine, or else what {@link CollectiveCosts} computes from its links.
 */
export function rooflineCostModel(machine: Machine, options: RooflineOptions = {}): CostModel {
  const roofs = new Roofs(machine, options);
  return {
    costOf(program, op, into) {
      into.count = 0;
      const first = program.resultStart[op];
      // Shapes are computed before the program runs.
      const isKnown = first < program.resultStart[op + 1] && typeOf(program, first).isKnown;
      if (!isKnown) costs[program.opKind[op]](roofs, program, op, into);
    },
    aloneCostOf(program, op, into) {
      into.count = 0;
      return aloneByKind[opKinds[program.opKind[op]]]?.(roofs, program, op, into) ?? null;
    },
  };
}

/** Adds the cost of an operation of one kind. */
type Cost = (roofs: Roofs, program: FlatProgram, op: number, into: OpCosts) => void;

/** Adds the cost that a group of a collective has alone. @returns the links that groups share, `null` for none. */
type AloneCost = (roofs: Roofs, program: FlatProgram, op: number, into: OpCosts) => string | null;

/** The bounds of operations on a machine. */
class Roofs extends CollectiveCosts {
  readonly #alone = new Map<string, readonly DeviceGroup[]>();
  readonly #flopEfficiency: number;
  readonly #dramEfficiency: number;

  constructor(machine: Machine, { flopEfficiency = 1, dramEfficiency = 1 }: RooflineOptions) {
    super(machine);
    this.#flopEfficiency = flopEfficiency;
    this.#dramEfficiency = dramEfficiency;
  }

  /** The groups of a collective that has one, the same list for the same devices. */
  aloneGroup(devices: DeviceGroup): readonly DeviceGroup[] {
    const key = devices.join();
    let groups = this.#alone.get(key);
    if (groups === undefined) this.#alone.set(key, (groups = [[...devices]]));
    return groups;
  }

  /** Seconds that a device takes for kernels. */
  kernelSeconds(device: MachineDevice, work: DeviceWork): number {
    const [flops, bytes] = [work.flops / this.#flopEfficiency, work.bytes / this.#dramEfficiency];
    return kernelSeconds(device, { ...work, flops, bytes });
  }
}

const typeOf = (program: FlatProgram, value: number): FlatType => program.types.get(program.valueType[value]);

const firstOperand = (program: FlatProgram, op: number): number => program.operands[program.operandStart[op]];

const free: Cost = () => undefined;

const collective =
  (kind: GroupedCollective, whole: 'operand' | 'result'): Cost =>
  (roofs, program, op, into) => {
    const group = collectiveGroup(program, op);
    const together = program.opCollective.get(op);
    const bytes = group[whole];
    const seconds =
      together === undefined
        ? roofs.secondsOfGroup(kind, roofs.aloneGroup(group.devices), 0, bytes)
        : together.index === null
          ? roofs.seconds(kind, together.groups, bytes)
          : roofs.secondsOfGroup(kind, together.groups, together.index, bytes);
    // Each device is there once.
    for (const device of group.devices) addCost(into, device, seconds);
  };

const collectiveAlone =
  (kind: GroupedCollective, whole: 'operand' | 'result'): AloneCost =>
  (roofs, program, op, into) => {
    const together = program.opCollective.get(op);
    if (together === undefined) return null;
    const { groups, index } = together;
    const group = collectiveGroup(program, op);
    const bytes = group[whole];
    const slowest = index ?? slowestGroup(roofs, kind, groups, bytes);
    const shared = roofs.sharedLink(groups, slowest);
    if (shared === null) return null;
    const seconds = roofs.secondsAlone(kind, groups[slowest], bytes);
    for (const device of group.devices) addCost(into, device, seconds);
    return shared;
  };

/** The group for which a device that stands for all of them waits. */
function slowestGroup(
  roofs: Roofs,
  kind: GroupedCollective,
  groups: readonly DeviceGroup[],
  bytes: number,
): number {
  const seconds = groups.map((_, i) => roofs.secondsOfGroup(kind, groups, i, bytes));
  return seconds.indexOf(Math.max(...seconds));
}

const permuteAlone: AloneCost = (roofs, program, op, into) => {
  const pairs = permutedPairs(program, op);
  const bytes = permutedBytes(program, op);
  const together = roofs.permute(pairs, bytes);
  const slowest = together.indexOf(Math.max(...together));
  const alone = roofs.permuteAlone(pairs, bytes);
  const shared = pairs.flatMap((_, i) =>
    together[i] > alone[i] ? (roofs.sharedLinkOfPair(pairs, i) ?? []) : [],
  );
  if (shared.length === 0) return null;
  if (program.opPairs.has(op)) addCost(into, program.valueDevice[firstResult(program, op)], alone[slowest]);
  else addPermuteCosts(into, pairs, (_, i) => alone[i]);
  return shared[0];
};

const firstResult = (program: FlatProgram, op: number): number => program.resultStart[op];

/** The source sends to one after the other. */
const fromOne: Cost = (roofs, program, op, into) => {
  const from = program.valueDevice[firstOperand(program, op)];
  let total = 0;
  for (let value = program.resultStart[op]; value < program.resultStart[op + 1]; value += 1) {
    const to = program.valueDevice[value];
    if (to === from) continue;
    const seconds = roofs.transfer(from, to, typeOf(program, value).bytes);
    total += seconds;
    add(into, to, seconds);
  }
  add(into, from, total);
};

/** The target receives from one after the other. */
const toOne: Cost = (roofs, program, op, into) => {
  const to = program.valueDevice[program.resultStart[op]];
  let total = 0;
  for (let i = program.operandStart[op]; i < program.operandStart[op + 1]; i += 1) {
    const value = program.operands[i];
    const from = program.valueDevice[value];
    if (from === to) continue;
    const seconds = roofs.transfer(from, to, typeOf(program, value).bytes);
    total += seconds;
    add(into, from, seconds);
  }
  add(into, to, total);
};

/** Returns the seconds that a device takes to launch the kernels of an operation that computes. */
export function launchSeconds(program: FlatProgram, op: number, { launch }: MachineDevice): number {
  return (program.opLaunches.get(op) ?? 1) * launch;
}

/** The demands of an operation that computes on its device. */
export interface KernelWork {
  readonly flops: number;
  readonly arithmetic: Arithmetic;
  /** Between the device and its memory. */
  readonly bytes: number;
  /** At the rates that the device reaches; a kernel takes the longer of both, after its launch. */
  readonly computeSeconds: number;
  readonly memorySeconds: number;
}

/** Returns the work of an operation that computes, and the times of computing and of moving its bytes. */
export function kernelWork(program: FlatProgram, op: number, device: MachineDevice): KernelWork {
  const { flops, bytes, arithmetic } = workOf(program, op);
  return {
    flops,
    arithmetic,
    bytes,
    computeSeconds: flops / achievedFlops(device, arithmetic),
    memorySeconds: bytes / achievedBandwidth(device, arithmetic),
  };
}

function workOf(program: FlatProgram, op: number): DeviceWork {
  return {
    launches: program.opLaunches.get(op) ?? 1,
    flops: flopsOf(program, op),
    arithmetic: arithmetics[program.opArithmetic[op]],
    bytes: program.opTraffic.get(op) ?? trafficOf(program, op),
  };
}

const compute: Cost = (roofs, program, op, into) => {
  const [start, end] = [program.operandStart[op], program.operandStart[op + 1]];
  const at = program.valueDevice[start < end ? program.operands[start] : program.resultStart[op]];
  const device = lookUp(roofs.machine.devices, at);
  add(into, at, roofs.kernelSeconds(device, workOf(program, op)));
};

/** Kinds that are no kernel on one device. */
const byKind: Readonly<Partial<Record<OpKind, Cost>>> = {
  Identity: free,
  Constant: free,
  Join: free,
  Select: free,
  Free: free,
  Reshape: free,
  Squeeze: free,
  Unsqueeze: free,
  Shape: free,
  Send(roofs, program, op, into) {
    const value = firstOperand(program, op);
    const [from, to] = [program.valueDevice[value], program.valueDevice[program.resultStart[op]]];
    const seconds = roofs.transfer(from, to, typeOf(program, value).bytes);
    add(into, from, seconds);
    add(into, to, seconds);
  },
  CollectivePermute(roofs, program, op, into) {
    const pairs = permutedPairs(program, op);
    const bytes = permutedBytes(program, op);
    const seconds = roofs.permute(pairs, bytes);
    if (program.opPairs.has(op))
      add(into, program.valueDevice[firstResult(program, op)], Math.max(...seconds));
    else addPermuteCosts(into, pairs, (_, i) => seconds[i]);
  },
  MPIAllreduce: collective('allreduce', 'operand'),
  MPIAllgather: collective('allgather', 'result'),
  MPIReduceScatter: collective('reducescatter', 'operand'),
  MPIAlltoall: collective('alltoall', 'operand'),
  MPIBroadcast: fromOne,
  MPIScatter: fromOne,
  MPIGather: toOne,
  MPIReduce: toOne,
  /** Each device updates its own weights: reads weight and gradient, writes the weight. */
  SGDOptimizer(roofs, program, op, into) {
    const start = program.operandStart[op];
    const count = (program.operandStart[op + 1] - start) / 2;
    for (let i = 0; i < count; i += 1) {
      const value = program.operands[start + i];
      const device = lookUp(roofs.machine.devices, program.valueDevice[value]);
      const { elements, bytes } = typeOf(program, value);
      const work = { launches: 1, flops: 2 * elements, arithmetic: 'vector', bytes: 3 * bytes } as const;
      add(into, device.id, roofs.kernelSeconds(device, work));
    }
  },
};

const aloneByKind: Readonly<Partial<Record<OpKind, AloneCost>>> = {
  CollectivePermute: permuteAlone,
  MPIAllreduce: collectiveAlone('allreduce', 'operand'),
  MPIAllgather: collectiveAlone('allgather', 'result'),
  MPIReduceScatter: collectiveAlone('reducescatter', 'operand'),
  MPIAlltoall: collectiveAlone('alltoall', 'operand'),
};

const costs: readonly Cost[] = opKinds.map((kind) => byKind[kind] ?? compute);

/** Bytes that an operation reads of its operands and writes of its results. */
function trafficOf(program: FlatProgram, op: number): number {
  const bytesOf = (value: number): number => typeOf(program, value).bytes;
  let bytes = program.opWrites.get(op) ?? 0;
  for (let i = program.operandStart[op]; i < program.operandStart[op + 1]; i += 1)
    bytes += program.operandReads.get(i) ?? bytesOf(program.operands[i]);
  if (program.opWrites.has(op)) return bytes;
  for (let value = program.resultStart[op]; value < program.resultStart[op + 1]; value += 1)
    bytes += bytesOf(value);
  return bytes;
}

function add(costs: OpCosts, device: number, seconds: number): void {
  for (let i = 0; i < costs.count; i += 1) {
    if (costs.devices[i] !== device) continue;
    costs.seconds[i] += seconds;
    return;
  }
  addCost(costs, device, seconds);
}

/** All floating-point operations of a program. */
export function totalFlops(program: FlatProgram): number {
  let total = 0;
  for (let op = 0; op < program.opCount; op += 1) total += flopsOf(program, op);
  return total;
}

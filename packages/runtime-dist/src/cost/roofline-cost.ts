import { BYTES_PER_GIGABIT, type Machine } from '../machine/machine.ts';
import type { FlatProgram } from '../program/flat-program.ts';
import { opKinds } from '../program/op-kind.ts';
import { ringAllReduce, ringHalf, transferSeconds, treeAllReduce } from './collective-time.ts';
import type { CostModel, OpCosts } from './distir-cost.ts';
import { flopsOf } from './flops.ts';
import { addPermuteCosts, type PermutedPair, permutedPairs, wireLoads } from './permute-cost.ts';

/** Assumptions of a roofline cost model beside the machine. */
export interface RooflineOptions {
  /** The fraction of the peak rate that operations reach; 1 by default. */
  readonly flopEfficiency?: number;
  /** The fraction of the memory's peak rate that operations reach; 1 by default. */
  readonly dramEfficiency?: number;
}

/**
 * Costs from floating-point operations and bytes: an operation takes its launch and then as long as the slower of
 * computing and of moving all operands and results between the device and its memory. Collectives are rings or
 * trees, whichever is faster, over the slowest link that they need; the pairs of a permute go at once and share wires.
 */
export function rooflineCostModel(machine: Machine, options: RooflineOptions = {}): CostModel {
  const { flopEfficiency = 1, dramEfficiency = 1 } = options;
  const links = new Map<string, { readonly rate: number; readonly latency: number }>();
  const ringOf = (devices: readonly number[]): { readonly rate: number; readonly latency: number } => {
    const key = devices.join();
    const known = links.get(key);
    if (known !== undefined) return known;
    let rate = Infinity;
    let latency = 0;
    devices.forEach((from, i) => {
      const to = devices[(i + 1) % devices.length]!;
      rate = Math.min(rate, machine.gbps(from, to) * BYTES_PER_GIGABIT);
      latency = Math.max(latency, machine.latency(from, to));
    });
    const link = { rate, latency };
    links.set(key, link);
    return link;
  };
  const loads = new Map<string, readonly number[]>();
  const loadsOf = (pairs: readonly PermutedPair[]): readonly number[] => {
    const key = pairs.map(({ from, to }) => `${from}>${to}`).join();
    const known = loads.get(key) ?? wireLoads(machine, pairs);
    loads.set(key, known);
    return known;
  };
  return {
    costOf(program, op, into) {
      into.count = 0;
      const kind = opKinds[program.opKind[op]!]!;
      const start = program.operandStart[op]!;
      const end = program.operandStart[op + 1]!;
      const firstResult = program.resultStart[op]!;
      const lastResult = program.resultStart[op + 1]!;
      const bytesOf = (value: number): number => program.types.get(program.valueType[value]!).bytes;
      const deviceOf = (value: number): number => program.valueDevice[value]!;
      // Shapes are computed before the program runs.
      if (firstResult < lastResult && program.types.get(program.valueType[firstResult]!).isKnown) return;
      const sources = (): number[] => Array.from(program.operands.subarray(start, end), deviceOf);
      switch (kind) {
        case 'Identity':
        case 'Constant':
        case 'Join':
        case 'Select':
        case 'Free':
        case 'Reshape':
        case 'Squeeze':
        case 'Unsqueeze':
        case 'Shape':
          return;
        case 'Send': {
          const value = program.operands[start]!;
          const [from, to] = [deviceOf(value), deviceOf(firstResult)];
          const seconds = transferSeconds(
            bytesOf(value),
            machine.gbps(from, to) * BYTES_PER_GIGABIT,
            machine.latency(from, to),
          );
          add(into, from, seconds);
          add(into, to, seconds);
          return;
        }
        case 'CollectivePermute': {
          const pairs = permutedPairs(program, op);
          const loads = loadsOf(pairs);
          const bytes = bytesOf(firstResult);
          addPermuteCosts(into, pairs, ({ from, to }, i) =>
            transferSeconds(
              bytes * loads[i]!,
              machine.gbps(from, to) * BYTES_PER_GIGABIT,
              machine.latency(from, to),
            ),
          );
          return;
        }
        case 'MPIAllreduce': {
          const devices = sources();
          const { rate, latency } = ringOf(devices);
          const bytes = bytesOf(program.operands[start]!);
          const seconds = Math.min(
            ringAllReduce(bytes, devices.length, rate, latency),
            treeAllReduce(bytes, devices.length, rate, latency),
          );
          for (const device of devices) add(into, device, seconds);
          return;
        }
        case 'MPIAllgather':
        case 'MPIReduceScatter':
        case 'MPIAlltoall': {
          const devices = sources();
          const { rate, latency } = ringOf(devices);
          const bytes = bytesOf(kind === 'MPIAllgather' ? firstResult : program.operands[start]!);
          for (const device of devices) add(into, device, ringHalf(bytes, devices.length, rate, latency));
          return;
        }
        case 'MPIBroadcast':
        case 'MPIScatter': {
          // The source sends to one after the other.
          const from = deviceOf(program.operands[start]!);
          let total = 0;
          for (let value = firstResult; value < lastResult; value += 1) {
            const to = deviceOf(value);
            if (to === from) continue;
            const rate = machine.gbps(from, to) * BYTES_PER_GIGABIT;
            const seconds = transferSeconds(bytesOf(value), rate, machine.latency(from, to));
            total += seconds;
            add(into, to, seconds);
          }
          add(into, from, total);
          return;
        }
        case 'MPIGather':
        case 'MPIReduce': {
          const to = deviceOf(firstResult);
          let total = 0;
          for (let i = start; i < end; i += 1) {
            const value = program.operands[i]!;
            const from = deviceOf(value);
            if (from === to) continue;
            const rate = machine.gbps(from, to) * BYTES_PER_GIGABIT;
            const seconds = transferSeconds(bytesOf(value), rate, machine.latency(from, to));
            total += seconds;
            add(into, from, seconds);
          }
          add(into, to, total);
          return;
        }
        case 'SGDOptimizer': {
          // Each device updates its own weights: reads weight and gradient, writes the weight.
          const count = (end - start) / 2;
          for (let i = 0; i < count; i += 1) {
            const value = program.operands[start + i]!;
            const device = machine.devices.get(deviceOf(value))!;
            const { elements, bytes } = program.types.get(program.valueType[value]!);
            const seconds = Math.max(
              (2 * elements) / (device.flops * flopEfficiency),
              (3 * bytes) / (device.dram * dramEfficiency),
            );
            add(into, device.id, seconds + device.launch);
          }
          return;
        }
        default: {
          const bytes = program.opTraffic.get(op) ?? trafficOf(program, op);
          const at = deviceOf(start < end ? program.operands[start]! : firstResult);
          const device = machine.devices.get(at)!;
          const compute = flopsOf(program, op) / (device.flops * flopEfficiency);
          const launches = program.opLaunches.get(op) ?? 1;
          add(into, at, launches * device.launch + Math.max(compute, bytes / (device.dram * dramEfficiency)));
        }
      }
    },
  };
}

/** Bytes that an operation reads of its operands and writes of its results. */
function trafficOf(program: FlatProgram, op: number): number {
  const bytesOf = (value: number): number => program.types.get(program.valueType[value]!).bytes;
  let bytes = program.opWrites.get(op) ?? 0;
  for (let i = program.operandStart[op]!; i < program.operandStart[op + 1]!; i += 1)
    bytes += program.operandReads.get(i) ?? bytesOf(program.operands[i]!);
  if (program.opWrites.has(op)) return bytes;
  for (let value = program.resultStart[op]!; value < program.resultStart[op + 1]!; value += 1)
    bytes += bytesOf(value);
  return bytes;
}

function add(costs: OpCosts, device: number, seconds: number): void {
  for (let i = 0; i < costs.count; i += 1) {
    if (costs.devices[i] !== device) continue;
    costs.seconds[i]! += seconds;
    return;
  }
  costs.devices[costs.count] = device;
  costs.seconds[costs.count] = seconds;
  costs.count += 1;
}

/** All floating-point operations of a program. */
export function totalFlops(program: FlatProgram): number {
  let total = 0;
  for (let op = 0; op < program.opCount; op += 1) total += flopsOf(program, op);
  return total;
}

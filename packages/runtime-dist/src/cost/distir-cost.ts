import { BYTES_PER_GIGABIT, type Machine, type MachineDevice } from '../machine/machine.ts';
import type { FlatProgram } from '../program/flat-program.ts';
import type { FlatType } from '../program/flat-type.ts';
import { type OpKind, opKinds } from '../program/op-kind.ts';
import { meanOf } from './mean.ts';
import { addPermuteCosts, type PermutedPair, permutedPairs } from './permute-cost.ts';

/** Seconds of an all-reduce among `n` devices: `perGigabit * gigabits + perDevice * n + constant`. */
export interface AllReduceFit {
  readonly perGigabit: number;
  readonly perDevice: number;
  readonly constant: number;
}

/** The cost of an operation: seconds by device, in the order of the cost model. */
export interface OpCosts {
  count: number;
  readonly devices: number[];
  readonly seconds: number[];
}

/** Computes the cost of operations. Instances cache their results: use one per program. */
export interface CostModel {
  /** Writes the costs of an operation; those of the previous call are overwritten. */
  costOf(program: FlatProgram, op: number, into: OpCosts): void;
}

/** Seconds to start an operation; DistIR uses this number whatever the device's is. */
const LAUNCH = 10e-6;

/** Operations that are free if their first operand is known statically. */
const atOnce: ReadonlySet<OpKind> = new Set<OpKind>(['Mul', 'Div', 'Sub', 'Cast', 'Send']);

/**
 * DistIR's cost model exactly as it is (microsoft/dist-ir, `executor/cost_model.py`), errors included: losses are
 * costed without their second operand, an update by its last pair of weights per device, products by two dimensions.
 *
 * @param allReduce measured all-reduces by number of devices, or `null` for rings of the mean bandwidth.
 */
export function distirCostModel(
  machine: Machine,
  allReduce: ReadonlyMap<number, AllReduceFit> | null = null,
): CostModel {
  return new DistirCostModel(machine, allReduce);
}

class DistirCostModel implements CostModel {
  readonly #machine: Machine;
  readonly #allReduce: ReadonlyMap<number, AllReduceFit> | null;
  readonly #meanGbps = new Map<string, number>();

  constructor(machine: Machine, allReduce: ReadonlyMap<number, AllReduceFit> | null) {
    this.#machine = machine;
    this.#allReduce = allReduce;
  }

  costOf(program: FlatProgram, op: number, into: OpCosts): void {
    into.count = 0;
    const start = program.operandStart[op]!;
    const end = program.operandStart[op + 1]!;
    const kind = opKinds[program.opKind[op]!]!;
    const value = start < end ? program.operands[start]! : program.resultStart[op]!;
    const device = program.valueDevice[value]!;
    const type = (i: number): FlatType => program.types.get(program.valueType[program.operands[start + i]!]!);
    if (atOnce.has(kind) && type(0).isKnown) {
      put(into, device, 0);
      if (kind === 'Send') put(into, program.valueDevice[program.resultStart[op]!]!, 0);
      return;
    }
    switch (kind) {
      case 'Relu':
      case 'Sqrt':
      case 'Tanh':
      case 'Cast':
      case 'Softmax':
      case 'ReduceMean':
      case 'Transpose':
      case 'Loss':
      case 'LossGrad': {
        put(into, device, elementwise(type(0), 1, this.#device(device)));
        return;
      }
      case 'Add':
      case 'Sub':
      case 'Mul':
      case 'Div':
      case 'Pow':
      case 'ReluGrad': {
        put(into, device, elementwise(type(0), 2, this.#device(device)));
        return;
      }
      case 'MatMul': {
        put(into, device, matmul(type(0), type(1), this.#device(device)));
        return;
      }
      case 'MatMulGrad': {
        put(into, device, matmulGrad(type(0), type(1), type(2), this.#device(device)));
        return;
      }
      case 'MatMulLhsGrad': {
        put(into, device, matmulLhsGrad(type(0), type(1), this.#device(device)));
        return;
      }
      case 'MatMulRhsGrad': {
        put(into, device, matmulRhsGrad(type(0), type(1), this.#device(device)));
        return;
      }
      case 'Gemm': {
        const where = this.#device(device);
        const product = type(0).shape[0]! * type(1).shape[1]!;
        const sum = elementwise({ elements: product, elementBytes: type(0).elementBytes }, 2, where);
        put(into, device, matmul(type(0), type(1), where) + sum);
        return;
      }
      case 'SGDOptimizer': {
        // A later pair of the same device overwrites what the earlier cost.
        for (let i = 0; i < (end - start) / 2; i += 1) {
          const own = program.valueDevice[program.operands[start + i]!]!;
          put(into, own, elementwise(type(i), 2, this.#device(own)));
        }
        return;
      }
      case 'Send': {
        const target = program.valueDevice[program.resultStart[op]!]!;
        const seconds = type(0).bytes / BYTES_PER_GIGABIT / this.#machine.gbps(device, target);
        put(into, device, seconds);
        put(into, target, seconds);
        return;
      }
      case 'CollectivePermute': {
        const seconds = ({ from, to }: PermutedPair): number =>
          type(0).bytes / BYTES_PER_GIGABIT / this.#machine.gbps(from, to);
        addPermuteCosts(into, permutedPairs(program, op), seconds);
        return;
      }
      case 'MPIAllreduce': {
        this.#collective(program, start, end, into, this.#allReduceSeconds(program, start, end));
        return;
      }
      case 'MPIAllgather': {
        this.#collective(program, start, end, into, this.#allGatherSeconds(program, start, end));
        return;
      }
      case 'MPIGather':
      case 'MPIReduce': {
        this.#toOne(program, op, into, kind === 'MPIReduce');
        return;
      }
      case 'MPIBroadcast':
      case 'MPIScatter': {
        for (let result = program.resultStart[op]!; result < program.resultStart[op + 1]!; result += 1) {
          put(into, program.valueDevice[result]!, 0);
        }
        return;
      }
      case 'Identity':
      case 'Join':
      case 'Select':
        for (let i = start; i < end; i += 1) put(into, program.valueDevice[program.operands[i]!]!, 0);
        return;
      case 'Constant':
      case 'Free':
        return;
      default:
        for (let i = start; i < end; i += 1) put(into, program.valueDevice[program.operands[i]!]!, LAUNCH);
        for (let i = program.resultStart[op]!; i < program.resultStart[op + 1]!; i += 1) {
          put(into, program.valueDevice[i]!, LAUNCH);
        }
    }
  }

  #device(id: number): MachineDevice {
    const device = this.#machine.devices.get(id);
    // Simulators have checked that the machine has the program's devices.
    if (device === undefined) throw new Error(`no device ${id}`);
    return device;
  }

  #collective(program: FlatProgram, start: number, end: number, into: OpCosts, seconds: number): void {
    for (let i = start; i < end; i += 1) put(into, program.valueDevice[program.operands[i]!]!, seconds);
  }

  #allReduceSeconds(program: FlatProgram, start: number, end: number): number {
    const { bytes } = program.types.get(program.valueType[program.operands[start]!]!);
    const count = end - start;
    if (this.#allReduce !== null) {
      const fit = this.#allReduce.get(count);
      if (fit === undefined) throw new RangeError(`no measured all-reduce among ${count} devices`);
      return (fit.perGigabit * bytes) / BYTES_PER_GIGABIT + fit.perDevice * count + fit.constant;
    }
    const gigabits = ((2 * bytes) / BYTES_PER_GIGABIT / count) * (count - 1);
    return gigabits / this.#meanBandwidth(program, start, end);
  }

  #allGatherSeconds(program: FlatProgram, start: number, end: number): number {
    if (this.#allReduce !== null) return this.#allReduceSeconds(program, start, end);
    const count = end - start;
    const sizes: number[] = [];
    for (let i = start; i < end; i += 1) {
      sizes.push(program.types.get(program.valueType[program.operands[i]!]!).bytes);
    }
    const bytes = (2 * meanOf(sizes) * (count - 1)) / count;
    return bytes / BYTES_PER_GIGABIT / this.#meanBandwidth(program, start, end);
  }

  #meanBandwidth(program: FlatProgram, start: number, end: number): number {
    const devices = Array.from(program.operands.subarray(start, end), (value) => program.valueDevice[value]!);
    const key = devices.join();
    const known = this.#meanGbps.get(key);
    if (known !== undefined) return known;
    const all = devices.flatMap((a, i) => devices.slice(i + 1).map((b) => this.#machine.gbps(a, b)));
    const mean = meanOf(all);
    this.#meanGbps.set(key, mean);
    return mean;
  }

  /** Bytes are multiplied by the element size once too often; a reduction has the size of the first operand. */
  #toOne(program: FlatProgram, op: number, into: OpCosts, isReduction: boolean): void {
    const target = program.valueDevice[program.resultStart[op]!]!;
    const start = program.operandStart[op]!;
    put(into, target, 0);
    for (let i = start; i < program.operandStart[op + 1]!; i += 1) {
      const value = program.operands[isReduction ? start : i]!;
      const { bytes, elementBytes } = program.types.get(program.valueType[value]!);
      const source = program.valueDevice[program.operands[i]!]!;
      const seconds = (bytes * elementBytes) / BYTES_PER_GIGABIT / this.#machine.gbps(source, target);
      put(into, source, seconds);
      put(into, target, Math.max(secondsOf(into, target), seconds));
    }
  }
}

function put(costs: OpCosts, device: number, seconds: number): void {
  for (let i = 0; i < costs.count; i += 1) {
    if (costs.devices[i] !== device) continue;
    costs.seconds[i] = seconds;
    return;
  }
  costs.devices[costs.count] = device;
  costs.seconds[costs.count] = seconds;
  costs.count += 1;
}

function secondsOf(costs: OpCosts, device: number): number {
  return costs.seconds[costs.devices.indexOf(device)]!;
}

/** @param reads how many tensors of this size are read. */
function elementwise(
  { elements, elementBytes }: { readonly elements: number; readonly elementBytes: number },
  reads: number,
  { dram, flops }: MachineDevice,
): number {
  return LAUNCH + (elementBytes * elements * reads) / dram + elements / flops;
}

function matmul(lhs: FlatType, rhs: FlatType, { dram, flops }: MachineDevice): number {
  return product(lhs.shape[0]!, lhs.shape[1]!, rhs.shape[0]!, rhs.shape[1]!, lhs.elementBytes, dram, flops);
}

function product(
  lhsRows: number,
  lhsColumns: number,
  rhsRows: number,
  rhsColumns: number,
  elementBytes: number,
  dram: number,
  flops: number,
): number {
  const bytes = elementBytes * (lhsRows * lhsColumns + rhsRows * rhsColumns);
  return LAUNCH + bytes / dram + (2 * lhsRows * lhsColumns * rhsColumns) / flops;
}

function matmulGrad(x: FlatType, y: FlatType, dz: FlatType, where: MachineDevice): number {
  return matmulLhsGrad(y, dz, where) + matmulRhsGrad(x, dz, where);
}

function matmulLhsGrad(y: FlatType, dz: FlatType, { dram, flops }: MachineDevice): number {
  return product(dz.shape[0]!, dz.shape[1]!, y.shape[1]!, y.shape[0]!, dz.elementBytes, dram, flops);
}

function matmulRhsGrad(x: FlatType, dz: FlatType, { dram, flops }: MachineDevice): number {
  return product(x.shape[1]!, x.shape[0]!, dz.shape[0]!, dz.shape[1]!, x.elementBytes, dram, flops);
}

import {
  BYTES_PER_GIGABIT,
  type Machine,
  type MachineDevice,
  type CollectiveFit,
  measuredSeconds,
  type PermutedPair,
} from '@shardform/cost-model';
import type { FlatProgram } from '../program/flat-program.ts';
import type { FlatType } from '../program/flat-type.ts';
import { type OpKind, opKinds } from '../program/op-kind.ts';
import { addCost } from './add-cost.ts';
import { type CollectiveGroup, collectiveGroup } from './collective-group.ts';
import { meanOf } from './mean.ts';

import { addPermuteCosts, permutedPairs } from './permute-cost.ts';

/** The cost of an operation: seconds by device, in the order in which the model names them. */
export interface OpCosts {
  count: number;
  readonly devices: number[];
  readonly seconds: number[];
}

/** Computes the cost of operations. Instances cache their results: use one per program. */
export interface CostModel {
  /** Writes the costs of an operation; those of the previous call are overwritten. */
  costOf(program: FlatProgram, op: number, into: OpCosts): void;
  /**
   * Writes the costs that an operation has if no other group of its collective communicates, in the order of {@link costOf}. Models
   * without it share nothing.
   *
   * @returns the links that groups share; `null` where they share none, and nothing is written.
   */
  aloneCostOf?(program: FlatProgram, op: number, into: OpCosts): string | null;
}

/** Seconds to start an operation; DistIR uses this number whatever the device's is. */
const LAUNCH = 10e-6;

/** Operations that cost nothing when their first operand is known before the program runs. */
const atOnce: ReadonlySet<OpKind> = new Set<OpKind>(['Mul', 'Div', 'Sub', 'Cast', 'Send']);

/**
 * DistIR's cost model exactly as it is (microsoft/dist-ir, `executor/cost_model.py`), errors included: losses are
 * costed without their second operand, an update by its last pair of weights per device, products by two dimensions.
 * All-reduces and all-gathers take the time of measured all-reduces where the machine has these, otherwise that of
 * rings of the mean bandwidth.
 */
export function distirCostModel(machine: Machine): CostModel {
  return new DistirCostModel(machine);
}

class DistirCostModel implements CostModel {
  readonly machine: Machine;
  readonly #allReduce: ReadonlyMap<number, CollectiveFit> | undefined;
  readonly #meanGbps = new Map<string, number>();

  constructor(machine: Machine) {
    this.machine = machine;
    this.#allReduce = machine.collectives?.get('allreduce');
  }

  costOf(program: FlatProgram, op: number, into: OpCosts): void {
    into.count = 0;
    const kind = opKinds[program.opKind[op]];
    if (atOnce.has(kind) && typeOf(program, op, 0).isKnown) {
      put(into, sourceOf(program, op), 0);
      if (kind === 'Send') put(into, program.valueDevice[program.resultStart[op]], 0);
      return;
    }
    costs[program.opKind[op]](this, program, op, into);
  }

  /** A device of the machine. */
  deviceOf(id: number): MachineDevice {
    const device = this.machine.devices.get(id);
    // Callers that simulate a program have checked that the machine has its devices.
    if (device === undefined) throw new Error(`no device ${id}`);
    return device;
  }

  /** Costs each operand's device the same. */
  everywhere(program: FlatProgram, start: number, end: number, into: OpCosts, seconds: number): void {
    for (let i = start; i < end; i += 1) put(into, program.valueDevice[program.operands[i]], seconds);
  }

  /** Seconds of an all-reduce. */
  allReduceSeconds({ devices, operand: bytes }: CollectiveGroup): number {
    const count = devices.length;
    if (this.#allReduce !== undefined) {
      const fit = this.#allReduce.get(count);
      if (fit === undefined) throw new RangeError(`no measured all-reduce among ${count} devices`);
      return measuredSeconds(fit, bytes);
    }
    const gigabits = ((2 * bytes) / BYTES_PER_GIGABIT / count) * (count - 1);
    return gigabits / this.#meanBandwidth(devices);
  }

  /** Seconds of an all-gather of operands. */
  allGatherSeconds(program: FlatProgram, start: number, end: number, group: CollectiveGroup): number {
    if (this.#allReduce !== undefined) return this.allReduceSeconds(group);
    const count = group.devices.length;
    let total = 0;
    for (let i = start; i < end; i += 1) {
      total += program.types.get(program.valueType[program.operands[i]]).bytes;
    }
    const bytes = (2 * (total / count) * (count - 1)) / count;
    return bytes / BYTES_PER_GIGABIT / this.#meanBandwidth(group.devices);
  }

  #meanBandwidth(devices: readonly number[]): number {
    const key = devices.join();
    const known = this.#meanGbps.get(key);
    if (known !== undefined) return known;
    const all = devices.flatMap((a, i) => devices.slice(i + 1).map((b) => this.machine.gbps(a, b)));
    const mean = meanOf(all);
    this.#meanGbps.set(key, mean);
    return mean;
  }

  /** Bytes are multiplied by the element size once too often; a reduction has the size of the first operand. */
  toOne(program: FlatProgram, op: number, into: OpCosts, isReduction: boolean): void {
    const target = program.valueDevice[program.resultStart[op]];
    const start = program.operandStart[op];
    put(into, target, 0);
    for (let i = start; i < program.operandStart[op + 1]; i += 1) {
      const value = program.operands[isReduction ? start : i];
      const { bytes, elementBytes } = program.types.get(program.valueType[value]);
      const source = program.valueDevice[program.operands[i]];
      const seconds = (bytes * elementBytes) / BYTES_PER_GIGABIT / this.machine.gbps(source, target);
      put(into, source, seconds);
      put(into, target, Math.max(secondsOf(into, target), seconds));
    }
  }
}

/** Adds the cost of an operation of one kind. */
type Cost = (model: DistirCostModel, program: FlatProgram, op: number, into: OpCosts) => void;

/** The type of an operand. */
const typeOf = (program: FlatProgram, op: number, operand: number): FlatType =>
  program.types.get(program.valueType[program.operands[program.operandStart[op] + operand]]);

/** The device of the first operand. */
const sourceOf = (program: FlatProgram, op: number): number =>
  program.valueDevice[program.operands[program.operandStart[op]]];

/** A kernel on the device of its first operand. */
const kernel =
  (secondsFor: (type: (operand: number) => FlatType, where: MachineDevice) => number): Cost =>
  (model, program, op, into) => {
    const device = sourceOf(program, op);
    put(
      into,
      device,
      secondsFor((operand) => typeOf(program, op, operand), model.deviceOf(device)),
    );
  };

const unary = kernel((type, where) => elementwise(type(0), 1, where));
const binary = kernel((type, where) => elementwise(type(0), 2, where));
const free: Cost = () => undefined;

const nothing: Cost = (model, program, op, into) => {
  model.everywhere(program, program.operandStart[op], program.operandStart[op + 1], into, 0);
};

const nothingForResults: Cost = (_model, program, op, into) => {
  for (let result = program.resultStart[op]; result < program.resultStart[op + 1]; result += 1)
    put(into, program.valueDevice[result], 0);
};

/** A launch on each device of an operand or a result. */
const launch: Cost = (model, program, op, into) => {
  model.everywhere(program, program.operandStart[op], program.operandStart[op + 1], into, LAUNCH);
  for (let result = program.resultStart[op]; result < program.resultStart[op + 1]; result += 1)
    put(into, program.valueDevice[result], LAUNCH);
};

const byKind: Readonly<Partial<Record<OpKind, Cost>>> = {
  Relu: unary,
  Sqrt: unary,
  Tanh: unary,
  Cast: unary,
  Softmax: unary,
  ReduceMean: unary,
  Transpose: unary,
  Loss: unary,
  LossGrad: unary,
  Add: binary,
  Sub: binary,
  Mul: binary,
  Div: binary,
  Pow: binary,
  ReluGrad: binary,
  MatMul: kernel((type, where) => matmul(type(0), type(1), where)),
  MatMulGrad: kernel((type, where) => matmulGrad(type(0), type(1), type(2), where)),
  MatMulLhsGrad: kernel((type, where) => matmulLhsGrad(type(0), type(1), where)),
  MatMulRhsGrad: kernel((type, where) => matmulRhsGrad(type(0), type(1), where)),
  Gemm: kernel((type, where) => {
    const elements = type(0).shape[0] * type(1).shape[1];
    const sum = elementwise({ elements, elementBytes: type(0).elementBytes }, 2, where);
    return matmul(type(0), type(1), where) + sum;
  }),
  SGDOptimizer(model, program, op, into) {
    const start = program.operandStart[op];
    // A later pair of the same device overwrites what the earlier cost.
    for (let i = 0; i < (program.operandStart[op + 1] - start) / 2; i += 1) {
      const device = program.valueDevice[program.operands[start + i]];
      put(into, device, elementwise(typeOf(program, op, i), 2, model.deviceOf(device)));
    }
  },
  Send(model, program, op, into) {
    const [from, to] = [sourceOf(program, op), program.valueDevice[program.resultStart[op]]];
    const seconds = typeOf(program, op, 0).bytes / BYTES_PER_GIGABIT / model.machine.gbps(from, to);
    put(into, from, seconds);
    put(into, to, seconds);
  },
  CollectivePermute(model, program, op, into) {
    const seconds = ({ from, to }: PermutedPair): number =>
      typeOf(program, op, 0).bytes / BYTES_PER_GIGABIT / model.machine.gbps(from, to);
    addPermuteCosts(into, permutedPairs(program, op), seconds);
  },
  MPIAllreduce(model, program, op, into) {
    const [start, end] = [program.operandStart[op], program.operandStart[op + 1]];
    model.everywhere(program, start, end, into, model.allReduceSeconds(collectiveGroup(program, op)));
  },
  MPIAllgather(model, program, op, into) {
    const [start, end] = [program.operandStart[op], program.operandStart[op + 1]];
    const seconds = model.allGatherSeconds(program, start, end, collectiveGroup(program, op));
    model.everywhere(program, start, end, into, seconds);
  },
  MPIGather: (model, program, op, into) => {
    model.toOne(program, op, into, false);
  },
  MPIReduce: (model, program, op, into) => {
    model.toOne(program, op, into, true);
  },
  MPIBroadcast: nothingForResults,
  MPIScatter: nothingForResults,
  Identity: nothing,
  Join: nothing,
  Select: nothing,
  Constant: free,
  Free: free,
};

const costs: readonly Cost[] = opKinds.map((kind) => byKind[kind] ?? launch);

function put(costs: OpCosts, device: number, seconds: number): void {
  for (let i = 0; i < costs.count; i += 1) {
    if (costs.devices[i] !== device) continue;
    costs.seconds[i] = seconds;
    return;
  }
  addCost(costs, device, seconds);
}

function secondsOf(costs: OpCosts, device: number): number {
  return costs.seconds[costs.devices.indexOf(device)];
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
  return product(lhs.shape[0], lhs.shape[1], rhs.shape[0], rhs.shape[1], lhs.elementBytes, dram, flops);
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
  return product(dz.shape[0], dz.shape[1], y.shape[1], y.shape[0], dz.elementBytes, dram, flops);
}

function matmulRhsGrad(x: FlatType, dz: FlatType, { dram, flops }: MachineDevice): number {
  return product(x.shape[1], x.shape[0], dz.shape[0], dz.shape[1], x.elementBytes, dram, flops);
}

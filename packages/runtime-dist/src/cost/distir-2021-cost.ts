import type { Machine, MachineDevice } from '@shardform/cost-model';
import type { FlatProgram } from '../program/flat-program.ts';
import { opClass, opKinds } from '../program/op-kind.ts';
import type { FlatType } from '../program/flat-type.ts';
import { addCost } from './add-cost.ts';
import { collectiveGroup } from './collective-group.ts';
import type { CostModel } from './distir-cost.ts';
import { meanOf } from './mean.ts';
import { addPermuteCosts, permutedPairs } from './permute-cost.ts';

/** DistIR's gigabyte: bandwidths are in multiples of it per second. */
const BYTES_PER_GIGABYTE = 8.0e9;

/** Seconds of dividing a tensor. */
const LAUNCH = 1e-6;

/**
 * DistIR's cost model of March 2021 (microsoft/dist-ir, commit 3386edc), which the results of its workshop paper were
 * made with: bytes for floating-point operations, two bytes per element of products, bytes times element size to send,
 * no launches but of splits, and nothing for putting tensors together. Its update of weights is not there, as programs had none.
 */
export function distir2021CostModel(machine: Machine): CostModel {
  const means = new Map<string, number>();
  const meanRate = (devices: readonly number[]): number => {
    const key = devices.join();
    const known = means.get(key);
    if (known !== undefined) return known;
    const mean = meanOf(devices.flatMap((a, i) => devices.slice(i + 1).map((b) => machine.gbps(a, b))));
    means.set(key, mean);
    return mean;
  };
  return {
    costOf(program, op, into) {
      into.count = 0;
      const kind = opKinds[program.opKind[op]];
      const start = program.operandStart[op];
      const end = program.operandStart[op + 1];
      if (start === end) return;
      const operands = Array.from(program.operands.subarray(start, end));
      const device = program.valueDevice[operands[0]];
      const type = (i: number): FlatType => program.types.get(program.valueType[operands[i]]);
      const where = machine.devices.get(device);
      if (where === undefined) throw new Error(`no device ${device}`);
      switch (kind) {
        case 'MatMul':
          addCost(into, device, product(type(0).shape, type(1).shape, where));
          return;
        case 'MatMulGrad': {
          const [x, w, gradient] = [type(0).shape, type(1).shape, type(2).shape];
          const first = product(gradient, [w[1], w[0]], where);
          addCost(into, device, first + product([x[1], x[0]], gradient, where));
          return;
        }
        case 'Send': {
          const target = program.valueDevice[program.resultStart[op]];
          const { bytes, elementBytes } = type(0);
          const seconds = (bytes * elementBytes) / BYTES_PER_GIGABYTE / machine.gbps(device, target);
          addCost(into, device, seconds);
          addCost(into, target, seconds);
          return;
        }
        case 'CollectivePermute': {
          const { bytes, elementBytes } = type(0);
          addPermuteCosts(
            into,
            permutedPairs(program, op),
            ({ from, to }) => (bytes * elementBytes) / BYTES_PER_GIGABYTE / machine.gbps(from, to),
          );
          return;
        }
        case 'MPIAllreduce':
        case 'MPIAllgather': {
          const { devices, operand } = collectiveGroup(program, op);
          const count = devices.length;
          const size = kind === 'MPIAllreduce' ? operand : operand * type(0).elementBytes;
          const seconds = (2 * size * (count - 1)) / count / BYTES_PER_GIGABYTE / meanRate(devices);
          for (const own of devices) addCost(into, own, seconds);
          return;
        }
        case 'SplitUniform':
          addCost(into, device, LAUNCH);
          return;
        default:
          if (isElementwise(program, op)) addCost(into, device, type(0).bytes / where.flops);
      }
    },
  };
}

function isElementwise(program: FlatProgram, op: number): boolean {
  const kind = opKinds[program.opKind[op]];
  return opClass(kind) === 'compute' && kind !== 'Concat' && kind !== 'SGDOptimizer';
}

/** Of the two first dimensions of each. */
function product(lhs: readonly number[], rhs: readonly number[], { dram, flops }: MachineDevice): number {
  const bytes = 2 * (lhs[0] * lhs[1] + rhs[0] * rhs[1]);
  return bytes / dram + (2 * lhs[0] * lhs[1] * rhs[1]) / flops;
}

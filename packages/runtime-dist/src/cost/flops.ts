import type { FlatProgram } from '../program/flat-program.ts';
import type { FlatType } from '../program/flat-type.ts';
import { opClass, opKinds } from '../program/op-kind.ts';
import { lastOf } from '@shardform/ir-core';

const computes: readonly boolean[] = opKinds.map((kind) => opClass(kind) === 'compute');

/** Floating-point operations of an operation, batch dimensions included; 0 for communication. */
export function flopsOf(program: FlatProgram, op: number): number {
  const kind = program.opKind[op];
  if (!computes[kind]) return 0;
  const start = program.operandStart[op];
  const operand = (i: number): FlatType => program.types.get(program.valueType[program.operands[start + i]]);
  switch (opKinds[kind]) {
    case 'MatMul':
      return matmulFlops(operand(0), operand(1));
    case 'Gemm':
      return matmulFlops(operand(0), operand(1)) + operand(0).shape[0] * operand(1).shape[1];
    case 'MatMulGrad':
      return 2 * matmulFlops(operand(0), operand(1));
    case 'MatMulLhsGrad':
      return 2 * operand(1).elements * operand(0).shape[0];
    case 'MatMulRhsGrad':
      return 2 * operand(1).elements * operand(0).shape[1];
    case 'SGDOptimizer': {
      const count = (program.operandStart[op + 1] - start) / 2;
      let elements = 0;
      for (let i = 0; i < count; i += 1) elements += operand(i).elements;
      return 2 * elements;
    }
    case 'Composite':
      return program.compositeFlops.get(op) ?? 0;
    case 'Concat':
    case 'Split':
    case 'SplitUniform':
    case 'Slice':
    case 'Reshape':
    case 'Gather':
    case 'Shape':
    case 'Squeeze':
    case 'Unsqueeze':
      return 0;
    default: {
      const first = program.resultStart[op];
      return first < program.resultStart[op + 1] ? program.types.get(program.valueType[first]).elements : 0;
    }
  }
}

function matmulFlops(lhs: FlatType, rhs: FlatType): number {
  return 2 * lhs.elements * lastOf(rhs.shape);
}

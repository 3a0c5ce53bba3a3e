import {
  type Attribute,
  enclosingModule,
  isInstance,
  lookupSymbol,
  type Operation,
  type OpReport,
  type SymbolRefAttr,
  type Type,
} from '@shardform/ir-core';
import { FuncOp } from '@shardform/dialect-func';
import type { checks } from '@shardform/dialect-ttir';
import {
  KernelArgAddressOfTensorAttr,
  KernelArgSemaphoreAtAttr,
  type MeshProgramDescriptorAttr,
  ProgramAttr,
} from '../attrs/index.ts';

/** The arguments that all kernels have. */
interface KernelArguments {
  readonly ctArgs: readonly Attribute[];
  readonly commonRtArgs: readonly Attribute[];
}

function* programProblems(program: ProgramAttr, operandCount: number): checks.Problems {
  const semaphores = program.semaphores.length;
  for (const kernel of program.kernels) {
    // All kernels have these parameters.
    const { ctArgs, commonRtArgs } = kernel as Attribute & KernelArguments;
    for (const argument of commonRtArgs) {
      if (isInstance(KernelArgAddressOfTensorAttr, argument) && argument.index >= operandCount)
        yield 'Address of tensor at index is out of bounds';
    }
    for (const argument of [...commonRtArgs, ...ctArgs]) {
      if (isInstance(KernelArgSemaphoreAtAttr, argument) && argument.index >= semaphores)
        yield 'Semaphore at index is out of bounds';
    }
  }
}

/** Kernels refer to operands and semaphores that are there. */
export function verifyProgram(
  program: ProgramAttr | MeshProgramDescriptorAttr,
  operandCount: number,
  report: OpReport,
): boolean {
  if (operandCount === 0) return report.error('GenericOp must have at least one operand');
  const programs = isInstance(ProgramAttr, program)
    ? [program]
    : // The constraint of the attribute admits no third kind.
      program.meshPrograms.map((part) => part.program);
  for (const one of programs) {
    const { value } = programProblems(one, operandCount).next();
    if (value !== undefined) return report.opError(value);
  }
  return true;
}

/** A function for the cores takes and gives what the call does. */
export function* subgraphProblems(
  op: Operation & { readonly d2mFunc: SymbolRefAttr; readonly inputs: readonly { readonly type: Type }[] },
): checks.Problems {
  const module = enclosingModule(op);
  const callee = module === null ? null : lookupSymbol(module, op.d2mFunc.root);
  if (!(callee instanceof FuncOp))
    return yield `Could not find D2M function '${String(op.d2mFunc)}' in parent module.`;
  const { inputs, results } = callee.functionType;
  const given = op.inputs.map(({ type }) => type);
  if (inputs.length !== given.length)
    yield `D2M function must have ${given.length} arguments, got ${inputs.length}`;
  for (const [i, type] of given.entries()) {
    if (type !== inputs[i])
      yield `D2M function argument type ${i} mismatch: expected '${String(type)}', got '${String(inputs[i])}'`;
  }
  const taken = op.resultTypes();
  if (results.length !== taken.length)
    yield `D2M function must have ${taken.length} return values, got ${results.length}`;
  for (const [i, type] of taken.entries()) {
    if (type !== results[i])
      yield `D2M function return type ${i} mismatch: expected '${String(type)}', got '${String(results[i])}'`;
  }
}

import { CallOp, FuncOp } from '@shardform/dialect-func';
import { CaseOp, LoadCachedOp, WhileLoopOp } from '@shardform/dialect-ttcore';
import { LayoutAttr } from '@shardform/dialect-ttnn';
import {
  lookupNearestSymbol,
  type Operation,
  RankedTensorType,
  SymbolRefAttr,
  type Value,
} from '@shardform/ir-core';
import { refKind } from '../binary/value-refs.ts';
import type { Encoding, EncodingContext, Fields } from './encoding.ts';

function loadCached(op: Operation, context: EncodingContext): Fields {
  if (!(op instanceof LoadCachedOp)) return {};
  const name = op.callee.root;
  const callee = calledFunction(op, op.callee);
  return {
    callee_name: name,
    program_idx: context.programIndex(callee, name),
    program_hash: callee === null ? null : context.programHash(callee),
  };
}

function call(op: Operation, context: EncodingContext): Fields {
  if (!(op instanceof CallOp)) return {};
  const values = op.operandValues();
  const of = (kind: string) =>
    values.filter((value) => refKind(value) === kind).map((value) => context.refs.of(value, op));
  return {
    program_id: context.programIndex(calledFunction(op, op.callee), op.callee.root),
    inputs: of('TensorRef'),
    semaphore_inputs: of('GlobalSemaphoreRef'),
  };
}

/** A call of code for the host. */
function hostCall(op: Operation, { refs }: EncodingContext): Fields {
  if (!(op instanceof CallOp)) return {};
  return {
    func_name: `${op.callee.root}_helper`,
    dylib_id: 0,
    ins: op.operandValues().map((value) => refs.of(value, op)),
  };
}

function whileLoop(op: Operation, context: EncodingContext): Fields {
  if (!(op instanceof WhileLoopOp)) return {};
  const { bodyProgram, conditionProgram } = op;
  return {
    body_program: context.programIndex(op.body, bodyProgram.root),
    condition_program:
      conditionProgram === null ? null : context.programIndex(op.condition, conditionProgram.root),
  };
}

function choice(op: Operation, context: EncodingContext): Fields {
  if (!(op instanceof CaseOp)) return {};
  const names = op.branchPrograms.elements.map(String);
  return {
    branch_programs: op.branches.map((branch, i) => context.programIndex(branch, names[i]!)),
    selector: context.refs.of(op.index, op),
  };
}

function trace(op: Operation, context: EncodingContext): Fields {
  const index = (name: string): number => {
    const symbol = op.getAttr(name);
    if (!(symbol instanceof SymbolRefAttr)) return context.programIndex(null, name);
    return context.programIndex(calledFunction(op, symbol), symbol.root);
  };
  return {
    capture_program_id: index('capture_callee'),
    execute_program_id: index('execute_callee'),
    allocate_slots_program_id: index('allocate_slots_callee'),
    device_resident_input_count: op.operandValues().filter(isOnDevice).length,
  };
}

function isOnDevice({ type }: Value): boolean {
  const layout = type instanceof RankedTensorType ? type.encoding : null;
  return layout instanceof LayoutAttr && !layout.isOnHost;
}

function calledFunction(op: Operation, symbol: SymbolRefAttr): FuncOp | null {
  const found = lookupNearestSymbol(op, symbol);
  return found instanceof FuncOp ? found : null;
}

/** Operations that run other functions. */
export const programs: Readonly<Record<string, Encoding>> = {
  'ttcore.load_cached': { table: 'LoadCachedOp', fields: loadCached },
  'func.call': { table: 'FuncCallOp', fields: call },
  'ttcore.while_loop': { table: 'WhileOp', fields: whileLoop },
  'ttcore.case': { table: 'CaseOp', fields: choice },
  'ttnn.capture_or_execute_trace': { fields: trace },
};

/** The encoding of a call of a function that the host executes. */
export const hostCallEncoding: Encoding = { table: 'CpuOp', fields: hostCall };

import { CallOp, FuncOp } from '@shardform/dialect-func';
import * as ttir from '@shardform/dialect-ttir';
import { sharedWith } from './shared-spec.ts';
import {
  anyType,
  attrSizedOperandSegments,
  boolAttr as bool,
  defineOp,
  flatSymbolRefAttr,
  lookupNearestSymbol,
  type OpReport,
  optionalAttr,
  storedDefaultAttr,
  stringAttr,
  variadic,
} from '@shardform/ir-core';
import { boolAttr, checks, i32Attr, ui32Attr, ui32Default } from '@shardform/dialect-ttir';
import {
  coreRangeSetAttr,
  device,
  globalSemaphore,
  programAttr,
  symbolRefAttr,
  tensor,
} from '../constraints.ts';
import { tileElements } from '../traits.ts';
import { recordingProblems, subgraphProblems, verifyProgram, verifyTrace } from '../verify/index.ts';

/** A program of kernels. */
export class GenericOp extends defineOp('ttnn.generic', {
  summary: 'runs a program of custom kernels',
  operands: { inputs_and_outputs: variadic(tensor), additional_args: variadic(anyType) },
  attrs: {
    program: programAttr,
  },
  traits: [tileElements, attrSizedOperandSegments],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyProgram(this.program, this.inputsAndOutputs.length, report);
  }
}

/** Call of a function compiled for the cores. */
export class D2MSubgraphOp extends defineOp('ttnn.d2m_subgraph', {
  summary: 'calls a subgraph that is compiled to kernels (D2M)',
  operands: { inputs: variadic(tensor), outputs: variadic(tensor) },
  attrs: {
    d2m_func: symbolRefAttr,
  },
  results: { results: variadic(tensor) },
  traits: [attrSizedOperandSegments],
  effects: 'unknown',
  speculates: 'unknown',
  format:
    '$d2m_func attr-dict `\\n` `ins` `(` $inputs `:` type($inputs) `)` `\\n` `outs` `(` $outputs `:` type($outputs) `)` (`:` type($results)^)?',
}) {
  verifySymbolUses(report: OpReport): boolean {
    return checks.verifyFirst(subgraphProblems(this), report);
  }
}

/** Call of a kernel written in TT-Lang. */
export class TTLangOp extends defineOp('ttnn.tt_lang_op', {
  ...sharedWith(ttir.TTLangOp),
  attrs: { ...sharedWith(ttir.TTLangOp).attrs, kernel_artifact: optionalAttr(stringAttr) },
  effects: 'unknown',
  speculates: 'unknown',
  format: '`(` $inputs `)` attr-dict `:` `(` type($inputs) `)` `->` `(` type($results) `)`',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(checks.kernelCallProblems(this), report);
  }
}

/** Counter that several devices see. */
export class CreateGlobalSemaphoreOp extends defineOp('ttnn.create_global_semaphore', {
  summary: 'creates a global semaphore',
  operands: { device },
  attrs: {
    initial_value: optionalAttr(ui32Attr),
    core_range_set: coreRangeSetAttr,
  },
  results: { result: globalSemaphore },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {}

/** Setting of a counter. */
export class ResetGlobalSemaphoreOp extends defineOp('ttnn.reset_global_semaphore', {
  summary: 'resets a global semaphore',
  operands: { semaphore: globalSemaphore },
  attrs: {
    value: ui32Attr,
  },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {}

/** Counter for the exchange between experts. */
export class AllocateMoeComputeSemaphoreOp extends defineOp('ttnn.allocate_moe_compute_semaphore', {
  summary: 'allocates the global semaphore of moe_compute',
  operands: { device },
  attrs: {
    output_height_shard_dim: ui32Attr,
    hidden_size: ui32Attr,
    initial_value: optionalAttr(ui32Attr),
    mux_core_range_set: coreRangeSetAttr,
  },
  results: { result: globalSemaphore },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {}

/** Start of recording. */
export class BeginTraceCaptureOp extends defineOp('ttnn.begin_trace_capture', {
  summary: 'starts the capture of a trace',
  operands: { device },
  attrs: {
    cq_id: storedDefaultAttr(ui32Attr, ui32Default(0)),
  },
  results: { trace_id: tensor },
  effects: 'unknown',
  speculates: 'unknown',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyTrace(this, report);
  }
}

/** End of recording. */
export class EndTraceCaptureOp extends defineOp('ttnn.end_trace_capture', {
  summary: 'ends the capture of a trace',
  operands: { device, trace_id: tensor },
  attrs: {
    cq_id: storedDefaultAttr(ui32Attr, ui32Default(0)),
  },
  effects: 'unknown',
  speculates: 'unknown',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyTrace(this, report);
  }
}

/** Replay of a recording. */
export class ExecuteTraceOp extends defineOp('ttnn.execute_trace', {
  summary: 'executes a captured trace',
  operands: { device, trace_id: tensor },
  attrs: {
    cq_id: storedDefaultAttr(ui32Attr, ui32Default(0)),
    blocking: storedDefaultAttr(boolAttr, () => bool(false)),
  },
  effects: 'unknown',
  speculates: 'unknown',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyTrace(this, report);
  }
}

/** First run that records, then replays. */
export class CaptureOrExecuteTraceOp extends defineOp('ttnn.capture_or_execute_trace', {
  summary: 'captures a trace on the first call, then executes it',
  operands: { device, inputs: variadic(tensor), semaphore_inputs: variadic(globalSemaphore) },
  attrs: {
    device_resident_input_count: optionalAttr(i32Attr),
    allocate_slots_callee: flatSymbolRefAttr,
    capture_callee: flatSymbolRefAttr,
    execute_callee: flatSymbolRefAttr,
  },
  results: { results: variadic(tensor) },
  traits: [attrSizedOperandSegments],
  effects: 'unknown',
  speculates: 'unknown',
}) {
  /** What is recorded: the function that the capture calls. */
  tracedFunction(): FuncOp | null {
    const capture = lookupNearestSymbol(this, this.captureCallee);
    if (!(capture instanceof FuncOp) || capture.isDeclaration) return null;
    const call = [...capture.entry].find((op) => op instanceof CallOp);
    return call?.calledFunction() ?? null;
  }

  verifySymbolUses(report: OpReport): boolean {
    return checks.verifyFirst(recordingProblems(this), report);
  }
}

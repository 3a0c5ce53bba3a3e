import {
  arrayParameter,
  Attribute,
  attributeWhere,
  booleanParameter,
  defineAttr,
  isInstance,
  stringParameter,
  strippedAttribute,
  SymbolRefAttr,
  wordParameter,
} from '@shardform/ir-core';
import { CoreCoordAttr, CoreRangeSetAttr } from './core-attrs.ts';
import { isOneOf } from './is-one-of.ts';
import {
  KernelArgAddressOfTensorAttr,
  KernelArgCbBufferIndexAttr,
  KernelArgGlobalSemaphoreAttr,
  KernelArgScalarAttr,
  KernelArgSemaphoreAtAttr,
  KernelArgTensorAccessorArgsAttr,
  KernelNamedArgAttr,
} from './kernel-arg-attrs.ts';

const coreRanges = /* @__PURE__ */ strippedAttribute(CoreRangeSetAttr);

const symbolParameter = /* @__PURE__ */ attributeWhere((attribute) => attribute instanceof SymbolRefAttr, {
  kind: 'symbol',
  problem: 'expected a symbol reference',
});
const anyParameter = /* @__PURE__ */ attributeWhere(
  (attribute): attribute is Attribute => isInstance(Attribute, attribute),
  { kind: 'attribute', problem: 'expected an attribute' },
);

const coreArgumentParameters = {
  core_coord: /* @__PURE__ */ strippedAttribute(CoreCoordAttr),
  args: /* @__PURE__ */ arrayParameter(anyParameter),
};

/** The run-time arguments of the kernel on one core. */
export class CoreRuntimeArgsAttr extends defineAttr('ttnn.core_runtime_args', {
  summary: 'Per-core runtime arguments',
  parameters: coreArgumentParameters,
  format: '`<` struct(params) `>`',
}) {}

/** The arguments of a kernel: known when it is compiled, the same for all cores, and of each core. */
const argumentParameters = {
  ct_args: /* @__PURE__ */ arrayParameter(anyParameter),
  common_rt_args: /* @__PURE__ */ arrayParameter(anyParameter),
  rt_args: /* @__PURE__ */ arrayParameter(/* @__PURE__ */ strippedAttribute(CoreRuntimeArgsAttr)),
};

interface Arguments {
  readonly ctArgs: readonly Attribute[];
  readonly commonRtArgs: readonly Attribute[];
  readonly rtArgs: readonly CoreRuntimeArgsAttr[];
  readonly source?: string;
}

function argumentProblem({ ctArgs, commonRtArgs, rtArgs, source }: Arguments): string | null {
  if (source === '') return 'inline-source kernel requires a non-empty `source`';
  const runtime = [
    KernelArgCbBufferIndexAttr,
    KernelArgAddressOfTensorAttr,
    KernelArgSemaphoreAtAttr,
    KernelArgGlobalSemaphoreAttr,
    KernelArgScalarAttr,
    KernelNamedArgAttr,
  ];
  if (!commonRtArgs.every((argument) => isOneOf(runtime, argument)))
    return 'Unexpected common runtime argument';
  const cores = new Set<CoreCoordAttr>();
  for (const { coreCoord } of rtArgs) {
    const { x, y } = coreCoord;
    if (cores.has(coreCoord)) return `Duplicate CoreCoord (${x}, ${y}) in runtime arguments`;
    cores.add(coreCoord);
  }
  const compileTime = [
    KernelArgCbBufferIndexAttr,
    KernelArgScalarAttr,
    KernelArgSemaphoreAtAttr,
    KernelArgTensorAccessorArgsAttr,
  ];
  return ctArgs.every((argument) => isOneOf(compileTime, argument))
    ? null
    : 'Unexpected compile time argument';
}

const computeParameters = {
  core_ranges: coreRanges,
  math_fidelity: /* @__PURE__ */ wordParameter(['lofi', 'hifi2', 'hifi3', 'hifi4']),
  fp32_dest_acc_en: booleanParameter,
  dst_full_sync_en: booleanParameter,
  unpack_to_dest_modes: /* @__PURE__ */ arrayParameter(/* @__PURE__ */ wordParameter(['fp32', 'default'])),
  bfp8_pack_precise: booleanParameter,
  math_approx_mode: booleanParameter,
  ...argumentParameters,
};

const computeKernelParameters = { symbol_ref: symbolParameter, ...computeParameters };

/** A kernel that computes. */
export class ComputeKernelAttr extends defineAttr('ttnn.compute_kernel', {
  summary: 'Compute kernel',
  parameters: computeKernelParameters,
  format: '`<` struct(params) `>`',
  verify: argumentProblem,
}) {}

const moveKernelParameters = { symbol_ref: symbolParameter, core_ranges: coreRanges, ...argumentParameters };

/** A kernel that reads from the memory of the chip. */
export class ReadKernelAttr extends defineAttr('ttnn.read_kernel', {
  summary: 'Read kernel',
  parameters: moveKernelParameters,
  format: '`<` struct(params) `>`',
  verify: argumentProblem,
}) {}

/** A kernel that writes into the memory of the chip. */
export class WriteKernelAttr extends defineAttr('ttnn.write_kernel', {
  summary: 'Write kernel',
  parameters: moveKernelParameters,
  format: '`<` struct(params) `>`',
  verify: argumentProblem,
}) {}

const dataMovementParameters = {
  symbol_ref: symbolParameter,
  core_ranges: coreRanges,
  processor: /* @__PURE__ */ wordParameter(['riscv0', 'riscv1']),
  noc_index: /* @__PURE__ */ wordParameter(['noc0', 'noc1']),
  noc_mode: /* @__PURE__ */ wordParameter(['dedicated_noc', 'dynamic_noc']),
  ...argumentParameters,
};

/** A kernel that moves data on a processor and network of choice. */
export class DataMovementKernelAttr extends defineAttr('ttnn.data_movement_kernel', {
  summary: 'Data movement kernel',
  parameters: dataMovementParameters,
  format: '`<` struct(params) `>`',
  verify: (values) =>
    values.nocMode === 'dynamic_noc' ? 'dynamic noc mode is not supported' : argumentProblem(values),
}) {}

const sourceComputeParameters = { source: stringParameter, ...computeParameters };

/** A kernel that computes, as C++ text. */
export class SourceComputeKernelAttr extends defineAttr('ttnn.source_compute_kernel', {
  summary: 'Compute kernel with inline C++ source',
  parameters: sourceComputeParameters,
  format: '`<` struct(params) `>`',
  verify: argumentProblem,
}) {}

const sourceMoveParameters = { source: stringParameter, core_ranges: coreRanges, ...argumentParameters };

/** A kernel that reads, as C++ text. */
export class SourceReadKernelAttr extends defineAttr('ttnn.source_read_kernel', {
  summary: 'Read kernel with inline C++ source',
  parameters: sourceMoveParameters,
  format: '`<` struct(params) `>`',
  verify: argumentProblem,
}) {}

/** A kernel that writes, as C++ text. */
export class SourceWriteKernelAttr extends defineAttr('ttnn.source_write_kernel', {
  summary: 'Write kernel with inline C++ source',
  parameters: sourceMoveParameters,
  format: '`<` struct(params) `>`',
  verify: argumentProblem,
}) {}

import {
  anyAttributeField,
  booleanField,
  defineStructAttr,
  listField,
  stringField,
  strippedField,
  type StructAttr,
  wordField,
} from '@shardform/dialect-ttcore';
import { type AttrClass, Attribute, isInstance, SymbolRefAttr } from '@shardform/ir-core';
import { CoreCoordAttr, CoreRangeSetAttr } from './core-attrs.ts';
import {
  KernelArgAddressOfTensorAttr,
  KernelArgCbBufferIndexAttr,
  KernelArgGlobalSemaphoreAttr,
  KernelArgScalarAttr,
  KernelArgSemaphoreAtAttr,
  KernelArgTensorAccessorArgsAttr,
  KernelNamedArgAttr,
} from './kernel-arg-attrs.ts';

const coreRanges = /* @__PURE__ */ strippedField(CoreRangeSetAttr);

const symbolField = /* @__PURE__ */ anyAttributeField(
  (attribute) => attribute instanceof SymbolRefAttr,
  'expected a symbol reference',
);
const anyField = /* @__PURE__ */ anyAttributeField(
  (attribute): attribute is Attribute => isInstance(Attribute, attribute),
  'expected an attribute',
);

const coreArgumentFields = {
  core_coord: /* @__PURE__ */ strippedField(CoreCoordAttr),
  args: /* @__PURE__ */ listField(anyField),
};

/** What the kernel on one core gets. */
export const CoreRuntimeArgsAttr = /* @__PURE__ */ defineStructAttr(
  'ttnn.core_runtime_args',
  'Per-core runtime arguments',
  coreArgumentFields,
);
export type CoreRuntimeArgsAttr = StructAttr<typeof coreArgumentFields>;

/** The arguments of a kernel: known when it is compiled, the same for all cores, and of each core. */
const argumentFields = {
  ct_args: /* @__PURE__ */ listField(anyField),
  common_rt_args: /* @__PURE__ */ listField(anyField),
  rt_args: /* @__PURE__ */ listField(/* @__PURE__ */ strippedField(CoreRuntimeArgsAttr)),
};

interface Arguments {
  readonly ct_args: readonly Attribute[];
  readonly common_rt_args: readonly Attribute[];
  readonly rt_args: readonly CoreRuntimeArgsAttr[];
  readonly source?: string;
}

/** Whether an attribute is of one of the classes. */
export function isOneOf(classes: readonly AttrClass[], attribute: Attribute): boolean {
  return classes.some((cls) => isInstance(cls, attribute));
}

function argumentProblem({ ct_args, common_rt_args, rt_args, source }: Arguments): string | null {
  if (source === '') return 'inline-source kernel requires a non-empty `source`';
  const runtime = [
    KernelArgCbBufferIndexAttr,
    KernelArgAddressOfTensorAttr,
    KernelArgSemaphoreAtAttr,
    KernelArgGlobalSemaphoreAttr,
    KernelArgScalarAttr,
    KernelNamedArgAttr,
  ];
  if (!common_rt_args.every((argument) => isOneOf(runtime, argument)))
    return 'Unexpected common runtime argument';
  const cores = new Set<CoreCoordAttr>();
  for (const { values } of rt_args) {
    const { x, y } = values.core_coord;
    if (cores.has(values.core_coord)) return `Duplicate CoreCoord (${x}, ${y}) in runtime arguments`;
    cores.add(values.core_coord);
  }
  const compileTime = [
    KernelArgCbBufferIndexAttr,
    KernelArgScalarAttr,
    KernelArgSemaphoreAtAttr,
    KernelArgTensorAccessorArgsAttr,
  ];
  return ct_args.every((argument) => isOneOf(compileTime, argument))
    ? null
    : 'Unexpected compile time argument';
}

const argumentOptions = {
  problems: (values: Arguments) => [argumentProblem(values)].filter((problem) => problem !== null),
};

const computeFields = {
  core_ranges: coreRanges,
  math_fidelity: /* @__PURE__ */ wordField(['lofi', 'hifi2', 'hifi3', 'hifi4']),
  fp32_dest_acc_en: booleanField,
  dst_full_sync_en: booleanField,
  unpack_to_dest_modes: /* @__PURE__ */ listField(/* @__PURE__ */ wordField(['fp32', 'default'])),
  bfp8_pack_precise: booleanField,
  math_approx_mode: booleanField,
  ...argumentFields,
};

const computeKernelFields = { symbol_ref: symbolField, ...computeFields };

/** A kernel that computes. */
export const ComputeKernelAttr = /* @__PURE__ */ defineStructAttr(
  'ttnn.compute_kernel',
  'Compute kernel',
  computeKernelFields,
  argumentOptions,
);
export type ComputeKernelAttr = StructAttr<typeof computeKernelFields>;

const moveKernelFields = { symbol_ref: symbolField, core_ranges: coreRanges, ...argumentFields };

/** A kernel that reads from the memory of the chip. */
export const ReadKernelAttr = /* @__PURE__ */ defineStructAttr(
  'ttnn.read_kernel',
  'Read kernel',
  moveKernelFields,
  argumentOptions,
);
export type ReadKernelAttr = StructAttr<typeof moveKernelFields>;

/** A kernel that writes into the memory of the chip. */
export const WriteKernelAttr = /* @__PURE__ */ defineStructAttr(
  'ttnn.write_kernel',
  'Write kernel',
  moveKernelFields,
  argumentOptions,
);
export type WriteKernelAttr = StructAttr<typeof moveKernelFields>;

const dataMovementFields = {
  symbol_ref: symbolField,
  core_ranges: coreRanges,
  processor: /* @__PURE__ */ wordField(['riscv0', 'riscv1']),
  noc_index: /* @__PURE__ */ wordField(['noc0', 'noc1']),
  noc_mode: /* @__PURE__ */ wordField(['dedicated_noc', 'dynamic_noc']),
  ...argumentFields,
};

/** A kernel that moves data on a processor and network of choice. */
export const DataMovementKernelAttr = /* @__PURE__ */ defineStructAttr(
  'ttnn.data_movement_kernel',
  'Data movement kernel',
  dataMovementFields,
  {
    problems: (values) =>
      values.noc_mode === 'dynamic_noc'
        ? ['dynamic noc mode is not supported']
        : argumentOptions.problems(values),
  },
);
export type DataMovementKernelAttr = StructAttr<typeof dataMovementFields>;

const sourceComputeFields = { source: stringField, ...computeFields };

/** A kernel that computes, as C++ text. */
export const SourceComputeKernelAttr = /* @__PURE__ */ defineStructAttr(
  'ttnn.source_compute_kernel',
  'Compute kernel with inline C++ source',
  sourceComputeFields,
  argumentOptions,
);
export type SourceComputeKernelAttr = StructAttr<typeof sourceComputeFields>;

const sourceMoveFields = { source: stringField, core_ranges: coreRanges, ...argumentFields };

/** A kernel that reads, as C++ text. */
export const SourceReadKernelAttr = /* @__PURE__ */ defineStructAttr(
  'ttnn.source_read_kernel',
  'Read kernel with inline C++ source',
  sourceMoveFields,
  argumentOptions,
);
export type SourceReadKernelAttr = StructAttr<typeof sourceMoveFields>;

/** A kernel that writes, as C++ text. */
export const SourceWriteKernelAttr = /* @__PURE__ */ defineStructAttr(
  'ttnn.source_write_kernel',
  'Write kernel with inline C++ source',
  sourceMoveFields,
  argumentOptions,
);
export type SourceWriteKernelAttr = StructAttr<typeof sourceMoveFields>;

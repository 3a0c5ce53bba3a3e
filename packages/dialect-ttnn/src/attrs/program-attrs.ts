import {
  anyAttributeField,
  attributeField,
  dataTypes,
  defineStructAttr,
  FabricConnectionConfigAttr,
  integerField,
  listField,
  namedField,
  optionalField,
  strippedField,
  type StructAttr,
  wordField,
} from '@shardform/dialect-ttcore';
import type { Attribute } from '@shardform/ir-core';
import { CoreRangeSetAttr } from './core-attrs.ts';
import { KernelCbGlobalBufferAddressAttr } from './kernel-arg-attrs.ts';
import {
  ComputeKernelAttr,
  DataMovementKernelAttr,
  isOneOf,
  ReadKernelAttr,
  SourceComputeKernelAttr,
  SourceReadKernelAttr,
  SourceWriteKernelAttr,
  WriteKernelAttr,
} from './kernel-attrs.ts';
import { MeshRangeAttr } from './mesh-config-attrs.ts';

const coreRanges = /* @__PURE__ */ strippedField(CoreRangeSetAttr);

const semaphoreFields = {
  id: integerField,
  core_type: /* @__PURE__ */ wordField(['worker', 'eth']),
  core_ranges: coreRanges,
  initial_value: integerField,
};

/** A semaphore of a program. */
export const KernelSemaphoreAttr = /* @__PURE__ */ defineStructAttr(
  'ttnn.kernel_semaphore',
  'Kernel semaphore descriptor',
  semaphoreFields,
);
export type KernelSemaphoreAttr = StructAttr<typeof semaphoreFields>;

const bufferFormatFields = {
  buffer_index: integerField,
  dtype: /* @__PURE__ */ wordField(dataTypes),
  /** Bytes. */
  page_size: integerField,
};

/** What the pages of a circular buffer hold. */
export const KernelCbFormatAttr = /* @__PURE__ */ defineStructAttr(
  'ttnn.kernel_cb_format',
  'Kernel CB format descriptor',
  bufferFormatFields,
);
export type KernelCbFormatAttr = StructAttr<typeof bufferFormatFields>;

const bufferFields = {
  /** Bytes. */
  total_size: integerField,
  core_ranges: coreRanges,
  formats: /* @__PURE__ */ listField(/* @__PURE__ */ strippedField(KernelCbFormatAttr)),
  buffer: /* @__PURE__ */ optionalField(/* @__PURE__ */ attributeField(KernelCbGlobalBufferAddressAttr)),
};

/** A circular buffer through which the kernels of a core hand tiles on. */
export const KernelCbAttr = /* @__PURE__ */ defineStructAttr(
  'ttnn.kernel_cb',
  'Kernel CB descriptor',
  bufferFields,
);
export type KernelCbAttr = StructAttr<typeof bufferFields>;

const kernelField = /* @__PURE__ */ anyAttributeField(
  (attribute): attribute is Attribute =>
    isOneOf(
      [
        ComputeKernelAttr,
        ReadKernelAttr,
        WriteKernelAttr,
        DataMovementKernelAttr,
        SourceComputeKernelAttr,
        SourceReadKernelAttr,
        SourceWriteKernelAttr,
      ],
      attribute,
    ),
  'Unexpected kernel',
);

const programFields = {
  kernels: /* @__PURE__ */ listField(kernelField),
  cbs: /* @__PURE__ */ listField(/* @__PURE__ */ strippedField(KernelCbAttr)),
  semaphores: /* @__PURE__ */ listField(/* @__PURE__ */ strippedField(KernelSemaphoreAttr)),
};

/** The kernels of one device with their buffers and semaphores. */
export const ProgramAttr = /* @__PURE__ */ defineStructAttr('ttnn.program', 'Program', programFields);
export type ProgramAttr = StructAttr<typeof programFields>;

const meshProgramFields = {
  range: /* @__PURE__ */ attributeField(MeshRangeAttr),
  program: /* @__PURE__ */ attributeField(ProgramAttr),
};

/** The program of some devices of a mesh. */
export const MeshProgramAttr = /* @__PURE__ */ defineStructAttr(
  'ttnn.mesh_program',
  'Mesh program',
  meshProgramFields,
);
export type MeshProgramAttr = StructAttr<typeof meshProgramFields>;

const descriptorFields = {
  mesh_programs: /* @__PURE__ */ listField(/* @__PURE__ */ attributeField(MeshProgramAttr)),
  fabric_connection_config: /* @__PURE__ */ namedField(
    'fabric_connection_config',
    /* @__PURE__ */ attributeField(FabricConnectionConfigAttr),
  ),
};

/** The programs of all devices of a mesh. */
export const MeshProgramDescriptorAttr = /* @__PURE__ */ defineStructAttr(
  'ttnn.mesh_program_descriptor',
  'Mesh program descriptor',
  descriptorFields,
  { style: 'positional' },
);
export type MeshProgramDescriptorAttr = StructAttr<typeof descriptorFields>;

import { dataTypes, FabricConnectionConfigAttr, namedParameter } from '@shardform/dialect-ttcore';
import {
  arrayParameter,
  type Attribute,
  attributeOf,
  attributeWhere,
  defineAttr,
  integerParameter,
  optionalParameter,
  strippedAttribute,
  wordParameter,
} from '@shardform/ir-core';
import { CoreRangeSetAttr } from './core-attrs.ts';
import { isOneOf } from './is-one-of.ts';
import { KernelCbGlobalBufferAddressAttr } from './kernel-arg-attrs.ts';
import {
  ComputeKernelAttr,
  DataMovementKernelAttr,
  ReadKernelAttr,
  SourceComputeKernelAttr,
  SourceReadKernelAttr,
  SourceWriteKernelAttr,
  WriteKernelAttr,
} from './kernel-attrs.ts';
import { MeshRangeAttr } from './mesh-config-attrs.ts';

const coreRanges = /* @__PURE__ */ strippedAttribute(CoreRangeSetAttr);

const semaphoreParameters = {
  id: integerParameter,
  core_type: /* @__PURE__ */ wordParameter(['worker', 'eth']),
  core_ranges: coreRanges,
  initial_value: integerParameter,
};

/** A semaphore of a program. */
export class KernelSemaphoreAttr extends defineAttr('ttnn.kernel_semaphore', {
  summary: 'Kernel semaphore descriptor',
  parameters: semaphoreParameters,
  format: '`<` struct(params) `>`',
}) {}

const bufferFormatParameters = {
  buffer_index: integerParameter,
  dtype: /* @__PURE__ */ wordParameter(dataTypes),
  /** Bytes. */
  page_size: integerParameter,
};

/** The format of a circular buffer's pages. */
export class KernelCbFormatAttr extends defineAttr('ttnn.kernel_cb_format', {
  summary: 'Kernel CB format descriptor',
  parameters: bufferFormatParameters,
  format: '`<` struct(params) `>`',
}) {}

const bufferParameters = {
  /** Bytes. */
  total_size: integerParameter,
  core_ranges: coreRanges,
  formats: /* @__PURE__ */ arrayParameter(/* @__PURE__ */ strippedAttribute(KernelCbFormatAttr)),
  buffer: /* @__PURE__ */ optionalParameter(/* @__PURE__ */ attributeOf(KernelCbGlobalBufferAddressAttr)),
};

/** A circular buffer through which the kernels of a core hand tiles on. */
export class KernelCbAttr extends defineAttr('ttnn.kernel_cb', {
  summary: 'Kernel CB descriptor',
  parameters: bufferParameters,
  format: '`<` struct(params) `>`',
}) {}

const kernelParameter = /* @__PURE__ */ attributeWhere(
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
  { kind: 'kernel', problem: 'Unexpected kernel' },
);

const programParameters = {
  kernels: /* @__PURE__ */ arrayParameter(kernelParameter),
  cbs: /* @__PURE__ */ arrayParameter(/* @__PURE__ */ strippedAttribute(KernelCbAttr)),
  semaphores: /* @__PURE__ */ arrayParameter(/* @__PURE__ */ strippedAttribute(KernelSemaphoreAttr)),
};

/** The kernels of one device with their buffers and semaphores. */
export class ProgramAttr extends defineAttr('ttnn.program', {
  summary: 'Program',
  parameters: programParameters,
  format: '`<` struct(params) `>`',
}) {}

const meshProgramParameters = {
  range: /* @__PURE__ */ attributeOf(MeshRangeAttr),
  program: /* @__PURE__ */ attributeOf(ProgramAttr),
};

/** The program of some devices of a mesh. */
export class MeshProgramAttr extends defineAttr('ttnn.mesh_program', {
  summary: 'Mesh program',
  parameters: meshProgramParameters,
  format: '`<` struct(params) `>`',
}) {}

const descriptorParameters = {
  mesh_programs: /* @__PURE__ */ arrayParameter(/* @__PURE__ */ attributeOf(MeshProgramAttr)),
  fabric_connection_config: /* @__PURE__ */ namedParameter(
    'fabric_connection_config',
    /* @__PURE__ */ attributeOf(FabricConnectionConfigAttr),
  ),
};

/** The programs of all devices of a mesh. */
export class MeshProgramDescriptorAttr extends defineAttr('ttnn.mesh_program_descriptor', {
  summary: 'Mesh program descriptor',
  parameters: descriptorParameters,
  format: '`<` params `>`',
}) {}

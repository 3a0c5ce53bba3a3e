import {
  attrOf,
  defineOp,
  DenseElementsAttr,
  type MemoryEffect,
  type OpReport,
  optional,
  optionalAttr,
  pure,
} from '@shardform/ir-core';
import { boolAttr, f32OrI32Attr, si64Attr } from '@shardform/dialect-ttir';
import { MeshComposerConfigAttr, MeshMapperConfigAttr } from '../attrs/config-attrs.ts';
import { MeshOffsetAttr, MeshShapeAttr } from '../attrs/shape-attrs.ts';
import { layoutOf } from '../attrs/make-layout.ts';
import { device, shapeAttr, tensor } from '../constraints.ts';

/** Opens the mesh of devices. */
export class GetDeviceOp extends defineOp('ttnn.get_device', {
  summary: 'the mesh of devices',
  attrs: {
    mesh_shape: optionalAttr(attrOf(MeshShapeAttr, 'TTNN Mesh Shape')),
    mesh_offset: optionalAttr(attrOf(MeshOffsetAttr, 'TTNN Mesh Offset')),
  },
  results: { device },
  traits: [pure],
}) {}

/** A tensor of one number, in the memory that its type says. */
export class FullOp extends defineOp('ttnn.full', {
  summary: 'tensor of one number',
  operands: { device: optional(device) },
  attrs: { shape: shapeAttr, fill_value: f32OrI32Attr },
  results: { result: tensor },
  traits: [pure],
}) {}

/* @__NO_SIDE_EFFECTS__ */
function defineNamedFull(name: string, summary: string) {
  return defineOp(`ttnn.${name}`, {
    summary,
    operands: { device: optional(device) },
    attrs: { shape: shapeAttr },
    results: { result: tensor },
    traits: [pure],
  });
}

/** A constant tensor. */
export class ConstantOp extends defineOp('ttnn.constant', {
  summary: 'constant tensor',
  operands: { device: optional(device) },
  attrs: { value: attrOf(DenseElementsAttr, 'constant vector/tensor attribute') },
  results: { result: tensor },
  traits: [pure],
}) {}

/** Numbers from `start` to before `end` in steps. */
export class ArangeOp extends defineOp('ttnn.arange', {
  summary: 'counting',
  operands: { device: optional(device) },
  attrs: { start: si64Attr, end: si64Attr, step: si64Attr },
  results: { result: tensor },
  traits: [pure],
}) {}

/** A tensor of zeros. */
export class ZerosOp extends defineNamedFull('zeros', 'tensor of zeros') {}

/** A tensor of ones. */
export class OnesOp extends defineNamedFull('ones', 'tensor of ones') {}

/* @__NO_SIDE_EFFECTS__ */
function defineMove(name: string, summary: string) {
  return defineOp(`ttnn.${name}`, {
    summary,
    operands: { input: tensor },
    results: { result: tensor },
    traits: [pure],
  });
}

/** Changes memory, tiling and element type at once, to what the result's type says; split up later. */
export class ToTensorSpecOp extends defineMove('to_tensor_spec', 'change of memory and layout') {
  override verifyOp(report: OpReport): boolean {
    return (
      (layoutOf(this.input.type) !== null && layoutOf(this.result.type) !== null) ||
      report.opError('Input and output tensors must have a layout attribute')
    );
  }
}

/** Changes between rows and tiles. */
export class ToLayoutOp extends defineMove('to_layout', 'change between rows and tiles') {}

/** Copies from the device to the host. */
export class FromDeviceOp extends defineMove('from_device', 'copy from the device') {}

/** Copies a tensor; others write into the copy, so that two copies are not one. */
export class AssignOp extends defineOp('ttnn.assign', {
  summary: 'copy',
  operands: { input: tensor },
  results: { result: tensor },
}) {}

/** Copies from the host to the device. */
export class ToDeviceOp extends defineOp('ttnn.to_device', {
  summary: 'copy to the device',
  operands: { input: tensor, device },
  results: { result: tensor },
  traits: [pure],
}) {}

/** Frees the memory of a tensor; others may share it unless forced. */
export class DeallocateOp extends defineOp('ttnn.deallocate', {
  summary: 'freeing of memory',
  operands: { input: tensor },
  attrs: { force: boolAttr },
}) {
  memoryEffects(): readonly MemoryEffect[] {
    return [{ kind: 'free', value: this.input }];
  }
}

/** Spreads a tensor of the host over the mesh. */
export class DistributeTensorOp extends defineOp('ttnn.distribute_tensor', {
  summary: 'spreading over the mesh',
  operands: { input: tensor, device },
  attrs: { mapper_config: MeshMapperConfigAttr.constraint },
  results: { result: tensor },
  traits: [pure],
}) {}

/** Joins the parts of the mesh to a tensor of the host. */
export class AggregateTensorOp extends defineOp('ttnn.aggregate_tensor', {
  summary: 'joining the parts of the mesh',
  operands: { input: tensor, device },
  attrs: { composer_config: MeshComposerConfigAttr.constraint },
  results: { result: tensor },
  traits: [pure],
}) {}

import {
  attrOf,
  boolAttr as bool,
  defineOp,
  type OpReport,
  optional,
  optionalAttr,
  storedDefaultAttr,
  stringAttr,
  type FoldResult,
} from '@shardform/ir-core';
import { boolAttr, checks, ui32Attr, ui32Default } from '@shardform/dialect-ttir';
import {
  MeshComposerConfigAttr,
  MeshMapperConfigAttr,
  MeshOffsetAttr,
  MeshShapeAttr,
} from '../attrs/index.ts';
import { device, tensor } from '../constraints.ts';
import { foldLayoutChange, foldTensorSpec } from '../fold/moves.ts';
import { tileElements } from '../traits.ts';
import {
  assignProblems,
  copyProblems,
  filePathProblems,
  loadProblems,
  tensorSpecProblems,
  toLayoutProblems,
  toMemoryConfigProblems,
  writeTensorProblems,
} from '../verify/index.ts';

/** Changes memory, tiling and element type at once, to what the result's type says; split up later. */
export class ToTensorSpecOp extends defineOp('ttnn.to_tensor_spec', {
  summary: 'changes memory, tiling and element type',
  operands: { input: tensor },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override fold(): readonly FoldResult[] | null {
    return foldTensorSpec(this);
  }

  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(tensorSpecProblems(this), report);
  }
}

/** Changes between rows and tiles. */
export class ToLayoutOp extends defineOp('ttnn.to_layout', {
  summary: 'changes between row-major and tile layout',
  operands: { input: tensor },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override fold(): readonly FoldResult[] | null {
    return foldLayoutChange(this);
  }

  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(toLayoutProblems(this), report);
  }
}

/** Change of the memory. */
export class ToMemoryConfigOp extends defineOp('ttnn.to_memory_config', {
  summary: 'moves a tensor to another memory or sharding',
  operands: { input: tensor },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(toMemoryConfigProblems(this), report);
  }
}

/** Copies from the host to the device. */
export class ToDeviceOp extends defineOp('ttnn.to_device', {
  summary: 'moves a tensor from the host to the device',
  operands: { input: tensor, device },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {}

/** Copies from the device to the host. */
export class FromDeviceOp extends defineOp('ttnn.from_device', {
  summary: 'moves a tensor from the device to the host',
  operands: { input: tensor },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {}

/** Copies a tensor; others write into the copy, so that two copies are not one. */
export class AssignOp extends defineOp('ttnn.assign', {
  summary: 'copies a tensor to new memory',
  operands: { input: tensor },
  results: { result: tensor },
  effects: 'unknown',
  speculates: 'unknown',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(assignProblems(this), report);
  }
}

/** Copy into an existing tensor. */
export class CopyOp extends defineOp('ttnn.copy', {
  summary: 'copies a tensor into another one',
  operands: { src: tensor, dst: tensor },
  effects: [{ kind: 'write' }],
  speculates: 'never',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(copyProblems(this), report);
  }
}

/** Frees the memory of a tensor; others may share it unless forced. */
export class DeallocateOp extends defineOp('ttnn.deallocate', {
  summary: 'frees the memory of a tensor',
  operands: { input: tensor },
  attrs: {
    force: storedDefaultAttr(boolAttr, () => bool(false)),
  },
  effects: [{ kind: 'free', on: 'input' }],
  speculates: 'never',
}) {}

/** Opens the mesh of devices. */
export class GetDeviceOp extends defineOp('ttnn.get_device', {
  summary: 'opens the mesh of devices',
  attrs: {
    mesh_shape: optionalAttr(attrOf(MeshShapeAttr, 'TTNN Mesh Shape')),
    mesh_offset: optionalAttr(attrOf(MeshOffsetAttr, 'TTNN Mesh Offset')),
  },
  results: { device },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {}

/** Spreads a tensor of the host over the mesh. */
export class DistributeTensorOp extends defineOp('ttnn.distribute_tensor', {
  summary: 'distributes a tensor of the host over a mesh',
  operands: { input: tensor, device },
  attrs: {
    mapper_config: MeshMapperConfigAttr.constraint,
    cq_id: optionalAttr(ui32Attr),
  },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {}

/** Concatenates the shards of the mesh to a tensor of the host. */
export class AggregateTensorOp extends defineOp('ttnn.aggregate_tensor', {
  summary: 'joins the shards of a mesh to a tensor of the host',
  operands: { input: tensor, device },
  attrs: {
    composer_config: MeshComposerConfigAttr.constraint,
  },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {}

/** Writing into an existing tensor of the device. */
export class WriteTensorOp extends defineOp('ttnn.write_tensor', {
  summary: 'writes a tensor of the host into one of the device',
  operands: { host_tensor: tensor, device_tensor: tensor },
  attrs: {
    blocking: storedDefaultAttr(boolAttr, () => bool(false)),
    cq_id: storedDefaultAttr(ui32Attr, ui32Default(0)),
  },
  effects: [{ kind: 'write' }],
  speculates: 'never',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(writeTensorProblems(this), report);
  }
}

/** Tensor from a file. */
export class LoadTensorOp extends defineOp('ttnn.load_tensor', {
  summary: 'reads a tensor from a file',
  operands: { device: optional(device) },
  attrs: {
    file_path: stringAttr,
  },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(loadProblems(this), report);
  }
}

/** Tensor to a file. */
export class DumpTensorOp extends defineOp('ttnn.dump_tensor', {
  summary: 'writes a tensor to a file',
  operands: { input: tensor },
  attrs: {
    file_path: stringAttr,
  },
  effects: 'unknown',
  speculates: 'unknown',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(filePathProblems(this), report);
  }
}

import { defineOp, hasParent, type OpReport } from '@shardform/ir-core';
import { keepsShardingsDivisible } from '@shardform/dialect-sdy';
import { DEVICE, PINNED_HOST } from '../attribute-names.ts';
import { memoryKindInAttributes } from '../memory-kind.ts';
import { MeshTensorType } from '../types/mesh-tensor-type.ts';
import { verifyMeshTensor } from '../verify/verify-mesh-tensor.ts';
import { meshTensor } from './type-constraints.ts';

/** Moves a tensor to another mesh, or changes on its mesh how it is split or in which memory it lives. */
export class TransferOp extends defineOp('mpmd.transfer', {
  summary: 'transfer operation',
  operands: { tensor: meshTensor },
  results: { result: meshTensor },
  traits: [hasParent('func.func'), keepsShardingsDivisible],
  effects: 'none',
  speculates: 'always',
  format: 'attr-dict $tensor `:` functional-type(operands, results)',
}) {
  /** True if mesh and memory stay the same. */
  get isIntraMesh(): boolean {
    const [from, to] = [this.tensor.type, this.result.type];
    return from.meshName === to.meshName && from.memoryKind === to.memoryKind;
  }

  override verifyOp(report: OpReport): boolean {
    const [from, to] = [this.tensor.type, this.result.type];
    if (!verifyMeshTensor(from, report) || !verifyMeshTensor(to, report)) return false;
    if (from.globalType !== to.globalType) {
      return report.error(
        `cannot perform transfer between given types '${String(from)}' and '${String(to)}': global tensor types are different`,
      );
    }
    if (!verifyMemoryKind(from, report) || !verifyMemoryKind(to, report)) return false;
    if (memoryKindInAttributes(this.tensor) === PINNED_HOST) {
      return report.error(
        'Transfers from host with attributes are not supported. Memory kinds must be expressed in the type.',
      );
    }
    return (
      memoryKindInAttributes(this.result) !== PINNED_HOST ||
      report.error(
        'Transfers to host with attributes are not supported. Memory kinds must expressed be in the type.',
      )
    );
  }
}

function verifyMemoryKind({ memoryKind }: MeshTensorType, report: OpReport): boolean {
  return (
    memoryKind === null ||
    memoryKind === PINNED_HOST ||
    memoryKind === DEVICE ||
    report.error(`memory kind must be either '${PINNED_HOST}' or '${DEVICE}'. Found '${memoryKind}'.`)
  );
}

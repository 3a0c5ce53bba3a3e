import { meshNamedAt, TransferOp } from '@shardform/dialect-mpmd';
import { oneLine, type Operation } from '@shardform/ir-core';
import { tensorBytes } from '../values/tensor-bytes.ts';

/** Returns whether devices communicate for an operation that moves a tensor of an MPMD program. */
export function isMeshTransfer(op: Operation): op is TransferOp {
  return op instanceof TransferOp && op.tensor.type !== op.result.type;
}

/** What a transfer moves. */
export interface MeshTransfer {
  /** What a device of the source holds, and so sends if each of them has a part of its own. */
  readonly bytes: number;
  /** Number of devices of both meshes. */
  readonly devices: number;
  /** The type of what a device of the target gets. */
  readonly type: string;
  /** `from mesh m1 to mesh m2`. */
  readonly text: string;
}

/** Returns who communicates for a transfer, and how much. */
export function meshTransfer(op: TransferOp): MeshTransfer {
  const [from, to] = [op.tensor.type, op.result.type];
  const [source, target] = [meshNamedAt(op, from.meshName), meshNamedAt(op, to.meshName)];
  const isInside = from.meshName === to.meshName;
  return {
    bytes: tensorBytes(source === null ? from.globalType : from.localTypeOn(source)) ?? 0,
    devices: (source?.totalSize ?? 1) + (isInside ? 0 : (target?.totalSize ?? 1)),
    type: String(target === null ? to.globalType : to.localTypeOn(target)),
    text: isInside
      ? `within mesh ${oneLine(from.meshName)}`
      : `from mesh ${oneLine(from.meshName)} to mesh ${oneLine(to.meshName)}`,
  };
}

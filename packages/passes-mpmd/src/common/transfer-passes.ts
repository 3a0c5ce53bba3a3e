import type { FuncOp } from '@shardform/dialect-func';
import { type MeshTensorType, TransferOp } from '@shardform/dialect-mpmd';
import type { Operation } from '@shardform/ir-core';
import { distributedPass } from '../program/distributed-pass.ts';

/** `mpmd-remove-transfer-cycles`. */
export const removeTransferCycles = /* @__PURE__ */ distributedPass({
  name: 'mpmd-remove-transfer-cycles',
  className: 'RemoveTransferCyclesPass',
  summary: 'Replaces what is transferred back to where it came from.',
  run(func) {
    for (let op = func.entry.lastOp; op !== null;) {
      const { previous }: Operation = op;
      if (op instanceof TransferOp) removeCycleAt(op);
      op = previous;
    }
  },
});

function removeCycleAt(transfer: TransferOp): void {
  const { type } = transfer.result;
  for (let at: Operation | null = transfer; at instanceof TransferOp; at = at.tensor.definingOp) {
    const source: MeshTensorType = at.tensor.type;
    if (source.memoryKind !== null && source.memoryKind !== 'device') return;
    if (source !== type) continue;
    transfer.result.replaceAllUsesWith(at.tensor);
    transfer.erase();
    return;
  }
}

/** `mpmd-move-transfers-to-producer`. */
export const moveTransfersToProducer = /* @__PURE__ */ distributedPass({
  name: 'mpmd-move-transfers-to-producer',
  className: 'MoveTransfersToProducerPass',
  summary: 'Moves transfers to right behind what they transfer.',
  run(func) {
    for (const transfer of transfersIn(func)) moveToProducer(transfer);
  },
});

/** Returns the transfers of a function, in order. */
export function transfersIn(func: FuncOp): TransferOp[] {
  const transfers: TransferOp[] = [];
  func.walkOf(TransferOp, (transfer) => void transfers.push(transfer));
  return transfers;
}

/** Moves a transfer to right behind what it transfers, or to the start of the block for an argument. */
export function moveToProducer(transfer: TransferOp): void {
  const { definingOp, parentBlock } = transfer.tensor;
  if (definingOp !== null) transfer.moveAfter(definingOp);
  else if (parentBlock !== null && parentBlock.firstOp !== null && parentBlock.firstOp !== transfer) {
    transfer.moveBefore(parentBlock.firstOp);
  }
}

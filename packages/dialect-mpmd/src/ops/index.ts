import type { AnyOpClass } from '@shardform/ir-core';
import { AssignOp, UnassignOp } from './assign-ops.ts';
import { CallOp } from './call-op.ts';
import { BroadcastOp, ReduceOp } from './cross-mesh-ops.ts';
import { ForOp } from './for-op.ts';
import { FragmentCallOp } from './fragment-call-op.ts';
import { FragmentOp } from './fragment-op.ts';
import { NamedComputationOp, NamedTensorOp } from './named-ops.ts';
import { ReturnOp } from './return-op.ts';
import { TransferOp } from './transfer-op.ts';

/** All operations of the dialect. */
export const mpmdOps: readonly AnyOpClass[] = [
  ReturnOp,
  NamedComputationOp,
  NamedTensorOp,
  FragmentOp,
  FragmentCallOp,
  TransferOp,
  AssignOp,
  UnassignOp,
  CallOp,
  ForOp,
  BroadcastOp,
  ReduceOp,
];

import { type CanonicalizationPattern, pattern, type Value } from '@shardform/ir-core';
import { BroadcastOp, ReduceOp } from './ops/cross-mesh-ops.ts';
import { FragmentOp } from './ops/fragment-op.ts';
import { TransferOp } from './ops/transfer-op.ts';
import { meshTensorTypeOf } from './types/mesh-tensor-type.ts';

/** Results that are arguments handed through are the operands, where the types agree. */
const forwardArguments = /* @__PURE__ */ pattern(FragmentOp, 'mpmd-forward-arguments', (op, rewriter) => {
  let changed = false;
  for (const argument of op.entry.arguments) {
    for (const use of argument.uses()) {
      if (use.owner !== op.entry.lastOp) continue;
      const result = op.getResult(use.index);
      const operand = op.getOperand(argument.index);
      if (result.hasUses && result.type === operand.type) {
        rewriter.replaceAllUses(result, operand);
        changed = true;
      }
      break;
    }
  }
  return changed;
});

const identityTransfer = /* @__PURE__ */ pattern(TransferOp, 'mpmd-identity-transfer', (op, rewriter) => {
  if (op.tensor.type !== op.result.type) return false;
  rewriter.replaceOp(op, [op.tensor]);
  return true;
});

/** Two transfers on one mesh are one. */
const transferOfTransfer = /* @__PURE__ */ pattern(
  TransferOp,
  'mpmd-transfer-of-transfer',
  (op, rewriter) => {
    const inner = op.tensor.definingOp;
    if (!(inner instanceof TransferOp)) return false;
    const meshOf = (value: Value): string | null => meshTensorTypeOf(value)?.meshName ?? null;
    const mesh = meshOf(op.result);
    if (meshOf(op.tensor) !== mesh || meshOf(inner.tensor) !== mesh) return false;
    rewriter.replaceOpWith(op, TransferOp, { tensor: inner.tensor }, [op.result.type]);
    return true;
  },
);

const broadcastOfBroadcast = /* @__PURE__ */ pattern(
  BroadcastOp,
  'mpmd-broadcast-of-broadcast',
  (op, rewriter) => {
    const inner = op.tensor.definingOp;
    if (!(inner instanceof BroadcastOp)) return false;
    rewriter.replaceOpWith(op, BroadcastOp, { tensor: inner.tensor }, [op.result.type]);
    return true;
  },
);

/** A reduction of what was reduced in the same way. As upstream does, only the first operand is looked at. */
const reduceOfReduce = /* @__PURE__ */ pattern(ReduceOp, 'mpmd-reduce-of-reduce', (op, rewriter) => {
  const inner = op.operands[0]?.value.definingOp;
  if (!(inner instanceof ReduceOp)) return false;
  if (op.kind !== 'none' && op.kind !== inner.kind) return false;
  rewriter.replaceOp(op, [inner.result]);
  return true;
});

/** The canonicalization of the dialect. */
export const mpmdCanonicalizations: readonly CanonicalizationPattern[] = [
  forwardArguments,
  identityTransfer,
  transferOfTransfer,
  broadcastOfBroadcast,
  reduceOfReduce,
];

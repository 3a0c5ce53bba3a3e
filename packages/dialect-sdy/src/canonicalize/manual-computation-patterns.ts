import { pattern, type RewritePattern } from '@shardform/ir-core';
import { TensorShardingPerValueAttr } from '../attrs/tensor-sharding-per-value-attr.ts';
import { lookUpMesh } from '../mesh-table.ts';
import { ManualComputationOp } from '../ops/manual-computation-op.ts';

/** Drops block arguments that nothing uses, with their operands and shardings. */
export const dropUnusedManualInputs: RewritePattern = /* @__PURE__ */ pattern(
  ManualComputationOp,
  'drop-unused-manual-computation-inputs',
  (op, rewriter) => {
    const { entry, inShardings } = op;
    const used = entry.arguments.map((argument) => argument.hasUses);
    if (used.every((isUsed) => isUsed)) return false;
    rewriter.modifyInPlace(op, () => {
      const operands = op.operandValues();
      for (let i = used.length - 1; i >= 0; i--) if (!used[i]!) entry.eraseArgument(i);
      op.setOperands(operands.filter((_, i) => used[i]));
      op.inShardings = TensorShardingPerValueAttr.get(inShardings.shardings.filter((_, i) => used[i]));
    });
    return true;
  },
);

/** A computation over no manual axes, or over axes of size 1, is its body. */
export const inlineTrivialManualComputation: RewritePattern = /* @__PURE__ */ pattern(
  ManualComputationOp,
  'inline-trivial-manual-computation',
  (op, rewriter) => {
    if (manualSize(op) !== 1) return false;
    const terminator = op.entry.lastOp!;
    const block = op.parent!;
    const results = terminator.operandValues();
    const { arguments: args } = op.entry;
    const inputs = op.operandValues();
    // What the region returns unchanged is an operand.
    const outputs = results.map((value) => {
      const index = args.findIndex((argument) => argument === value);
      return index < 0 ? value : inputs[index]!;
    });
    rewriter.eraseOp(terminator);
    rewriter.inlineBlock(op.entry, block, op, inputs);
    rewriter.replaceOp(op, outputs);
    return true;
  },
);

/** Erases a computation that neither takes, nor gives, nor does anything. */
export const eraseEmptyManualComputation: RewritePattern = /* @__PURE__ */ pattern(
  ManualComputationOp,
  'erase-empty-manual-computation',
  (op, rewriter) => {
    const { inShardings, outShardings, entry } = op;
    if (inShardings.length > 0 || outShardings.length > 0 || entry.firstOp !== entry.lastOp) return false;
    if (op.results.length > 0) return false;
    rewriter.eraseOp(op);
    return true;
  },
);

/**
 * Product of the sizes of the manual axes; 1 without shardings, as in Shardy, and `null` where no sharding names a
 * mesh that has the axes.
 */
function manualSize(op: ManualComputationOp): number | null {
  const { value: names } = op.manualAxes;
  const shardings = [...op.inShardings.shardings, ...op.outShardings.shardings];
  if (shardings.length === 0) return 1;
  for (const { meshOrRef } of shardings) {
    const mesh = lookUpMesh(op, meshOrRef);
    if (mesh === null || !names.every((name) => mesh.hasAxis(name))) continue;
    return names.reduce((product, name) => product * mesh.axisSize(name), 1);
  }
  return null;
}

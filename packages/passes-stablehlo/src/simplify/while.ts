import { pattern, type RewritePattern } from '@shardform/ir-core';
import { WhileOp } from '@shardform/dialect-stablehlo';
import { keepArguments, returnOnly } from './operand-groups.ts';

/** Values that a loop hands on unchanged are used in it as they are outside. Those without elements are constants first. */
const withoutInvariants = /* @__PURE__ */ pattern(
  WhileOp,
  'while without invariants',
  (op, rewriter) => {
    const [cond, body] = [op.cond.entry, op.body.entry];
    const terminator = body.terminator;
    if (terminator === null) return false;
    const operands = op.operandValues();
    const isInvariant = operands.map((operand, i) => {
      const argument = body.getArgument(i);
      const next = terminator.operands[i]?.value;
      const types = [cond.getArgument(i).type, argument.type, op.getResult(i).type];
      return (next === argument || next === operand) && types.every((type) => type === operand.type);
    });
    const kept = [...operands.keys()].filter((i) => !isInvariant[i]);
    if (kept.length === operands.length) return false;
    operands.forEach((operand, i) => {
      if (!isInvariant[i]) return;
      for (const value of [cond.getArgument(i), body.getArgument(i), op.getResult(i)]) {
        rewriter.replaceValue(value, operand);
      }
    });
    const smaller = rewriter.create(
      WhileOp,
      { operand: kept.map((i) => operands[i]!) },
      kept.map((i) => op.getResult(i).type),
      { attributes: op.discardable },
    );
    returnOnly(body, kept, rewriter);
    for (const block of [cond, body]) keepArguments(block, kept, rewriter);
    rewriter.inlineRegion(op.cond, smaller.cond);
    rewriter.inlineRegion(op.body, smaller.body);
    kept.forEach((i, at) => rewriter.replaceValue(op.getResult(i), smaller.getResult(at)));
    rewriter.eraseOp(op);
    return true;
  },
  { benefit: 0 },
);

/** Patterns of `while`. */
export const whilePatterns: readonly RewritePattern[] = [withoutInvariants];

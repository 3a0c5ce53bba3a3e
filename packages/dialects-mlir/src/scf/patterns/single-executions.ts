import { type CanonicalizationPattern, constantOf, IntegerAttr, pattern } from '@shardform/ir-core';
import { BranchOp } from '../../cf/branch-ops.ts';
import { ExecuteRegionOp } from '../execute-region-op.ts';
import { IndexSwitchOp } from '../index-switch-op.ts';
import { YieldOp } from '../yield-op.ts';
import { replaceByBlock } from './moved-regions.ts';

/** The patterns of `scf.execute_region` and `scf.index_switch`. */
export const singleExecutionPatterns: readonly CanonicalizationPattern[] = [
  pattern(ExecuteRegionOp, 'single-block', (op, rewriter) => {
    if (op.region.blocks.length !== 1 || !(op.region.entry.lastOp instanceof YieldOp)) return false;
    replaceByBlock(op, op.region.entry, [], rewriter);
    return true;
  }),
  pattern(ExecuteRegionOp, 'blocks-of-function', (op, rewriter) => {
    // Structured control flow around the operation could not hold several blocks.
    if (op.parentOp?.definition.dialect !== 'func' && !(op.parentOp instanceof ExecuteRegionOp)) return false;
    const block = op.parent!;
    const rest = rewriter.splitBlock(op);
    const [entry] = op.region.blocks;
    const yields = op.region.blocks.flatMap(({ lastOp }) => (lastOp instanceof YieldOp ? [lastOp] : []));
    rewriter.setInsertionPointToEnd(block);
    rewriter.create(BranchOp, { destOperands: [] }, [], { successors: [entry!] });
    for (const end of yields) {
      rewriter.replaceOpWith(end, BranchOp, { destOperands: end.operandValues() }, [], {
        successors: [rest],
      });
    }
    rewriter.inlineRegion(op.region, block.parent!, block.parent!.blocks.indexOf(rest));
    const results = op.results.map(({ type }) => rest.addArgument(type, op.location));
    rewriter.replaceOp(op, results);
    return true;
  }),
  pattern(IndexSwitchOp, 'constant-index', (op, rewriter) => {
    const value = constantOf(op.arg);
    if (!(value instanceof IntegerAttr)) return false;
    replaceByBlock(op, op.regionFor(value.value).entry, [], rewriter);
    return true;
  }),
];

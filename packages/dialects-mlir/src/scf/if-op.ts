import {
  anyType,
  type Block,
  constantOf,
  defineOp,
  type FoldResult,
  i1,
  IntegerAttr,
  type InterfaceImplementation,
  maxSizedRegion,
  onlyType,
  type OpReport,
  type ParsedOp,
  type Parser,
  type Printer,
  regionBranchOpInterface,
  type RegionSuccessor,
  singleBlockImplicitTerminator,
  sizedRegion,
  variadic,
} from '@shardform/ir-core';
import { XOrIOp } from '../arith/bitwise-ops.ts';
import { integerOf } from '../arith/elements.ts';
import { withBlock } from './parse-block.ts';
import { verifyRegionFlow } from './region-flow.ts';
import type { YieldOp } from './yield-op.ts';

/** Executes one of two regions (MLIR, `scf.if`). */
export class IfOp extends defineOp('scf.if', {
  summary: 'if-then-else operation',
  operands: { condition: onlyType(i1, '1-bit signless integer') },
  results: { results: variadic(anyType) },
  regions: { thenRegion: sizedRegion(1), elseRegion: maxSizedRegion(1) },
  traits: [singleBlockImplicitTerminator('scf.yield')],
  effects: 'recursive',
  speculates: 'unknown',
}) {
  static parse(this: void, parser: Parser, state: ParsedOp): void {
    const condition = parser.parseOperand();
    if (parser.accept('->')) {
      state.resultTypes.push(
        ...(parser.at('(') ? parser.parseList('paren', () => parser.parseType()) : [parser.parseType()]),
      );
    }
    state.operands.push(parser.resolve(condition, i1));
    state.regions.push(withBlock(parser.parseRegion(state)));
    state.regions.push(parser.acceptKeyword('else') ? withBlock(parser.parseRegion(state)) : { blocks: [] });
    for (const [name, attribute] of parser.parseOptionalAttrDict()) state.setAttr(name, attribute);
  }

  static print(this: void, printer: Printer, op: IfOp): void {
    printer.write(' ');
    printer.printOperand(op.condition);
    if (op.results.length > 0) {
      printer.write(' -> (');
      printer.printTypes(op.resultTypes());
      printer.write(')');
    }
    const show = { entryArguments: false, terminators: op.results.length > 0 };
    printer.write(' ');
    printer.printRegion(op.thenRegion, show);
    if (!op.elseRegion.isEmpty) {
      printer.write(' else ');
      printer.printRegion(op.elseRegion, show);
    }
    printer.printOptionalAttrDict(op.sortedAttrs());
  }

  get thenBlock(): Block {
    return this.thenRegion.entry;
  }

  get elseBlock(): Block | null {
    return this.elseRegion.blocks[0] ?? null;
  }

  /** Returns the terminator of the then-region, whose operands become the results. */
  get thenYield(): YieldOp {
    // Verified: regions end with a yield.
    return this.thenBlock.lastOp as YieldOp;
  }

  get elseYield(): YieldOp | null {
    return this.elseBlock?.lastOp ?? null;
  }

  /** Exchanges the regions of an `if` whose condition is the opposite of another. */
  override fold(): readonly FoldResult[] | null {
    const { definingOp } = this.condition;
    if (!(definingOp instanceof XOrIOp) || this.elseRegion.isEmpty) return null;
    if (integerOf(constantOf(definingOp.rhs)) !== 1n) return null;
    const [whenTrue, whenFalse] = [this.thenBlock, this.elseRegion.entry];
    this.thenRegion.remove(whenTrue);
    this.elseRegion.remove(whenFalse);
    this.thenRegion.append(whenFalse);
    this.elseRegion.append(whenTrue);
    this.setOperand(0, definingOp.lhs);
    return [];
  }

  override verifyOp(report: OpReport): boolean {
    if (this.results.length > 0 && this.elseRegion.isEmpty) {
      return report.opError('must have an else block if defining values');
    }
    return true;
  }

  override verifyRegions(report: OpReport): boolean {
    const withArguments = this.regions.find(({ blocks }) => (blocks[0]?.arguments.length ?? 0) > 0);
    if (withArguments !== undefined) {
      return report.opError(`region #${withArguments.index} should have no arguments`);
    }
    return verifyRegionFlow(this, report);
  }
}

/** Interface of an `if` for passes over control flow. */
export const ifInterface: InterfaceImplementation = regionBranchOpInterface.implementFor(IfOp, (op) => {
  const end: RegionSuccessor = { target: 'parent', inputs: op.results };
  const whenTrue: RegionSuccessor = { target: op.thenRegion, inputs: [] };
  const whenFalse: RegionSuccessor = op.elseRegion.isEmpty ? end : { target: op.elseRegion, inputs: [] };
  return {
    entrySuccessorOperands: () => ({ start: 0, count: 0 }),
    successorRegions: (from) => (from === 'parent' ? [whenTrue, whenFalse] : [end]),
    entrySuccessorRegions([condition]) {
      if (!(condition instanceof IntegerAttr)) return [whenTrue, whenFalse];
      return [condition.value === 0n ? whenFalse : whenTrue];
    },
    regionInvocationBounds([condition]) {
      const isKnown = condition instanceof IntegerAttr;
      return [true, false].map((taken) => {
        if (!isKnown) return { lower: 0, upper: 1 };
        const count = (condition.value !== 0n) === taken ? 1 : 0;
        return { lower: count, upper: count };
      });
    },
  };
});

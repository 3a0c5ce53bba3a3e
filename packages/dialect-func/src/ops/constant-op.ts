import {
  anyType,
  constantLike,
  defineOp,
  flatSymbolRefAttr,
  type FoldResult,
  type NameSuggestion,
  type OpReport,
  SymbolTables,
} from '@shardform/ir-core';
import { FuncOp } from './func-op.ts';

/** A function as a value (MLIR, `func.constant`). */
export class ConstantOp extends defineOp('func.constant', {
  summary: 'constant',
  attrs: { value: flatSymbolRefAttr },
  results: { result: anyType },
  traits: [constantLike],
  effects: 'none',
  speculates: 'always',
  format: 'attr-dict $value `:` type($result)',
}) {
  static suggestNames(this: void, op: ConstantOp, suggest: NameSuggestion): void {
    suggest(op.result, 'f');
  }

  verifySymbolUses(report: OpReport, symbols: SymbolTables = new SymbolTables()): boolean {
    const target = symbols.lookupNearest(this, this.value);
    if (!(target instanceof FuncOp)) {
      return report.opError(`reference to undefined function '${this.value.root}'`);
    }
    return (
      target.functionType === this.result.type || report.opError('reference to function with mismatched type')
    );
  }

  override fold(): readonly FoldResult[] {
    return [this.value];
  }
}

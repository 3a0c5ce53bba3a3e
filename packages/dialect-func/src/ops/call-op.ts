import {
  anyType,
  defineOp,
  flatSymbolRefAttr,
  note,
  type OpReport,
  optionalAttr,
  SymbolTables,
  typeList,
  unitAttr,
  variadic,
} from '@shardform/ir-core';
import { FuncOp } from './func-op.ts';
import { dictionaryArrayAttr } from './function-interface.ts';

/** Calls a function by name (MLIR, `func.call`). */
export class CallOp extends defineOp('func.call', {
  summary: 'call operation',
  operands: { operands: variadic(anyType) },
  results: { results: variadic(anyType) },
  attrs: {
    callee: flatSymbolRefAttr,
    arg_attrs: optionalAttr(dictionaryArrayAttr),
    res_attrs: optionalAttr(dictionaryArrayAttr),
    no_inline: optionalAttr(unitAttr),
  },
  effects: 'unknown',
  speculates: 'unknown',
  format: '$callee `(` $operands `)` attr-dict `:` functional-type($operands, results)',
}) {
  /** The called function, or `null` when the nearest symbol table has none of that name. */
  calledFunction(symbols = new SymbolTables()): FuncOp | null {
    const callee = symbols.lookupNearest(this, this.callee);
    return callee instanceof FuncOp ? callee : null;
  }

  verifySymbolUses(report: OpReport, symbols: SymbolTables): boolean {
    const callee = this.calledFunction(symbols);
    if (callee === null) return report.opError(`'${this.callee.root}' does not reference a valid function`);
    const { inputs, results } = callee.functionType;
    if (inputs.length !== this.operands.length)
      return report.opError('incorrect number of operands for callee');
    for (const [i, { value }] of this.operands.entries()) {
      if (value.type !== inputs[i]) {
        return report.opError(
          `operand type mismatch: expected operand type '${String(inputs[i])}', but provided '${String(value.type)}' for operand number ${i}`,
        );
      }
    }
    if (results.length !== this.results.length)
      return report.opError('incorrect number of results for callee');
    for (const [i, result] of this.results.entries()) {
      if (result.type === results[i]) continue;
      return report
        .opErrorWithNotes(`result type mismatch at index ${i}`)
        .notes([
          note(this.location, `      op result types: ${typeList(this.resultTypes())}`),
          note(this.location, `function result types: ${typeList(results)}`),
        ]);
    }
    return true;
  }
}

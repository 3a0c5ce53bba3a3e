import {
  anyType,
  arrayAttr,
  defineOp,
  flatSymbolRefAttr,
  type Operation,
  type OpReport,
  optionalAttr,
  symbolTable,
  unitAttr,
  variadic,
} from '@shardform/ir-core';
import { FuncOp } from './func-op.ts';

/** Calls a function by name (MLIR, `func.call`). */
export class CallOp extends defineOp('func.call', {
  summary: 'call operation',
  operands: { operands: variadic(anyType) },
  results: { results: variadic(anyType) },
  attrs: {
    callee: flatSymbolRefAttr,
    arg_attrs: optionalAttr(arrayAttr),
    res_attrs: optionalAttr(arrayAttr),
    no_inline: optionalAttr(unitAttr),
  },
  format: '$callee `(` $operands `)` attr-dict `:` functional-type($operands, results)',
}) {
  /** The called function, or `null` when the nearest module has none of that name. */
  calledFunction(): FuncOp | null {
    for (let op: Operation | null = this.parentOp; op !== null; op = op.parentOp) {
      if (!op.hasTrait(symbolTable)) continue;
      for (const block of op.regions[0]!.blocks) {
        for (const inner of block) {
          if (inner instanceof FuncOp && inner.symName.value === this.callee.root) return inner;
        }
      }
      return null;
    }
    return null;
  }

  verifySymbolUses(report: OpReport): boolean {
    const callee = this.calledFunction();
    if (callee === null) return report.opError(`'${this.callee.root}' does not reference a valid function`);
    const { inputs, results } = callee.functionType;
    if (inputs.length !== this.operands.length) return report.opError('incorrect number of operands for callee');
    for (const [i, { value }] of this.operands.entries()) {
      if (value.type !== inputs[i]) {
        return report.opError(
          `operand type mismatch: expected operand type '${String(inputs[i])}', but provided '${String(value.type)}' for operand number ${i}`,
        );
      }
    }
    if (results.length !== this.results.length) return report.opError('incorrect number of results for callee');
    for (const [i, result] of this.results.entries()) {
      if (result.type === results[i]) continue;
      return report.opError(
        `result type mismatch at index ${i}`,
      );
    }
    return true;
  }
}

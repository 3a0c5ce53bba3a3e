import {
  anyType,
  defineOp,
  hasParent,
  type OpReport,
  returnLike,
  terminator,
  variadic,
} from '@shardform/ir-core';
import { FuncOp } from './func-op.ts';

/** Ends a function and hands its operands to the caller (MLIR, `func.return`). */
export class ReturnOp extends defineOp('func.return', {
  summary: 'function return operation',
  operands: { operands: variadic(anyType) },
  traits: [hasParent('func.func'), returnLike, terminator],
  effects: 'none',
  speculates: 'always',
  format: 'attr-dict ($operands^ `:` type($operands))?',
}) {
  override verifyOp(report: OpReport): boolean {
    const func = this.parentOp;
    if (!(func instanceof FuncOp)) return true;
    const { results } = func.functionType;
    const name = func.symName.value;
    if (this.operands.length !== results.length) {
      return report.opError(
        `has ${this.operands.length} operands, but enclosing function (@${name}) returns ${results.length}`,
      );
    }
    for (const [i, { value }] of this.operands.entries()) {
      if (value.type !== results[i]) {
        return report.error(
          `type of return operand ${i} ('${String(value.type)}') doesn't match function result type ('${String(results[i])}') in function @${name}`,
        );
      }
    }
    return true;
  }
}

import { FuncOp } from '@shardform/dialect-func';
import {
  anyType,
  defineOp,
  flatSymbolRefAttr,
  lookupNearestSymbol,
  type OpReport,
  pure,
  variadic,
} from '@shardform/ir-core';

/**
 * The results of a function of constants, computed at the first run and kept:
 * `ttcore.load_cached(@main_const_eval_0, [%arg1]) : (tensor<4xf32>) -> tensor<4xf32>`.
 */
export class LoadCachedOp extends defineOp('ttcore.load_cached', {
  summary: 'results of a constant function',
  operands: { inputs: variadic(anyType) },
  attrs: { callee: flatSymbolRefAttr },
  results: { results: variadic(anyType) },
  traits: [pure],
  format: '`(` $callee `,` `[` $inputs `]` `)` attr-dict `:` functional-type($inputs, results)',
}) {
  verifySymbolUses(report: OpReport): boolean {
    const callee = lookupNearestSymbol(this, this.callee);
    if (!(callee instanceof FuncOp)) {
      return report.opError(`'${this.callee.root}' does not reference a function`);
    }
    const { inputs, results } = callee.functionType;
    const given = this.operandTypes();
    const taken = this.resultTypes();
    const fits =
      inputs.length === given.length &&
      results.length === taken.length &&
      inputs.every((type, i) => type === given[i]) &&
      results.every((type, i) => type === taken[i]);
    return fits || report.opError(`types do not match those of function '${this.callee.root}'`);
  }
}

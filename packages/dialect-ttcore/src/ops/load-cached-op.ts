import { FuncOp } from '@shardform/dialect-func';
import {
  anyType,
  defineOp,
  flatSymbolRefAttr,
  lookupNearestSymbol,
  type OpReport,
  TupleType,
  type Type,
  variadic,
} from '@shardform/ir-core';

/**
 * The results of a function of constants, computed at the first run and kept:
 * `ttcore.load_cached(@main_const_eval_0, [%arg1]) : (tensor<4xf32>) -> tensor<4xf32>`.
 */
export class LoadCachedOp extends defineOp('ttcore.load_cached', {
  summary: 'loads the cached results of a function of constants',
  operands: { inputs: variadic(anyType) },
  attrs: { callee: flatSymbolRefAttr },
  results: { results: variadic(anyType) },
  effects: 'none',
  speculates: 'always',
  format: '`(` $callee `,` `[` $inputs `]` `)` attr-dict `:` functional-type($inputs, results)',
}) {
  verifySymbolUses(report: OpReport): boolean {
    const callee = lookupNearestSymbol(this, this.callee);
    if (!(callee instanceof FuncOp)) {
      return report.opError(`'${this.callee.root}' does not reference a function`);
    }
    const { inputs, results } = callee.functionType;
    return (
      verifyTypes(this.operandTypes(), unpacked(inputs), 'operand', report) &&
      verifyTypes(this.resultTypes(), unpacked(results), 'result', report)
    );
  }
}

/** A function may take or give all its tensors as one tuple. */
function unpacked(types: readonly Type[]): readonly Type[] {
  const [first] = types;
  return types.length === 1 && first instanceof TupleType ? first.types : types;
}

function verifyTypes(
  given: readonly Type[],
  expected: readonly Type[],
  what: 'operand' | 'result',
  report: OpReport,
): boolean {
  if (given.length !== expected.length) {
    return report.opError(
      `Incorrect number of ${what}s for callee -- expected ${expected.length} but got: ${given.length}`,
    );
  }
  const i = given.findIndex((type, at) => type !== expected[at]);
  const word = what === 'operand' ? 'Operand' : 'Result';
  return i < 0 || report.opError(`${word} type mismatch at index ${i}`);
}

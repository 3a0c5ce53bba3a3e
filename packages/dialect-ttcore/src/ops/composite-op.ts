import { FuncOp } from '@shardform/dialect-func';
import {
  defineOp,
  dictionaryAttr,
  enclosingModule,
  flatSymbolRefAttr,
  lookupSymbol,
  type OpReport,
  optionalAttr,
  RankedTensorType,
  stringAttr,
  type Type,
  typeOf,
  variadic,
} from '@shardform/ir-core';

const tensor = /* @__PURE__ */ typeOf(RankedTensorType, 'ranked tensor of any type values');

/** An operation of another library by name, with a function that does the same. */
export class CompositeOp extends defineOp('ttcore.composite', {
  summary: 'composite operation with a decomposition',
  operands: { inputs: variadic(tensor) },
  attrs: {
    composite_name: stringAttr,
    decomposition: flatSymbolRefAttr,
    composite_attributes: optionalAttr(dictionaryAttr),
  },
  results: { results: variadic(tensor) },
  effects: 'unknown',
  speculates: 'unknown',
}) {
  verifySymbolUses(report: OpReport): boolean {
    const name = this.decomposition.root;
    const module = enclosingModule(this);
    if (module === null) return report.opError('could not find parent module');
    const callee = lookupSymbol(module, name);
    if (callee === null) return report.opError(`decomposition function '${name}' not found in parent module`);
    if (!(callee instanceof FuncOp))
      return report.opError(`decomposition symbol '${name}' is not a func.func`);
    const { inputs, results } = callee.functionType;
    return this.#verifyInputs(inputs, report) && this.#verifyResults(results, report);
  }

  #verifyInputs(expected: readonly Type[], report: OpReport): boolean {
    const given = this.operandTypes();
    if (given.length !== expected.length) {
      return report.opError(
        `decomposition function expects ${expected.length} arguments, but composite has ${given.length} inputs`,
      );
    }
    const i = given.findIndex((type, at) => type !== expected[at]);
    return (
      i < 0 ||
      report.opError(
        `input type mismatch at index ${i}: composite has '${String(given[i])}', decomposition expects '${String(expected[i])}'`,
      )
    );
  }

  #verifyResults(expected: readonly Type[], report: OpReport): boolean {
    const given = this.resultTypes();
    if (given.length !== expected.length) {
      return report.opError(
        `decomposition function returns ${expected.length} results, but composite produces ${given.length} results`,
      );
    }
    const i = given.findIndex((type, at) => type !== expected[at]);
    return (
      i < 0 ||
      report.opError(
        `result type mismatch at index ${i}: composite produces '${String(given[i])}', decomposition returns '${String(expected[i])}'`,
      )
    );
  }
}

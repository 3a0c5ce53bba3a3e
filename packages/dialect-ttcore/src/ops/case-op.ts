import { FuncOp } from '@shardform/dialect-func';
import {
  arrayAttr,
  defineOp,
  lookupNearestSymbol,
  type OpReport,
  RankedTensorType,
  SymbolRefAttr,
  typeOf,
  variadic,
} from '@shardform/ir-core';

const tensor = /* @__PURE__ */ typeOf(RankedTensorType, 'ranked tensor of any type values');

/**
 * A choice among functions that take the same operands: the first one for zero. As in StableHLO, numbers without a function
 * choose the last one.
 */
export class CaseOp extends defineOp('ttcore.case', {
  summary: 'calls one of several functions by index',
  operands: { index: tensor, inputs: variadic(tensor) },
  attrs: { branch_programs: arrayAttr },
  results: { results: variadic(tensor) },
  effects: 'unknown',
  speculates: 'unknown',
}) {
  /** The functions to choose from; `null` for names that no function has. */
  get branches(): readonly (FuncOp | null)[] {
    return this.branchPrograms.elements.map((name) => {
      const found = name instanceof SymbolRefAttr ? lookupNearestSymbol(this, name) : null;
      return found instanceof FuncOp ? found : null;
    });
  }

  verifySymbolUses(report: OpReport): boolean {
    if (this.index.type.rank !== 0) return report.opError('expects one number to choose by');
    const { branches } = this;
    if (branches.length === 0) return report.opError('expects at least one function');
    const inputs = this.inputs.map(({ type }) => type).join();
    const results = this.resultTypes().join();
    for (const [i, branch] of branches.entries()) {
      const name = String(this.branchPrograms.elements[i]);
      if (branch === null) return report.opError(`'${name}' does not reference a function`);
      const { functionType } = branch;
      if (functionType.inputs.join() !== inputs || functionType.results.join() !== results)
        return report.opError(`expects operands and results of the types of '${name}'`);
    }
    return true;
  }
}

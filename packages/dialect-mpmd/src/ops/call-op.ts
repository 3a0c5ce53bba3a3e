import {
  defineOp,
  flatSymbolRefAttr,
  IntegerAttr,
  NoneType,
  type OpReport,
  type SymbolTables,
  type Type,
  ui32,
  variadic,
} from '@shardform/ir-core';
import { enclosingFunction, FuncOp } from '@shardform/dialect-func';
import { CALL_COUNTER } from '../attribute-names.ts';
import { topologyOf } from '../mesh-lookup.ts';
import { localOrMeshTensor } from './type-constraints.ts';

/** Calls an MPMD function, such as the computation on one microbatch. The entry point inlines all of them. */
export class CallOp extends defineOp('mpmd.call', {
  summary: 'MPMD specific call function',
  operands: { tensors: variadic(localOrMeshTensor) },
  attrs: { callee: flatSymbolRefAttr },
  results: { results: variadic(localOrMeshTensor) },
  effects: 'unknown',
  speculates: 'unknown',
  format: '$callee `(` $tensors `)` attr-dict `:` functional-type(operands, results)',
}) {
  override verifyOp(report: OpReport): boolean {
    const counter = this.getAttr(CALL_COUNTER);
    if (counter !== null && !(counter instanceof IntegerAttr && counter.type === ui32)) {
      const type = counter instanceof IntegerAttr ? counter.type : NoneType.instance;
      return report.error(`call_counter must be an uint32, got '${String(type)}'`);
    }
    const parent = this.parentOp;
    if (parent === null) return true;
    const name = this.callee.root;
    if (!(parent instanceof FuncOp) && parent.name !== 'mpmd.for') {
      return report.error(
        `Mpmd CallOp on "${name}" can only be used in a function or for_op block but was called from inside op ${parent.name}`,
      );
    }
    const func = enclosingFunction(this);
    return (
      func === null ||
      topologyOf(func) === null ||
      func.isPublic ||
      report.error(
        `Mpmd CallOp on "${name}" in an Mpmd function can only be used directly by the entrypoint function, i.e. the main function, but was called from "${func.symName.value}".`,
      )
    );
  }

  verifySymbolUses(report: OpReport, symbols: SymbolTables): boolean {
    const callee = symbols.lookupNearest(this, this.callee);
    if (!(callee instanceof FuncOp)) {
      return report.error(`'${this.callee.root}' does not reference a valid function`);
    }
    const { inputs, results } = callee.functionType;
    if (!verifyTypes(inputs, this.operandTypes(), 'operand', report)) return false;
    if (!verifyTypes(results, this.resultTypes(), 'result', report)) return false;
    return (
      topologyOf(callee) === null ||
      callee.symVisibility?.value === 'private' ||
      report.error(
        'MPMD CallOp callee with topology must also have visibility set to private, as public functions with topologies are assumed to be entry point functions.',
      )
    );
  }
}

/** Types beyond the shorter list are not compared: a signature may change before its calls do. */
function verifyTypes(
  expected: readonly Type[],
  actual: readonly Type[],
  kind: 'operand' | 'result',
  report: OpReport,
): boolean {
  const at = expected.findIndex((type, i) => i < actual.length && type !== actual[i]);
  return (
    at < 0 ||
    report.error(
      `Type mismatch. Expected call ${kind} to have type '${String(expected[at])}' but got '${String(actual[at])}'`,
    )
  );
}

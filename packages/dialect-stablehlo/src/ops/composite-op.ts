import {
  anyRegion,
  defaultAttr,
  defineOp,
  DictionaryAttr,
  dictionaryAttr,
  flatSymbolRefAttr,
  i32,
  i32Attr,
  integerAttr,
  type OpReport,
  StringAttr,
  stringAttr,
  type SymbolTables,
  type Type,
  variadic,
  variadicRegion,
} from '@shardform/ir-core';
import { FuncOp } from '@shardform/dialect-func';
import { areCompatibleTypes } from '../inference/compatible-types.ts';

import { compositeValue } from '../value-constraints.ts';

const NAME = '^[a-zA-Z][a-zA-Z0-9_]*([.][a-zA-Z0-9_$]+)+$';

/** An operation that is given by a name and by a function that computes the same (StableHLO spec, "composite"). */
export class CompositeOp extends defineOp('stablehlo.composite', {
  summary: 'composite operation with a decomposition',
  operands: { inputs: variadic(compositeValue) },
  attrs: {
    name: stringAttr,
    composite_attributes: defaultAttr(dictionaryAttr, () => DictionaryAttr.empty),
    decomposition: flatSymbolRefAttr,
    version: defaultAttr(integerAttr(i32, '32-bit signless integer attribute'), () => i32Attr(0)),
  },
  results: { results: variadic(compositeValue) },
  regions: { composite_regions: variadicRegion(anyRegion) },
  effects: 'unknown',
  speculates: 'never',
  format: '$name $inputs (` ` `(` $composite_regions^ `)`)? attr-dict `:` functional-type(operands, results)',
}) {
  override verifyOp(report: OpReport): boolean {
    const name = this.getAttr('name');
    if (name instanceof StringAttr && new RegExp(NAME).test(name.value)) return true;
    return report.error(
      `name must be a valid namespaced op name, i.e. it must match the following regular expression: ${NAME} e.g. "my_namespace.my_op"`,
    );
  }

  verifySymbolUses(report: OpReport, symbols: SymbolTables): boolean {
    const decomposition = symbols.lookupNearest(this, this.decomposition);
    if (!(decomposition instanceof FuncOp)) {
      return report.error(`'${this.decomposition.root}' does not reference a valid function`);
    }
    const { inputs, results } = decomposition.functionType;
    const problem =
      mismatch('operand', this.operandTypes(), inputs) ?? mismatch('result', this.resultTypes(), results);
    return problem === null || report.error(problem);
  }
}

function mismatch(what: string, own: readonly Type[], declared: readonly Type[]): string | null {
  if (own.length !== declared.length) {
    return `has ${own.length} ${what}(s), but decomposition has ${declared.length}`;
  }
  const at = own.findIndex((type, i) => !areCompatibleTypes(type, declared[i]!));
  return at < 0
    ? null
    : `${what} at index ${at} has type '${String(own[at])}', but decomposition has type '${String(declared[at])}'`;
}

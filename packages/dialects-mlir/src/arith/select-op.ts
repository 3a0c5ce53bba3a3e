import {
  allTypesMatch,
  anyType,
  type CustomDirective,
  defineOp,
  defineTrait,
  i1,
  ShapedType,
  type Trait,
  type Type,
  UnrankedTensorType,
  type Value,
  lastOf,
} from '@shardform/ir-core';
import { boolLike } from '../type-constraints.ts';
import { haveSameDimensions } from './cast-op.ts';
import { CmpIOp } from './compare-ops.ts';
import { elementsOf, constantFrom, integerOf } from './elements.ts';
import { type Constants, type Folded } from './integer-binary.ts';
import { PoisonAttr } from '../ub/poison-op.ts';

/** The condition's type when it is not `i1`, and the type of the others. */
const selectTypes: CustomDirective = {
  print(printer, op) {
    const condition = op.getOperand(0).type;
    if (condition !== i1) {
      printer.printType(condition);
      printer.write(', ');
    }
    printer.printType(op.getResult().type);
  },
  parse(parser, state, [condition, result]) {
    const types = [parser.parseType()];
    if (parser.accept(',')) types.push(parser.parseType());
    state.setTypes(condition!.reference, [types.length === 2 ? types[0]! : i1]);
    state.setTypes(result!.reference, [lastOf(types)]);
  },
};

const conditionFits: Trait = /* @__PURE__ */ defineTrait({
  name: 'ScalarConditionOrMatchingShape',
  verify: (op, report) =>
    fits(op.getOperand(0).type, op.getResult().type) ||
    report.opError('failed to verify that condition is signless i1 or has matching shape'),
});

function fits(condition: Type, type: Type): boolean {
  if (condition === i1) return true;
  if (type instanceof UnrankedTensorType) return false;
  return type instanceof ShapedType && haveSameDimensions(condition, type);
}

/** One of two values, by a condition for all or for each element (MLIR, `arith.select`). */
export class SelectOp extends defineOp('arith.select', {
  summary: 'select operation',
  operands: { condition: boolLike, true_value: anyType, false_value: anyType },
  results: { result: anyType },
  traits: [allTypesMatch('true_value', 'false_value', 'result'), conditionFits],
  effects: 'none',
  speculates: 'always',
  directives: { SelectTypes: selectTypes },
  format:
    '$condition `,` $true_value `,` $false_value attr-dict `:` custom<SelectTypes>(type($condition), type($result))',
  infer: (op) => [op.trueValue.type],
}) {
  override fold([condition, whenTrue, whenFalse]: Constants): Folded {
    const { trueValue, falseValue } = this;
    if (trueValue === falseValue) return [trueValue];
    const chosen = integerOf(condition!);
    if (chosen !== null) return [chosen === 1n ? trueValue : falseValue];
    if (whenTrue instanceof PoisonAttr) return [falseValue];
    if (whenFalse instanceof PoisonAttr) return [trueValue];
    if (this.result.type === i1 && integerOf(whenTrue!) === 1n && integerOf(whenFalse!) === 0n) {
      return [this.condition];
    }
    return this.#foldComparison() ?? this.#foldElements(condition!, whenTrue!, whenFalse!);
  }

  /** Choosing between two values by whether they are equal is choosing the one or the other. */
  #foldComparison(): Folded {
    const { definingOp } = this.condition;
    if (!(definingOp instanceof CmpIOp)) return null;
    const { comparison, lhs, rhs } = definingOp;
    if (comparison !== 'eq' && comparison !== 'ne') return null;
    const isPair = (a: Value, b: Value): boolean => a === this.trueValue && b === this.falseValue;
    if (!isPair(lhs, rhs) && !isPair(rhs, lhs)) return null;
    return [comparison === 'eq' ? this.falseValue : this.trueValue];
  }

  #foldElements(...operands: Constants): Folded {
    const lists = operands.map(elementsOf);
    const [conditions, whenTrue, whenFalse] = lists;
    if (!conditions || !whenTrue || !whenFalse) return null;
    const at = <T>(list: readonly T[], i: number): T => list[list.length === 1 ? 0 : i]!;
    const chosen = conditions.map((condition, i) => at(condition === 1n ? whenTrue : whenFalse, i));
    const folded = constantFrom(chosen, this.result.type);
    return folded === null ? null : [folded];
  }
}

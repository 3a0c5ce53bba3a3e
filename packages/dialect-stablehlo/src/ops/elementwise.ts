import {
  type AttrConstraint,
  attrOf,
  defaultAttr,
  defineOp,
  type Operation,
  type OpReport,
  RankedTensorType,
  type TypeConstraint,
} from '@shardform/ir-core';
import { sameOperandsAndResultTypeDirective } from '../directives/same-operands-and-result-type.ts';
import { mostSpecificType } from '../inference/compatible-types.ts';
import {
  compatibleOperandsAndResultType,
  elementwise,
  sameOperandsAndResultShape,
  hloCommutative,
} from '../traits.ts';
import { ifKnownSizesStay, ifOperandsStatic } from '../speculatability.ts';
import { ResultAccuracyAttr } from '../attrs/result-accuracy-attr.ts';

const directives = { SameOperandsAndResultType: sameOperandsAndResultTypeDirective };

const resultAccuracy: AttrConstraint<ResultAccuracyAttr> = attrOf(
  ResultAccuracyAttr,
  'The requested accuracy for transcendental unary ops.',
);

/** Returns the type that all operands of an elementwise op describe together. */
export function inferElementwise(op: Operation, report: OpReport): readonly RankedTensorType[] | null {
  const types = op.operandTypes().filter((type) => type instanceof RankedTensorType);
  const inferred = mostSpecificType(types);
  if (typeof inferred !== 'string') return [inferred];
  report.error(inferred);
  return null;
}

/** Declares an op that computes each element of `result` from the same element of `operand`. */
/* @__NO_SIDE_EFFECTS__ */
export function defineUnary(name: string, summary: string, constraint: TypeConstraint<RankedTensorType>) {
  return defineOp(`stablehlo.${name}`, {
    summary,
    operands: { operand: constraint },
    results: { result: constraint },
    traits: [compatibleOperandsAndResultType, elementwise, sameOperandsAndResultShape],
    effects: 'none',
    speculates: ifKnownSizesStay,
    format: '$operand attr-dict `:` custom<SameOperandsAndResultType>(type($operand), type($result))',
    directives,
    infer: inferElementwise,
  });
}

/** Like {@link defineUnary}, for functions whose accuracy may be asked for. */
/* @__NO_SIDE_EFFECTS__ */
export function defineUnaryWithAccuracy(
  name: string,
  summary: string,
  constraint: TypeConstraint<RankedTensorType>,
) {
  return defineOp(`stablehlo.${name}`, {
    summary,
    operands: { operand: constraint },
    attrs: { result_accuracy: defaultAttr(resultAccuracy, () => ResultAccuracyAttr.standard) },
    results: { result: constraint },
    traits: [compatibleOperandsAndResultType, elementwise, sameOperandsAndResultShape],
    effects: 'none',
    speculates: ifKnownSizesStay,
    format: '$operand attr-dict `:` custom<SameOperandsAndResultType>(type($operand), type($result))',
    directives,
    infer: inferElementwise,
  });
}

/** Declares an op that computes each element of `result` from the same elements of `lhs` and `rhs`. */
/* @__NO_SIDE_EFFECTS__ */
export function defineBinary(
  name: string,
  summary: string,
  constraint: TypeConstraint<RankedTensorType>,
  { isCommutative = false, comparesTypes = true } = {},
) {
  const traits = [
    ...(isCommutative ? [hloCommutative] : []),
    ...(comparesTypes
      ? [compatibleOperandsAndResultType, elementwise]
      : [sameOperandsAndResultShape, elementwise]),
    sameOperandsAndResultShape,
  ];
  return defineOp(`stablehlo.${name}`, {
    summary,
    operands: { lhs: constraint, rhs: constraint },
    results: { result: constraint },
    traits,
    effects: 'none',
    speculates: ifOperandsStatic,
    format:
      '$lhs `,` $rhs attr-dict `:` custom<SameOperandsAndResultType>(type($lhs), type($rhs), type($result))',
    directives,
    infer: inferElementwise,
  });
}

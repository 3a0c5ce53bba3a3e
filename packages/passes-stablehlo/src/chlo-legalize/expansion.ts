import {
  type ConversionPattern,
  f32,
  FloatType,
  oneToManyPattern,
  type Operation,
  type OpWithDefinition,
  RankedTensorType,
  type Rewriter,
  type Type,
  type Value,
} from '@shardform/ir-core';
import { ConvertOp } from '@shardform/dialect-stablehlo';
import { rankedType } from './constant-like.ts';
import { Formula } from './formula.ts';

/**
 * Declares the pattern that replaces an operation of one result by a formula of its operands. It does not apply when
 * the rank of an operand is not known.
 *
 * @param expand returns `null`, with nothing created, for element types that there is no formula for.
 */
/* @__NO_SIDE_EFFECTS__ */
export function expansion(
  op: OpWithDefinition<Operation>,
  expand: (formula: Formula, ...operands: Value[]) => Value | null,
): ConversionPattern {
  return oneToManyPattern(op, `expand-${op.definition.name}`, (matched, groups, rewriter) => {
    const operands = groups.flat();
    if (operands.some(({ type }) => !(type instanceof RankedTensorType))) return false;
    const value = expand(new Formula(rewriter), ...operands);
    if (value === null) return false;
    rewriter.replaceOp(matched, [withType(rewriter, value, matched.getResult().type, operands)]);
    return true;
  });
}

/** The result may be known to have other sizes than follow from the operands; the last operation then says so. */
function withType(rewriter: Rewriter, value: Value, type: Type, operands: readonly Value[]): Value {
  if (value.type === type) return value;
  if (operands.includes(value)) return rewriter.create(ConvertOp, { operand: value }, [type]).result;
  value.setType(type);
  return value;
}

/** Evaluates a formula in f32 when the elements of its operands are narrower floats. */
/* @__NO_SIDE_EFFECTS__ */
export function atLeastSingle(
  expand: (formula: Formula, ...operands: Value[]) => Value,
): (formula: Formula, ...operands: Value[]) => Value {
  return (formula, ...operands) => {
    const { elementType } = rankedType(operands[0]!);
    if (!(elementType instanceof FloatType) || elementType.width >= 32) return expand(formula, ...operands);
    const wide = operands.map((operand) => formula.convert(operand, f32));
    return formula.convert(expand(formula, ...wide), elementType);
  };
}

import { ComplexType, defineOp, i1, optionalAttr, type TypeConstraint } from '@shardform/ir-core';
import { dimensionsAttr, predTensor } from '../constraints.ts';
import { compatibleOperandsAndResultElementType, sameOperandsAndResultElementType } from '../traits.ts';
import { broadcastResultType, broadcastSelectType } from './broadcast-types.ts';
import { anyRank, complexAnyRank, floatAnyRank, predAnyRank, predOrIntAnyRank } from './constraints.ts';
import { ChloComparisonDirectionAttr, ChloComparisonTypeAttr } from './enums.ts';

const broadcastDimensions = optionalAttr(dimensionsAttr);
const format = '$lhs `,` $rhs attr-dict `:` `(` type($lhs) `,` type($rhs) `)` `->` type(results)';

/* @__NO_SIDE_EFFECTS__ */
function defineBroadcast(
  name: string,
  summary: string,
  constraint: TypeConstraint = anyRank,
  elementTypes = sameOperandsAndResultElementType,
) {
  return defineOp(`chlo.broadcast_${name}`, {
    summary: `${summary}, with broadcast`,
    operands: { lhs: constraint, rhs: constraint },
    attrs: { broadcast_dimensions: broadcastDimensions },
    results: { result: constraint === floatAnyRank ? floatAnyRank : anyRank },
    traits: [elementTypes],
    effects: 'none',
    speculates: 'always',
    format,
    infer: (op, report) => broadcastResultType(op, report),
  });
}

/** Addition of broadcast operands (CHLO, "broadcast_add"). */
export class BroadcastAddOp extends defineBroadcast(
  'add',
  'addition',
  anyRank,
  compatibleOperandsAndResultElementType,
) {}

/** Bitwise or logical and of broadcast operands (CHLO, "broadcast_and"). */
export class BroadcastAndOp extends defineBroadcast('and', 'bitwise or logical and', predOrIntAnyRank) {}

/** Angle of the point (rhs, lhs) of broadcast operands (CHLO, "broadcast_atan2"). */
export class BroadcastAtan2Op extends defineBroadcast('atan2', 'angle of the point (rhs, lhs)') {}

/** Division of broadcast operands (CHLO, "broadcast_divide"). */
export class BroadcastDivOp extends defineBroadcast('divide', 'elementwise division') {}

/** Maximum of broadcast operands (CHLO, "broadcast_maximum"). */
export class BroadcastMaxOp extends defineBroadcast(
  'maximum',
  'elementwise maximum',
  anyRank,
  compatibleOperandsAndResultElementType,
) {}

/** Minimum of broadcast operands (CHLO, "broadcast_minimum"). */
export class BroadcastMinOp extends defineBroadcast(
  'minimum',
  'elementwise minimum',
  anyRank,
  compatibleOperandsAndResultElementType,
) {}

/** Multiplication of broadcast operands (CHLO, "broadcast_multiply"). */
export class BroadcastMulOp extends defineBroadcast('multiply', 'multiplication') {}

/** Neighbouring number in the direction of another one of broadcast operands (CHLO, "broadcast_next_after"). */
export class BroadcastNextAfterOp extends defineBroadcast(
  'next_after',
  'neighbouring number in the direction of another one',
) {}

/** Bitwise or logical or of broadcast operands (CHLO, "broadcast_or"). */
export class BroadcastOrOp extends defineBroadcast('or', 'bitwise or logical or', predOrIntAnyRank) {}

/** Derivative of the digamma function of broadcast operands (CHLO, "broadcast_polygamma"). */
export class BroadcastPolygammaOp extends defineBroadcast(
  'polygamma',
  'derivative of the digamma function',
) {}

/** Power of broadcast operands (CHLO, "broadcast_power"). */
export class BroadcastPowOp extends defineBroadcast('power', 'elementwise power') {}

/** Remainder of broadcast operands (CHLO, "broadcast_remainder"). */
export class BroadcastRemOp extends defineBroadcast('remainder', 'remainder') {}

/** Left shift of broadcast operands (CHLO, "broadcast_shift_left"). */
export class BroadcastShiftLeftOp extends defineBroadcast('shift_left', 'left shift') {}

/** Right shift that keeps the sign of broadcast operands (CHLO, "broadcast_shift_right_arithmetic"). */
export class BroadcastShiftRightArithmeticOp extends defineBroadcast(
  'shift_right_arithmetic',
  'right shift that keeps the sign',
) {}

/** Right shift that fills with zeros of broadcast operands (CHLO, "broadcast_shift_right_logical"). */
export class BroadcastShiftRightLogicalOp extends defineBroadcast(
  'shift_right_logical',
  'right shift that fills with zeros',
) {}

/** Subtraction of broadcast operands (CHLO, "broadcast_subtract"). */
export class BroadcastSubtractOp extends defineBroadcast('subtract', 'elementwise subtraction') {}

/** Bitwise or logical exclusive or of broadcast operands (CHLO, "broadcast_xor"). */
export class BroadcastXorOp extends defineBroadcast(
  'xor',
  'bitwise or logical exclusive or',
  predOrIntAnyRank,
) {}

/** Hurwitz zeta function of broadcast operands (CHLO, "broadcast_zeta"). */
export class BroadcastZetaOp extends defineBroadcast('zeta', 'Hurwitz zeta function', floatAnyRank) {}

/** Complex numbers of broadcast real and imaginary parts (CHLO, "broadcast_complex"). */
export class BroadcastComplexOp extends defineOp('chlo.broadcast_complex', {
  summary: 'complex numbers from real and imaginary parts, with broadcast',
  operands: { lhs: floatAnyRank, rhs: floatAnyRank },
  attrs: { broadcast_dimensions: broadcastDimensions },
  results: { result: complexAnyRank },
  effects: 'none',
  speculates: 'always',
  format,
  infer: (op, report) => broadcastResultType(op, report, (element) => ComplexType.get(element)),
}) {}

/** Comparison of broadcast operands (CHLO, "broadcast_compare"). */
export class BroadcastCompareOp extends defineOp('chlo.broadcast_compare', {
  summary: 'comparison, with broadcast',
  operands: { lhs: anyRank, rhs: anyRank },
  attrs: {
    broadcast_dimensions: broadcastDimensions,
    comparison_direction: ChloComparisonDirectionAttr.constraint,
    compare_type: optionalAttr(ChloComparisonTypeAttr.constraint),
  },
  results: { result: predAnyRank },
  effects: 'none',
  speculates: 'always',
  format,
  infer: (op, report) => broadcastResultType(op, report, () => i1),
}) {}

/** Choice between broadcast operands (CHLO, "broadcast_select"). */
export class BroadcastSelectOp extends defineOp('chlo.broadcast_select', {
  summary: 'elementwise select by a predicate, with broadcast',
  operands: { pred: predTensor, on_true: anyRank, on_false: anyRank },
  results: { result: anyRank },
  effects: 'none',
  speculates: 'always',
  format:
    '$pred `,` $on_true `,` $on_false attr-dict `:` `(` type($pred) `,` type($on_true) `,` type($on_false) `)` `->` type(results)',
  infer: (op, report) => broadcastSelectType(op.pred.type, op.onTrue.type, op.onFalse.type, report),
}) {}

import { defineOp, type OpReport, storedDefaultAttr, stringAttr, StringAttr } from '@shardform/ir-core';
import { broadcastable } from '../broadcast.ts';
import { tensor } from '../constraints.ts';
import {
  bitWidth,
  comparison,
  type Constants,
  foldBinary,
  type Folded,
  foldEqualOperands,
  foldLogical,
  foldSameOrSplats,
  foldTo,
  isAtLeast,
  isNonZero,
  isWithoutNegatives,
  isWithoutZeros,
  isZero,
  shiftedLeft,
  single,
} from '../fold/index.ts';
import { elementwise } from '../traits.ts';
import { clampTensorProblems, geluBackwardProblems, shiftProblems, verifyFirst } from '../verify/index.ts';

const isEqual = (a: number | bigint, b: number | bigint): boolean => a === b;
const isUnequal = (a: number | bigint, b: number | bigint): boolean => a !== b;
const isSet = (a: number | bigint): boolean => Number(a) !== 0;

/** The remainder with the sign of the divisor. */
function floored<T extends number | bigint>(remainder: T, divisor: T): T {
  const isOther = Number(remainder) !== 0 && remainder < 0 !== divisor < 0;
  // The sum of two numbers, or of two big integers, is of the operands' type.
  return isOther ? (((remainder as number) + (divisor as number)) as T) : remainder;
}

/* @__NO_SIDE_EFFECTS__ */
function defineBinary(name: string, summary: string) {
  return defineOp(`ttir.${name}`, {
    summary,
    operands: { lhs: tensor, rhs: tensor },
    results: { result: tensor },
    traits: [broadcastable, elementwise],
    effects: 'none',
    speculates: 'always',
  });
}

/** Addition; operands are broadcast. */
export class AddOp extends defineBinary('add', 'elementwise addition') {
  override fold(operands: Constants): Folded {
    return foldBinary(this, operands, { float: (a, b) => a + b, integer: (a, b) => a + b });
  }
}

/** Angle of the point (rhs, lhs); operands are broadcast. */
export class Atan2Op extends defineBinary('atan2', 'angle of the point (rhs, lhs)') {
  override fold(operands: Constants): Folded {
    return foldBinary(this, operands, { float: single(Math.atan2) });
  }
}

/** Bitwise and; operands are broadcast. */
export class BitwiseAndOp extends defineBinary('bitwise_and', 'bitwise and') {
  override fold(operands: Constants): Folded {
    return foldBinary(this, operands, { integer: (a, b) => a & b }) ?? foldEqualOperands(this);
  }
}

/** Bitwise or; operands are broadcast. */
export class BitwiseOrOp extends defineBinary('bitwise_or', 'bitwise or') {
  override fold(operands: Constants): Folded {
    return foldBinary(this, operands, { integer: (a, b) => a | b }) ?? foldEqualOperands(this);
  }
}

/** Bitwise exclusive or; operands are broadcast. */
export class BitwiseXorOp extends defineBinary('bitwise_xor', 'bitwise exclusive or') {
  override fold(operands: Constants): Folded {
    if (this.lhs === this.rhs) return foldTo(this, 0);
    return foldBinary(this, operands, { integer: (a, b) => a ^ b });
  }
}

/** Division; operands are broadcast. */
export class DivOp extends defineBinary('div', 'elementwise division') {
  override fold(operands: Constants): Folded {
    if (!isWithoutZeros(operands[1])) return null;
    return foldBinary(this, operands, { float: (a, b) => a / b, integer: (a, b) => a / b });
  }
}

/** Compares for equality; operands are broadcast. */
export class EqualOp extends defineBinary('eq', 'elementwise comparison: equal') {
  override fold(operands: Constants): Folded {
    return foldSameOrSplats(this, operands, true, isEqual) ?? foldBinary(this, operands, comparison(isEqual));
  }
}

/** Compares for lhs >= rhs; operands are broadcast. */
export class GreaterEqualOp extends defineBinary('ge', 'elementwise comparison: greater or equal') {
  override fold(operands: Constants): Folded {
    return foldBinary(
      this,
      operands,
      comparison((a, b) => a >= b),
    );
  }
}

/** Compares for lhs > rhs; operands are broadcast. */
export class GreaterThanOp extends defineBinary('gt', 'elementwise comparison: greater') {
  override fold(operands: Constants): Folded {
    return foldBinary(
      this,
      operands,
      comparison((a, b) => a > b),
    );
  }
}

/** Compares for lhs <= rhs; operands are broadcast. */
export class LessEqualOp extends defineBinary('le', 'elementwise comparison: less or equal') {}

/** Compares for lhs < rhs; operands are broadcast. */
export class LessThanOp extends defineBinary('lt', 'elementwise comparison: less') {}

/** Compares for inequality; operands are broadcast. */
export class NotEqualOp extends defineBinary('ne', 'elementwise comparison: not equal') {
  override fold(operands: Constants): Folded {
    return (
      foldSameOrSplats(this, operands, false, isUnequal) ?? foldBinary(this, operands, comparison(isUnequal))
    );
  }
}

/** Logical and; operands are broadcast. */
export class LogicalAndOp extends defineBinary('logical_and', 'logical and') {
  override fold(operands: Constants): Folded {
    return (
      foldLogical(this, isZero, 0, isNonZero) ??
      foldBinary(
        this,
        operands,
        comparison((a, b) => isSet(a) && isSet(b)),
      ) ??
      foldEqualOperands(this)
    );
  }
}

/** Logical or; operands are broadcast. */
export class LogicalOrOp extends defineBinary('logical_or', 'logical or') {
  override fold(operands: Constants): Folded {
    return (
      foldLogical(this, isNonZero, 1, isZero) ??
      foldBinary(
        this,
        operands,
        comparison((a, b) => isSet(a) || isSet(b)),
      ) ??
      foldEqualOperands(this)
    );
  }
}

/** Logical exclusive or; operands are broadcast. */
export class LogicalXorOp extends defineBinary('logical_xor', 'logical exclusive or') {}

/** Left shift; operands are broadcast. */
export class LogicalLeftShiftOp extends defineBinary('logical_left_shift', 'left shift') {
  override fold(operands: Constants): Folded {
    if (!isWithoutNegatives(operands[1])) return null;
    return foldBinary(this, operands, { integer: (a, by) => shiftedLeft(a, by, bitWidth(this.lhs.type)) });
  }

  override verifyOp(report: OpReport): boolean {
    return verifyFirst(shiftProblems(this), report);
  }
}

/** Right shift that fills with zeros; operands are broadcast. */
export class LogicalRightShiftOp extends defineBinary(
  'logical_right_shift',
  'right shift that fills with zeros',
) {
  override fold(operands: Constants): Folded {
    const width = bitWidth(this.lhs.type);
    if (!isWithoutNegatives(operands[1])) return null;
    if (isAtLeast(operands[1], width)) return foldTo(this, 0);
    return foldBinary(this, operands, {
      integer: (a, by) => BigInt.asUintN(width, a) >> BigInt.asUintN(width, by),
    });
  }

  override verifyOp(report: OpReport): boolean {
    return verifyFirst(shiftProblems(this), report);
  }
}

/** Right shift that fills with the sign bit. */
export class RightShiftOp extends defineBinary('right_shift', 'right shift that fills with the sign bit') {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(shiftProblems(this), report);
  }
}

/** Greater element; operands are broadcast. */
export class MaximumOp extends defineBinary('maximum', 'elementwise maximum') {
  override fold(operands: Constants): Folded {
    return foldBinary(this, operands, {
      float: (a, b) => (a < b ? b : a),
      integer: (a, b) => (a < b ? b : a),
    });
  }
}

/** Lesser element; operands are broadcast. */
export class MinimumOp extends defineBinary('minimum', 'elementwise minimum') {
  override fold(operands: Constants): Folded {
    return (
      foldBinary(this, operands, { float: (a, b) => (b < a ? b : a), integer: (a, b) => (b < a ? b : a) }) ??
      foldEqualOperands(this)
    );
  }
}

/** Multiplication; operands are broadcast. */
export class MultiplyOp extends defineBinary('multiply', 'elementwise multiplication') {
  override fold(operands: Constants): Folded {
    return foldBinary(this, operands, { float: (a, b) => a * b, integer: (a, b) => a * b });
  }
}

/** Power; operands are broadcast. */
export class PowOp extends defineBinary('pow', 'elementwise power') {
  override fold(operands: Constants): Folded {
    return foldBinary(this, operands, { float: single(Math.pow) });
  }
}

/** Remainder with the sign of the divisor; operands are broadcast. */
export class RemainderOp extends defineBinary('remainder', 'elementwise remainder') {
  override fold(operands: Constants): Folded {
    if (!isWithoutZeros(operands[1])) return null;
    return foldBinary(this, operands, {
      float: single((a, b) => floored(a % b, b)),
      integer: (a, b) => floored(a % b, b),
    });
  }
}

/** Subtraction; operands are broadcast. */
export class SubtractOp extends defineBinary('subtract', 'elementwise subtraction') {
  override fold(operands: Constants): Folded {
    return foldBinary(this, operands, { float: (a, b) => a - b, integer: (a, b) => a - b });
  }
}

/** Gradient of the Gaussian error linear unit. */
export class GeluBackwardOp extends defineOp('ttir.gelu_bw', {
  summary: 'gradient of the Gaussian error linear unit (GELU)',
  operands: { lhs: tensor, rhs: tensor },
  attrs: {
    approximate: storedDefaultAttr(stringAttr, () => StringAttr.get('none')),
  },
  results: { result: tensor },
  traits: [broadcastable, elementwise],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(geluBackwardProblems(this), report);
  }
}

/** Chooses elements: `second` where `first` is not zero, else `third`; operands are broadcast. */
export class WhereOp extends defineOp('ttir.where', {
  summary: 'elementwise select by a condition',
  operands: { first: tensor, second: tensor, third: tensor },
  results: { result: tensor },
  traits: [broadcastable, elementwise],
  effects: 'none',
  speculates: 'always',
}) {
  override fold(): Folded {
    const { type } = this.result;
    if (isNonZero(this.first) && this.second.type === type) return [this.second];
    return isZero(this.first) && this.third.type === type ? [this.third] : null;
  }
}

/** Bounds elements by those of two tensors. */
export class ClampTensorOp extends defineOp('ttir.clamp_tensor', {
  summary: 'clamp to the range of two tensors',
  operands: { input: tensor, min: tensor, max: tensor },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(clampTensorProblems(this), report);
  }
}

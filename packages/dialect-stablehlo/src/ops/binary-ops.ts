import type { OpReport } from '@shardform/ir-core';
import {
  floatComplexQuantizedTensor,
  intTensor,
  numericTensor,
  predOrIntTensor,
  tensor,
  tensorOrPerAxis,
} from '../constraints.ts';
import { quantizedAddProblem } from '../inference/quantization.ts';
import { defineBinary } from './elementwise.ts';

/** Addition; logical or of booleans (StableHLO spec, "add"). */
export class AddOp extends defineBinary(
  'add',
  'elementwise addition; logical or of booleans',
  tensorOrPerAxis,
  {
    isCommutative: true,
    comparesTypes: false,
  },
) {
  override verifyOp(report: OpReport): boolean {
    const { lhs, rhs, result } = this;
    const problem = quantizedAddProblem(lhs.type.elementType, rhs.type.elementType, result.type.elementType);
    return problem === null || report.error(problem);
  }
}

/** Bitwise or logical and (StableHLO spec, "and"). */
export class AndOp extends defineBinary('and', 'bitwise or logical and', predOrIntTensor, {
  isCommutative: true,
}) {}

/** Angle of the point (rhs, lhs) (StableHLO spec, "atan2"). */
export class Atan2Op extends defineBinary(
  'atan2',
  'angle of the point (rhs, lhs)',
  floatComplexQuantizedTensor,
) {}

/** Division (StableHLO spec, "divide"). */
export class DivOp extends defineBinary('divide', 'elementwise division', numericTensor) {}

/** Maximum (StableHLO spec, "maximum"). */
export class MaxOp extends defineBinary('maximum', 'elementwise maximum', tensor, {
  isCommutative: true,
}) {}

/** Minimum (StableHLO spec, "minimum"). */
export class MinOp extends defineBinary('minimum', 'elementwise minimum', tensor, {
  isCommutative: true,
}) {}

/** Multiplication; logical and of booleans (StableHLO spec, "multiply"). */
export class MulOp extends defineBinary(
  'multiply',
  'elementwise multiplication; logical and of booleans',
  tensor,
  {
    isCommutative: true,
  },
) {}

/** Bitwise or logical or (StableHLO spec, "or"). */
export class OrOp extends defineBinary('or', 'bitwise or logical or', predOrIntTensor, {
  isCommutative: true,
}) {}

/** Power (StableHLO spec, "power"). */
export class PowOp extends defineBinary('power', 'elementwise power', numericTensor) {}

/** Remainder with the sign of the dividend (StableHLO spec, "remainder"). */
export class RemOp extends defineBinary(
  'remainder',
  'remainder with the sign of the dividend',
  numericTensor,
) {}

/** Left shift (StableHLO spec, "shift_left"). */
export class ShiftLeftOp extends defineBinary('shift_left', 'left shift', intTensor) {}

/** Right shift that keeps the sign (StableHLO spec, "shift_right_arithmetic"). */
export class ShiftRightArithmeticOp extends defineBinary(
  'shift_right_arithmetic',
  'right shift that keeps the sign',
  intTensor,
) {}

/** Right shift that fills with zeros (StableHLO spec, "shift_right_logical"). */
export class ShiftRightLogicalOp extends defineBinary(
  'shift_right_logical',
  'right shift that fills with zeros',
  intTensor,
) {}

/** Subtraction (StableHLO spec, "subtract"). */
export class SubtractOp extends defineBinary('subtract', 'elementwise subtraction', numericTensor) {}

/** Bitwise or logical exclusive or (StableHLO spec, "xor"). */
export class XorOp extends defineBinary('xor', 'bitwise or logical exclusive or', predOrIntTensor, {
  isCommutative: true,
}) {}

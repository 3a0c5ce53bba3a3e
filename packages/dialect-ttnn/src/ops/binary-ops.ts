import {
  arrayAttr,
  defineOp,
  type OpReport,
  optionalAttr,
  pure,
  storedDefaultAttr,
  stringAttr,
  StringAttr,
} from '@shardform/ir-core';
import { checks } from '@shardform/dialect-ttir';
import { tensor } from '../constraints.ts';
import { tileElements } from '../traits.ts';
import { geluBackwardProblems } from '../verify/index.ts';

/** Functions may be applied to the operands before and to the result after. */
/* @__NO_SIDE_EFFECTS__ */
function defineBinary(name: string, summary: string) {
  return defineOp(`ttnn.${name}`, {
    summary,
    operands: { lhs: tensor, rhs: tensor },
    attrs: {
      activations: optionalAttr(arrayAttr),
      input_tensor_a_activations: optionalAttr(arrayAttr),
      input_tensor_b_activations: optionalAttr(arrayAttr),
    },
    results: { result: tensor },
    traits: [tileElements, pure],
  });
}

/** Addition; operands are broadcast. */
export class AddOp extends defineBinary('add', 'addition') {}

/** Angle of the point (rhs, lhs); operands are broadcast. */
export class Atan2Op extends defineOp('ttnn.atan2', {
  summary: 'angle of the point (rhs, lhs)',
  operands: { lhs: tensor, rhs: tensor },
  results: { result: tensor },
  traits: [tileElements, pure],
}) {}

/** Bitwise and; operands are broadcast. */
export class BitwiseAndOp extends defineBinary('bitwise_and', 'bitwise and') {}

/** Bitwise or; operands are broadcast. */
export class BitwiseOrOp extends defineBinary('bitwise_or', 'bitwise or') {}

/** Bitwise exclusive or; operands are broadcast. */
export class BitwiseXorOp extends defineBinary('bitwise_xor', 'bitwise exclusive or') {}

/** Division; operands are broadcast. */
export class DivideOp extends defineBinary('divide', 'division') {}

/** Whether elements are equal; operands are broadcast. */
export class EqualOp extends defineBinary('eq', 'whether elements are equal') {}

/** Whether lhs is at least rhs; operands are broadcast. */
export class GreaterEqualOp extends defineBinary('ge', 'whether lhs is at least rhs') {}

/** Whether lhs is greater than rhs; operands are broadcast. */
export class GreaterThanOp extends defineBinary('gt', 'whether lhs is greater than rhs') {}

/** Whether lhs is at most rhs; operands are broadcast. */
export class LessEqualOp extends defineBinary('le', 'whether lhs is at most rhs') {}

/** Whether lhs is less than rhs; operands are broadcast. */
export class LessThanOp extends defineBinary('lt', 'whether lhs is less than rhs') {}

/** Whether elements differ; operands are broadcast. */
export class NotEqualOp extends defineBinary('ne', 'whether elements differ') {}

/** Logical and; operands are broadcast. */
export class LogicalAndOp extends defineBinary('logical_and', 'logical and') {}

/** Logical or; operands are broadcast. */
export class LogicalOrOp extends defineBinary('logical_or', 'logical or') {}

/** Logical exclusive or; operands are broadcast. */
export class LogicalXorOp extends defineBinary('logical_xor', 'logical exclusive or') {}

/** Left shift; operands are broadcast. */
export class LogicalLeftShiftOp extends defineBinary('logical_left_shift', 'left shift') {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(checks.shiftProblems(this), report);
  }
}

/** Right shift that fills with zeros; operands are broadcast. */
export class LogicalRightShiftOp extends defineBinary(
  'logical_right_shift',
  'right shift that fills with zeros',
) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(checks.shiftProblems(this), report);
  }
}

/** Greater element; operands are broadcast. */
export class MaximumOp extends defineBinary('maximum', 'greater element') {}

/** Lesser element; operands are broadcast. */
export class MinimumOp extends defineBinary('minimum', 'lesser element') {}

/** Multiplication; operands are broadcast. */
export class MultiplyOp extends defineBinary('multiply', 'multiplication') {}

/** Power; operands are broadcast. */
export class PowTensorOp extends defineBinary('pow_tensor', 'power') {}

/** Remainder with the sign of the dividend; operands are broadcast. */
export class RemainderOp extends defineBinary('remainder', 'remainder with the sign of the dividend') {}

/** Subtraction; operands are broadcast. */
export class SubtractOp extends defineBinary('subtract', 'subtraction') {}

/** Gradient of the Gaussian error linear unit. */
export class GeluBackwardOp extends defineOp('ttnn.gelu_bw', {
  summary: 'gradient of the Gaussian error linear unit',
  operands: { lhs: tensor, rhs: tensor },
  attrs: {
    approximate: storedDefaultAttr(stringAttr, () => StringAttr.get('none')),
  },
  results: { result: tensor },
  traits: [tileElements, pure],
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(geluBackwardProblems(this), report);
  }
}

/** Chooses elements: `second` where `first` is not zero, else `third`; operands are broadcast. */
export class WhereOp extends defineOp('ttnn.where', {
  summary: 'elementwise choice',
  operands: { first: tensor, second: tensor, third: tensor },
  results: { result: tensor },
  traits: [tileElements, pure],
}) {}

/** Bounds elements by those of two tensors. */
export class ClampTensorOp extends defineOp('ttnn.clamp_tensor', {
  summary: 'bounding by tensors',
  operands: { input: tensor, min: tensor, max: tensor },
  results: { result: tensor },
  traits: [tileElements, pure],
}) {}

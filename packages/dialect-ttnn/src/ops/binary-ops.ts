import { arrayAttr, defineOp, pure } from '@shardform/ir-core';
import { broadcastable } from '@shardform/dialect-ttir';
import { tensor } from '../constraints.ts';

/** Functions applied to the operands before and to the result after; each list may be empty. */
/* @__NO_SIDE_EFFECTS__ */
function defineBinary(name: string, summary: string) {
  return defineOp(`ttnn.${name}`, {
    summary,
    operands: { lhs: tensor, rhs: tensor },
    attrs: {
      activations: arrayAttr,
      input_tensor_a_activations: arrayAttr,
      input_tensor_b_activations: arrayAttr,
    },
    results: { result: tensor },
    traits: [broadcastable, pure],
  });
}

/** Addition; operands are broadcast. */
export class AddOp extends defineBinary('add', 'addition') {}

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

/** Logical and; operands are broadcast. */
export class LogicalAndOp extends defineBinary('logical_and', 'logical and') {}

/** Left shift; operands are broadcast. */
export class LogicalLeftShiftOp extends defineBinary('logical_left_shift', 'left shift') {}

/** Logical or; operands are broadcast. */
export class LogicalOrOp extends defineBinary('logical_or', 'logical or') {}

/** Right shift that fills with zeros; operands are broadcast. */
export class LogicalRightShiftOp extends defineBinary(
  'logical_right_shift',
  'right shift that fills with zeros',
) {}

/** Logical exclusive or; operands are broadcast. */
export class LogicalXorOp extends defineBinary('logical_xor', 'logical exclusive or') {}

/** Whether lhs is less than rhs; operands are broadcast. */
export class LessThanOp extends defineBinary('lt', 'whether lhs is less than rhs') {}

/** Greater element; operands are broadcast. */
export class MaximumOp extends defineBinary('maximum', 'greater element') {}

/** Lesser element; operands are broadcast. */
export class MinimumOp extends defineBinary('minimum', 'lesser element') {}

/** Multiplication; operands are broadcast. */
export class MultiplyOp extends defineBinary('multiply', 'multiplication') {}

/** Whether elements differ; operands are broadcast. */
export class NotEqualOp extends defineBinary('ne', 'whether elements differ') {}

/** Power; operands are broadcast. */
export class PowTensorOp extends defineBinary('pow_tensor', 'power') {}

/** Remainder with the sign of the dividend; operands are broadcast. */
export class RemainderOp extends defineBinary('remainder', 'remainder with the sign of the dividend') {}

/** Subtraction; operands are broadcast. */
export class SubtractOp extends defineBinary('subtract', 'subtraction') {}

/** Angle of the point (rhs, lhs); operands are broadcast. */
export class Atan2Op extends defineOp('ttnn.atan2', {
  summary: 'angle of the point (rhs, lhs)',
  operands: { lhs: tensor, rhs: tensor },
  results: { result: tensor },
  traits: [broadcastable, pure],
}) {}

/** Chooses elements: `second` where `first` is not zero, else `third`; operands are broadcast. */
export class WhereOp extends defineOp('ttnn.where', {
  summary: 'elementwise choice',
  operands: { first: tensor, second: tensor, third: tensor },
  results: { result: tensor },
  traits: [broadcastable, pure],
}) {}

/** Bounds elements by those of two tensors. */
export class ClampTensorOp extends defineOp('ttnn.clamp_tensor', {
  summary: 'elementwise bounding by tensors',
  operands: { input: tensor, min: tensor, max: tensor },
  results: { result: tensor },
  traits: [broadcastable, pure],
}) {}

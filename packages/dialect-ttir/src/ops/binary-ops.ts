import { type Attribute, defineOp, type FoldResult, pure } from '@shardform/ir-core';
import { broadcastable } from '../broadcast.ts';
import { tensor } from '../constraints.ts';
import { foldSplats } from '../fold-splats.ts';
import { elementwise } from '../traits.ts';

/* @__NO_SIDE_EFFECTS__ */
function defineBinary(name: string, summary: string) {
  return defineOp(`ttir.${name}`, {
    summary,
    operands: { lhs: tensor, rhs: tensor },
    results: { result: tensor },
    traits: [broadcastable, elementwise, pure],
  });
}

/** Addition; operands are broadcast. */
export class AddOp extends defineBinary('add', 'addition') {
  override fold(operands: readonly (Attribute | null)[]): readonly FoldResult[] | null {
    return foldSplats(this, operands, (a, b) => a + b);
  }
}

/** Angle of the point (rhs, lhs); operands are broadcast. */
export class Atan2Op extends defineBinary('atan2', 'angle of the point (rhs, lhs)') {}

/** Bitwise and; operands are broadcast. */
export class BitwiseAndOp extends defineBinary('bitwise_and', 'bitwise and') {}

/** Bitwise or; operands are broadcast. */
export class BitwiseOrOp extends defineBinary('bitwise_or', 'bitwise or') {}

/** Bitwise exclusive or; operands are broadcast. */
export class BitwiseXorOp extends defineBinary('bitwise_xor', 'bitwise exclusive or') {}

/** Division; operands are broadcast. */
export class DivOp extends defineBinary('div', 'division') {
  override fold(operands: readonly (Attribute | null)[]): readonly FoldResult[] | null {
    return foldSplats(this, operands, (a, b) => a / b);
  }
}

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
export class MaximumOp extends defineBinary('maximum', 'greater element') {
  override fold(operands: readonly (Attribute | null)[]): readonly FoldResult[] | null {
    return foldSplats(this, operands, (a, b) => Math.max(a, b));
  }
}

/** Lesser element; operands are broadcast. */
export class MinimumOp extends defineBinary('minimum', 'lesser element') {
  override fold(operands: readonly (Attribute | null)[]): readonly FoldResult[] | null {
    return foldSplats(this, operands, (a, b) => Math.min(a, b));
  }
}

/** Multiplication; operands are broadcast. */
export class MultiplyOp extends defineBinary('multiply', 'multiplication') {
  override fold(operands: readonly (Attribute | null)[]): readonly FoldResult[] | null {
    return foldSplats(this, operands, (a, b) => a * b);
  }
}

/** Whether elements differ; operands are broadcast. */
export class NotEqualOp extends defineBinary('ne', 'whether elements differ') {}

/** Power; operands are broadcast. */
export class PowOp extends defineBinary('pow', 'power') {}

/** Remainder with the sign of the dividend; operands are broadcast. */
export class RemainderOp extends defineBinary('remainder', 'remainder with the sign of the dividend') {}

/** Subtraction; operands are broadcast. */
export class SubtractOp extends defineBinary('subtract', 'subtraction') {
  override fold(operands: readonly (Attribute | null)[]): readonly FoldResult[] | null {
    return foldSplats(this, operands, (a, b) => a - b);
  }
}

/** Chooses elements: `second` where `first` is not zero, else `third`; operands are broadcast. */
export class WhereOp extends defineOp('ttir.where', {
  summary: 'elementwise choice',
  operands: { first: tensor, second: tensor, third: tensor },
  results: { result: tensor },
  traits: [broadcastable, elementwise, pure],
}) {}

/** Bounds elements by those of two tensors. */
export class ClampTensorOp extends defineOp('ttir.clamp_tensor', {
  summary: 'elementwise bounding by tensors',
  operands: { input: tensor, min: tensor, max: tensor },
  results: { result: tensor },
  traits: [broadcastable, elementwise, pure],
}) {}

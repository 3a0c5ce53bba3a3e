import * as ttir from '@shardform/dialect-ttir';
import { libraryName, sharedWith, type TtirOp } from './shared-spec.ts';
import { arrayAttr, defineOp, type OpReport, optionalAttr } from '@shardform/ir-core';
import { checks } from '@shardform/dialect-ttir';
import { tensor } from '../constraints.ts';
import { tileElements } from '../traits.ts';
import { geluBackwardProblems } from '../verify/index.ts';

/** Functions may be applied to the operands before and to the result after. */
/* @__NO_SIDE_EFFECTS__ */
function defineBinary(op: TtirOp, name = libraryName(op), { summary } = op.definition.spec) {
  return defineOp(name, {
    summary,
    operands: { lhs: tensor, rhs: tensor },
    attrs: {
      activations: optionalAttr(arrayAttr),
      input_tensor_a_activations: optionalAttr(arrayAttr),
      input_tensor_b_activations: optionalAttr(arrayAttr),
    },
    results: { result: tensor },
    traits: [tileElements],
    effects: 'none',
    speculates: 'always',
  });
}

/** Addition; operands are broadcast. */
export class AddOp extends defineBinary(ttir.AddOp) {}

/** Angle of the point (rhs, lhs); operands are broadcast. */
export class Atan2Op extends defineOp('ttnn.atan2', {
  ...sharedWith(ttir.Atan2Op),
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {}

/** Bitwise and; operands are broadcast. */
export class BitwiseAndOp extends defineBinary(ttir.BitwiseAndOp) {}

/** Bitwise or; operands are broadcast. */
export class BitwiseOrOp extends defineBinary(ttir.BitwiseOrOp) {}

/** Bitwise exclusive or; operands are broadcast. */
export class BitwiseXorOp extends defineBinary(ttir.BitwiseXorOp) {}

/** Division; operands are broadcast. */
export class DivideOp extends defineBinary(ttir.DivOp, 'ttnn.divide') {}

/** Compares for equality; operands are broadcast. */
export class EqualOp extends defineBinary(ttir.EqualOp) {}

/** Compares for lhs >= rhs; operands are broadcast. */
export class GreaterEqualOp extends defineBinary(ttir.GreaterEqualOp) {}

/** Compares for lhs > rhs; operands are broadcast. */
export class GreaterThanOp extends defineBinary(ttir.GreaterThanOp) {}

/** Compares for lhs <= rhs; operands are broadcast. */
export class LessEqualOp extends defineBinary(ttir.LessEqualOp) {}

/** Compares for lhs < rhs; operands are broadcast. */
export class LessThanOp extends defineBinary(ttir.LessThanOp) {}

/** Compares for inequality; operands are broadcast. */
export class NotEqualOp extends defineBinary(ttir.NotEqualOp) {}

/** Logical and; operands are broadcast. */
export class LogicalAndOp extends defineBinary(ttir.LogicalAndOp) {}

/** Logical or; operands are broadcast. */
export class LogicalOrOp extends defineBinary(ttir.LogicalOrOp) {}

/** Logical exclusive or; operands are broadcast. */
export class LogicalXorOp extends defineBinary(ttir.LogicalXorOp) {}

/** Left shift; operands are broadcast. */
export class LogicalLeftShiftOp extends defineBinary(ttir.LogicalLeftShiftOp) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(checks.shiftProblems(this), report);
  }
}

/** Right shift that fills with zeros; operands are broadcast. */
export class LogicalRightShiftOp extends defineBinary(ttir.LogicalRightShiftOp) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(checks.shiftProblems(this), report);
  }
}

/** Right shift that fills with the sign bit; operands are broadcast. */
export class BitwiseRightShiftOp extends defineBinary(ttir.RightShiftOp, 'ttnn.bitwise_right_shift') {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(checks.shiftProblems(this), report);
  }
}

/** Greater element; operands are broadcast. */
export class MaximumOp extends defineBinary(ttir.MaximumOp) {}

/** Lesser element; operands are broadcast. */
export class MinimumOp extends defineBinary(ttir.MinimumOp) {}

/** Multiplication; operands are broadcast. */
export class MultiplyOp extends defineBinary(ttir.MultiplyOp) {}

/** Power; operands are broadcast. */
export class PowTensorOp extends defineBinary(ttir.PowOp, 'ttnn.pow_tensor') {}

/** Remainder with the sign of the dividend; operands are broadcast. */
export class RemainderOp extends defineBinary(ttir.RemainderOp, 'ttnn.remainder', {
  summary: 'elementwise remainder',
}) {}

/** Subtraction; operands are broadcast. */
export class SubtractOp extends defineBinary(ttir.SubtractOp) {}

/** Gradient of the Gaussian error linear unit. */
export class GeluBackwardOp extends defineOp('ttnn.gelu_bw', {
  ...sharedWith(ttir.GeluBackwardOp),
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(geluBackwardProblems(this), report);
  }
}

/** Chooses elements: `second` where `first` is not zero, else `third`; operands are broadcast. */
export class WhereOp extends defineOp('ttnn.where', {
  ...sharedWith(ttir.WhereOp),
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {}

/** Bounds elements by those of two tensors. */
export class ClampTensorOp extends defineOp('ttnn.clamp_tensor', {
  ...sharedWith(ttir.ClampTensorOp),
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {}

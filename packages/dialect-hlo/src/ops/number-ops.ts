import { attrOf, defineOp, i64, integerAttr, type OpReport, ui64 } from '@shardform/ir-core';
import { DotDimensionNumbersAttr } from '@shardform/dialect-stablehlo';
import { tensor } from '../constraints.ts';

const anyI64 = /* @__PURE__ */ integerAttr(i64, '64-bit signless integer attribute');

/** A constant whose elements the text of HLO leaves out: `constant({...})`. Its type is known, its elements are not. */
export class ElidedConstantOp extends defineOp('hlo.elided_constant', {
  summary: 'constant whose elements are not known',
  results: { output: tensor },
  effects: 'none',
  speculates: 'never',
  format: 'attr-dict `:` type($output)',
}) {}

/** Returns the state of the generator of the device, and adds a number to it (HLO, "rng-get-and-update-state"). */
export class RngGetAndUpdateStateOp extends defineOp('hlo.rng_get_and_update_state', {
  summary: 'reads and advances the random state of the device',
  attrs: { delta: anyI64 },
  results: { state: tensor },
  effects: 'unknown',
  speculates: 'never',
  format: '$delta attr-dict `:` type($state)',
}) {
  override verifyOp(report: OpReport): boolean {
    return (
      this.state.type.elementType === ui64 || report.opError('the state must have elements of type ui64')
    );
  }
}

/** Rounds to integers of as many bits as random numbers say (HLO, "stochastic-convert"). */
export class StochasticConvertOp extends defineOp('hlo.stochastic_convert', {
  summary: 'rounds up or down by random numbers',
  operands: { operand: tensor, random: tensor },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
  format: '$operand `,` $random attr-dict `:` functional-type(operands, results)',
}) {
  override verifyOp(report: OpReport): boolean {
    const shapes = [this.operand, this.random, this.result].map(({ type }) => type.shape.join('x'));
    return (
      shapes.every((shape) => shape === shapes[0]) ||
      report.opError('operands and result must have the same shape')
    );
  }
}

/** A product of operands in blocks of elements that have a scale each (HLO, "scaled-dot"). */
export class ScaledDotOp extends defineOp('hlo.scaled_dot', {
  summary: 'dot product of scaled operands',
  operands: { lhs: tensor, rhs: tensor, lhs_scale: tensor, rhs_scale: tensor },
  attrs: {
    dot_dimension_numbers: attrOf(
      DotDimensionNumbersAttr,
      'Attribute that models the dimension information for dot.',
    ),
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
  format:
    '$lhs `,` $rhs `,` $lhs_scale `,` $rhs_scale `,` $dot_dimension_numbers attr-dict `:` functional-type(operands, results)',
}) {}

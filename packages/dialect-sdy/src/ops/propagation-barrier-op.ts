import { defineOp, type OpReport, sameOperandsAndResultType } from '@shardform/ir-core';
import {
  type PropagationDirection,
  propagationDirectionConstraint,
  propagationDirectionOf,
} from '../attrs/enum-attrs.ts';
import { rankedTensor } from './type-constraints.ts';

/** Passes a tensor on; shardings pass in the allowed direction only. */
export class PropagationBarrierOp extends defineOp('sdy.propagation_barrier', {
  summary: 'barrier that limits the direction of propagation',
  operands: { input: rankedTensor },
  attrs: { allowed_direction: propagationDirectionConstraint },
  results: { result: rankedTensor },
  traits: [sameOperandsAndResultType],
  effects: 'none',
  speculates: 'always',
  format: '$input `allowed_direction` `` `=` `` $allowed_direction attr-dict `:` type($input)',
}) {
  /** `FORWARD` is from the input to the result. */
  get direction(): PropagationDirection {
    return propagationDirectionOf(this.allowedDirection);
  }

  override verifyOp(report: OpReport): boolean {
    return (
      this.direction !== 'BOTH' ||
      report.opError(
        'cannot specify `BOTH` as the direction. Not blocking propagation direction makes the op redundant.',
      )
    );
  }
}

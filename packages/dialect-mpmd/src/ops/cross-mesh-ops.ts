import {
  defineOp,
  type OpReport,
  sameOperandsAndResultType,
  storedDefaultAttr,
  variadic,
} from '@shardform/ir-core';
import { type Reduction, ReductionAttr, reductionConstraint } from '../attrs/reduction-attr.ts';
import { anyTensor } from './type-constraints.ts';

/** A tensor that all meshes which need it may get from its own. */
export class BroadcastOp extends defineOp('mpmd.broadcast', {
  summary: 'broadcast operation',
  operands: { tensor: anyTensor },
  results: { result: anyTensor },
  traits: [sameOperandsAndResultType],
  effects: 'none',
  speculates: 'always',
  format: 'attr-dict $tensor `:` type($result)',
}) {}

/** Combines tensors of one type, which may live on different meshes. */
export class ReduceOp extends defineOp('mpmd.reduce', {
  summary: 'cross-mesh reduce operation',
  operands: { tensors: variadic(anyTensor) },
  attrs: { reduction: storedDefaultAttr(reductionConstraint, () => ReductionAttr.get('none')) },
  results: { result: anyTensor },
  traits: [sameOperandsAndResultType],
  effects: 'none',
  speculates: 'always',
  format: '`` $reduction attr-dict $tensors `:` functional-type(operands, results)',
}) {
  /** The operation that combines the tensors. */
  get kind(): Reduction {
    return this.reduction?.value ?? 'none';
  }

  override verifyOp(report: OpReport): boolean {
    return (
      this.kind !== 'none' ||
      this.operands.length === 1 ||
      report.error('ReduceOp must have exactly one operand if the reduction type is none')
    );
  }
}

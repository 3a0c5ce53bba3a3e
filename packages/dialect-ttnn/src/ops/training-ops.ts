import * as ttir from '@shardform/dialect-ttir';
import { sharedWith } from './shared-spec.ts';
import { boolAttr as bool, defineOp, type OpReport, optional, storedDefaultAttr } from '@shardform/ir-core';
import { boolAttr, checks, f32Attr } from '@shardform/dialect-ttir';
import { tensor } from '../constraints.ts';
import { tileElements } from '../traits.ts';

/** Step of the AdamW optimiser. */
export class AdamWOp extends defineOp('ttnn.adamw', {
  summary: 'AdamW optimizer step',
  operands: {
    param: tensor,
    grad: tensor,
    exp_avg: tensor,
    exp_avg_sq: tensor,
    max_exp_avg_sq: optional(tensor),
  },
  attrs: {
    lr: f32Attr,
    beta1: f32Attr,
    beta2: f32Attr,
    beta1_pow: f32Attr,
    beta2_pow: f32Attr,
    epsilon: f32Attr,
    weight_decay: f32Attr,
    stochastic_rounding: storedDefaultAttr(boolAttr, () => bool(false)),
  },
  effects: [{ kind: 'write' }],
  speculates: 'never',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(checks.optimizerStateProblems(this), report);
  }
}

/** Random zeros. */
export class DropoutOp extends defineOp('ttnn.dropout', {
  ...sharedWith(ttir.DropoutOp),
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(checks.dropoutProblems(this), report);
  }
}

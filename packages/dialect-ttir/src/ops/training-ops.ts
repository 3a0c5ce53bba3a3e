import { boolAttr as bool, defineOp, type OpReport, optional, storedDefaultAttr } from '@shardform/ir-core';
import { boolAttr, f32Attr, f32Default, tensor, ui32Attr, ui32Default } from '../constraints.ts';
import { nonCacheable } from '../traits.ts';
import { adamWProblems, dropoutProblems, verifyFirst } from '../verify/index.ts';

/** Step of the AdamW optimiser. */
export class AdamWOp extends defineOp('ttir.adamw', {
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
  results: {
    param_out: tensor,
    exp_avg_out: tensor,
    exp_avg_sq_out: tensor,
    max_exp_avg_sq_out: optional(tensor),
  },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(adamWProblems(this), report);
  }
}

/** Random zeros. */
export class DropoutOp extends defineOp('ttir.dropout', {
  summary: 'dropout: sets random elements to zero',
  operands: { input: tensor },
  attrs: {
    prob: storedDefaultAttr(f32Attr, f32Default(0)),
    scale: storedDefaultAttr(f32Attr, f32Default(1)),
    seed: storedDefaultAttr(ui32Attr, ui32Default(0)),
    use_per_device_seed: storedDefaultAttr(boolAttr, () => bool(true)),
  },
  results: { result: tensor },
  traits: [nonCacheable],
  effects: 'unknown',
  speculates: 'unknown',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(dropoutProblems(this), report);
  }
}

import { ReduceTypeAttr } from '@shardform/dialect-ttcore';
import {
  boolAttr as bool,
  defineOp,
  type OpReport,
  optionalAttr,
  storedDefaultAttr,
} from '@shardform/ir-core';
import { boolAttr, checks, i32ArrayAttr, si32Attr, si64Attr } from '@shardform/dialect-ttir';
import { computeConfig, tensor } from '../constraints.ts';
import { tileElements } from '../traits.ts';
import { argMaxProblems, prodProblems, reductionProblems } from '../verify/index.ts';

/* @__NO_SIDE_EFFECTS__ */
function defineReduction(name: string, summary: string) {
  return defineOp(`ttnn.${name}`, {
    summary,
    operands: { input: tensor },
    attrs: {
      keep_dim: boolAttr,
      dim_arg: optionalAttr(i32ArrayAttr),
      compute_config: optionalAttr(computeConfig),
    },
    results: { result: tensor },
    traits: [tileElements],
    effects: 'none',
    speculates: 'always',
  });
}

/** Sum over dimensions. */
export class SumOp extends defineReduction('sum', 'reduction: sum over dimensions') {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(reductionProblems(this), report);
  }
}

/** Mean over dimensions. */
export class MeanOp extends defineReduction('mean', 'reduction: mean over dimensions') {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(reductionProblems(this), report);
  }
}

/** Greatest element over dimensions. */
export class MaxOp extends defineReduction('max', 'reduction: maximum over dimensions') {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(reductionProblems(this), report);
  }
}

/** Least element over dimensions. */
export class MinOp extends defineReduction('min', 'reduction: minimum over dimensions') {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(reductionProblems(this), report);
  }
}

/** Product over one dimension, or over all. */
export class ProdOp extends defineOp('ttnn.prod', {
  summary: 'reduction: product over dimensions',
  operands: { input: tensor },
  attrs: {
    dim_arg: optionalAttr(si64Attr),
    keep_dim: boolAttr,
  },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(prodProblems(this), report);
  }
}

/** Index of the greatest element. */
export class ArgMaxOp extends defineOp('ttnn.argmax', {
  summary: 'argmax: index of the greatest element',
  operands: { input: tensor },
  attrs: {
    dim: optionalAttr(si32Attr),
    keep_dim: storedDefaultAttr(boolAttr, () => bool(false)),
  },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(argMaxProblems(this), report);
  }
}

/** Running sum along a dimension. */
export class CumSumOp extends defineOp('ttnn.cumsum', {
  summary: 'cumulative sum along a dimension',
  operands: { input: tensor },
  attrs: {
    dim: si32Attr,
  },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {}

/** Running product along a dimension. */
export class CumProdOp extends defineOp('ttnn.cumprod', {
  summary: 'cumulative product along a dimension',
  operands: { input: tensor },
  attrs: {
    dim: si32Attr,
  },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {}

/** Running maximum, minimum or logarithm of the sum of exponentials along a dimension, from its end with `reverse`. */
export class CumulativeOp extends defineOp('ttnn.cumulative', {
  summary: 'cumulative maximum, minimum or log-sum-exp along a dimension',
  operands: { input: tensor },
  attrs: {
    dim: si32Attr,
    reduction: ReduceTypeAttr.constraint,
    reverse: boolAttr,
  },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {}

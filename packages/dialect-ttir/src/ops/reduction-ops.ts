import { ReduceTypeAttr } from '@shardform/dialect-ttcore';
import {
  defineOp,
  DenseElementsAttr,
  i64,
  IntegerAttr,
  type Operation,
  type OpReport,
  optionalAttr,
  type Trait,
} from '@shardform/ir-core';
import { boolAttr, i32ArrayAttr, i64IntegerAttr, tensor } from '../constraints.ts';
import { type Constants, type Folded, foldTo, storedNumbers } from '../fold/index.ts';
import {
  cumulativeProblems,
  type Reduction,
  reductionProblems,
  runningProblems,
  verifyFirst,
} from '../verify/index.ts';

/* @__NO_SIDE_EFFECTS__ */
function defineReduction(name: string, summary: string) {
  return defineOp(`ttir.${name}`, {
    summary,
    operands: { input: tensor },
    attrs: {
      keep_dim: boolAttr,
      dim_arg: optionalAttr(i32ArrayAttr),
    },
    results: { result: tensor },
    traits: [reducedShape],
    effects: 'none',
    speculates: 'always',
  });
}

/** The reductions. */
export type ReductionOp = SumOp | MeanOp | MaxOp | MinOp | ProdOp | ReduceOrOp | ReduceAndOp;

const reducedShape: Trait = {
  name: 'ReducedShape',
  // Only the reductions below have the trait.
  verify: (op, report) => verifyFirst(reductionProblems(op as Operation & Reduction), report),
};

/** Sum over dimensions. */
export class SumOp extends defineReduction('sum', 'reduction: sum over dimensions') {
  override fold([input]: Constants): Folded {
    const { type } = this.result;
    if (!(input instanceof DenseElementsAttr) || !input.isSplat || type.elementCount === 0) return null;
    if (input.type.elementType !== type.elementType) return null;
    const [number] = storedNumbers(input);
    const count = input.elementCount / type.elementCount;
    return foldTo(this, typeof number === 'bigint' ? number * BigInt(count) : number! * count);
  }
}

/** Mean over dimensions. */
export class MeanOp extends defineReduction('mean', 'reduction: mean over dimensions') {}

/** Greatest element over dimensions. */
export class MaxOp extends defineReduction('max', 'reduction: maximum over dimensions') {}

/** Least element over dimensions. */
export class MinOp extends defineReduction('min', 'reduction: minimum over dimensions') {}

/** Product over dimensions. */
export class ProdOp extends defineReduction('prod', 'reduction: product over dimensions') {}

/** Logical or over dimensions. */
export class ReduceOrOp extends defineReduction('reduce_or', 'reduction: logical or over dimensions') {}

/** Logical and over dimensions. */
export class ReduceAndOp extends defineReduction('reduce_and', 'reduction: logical and over dimensions') {}

/** Index of the greatest element. */
export class ArgMaxOp extends defineOp('ttir.argmax', {
  summary: 'argmax: index of the greatest element',
  operands: { input: tensor },
  attrs: {
    keep_dim: boolAttr,
    dim_arg: optionalAttr(i32ArrayAttr),
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(reductionProblems(this), report);
  }
}

/** A dimension that is counted from the end is counted from the start. */
function foldNegativeDim(op: CumSumOp | CumProdOp | CumulativeOp): Folded {
  if (op.dim.number >= 0) return null;
  op.dim = IntegerAttr.get(op.dim.number + op.input.type.rank, i64);
  return [op.result];
}

/** Running sum along a dimension. */
export class CumSumOp extends defineOp('ttir.cumsum', {
  summary: 'cumulative sum along a dimension',
  operands: { input: tensor },
  attrs: {
    dim: i64IntegerAttr,
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override fold(): Folded {
    return foldNegativeDim(this);
  }

  override verifyOp(report: OpReport): boolean {
    return verifyFirst(runningProblems(this), report);
  }
}

/** Running product along a dimension. */
export class CumProdOp extends defineOp('ttir.cumprod', {
  summary: 'cumulative product along a dimension',
  operands: { input: tensor },
  attrs: {
    dim: i64IntegerAttr,
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override fold(): Folded {
    return foldNegativeDim(this);
  }

  override verifyOp(report: OpReport): boolean {
    return verifyFirst(runningProblems(this), report);
  }
}

/** Running maximum, minimum or logarithm of the sum of exponentials along a dimension, from its end with `reverse`. */
export class CumulativeOp extends defineOp('ttir.cumulative', {
  summary: 'cumulative maximum, minimum or log-sum-exp along a dimension',
  operands: { input: tensor },
  attrs: {
    dim: i64IntegerAttr,
    reduction: ReduceTypeAttr.constraint,
    reverse: boolAttr,
  },
  results: { result: tensor },
  effects: 'none',
  speculates: 'always',
}) {
  override fold(): Folded {
    return foldNegativeDim(this);
  }

  override verifyOp(report: OpReport): boolean {
    return verifyFirst(cumulativeProblems(this), report);
  }
}

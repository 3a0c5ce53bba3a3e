import { defineOp, type Operation, type OpReport, optionalAttr, pure } from '@shardform/ir-core';
import { shapeText } from '../broadcast.ts';
import { boolAttr, i32ArrayAttr, i32Numbers, tensor } from '../constraints.ts';

/* @__NO_SIDE_EFFECTS__ */
function defineReduction(name: string, summary: string) {
  const declared = defineOp(`ttir.${name}`, {
    summary,
    operands: { input: tensor },
    attrs: { keep_dim: boolAttr, dim_arg: optionalAttr(i32ArrayAttr) },
    results: { result: tensor },
    traits: [reducedShape, pure],
  });
  return declared;
}

/** What all reductions have in common. */
export type ReductionOp = SumOp | MeanOp | MaxOp | MinOp | ProdOp | ReduceOrOp | ReduceAndOp;

const reducedShape = {
  name: 'ReducedShape',
  verify(op: Operation, report: OpReport): boolean {
    const { input, result, keepDim, dimArg } = op as ReductionOp;
    const { shape, rank } = input.type;
    const dims = dimArg === null ? shape.map((_, i) => i) : i32Numbers(dimArg);
    for (const dim of dims) {
      if (dim < -rank || dim >= rank) {
        return report.opError(`Reduce dimension ${dim} is out of range for input tensor of rank ${rank}`);
      }
    }
    const reduced = new Set(dims.map((dim) => (dim < 0 ? dim + rank : dim)));
    if (reduced.size !== dims.length) return report.opError('Reduce dimensions are not unique');
    const expected =
      keepDim.value === 1n
        ? shape.map((size, d) => (reduced.has(d) ? 1 : size))
        : shape.filter((_, d) => !reduced.has(d));
    const actual = result.type.shape;
    return (
      expected.join() === actual.join() ||
      report.opError(`Expected output shape ${shapeText(expected)}, got ${shapeText(actual)}`)
    );
  },
};

/** Sum over dimensions. */
export class SumOp extends defineReduction('sum', 'sum over dimensions') {}

/** Mean over dimensions. */
export class MeanOp extends defineReduction('mean', 'mean over dimensions') {}

/** Greatest element over dimensions. */
export class MaxOp extends defineReduction('max', 'greatest element over dimensions') {}

/** Least element over dimensions. */
export class MinOp extends defineReduction('min', 'least element over dimensions') {}

/** Product over dimensions. */
export class ProdOp extends defineReduction('prod', 'product over dimensions') {}

/** Logical or over dimensions. */
export class ReduceOrOp extends defineReduction('reduce_or', 'logical or over dimensions') {}

/** Logical and over dimensions. */
export class ReduceAndOp extends defineReduction('reduce_and', 'logical and over dimensions') {}

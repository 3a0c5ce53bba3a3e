import {
  type Attribute,
  type AttrConstraint,
  boolAttr as bool,
  defaultAttr,
  defineOp,
  integerAttr,
  optionalAttr,
  pure,
} from '@shardform/ir-core';
import { boolAttr, i32ArrayAttr, si64 } from '@shardform/dialect-ttir';
import {
  Matmul1dConfigAttr,
  Matmul2dConfigAttr,
  type MatmulConfigAttr,
  MatmulReuseConfigAttr,
} from '../attrs/config-attrs.ts';
import { computeConfig, tensor } from '../constraints.ts';

const programConfig: AttrConstraint<MatmulConfigAttr> = {
  summary: 'TTNN matmul program config attribute',
  accepts: (attribute: Attribute): attribute is MatmulConfigAttr =>
    [Matmul1dConfigAttr, Matmul2dConfigAttr, MatmulReuseConfigAttr].some((cls) =>
      cls.constraint.accepts(attribute),
    ),
};

/** Product of the last two dimensions; those before are broadcast. A transposed operand has them exchanged. */
export class MatmulOp extends defineOp('ttnn.matmul', {
  summary: 'matrix product',
  operands: { a: tensor, b: tensor },
  attrs: {
    transpose_a: defaultAttr(boolAttr, () => bool(false)),
    transpose_b: defaultAttr(boolAttr, () => bool(false)),
    matmul_program_config: optionalAttr(programConfig),
    compute_config: optionalAttr(computeConfig),
  },
  results: { result: tensor },
  traits: [pure],
}) {}

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
    traits: [pure],
  });
}

/** Sum over dimensions. */
export class SumOp extends defineReduction('sum', 'sum over dimensions') {}

/** Mean over dimensions. */
export class MeanOp extends defineReduction('mean', 'mean over dimensions') {}

/** Greatest element over dimensions. */
export class MaxOp extends defineReduction('max', 'greatest element over dimensions') {}

/** Least element over dimensions. */
export class MinOp extends defineReduction('min', 'least element over dimensions') {}

/** Product over one dimension, or over all. */
export class ProdOp extends defineOp('ttnn.prod', {
  summary: 'product over one dimension or all',
  operands: { input: tensor },
  attrs: { keep_dim: boolAttr, dim_arg: optionalAttr(integerAttr(si64, '64-bit signed integer attribute')) },
  results: { result: tensor },
  traits: [pure],
}) {}

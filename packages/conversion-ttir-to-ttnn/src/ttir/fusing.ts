import {
  applyPatternsGreedily,
  boolAttr,
  constantOf,
  definePass,
  DenseElementsAttr,
  type IntegerAttr,
  pattern,
  type RankedTensorType,
  type RewritePattern,
  type Value,
} from '@shardform/ir-core';
import { MatmulOp, MaximumOp, PermuteOp, ReluOp, splatNumber } from '@shardform/dialect-ttir';

/** The maximum with zero is a rectifier. */
const relu = pattern(MaximumOp, 'ttir-relu-fusing', (op, rewriter) => {
  for (const [input, zero] of [
    [op.lhs, op.rhs],
    [op.rhs, op.lhs],
  ] as const) {
    const elements = constantOf(zero);
    const isZero = elements instanceof DenseElementsAttr && Number(splatNumber(elements) ?? 1) === 0;
    if (!isZero || input.type !== op.result.type) continue;
    rewriter.replaceOpWith(op, ReluOp, { input }, op.resultTypes());
    return true;
  }
  return false;
});

/** The operand of an exchange of the last two dimensions, or `null`. */
function untransposed(value: Value): Value<RankedTensorType> | null {
  const op = value.definingOp;
  if (!(op instanceof PermuteOp)) return null;
  const permutation = op.permutation.numbers();
  const { length } = permutation;
  const isTranspose =
    length >= 2 &&
    permutation.every((dim, i) => dim === (i < length - 2 ? i : i === length - 2 ? length - 1 : length - 2));
  return isTranspose ? op.input : null;
}

function flipped(flag: IntegerAttr | null): IntegerAttr {
  return boolAttr(flag?.value !== 1n);
}

/** A matrix product exchanges the dimensions of its operands itself. */
const permuteIntoMatmul = pattern(MatmulOp, 'ttir-permute-matmul-fusing', (op, rewriter) => {
  const [a, b] = [untransposed(op.a), untransposed(op.b)];
  if (a === null && b === null) return false;
  rewriter.replaceOpWith(
    op,
    MatmulOp,
    {
      a: a ?? op.a,
      b: b ?? op.b,
      transposeA: a === null ? op.transposeA : flipped(op.transposeA),
      transposeB: b === null ? op.transposeB : flipped(op.transposeB),
    },
    op.resultTypes(),
  );
  return true;
});

const patterns: readonly RewritePattern[] = [relu, permuteIntoMatmul];

/** Groups of operations that the library has one function for become one operation. */
export const ttirFusing = definePass({
  name: 'ttir-fusing',
  className: 'TTIRFusing',
  summary: 'fuses operations',
  anchor: 'builtin.module',
  run(op, pass) {
    applyPatternsGreedily(op, patterns, pass.context, { topDown: true, fold: false, mergeConstants: false });
  },
});

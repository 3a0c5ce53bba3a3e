import { pattern, type Rewriter, type RewritePattern, type Value } from '@shardform/ir-core';
import { ConcatenateOp } from '@shardform/dialect-stablehlo';
import { replaceByValue } from './replace.ts';

const ofOne = /* @__PURE__ */ pattern(ConcatenateOp, 'concatenate of one', (op, rewriter) => {
  const [only] = op.inputs;
  return only !== undefined && op.inputs.length === 1 && replaceByValue(rewriter, op, only);
});

const withoutEmpty = /* @__PURE__ */ pattern(ConcatenateOp, 'concatenate without empty', (op, rewriter) => {
  const dimension = op.dimension.number;
  const kept = op.inputs.filter(({ type }) => type.shape[dimension] !== 0);
  return kept.length > 0 && kept.length < op.inputs.length && setInputs(op, kept, rewriter);
});

/**
 * Merges a concatenation into the one that alone uses it, along the same dimension. The inner operation is the one that
 * is matched, so that it is not folded to a constant that is larger than its operands.
 */
const intoConcatenate = /* @__PURE__ */ pattern(
  ConcatenateOp,
  'concatenate into concatenate',
  (op, rewriter) => {
    const outer = op.result.hasOneUse ? op.result.firstUse!.owner : null;
    if (!(outer instanceof ConcatenateOp) || outer.dimension !== op.dimension) return false;
    const inputs = outer.inputs.flatMap((input): readonly Value[] =>
      input === op.result ? op.inputs : [input],
    );
    return setInputs(outer, inputs, rewriter);
  },
  { benefit: 2 },
);

function setInputs(op: ConcatenateOp, inputs: readonly Value[], rewriter: Rewriter): true {
  rewriter.modifyInPlace(op, () => {
    op.setOperands(inputs);
  });
  return true;
}

/** Patterns of `concatenate`. */
export const concatenatePatterns: readonly RewritePattern[] = [ofOne, withoutEmpty, intoConcatenate];

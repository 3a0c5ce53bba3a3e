import {
  type Context,
  anyOpPattern,
  constantLike,
  DenseElementsAttr,
  elementByteSize,
  isMemoryEffectFree,
  type Operation,
  RankedTensorType,
  type Rewriter,
  type RewritePattern,
  type Type,
  type Value,
} from '@shardform/ir-core';
import { ConstantOp, tensorType } from '@shardform/dialect-stablehlo';

/** The type of tensors that have no element. */
function isEmptyTensor(type: Type): type is RankedTensorType {
  if (!(type instanceof RankedTensorType) || !type.hasStaticShape || !type.shape.includes(0)) return false;
  return elementByteSize(type.elementType) !== null;
}

function emptyConstant(type: RankedTensorType, rewriter: Rewriter): Value {
  return rewriter.create(ConstantOp, { value: DenseElementsAttr.fromBytes(type, new Uint8Array()) }, [type])
    .output;
}

/** Returns true if the operation is one that computes its results from nothing but its operands. */
function computesFromElements(op: Operation, context: Context): boolean {
  return !op.hasTrait(constantLike) && !op.definition.isTerminator && isMemoryEffectFree(op, context);
}

const emptyResults = /* @__PURE__ */ anyOpPattern('results without elements', (op, rewriter) => {
  const empty = op.results.filter(({ type, hasUses }) => hasUses && isEmptyTensor(type));
  if (empty.length === 0 || !computesFromElements(op, rewriter.context)) return false;
  for (const result of empty) {
    // The filter has seen the type, here and below.
    rewriter.replaceValue(result, emptyConstant(tensorType(result.type), rewriter));
  }
  if (op.hasNoUses()) rewriter.eraseOp(op);
  return true;
});

const emptyOperands = /* @__PURE__ */ anyOpPattern('operands without elements', (op, rewriter) => {
  const empty = op.operands.filter(
    ({ value: { type, definingOp } }) => isEmptyTensor(type) && definingOp?.hasTrait(constantLike) !== true,
  );
  if (empty.length === 0 || !computesFromElements(op, rewriter.context)) return false;
  rewriter.modifyInPlace(op, () => {
    for (const operand of empty) operand.set(emptyConstant(tensorType(operand.value.type), rewriter));
  });
  return true;
});

/** Patterns of tensors without elements, which are constants whatever computes them. */
export const zeroExtentPatterns: readonly RewritePattern[] = [emptyResults, emptyOperands];

import { pattern, type RewritePattern } from '@shardform/ir-core';
import {
  ComplexOp,
  ConvertOp,
  GetTupleElementOp,
  ImagOp,
  RealOp,
  TupleOp,
} from '@shardform/dialect-stablehlo';
import { replaceByValue } from './replace.ts';

const complexOfParts = /* @__PURE__ */ pattern(ComplexOp, 'complex of parts', (op, rewriter) => {
  const [real, imag] = [op.lhs.definingOp, op.rhs.definingOp];
  if (!(real instanceof RealOp) || !(imag instanceof ImagOp) || real.operand !== imag.operand) return false;
  return replaceByValue(rewriter, op, real.operand);
});

const realOfComplex = /* @__PURE__ */ pattern(RealOp, 'real of complex', (op, rewriter) => {
  const whole = op.operand.definingOp;
  return whole instanceof ComplexOp && replaceByValue(rewriter, op, whole.lhs);
});

const imagOfComplex = /* @__PURE__ */ pattern(ImagOp, 'imag of complex', (op, rewriter) => {
  const whole = op.operand.definingOp;
  return whole instanceof ComplexOp && replaceByValue(rewriter, op, whole.rhs);
});

const elementOfTuple = /* @__PURE__ */ pattern(GetTupleElementOp, 'element of tuple', (op, rewriter) => {
  const whole = op.operand.definingOp;
  return whole instanceof TupleOp && replaceByValue(rewriter, op, whole.getOperand(op.index.number));
});

const tupleOfElements = /* @__PURE__ */ pattern(TupleOp, 'tuple of elements', (op, rewriter) => {
  const [first] = op.val;
  if (!(first?.definingOp instanceof GetTupleElementOp)) return false;
  const whole = first.definingOp.operand;
  const isUnchanged = op.val.every(({ definingOp }, i) => {
    if (!(definingOp instanceof GetTupleElementOp)) return false;
    return definingOp.operand === whole && definingOp.index.number === i;
  });
  return isUnchanged && replaceByValue(rewriter, op, whole);
});

const convertToSame = /* @__PURE__ */ pattern(ConvertOp, 'convert to same', (op, rewriter) =>
  replaceByValue(rewriter, op, op.operand),
);

/** Patterns that take apart what was put together: complex numbers and tuples, and conversions to the same type. */
export const partPatterns: readonly RewritePattern[] = [
  complexOfParts,
  realOfComplex,
  imagOfComplex,
  elementOfTuple,
  tupleOfElements,
  convertToSame,
];

import {
  ComplexType,
  DenseElementsAttr,
  FloatAttr,
  FloatType,
  pattern,
  RankedTensorType,
  type RewritePattern,
  type Rewriter,
  type Value,
} from '@shardform/ir-core';
import {
  chlo,
  ComplexOp,
  ConstantOp,
  CosineOp,
  DivOp,
  ImagOp,
  MulOp,
  NegOp,
  RealOp,
  ResultAccuracyAttr,
  SineOp,
  TanhOp,
  TanOp,
} from '@shardform/dialect-stablehlo';

/** A tangent of which no accuracy is asked for is a quotient of sine and cosine. */
export const tanPatterns: readonly RewritePattern[] = [
  pattern(TanOp, 'expand-tan', (op, rewriter) => {
    if ((op.resultAccuracy ?? ResultAccuracyAttr.standard) !== ResultAccuracyAttr.standard) return false;
    const { operand } = op;
    const { type } = operand;
    if (!(type.elementType instanceof ComplexType)) {
      rewriter.replaceOp(op, [tangent(operand, rewriter)]);
      return true;
    }
    const part = type.elementType.elementType;
    if (!(part instanceof FloatType)) return false;
    // tan(x + iy) = (tan x + i tanh y) / (1 - i tan x tanh y)
    const partType = type.withElementType(part);
    const real = rewriter.create(RealOp, { operand }, [partType]);
    const tan = tangent(real.result, rewriter);
    const imag = rewriter.create(ImagOp, { operand }, [partType]);
    const tanh = rewriter.create(TanhOp, { operand: imag.result }, [partType]).result;
    const numerator = rewriter.create(ComplexOp, { lhs: tan, rhs: tanh }, [type]);
    const one = onesLike(tan, partType, part, rewriter);
    const product = rewriter.create(MulOp, { lhs: tan, rhs: tanh }, [partType]);
    const negated = rewriter.create(NegOp, { operand: product.result }, [partType]);
    const denominator = rewriter.create(ComplexOp, { lhs: one, rhs: negated.result }, [type]);
    rewriter.replaceOpWith(op, DivOp, { lhs: numerator.result, rhs: denominator.result }, [op.result.type]);
    return true;
  }),
];

function tangent(operand: Value, rewriter: Rewriter): Value {
  const types = [operand.type];
  const sine = rewriter.create(SineOp, { operand }, types);
  const cosine = rewriter.create(CosineOp, { operand }, types);
  return rewriter.create(DivOp, { lhs: sine.result, rhs: cosine.result }, types).result;
}

/** Ones of the shape of a value. */
function onesLike(value: Value, type: RankedTensorType, element: FloatType, rewriter: Rewriter): Value {
  if (type.hasStaticShape) {
    return rewriter.create(ConstantOp, { value: DenseElementsAttr.splat(type, 1) }).output;
  }
  return rewriter.create(chlo.ConstantLikeOp, { operand: value, value: FloatAttr.get(1, element) }, [type])
    .result;
}

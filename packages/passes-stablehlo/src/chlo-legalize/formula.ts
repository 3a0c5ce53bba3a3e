import {
  ComplexType,
  decodeFloat,
  FloatType,
  type Rewriter,
  type Type,
  type Value,
} from '@shardform/ir-core';
import {
  AbsOp,
  AddOp,
  AndOp,
  Atan2Op,
  BitcastConvertOp,
  ClampOp,
  CompareOp,
  ComparisonDirectionAttr,
  ComplexOp,
  ConvertOp,
  CosineOp,
  DivOp,
  Expm1Op,
  ExpOp,
  FloorOp,
  ImagOp,
  IsFiniteOp,
  Log1pOp,
  LogOp,
  MaxOp,
  MinOp,
  MulOp,
  NegOp,
  NotOp,
  OrOp,
  PowOp,
  RealOp,
  RemOp,
  SelectOp,
  ShiftRightArithmeticOp,
  ShiftRightLogicalOp,
  SignOp,
  SineOp,
  SqrtOp,
  SubtractOp,
} from '@shardform/dialect-stablehlo';
import { constantLike, rankedType } from './constant-like.ts';

type Relation = 'EQ' | 'NE' | 'GE' | 'GT' | 'LE' | 'LT';

/**
 * Writes elementwise formulas as StableHLO operations, in the order of the calls. Operands are tensors of one shape
 * and of known rank; a tensor stands for its elements.
 */
export class Formula {
  readonly rewriter: Rewriter;

  /** @param rewriter stands where the operations go. */
  constructor(rewriter: Rewriter) {
    this.rewriter = rewriter;
  }

  /** A constant in the shape and of the element type of `reference`; rounded, and real if complex. */
  like(reference: Value, value: number | bigint): Value {
    return constantLike(this.rewriter, reference, value);
  }

  /** The largest finite number of the type of `reference`. */
  largestLike(reference: Value): Value {
    const { format } = floatType(reference);
    return this.like(
      reference,
      format.width === 64 ? Number.MAX_VALUE : decodeFloat(format, format.maxFinite),
    );
  }

  /** The smallest positive normal number of the type of `reference`. */
  smallestNormalLike(reference: Value): Value {
    return this.like(reference, 2 ** (1 - floatType(reference).format.bias));
  }

  /** The smallest positive number of the type of `reference`. */
  smallestLike(reference: Value): Value {
    const { bias, mantissaBits } = floatType(reference).format;
    return this.like(reference, 2 ** (1 - bias - mantissaBits));
  }

  /** The polynomial of these coefficients, highest power first, by Horner's rule. */
  polynomial(x: Value, [highest, ...others]: readonly number[]): Value {
    let result = this.like(x, highest!);
    for (const coefficient of others) {
      const product = this.mul(result, x);
      result = this.add(product, this.like(x, coefficient));
    }
    return result;
  }

  add(lhs: Value, rhs: Value): Value {
    return this.rewriter.create(AddOp, { lhs, rhs }).result;
  }

  sub(lhs: Value, rhs: Value): Value {
    return this.rewriter.create(SubtractOp, { lhs, rhs }).result;
  }

  mul(lhs: Value, rhs: Value): Value {
    return this.rewriter.create(MulOp, { lhs, rhs }).result;
  }

  square(x: Value): Value {
    return this.mul(x, x);
  }

  div(lhs: Value, rhs: Value): Value {
    return this.rewriter.create(DivOp, { lhs, rhs }).result;
  }

  remainder(lhs: Value, rhs: Value): Value {
    return this.rewriter.create(RemOp, { lhs, rhs }).result;
  }

  power(lhs: Value, rhs: Value): Value {
    return this.rewriter.create(PowOp, { lhs, rhs }).result;
  }

  max(lhs: Value, rhs: Value): Value {
    return this.rewriter.create(MaxOp, { lhs, rhs }).result;
  }

  min(lhs: Value, rhs: Value): Value {
    return this.rewriter.create(MinOp, { lhs, rhs }).result;
  }

  and(lhs: Value, rhs: Value): Value {
    return this.rewriter.create(AndOp, { lhs, rhs }).result;
  }

  or(lhs: Value, rhs: Value): Value {
    return this.rewriter.create(OrOp, { lhs, rhs }).result;
  }

  shiftRightLogical(lhs: Value, rhs: Value): Value {
    return this.rewriter.create(ShiftRightLogicalOp, { lhs, rhs }).result;
  }

  shiftRightArithmetic(lhs: Value, rhs: Value): Value {
    return this.rewriter.create(ShiftRightArithmeticOp, { lhs, rhs }).result;
  }

  /** The angle of the point (`x`, `y`). */
  atan2(y: Value, x: Value): Value {
    return this.rewriter.create(Atan2Op, { lhs: y, rhs: x }).result;
  }

  abs(operand: Value): Value {
    return this.rewriter.create(AbsOp, { operand }).result;
  }

  neg(operand: Value): Value {
    return this.rewriter.create(NegOp, { operand }).result;
  }

  not(operand: Value): Value {
    return this.rewriter.create(NotOp, { operand }).result;
  }

  sign(operand: Value): Value {
    return this.rewriter.create(SignOp, { operand }).result;
  }

  floor(operand: Value): Value {
    return this.rewriter.create(FloorOp, { operand }).result;
  }

  sqrt(operand: Value): Value {
    return this.rewriter.create(SqrtOp, { operand }).result;
  }

  log(operand: Value): Value {
    return this.rewriter.create(LogOp, { operand }).result;
  }

  /** `log(1 + x)`. */
  log1p(operand: Value): Value {
    return this.rewriter.create(Log1pOp, { operand }).result;
  }

  exp(operand: Value): Value {
    return this.rewriter.create(ExpOp, { operand }).result;
  }

  /** `exp(x) - 1`. */
  expm1(operand: Value): Value {
    return this.rewriter.create(Expm1Op, { operand }).result;
  }

  sine(operand: Value): Value {
    return this.rewriter.create(SineOp, { operand }).result;
  }

  cosine(operand: Value): Value {
    return this.rewriter.create(CosineOp, { operand }).result;
  }

  isFinite(x: Value): Value {
    return this.rewriter.create(IsFiniteOp, { x }).y;
  }

  real(operand: Value): Value {
    return this.rewriter.create(RealOp, { operand }).result;
  }

  imag(operand: Value): Value {
    return this.rewriter.create(ImagOp, { operand }).result;
  }

  complex(real: Value, imag: Value): Value {
    return this.rewriter.create(ComplexOp, { lhs: real, rhs: imag }).result;
  }

  compare(lhs: Value, relation: Relation, rhs: Value): Value {
    const comparisonDirection = ComparisonDirectionAttr.get(relation);
    return this.rewriter.create(CompareOp, { lhs, rhs, comparisonDirection }).result;
  }

  select(pred: Value, onTrue: Value, onFalse: Value): Value {
    return this.rewriter.create(SelectOp, { pred, onTrue, onFalse }).result;
  }

  clamp(min: Value, operand: Value, max: Value): Value {
    return this.rewriter.create(ClampOp, { min, operand, max }).result;
  }

  /** The same numbers in another element type. */
  convert(operand: Value, elementType: Type): Value {
    const type = rankedType(operand).withElementType(elementType);
    return this.rewriter.create(ConvertOp, { operand }, [type]).result;
  }

  /** The same bits in another element type of the same width. */
  bitcast(operand: Value, elementType: Type): Value {
    const type = rankedType(operand).withElementType(elementType);
    return this.rewriter.create(BitcastConvertOp, { operand }, [type]).result;
  }
}

/** Returns true if the elements are complex numbers. */
export function isComplex(value: Value): boolean {
  return rankedType(value).elementType instanceof ComplexType;
}

/** Returns the float type of the elements. @throws when they are something else. */
export function floatType(value: Value): FloatType {
  const { elementType } = rankedType(value);
  if (elementType instanceof FloatType) return elementType;
  throw new Error(`elements of '${String(value.type)}' are not floats`);
}

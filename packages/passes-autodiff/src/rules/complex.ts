import {
  AbsOp,
  BitcastConvertOp,
  chlo,
  ComplexOp,
  ConvertOp,
  FftOp,
  FftTypeAttr,
  ImagOp,
  RealOp,
} from '@shardform/dialect-stablehlo';
import {
  ComplexType,
  FloatType,
  type InterfaceImplementation,
  product,
  type Tensor,
} from '@shardform/ir-core';
import type { GradientBuilder } from '../gradient-builder.ts';
import { type GradientInput, gradientRule, type Gradients } from '../gradient-rule.ts';
import { binary, constantRule, unary, type UnaryRule } from './elementwise-rule.ts';

function isComplex({ type }: Tensor): boolean {
  return type.elementType instanceof ComplexType;
}

/** The gradient of the real part of a complex or real tensor. */
const realPart: UnaryRule = (g, x, _, build) => (isComplex(x) ? build.complex(g, build.zeros(g.type)) : g);

/** The gradient of the imaginary part; `null` for real tensors, which have none. */
const imaginaryPart: UnaryRule = (g, x, _, build) =>
  isComplex(x) ? build.complex(build.zeros(g.type), build.negate(g)) : null;

/** One or minus one for a real number, one at zero as in JAX; the conjugate of a complex one over its absolute value, zero at zero. */
const absolute: UnaryRule = (g, x, y, build) => {
  if (!isComplex(x)) return build.select(build.compare(x, 'GE', build.zeros(x.type)), g, build.negate(g));
  const isZero = build.compare(y, 'EQ', build.zeros(y.type));
  const norm = build.select(isZero, build.constant(y.type, 1), y);
  const direction = build.divide(build.conjugate(x), build.complex(norm, build.zeros(norm.type)));
  return build.multiply(build.complex(g, build.zeros(g.type)), direction);
};

/** Between real and complex numbers the imaginary part is dropped, or zero. */
const convert: UnaryRule = (g, x, _, build) => {
  const { elementType } = x.type;
  if (elementType instanceof FloatType) return build.convert(isComplex(g) ? build.real(g) : g, elementType);
  if (!(elementType instanceof ComplexType)) return null;
  if (isComplex(g)) return build.convert(g, elementType);
  const real = build.convert(g, elementType.elementType);
  return build.complex(real, build.zeros(real.type));
};

/** Transforms are symmetric matrices: the gradient is transformed alike. */
function fftGradients(op: FftOp) {
  return ({ result: g, build }: GradientInput): Gradients => {
    const kind = op.fftType.value;
    if (kind === 'FFT' || kind === 'IFFT')
      return [
        build.builder.create(FftOp, { operand: g, fftType: op.fftType, fftLength: op.fftLength }, [g.type])
          .result,
      ];
    return [
      kind === 'RFFT' ? realTransformGradient(op, g, build) : inverseRealTransformGradient(op, g, build),
    ];
  };
}

/**
 * The elements that the result leaves out of the last dimension, because they follow from the rest, have no gradient.
 */
function realTransformGradient(op: FftOp, g: Tensor, build: GradientBuilder): Tensor {
  const { shape } = op.operand.type;
  const zeros = shape.map(() => 0);
  const high = shape.map((size, dim) => size - g.type.dimSize(dim));
  const padded = build.padWithZeros(g, zeros, high, zeros);
  const args = { operand: padded, fftType: FftTypeAttr.get('FFT'), fftLength: op.fftLength };
  return build.real(build.builder.create(FftOp, args, [padded.type]).result);
}

/** Elements that stand for their conjugates too count twice: all but the first of the last dimension, and the middle one. */
function inverseRealTransformGradient(op: FftOp, g: Tensor, build: GradientBuilder): Tensor {
  const type = op.operand.type;
  const lengths = op.fftLength.numbers();
  const count = type.dimSize(-1);
  const isEven = lengths.at(-1)! % 2 === 0;
  const total = product(lengths);
  const weights = Array.from(
    { length: count },
    (_, k) => (k === 0 || (isEven && k === count - 1) ? 1 : 2) / total,
  );
  const args = { operand: g, fftType: FftTypeAttr.get('RFFT'), fftLength: op.fftLength };
  const transformed = build.builder.create(FftOp, args, [type]).result;
  const weight = build.broadcast(build.vector(weights, type.elementType), type, [type.rank - 1]);
  return build.conjugate(build.multiply(transformed, weight));
}

/** Rules of complex numbers and of what makes real numbers of them. */
export const complexRules: readonly InterfaceImplementation[] = [
  gradientRule.implementFor(RealOp, unary(realPart)),
  gradientRule.implementFor(ImagOp, unary(imaginaryPart)),
  gradientRule.implementFor(
    ComplexOp,
    binary(
      (g, _x, _y, _r, build) => build.real(g),
      (g, _x, _y, _r, build) => build.negate(build.imaginary(g)),
    ),
  ),
  gradientRule.implementFor(
    chlo.ConjOp,
    unary((g, _x, _y, build) => build.conjugate(g)),
  ),
  gradientRule.implementFor(AbsOp, unary(absolute)),
  gradientRule.implementFor(ConvertOp, unary(convert)),
  gradientRule.implementFor(BitcastConvertOp, constantRule),
  gradientRule.implementFor(FftOp, fftGradients),
];

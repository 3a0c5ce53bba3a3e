import {
  AbsOp,
  AddOp,
  AndOp,
  CbrtOp,
  CeilOp,
  ClampOp,
  ConvertOp,
  CosineOp,
  DivOp,
  Expm1Op,
  ExpOp,
  FloorOp,
  Log1pOp,
  LogisticOp,
  LogOp,
  MaxOp,
  MinOp,
  MulOp,
  NegOp,
  PowOp,
  ReducePrecisionOp,
  RoundNearestEvenOp,
  RoundOp,
  RsqrtOp,
  SelectOp,
  SignOp,
  SineOp,
  SqrtOp,
  SubtractOp,
  TanhOp,
  type Tensor,
  tensorOf,
} from '@shardform/dialect-stablehlo';
import { FloatType, type InterfaceImplementation, type Operation } from '@shardform/ir-core';
import type { GradientBuilder } from '../gradient-builder.ts';
import { type GradientInput, gradientRule, type Gradients, tensorsOf } from '../gradient-rule.ts';

/** The gradient of an operand from that of the result; `x` is the operand, `y` the result. */
type UnaryRule = (g: Tensor, x: Tensor, y: Tensor, build: GradientBuilder) => Tensor | null;

function unary(rule: UnaryRule) {
  return (op: Operation) =>
    ({ results: [g], build }: GradientInput): Gradients => [
      rule(g!, tensorsOf(op)[0]!, tensorOf(op.getResult()), build),
    ];
}

/** The gradient of one operand of two. */
type BinarySide = (g: Tensor, x: Tensor, y: Tensor, result: Tensor, build: GradientBuilder) => Tensor;

function binary(lhs: BinarySide, rhs: BinarySide) {
  return (op: Operation) =>
    ({ results: [g], isWanted, build }: GradientInput): Gradients => {
      const [x, y] = tensorsOf(op);
      return [lhs, rhs].map((side, i) =>
        isWanted[i] === true ? side(g!, x!, y!, tensorOf(op.getResult()), build) : null,
      );
    };
}

const none: UnaryRule = () => null;

/** Half of the gradient where both are equal, as JAX does. */
function larger(direction: 'GT' | 'LT'): BinarySide {
  return (g, x, y, _, build) => {
    const zero = build.zeros(g.type);
    const shared = build.select(build.compare(x, 'EQ', y), build.scale(g, 0.5), zero);
    return build.select(build.compare(x, direction, y), g, shared);
  };
}

const swapped =
  (side: BinarySide): BinarySide =>
  (g, x, y, result, build) =>
    side(g, y, x, result, build);

/** `y x^(y - 1)`, and zero for an exponent of zero. */
const powerBase: BinarySide = (g, x, y, _, build) => {
  const one = build.constant(y.type, 1);
  const isZero = build.compare(y, 'EQ', build.zeros(y.type));
  const exponent = build.select(isZero, one, build.subtract(y, one));
  const power = build.builder.create(PowOp, { lhs: x, rhs: exponent }, [x.type]).result as Tensor;
  return build.multiply(g, build.multiply(y, power));
};

/** `log(x) x^y`, and zero for a base of zero. */
const powerExponent: BinarySide = (g, x, _, result, build) => {
  const isZero = build.compare(x, 'EQ', build.zeros(x.type));
  const base = build.select(isZero, build.constant(x.type, 1), x);
  const log = build.builder.create(LogOp, { operand: base }, [x.type]).result as Tensor;
  return build.multiply(g, build.multiply(log, result));
};

function selectGradients(op: SelectOp) {
  return ({ results: [g], isWanted, build }: GradientInput): Gradients => {
    const zero = build.zeros(g!.type);
    const pred = op.pred;
    return [
      null,
      isWanted[1] === true ? build.select(pred, g!, zero) : null,
      isWanted[2] === true ? build.select(pred, zero, g!) : null,
    ];
  };
}

function clampGradients(op: ClampOp) {
  return ({ results: [g], isWanted, build }: GradientInput): Gradients => {
    const x = op.operand;
    const [low, high] = [op.min, op.max].map((bound) => build.broadcast(bound, x.type, []));
    const zero = build.zeros(x.type);
    const [isAbove, isBelow] = [build.compare(x, 'GT', low!), build.compare(x, 'LT', high!)];
    /** A bound of rank 0 holds for all elements. */
    const of = (at: number, pred: Tensor): Tensor | null => {
      if (isWanted[at] !== true) return null;
      const own = build.select(pred, g!, zero);
      const isSingle = tensorsOf(op)[at]!.type.rank === 0 && x.type.rank > 0;
      return isSingle
        ? build.sum(
            own,
            x.type.shape.map((_, dim) => dim),
          )
        : own;
    };
    const isInside = build.builder.create(AndOp, { lhs: isAbove, rhs: isBelow }, [isAbove.type])
      .result as Tensor;
    return [of(0, build.compare(low!, 'GT', x)), of(1, isInside), of(2, build.compare(high!, 'LT', x))];
  };
}

const convert: UnaryRule = (g, x, _, build) =>
  x.type.elementType instanceof FloatType ? build.convert(g, x.type.elementType) : null;

/** Rules of operations that work element by element. */
export const elementwiseRules: readonly InterfaceImplementation[] = [
  gradientRule.implementFor(
    AddOp,
    binary(
      (g) => g,
      (g) => g,
    ),
  ),
  gradientRule.implementFor(
    SubtractOp,
    binary(
      (g) => g,
      (g, _x, _y, _r, build) => build.negate(g),
    ),
  ),
  gradientRule.implementFor(
    MulOp,
    binary(
      (g, _, y, _r, build) => build.multiply(g, y),
      (g, x, _y, _r, build) => build.multiply(g, x),
    ),
  ),
  gradientRule.implementFor(
    DivOp,
    binary(
      (g, _, y, _r, build) => build.divide(g, y),
      (g, _, y, result, build) => build.negate(build.divide(build.multiply(g, result), y)),
    ),
  ),
  gradientRule.implementFor(MaxOp, binary(larger('GT'), swapped(larger('GT')))),
  gradientRule.implementFor(MinOp, binary(larger('LT'), swapped(larger('LT')))),
  gradientRule.implementFor(PowOp, binary(powerBase, powerExponent)),
  gradientRule.implementFor(
    NegOp,
    unary((g, _x, _y, build) => build.negate(g)),
  ),
  gradientRule.implementFor(
    ExpOp,
    unary((g, _, y, build) => build.multiply(g, y)),
  ),
  gradientRule.implementFor(
    Expm1Op,
    unary((g, _, y, build) => build.multiply(g, build.add(y, build.constant(y.type, 1)))),
  ),
  gradientRule.implementFor(
    LogOp,
    unary((g, x, _, build) => build.divide(g, x)),
  ),
  gradientRule.implementFor(
    Log1pOp,
    unary((g, x, _, build) => build.divide(g, build.add(x, build.constant(x.type, 1)))),
  ),
  gradientRule.implementFor(
    TanhOp,
    unary((g, _, y, build) =>
      build.multiply(g, build.subtract(build.constant(y.type, 1), build.multiply(y, y))),
    ),
  ),
  gradientRule.implementFor(
    LogisticOp,
    unary((g, _, y, build) =>
      build.multiply(g, build.multiply(y, build.subtract(build.constant(y.type, 1), y))),
    ),
  ),
  gradientRule.implementFor(
    SqrtOp,
    unary((g, _, y, build) => build.divide(build.scale(g, 0.5), y)),
  ),
  gradientRule.implementFor(
    RsqrtOp,
    unary((g, x, y, build) => build.multiply(build.scale(g, -0.5), build.divide(y, x))),
  ),
  gradientRule.implementFor(
    CbrtOp,
    unary((g, _, y, build) => build.divide(build.scale(g, 1 / 3), build.multiply(y, y))),
  ),
  gradientRule.implementFor(
    SineOp,
    unary((g, x, _, build) =>
      build.multiply(g, build.builder.create(CosineOp, { operand: x }, [x.type]).result as Tensor),
    ),
  ),
  gradientRule.implementFor(
    CosineOp,
    unary((g, x, _, build) =>
      build.negate(
        build.multiply(g, build.builder.create(SineOp, { operand: x }, [x.type]).result as Tensor),
      ),
    ),
  ),
  gradientRule.implementFor(
    AbsOp,
    unary((g, x, _, build) =>
      build.multiply(g, build.builder.create(SignOp, { operand: x }, [x.type]).result as Tensor),
    ),
  ),
  gradientRule.implementFor(ConvertOp, unary(convert)),
  gradientRule.implementFor(
    ReducePrecisionOp,
    unary((g) => g),
  ),
  gradientRule.implementFor(SignOp, unary(none)),
  gradientRule.implementFor(FloorOp, unary(none)),
  gradientRule.implementFor(CeilOp, unary(none)),
  gradientRule.implementFor(RoundOp, unary(none)),
  gradientRule.implementFor(RoundNearestEvenOp, unary(none)),
  gradientRule.implementFor(SelectOp, selectGradients),
  gradientRule.implementFor(ClampOp, clampGradients),
];

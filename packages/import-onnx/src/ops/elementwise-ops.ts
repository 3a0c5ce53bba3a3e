import { f64, FloatType, IntegerType, type Tensor } from '@shardform/ir-core';
import {
  AbsOp,
  AddOp,
  AndOp,
  type BinaryOpClass,
  CeilOp,
  chlo,
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
  NotOp,
  OrOp,
  PowOp,
  RemOp,
  RoundNearestEvenOp,
  ShiftLeftOp,
  ShiftRightArithmeticOp,
  ShiftRightLogicalOp,
  SignOp,
  SineOp,
  SqrtOp,
  SubtractOp,
  TanhOp,
  TanOp,
  XorOp,
} from '@shardform/dialect-stablehlo';
import { type ImportedNode, type NodeImporter, OnnxImportError } from '../import-node.ts';
import { elementTypeOf } from '../element-types.ts';
import type { BroadcastingBuilder, Unary } from '../broadcasting-builder.ts';

const unary =
  (opClass: Unary): NodeImporter =>
  (node) => [node.build.unary(opClass, node.tensor(0))];

const binary =
  (opClass: BinaryOpClass): NodeImporter =>
  (node) => [node.build.binary(opClass, node.tensor(0), node.tensor(1))];

/** Of any number of operands, from the first on. */
const folded =
  (opClass: BinaryOpClass): NodeImporter =>
  (node) => [node.tensors().reduce((all, own) => node.build.binary(opClass, all, own))];

const comparison =
  (direction: 'EQ' | 'GT' | 'GE' | 'LT' | 'LE'): NodeImporter =>
  (node) => [node.build.compare(node.tensor(0), direction, node.tensor(1))];

/** A function of one operand in terms of others. */
const formula =
  (of: (x: Tensor, build: BroadcastingBuilder, node: ImportedNode) => Tensor): NodeImporter =>
  (node) => [of(node.tensor(0), node.build, node)];

function relu(x: Tensor, build: BroadcastingBuilder): Tensor {
  return build.binary(MaxOp, x, build.scalar(x, 0));
}

function clamped(x: Tensor, low: number, high: number, build: BroadcastingBuilder): Tensor {
  const above = build.binary(MaxOp, x, build.scalar(x, low));
  return build.binary(MinOp, above, build.scalar(x, high));
}

function hardSigmoid(x: Tensor, alpha: number, beta: number, build: BroadcastingBuilder): Tensor {
  const line = build.add(build.multiply(x, build.scalar(x, alpha)), build.scalar(x, beta));
  return clamped(line, 0, 1, build);
}

/** `x` where it is positive, else something in terms of it. */
function leaky(x: Tensor, negative: Tensor, build: BroadcastingBuilder): Tensor {
  return build.select(build.compare(x, 'GE', build.scalar(x, 0)), x, negative);
}

/** `log(1 + exp(x))`, without overflow. */
function softplus(x: Tensor, build: BroadcastingBuilder): Tensor {
  const magnitude = build.unary(NegOp, build.unary(AbsOp, x));
  const rest = build.unary(Log1pOp, build.unary(ExpOp, magnitude));
  return build.add(relu(x, build), rest);
}

function gelu(x: Tensor, build: BroadcastingBuilder, node: ImportedNode): Tensor {
  const half = build.multiply(x, build.scalar(x, 0.5));
  if (node.string('approximate', 'none') === 'none') {
    const scaled = build.multiply(x, build.scalar(x, Math.SQRT1_2));
    const erf = build.unary(chlo.ErfOp, scaled);
    return build.multiply(half, build.add(erf, build.scalar(x, 1)));
  }
  const cube = build.multiply(x, build.multiply(x, x));
  const sum = build.add(x, build.multiply(cube, build.scalar(x, 0.044715)));
  const tanh = build.unary(TanhOp, build.multiply(sum, build.scalar(x, Math.sqrt(2 / Math.PI))));
  return build.multiply(half, build.add(tanh, build.scalar(x, 1)));
}

function clip(node: ImportedNode): readonly Tensor[] {
  const { build } = node;
  let x = node.tensor(0);
  const bound = (index: number, name: string): Tensor | null => {
    const operand = node.optional(index);
    if (operand !== null) return operand.tensor();
    const attribute = node.attribute(name);
    return attribute === null ? null : build.scalar(x, attribute.float);
  };
  const [low, high] = [bound(1, 'min'), bound(2, 'max')];
  if (low !== null) x = build.binary(MaxOp, x, low);
  if (high !== null) x = build.binary(MinOp, x, high);
  return [x];
}

function mod(node: ImportedNode): readonly Tensor[] {
  const { build } = node;
  const [a, b] = build.fitted([node.tensor(0), node.tensor(1)]);
  const rest = build.binary(RemOp, a!, b!);
  if (node.int('fmod', 0) === 1) return [rest];
  // The remainder has the sign of the divisor. Their product could overflow.
  const zero = build.scalar(rest, 0);
  const isBelow = (tensor: Tensor): Tensor => build.compare(tensor, 'LT', zero);
  const isRest = build.compare(rest, 'NE', zero);
  const differs = build.binary(AndOp, isRest, build.compare(isBelow(rest), 'NE', isBelow(b!)));
  return [build.select(differs, build.add(rest, b!), rest)];
}

/** `gamma * (x where it is positive, else alpha * (exp(x) - 1))`. */
function selu(x: Tensor, build: BroadcastingBuilder, node: ImportedNode): Tensor {
  const alpha = node.float('alpha', 1.67326319217681884765625);
  const gamma = node.float('gamma', 1.05070102214813232421875);
  const negative = build.multiply(build.unary(Expm1Op, x), build.scalar(x, alpha));
  return build.multiply(leaky(x, negative, build), build.scalar(x, gamma));
}

function celu(x: Tensor, build: BroadcastingBuilder, node: ImportedNode): Tensor {
  const alpha = build.scalar(x, node.float('alpha', 1));
  return leaky(x, build.multiply(alpha, build.unary(Expm1Op, build.divide(x, alpha))), build);
}

function thresholdedRelu(x: Tensor, build: BroadcastingBuilder, node: ImportedNode): Tensor {
  const isAbove = build.compare(x, 'GT', build.scalar(x, node.float('alpha', 1)));
  return build.select(isAbove, x, build.scalar(x, 0));
}

function shrink(x: Tensor, build: BroadcastingBuilder, node: ImportedNode): Tensor {
  const [bias, lambda] = [build.scalar(x, node.float('bias', 0)), node.float('lambd', 0.5)];
  const above = build.compare(x, 'GT', build.scalar(x, lambda));
  const below = build.compare(x, 'LT', build.scalar(x, -lambda));
  const low = build.select(below, build.add(x, bias), build.scalar(x, 0));
  return build.select(above, build.subtract(x, bias), low);
}

function isInfinite(x: Tensor, build: BroadcastingBuilder, node: ImportedNode): Tensor {
  const [negative, positive] = [node.int('detect_negative', 1) === 1, node.int('detect_positive', 1) === 1];
  if (negative && !positive) return build.compare(x, 'EQ', build.scalar(x, -Infinity));
  const magnitude = negative ? build.unary(AbsOp, x) : x;
  const none = build.compare(x, 'NE', x);
  const isFound = build.compare(magnitude, 'EQ', build.scalar(x, Infinity));
  return positive ? isFound : build.binary(AndOp, none, build.unary(NotOp, none));
}

/** Signed numbers keep their sign. */
function bitShift(node: ImportedNode): readonly Tensor[] {
  const direction = node.string('direction', '');
  if (direction !== 'LEFT' && direction !== 'RIGHT')
    throw new OnnxImportError(`has the direction '${direction}'; expected LEFT or RIGHT`);
  const x = node.tensor(0);
  const { elementType } = x.type;
  const isUnsigned = elementType instanceof IntegerType && elementType.signedness === 'unsigned';
  const right = isUnsigned ? ShiftRightLogicalOp : ShiftRightArithmeticOp;
  return [node.build.binary(direction === 'LEFT' ? ShiftLeftOp : right, x, node.tensor(1))];
}

/** Importers of operations that work element by element. */
export const elementwiseOps: Readonly<Record<string, NodeImporter>> = {
  Abs: unary(AbsOp),
  Neg: unary(NegOp),
  Exp: unary(ExpOp),
  Log: unary(LogOp),
  Sqrt: unary(SqrtOp),
  Tanh: unary(TanhOp),
  Sigmoid: unary(LogisticOp),
  Sin: unary(SineOp),
  Cos: unary(CosineOp),
  Tan: unary(TanOp),
  Sign: unary(SignOp),
  Floor: unary(FloorOp),
  Ceil: unary(CeilOp),
  Round: unary(RoundNearestEvenOp),
  Not: unary(NotOp),
  Erf: unary(chlo.ErfOp),
  Acos: unary(chlo.AcosOp),
  Acosh: unary(chlo.AcoshOp),
  Asin: unary(chlo.AsinOp),
  Asinh: unary(chlo.AsinhOp),
  Atan: unary(chlo.AtanOp),
  Atanh: unary(chlo.AtanhOp),
  Cosh: unary(chlo.CoshOp),
  Sinh: unary(chlo.SinhOp),
  Add: binary(AddOp),
  Sub: binary(SubtractOp),
  Mul: binary(MulOp),
  Div: binary(DivOp),
  And: binary(AndOp),
  Or: binary(OrOp),
  Xor: binary(XorOp),
  BitwiseAnd: binary(AndOp),
  BitwiseOr: binary(OrOp),
  BitwiseXor: binary(XorOp),
  BitwiseNot: unary(NotOp),
  BitShift: bitShift,
  IsNaN: formula((x, build) => build.compare(x, 'NE', x)),
  IsInf: formula(isInfinite),
  Pow: (node) => {
    // The exponent may have another type; the result has that of the base.
    const [base, exponent] = [node.tensor(0), node.tensor(1)];
    const { elementType } = base.type;
    const isRoot = elementType instanceof IntegerType && exponent.type.elementType instanceof FloatType;
    const type = isRoot ? f64 : elementType;
    const { build } = node;
    const power = build.binary(PowOp, build.convert(base, type), build.convert(exponent, type));
    return [build.convert(power, elementType)];
  },
  Sum: folded(AddOp),
  Max: folded(MaxOp),
  Min: folded(MinOp),
  Mean: (node) => {
    const sum = node.tensors().reduce((all, own) => node.build.add(all, own));
    return [node.build.divide(sum, node.build.scalar(sum, node.inputCount))];
  },
  Mod: mod,
  Equal: comparison('EQ'),
  Greater: comparison('GT'),
  GreaterOrEqual: comparison('GE'),
  Less: comparison('LT'),
  LessOrEqual: comparison('LE'),
  Where: (node) => [node.build.select(node.tensor(0), node.tensor(1), node.tensor(2))],
  Clip: clip,
  Relu: formula(relu),
  Gelu: formula(gelu),
  Softplus: formula(softplus),
  Reciprocal: formula((x, build) => build.divide(build.scalar(x, 1), x)),
  LeakyRelu: formula((x, build, node) =>
    leaky(x, build.multiply(x, build.scalar(x, node.float('alpha', 0.01))), build),
  ),
  PRelu: (node) => {
    const [x, slope] = [node.tensor(0), node.tensor(1)];
    return [leaky(x, node.build.multiply(x, slope), node.build)];
  },
  Elu: formula((x, build, node) => {
    const power = build.unary(Expm1Op, x);
    return leaky(x, build.multiply(power, build.scalar(x, node.float('alpha', 1))), build);
  }),
  HardSigmoid: formula((x, build, node) =>
    hardSigmoid(x, node.float('alpha', 0.2), node.float('beta', 0.5), build),
  ),
  HardSwish: formula((x, build) => build.multiply(x, hardSigmoid(x, 1 / 6, 0.5, build))),
  Softsign: formula((x, build) => build.divide(x, build.add(build.unary(AbsOp, x), build.scalar(x, 1)))),
  Selu: formula(selu),
  Celu: formula(celu),
  ThresholdedRelu: formula(thresholdedRelu),
  Shrink: formula(shrink),
  Swish: formula((x, build, node) => {
    const scaled = build.multiply(x, build.scalar(x, node.float('alpha', 1)));
    return build.multiply(x, build.unary(LogisticOp, scaled));
  }),
  Mish: formula((x, build) => build.multiply(x, build.unary(TanhOp, softplus(x, build)))),
  Cast: (node) => {
    const to = elementTypeOf(node.int('to', 0));
    const x = node.tensor(0);
    return [node.build.convert(x, to)];
  },
  CastLike: (node) => [node.build.convert(node.tensor(0), node.value(1).elementType)],
};

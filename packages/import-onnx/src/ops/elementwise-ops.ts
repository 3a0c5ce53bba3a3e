import type { Tensor } from '@shardform/ir-core';
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
  SignOp,
  SineOp,
  SqrtOp,
  SubtractOp,
  TanhOp,
  TanOp,
  XorOp,
} from '@shardform/dialect-stablehlo';
import type { ImportedNode, NodeImporter } from '../import-node.ts';
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
  // The remainder has the sign of the divisor.
  const zero = build.scalar(rest, 0);
  const differs = build.compare(build.multiply(rest, b!), 'LT', zero);
  return [build.select(differs, build.add(rest, b!), rest)];
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
  Add: binary(AddOp),
  Sub: binary(SubtractOp),
  Mul: binary(MulOp),
  Div: binary(DivOp),
  And: binary(AndOp),
  Or: binary(OrOp),
  Xor: binary(XorOp),
  Pow: (node) => {
    // The exponent may have another type.
    const base = node.tensor(0);
    const exponent = node.build.convert(node.tensor(1), base.type.elementType);
    return [node.build.binary(PowOp, base, exponent)];
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
  Mish: formula((x, build) => build.multiply(x, build.unary(TanhOp, softplus(x, build)))),
  Cast: (node) => {
    const to = elementTypeOf(node.int('to', 0));
    const x = node.tensor(0);
    return [node.build.convert(x, to)];
  },
  CastLike: (node) => [node.build.convert(node.tensor(0), node.value(1).elementType)],
};

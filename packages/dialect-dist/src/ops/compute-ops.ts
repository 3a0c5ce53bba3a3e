import {
  defineOp,
  denseArrayAttr,
  f64,
  floatAttr,
  i64,
  type Operation,
  type OpReport,
  type Type,
  variadic,
} from '@shardform/ir-core';
import { partsConstraint } from '../attrs/constraints.ts';
import { placed, type PlacedTensorType } from '../placed-type.ts';
import {
  elementwiseType,
  lossType,
  matmulGradTypes,
  matmulLhsGradType,
  matmulRhsGradType,
  matmulType,
  sameShapeType,
  transposeType,
  updateTypes,
} from '../typing/compute.ts';
import { inferTyping, operandTensors, type Typing } from '../typing/typing.ts';

const TYPES = 'attr-dict `:` functional-type(operands, results)';

type Rule = (types: readonly PlacedTensorType[]) => Typing;

function infer(op: Operation, report: OpReport, rule: Rule): readonly Type[] | null {
  return inferTyping(report, rule(operandTensors(op)));
}

/* @__NO_SIDE_EFFECTS__ */
function defineBinary(name: string, summary: string) {
  return defineOp(name, {
    summary,
    operands: { lhs: placed, rhs: placed },
    results: { result: placed },
    effects: 'none',
    speculates: 'always',
    format: `$lhs \`,\` $rhs ${TYPES}`,
    infer: (op, report) => infer(op, report, elementwiseType),
  });
}

/* @__NO_SIDE_EFFECTS__ */
function defineUnary(name: string, summary: string) {
  return defineOp(name, {
    summary,
    operands: { input: placed },
    results: { result: placed },
    effects: 'none',
    speculates: 'always',
    format: `$input ${TYPES}`,
    infer: (op, report) => infer(op, report, sameShapeType),
  });
}

/** Sum, element by element; sizes of 1 are repeated. */
export class AddOp extends defineBinary('dist.add', 'adds tensors on one device') {}
/** Difference, element by element; sizes of 1 are repeated. */
export class SubOp extends defineBinary('dist.sub', 'subtracts tensors on one device') {}
/** Product, element by element; sizes of 1 are repeated. */
export class MulOp extends defineBinary('dist.mul', 'multiplies tensors on one device element by element') {}
/** Quotient, element by element; sizes of 1 are repeated. */
export class DivOp extends defineBinary('dist.div', 'divides tensors on one device element by element') {}
/** `max(x, 0)`. */
export class ReluOp extends defineUnary('dist.relu', 'rectified linear unit (ReLU)') {}
/** The tensor itself, as a value of its own. */
export class IdentityOp extends defineUnary('dist.identity', 'identity: the same tensor') {}
/** Hyperbolic tangent. */
export class TanhOp extends defineUnary('dist.tanh', 'hyperbolic tangent') {}

/** Matrix product: `lhs` `[batch…, m, k]`, `rhs` `[batch…, k, n]`. */
export class MatMulOp extends defineOp('dist.matmul', {
  summary: 'multiplies matrices on one device',
  operands: { lhs: placed, rhs: placed },
  results: { result: placed },
  effects: 'none',
  speculates: 'always',
  format: `$lhs \`,\` $rhs ${TYPES}`,
  infer: (op, report) => infer(op, report, ([lhs, rhs]) => matmulType(lhs!, rhs!)),
}) {}

/** Gradients of a matrix product: `gradient · rhsᵀ` and `lhsᵀ · gradient`, in the order of the operands. */
export class MatMulGradOp extends defineOp('dist.matmul_grad', {
  summary: 'gradients of both operands of a matrix product',
  operands: { lhs: placed, rhs: placed, gradient: placed },
  results: { lhs_gradient: placed, rhs_gradient: placed },
  effects: 'none',
  speculates: 'always',
  format: `$lhs \`,\` $rhs \`,\` $gradient ${TYPES}`,
  infer: (op, report) => infer(op, report, ([lhs, rhs, gradient]) => matmulGradTypes(lhs!, rhs!, gradient!)),
}) {}

/** The first result of `dist.matmul_grad` alone: `gradient · rhsᵀ`. */
export class MatMulLhsGradOp extends defineOp('dist.matmul_lhs_grad', {
  summary: 'gradient of the first operand of a matrix product',
  operands: { rhs: placed, gradient: placed },
  results: { result: placed },
  effects: 'none',
  speculates: 'always',
  format: `$rhs \`,\` $gradient ${TYPES}`,
  infer: (op, report) => infer(op, report, ([rhs, gradient]) => matmulLhsGradType(rhs!, gradient!)),
}) {}

/** The second result of `dist.matmul_grad` alone: `lhsᵀ · gradient`. */
export class MatMulRhsGradOp extends defineOp('dist.matmul_rhs_grad', {
  summary: 'gradient of the second operand of a matrix product',
  operands: { lhs: placed, gradient: placed },
  results: { result: placed },
  effects: 'none',
  speculates: 'always',
  format: `$lhs \`,\` $gradient ${TYPES}`,
  infer: (op, report) => infer(op, report, ([lhs, gradient]) => matmulRhsGradType(lhs!, gradient!)),
}) {}

/** The gradient of `dist.relu`: `gradient` where `input` is positive, else zero. */
export class ReluGradOp extends defineOp('dist.relu_grad', {
  summary: 'gradient of relu',
  operands: { input: placed, gradient: placed },
  results: { result: placed },
  effects: 'none',
  speculates: 'always',
  format: `$input \`,\` $gradient ${TYPES}`,
  infer: (op, report) => infer(op, report, sameShapeType),
}) {}

/**
 * Squared error as a scalar: the sum of `(prediction - target)²`, divided by `batch`, which is the size of the whole
 * batch wherever the program runs on a part of it.
 */
export class LossOp extends defineOp('dist.loss', {
  summary: 'sum of squared errors over the size of the batch',
  operands: { prediction: placed, target: placed },
  attrs: { batch: partsConstraint },
  results: { result: placed },
  effects: 'none',
  speculates: 'always',
  format: `$prediction \`,\` $target \`batch\` $batch ${TYPES}`,
  infer: (op, report) => infer(op, report, lossType),
}) {}

/** The gradient of `dist.loss` with respect to the prediction: `2 (prediction - target) / batch`. */
export class LossGradOp extends defineOp('dist.loss_grad', {
  summary: 'gradient of the loss',
  operands: { prediction: placed, target: placed },
  attrs: { batch: partsConstraint },
  results: { result: placed },
  effects: 'none',
  speculates: 'always',
  format: `$prediction \`,\` $target \`batch\` $batch ${TYPES}`,
  infer: (op, report) => infer(op, report, sameShapeType),
}) {}

/**
 * One step of gradient descent: `weight - rate · gradient` for each weight. The first half of the operands are
 * weights, the second their gradients; pairs may live on different devices. Weights are updated in place.
 */
export class SgdOp extends defineOp('dist.sgd', {
  summary: 'SGD step: updates weights by their gradients',
  operands: { operands: variadic(placed) },
  attrs: { rate: floatAttr(f64, '64-bit float attribute') },
  results: { results: variadic(placed) },
  effects: 'none',
  speculates: 'always',
  format: `$operands \`rate\` $rate ${TYPES}`,
  infer: (op, report) => infer(op, report, updateTypes),
}) {}

/** A tensor with its dimensions in another order: dimension `i` of the result is `permutation[i]` of the operand. */
export class TransposeOp extends defineOp('dist.transpose', {
  summary: 'permutes dimensions',
  operands: { input: placed },
  attrs: { permutation: denseArrayAttr(i64, 'i64 dense array attribute') },
  results: { result: placed },
  effects: 'none',
  speculates: 'always',
  format: `$input \`by\` $permutation ${TYPES}`,
  infer: (op, report) => infer(op, report, ([type]) => transposeType(type!, op.permutation.numbers())),
}) {}

/** The operations that compute on one device. */
export const computeOps = [
  AddOp,
  SubOp,
  MulOp,
  DivOp,
  ReluOp,
  IdentityOp,
  TanhOp,
  MatMulOp,
  MatMulGradOp,
  MatMulLhsGradOp,
  MatMulRhsGradOp,
  ReluGradOp,
  LossOp,
  LossGradOp,
  SgdOp,
  TransposeOp,
];

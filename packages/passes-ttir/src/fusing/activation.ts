import {
  boolAttr,
  pattern,
  type RewritePattern,
  type Rewriter,
  type Tensor,
  type Value,
} from '@shardform/ir-core';
import {
  AddOp,
  DivOp,
  ExpOp,
  GreaterThanOp,
  HardsigmoidOp,
  Log1pOp,
  MaximumOp,
  MinimumOp,
  MishOp,
  MultiplyOp,
  NegOp,
  Relu6Op,
  ReluOp,
  SigmoidOp,
  SiluOp,
  TanhOp,
  tensorOf,
  TypecastOp,
  WhereOp,
} from '@shardform/dialect-ttir';
import { eitherWay, isNumber, lookThrough } from './values.ts';

/** The maximum with zero is a rectifier. */
const relu = pattern(MaximumOp, 'ttir-fuse-relu', (op, rewriter) => {
  for (const [zero, input] of eitherWay(op)) {
    if (!isNumber(zero, 0) || input.type !== op.result.type) continue;
    rewriter.replaceOpWith(op, ReluOp, { input }, op.resultTypes());
    return true;
  }
  return false;
});

/** A rectifier that stops at six. */
const relu6 = pattern(MinimumOp, 'ttir-fuse-relu6', (op, rewriter) => {
  for (const [rectified, six] of eitherWay(op)) {
    const inner = rectified.definingOp;
    if (!(inner instanceof ReluOp) || !inner.input.hasOneUse || !isNumber(six, 6)) continue;
    if (rectified.type !== op.result.type) continue;
    rewriter.replaceOpWith(op, Relu6Op, { input: inner.input }, op.resultTypes());
    return true;
  }
  return false;
});

/** `relu6(x + 3) / 6`. */
const hardsigmoid = pattern(DivOp, 'ttir-fuse-hardsigmoid', (op, rewriter) => {
  const bounded = op.lhs.definingOp;
  if (!(bounded instanceof Relu6Op) || !bounded.result.hasOneUse || !isNumber(op.rhs, 6)) return false;
  const sum = bounded.input.definingOp;
  if (!(sum instanceof AddOp) || !sum.result.hasOneUse) return false;
  for (const [three, input] of eitherWay(sum)) {
    if (!isNumber(three, 3) || input.type !== op.result.type) continue;
    rewriter.replaceOpWith(op, HardsigmoidOp, { input }, op.resultTypes());
    return true;
  }
  return false;
});

/** `1 / (1 + exp(-x))`. */
const sigmoid = pattern(DivOp, 'ttir-fuse-sigmoid', (op, rewriter) => {
  const sum = op.rhs.definingOp;
  if (!isNumber(op.lhs, 1) || !(sum instanceof AddOp)) return false;
  for (const [one, exponential] of eitherWay(sum)) {
    const exp = exponential.definingOp;
    if (!isNumber(one, 1) || !(exp instanceof ExpOp)) continue;
    const negation = exp.input.definingOp;
    if (!(negation instanceof NegOp) || negation.input.type !== op.result.type) continue;
    rewriter.replaceOpWith(op, SigmoidOp, { input: negation.input }, op.resultTypes());
    return true;
  }
  return false;
});

/** Replaces an operation by one of `input`, which may have another number format. */
function replaceByUnary(
  op: MultiplyOp,
  unary: typeof SiluOp | typeof MishOp,
  input: Tensor,
  rewriter: Rewriter,
): boolean {
  const { type } = op.result;
  if (input.type.shape.join() !== type.shape.join()) return false;
  const result = rewriter.create(unary, { input }, [input.type]).result;
  if (result.type === type) rewriter.replaceOp(op, [result]);
  else
    rewriter.replaceOpWith(op, TypecastOp, { input: result, conservativeFolding: boolAttr(false) }, [type]);
  return true;
}

/** `x * sigmoid(x)`, in the number format of `x` before casts. */
const silu = pattern(MultiplyOp, 'ttir-fuse-silu', (op, rewriter) => {
  for (const [factor, other] of eitherWay(op)) {
    const sigmoid = lookThrough(factor, TypecastOp).definingOp;
    if (!(sigmoid instanceof SigmoidOp) || !sigmoid.result.hasOneUse) continue;
    const input = lookThrough(other, TypecastOp);
    if (lookThrough(sigmoid.input, TypecastOp) !== input) continue;
    return replaceByUnary(op, SiluOp, tensorOf(input), rewriter);
  }
  return false;
});

/** The operand of `x > c ? x : log(1 + exp(x))`. */
function softplusOperand({ definingOp: choice }: Value): Value | null {
  if (!(choice instanceof WhereOp) || !choice.result.hasOneUse) return null;
  const [test, log] = [choice.first.definingOp, choice.third.definingOp];
  const input = choice.second;
  if (!(log instanceof Log1pOp) || !log.result.hasOneUse) return null;
  if (!(test instanceof GreaterThanOp) || test.lhs !== input) return null;
  const exponential = log.input.definingOp;
  if (!(exponential instanceof ExpOp) || !exponential.result.hasOneUse) return null;
  return exponential.input === input ? input : null;
}

/** `x * tanh(softplus(x))`. */
const mish = pattern(MultiplyOp, 'ttir-fuse-mish', (op, rewriter) => {
  for (const [factor, other] of eitherWay(op)) {
    const tanh = lookThrough(factor, TypecastOp).definingOp;
    if (!(tanh instanceof TanhOp) || !tanh.result.hasOneUse) continue;
    const input = lookThrough(other, TypecastOp);
    if (softplusOperand(tanh.input) !== input) continue;
    return replaceByUnary(op, MishOp, tensorOf(input), rewriter);
  }
  return false;
});

/** Activations written as arithmetic. */
export const activations: readonly RewritePattern[] = [relu, relu6, sigmoid, silu, hardsigmoid, mish];

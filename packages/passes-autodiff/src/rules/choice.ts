import { AndOp, ClampOp, SelectOp, tensorOf } from '@shardform/dialect-stablehlo';
import type { InterfaceImplementation, Tensor } from '@shardform/ir-core';
import { type GradientInput, gradientRule, type Gradients, tensorsOf } from '../gradient-rule.ts';

function selectGradients(op: SelectOp) {
  return ({ result: g, isWanted, build }: GradientInput): Gradients => {
    const zero = build.zeros(g.type);
    const pred = op.pred;
    return [
      null,
      isWanted[1] === true ? build.select(pred, g, zero) : null,
      isWanted[2] === true ? build.select(pred, zero, g) : null,
    ];
  };
}

function clampGradients(op: ClampOp) {
  return ({ result: g, isWanted, build }: GradientInput): Gradients => {
    const x = op.operand;
    const [low, high] = [op.min, op.max].map((bound) => build.broadcast(bound, x.type, []));
    const zero = build.zeros(x.type);
    const [isAbove, isBelow] = [build.compare(x, 'GT', low!), build.compare(x, 'LT', high!)];
    /** A bound of rank 0 holds for all elements. */
    const of = (at: number, pred: Tensor): Tensor | null => {
      if (isWanted[at] !== true) return null;
      const own = build.select(pred, g, zero);
      const isSingle = tensorsOf(op)[at]!.type.rank === 0 && x.type.rank > 0;
      return isSingle
        ? build.sum(
            own,
            x.type.shape.map((_, dim) => dim),
          )
        : own;
    };
    const isInside = tensorOf(
      build.builder.create(AndOp, { lhs: isAbove, rhs: isBelow }, [isAbove.type]).result,
    );
    return [of(0, build.compare(low!, 'GT', x)), of(1, isInside), of(2, build.compare(high!, 'LT', x))];
  };
}

/** Rules of operations that choose among their operands. */
export const choiceRules: readonly InterfaceImplementation[] = [
  gradientRule.implementFor(SelectOp, selectGradients),
  gradientRule.implementFor(ClampOp, clampGradients),
];

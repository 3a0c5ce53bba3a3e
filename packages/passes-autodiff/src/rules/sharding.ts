import { PropagationBarrierOp, ReshardOp, ShardingConstraintOp } from '@shardform/dialect-sdy';
import { tensorOf } from '@shardform/dialect-stablehlo';
import type { InterfaceImplementation } from '@shardform/ir-core';
import { type GradientInput, gradientRule, type Gradients } from '../gradient-rule.ts';

/** The gradient of a constrained value is constrained to the same sharding, as in JAX. */
function constraintGradients({ sharding }: ShardingConstraintOp | ReshardOp) {
  return ({ result: g, build }: GradientInput): Gradients => [
    tensorOf(build.builder.create(ShardingConstraintOp, { input: g, sharding }, [g.type]).result),
  ];
}

/** Rules of Shardy's operations that leave values as they are. */
export const shardingRules: readonly InterfaceImplementation[] = [
  gradientRule.implementFor(ShardingConstraintOp, constraintGradients),
  gradientRule.implementFor(ReshardOp, constraintGradients),
  gradientRule.implementFor(
    PropagationBarrierOp,
    () =>
      ({ results }: GradientInput): Gradients =>
        results,
  ),
];

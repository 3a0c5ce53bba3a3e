import { propagateAggressively } from './aggressive-factor-propagation.ts';
import { type FactorPropagation, propagateBasic } from './basic-factor-propagation.ts';

/** The solution of conflicts between tensors and factors (`propagation-strategy`). */
export type PropagationStrategy = 'basic' | 'aggressive' | 'basic-then-aggressive';

/** The strategies that are applied to the whole program, one after the other. */
export const factorPropagations: Readonly<Record<PropagationStrategy, readonly FactorPropagation[]>> = {
  basic: [propagateBasic],
  aggressive: [propagateAggressively],
  'basic-then-aggressive': [propagateBasic, propagateAggressively],
};

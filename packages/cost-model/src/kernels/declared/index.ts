import type { InterfaceImplementation } from '@shardform/ir-core';
import { algorithmCosts } from './algorithms.ts';
import { elementwiseCosts } from './elementwise.ts';
import { movingCosts } from './moves.ts';

/** The costs of the operations of StableHLO, CHLO and HLO. */
export const kernelCosts: readonly InterfaceImplementation[] = [
  ...elementwiseCosts,
  ...movingCosts,
  ...algorithmCosts,
];

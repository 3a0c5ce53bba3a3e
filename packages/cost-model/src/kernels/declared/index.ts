import type { InterfaceImplementation } from '@shardform/ir-core';
import { kernelCost, type KernelCost } from '../kernel-cost.ts';
import { algorithmCosts } from './algorithms.ts';
import { elementwiseKernels, transcendentalKernels } from './elementwise.ts';
import { movingCosts } from './moves.ts';

const ELEMENTWISE: KernelCost = { kind: 'elementwise' };
const TRANSCENDENTAL: KernelCost = { kind: 'transcendental' };

/** The costs of the operations of StableHLO, CHLO and HLO. */
export const kernelCosts: readonly InterfaceImplementation[] = [
  ...elementwiseKernels.map((op) => kernelCost.implementFor(op, () => ELEMENTWISE)),
  ...transcendentalKernels.map((op) => kernelCost.implementFor(op, () => TRANSCENDENTAL)),
  ...movingCosts,
  ...algorithmCosts,
];

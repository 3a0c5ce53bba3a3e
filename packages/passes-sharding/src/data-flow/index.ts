import type { InterfaceImplementation } from '@shardform/ir-core';
import { caseDataFlow } from './case.ts';
import { optimizationBarrierDataFlow } from './optimization-barrier.ts';
import { whileDataFlow } from './while.ts';

/** The data-flow edges of stablehlo's operations. */
export const dataFlowOps: readonly InterfaceImplementation[] = [
  caseDataFlow,
  optimizationBarrierDataFlow,
  whileDataFlow,
];

import { nest, type PipelineElement } from '@shardform/ir-core';
import { legalizeCompositeToCall } from '@shardform/passes-stablehlo';
import { attachChloRules } from './partition-rules.ts';

/**
 * What a program needs so that shardings are propagated as in XLA, which legalizes operations of clients first: composites
 * become calls of their decompositions, and CHLO gets the rules of what it stands for.
 */
export function beforePropagation(): readonly PipelineElement[] {
  return [legalizeCompositeToCall.create(), nest('func.func', attachChloRules.create())];
}

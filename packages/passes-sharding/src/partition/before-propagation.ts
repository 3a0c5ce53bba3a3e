import { nest, type PipelineElement } from '@shardform/ir-core';
import { legalizeCompositeToCall } from '@shardform/passes-stablehlo';
import { attachChloRules } from './partition-rules.ts';

/**
 * Passes that precede propagation. As in XLA, operations of clients are legalized first: composites become calls of
 * their decompositions, and CHLO operations get the rules of their expansions.
 */
export function beforePropagation(): readonly PipelineElement[] {
  return [legalizeCompositeToCall.create(), nest('func.func', attachChloRules.create())];
}

import { nest, type PipelineElement } from '@shardform/ir-core';
import { legalizeCompositeToCall } from '@shardform/passes-stablehlo';
import { synchronizeCollectives } from '../export/overlap-collectives/synchronize-collectives.ts';
import { attachChloRules } from './partition-rules.ts';

/**
 * Passes that precede propagation. As in XLA, operations of clients are legalized first: composites become calls of
 * their decompositions, and CHLO operations get the rules of their expansions. What starts asynchronously is partitioned as what is
 * not, and may start elsewhere in the end.
 */
export function beforePropagation(): readonly PipelineElement[] {
  return [
    legalizeCompositeToCall.create(),
    synchronizeCollectives.create(),
    nest('func.func', attachChloRules.create()),
  ];
}

import type { PassDefinition } from '@shardform/ir-core';
import {
  aggressivePropagate,
  basicPropagate,
  opPriorityPropagate,
  populateOpShardingRules,
  userPriorityPropagate,
} from './propagation-passes.ts';

/** The passes that attach sharding rules and propagate shardings. */
export const propagationPasses: readonly PassDefinition[] = [
  populateOpShardingRules,
  basicPropagate,
  aggressivePropagate,
  opPriorityPropagate,
  userPriorityPropagate,
];

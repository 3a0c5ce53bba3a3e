import type { PassDefinition } from '@shardform/ir-core';
import { pipelineScheduler, rematFragment, ruleBasedSchedule } from './scheduler.ts';
import { splitBackwardFragments, splitTransferIndependent } from './split-fragments.ts';

/** Passes that order, split and repeat fragments. */
export const optimizePasses: readonly PassDefinition[] = [
  pipelineScheduler,
  ruleBasedSchedule,
  rematFragment,
  splitBackwardFragments,
  splitTransferIndependent,
];

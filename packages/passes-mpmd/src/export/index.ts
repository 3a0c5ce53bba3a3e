import type { PassDefinition } from '@shardform/ir-core';
import { delayInferredFragments, delayTransfersFromCpu, sinkCreateToken } from './delay-and-tokens.ts';
import { lowerToFragmentCalls } from './lower-to-fragment-calls.ts';
import { markLayouts } from './mark-layouts.ts';
import { markAliasing, markReservedMemory } from './mark-memory.ts';
import { markOffloaded } from './mark-offloaded.ts';
import {
  validateNoBackwardDeps,
  validateNoInferredFragments,
  validateNoParamTransfers,
  validateNoReshards,
} from './validate.ts';

/** Passes that prepare programs for the runtime. */
export const exportPasses: readonly PassDefinition[] = [
  delayInferredFragments,
  delayTransfersFromCpu,
  sinkCreateToken,
  lowerToFragmentCalls,
  markLayouts,
  markAliasing,
  markReservedMemory,
  markOffloaded,
  validateNoParamTransfers,
  validateNoInferredFragments,
  validateNoReshards,
  validateNoBackwardDeps,
];

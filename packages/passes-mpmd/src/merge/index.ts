import type { PassDefinition } from '@shardform/ir-core';
import { absorbInferredFragments } from './absorb-inferred-fragments.ts';
import { mergeForwardWithBackward, mergeInferredFragments, mergeUserFragments } from './merge-passes.ts';
import { ruleBasedMerge } from './rule-based-merge.ts';

/** Passes that merge fragments. */
export const mergePasses: readonly PassDefinition[] = [
  absorbInferredFragments,
  mergeInferredFragments,
  mergeForwardWithBackward,
  mergeUserFragments,
  ruleBasedMerge,
];

import type { CanonicalizationPattern } from '@shardform/ir-core';
import { reuseEarlierReshard } from './reuse-earlier-reshard.ts';

/** The canonicalization patterns of sdy operations that know operations of StableHLO. */
export const shardingCanonicalizations: readonly CanonicalizationPattern[] = [reuseEarlierReshard];

import type { CanonicalizationPattern } from '@shardform/ir-core';
import { reuseEarlierReshard } from './reuse-earlier-reshard.ts';

/** Canonicalization patterns of sdy operations that match StableHLO operations. */
export const shardingCanonicalizations: readonly CanonicalizationPattern[] = [reuseEarlierReshard];

import type { CanonicalizationPattern } from '@shardform/ir-core';
import { eraseUnusedAllToAll, fuseAllToAlls } from './all-to-all-patterns.ts';
import {
  allReduceOfReplicatedToUnreduced,
  allReduceOfShardedToUnreduced,
  allSliceOfAllGather,
  emptyAllGather,
  emptyAllReduce,
  emptyAllSlice,
  emptyReduceScatter,
  redundantCollectivePermute,
} from './collective-patterns.ts';
import {
  dropUnusedManualInputs,
  eraseEmptyManualComputation,
  inlineTrivialManualComputation,
} from './manual-computation-patterns.ts';
import { reduceScatterFusion } from './reduce-scatter-pattern.ts';
import { reshardOfReshard } from './reshard-patterns.ts';

/** All canonicalization patterns of the dialect. */
export const sdyCanonicalizations: readonly CanonicalizationPattern[] = [
  reshardOfReshard,
  eraseEmptyManualComputation,
  inlineTrivialManualComputation,
  dropUnusedManualInputs,
  emptyAllGather,
  emptyAllSlice,
  allSliceOfAllGather,
  fuseAllToAlls,
  eraseUnusedAllToAll,
  redundantCollectivePermute,
  emptyAllReduce,
  allReduceOfReplicatedToUnreduced,
  allReduceOfShardedToUnreduced,
  reduceScatterFusion,
  emptyReduceScatter,
];

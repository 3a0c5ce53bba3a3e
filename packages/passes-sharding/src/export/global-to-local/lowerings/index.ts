import type { InterfaceImplementation } from '@shardform/ir-core';
import { concatenateLowering } from './concatenate.ts';
import { constantLowering, sdyConstantLowering } from './constants.ts';
import { convolutionLowering } from './convolution.ts';
import { dynamicUpdateSliceLowering } from './dynamic-update-slice.ts';
import { gatherLowering } from './gather.ts';
import { iotaLowering } from './iota.ts';
import { manualComputationLowering } from './manual-computation.ts';
import { padLowering } from './pad.ts';
import { scatterLowering } from './scatter.ts';
import { allToAllLowering } from './sdy-all-to-all.ts';
import { collectivePermuteLowering } from './sdy-collective-permute.ts';
import { allGatherLowering, allSliceLowering } from './sdy-gather-and-slice.ts';
import { allReduceLowering, reduceScatterLowering } from './sdy-reductions.ts';
import { replicatedToUnreducedLowering, shardedToUnreducedLowering } from './sdy-unreduced.ts';
import { dynamicSliceLowering, sliceLowering } from './slice.ts';

/** The per-device forms of operations that need more than smaller types. */
export const localLowerings: readonly InterfaceImplementation[] = [
  allGatherLowering,
  allReduceLowering,
  allSliceLowering,
  allToAllLowering,
  collectivePermuteLowering,
  concatenateLowering,
  constantLowering,
  convolutionLowering,
  dynamicSliceLowering,
  dynamicUpdateSliceLowering,
  gatherLowering,
  iotaLowering,
  manualComputationLowering,
  padLowering,
  reduceScatterLowering,
  replicatedToUnreducedLowering,
  scatterLowering,
  sdyConstantLowering,
  shardedToUnreducedLowering,
  sliceLowering,
];

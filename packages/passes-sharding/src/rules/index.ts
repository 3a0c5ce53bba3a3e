import type { InterfaceImplementation } from '@shardform/ir-core';
import { broadcastInDimRule } from './broadcast-in-dim.ts';
import { collectiveRules } from './collectives.ts';
import { concatenateRule } from './concatenate.ts';
import { dotGeneralRule } from './dot-general.ts';
import { dynamicSliceRule, dynamicUpdateSliceRule } from './dynamic-slice.ts';
import { pointwiseRules, reverseRule } from './pointwise.ts';
import { reduceRule } from './reduce.ts';
import { reshapeRule } from './reshape.ts';
import { sliceAndPadRules } from './slice-pad.ts';
import { transposeRule } from './transpose.ts';
import { noRules } from './without-rule.ts';

/** The sharding rules of the dialects sdy and stablehlo. */
export const shardingRules: readonly InterfaceImplementation[] = [
  broadcastInDimRule,
  ...collectiveRules,
  concatenateRule,
  dotGeneralRule,
  dynamicSliceRule,
  dynamicUpdateSliceRule,
  ...pointwiseRules,
  reduceRule,
  reshapeRule,
  reverseRule,
  ...sliceAndPadRules,
  transposeRule,
  ...noRules,
];

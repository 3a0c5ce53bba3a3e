import type { InterfaceImplementation } from '@shardform/ir-core';
import { batchNormInferenceRule } from './batch-norm.ts';
import { bitcastConvertRule } from './bitcast-convert.ts';
import { broadcastInDimRule } from './broadcast-in-dim.ts';
import { collectiveRules } from './collectives.ts';
import { concatenateRule } from './concatenate.ts';
import { convolutionRule } from './convolution.ts';
import { customCallRule } from './custom-call.ts';
import { dotGeneralRule } from './dot-general.ts';
import { dotRule } from './dot.ts';
import { dynamicSliceRule, dynamicUpdateSliceRule } from './dynamic-slice.ts';
import { fftRule } from './fft.ts';
import { gatherAndScatterRules } from './gather-scatter.ts';
import { linearAlgebraRules } from './linear-algebra.ts';
import { pointwiseRules, reverseRule } from './pointwise.ts';
import { reduceRule } from './reduce.ts';
import { reshapeRule } from './reshape.ts';
import { rngBitGeneratorRule } from './rng-bit-generator.ts';
import { sliceAndPadRules } from './slice-pad.ts';
import { sortRule } from './sort.ts';
import { transposeRule } from './transpose.ts';
import { windowRules } from './windows.ts';
import { noRules } from './without-rule.ts';

/** The sharding rules of the dialects sdy and stablehlo. */
export const shardingRules: readonly InterfaceImplementation[] = [
  batchNormInferenceRule,
  bitcastConvertRule,
  broadcastInDimRule,
  ...collectiveRules,
  concatenateRule,
  convolutionRule,
  customCallRule,
  dotGeneralRule,
  dotRule,
  dynamicSliceRule,
  dynamicUpdateSliceRule,
  fftRule,
  ...gatherAndScatterRules,
  ...linearAlgebraRules,
  ...pointwiseRules,
  reduceRule,
  reshapeRule,
  reverseRule,
  rngBitGeneratorRule,
  ...sliceAndPadRules,
  sortRule,
  transposeRule,
  ...windowRules,
  ...noRules,
];

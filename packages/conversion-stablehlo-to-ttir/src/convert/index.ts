import type { ConversionPattern } from '@shardform/ir-core';
import { collectiveConversions } from './collective.ts';
import { convolutionConversions } from './convolution.ts';
import { gatherConversions } from './gather.ts';
import { orderConversions } from './order.ts';
import { scatterConversions } from './scatter.ts';
import { windowConversions } from './window-reduction.ts';
import { batchNormConversions } from './batch-norm.ts';
import { contractionConversions } from './contraction.ts';
import { customCallConversions } from './custom-call.ts';
import { deviceNumberConversions } from './device-number.ts';
import { elementwiseConversions } from './elementwise.ts';
import { miscConversions } from './misc.ts';
import { shapeConversions } from './shape.ts';
import { updateSliceConversions } from './update-slice.ts';

/** The conversions of StableHLO operations to TTIR. */
export const conversions: readonly ConversionPattern[] = [
  ...elementwiseConversions,
  ...shapeConversions,
  ...contractionConversions,
  ...collectiveConversions,
  ...customCallConversions,
  ...batchNormConversions,
  ...convolutionConversions,
  ...windowConversions,
  ...deviceNumberConversions,
  ...gatherConversions,
  ...scatterConversions,
  ...orderConversions,
  ...miscConversions,
  ...updateSliceConversions,
];

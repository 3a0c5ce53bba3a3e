import type { Extension } from '@shardform/ir-core';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import { kernelCosts } from './kernels/declared/index.ts';
import { costCapability } from './kernels/gaps.ts';

/** The costs of the operations of StableHLO, CHLO and HLO. */
export const costModel: Extension = {
  name: 'cost-model',
  get requires() {
    return [stablehloDialect];
  },
  interfaces: kernelCosts,
  capabilities: [costCapability],
};

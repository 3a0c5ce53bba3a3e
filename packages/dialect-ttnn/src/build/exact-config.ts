import { ComputeKernelConfigAttr } from '../attrs/config-attrs.ts';

/**
 * Returns the most exact way for the library to compute: every bit of the operands, no approximations, sums in 32 bits.
 */
export function exactConfig(options: { readonly packerL1Acc?: boolean } = {}): ComputeKernelConfigAttr {
  return ComputeKernelConfigAttr.get({
    mathFidelity: 'hifi4',
    mathApproxMode: false,
    fp32DestAccEn: true,
    packerL1Acc: options.packerL1Acc ?? null,
    dstFullSyncEn: null,
  });
}

import { ComputeKernelConfigAttr } from '../attrs/config-attrs.ts';

/** The most exact way for the library to compute: every bit of the operands, no approximations, sums in 32 bits. */
export function exactConfig(options: { readonly packerL1Acc?: boolean } = {}): ComputeKernelConfigAttr {
  return ComputeKernelConfigAttr.get({
    math_fidelity: 'hifi4',
    math_approx_mode: false,
    fp32_dest_acc_en: true,
    packer_l1_acc: options.packerL1Acc ?? null,
    dst_full_sync_en: null,
  });
}

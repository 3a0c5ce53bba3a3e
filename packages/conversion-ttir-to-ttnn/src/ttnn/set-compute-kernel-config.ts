import { booleanOption, definePass, enumOption } from '@shardform/ir-core';
import { ComputeKernelConfigAttr, MatmulOp, MaxOp, MeanOp, MinOp, SumOp } from '@shardform/dialect-ttnn';
import { deviceFunctions } from '../device/device-modules.ts';

/** Says how exactly matrix products and reductions are computed, where they don't say themselves. */
export const ttnnSetComputeKernelConfig = definePass({
  name: 'ttnn-set-compute-kernel-config',
  className: 'TTNNSetComputeKernelConfig',
  summary: 'sets the exactness of computations',
  anchor: 'builtin.module',
  options: {
    'math-fidelity': enumOption('how exactly', ['lofi', 'hifi2', 'hifi3', 'hifi4'], 'hifi4'),
    'fp32-dest-acc-en': booleanOption('whether sums are kept in 32 bits', true),
  },
  run(op, pass) {
    const config = ComputeKernelConfigAttr.get({
      math_fidelity: pass.options['math-fidelity'],
      math_approx_mode: null,
      fp32_dest_acc_en: pass.options['fp32-dest-acc-en'],
      packer_l1_acc: null,
      dst_full_sync_en: null,
    });
    for (const func of deviceFunctions(op)) {
      for (const inner of func.entry) {
        const takesConfig = [MatmulOp, SumOp, MeanOp, MaxOp, MinOp].some((cls) => inner instanceof cls);
        if (takesConfig && !inner.hasAttr('compute_config')) inner.setAttr('compute_config', config);
      }
    }
  },
});

import type { Extension } from '@shardform/ir-core';
import { ttirDialect } from '@shardform/dialect-ttir';
import { ttnnDialect } from '@shardform/dialect-ttnn';
import { convertTtirToTtnn } from './convert/convert-ttir-to-ttnn.ts';
import { ttcoreMarkFunctionsAsForward } from './device/mark-functions.ts';
import { ttcoreRegisterDevice } from './device/register-device.ts';
import { ttcoreWrapDeviceModule } from '@shardform/dialect-ttcore';
import { ttnnLayout } from './layout/ttnn-layout.ts';
import { ttirToTtnnBackendPipeline } from './pipeline.ts';
import { constEvalHoist } from './ttir/const-eval-hoist.ts';
import { ttirToTtirDecomposition } from './ttir/decomposition.ts';
import { ttirElementTypeNormalization } from './ttir/element-type-normalization.ts';
import { ttirFoldFullToScalar } from './ttir/fold-full-to-scalar.ts';
import { ttirFusing } from './ttir/fusing.ts';
import { ttnnDeallocate } from './ttnn/deallocate.ts';
import { ttnnDecomposeLayouts } from './ttnn/decompose-layouts.ts';
import { ttnnSetComputeKernelConfig } from './ttnn/set-compute-kernel-config.ts';
import { ttnnSetMatmulProgramConfig } from './ttnn/set-matmul-program-config.ts';
import { ttnnWorkaround } from './ttnn/workaround.ts';

/** The passes from TTIR to TTNN and the pipeline `ttir-to-ttnn-backend-pipeline`. */
export const ttirToTtnn: Extension = {
  name: 'conversion-ttir-to-ttnn',
  requires: [ttirDialect, ttnnDialect],
  passes: [
    constEvalHoist,
    convertTtirToTtnn,
    ttcoreMarkFunctionsAsForward,
    ttcoreRegisterDevice,
    ttcoreWrapDeviceModule,
    ttirElementTypeNormalization,
    ttirFoldFullToScalar,
    ttirFusing,
    ttirToTtirDecomposition,
    ttnnDeallocate,
    ttnnDecomposeLayouts,
    ttnnLayout,
    ttnnSetComputeKernelConfig,
    ttnnSetMatmulProgramConfig,
    ttnnWorkaround,
  ],
  pipelines: [ttirToTtnnBackendPipeline],
};

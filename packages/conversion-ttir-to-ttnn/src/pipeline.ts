import { canonicalize, cse, definePipeline, inline, nest } from '@shardform/ir-core';
import { convertTtirToTtnn } from './convert/convert-ttir-to-ttnn.ts';
import { ttcoreMarkFunctionsAsForward } from './device/mark-functions.ts';
import { deviceOptions, ttcoreRegisterDevice } from './device/register-device.ts';
import { ttcoreWrapDeviceModule } from '@shardform/dialect-ttcore';
import { ttnnLayout } from './layout/ttnn-layout.ts';
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

/** From TTIR to a TTNN program with explicit memory: the passes of tt-mlir's pipeline that this package has. */
export const ttirToTtnnBackendPipeline = definePipeline({
  name: 'ttir-to-ttnn-backend-pipeline',
  summary: 'lowers TTIR to TTNN',
  options: deviceOptions,
  build: (options) => [
    cse.create(),
    ttcoreWrapDeviceModule.create(),
    ttcoreMarkFunctionsAsForward.create(),
    ttirElementTypeNormalization.create(),
    ttcoreRegisterDevice.create(options),
    canonicalize.create(),
    ttirFusing.create(),
    ttirToTtirDecomposition.create(),
    canonicalize.create(),
    ttirFusing.create(),
    canonicalize.create(),
    nest('ttcore.device_module', nest('builtin.module', inline.create())),
    ttirFoldFullToScalar.create(),
    cse.create(),
    constEvalHoist.create(),
    ttnnLayout.create(),
    convertTtirToTtnn.create(),
    canonicalize.create(),
    ttnnWorkaround.create(),
    canonicalize.create(),
    cse.create(),
    ttnnSetComputeKernelConfig.create(),
    ttnnSetMatmulProgramConfig.create(),
    ttnnDecomposeLayouts.create(),
    canonicalize.create(),
    ttnnDeallocate.create(),
  ],
});

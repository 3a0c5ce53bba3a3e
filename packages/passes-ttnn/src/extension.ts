import type { Extension } from '@shardform/ir-core';
import { ttnnDialect } from '@shardform/dialect-ttnn';
import { constEvalHoist } from './const-eval/const-eval-hoist.ts';
import { ttnnAllocateDistributedOpBuffers } from './distributed/ttnn-allocate-distributed-op-buffers.ts';
import { ttnnAllocateDistributedOpSemaphores } from './distributed/ttnn-allocate-distributed-op-semaphores.ts';
import { ttnnCclActivationDtypeLowering } from './activation-dtype/ttnn-ccl-activation-dtype-lowering.ts';
import { ttnnCollectPerfMetrics } from './perf-metrics/ttnn-collect-perf-metrics.ts';
import { ttnnConstEvalInputsToSystemMemory } from './const-eval/inputs-to-system-memory.ts';
import { ttnnConfigureCclOps } from './ccl/ttnn-configure-ccl-ops.ts';
import { ttnnDeallocate } from './deallocate.ts';
import { ttnnDecomposeLayouts } from './decompose-layouts/ttnn-decompose-layouts.ts';
import { ttnnDecomposition } from './decomposition/ttnn-decomposition.ts';
import { ttnnFusing } from './fusing/ttnn-fusing.ts';
import { ttnnKvCacheDtypeConversion } from './kv-cache-dtype/ttnn-kv-cache-dtype-conversion.ts';
import { ttnnMemoryManagement } from './memory-management/ttnn-memory-management.ts';
import { ttnnPrepareConv3dWeights } from './convolution/ttnn-prepare-conv3d-weights.ts';
import { ttnnResolveComposites } from './composites/ttnn-resolve-composites.ts';
import { ttnnSetComputeKernelConfig } from './set-compute-kernel-config.ts';
import { ttnnSetMatmulProgramConfig } from './matmul-config/set-matmul-program-config.ts';
import { ttnnTraceHoistTransform } from './trace-hoist/ttnn-trace-hoist-transform.ts';
import { ttnnWeightDtypeConversion } from './weight-dtype/ttnn-weight-dtype-conversion.ts';
import { ttnnWorkaround } from './workaround/ttnn-workaround.ts';

/** The passes on TTNN programs. */
export const ttnnPasses: Extension = {
  name: 'passes-ttnn',
  get requires() {
    return [ttnnDialect];
  },
  passes: [
    constEvalHoist,
    ttnnAllocateDistributedOpBuffers,
    ttnnAllocateDistributedOpSemaphores,
    ttnnCclActivationDtypeLowering,
    ttnnCollectPerfMetrics,
    ttnnConfigureCclOps,
    ttnnConstEvalInputsToSystemMemory,
    ttnnDeallocate,
    ttnnDecomposeLayouts,
    ttnnDecomposition,
    ttnnFusing,
    ttnnKvCacheDtypeConversion,
    ttnnMemoryManagement,
    ttnnPrepareConv3dWeights,
    ttnnResolveComposites,
    ttnnSetComputeKernelConfig,
    ttnnSetMatmulProgramConfig,
    ttnnTraceHoistTransform,
    ttnnWeightDtypeConversion,
    ttnnWorkaround,
  ],
};

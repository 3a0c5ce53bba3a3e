import { canonicalize, cse, type PipelineElement, symbolDce } from '@shardform/ir-core';
import { ttcoreOptimizationBarrierFold } from '@shardform/passes-ttcore';
import { convertTtirToTtnn, ttnnLayout } from '@shardform/conversion-ttir-to-ttnn';
import {
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
} from '@shardform/passes-ttnn';
import type { BackendOptions } from './pipeline-options.ts';

/** The elements, or none when an option leaves them out. */
function when(enabled: boolean, ...elements: readonly PipelineElement[]): readonly PipelineElement[] {
  return enabled ? elements : [];
}

/** Returns the passes on the device's module from the choice of layouts to the end of the pipeline. */
export function devicePasses(options: BackendOptions): readonly PipelineElement[] {
  // What passes add is hoisted too, a part of it where other passes need it so.
  const hoist = when(options['enable-const-eval'], constEvalHoist.create());
  const workaround = ttnnWorkaround.create({
    'fewer-formats': options['fewer-formats'],
    'ttnn-enable-layout-workaround-pass': options['enable-layout-workaround-pass'],
    'ttnn-enable-decomposition-workaround-pass': options['enable-decomposition-workaround-pass'],
  });
  return [
    ttnnLayout.create(),
    convertTtirToTtnn.create(),
    ttnnResolveComposites.create({ 'composite-resolution': options['composite-resolution'] }),
    canonicalize.create(),
    symbolDce.create(),
    ...when(options['enable-fusing-pass'], ttnnFusing.create()),
    ...when(options['enable-ttnn-decomposition-pass'], ttnnDecomposition.create()),
    ttnnMemoryManagement.create(),
    ...when(!options['disable-workarounds'], workaround),
    ttnnAllocateDistributedOpBuffers.create(),
    ...when(!options['disable-workarounds'], canonicalize.create(), cse.create()),
    ttnnWeightDtypeConversion.create({ 'target-dtype': options['experimental-weight-dtype'] }),
    ttnnKvCacheDtypeConversion.create({ 'target-dtype': options['experimental-kv-cache-dtype'] }),
    ...when(options['enable-activation-dtype-lowering'], ttnnCclActivationDtypeLowering.create()),
    ttnnSetComputeKernelConfig.create({
      'math-fidelity': options['compute-cfg-math-fidelity'],
      'math-approx-mode': options['compute-cfg-math-approx-mode'],
      'fp32-dest-acc-en': options['compute-cfg-fp32-dest-acc-en'],
      'packer-l1-acc': options['compute-cfg-packer-l1-acc'],
      'dst-full-sync-en': options['compute-cfg-dst-full-sync-en'],
    }),
    ...hoist,
    ttnnConfigureCclOps.create(),
    ttnnSetMatmulProgramConfig.create(),
    ttnnPrepareConv3dWeights.create(),
    ...hoist,
    ...when(
      options['enable-const-eval'] && options['enable-const-eval-inputs-to-system-memory'],
      ttnnConstEvalInputsToSystemMemory.create(),
    ),
    ...hoist,
    canonicalize.create(),
    ttnnAllocateDistributedOpSemaphores.create(),
    // Before steps take the place of changes of layout, which move into the types of arguments as wholes.
    ...when(options['enable-trace'], ttnnTraceHoistTransform.create()),
    ttnnDecomposeLayouts.create(),
    canonicalize.create(),
    ttcoreOptimizationBarrierFold.create(),
    ttnnDeallocate.create(),
    ...when(
      options['ttnn-perf-metrics-enabled'],
      ttnnCollectPerfMetrics.create({
        'ttnn-perf-metrics-output-file': options['ttnn-perf-metrics-output-file'],
        'ttnn-perf-metrics-verbose-output-enabled': options['ttnn-perf-metrics-verbose-output-enabled'],
        'ttnn-enable-trace': options['enable-trace'],
      }),
    ),
  ];
}

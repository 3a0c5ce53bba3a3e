import { canonicalize, cse, definePipeline, inline, nest, type PipelineElement } from '@shardform/ir-core';
import {
  ttcoreMarkFunctionsAsForward,
  ttcoreRegisterDevice,
  ttcoreWrapDeviceModule,
} from '@shardform/passes-ttcore';
import { constEvalHoist } from '@shardform/passes-ttnn';
import {
  cpuHoistConstEval,
  cpuHoistManuallyTagged,
  ttirConsolidateStaticCacheUpdates,
  ttirElementTypeNormalization,
  ttirEraseInverseOps,
  ttirExplicateTms,
  ttirFlattenSlidingWindow,
  ttirFoldFullToScalar,
  ttirFusing,
  ttirImplicitBroadcastFold,
  ttirInferKvCacheArgumentTypes,
  ttirPropagateWeightDtype,
  ttirQuantDataTypeConversion,
  ttirQuantDequantConversion,
  ttirToTtirDecomposition,
} from '@shardform/passes-ttir';
import { backendOptions, type BackendOptions } from './pipeline-options.ts';
import { devicePasses } from './device-passes.ts';

/** Nests passes on the device module, as upstream does. */
function onDevice(...passes: readonly PipelineElement[]): PipelineElement {
  return nest('ttcore.device_module', nest('builtin.module', ...passes));
}

/** The element, or none when an option leaves it out. */
function when(enabled: boolean, element: PipelineElement): readonly PipelineElement[] {
  return enabled ? [element] : [];
}

/** The passes that simplify TTIR before it is converted. */
function ttirPasses(options: BackendOptions): readonly PipelineElement[] {
  const fusing = when(
    options['enable-fusing-pass'],
    ttirFusing.create({
      'ttnn-enable-conv2d-with-multiply-pattern': options['enable-fusing-conv2d-with-multiply-pattern'],
      'enable-permute-matmul-fusion': options['enable-permute-matmul-fusion'],
      'enable-permute-slice-after-matmul-fusion': options['enable-permute-slice-after-matmul-fusion'],
      'shared-lhs-minimum': options['shared-lhs-minimum'],
    }),
  );
  const broadcastFold = when(
    options['enable-implicit-broadcast-folding-pass'],
    ttirImplicitBroadcastFold.create(),
  );
  return [
    ttirElementTypeNormalization.create(),
    ttcoreRegisterDevice.create({
      'mesh-shape': options['mesh-shape'],
      'mesh-topology': options['mesh-topology'],
      'mock-system-desc-arch': options['mock-system-desc-arch'],
      system: options.system,
    }),
    canonicalize.create(),
    ...fusing,
    ...when(options['enable-quant-dequant-conversion-pass'], ttirQuantDequantConversion.create()),
    ttirToTtirDecomposition.create({
      'library-indexing': options['library-indexing'],
      'keep-permutes': options['keep-permutes'],
    }),
    canonicalize.create(),
    ...broadcastFold,
    ...fusing,
    canonicalize.create(),
    inline.create(),
    ttirInferKvCacheArgumentTypes.create(),
    ttirPropagateWeightDtype.create(),
    ttirFlattenSlidingWindow.create(),
    ...(options['enable-erase-inverse-ops-pass']
      ? [ttirExplicateTms.create(), ttirEraseInverseOps.create()]
      : []),
    ...broadcastFold,
    ...fusing,
    ttirFoldFullToScalar.create(),
    ttirConsolidateStaticCacheUpdates.create(),
    cse.create(),
    ttirQuantDataTypeConversion.create({ 'target-bit-width': options['target-bit-width'] }),
    cse.create(),
    ...when(options['enable-const-eval'], constEvalHoist.create()),
  ];
}

/** From TTIR to TTNN: the passes of tt-mlir's pipeline that this package has. */
export function backendPasses(options: BackendOptions): readonly PipelineElement[] {
  return [
    cse.create(),
    ttcoreMarkFunctionsAsForward.create(),
    ttcoreWrapDeviceModule.create(),
    cpuHoistManuallyTagged.create(),
    onDevice(...ttirPasses(options)),
    ...when(options['enable-cpu-hoisted-const-eval'], cpuHoistConstEval.create()),
    onDevice(...devicePasses(options)),
  ];
}

/** tt-mlir's pipeline from TTIR to a TTNN program for its runtime. */
export const ttirToTtnnRuntimePipeline = definePipeline({
  name: 'ttir-to-ttnn-runtime-pipeline',
  summary: 'lowers TTIR to TTNN for the runtime',
  options: backendOptions,
  build: backendPasses,
});

/** The older name of `ttir-to-ttnn-runtime-pipeline`. */
export const ttirToTtnnBackendPipeline = definePipeline({
  name: 'ttir-to-ttnn-backend-pipeline',
  summary: 'lowers TTIR to TTNN',
  options: backendOptions,
  build: backendPasses,
});

/** The prefix of `ttir-to-ttnn-runtime-pipeline` that all users of TTNN share: all of it, without a CPU module. */
export const ttirToTtnnCommonPipeline = definePipeline({
  name: 'ttir-to-ttnn-common-pipeline',
  summary: 'lowers TTIR to TTNN, whatever executes it',
  options: backendOptions,
  build: backendPasses,
});

/**
 * What is left to do for the runtime behind `ttir-to-ttnn-common-pipeline`: tt-mlir compiles what the host executes to
 * machine code there; here it stays TTIR, so that nothing is.
 */
export const ttnnCommonToRuntimePipeline = definePipeline({
  name: 'ttnn-common-to-runtime-pipeline',
  summary: 'makes TTNN ready for the runtime; what the host executes stays TTIR',
  options: {},
  build: () => [],
});

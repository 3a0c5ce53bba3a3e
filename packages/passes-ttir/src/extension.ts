import type { Extension } from '@shardform/ir-core';
import { ttirDialect } from '@shardform/dialect-ttir';
import { ttirConsolidateStaticCacheUpdates } from './cache/ttir-consolidate-static-cache-updates.ts';
import { ttirInferKvCacheArgumentTypes } from './cache/ttir-infer-kv-cache-argument-types.ts';
import { ttirDecomposeComposites } from './composites/ttir-decompose-composites.ts';
import { cpuHoistConstEval } from './cpu-hoist/constant-functions.ts';
import { cpuHoistManuallyTagged, cpuHoistNonLowerableShloOps } from './cpu-hoist/tagged-operations.ts';
import {
  decompositionCapability,
  ttirToTtirDecomposition,
} from './decomposition/ttir-to-ttir-decomposition.ts';
import { ttirElementTypeNormalization } from './element-type/element-type-normalization.ts';
import { ttirCpuBooleanNarrowing } from './element-type/ttir-cpu-boolean-narrowing.ts';
import { ttirGlobalDataFormatConversion } from './element-type/ttir-global-data-format-conversion.ts';
import { ttirPredicateTypeAlignment } from './element-type/ttir-predicate-type-alignment.ts';
import { ttirEraseInverseOps } from './erase-inverse-ops/ttir-erase-inverse-ops.ts';
import { ttirFusing } from './fusing/ttir-fusing.ts';
import { ttirFoldFullToScalar } from './implicit-broadcast/fold-full-to-scalar.ts';
import { ttirExplicateTms } from './implicit-broadcast/ttir-explicate-tms.ts';
import { ttirImplicitBroadcastFold } from './implicit-broadcast/ttir-implicit-broadcast-fold.ts';
import { ttirQuantDataTypeConversion } from './quantization/ttir-quant-data-type-conversion.ts';
import { ttirQuantDequantConversion } from './quantization/ttir-quant-dequant-conversion.ts';
import { ttirDecomposeComplexPermute } from './shape/ttir-decompose-complex-permute.ts';
import { ttirDecomposeComplexReshape } from './shape/ttir-decompose-complex-reshape.ts';
import { ttirFoldConstantReshapeBroadcast } from './shape/ttir-fold-constant-reshape-broadcast.ts';
import { ttirMoveReshapeToConstant } from './shape/ttir-move-reshape-to-constant.ts';
import { ttirReductionForceKeepDim } from './shape/ttir-reduction-force-keep-dim.ts';
import { ttirPropagateWeightDtype } from './weight-dtype/ttir-propagate-weight-dtype.ts';
import { ttirFlattenSlidingWindow } from './window/ttir-flatten-sliding-window.ts';

/** The passes that simplify TTIR and prepare it for conversions. */
export const ttirPasses: Extension = {
  name: 'passes-ttir',
  get requires() {
    return [ttirDialect];
  },
  passes: [
    cpuHoistConstEval,
    cpuHoistManuallyTagged,
    cpuHoistNonLowerableShloOps,
    ttirConsolidateStaticCacheUpdates,
    ttirCpuBooleanNarrowing,
    ttirDecomposeComplexPermute,
    ttirDecomposeComplexReshape,
    ttirDecomposeComposites,
    ttirElementTypeNormalization,
    ttirEraseInverseOps,
    ttirExplicateTms,
    ttirFlattenSlidingWindow,
    ttirFoldConstantReshapeBroadcast,
    ttirFoldFullToScalar,
    ttirFusing,
    ttirGlobalDataFormatConversion,
    ttirImplicitBroadcastFold,
    ttirInferKvCacheArgumentTypes,
    ttirMoveReshapeToConstant,
    ttirPredicateTypeAlignment,
    ttirPropagateWeightDtype,
    ttirQuantDataTypeConversion,
    ttirQuantDequantConversion,
    ttirReductionForceKeepDim,
    ttirToTtirDecomposition,
  ],
  capabilities: [decompositionCapability],
};

import { ttcoreDialect } from '@shardform/dialect-ttcore';
import { ttirDialect } from '@shardform/dialect-ttir';
import { ttnnDialect } from '@shardform/dialect-ttnn';
import type { Extension } from '@shardform/ir-core';
import { simulator } from '@shardform/runtime-sim';
import { ttExecutionCapability } from './gaps.ts';
import { attentionInterpreters } from './kernels/attention-ops.ts';
import { collectiveInterpreters } from './kernels/collective-ops.ts';
import { contractionInterpreters } from './kernels/contraction-ops.ts';
import { creationInterpreters } from './kernels/creation-ops.ts';
import { elementwiseInterpreters } from './kernels/elementwise-ops.ts';
import { inPlaceInterpreters } from './kernels/in-place-ops.ts';
import { indexingInterpreters } from './kernels/indexing-ops.ts';
import { lineAndVolumeInterpreters } from './kernels/line-and-volume-ops.ts';
import { loopInterpreters } from './kernels/loop-ops.ts';
import { normalizationInterpreters } from './kernels/normalization-ops.ts';
import { reductionInterpreters } from './kernels/reduction-ops.ts';
import { selectionInterpreters } from './kernels/selection-ops.ts';
import { shapeInterpreters } from './kernels/shape-ops.ts';
import { statisticsInterpreters } from './kernels/statistics-ops.ts';
import { traceInterpreters } from './kernels/trace-ops.ts';
import { windowInterpreters } from './kernels/window-ops.ts';

/** Interpretations of TTIR and TTNN operations. */
export const ttSimulator: Extension = {
  name: 'runtime-tt',
  get requires() {
    return [simulator, ttcoreDialect, ttirDialect, ttnnDialect];
  },
  interfaces: [
    ...attentionInterpreters,
    ...collectiveInterpreters,
    ...contractionInterpreters,
    ...creationInterpreters,
    ...elementwiseInterpreters,
    ...inPlaceInterpreters,
    ...indexingInterpreters,
    ...lineAndVolumeInterpreters,
    ...loopInterpreters,
    ...normalizationInterpreters,
    ...reductionInterpreters,
    ...selectionInterpreters,
    ...shapeInterpreters,
    ...statisticsInterpreters,
    ...traceInterpreters,
    ...windowInterpreters,
  ],
  capabilities: [ttExecutionCapability],
};

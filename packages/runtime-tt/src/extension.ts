import { ttcoreDialect } from '@shardform/dialect-ttcore';
import { ttirDialect } from '@shardform/dialect-ttir';
import { ttnnDialect } from '@shardform/dialect-ttnn';
import type { Extension } from '@shardform/ir-core';
import { simulator } from '@shardform/runtime-sim';
import { collectiveInterpreters } from './kernels/collective-ops.ts';
import { contractionInterpreters } from './kernels/contraction-ops.ts';
import { creationInterpreters } from './kernels/creation-ops.ts';
import { elementwiseInterpreters } from './kernels/elementwise-ops.ts';
import { indexingInterpreters } from './kernels/indexing-ops.ts';
import { reductionInterpreters } from './kernels/reduction-ops.ts';
import { shapeInterpreters } from './kernels/shape-ops.ts';

/** Interpretations of TTIR and TTNN operations. */
export const ttSimulator: Extension = {
  name: 'runtime-tt',
  requires: [simulator, ttcoreDialect, ttirDialect, ttnnDialect],
  interfaces: [
    ...collectiveInterpreters,
    ...contractionInterpreters,
    ...creationInterpreters,
    ...elementwiseInterpreters,
    ...indexingInterpreters,
    ...reductionInterpreters,
    ...shapeInterpreters,
  ],
};
